#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Prints a result of gpu_check.py as Markdown.

usage: table.py RESULT.json
"""
import json
import sys


def sanitizer_text(found):
    return found.get("missing") or "; ".join(found.get("summary", [])) or f"status {found['status']}"


def roots_text(found):
    if "floats" in found:
        thirds = found.get("thirds")
        also = f", {thirds['wrong']} of {thirds['floats']} quotients of 1/3" if thirds else ""
        return f"{found['wrong']} of {found['floats']} roots{also} differ"
    return f"not run: {found['missing']}" if "missing" in found else "not done"


def summary(part, result):
    """The result of a part on a device, in one line."""
    if "missing" in result:
        return f"not run: {result['missing']}"
    if "skipped" in result:
        return f"{'to be continued' if 'seconds' in result else 'not begun'}: {result['skipped']}"
    if part == "studies" and "warp-iterations" in result:
        study = result["warp-iterations"]
        worst = max(abs(row["mean_z"]) for row in study["rows"])
        return (f"{len(study['rows'])} means of warp-iterations, the furthest {worst:.1f} standard errors from the model; "
                f"{study['seconds']} s")
    counts = result.get("counts", result)
    text = f"{result.get('seconds', counts.get('seconds', 0))} s"
    if result.get("status", 0) != 0:
        text = f"{'stopped' if result['status'] == 'time' else 'ended'} ({result['status']}) after {text}"
    if "tests" in counts:
        text = f"{counts['tests']} tests, {len(counts['failures'])} failed; {text}"
    if counts.get("least_p") is not None:
        text += f"; least p {counts['least_p']:.2g}"
    if "roots" in result:
        text += f"; operations on all floats: {roots_text(result['roots'])}"
    if "sanitizer" in result:
        text += f"; compute-sanitizer: {sanitizer_text(result['sanitizer'])}"
    if "rows" in result:
        text = f"{len(result['rows'])} rows; {text}"
    if "stand_in" in result:
        text += f" ({result['stand_in']})"
    return text


def law_text(row):
    """gamma(shape 2) f32: parameters that are not 0 or 1. Infinite ones are the strings "inf" and "-inf". Then the number of
    samples per call, if it is not speed's 2^28."""
    values = [f"{k} {v[0]} to {v[1]}" if isinstance(v, list) else f"{k} {float(v):g}" for k, v in row["params"].items()
              if isinstance(v, list) or v not in (0, 1)]
    law = f"{row['sampler']}({', '.join(values)}) {row['dtype']}" if values else f"{row['sampler']} {row['dtype']}"
    n = row.get("n", 1 << 28)
    return law if n == 1 << 28 else f"{law}, 2^{n.bit_length() - 1}"


def percent(value):
    return f"{100 * value:.0f} %" if value is not None else ""


def speed_table(rows):
    """One row per distribution: the best strategy compared with the naive loop."""
    lines = ["| law | best strategy | GS/s | GB/s | of memset | of Philox | loop GS/s | best / loop |",
             "|---|---|---:|---:|---:|---:|---:|---:|"]
    laws = {}
    for row in rows:
        if row["what"] == "draw":
            laws.setdefault(law_text(row), []).append(row)
    for law, tried in laws.items():
        timed = [row for row in tried if "gs" in row]
        if not timed:
            lines.append(f"| {law} | {tried[0]['missing']} | | | | | | |")
            continue
        best = max(timed, key=lambda row: row["gs"])
        loop = next((row["gs"] for row in timed if row["strategy"] == "loop"), None)
        over = f"{loop:.4g} | {best['gs'] / loop:.2f}" if loop else " | "
        lost = "".join(f"; {row['strategy']} failed" for row in tried if "missing" in row)
        lines.append(f"| {law} | {best['strategy']}{lost} | {best['gs']:.4g} | {best['gbs']:.4g} | "
                     f"{percent(best.get('of_memset'))} | {percent(best.get('of_philox'))} | {over} |")
    for row in rows:
        if row["what"] == "draw" or "missing" in row:
            continue
        rate = f"{row['gbs']:.4g} GB/s" if "gbs" in row else f"{row['seconds'] * 1e6:.4g} us"
        lines.append(f"\n{row['what']}{' ' + row['sampler'] if 'sampler' in row else ''}: {rate}")
    return lines


def same_as(law):
    """The sampler of the same distribution as a peer's row, and its shape: gamma(2), or gamma(1..11), one per sample."""
    name, _, shape = law.rstrip(")").partition("(")
    low, _, high = shape.partition("..")
    return name, [float(low), float(high)] if high else float(low) if low else None


