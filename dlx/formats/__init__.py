# SPDX-License-Identifier: MIT
"""Problems as text: Knuth's format, and those of other solvers."""
