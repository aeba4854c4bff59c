# SPDX-License-Identifier: MIT
"""Strategies: machines that take turns at one question."""
