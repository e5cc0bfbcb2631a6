#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Markdown of a result of gpu_check.py.

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
    """One line of what a part found on a device."""
    if "missing" in result:
        return f"not run: {result['missing']}"
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
    """gamma(shape 2) f32: parameters that are not 0 or 1. Infinite ones are the strings "inf" and "-inf"."""
    values = [f"{k} {v[0]} to {v[1]}" if isinstance(v, list) else f"{k} {float(v):g}" for k, v in row["params"].items()
              if isinstance(v, list) or v not in (0, 1)]
    return f"{row['sampler']}({', '.join(values)}) {row['dtype']}" if values else f"{row['sampler']} {row['dtype']}"


def percent(value):
    return f"{100 * value:.0f} %" if value is not None else ""


def speed_table(rows):
    """Laws down: the best strategy beside the naive loop."""
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


def peer_table(rows):
    lines = ["| peer | law | GS/s |", "|---|---|---:|"]
    for row in rows:
        name = f"{row['peer']} {row.get('version', '')}".strip()
        law = f"{row.get('law', '')} {row.get('dtype', '')}".strip()
        figure = f"{row['gs']:.4g}" if "gs" in row else f"missing: {row['missing'][:120]}"
        lines.append(f"| {name} | {law} | {figure} |")
    return lines


def failures_of(result):
    """Its own, else those of what it consists of."""
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
    lines += ["| part | device | result |", "|---|---|---|"]
    for part, by_device in results["parts"].items():
        lines += [f"| {part} | {device} | {summary(part, result)} |" for device, result in by_device.items()]
    for part, by_device in results["parts"].items():
        lines += [f"\n{part} on {device}: {line}" for device, result in by_device.items() for line in failures_of(result)]
    for device, result in results["parts"].get("speed", {}).items():
        lines += ["", f"## Speed of {device}", "", *speed_table(result.get("rows", []))]
    for device, result in results["parts"].get("peers", {}).items():
        if "rows" in result:
            lines += ["", f"## Peers on {device}", "", *peer_table(result["rows"])]
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
