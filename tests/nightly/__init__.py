# SPDX-License-Identifier: MIT
"""What takes too long for CI: fuzzers, fault injection, soaks; each is a program, `python -m tests.nightly.NAME`."""
