# SPDX-License-Identifier: MIT
"""Pictures: shapes, files, matrices and search trees."""
