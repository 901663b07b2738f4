"""Clients without a screen: they ask for a page, stay connected as a browser does, and keep the texts they are sent."""

import asyncio
import re
import time
import uuid
from typing import Any

import aiohttp
import socketio

CLIENT = re.compile(r"'client_id': '([^']+)'")


class Watcher:
    """One visitor on one page."""

    def __init__(self, address: str, path: str) -> None:
        self._address, self._path = address, path
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("update", self._updated)
        self._texts: list[str] = []
        self._new = asyncio.Event()
        self.opened = 0.0
        """Seconds until the page had come and the connection stood."""

    async def open(self) -> None:
        """Ask for the page and connect."""
        began = time.monotonic()
        async with aiohttp.ClientSession() as session, session.get(self._address + self._path) as answer:
            assert answer.status == 200, answer.status
            page = await answer.text()
        self._texts.append(page)
        found = CLIENT.search(page)
        assert found is not None
        words = {"client_id": found[1], "tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4()),
                 "next_message_id": "0", "implicit_handshake": "true"}  # fmt: skip
        query = "&".join(f"{key}={value}" for key, value in words.items())
        await self._socket.connect(
            f"{self._address}?{query}", socketio_path="/_nicegui_ws/socket.io", transports=["websocket"]
        )
        self.opened = time.monotonic() - began

    async def sees(self, text: str) -> float:
        """Wait until a text is there; when it was."""
        while not any(text in one for one in self._texts):
            self._new.clear()
            await self._new.wait()
        return time.monotonic()

    async def close(self) -> None:
        """Leave."""
        await self._socket.disconnect()

    def _updated(self, message: Any) -> None:
        self._texts.append(str(message))
        self._new.set()
