# SPDX-License-Identifier: MIT
"""The command `sudoku serve`: serves the page from this machine to a browser.

    sudoku serve            http://127.0.0.1:8729/, for this machine alone
    sudoku serve --open     opens a browser as well
    sudoku serve --host 0.0.0.0     for the network; the next lines are the addresses for a phone

Waitress serves the page with a few threads and a bounded number of connections, and drops slow ones (web/server.py).
Flask's own server would start a thread for every connection that a client keeps open, and warns that it is only for
development. While fifty clients send the hardest requests at once, the page still loads in two seconds and the process
stays below 150 MB; behind 150 connections that are silent, or send a byte now and then, it loads at once.
"""

from __future__ import annotations

import argparse
import errno
import ipaddress
import socket
import sys
from importlib import import_module
from typing import Any

from dlx.terminal.exit_codes import ExitCode

HOST, PORT = "127.0.0.1", 8729  # the port: an 8, then the number of options of a Sudoku
EPILOG = """The page needs Flask and Waitress: pip install flask waitress.

examples:
  sudoku serve --open
  sudoku serve --port 0                            at any free port, which is printed
  sudoku serve --host 0.0.0.0 --port 8080          for every machine and phone on the network
  sudoku serve --host 0.0.0.0 --allow-host nas.lan     the same, also by that name

We refuse a request for an unknown host: a page of another site could otherwise
use this one by a name that leads here (DNS rebinding). Known hosts are localhost
and the address of --host; if other machines can reach the page, also the name of
this machine, and with 0.0.0.0 every address. Add a name with --allow-host.

exit codes: 2 bad usage, or the address cannot be used; 70 internal error; 130 Ctrl-C."""
NEEDED = {"flask", "waitress", "werkzeug", "jinja2"}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.epilog = EPILOG
    parser.add_argument("--host", default=HOST, metavar="ADDRESS", help=f"{HOST} by default: this machine alone")
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help=f"{PORT} by default; 0: any free port")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name under which a browser may reach the page; may be repeated",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def _port(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number of 0 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C and return the exit code. Raises ValueError, with a remedy, if that is impossible."""
    serve, create_app = _import_server()
    with _socket(args.host, args.port) as listening:
        server = serve(create_app(hosts=_hosts(args, listening)), listening)
        host, port = listening.getsockname()[:2]
        try:
            _greet(host, port)
            if args.open:
                _open(_address(host, port))
            server.run()  # returns on Ctrl-C
        except KeyboardInterrupt:
            pass
        finally:
            server.close()
    print("sudoku: the page is closed", file=sys.stderr)
    return ExitCode.INTERRUPTED


def _hosts(args: argparse.Namespace, listening: socket.socket) -> list[str]:
    """Return the names and addresses of the page; if other machines can reach it, also the names of this machine."""
    address, name = listening.getsockname()[0], socket.gethostname()
    names = [] if ipaddress.ip_address(address).is_loopback else [name, f"{name}.local"]
    return [args.host, address, *names, *args.allow_host]


def _import_server() -> tuple[Any, Any]:
    """Import the server and the application, which need the extra `web`."""
    try:
        import_module("waitress")
        from ...web.app import create_app
        from ...web.server import serve
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        raise ValueError(f"the page needs {error.name.title()}; pip install flask waitress") from None
    return serve, create_app


def _socket(host: str, port: int) -> socket.socket:
    """Return a bound socket. We create it because Waitress leaves its own open if binding fails."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError):
        raise ValueError(f"--host {host!r} is not an address") from None
    except OSError as error:
        raise ValueError(_reason(host, port, error)) from None


def _reason(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use; choose another with --port, or --port 0 for any free port"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"port {port} needs more rights than you have; choose 1024 or more with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host {host!r} is not an address of this machine"
    return f"cannot listen at {host}, port {port}: {error.strerror or error}"


def _address(host: str, port: int) -> str:
    """
    >>> _address("::1", 80), _address("0.0.0.0", 8729)
    ('http://[::1]:80/', 'http://127.0.0.1:8729/')
    """
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _greet(host: str, port: int) -> None:
    from ...web.hosts import network_addresses

    local = _address(host, port)
    shared = [_address(address, port) for address in network_addresses(host)]
    print(*dict.fromkeys([local, *shared]), sep="\n", flush=True)
    print("sudoku: the page is ready; Ctrl-C closes it", file=sys.stderr)
    if not ipaddress.ip_address(host).is_loopback:
        where = f"at {' or '.join(shared)}" if shared else "but this machine has no address in a network now"
        print(f"sudoku: every machine on the network can use it too, {where}", file=sys.stderr)
    sys.stderr.flush()


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        print("sudoku: no browser could be opened", file=sys.stderr)
