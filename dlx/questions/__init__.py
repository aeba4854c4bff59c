# SPDX-License-Identifier: MIT
"""The questions that a problem answers, one a file."""
