# SPDX-License-Identifier: MIT
"""Streams without an end."""

import io


class Endless(io.RawIOBase):
    """A stream of equal bytes without an end."""

    def __init__(self, first, unit):
        self.first, self.unit, self.taken = first, unit, 0

    def readable(self):
        return True

    def readinto(self, room):
        piece = (self.first or self.unit * (len(room) // len(self.unit)))[: len(room)]
        self.first = b""
        room[: len(piece)] = piece
        self.taken += len(piece)
        return len(piece)
