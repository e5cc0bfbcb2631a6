# SPDX-License-Identifier: MIT OR Apache-2.0
"""Runs a command on a terminal until it has shown a text, sends SIGTERM, and prints the seconds until it has ended and its
exit status: until.py REGEX COMMAND..."""

import os
import pty
import re
import signal
import sys
import time


def main():
    seen, asked = b"", 0
    pid, fd = pty.fork()
    if not pid:
        os.execvp(sys.argv[2], sys.argv[2:])
    while True:
        try:
            data = os.read(fd, 4096)
        except OSError:  # the end, on Linux
            data = b""
        if not data:
            break
        seen += data
        if not asked and re.search(sys.argv[1].encode(), seen):
            os.kill(pid, signal.SIGTERM)
            asked = time.monotonic()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not asked:
        sys.exit("it has not shown %r but %r, and ended with %d" % (sys.argv[1], seen[-400:], status))
    print("%.3f %d" % (time.monotonic() - asked, status))


main()
