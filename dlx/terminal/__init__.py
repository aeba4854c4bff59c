# SPDX-License-Identifier: MIT
"""The command `dlx`."""
