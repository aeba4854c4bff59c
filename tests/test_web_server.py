# SPDX-License-Identifier: MIT
"""The page's server: slow, many, vanished and foreign clients, and its limits at their exact values."""

import json
import logging
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

pytest.importorskip("flask", reason="the page is an extra: pip install 'dlx-engine[web]'")
pytest.importorskip("waitress")

from flask import request
from waitress import wasyncore

import sudoku
from dlx.system.calloff import CalledOff
from dlx.system.forks import _import_all
from sudoku.web import answers, app, hosts, server, setting, turns
from sudoku.web.body import BOARDS

ROOT = Path(__file__).parent.parent
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LARGE = "." * 256
LONG = 60  # seconds; a busy machine must not fail a test


def long_search():
    """Return a 16x16 puzzle whose second solution takes long to find."""
    rng = random.Random(4)
    full = sudoku.solve(LARGE, board=BOARDS["4x4"], seed=4)
    return "".join(digit if rng.random() < 0.33 else "." for digit in full)


@pytest.fixture
def start():
    """Return a function that starts the server of an application and returns its port."""
    running = []

    def start(application):
        listening = socket.create_server(("127.0.0.1", 0))
        serving = server.serve(application, listening)
        thread = threading.Thread(target=serving.run, daemon=True)
        thread.start()
        running.append((serving, thread))
        start.server = serving
        return listening.getsockname()[1]

    yield start
    for serving, thread in running:
        with serving.trigger.lock:  # else the loop, awake for another reason, may close the pipe before we write to it
            serving.trigger.thunks.append(lambda serving=serving: wasyncore.close_all(serving._map))
            serving.trigger._physical_pull()
        thread.join(LONG)
        serving.task_dispatcher.shutdown()


def answer_of(port, method="GET", path="/", body=None, **headers):
    """Return status, headers and body."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONG)) as connection:
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, body if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, response.headers, response.read()


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=LONG)


def posted(port, name, **fields):
    """Return a connection that has sent a query."""
    connection = connected(port)
    body = json.dumps(fields).encode()
    head = f"POST /api/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def waited(condition):
    """Wait until a condition holds; return False if it does not in time."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


# --- slow clients, and many of them


def test_the_page_comes_behind_connections_that_drip(start):
    port = start(app.create_app())
    with ExitStack() as stack:
        slow = [stack.enter_context(connected(port)) for _ in range(150)]
        for round in range(3):
            for connection in slow:
                with suppress(OSError):  # the server dropped it
                    connection.sendall(b"GET / HTTP/1.1\r\nX: "[4 * round : 4 * round + 4])
            assert answer_of(port)[0] == 200
        assert waited(lambda: len(start.server.active_channels) <= server.MOST_KEPT_CONNECTIONS)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n",
    ],
    ids=["nothing", "headers", "body"],
)
def test_a_request_has_its_time_however_it_drips(start, monkeypatch, begun):
    monkeypatch.setattr(server, "PATIENCE_SECONDS", 0.5)
    port = start(app.create_app())
    with connected(port) as connection:
        connection.sendall(begun)
        connection.settimeout(0.05)
        end, closed = time.monotonic() + LONG, False
        while not closed and time.monotonic() < end:
            try:
                connection.sendall(b"x" if begun else b"")
                closed = connection.recv(100) == b""
            except TimeoutError:
                continue
            except OSError:
                closed = True
        assert closed


def test_a_connection_has_that_time_after_each_answer(start, monkeypatch):
    monkeypatch.setattr(server, "PATIENCE_SECONDS", 5)
    port = start(app.create_app())
    with closing(HTTPConnection("127.0.0.1", port, timeout=LONG)) as connection:
        connection.request("GET", "/")
        connection.getresponse().read()
        (channel,) = start.server.active_channels.values()
        assert waited(lambda: channel.answered)
        assert channel.waits_since == channel.answered > channel.creation_time


def test_answers_that_no_one_reads_do_not_stay(start, monkeypatch):
    monkeypatch.setattr(server, "PATIENCE_SECONDS", 1)
    port = start(app.create_app())
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000)
        assert waited(lambda: any(channel.answered for channel in [*start.server.active_channels.values()]))
        assert waited(lambda: not start.server.active_channels)
    assert answer_of(port)[0] == 200


