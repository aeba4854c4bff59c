# SPDX-License-Identifier: MIT
"""Problems as immutable values: items, options, colors, multiplicities and costs. Nothing here searches."""
