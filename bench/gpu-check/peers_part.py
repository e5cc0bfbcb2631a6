# SPDX-License-Identifier: MIT OR Apache-2.0
"""The part peers: other libraries on the same GPU."""
import os
import sys
import time

from machine import json_lines, tail

# Time limit of a peer in seconds, so that a library that compiles or draws for ever does not use the others' time.
PEER = 45


def peers(check, device, kept):
    """Other libraries on the same GPU."""
    if not check.cuda:
        return {"missing": "no CUDA device: the peers run on none other"}
    result = {"status": 0, "seconds": kept.get("seconds", 0), "done": kept.get("done", 0), "rows": kept.get("rows", []),
              "failures": kept.get("failures", [])}
    start = time.monotonic()
    while True:
        command = [sys.executable, os.path.join(check.sources, "peers.py"), str(result["done"]), check.programs]
        done, text = check.run(f"peers-{result['done']}", command, limit=PEER)
        if done["status"] == 3:   # there is no such peer
            break
        if done["status"] == "time" and check.left() <= 0:
            result["status"] = "time"
            break
        rows, broken = json_lines(text)
        result["rows"] += [row for row in rows if "peer" in row]
        result["failures"] += broken
        if done["status"] != 0:
            result["rows"].append({"peer": f"number {result['done']}",
                                   "missing": f"its process ended with {done['status']}: {tail(text)}"})
        result["done"] += 1
    result["seconds"] = round(result["seconds"] + time.monotonic() - start, 1)
    return result
