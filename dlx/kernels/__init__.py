# SPDX-License-Identifier: MIT
"""Search loops in C and Cython. They know no names, no clock, no signals and no threads."""
