"""The keys of a terminal, one after another, and the moments at which the terminal was resized.

``click.getchar`` waits for a key and for nothing else, so a screen that no longer fits would stay until the next one.
To draw in the handler of the signal would be worse: it comes in the middle of another draw as well.
"""

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

INTERRUPT, END = "\x03", "\x04"
"""What Ctrl-C and Ctrl-D type where the terminal does not act on them itself."""

Waiting = Callable[[], str]
"""Waits for what is typed, or for nothing (an empty text) where the screen has to be drawn again first.

Raises EOFError where no more can come.
"""


@contextmanager
def keyboard() -> Iterator[Waiting]:
    """The keys of the terminal, none of which it shows or acts on until this is left."""
    try:
        import termios
        import tty
    except ImportError:  # Windows: its terminals tell nobody that they were resized
        yield click.getchar
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setraw(fd, termios.TCSADRAIN)
        mode = termios.tcgetattr(fd)
        mode[1] = before[1]  # a new line still begins on the left
        termios.tcsetattr(fd, termios.TCSADRAIN, mode)
        with _resizes() as resized:
            yield lambda: _typed(fd, resized)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


@contextmanager
def _resizes() -> Iterator[int]:
    """A pipe that can be read as soon as the terminal was resized, whatever was done at that moment."""
    woken, wake = os.pipe()
    os.set_blocking(woken, False)
    os.set_blocking(wake, False)
    woken_before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    handled_before = signal.signal(signal.SIGWINCH, lambda *_: None)  # without a handler nothing is woken
    try:
        yield woken
    finally:
        signal.signal(signal.SIGWINCH, handled_before)
        signal.set_wakeup_fd(woken_before)
        os.close(woken)
        os.close(wake)


def _typed(fd: int, resized: int) -> str:
    """What was typed; a key that comes together with a resize is read the next time."""
    if resized in select.select([fd, resized], [], [])[0]:
        os.read(resized, 4096)
        return ""
    typed = os.read(fd, 32).decode(sys.stdin.encoding, "replace")
    if INTERRUPT in typed:
        raise KeyboardInterrupt
    if typed in ("", END):
        raise EOFError
    return typed
