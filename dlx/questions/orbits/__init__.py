# SPDX-License-Identifier: MIT
"""Solutions up to symmetry: groups, their representatives and Burnside's mean."""
