# SPDX-License-Identifier: MIT
"""Check the links of the built pages, without network: `python docs/extensions/links.py docs/_build/html`.

A link into the pages must lead to a file that is there, and to an anchor that is in it. Other links cannot be followed
where there is no network: they must be https with the name of a host, and are listed, for somebody to look at. The exit
code is 1 if a link is wrong, or if there are no pages.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.anchors.update(given[name] for name in ("id", "name") if name in given)
        self.links += [given[name] for name in ("href", "src") if name in given and tag != "meta"]


def faults(folder: Path, outside: dict[str, set[str]]) -> Iterator[str]:
    """A line for each link that is wrong; links to other hosts go into `outside`, with the pages that have them."""
    pages = {file.resolve(): Page(file) for file in folder.rglob("*.html")}
    if not pages:
        yield f"{folder}: there are no pages"
    for file, page in pages.items():
        name = str(file.relative_to(folder.resolve()))
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc:
                outside[link].add(name)
                if parts.scheme != "https" or "." not in parts.netloc:
                    yield f"{name}: {link}: not an https address of a host"
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                yield f"{name}: {link}: there is no such file"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}: {link}: there is no such anchor"


def main(folder: str) -> int:
    outside: dict[str, set[str]] = defaultdict(set)
    wrong = sorted(set(faults(Path(folder), outside)))
    for fault in wrong:
        print(fault, file=sys.stderr)
    for link, names in sorted(outside.items()):
        print(f"not followed: {link} ({len(names)} pages, {min(names)})")
    print(f"{len(wrong)} wrong links, {len(outside)} that lead elsewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