def test_questions_under_way_are_not_dropped_for_others(start, monkeypatch):
    entered, go_on = threading.Event(), threading.Event()

    def slow(body):
        entered.set()
        assert go_on.wait(LONG)
        return {"words": "done"}

    monkeypatch.setitem(answers.ANSWERS, "solve", slow)
    port = start(app.create_app())
    with ExitStack() as stack:
        question = stack.enter_context(posted(port, "solve"))
        assert entered.wait(LONG)
        for _ in range(server.MOST_KEPT_CONNECTIONS + 30):
            stack.enter_context(connected(port))
        assert answer_of(port)[0] == 200
        go_on.set()
        assert b"200 OK" in question.recv(1000)


def test_nothing_is_said_where_many_come(start, monkeypatch, caplog):
    go_on = threading.Event()
    monkeypatch.setitem(answers.ANSWERS, "solve", lambda body: {"words": str(go_on.wait(LONG))})
    port = start(app.create_app(at_once=1))
    with caplog.at_level(logging.INFO), ExitStack() as stack:
        for _ in range(server.MOST_OPEN_CONNECTIONS + 20):
            stack.enter_context(posted(port, "solve"))
        assert waited(lambda: len(start.server.task_dispatcher.queue) > 50)
        go_on.set()
        assert waited(lambda: not start.server.task_dispatcher.queue)
    assert not [record for record in caplog.records if record.name.startswith("waitress")]


def test_what_is_too_large_is_refused_in_json(start):
    port = start(app.create_app())
    for size in (app.LARGEST_REQUEST_BYTES - 2, app.LARGEST_REQUEST_BYTES - 1, 2 * app.LARGEST_REQUEST_BYTES, 300_000):
        with suppress(ConnectionError, BrokenPipeError):
            status, headers, body = answer_of(port, "POST", "/api/solve", "x" * size)
            assert status == (413 if size + 2 > app.LARGEST_REQUEST_BYTES else 400)
            assert headers["Content-Type"] == "application/json" and headers["X-Content-Type-Options"] == "nosniff"
            if status == 413:
                assert headers["Connection"] == "close"  # the rest of the request is not read
                assert json.loads(body) == {"error": "the request is larger than 65,536 bytes"}
    status, headers, body = answer_of(port, X="x" * 20_000)
    assert status == 431 and "larger than 16,384 bytes" in json.loads(body)["error"]
    with connected(port) as connection:
        connection.sendall(b"nonsense\x00 : / ?\r\n\r\n")
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
        assert b" 400 " in head and json.loads(body)["error"].startswith("bad request: ")
    client = app.create_app().test_client()
    response = client.post("/api/solve", data=b"x" * 70_000, content_type="application/json")
    assert response.json == {"error": "the request is larger than 65,536 bytes"}
    assert client.post("/api/solve", data=b"", content_type="application/json").json == {
        "error": "the request is not valid JSON; send a JSON object"
    }


# --- abandoned queries


@pytest.mark.parametrize(
    ("name", "board", "puzzle"),
    [
        ("solve", "4x4", "long"),
        ("check", "4x4", LARGE),
        ("check", "3x3", HARD),
        ("candidates", "4x4", LARGE),
        ("hint", "4x4", LARGE),
        ("rate", "3x3", HARD),
        ("feedback", "4x4", LARGE),
        ("generate", "4x4", None),
        ("generate", "3x3", None),
    ],
)
def test_a_question_ends_when_its_client_goes(start, monkeypatch, name, board, puzzle):
    monkeypatch.setattr(answers, "QUERY_SECONDS", dict.fromkeys(answers.QUERY_SECONDS, 10**6))
    real, entered, ended = answers.ANSWERS[name], threading.Event(), []

    def watched(body):
        gone = request.environ["waitress.client_disconnected"]
        assert not gone()
        entered.set()
        assert waited(gone)
        try:
            real(body)
        except Exception as error:
            ended.append(type(error))
            raise

    monkeypatch.setitem(answers.ANSWERS, name, watched)
    port = start(app.create_app(at_once=1))
    puzzle = long_search() if puzzle == "long" else puzzle
    with posted(port, name, board=board, puzzle=puzzle, values=puzzle, kind="true", level="expert"):
        assert entered.wait(LONG)
    assert waited(lambda: ended)
    assert ended == [CalledOff]
    monkeypatch.setitem(answers.ANSWERS, name, real)
    assert waited(lambda: answer_of(port, "POST", "/api/solve", {"board": "3x3", "puzzle": EASY})[0] == 200)


