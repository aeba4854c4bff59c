# SPDX-License-Identifier: MIT
"""Pictures of puzzles."""
