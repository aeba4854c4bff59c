# SPDX-License-Identifier: MIT
"""The commands of `dlx`. Each is a function of the parsed arguments that returns the exit code (see cli.py)."""
