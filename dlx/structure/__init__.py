# SPDX-License-Identifier: MIT
"""Facts about a problem that show without a search."""
