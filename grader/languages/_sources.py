"""Bytes of a source file -> UTF-8: what languages use of `grader.encoding`."""

from __future__ import annotations

from grader.encoding import as_text, as_utf8

__all__ = ["as_text", "as_utf8"]