def test_five_questions_asked_one_after_the_other_lock_no_one_out(start, monkeypatch):
    """Each query is dropped when the next one arrives, and none is searched to the end."""
    monkeypatch.setattr(answers, "QUERY_SECONDS", dict.fromkeys(answers.QUERY_SECONDS, 10**6))
    entered = threading.Semaphore(0)

    def endless(body, real=answers.solve):
        entered.release()
        return real(body)

    monkeypatch.setitem(answers.ANSWERS, "solve", endless)
    port, puzzle = start(app.create_app()), long_search()
    for _ in range(5):
        with posted(port, "solve", board="4x4", puzzle=puzzle):
            assert entered.acquire(timeout=LONG)
    status, _, body = answer_of(port, "POST", "/api/check", {"board": "3x3", "puzzle": EASY})
    assert status == 200 and json.loads(body)["status"] == "unique"


def test_a_question_that_waits_for_a_thread_is_dropped_too(start, monkeypatch):
    entered, go_on = [], threading.Event()

    def slow(body):
        entered.append(body.fields["k"])
        assert go_on.wait(LONG)
        return {}

    monkeypatch.setitem(answers.ANSWERS, "solve", slow)
    port, most = start(app.create_app()), server.SERVER_THREADS
    with ExitStack() as running:
        for k in range(most):
            running.enter_context(posted(port, "solve", k=k))
        assert waited(lambda: len(entered) == most)
        with ExitStack() as waiting:
            for k in range(most, 2 * most):
                waiting.enter_context(posted(port, "solve", k=k))
            assert waited(lambda: len(start.server.task_dispatcher.queue) == most)
        assert waited(lambda: len(start.server.active_channels) == most)
        go_on.set()
        assert waited(lambda: not start.server.task_dispatcher.queue)
    assert waited(lambda: answer_of(port, "POST", "/api/solve", {"k": "last"})[0] == 200)
    assert sorted(entered[:-1]) == list(range(most)) and entered[-1] == "last"


HARD_QUESTIONS = (  # each needs a turn on any machine
    ("solve", {"board": "4x4", "puzzle": "long"}),
    ("candidates", {"board": "4x4", "puzzle": LARGE, "kind": "true"}),
    ("feedback", {"board": "4x4", "puzzle": LARGE, "rules": {"variants": ["anti-king", "anti-knight"]}}),
    ("rate", {"board": "3x3", "puzzle": HARD}),
    ("check", {"board": "3x3", "puzzle": "." * 81}),
)


def until_answered(port, name, fields):
    """Send a query as the page does, until it has an answer; return the answer and the number of tries."""
    for tries in range(1, 10_000):
        status, headers, body = answer_of(port, "POST", f"/api/{name}", fields)
        if status != 503:
            return status, json.loads(body), tries
        assert json.loads(body)["place"] >= 1
        time.sleep(0.02 * int(headers["Retry-After"]))
    return None


def test_fifty_clients_at_once_each_have_their_answer(start, monkeypatch):
    """Forty hard queries and ten easy ones; the latter are answered at their first try."""
    monkeypatch.setattr(answers, "QUERY_SECONDS", dict.fromkeys(answers.QUERY_SECONDS, 0.3))
    monkeypatch.setattr(setting, "FEEDBACK_SECONDS", 0.3)
    monkeypatch.setattr(turns, "TRIAL_SECONDS", 0.02)
    port, long = start(app.create_app()), long_search()
    queries = []
    for k in range(40):
        name, fields = HARD_QUESTIONS[k % len(HARD_QUESTIONS)]
        fields = fields | ({"puzzle": long} if fields["puzzle"] == "long" else {})
        queries.append((name, {**fields, "page": f"visitor {k}"}))
    easy = [("read", {"text": EASY}), ("candidates", {"board": "3x3", "puzzle": EASY})] * 5
    with ThreadPoolExecutor(50) as pool:
        asked = [pool.submit(until_answered, port, *query) for query in [*queries, *easy]]
        found = [future.result(timeout=5 * LONG) for future in asked]
    assert [status for status, _, _ in found] == [200] * 50
    assert [tries for _, _, tries in found[40:]] == [1] * 10
    assert all(answer.get("status") for _, answer, _ in found[:40])


