# SPDX-License-Identifier: MIT
"""The whole suite on each Python that is installed: `nox`, or `nox -s tests-3.14` for one.

A session compiles the modules in place, so sessions run one after the other; CI uses the same sessions.
"""

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]

nox.options.error_on_missing_interpreters = False


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    session.install("-e", ".[test]")
    session.run("pytest", *session.posargs)
