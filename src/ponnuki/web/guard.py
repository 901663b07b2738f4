"""Who may ask: every request passes here before anything else sees it, those of open connections (WebSocket) too.

- The host that is asked for must be ours: a foreign name that leads here (DNS rebinding) gets nothing.
- A request that another site's page makes, which the browser says by `Origin`, gets nothing.
- Where a token is demanded, its digest is in a cookie that scripts cannot read; `/login` takes the token and sets it.
  Both are compared in constant time.
- What is sent to us has a limit.

Answers tell the browser to load nothing from anywhere else, so that no page of ours can, whatever is in it.
"""

import hashlib
import hmac
import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

COOKIE = "ponnuki_token"
LOGIN = "/login"
MOST_BYTES = 2_000_000
"""Of what one request may bring."""
LONGEST_LOGIN = 4000
HEADERS = {
    "content-security-policy": (
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'none'; form-action 'self'; "
        "base-uri 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
}
WRONG = "That is not the token."
LOGIN_PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>ponnuki</title>
<meta name=viewport content="width=device-width"><style>:root{{color-scheme:light dark}}
body{{font:16px system-ui,sans-serif;max-width:22rem;margin:18vh auto;padding:0 1rem;line-height:1.5}}
h1{{font-size:1.5rem}}label{{display:block}}[role=alert]{{color:#c2410c;font-weight:600}}
@media(prefers-color-scheme:dark){{body{{background:#121212}}[role=alert]{{color:#ff9e57}}}}
input,button{{font:inherit;width:100%;box-sizing:border-box;padding:.55rem .7rem;margin:.4rem 0;border-radius:4px}}
input{{border:1px solid #888}}button{{border:0;background:#0072b2;color:#fff;font-weight:600;cursor:pointer}}
:focus-visible{{outline:2px solid #0072b2;outline-offset:2px}}</style>
<h1>ponnuki</h1>{told}<form method=post action=/login><label>The token that the server printed when it was started
<input name=token type=password autofocus autocomplete=current-password></label><button>Enter</button></form>"""
HTML = [("content-type", "text/html; charset=utf-8")]


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: App, hosts: frozenset[str], token: str | None = None) -> None:
        self._app, self._hosts = app, hosts
        self._pass = None if token is None else digest(token)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if fault := self._fault(headers):
            await _refuse(scope, send, 403, fault)
        elif self._pass is not None and not self._is_known(headers):
            await self._ask_for_token(headers, scope, receive, send)
        elif _length(headers) > MOST_BYTES:
            await _refuse(scope, send, 413, "too much at once")
        else:
            await self._app(scope, _limited(receive), _with_headers(send))

    def _fault(self, headers: dict[str, str]) -> str:
        """What is wrong with where a request comes from, or which name it asks for."""
        asked = headers.get("host", "")
        if not self._is_our_name(host_name(asked)):
            return "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != asked.lower():
            return "another site's page may not ask here"
        return ""

    def _is_our_name(self, name: str) -> bool:
        """Names that we know; where we do not listen to this machine alone, any address as a number too, which no
        foreign name server can give out as its own."""
        return name in self._hosts or (self._pass is not None and _is_address(name))

    def _is_known(self, headers: dict[str, str]) -> bool:
        cookies = [part.strip().partition("=") for part in headers.get("cookie", "").split(";")]
        return any(name == COOKIE and _same(value, self._pass or "") for name, _, value in cookies)

    async def _ask_for_token(self, headers: dict[str, str], scope: Message, receive: Receive, send: Send) -> None:
        """The page that asks for it, or the cookie for who has it."""
        if scope["type"] != "http" or scope["path"] != LOGIN:
            if _wants_page(scope, headers):
                await _answer(send, 303, "", [("location", LOGIN)])
            else:
                await _refuse(scope, send, 401, "no token")
            return
        if scope["method"] == "POST":
            given = parse_qs((await _body(receive)).decode("utf-8", "replace")).get("token", [""])[0]
            if _same(digest(given), self._pass or ""):
                cookie = f"{COOKIE}={self._pass}; HttpOnly; SameSite=Strict; Path=/"
                await _answer(send, 303, "", [("location", "/"), ("set-cookie", cookie)])
                return
            await _answer(send, 401, LOGIN_PAGE.format(told=f"<p role=alert>{WRONG}</p>"), HTML)
            return
        await _answer(send, 200, LOGIN_PAGE.format(told=""), HTML)


def digest(token: str) -> str:
    """What a browser keeps of a token."""
    return hashlib.sha256(f"ponnuki {token}".encode()).hexdigest()


def our_names(host: str) -> frozenset[str]:
    """By which names we may be asked for when we listen to a host."""
    local = {"localhost", "127.0.0.1", "::1"}
    return frozenset(local if is_local(host) else local | {host.lower(), socket.gethostname().lower()})


def is_local(host: str) -> bool:
    """Whether only this machine can reach us there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def host_name(text: str) -> str:
    """The name in a `Host` header, without a port."""
    try:
        return (urlsplit(f"//{text}").hostname or "").lower()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _wants_page(scope: Message, headers: dict[str, str]) -> bool:
    """Whether a browser asks for something to look at."""
    is_page = scope["path"] == "/" or "text/html" in headers.get("accept", "")
    return scope["type"] == "http" and scope["method"] == "GET" and is_page


def _length(headers: dict[str, str]) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isdecimal() and len(text) < 20 else MOST_BYTES + 1


def _limited(receive: Receive) -> Receive:
    """What comes without saying how much it will be ends at the limit."""
    got = 0

    async def counted() -> Message:
        nonlocal got
        message = await receive()
        if message["type"] == "http.request":
            got += len(message.get("body", b""))
            if got > MOST_BYTES:
                return {"type": "http.disconnect"}
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", []), *added]}
        await send(message)

    return sent


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more and len(body) < LONGEST_LOGIN:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body[:LONGEST_LOGIN]


async def _refuse(scope: Message, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    await _answer(send, status, why, [("content-type", "text/plain; charset=utf-8")])


async def _answer(send: Send, status: int, text: str, headers: list[tuple[str, str]]) -> None:
    told = [
        (name.encode(), value.encode()) for name, value in [*headers, *HEADERS.items(), ("cache-control", "no-store")]
    ]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": text.encode()})
