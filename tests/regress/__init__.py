# SPDX-License-Identifier: MIT
"""Fixed bugs, each as the smallest case that showed it."""
