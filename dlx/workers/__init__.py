# SPDX-License-Identifier: MIT
"""The same questions on many workers: threads, processes or a cluster."""
