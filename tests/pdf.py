# SPDX-License-Identifier: MIT
"""PDF files, read through their table of places."""

import re
import zlib


def parsed(content):
    """Return the objects of a PDF file, read through its table of places, and the contents of its pages."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", content)[1])
    head, count, table = re.fullmatch(rb"(xref\n0 (\d+)\n)(.*?)trailer.*", content[start:], re.DOTALL).groups()
    lines = table.splitlines(keepends=True)
    assert head and len(lines) == int(count) and all(len(line) == 20 for line in lines)
    objects = []
    for number, line in enumerate(lines[1:], 1):
        place = int(line[:10])
        assert content[place:].startswith(b"%d 0 obj\n" % number)
        objects.append(content[place : content.index(b"\nendobj\n", place)])
    streams = [part.partition(b"stream\n")[2].removesuffix(b"\nendstream") for part in objects if b"stream\n" in part]
    assert [len(stream) for stream in streams] == [int(n) for n in re.findall(rb"/Length (\d+)", b"".join(objects))]
    return objects, [zlib.decompress(stream).decode() for stream in streams]


def texts(page):
    """Return the texts of a page's operators with the places where they begin."""
    found = re.findall(r"1 0 0 -1 (\S+) (\S+) Tm <([0-9a-f]*)>", page)
    return [(bytes.fromhex(letters).decode("cp1252"), float(x), float(y)) for x, y, letters in found]
