# SPDX-License-Identifier: MIT
"""Solutions of least cost: branch and bound with Lagrangian prices."""