def ours(peer, rows):
    """Our fastest row for the same work as the peer's, or None."""
    name, shape = same_as(peer.get("law", ""))
    rates = [row["gs"] for row in rows if row["what"] == "draw" and row["sampler"].partition(":")[0] == name and "gs" in row
             and row["dtype"] == peer.get("dtype") and row["params"].get("shape") == shape
             and row.get("n") == peer.get("n") and row["sampler"] in (name, "normal:ziggurat")]
    return max(rates, default=None)


def peer_table(rows, speeds):
    lines = ["| peer | law | samples | GS/s | ours | ours / peer |", "|---|---|---:|---:|---:|---:|"]
    for row in rows:
        name = f"{row['peer']} {row.get('version', '')}".strip()
        law = f"{row.get('law', '')} {row.get('dtype', '')}".strip()
        figure = f"{row['gs']:.4g}" if "gs" in row else f"missing: {row['missing'][:120]}"
        own = ours(row, speeds)
        beside = f"{own:.4g} | {own / row['gs']:.2f}" if own and row.get("gs") else " | "
        lines.append(f"| {name} | {law} | {row.get('n', '')} | {figure} | {beside} |")
    return lines


def clock_text(seen):
    """Clocks, power and temperature while a part ran."""
    return "; ".join(f"{field} {v['least']:g} / {v['median']:g} / {v['most']:g}" for field, v in seen.items())


def profile_table(rows):
    names = list(rows[0])
    return [f"| {' | '.join(names)} |", "|---" + "|---:" * (len(names) - 1) + "|",
            *(f"| {' | '.join(str(row[name]) for name in names)} |" for row in rows)]


def failures_of(result):
    """Its own failures, else those of its parts."""
    if not isinstance(result, dict):
        return []
    return result.get("failures") or [line for value in result.values() for line in failures_of(value)]


def text(results):
    facts = results["provenance"]
    gpu = facts["gpu"]
    lines = ["# gpu-check", "", f"Commit {facts['commit']}, {facts['date']}, {facts['reroll']}. Devices: "
             + ", ".join(f"{name} ({model})" for name, model in facts["models"].items()) + ".", ""]
    if "name" in gpu:
        known = "; ".join(f"{key} {value}" for key, value in gpu.items())
        lines += [f"{known}; NVRTC {facts['nvrtc']}; {facts['nvcc']}.", ""]
    elif any(name.startswith("cuda") for name in facts["models"]):
        lines += [f"{gpu['missing']}; NVRTC {facts['nvrtc']}; {facts['nvcc']}.", ""]
    else:
        lines += [f"There is no CUDA device ({facts['why_no_cuda']}): processors stand in for it, "
                  "and no figure is of a GPU.", ""]
    if facts.get("driver"):
        lines += [facts["driver"], ""]
    lines += ["| part | device | result |", "|---|---|---|"]
    for part, by_device in results["parts"].items():
        lines += [f"| {part} | {device} | {summary(part, result)} |" for device, result in by_device.items()]
    for part, by_device in results["parts"].items():
        lines += [f"\n{part} on {device}: {line}" for device, result in by_device.items() for line in failures_of(result)]
    speeds = {}
    for part in ("headline", "speed"):
        for device, result in results["parts"].get(part, {}).items():
            speeds[device] = speeds.get(device, []) + result.get("rows", [])
            lines += ["", f"## {part.capitalize()} of {device}", "", *speed_table(result.get("rows", []))]
            if result.get("clocks"):
                lines += ["", f"Least, median and most while it ran: {clock_text(result['clocks'])}."]
    for device, result in results["parts"].get("peers", {}).items():
        if "rows" in result:
            lines += ["", f"## Peers on {device}", "", *peer_table(result["rows"], speeds.get(device, []))]
    for device, result in results["parts"].get("ncu", {}).items():
        if result.get("rows"):
            lines += ["", f"## Profile of {device}", "", *profile_table(result["rows"])]
    for device, result in results["parts"].get("studies", {}).items():
        rows = result.get("warp-iterations", {}).get("rows", [])
        if rows:
            lines += ["", f"## Iterations of warps on {device}", ""]
            lines += ["| rho | loops | mean | model | z |", "|---:|---:|---:|---:|---:|"]
            lines += [f"| {r['rho']:g} | {r['loops']:.0f} | {r['mean']:.4f} | {r['model_mean']:.4f} | {r['mean_z']:.2f} |"
                      for r in rows]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        print(text(json.load(file)), end="")


if __name__ == "__main__":
    main()
