"""Who gets an answer: by the name they ask for, where they come from, what they know and how much they send."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from ponnuki.errors import BadInput
from ponnuki.web.guard import COOKIE, HEADERS, MOST_BYTES, Guard, digest, our_names
from ponnuki.web.server import checked_token, listening

TOKEN = "a token that is long enough"
HERE = "127.0.0.1:8321"


async def behind(scope: Any, receive: Any, send: Any) -> None:
    """What the guard protects: it takes all that is sent, and says yes."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    got, more = 0, True
    while more:
        message = await receive()
        more = message["type"] == "http.request" and message.get("more_body", False)
        got += len(message.get("body", b""))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"yes {got}".encode()})


def ask(
    headers: Mapping[str, str], host: str = "127.0.0.1", token: str | None = None, path: str = "/", method: str = "GET",
    kind: str = "http", body: tuple[bytes, ...] = (b"",),
) -> tuple[int | str, dict[str, str], str]:  # fmt: skip
    """The status or what became of the connection, headers and body."""
    said: list[Any] = []
    parts = [{"type": "http.request", "body": one, "more_body": i < len(body) - 1} for i, one in enumerate(body)]

    async def receive() -> Any:
        return parts.pop(0)

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": kind, "path": path, "method": method,
             "headers": [(name.encode(), value.encode()) for name, value in headers.items()]}  # fmt: skip
    asyncio.run(Guard(behind, our_names(host), token)(scope, receive, send))
    if kind == "websocket":
        return said[0]["type"], {}, ""
    about = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return said[0]["status"], about, b"".join(one.get("body", b"") for one in said[1:]).decode()


def test_a_page_of_this_machine_is_served_and_told_to_load_nothing_from_elsewhere() -> None:
    status, headers, body = ask({"host": HERE})
    assert (status, body) == (200, "yes 0")
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "default-src 'self'" in headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_a_foreign_name_that_leads_here_gets_nothing(host: str, kind: str) -> None:
    assert ask({"host": host}, kind=kind)[0] in (403, "websocket.close")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://localhost:8321"])
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_the_page_of_another_site_gets_nothing(origin: str, kind: str) -> None:
    assert ask({"host": HERE, "origin": origin}, kind=kind)[0] in (403, "websocket.close")


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_our_own_page_may_ask(kind: str) -> None:
    assert ask({"host": HERE, "origin": f"http://{HERE}"}, kind=kind)[0] in (200, "websocket.accept")


@pytest.mark.parametrize("cookie", ["", f"{COOKIE}=", f"{COOKIE}={TOKEN}", f"{COOKIE}={digest('another')}", "x=y; z"])
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_without_the_token_nothing_is_answered(cookie: str, kind: str) -> None:
    headers = {"host": "10.0.0.1:8321", "cookie": cookie}
    assert ask(headers, "0.0.0.0", TOKEN, "/run/1", kind=kind)[0] in (401, "websocket.close")
    for path, accept in (("/", "*/*"), ("/run/1", "text/html,application/xhtml+xml")):
        status, about, body = ask(headers | {"accept": accept}, "0.0.0.0", TOKEN, path)
        assert (status, about["location"], body) == (303, "/login", "")


def test_who_has_the_token_gets_a_cookie_that_scripts_cannot_read() -> None:
    headers = {"host": "10.0.0.1:8321"}
    form = (b"token=a+token+that+", b"is+long+enough")
    status, given, _ = ask(headers, "0.0.0.0", TOKEN, "/login", "POST", body=form)
    assert (status, given["location"]) == (303, "/")
    assert "HttpOnly" in given["set-cookie"]
    assert "SameSite=Strict" in given["set-cookie"]
    assert TOKEN not in given["set-cookie"]
    cookie = {"cookie": "other=1; " + given["set-cookie"].split(";")[0]}
    assert ask(headers | cookie, "0.0.0.0", TOKEN, "/run/1")[0] == 200
    assert ask(headers | cookie, "0.0.0.0", TOKEN, kind="websocket")[0] == "websocket.accept"


@pytest.mark.parametrize("form", [b"", b"token=", b"token=wrong", b"\xff\xfe", b"token=" + b"x" * 10_000])
def test_a_wrong_token_gets_no_cookie(form: bytes) -> None:
    status, headers, body = ask({"host": "10.0.0.1"}, "0.0.0.0", TOKEN, "/login", "POST", body=(form,))
    assert status == 401
    assert "That is not the token." in body
    assert "set-cookie" not in headers


def test_too_much_at_once_is_refused_whether_it_is_announced_or_not() -> None:
    assert ask({"host": HERE, "content-length": str(MOST_BYTES + 1)}, method="POST")[0] == 413
    assert ask({"host": HERE, "content-length": "much"}, method="POST")[0] == 413
    status, _, body = ask({"host": HERE}, method="POST", body=(b"x" * MOST_BYTES, b"y", b"z" * MOST_BYTES))
    assert (status, body) == (200, f"yes {MOST_BYTES}")


def test_this_machine_needs_no_token_and_others_always_do() -> None:
    assert [checked_token(host, None) for host in ("127.0.0.1", "localhost", "::1")] == [None] * 3
    drawn = {checked_token(host, None) or "" for host in ("0.0.0.0", "::", "192.168.0.7", "somewhere.example")}
    assert len(drawn) == 4
    assert min(map(len, drawn)) >= 32
    with pytest.raises(BadInput, match="at least 16 characters"):
        checked_token("0.0.0.0", "short")


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70000), ("127.0.0.1", -1), ("no.such.host.invalid", 0)])
def test_where_one_cannot_listen_is_one_line(host: str, port: int) -> None:
    with pytest.raises(BadInput) as caught:
        listening(host, port)
    assert "\n" not in str(caught.value)


def test_a_port_that_is_taken_is_one_line() -> None:
    with listening("127.0.0.1", 0) as taken, pytest.raises(BadInput, match="name another --host or --port"):
        listening("127.0.0.1", taken.getsockname()[1])
