# SPDX-License-Identifier: MIT OR Apache-2.0
"""The interface of a version, as programs that were compiled against it know it: sizes and offsets of structs, values of
constants, prototypes of functions. Standard library and a C compiler only.

    interface.py make FOLDER...                  prints the interface of the headers in these folders
    interface.py check RECORD LIBRARY FOLDER...  prints what a program that was compiled against RECORD would not find in
                                                 these headers and in LIBRARY, and then fails

A version may have more than the record: functions, constants, and members at the end of the structs in GROW."""
import glob
import os
import re
import subprocess
import sys
import tempfile

# For kernels, C++ and MPI: programs compile these headers whole, and the library has nothing of them.
APART = {"reroll_device.h", "reroll_mpi.h"}
# Structs that may grow: the calls accept their older sizes (tests/exact/calls/older.c). Others that start with their size
# must have it exactly.
GROW = {"rr_job", "rr_result", "rr_plan"}
# These belong to the version, not to the interface.
OMITTED = re.compile(r"RR_API|RR_VERSION_\w+|REROLL_\w+_H")


def texts(folders):
    """The headers as one text, without comments."""
    paths = sorted((os.path.basename(p), p) for folder in folders for p in glob.glob(os.path.join(folder, "reroll*.h")))
    parts = []
    for name, path in paths:
        if name in APART or name.startswith("reroll_device"):
            continue
        with open(path, encoding="utf-8") as file:
            parts.append(re.sub(r"/\*.*?\*/|//[^\n]*", " ", file.read(), flags=re.S).replace("\\\n", " "))
    return "\n".join(parts)


def pieces(body, separator):
    """The parts of a text between separators that are not in brackets."""
    depth, start, found = 0, 0, []
    for at, c in enumerate(body):
        depth += (c in "({[") - (c in ")}]")
        if c == separator and not depth:
            found.append(body[start:at])
            start = at + 1
    return [piece for piece in (*(p.strip() for p in found), body[start:].strip()) if piece]


def members(body):
    found = []
    for declaration in pieces(body, ";"):
        for part in pieces(declaration, ","):
            name = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", part) or re.search(r"(\w+)\s*(?:\[[^]]*\]\s*)*$", part)
            found.append(name[1])
    return found


def structs(text):
    """(type as C writes it, members) of every complete struct."""
    for match in re.finditer(r"\bstruct (\w+) \{", text):
        depth, end = 1, match.end()
        while depth:
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        yield "struct " + match[1], members(text[match.end():end - 1])


def constants(text):
    for match in re.finditer(r"\benum \w+ \{(.*?)\}", text, re.S):
        yield from (piece.split("=")[0].strip() for piece in pieces(match[1], ","))
    for name, value in re.findall(r"^#define (\w+) ([^\n]+)$", text, re.M):   # numbers, not initializers
        if not OMITTED.fullmatch(name) and re.fullmatch(r"-?\(?[\w.+-]+\)?\s*", value):
            yield name


def functions(text):
    """{name: prototype without names of arguments}."""
    found = {}
    for result, name, arguments in re.findall(r"^RR_API ([^;]*?)(\brr_\w+)\((.*?)\);", text, re.S | re.M):
        types = [re.sub(r"(?<=[\w*\s])\b(?!const\b)\w+(?=\s*(?:\[\w*\])?$)", "", a) if " " in a else a
                 for a in pieces(arguments, ",")]
        found[name] = re.sub(r"\s+", " ", f"{result}{name}({', '.join(t.strip() for t in types)})").replace("* ", "*")
    return found


def interface(folders):
    """{(kind, name): value}: as a compiler computes them from the headers."""
    text = texts(folders)
    lines = []
    for struct, names in structs(text):
        lines.append(f'SIZE("{struct[7:]}", {struct})')
        lines += [f'MEMBER("{struct[7:]}.{name}", {struct}, {name})' for name in names]
    lines += [f'VALUE("{name}", {name})' for name in sorted(set(constants(text)))]
    program = "\n".join([
        "#include <stdio.h>", "#include <stddef.h>",
        *(f'#include "{h}"' for h in ("reroll.h", "reroll_cursor.h", "reroll_density.h", "reroll_law.h", "reroll_model.h",
                                      "reroll_plan.h", "reroll_sha256.h", "reroll_user.h")),
        r'#define SIZE(what, type) printf("struct %s %zu\n", what, sizeof(type));',
        "#define OF(type, name) offsetof(type, name), sizeof(((type *)0)->name)",
        r'#define MEMBER(what, type, name) printf("member %s %zu %zu\n", what, OF(type, name));',
        r'#define VALUE(what, value) printf("value %s %.17g\n", what, (double)(value));',
        "int main(void)", "{", *lines, "}", ""])
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "interface")
        with open(path + ".c", "w", encoding="utf-8") as file:
            file.write(program)
        # Optimized, so that nothing is left of inline functions, which call the library.
        includes = [f"-I{folder}" for folder in folders]
        subprocess.run([os.environ.get("CC", "cc"), "-std=c11", "-O1", *includes, path + ".c", "-o", path], check=True)
        said = subprocess.run([path], check=True, capture_output=True, text=True).stdout
    found = {tuple(line.split(" ")[:2]): line for line in said.splitlines()}
    found.update({("function", name): "function " + text for name, text in sorted(functions(text).items())})
    return found


def key(line):
    kind, _, rest = line.partition(" ")
    return kind, re.search(r"(\brr_\w+)\(", rest)[1] if kind == "function" else rest.split(" ")[0]


def grown(old, new):
    """Whether the lines are of a struct that may grow, and did."""
    kind, name, size = old.split(" ")[:3]
    return kind == "struct" and name in GROW and int(new.split(" ")[2]) > int(size)


def check(record, library, folders):
    with open(record, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    there = interface(folders)
    exported = set(subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                                  text=True).stdout.split())
    wrong = []
    for line in lines:
        now = there.get(key(line))
        if now is None:
            wrong.append(f"gone: {line}")
        elif now != line and not grown(line, now):
            wrong.append(f"was: {line}\n now: {now}")
        if line.startswith("function") and key(line)[1] not in exported:
            wrong.append(f"not in the library: {line}")
    print("\n".join(wrong) if wrong else f"all of {os.path.basename(record)}: {len(lines)} lines")
    return 1 if wrong else 0


def main(arguments):
    if len(arguments) > 1 and arguments[0] == "make":
        print("# Made by tests/install/abi/interface.py: programs that were compiled against this version rely on it.")
        print("\n".join(interface(arguments[1:]).values()))
        return 0
    if len(arguments) > 3 and arguments[0] == "check":
        return check(arguments[1], arguments[2], arguments[3:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
