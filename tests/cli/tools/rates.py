# SPDX-License-Identifier: MIT OR Apache-2.0
"""rates.py N FILE: checks that the progress lines of a job of N samples use one clock: each line's remaining time agrees
with its rate and the remaining samples, and the last line's rate is about N over the time of the summary."""
import re
import sys

LINE = re.compile(r"^\w+ +(\d+) % (?:\[#*\.*\] )?([\d.]+)( [kMG])? samples/s, (?:(\d+):)?(\d+):(\d+) left$")
UNIT = {None: 1, " k": 1e3, " M": 1e6, " G": 1e9}


def main():
    n, text = float(sys.argv[1]), open(sys.argv[2]).read()
    seen = [m for m in map(LINE.match, text.split("\n")) if m and int(m[1]) > 0]
    seconds = float(re.search(r"samples in ([\d.e-]+) s,", text)[1])
    assert len(seen) > 2, text
    for m in seen:
        rate, left = float(m[2]) * UNIT[m[3]], 3600 * int(m[4] or 0) + 60 * int(m[5]) + int(m[6])
        # The fraction is rounded down to a per cent, the rate to three digits, the time to a second.
        most = n * (1 - int(m[1]) / 100) / rate
        least = most - 0.01 * n / rate
        assert least - 0.6 - 0.01 * most <= left <= most + 0.6 + 0.01 * most, (m[0], least, most)
    assert 1 / 3 < n / rate / seconds < 3, (seen[-1][0], seconds)


main()
