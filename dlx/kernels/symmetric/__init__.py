# SPDX-License-Identifier: MIT
"""Counting by layers: states that a symmetry of the problem maps to each other are one."""
