# SPDX-License-Identifier: MIT OR Apache-2.0
"""The file of results, its table, and their copies in $OUT."""
import json
import os
import shutil
import tarfile

import table
from provenance import provenance


def read_results(path, check, commit):
    """The known results of this commit on these devices."""
    try:
        with open(path, encoding="utf-8") as file:
            results = json.load(file)
        if results["provenance"]["commit"] == commit and results["provenance"]["devices"] == check.devices:
            return results
    except (OSError, ValueError, KeyError):
        pass
    return {"provenance": provenance(check, commit), "parts": {}}


def write_results(path, results):
    """Writes the file, which is complete at any time."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    os.replace(path + ".part", path)
    with open(path[:-len(".json")] + ".md", "w", encoding="utf-8") as file:
        file.write(table.text(results))
    hand_over([path, path[:-len(".json")] + ".md"])


def hand_over(files, logs=None):
    """Copies the files into $OUT, from which a remote machine returns files; the logs as one tar."""
    out = os.environ.get("OUT")
    if not out or not os.path.isdir(out):
        return
    for file in files:
        if os.path.dirname(os.path.abspath(file)) != os.path.abspath(out):
            shutil.copy(file, out)
    if logs:
        with tarfile.open(os.path.join(out, "gpu-check-logs.tar.gz"), "w:gz") as tar:
            tar.add(logs, "logs")


def bad(result):
    """True if a part has failed. A part that is not done has not failed."""
    if isinstance(result, dict):
        return (bool(result.get("failures")) or result.get("status", 0) not in (0, "time")
                or any(bad(v) for v in result.values()))
    return False
