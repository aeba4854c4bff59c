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
import socket
import struct
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from ipaddress import ip_address

ALL_ADDRESSES = {"0.0.0.0", "::"}
FAR = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # documentation's addresses: beyond every network of a machine
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
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


def network_addresses(host: str) -> list[str]:
    """Return the addresses under which other machines reach a server that listens on `host`, the likeliest first.

    With "0.0.0.0" or "::" these are the addresses of this machine in its networks; none without a network.

    >>> network_addresses("192.0.2.7"), network_addresses("127.0.0.1")
    (['192.0.2.7'], [])
    """
    listed = _own_addresses(host) if host in ALL_ADDRESSES else [host]
    usable = (address for address in listed if not _is_local(address))
    return list(dict.fromkeys(usable))


def _is_local(text: str) -> bool:
    address = ip_address(text)
    return address.is_loopback or address.is_link_local or address.is_unspecified


def _own_addresses(every: str) -> Iterator[str]:
    """Yield addresses of this machine: of the way out, of its name, of its interfaces. No packet is sent."""
    family = socket.AF_INET6 if ":" in every else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way_out:
        way_out.connect((FAR[every], 9))
        yield way_out.getsockname()[0]
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM):
            yield str(address[0]).partition("%")[0]
    if sys.platform == "linux" and family == socket.AF_INET:
        yield from _interface_addresses()


def _interface_addresses() -> Iterator[str]:
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as query:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                yield socket.inet_ntoa(ioctl(query, SIOCGIFADDR, struct.pack("256s", name.encode()))[20:24])
