# SPDX-License-Identifier: MIT
"""Files, forks, signals, terminals: the surroundings of a program. Nothing here knows a problem."""
