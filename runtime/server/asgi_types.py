"""The types of ASGI's calls."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

type Scope = dict[str, Any]
type Message = Mapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Application = Callable[[Scope, Receive, Send], Awaitable[None]]
