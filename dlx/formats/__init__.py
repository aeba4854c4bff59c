# SPDX-License-Identifier: MIT
"""Problems as text: three formats to read and Knuth's to write, and those of other solvers."""