# --- hosts and origins


OURS = ("localhost", "LocalHost:1", "localhost.:8729", "127.0.0.1", "127.0.0.1:8729", "127.3.2.1", "[::1]", "[::1]:80")
OTHERS = (
    "evil.example",
    "evil.example:8729",
    "localhost.evil.example",
    "evil.example:localhost",
    "127.0.0.1.evil.example",
    "127.0.0.1@evil.example",
    "localhost/",
    "localhost:8729:80",
    "localhost:123456",
    "[::1",
    "[localhost]",
    "192.0.2.1",
    "[2001:db8::1]:80",
    "0.0.0.0",
    "",
    " ",
)


@pytest.mark.parametrize("host", OURS)
def test_our_hosts(host):
    client = app.create_app().test_client()
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", OTHERS)
def test_other_hosts(host):
    client = app.create_app().test_client()
    paths = ("/", "/static/page.js", "/no")
    responses = [client.get(path, headers={"Host": host}) for path in paths]
    for response in (*responses, client.post("/api/solve", headers={"Host": host}, json={})):
        assert response.status_code == 421
        assert "--allow-host" in response.json["error"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_hosts_that_were_named():
    def code(host, *hosts):
        return app.create_app(hosts=hosts).test_client().get("/", headers={"Host": host}).status_code

    assert code("nas.lan:80", "NAS.lan.") == 200 and code("x.nas.lan", "nas.lan") == 421
    assert code("192.0.2.1:80", "192.0.2.1") == 200 and code("192.0.2.2", "192.0.2.1") == 421
    assert code("[2001:DB8:0::1]", "2001:db8::1") == 200
    for every in ("0.0.0.0", "::"):
        assert code("192.0.2.1", every) == code("[2001:db8::1]", every) == 200
        assert code("evil.example", every) == 421
    assert code("evil.example", "*") == 200
    with pytest.raises(TypeError, match="give a list of names"):
        app.create_app(hosts="nas.lan")


def test_hosts_over_a_socket(start):
    port = start(app.create_app())
    assert answer_of(port)[0] == answer_of(port, Host=f"localhost:{port}")[0] == 200
    status, _, body = answer_of(port, "POST", "/api/solve", {"board": "3x3", "puzzle": EASY}, Host="evil.example")
    assert status == 421 and "this host is not one" in json.loads(body)["error"]
    assert answer_of(port, Host="evil.example")[0] == 421


SERVE = (
    "import argparse, sys; from sudoku.terminal.commands import serve;"
    "parser = argparse.ArgumentParser(); serve.add(parser);"
    "sys.exit(serve.run(parser.parse_args(sys.argv[1:])))"
)


def serving(*arguments):
    command = [sys.executable, "-c", SERVE, "--port", "0", *arguments]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": ROOT}
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, **settings)


def served(*arguments, hosts):
    """Return the command's standard error, and the status of a request for each host."""
    with serving(*arguments) as process:
        try:
            port = int(re.search(r":(\d+)/$", process.stdout.readline().strip())[1])
            found = [answer_of(port, Host=host)[0] for host in hosts]
            process.send_signal(signal.SIGINT)
            return process.communicate(timeout=LONG)[1], found
        finally:
            process.kill()


def test_the_command_warns_where_others_reach_it():
    warning = "every machine on the network can use it too"
    err, found = served("--allow-host", "nas.lan", hosts=["localhost", "nas.lan:80", "192.0.2.1", socket.gethostname()])
    assert warning not in err
    assert found[:3] == [200, 200, 421] and (found[3] == 421 or socket.gethostname() == "localhost")
    err, found = served("--host", "0.0.0.0", hosts=["localhost", "192.0.2.1", socket.gethostname(), "evil.example"])
    assert warning in err
    assert found == [200, 200, 200, 421]


