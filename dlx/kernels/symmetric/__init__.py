# SPDX-License-Identifier: MIT
"""Dancing links: any problem, of any size; with multiplicities too."""
