#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes a Markdown table of a result of bench/run.sh: laws down, Reroll and its peers across, ns a sample.

usage: bench/table.py RESULT.json
"""
import json
import sys


def law_key(row):
    """What makes two rows comparable. A parameter that one of them leaves out has its usual value there."""
    usual = {"low": 0, "high": 1, "mean": 0, "sd": 1, "loc": 0, "scale": 1}
    params = {name: value for name, value in row["params"].items()
              if value not in (usual.get(name), [usual.get(name)] * 2)}
    return row["sampler"], json.dumps(params, sort_keys=True), row["dtype"]


def law_text(key):
    sampler, params, dtype = key
    values = [f"{v[0]} to {v[1]}, one a sample" if isinstance(v, list) else str(v) for v in json.loads(params).values()]
    return f"{sampler}({', '.join(values)}) {dtype}" if values else f"{sampler} {dtype}"


def cells_of(result):
    """{column: {law: median}}, and notes on what is missing."""
    cells, notes = {}, []
    for row in result["reroll"]:
        if row["strategy"] == "compact" and row["threads"] == 1:
            # The first is the fill; the row that two threads are compared with comes later.
            cells.setdefault(f"reroll {row['instruction_set']}", {}).setdefault(law_key(row), row["ns_per_sample"])
    for row in result["peers"]:
        name = " ".join(part for part in (row["peer"], row.get("version", ""), row["bits"]) if part)
        if "ns_per_sample" in row:
            cells.setdefault(name, {})[law_key(row)] = row["ns_per_sample"]
        elif "sampler" not in row:
            notes.append(f"{name}: {row['missing']}")
    return cells, notes


def print_table(result):
    cells, notes = cells_of(result)
    peers = [row for row in result["peers"] if "sampler" in row]
    laws = list(dict.fromkeys(law_key(row) for row in peers))
    provenance = result["provenance"]
    print(f"ns a sample, one thread, median. {provenance['cpu']}, {result['reroll'][0]['build']}, {provenance['date']}, "
          f"load {provenance['load']} on {provenance['processors']} processors.\n")
    print("| law | " + " | ".join(cells) + " |")
    print("|---|" + "---:|" * len(cells))
    for law in laws:
        print(f"| {law_text(law)} | " + " | ".join(f"{c[law]:.2f}" if law in c else "" for c in cells.values()) + " |")
    for row in result["reroll"]:
        if row["sampler"] in ("memset", "bits") and row["strategy"] in ("", "compact"):
            what = f"{row['sampler']} {row['dtype']} {row['instruction_set']}".strip()
            print(f"\n{what}: {row['ns_per_sample']:.3f}")
    for note in dict.fromkeys(notes):
        print(f"\nNot measured: {note}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        print_table(json.load(file))


if __name__ == "__main__":
    main()
