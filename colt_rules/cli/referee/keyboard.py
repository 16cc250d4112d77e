"""The keys of a terminal, one by one, and its resize events.

``click.getchar`` waits only for a key, so the screen would not be redrawn after a resize until the next key. Drawing in
the signal handler would be worse: it can interrupt another draw.
"""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

INTERRUPT, END = "\x03", "\x04"
"""The characters of Ctrl-C and Ctrl-D in raw mode."""

Waiting = Callable[[], str]
"""Waits for a key and returns it; returns an empty text if the screen has to be redrawn first.

Raises EOFError at the end of input.
"""


@contextmanager
def keyboard() -> Iterator[Waiting]:
    """Put the terminal in raw mode and yield its keys."""
    try:
        import termios
        import tty
    except ImportError:  # Windows terminals send no resize signal
        yield click.getchar
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setraw(fd, termios.TCSADRAIN)
        mode = termios.tcgetattr(fd)
        mode[1] = before[1]  # a line feed still returns to the first column
        termios.tcsetattr(fd, termios.TCSADRAIN, mode)
        with _resizes() as resized:
            yield lambda: _typed(fd, resized)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


@contextmanager
def _resizes() -> Iterator[int]:
    """A pipe that becomes readable when the terminal is resized."""
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    woken_before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    handled_before = signal.signal(signal.SIGWINCH, lambda *_: None)  # without a handler the wakeup fd gets nothing
    try:
        yield woken
    finally:
        signal.signal(signal.SIGWINCH, handled_before)
        signal.set_wakeup_fd(woken_before)
        os.close(woken)
        os.close(wake)


def _typed(fd: int, resized: int) -> str:
    """The key that was typed; a key that comes together with a resize is read next time."""
    if resized in select.select([fd, resized], [], [])[0]:
        os.read(resized, 4096)
        return ""
    typed = os.read(fd, 32).decode(sys.stdin.encoding, "replace")
    if INTERRUPT in typed:
        raise KeyboardInterrupt
    if typed in ("", END):
        raise EOFError
    return typed
