# SPDX-License-Identifier: MIT
"""One kernel at work: chosen, lent and driven."""
