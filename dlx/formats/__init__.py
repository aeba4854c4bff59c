# SPDX-License-Identifier: MIT
"""Problems as text: three formats to read, Knuth's to write, and formats of other solvers to write."""
