# SPDX-License-Identifier: MIT
"""A search that learns from dead ends, and the steps that it is made of."""
