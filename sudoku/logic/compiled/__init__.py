# SPDX-License-Identifier: MIT
"""The techniques once more, compiled: they find the easiest technique of a grid quickly, but have no words for it."""
