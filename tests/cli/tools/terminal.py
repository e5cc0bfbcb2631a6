# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs a command whose standard error is a terminal and prints its output there, one line per drawing.

    terminal.py COLUMNS[,LATER] COMMAND...

LATER is the width from the first drawn line on; a line that may have been drawn before that is left out."""
import fcntl, os, pty, struct, subprocess, sys, termios


def resize(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def main():
    widths = [int(w) for w in sys.argv[1].split(",")]
    master, slave = pty.openpty()
    resize(slave, widths[0])
    child = subprocess.Popen(sys.argv[2:], stderr=slave, stdout=subprocess.DEVNULL)
    os.close(slave)
    text = b""
    before = None
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:   # the other end is closed
            break
        if not piece:
            break
        text += piece
        if len(widths) > 1 and before is None and b"\033[K" in text:
            resize(master, widths[1])
            before = text.count(b"\033[K") + 1
    lines = text.decode().replace("\r\n", "\033[K").replace("\r", "").split("\033[K")
    print("\n".join(line for line in lines[before or 0:] if line))
    return child.wait()


sys.exit(main())
