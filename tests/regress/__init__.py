# SPDX-License-Identifier: MIT
"""Faults that were found and mended, each as the smallest case that showed it."""