def test_the_command_prints_the_addresses_for_a_phone():
    with serving("--host", "0.0.0.0") as process:
        try:
            assert "the page is ready" in process.stderr.readline()
            warning = process.stderr.readline()
            for address in re.findall(r"http://\S+/", warning):
                host, port = re.fullmatch(r"http://(\S+):(\d+)/", address).groups()
                with closing(HTTPConnection(host, int(port), timeout=LONG)) as connection:
                    connection.request("GET", "/")
                    assert connection.getresponse().status == 200
            process.send_signal(signal.SIGINT)
            own, *others = process.communicate(timeout=LONG)[0].split()
        finally:
            process.kill()
    port = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", own)[1]
    assert others == [f"http://{address}:{port}/" for address in hosts.network_addresses("0.0.0.0")]
    ending = f"at {' or '.join(others)}" if others else "but this machine has no address in a network now"
    assert warning == f"sudoku: every machine on the network can use it too, {ending}\n"


def test_addresses_for_a_phone_are_none_of_this_machine_alone(monkeypatch):
    several = ["192.0.2.7", "127.0.1.1", "169.254.3.4", "10.0.0.8", "192.0.2.7", "::1", "fe80::1", "fd00::2"]
    monkeypatch.setattr(hosts, "_own_addresses", lambda every: iter(several))
    assert hosts.network_addresses("0.0.0.0") == ["192.0.2.7", "10.0.0.8", "fd00::2"]
    assert hosts.network_addresses("127.0.0.1") == hosts.network_addresses("::1") == []
    monkeypatch.undo()

    def unreachable(*arguments):
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    monkeypatch.setattr(socket, "getaddrinfo", unreachable)
    monkeypatch.setattr(socket, "if_nameindex", list)
    for every in ("0.0.0.0", "::"):
        assert hosts.network_addresses(every) == []


# --- the limits of the page, at their values


class Clock:
    """A clock that advances a twentieth of a second at every reading."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        self.now += 0.05
        return self.now


@pytest.mark.parametrize(
    ("name", "board", "puzzle", "seconds", "status"),
    [
        ("check", "4x4", LARGE, 2.5, "several"),
        ("candidates", "4x4", LARGE, 5, "stopped"),
        ("hint", "4x4", LARGE, 5, "stopped"),
        ("rate", "4x4", "one solution", 5, "time limit"),
        ("generate", "4x4", None, 10, "time limit"),
    ],
)
def test_seconds_of_a_question(monkeypatch, name, board, puzzle, seconds, status):
    if puzzle == "one solution":
        puzzle = sudoku.generate(1, board=sudoku.Board(4, 4)).puzzle
    clock = Clock()
    for package in ("dlx", "sudoku"):
        _import_all(package)
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").split(".")[0] in ("dlx", "sudoku") and hasattr(module, "perf_counter"):
            monkeypatch.setattr(module, "perf_counter", clock)
    fields = {"board": board, "puzzle": puzzle, "values": puzzle, "kind": "true", "level": "diabolical", "seed": 1}
    response = app.create_app().test_client().post(f"/api/{name}", json=fields)
    assert response.json["status"] == status
    assert 0.9 * seconds <= clock.now <= 2 * seconds + 1  # a tenth may be kept for ratings; not every reading checks


def test_seconds_of_a_search(monkeypatch):
    asked, real = [], answers.answer

    def watched(board, puzzle, limit, **limits):
        asked.append((limit, limits))
        return real(board, puzzle, limit, **limits)

    monkeypatch.setattr(answers, "answer", watched)
    app.create_app().test_client().post("/api/solve", json={"board": "3x3", "puzzle": EASY})
    assert asked == [(2, {"time_limit": 5.0})]


def test_what_browsers_may_do_with_the_page():
    client = app.create_app().test_client()
    for response in (client.get("/"), client.get("/no"), client.post("/api/solve", json={})):
        policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
        assert policy.pop("default-src") == policy.pop("frame-ancestors") == "'none'"
        assert policy.pop("base-uri") == policy.pop("form-action") == "'none'"
        assert set(policy.values()) == {"'self'"}
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response.headers["Referrer-Policy"] == "no-referrer"
