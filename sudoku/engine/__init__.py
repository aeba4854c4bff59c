# SPDX-License-Identifier: MIT
"""The engines: exact cover and backtracking, for one puzzle or many."""
