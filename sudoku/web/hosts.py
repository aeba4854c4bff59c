# SPDX-License-Identifier: MIT
"""The names and addresses that the page serves, to compare with the `Host` that a browser sends.

The owner of another site can make its name resolve to 127.0.0.1 (DNS rebinding). To the browser its scripts then have
the same origin as our page, and only the `Host` they send, the name of that site, gives them away. So we serve a name
only if we know it. An address is safe, because no one can make it lead elsewhere.

    always                 localhost, 127.0.0.1 and all of 127.0.0.0/8, [::1]
    hosts={"nas.lan"}      that name, too; the port does not matter, it may belong to a tunnel
    hosts={"0.0.0.0"}      all addresses, as --host 0.0.0.0 listens on all addresses of this machine
    hosts={"*"}            everything, if a server in front checks the host
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address

ALL_ADDRESSES = {"0.0.0.0", "::"}
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^][:/@\s]+))(?::\d{1,5})?", re.IGNORECASE)


def normalize(name: str) -> str:
    """Return a name or address in normal form, for comparison.

    >>> normalize("NAS.lan."), normalize("0:0::1")
    ('nas.lan', '::1')
    """
    name = name.lower().removesuffix(".")
    try:
        return str(ip_address(name))
    except ValueError:
        return name


def is_own_host(header: str, hosts: Collection[str] = ()) -> bool:
    """Return whether this `Host` names this machine alone, or is one of `hosts` in normal form.

    >>> [is_own_host(header) for header in ("localhost:8729", "127.0.0.1", "[::1]:80", "evil.example", "192.0.2.1", "")]
    [True, True, True, False, False, False]
    >>> is_own_host("192.0.2.1:80", {"0.0.0.0"}), is_own_host("nas.lan", {"nas.lan"})
    (True, True)
    """
    found = _HOST.fullmatch(header)
    if found is None:
        return "*" in hosts
    name = normalize(found[1] or found[2])
    if name == "localhost" or not {name, "*"}.isdisjoint(hosts):
        return True
    try:
        return ip_address(name).is_loopback or not ALL_ADDRESSES.isdisjoint(hosts)
    except ValueError:
        return False
