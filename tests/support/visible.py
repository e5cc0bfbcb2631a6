# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes an archive's hidden symbols visible, because tests call functions of the library that are not exported.

    visible.py FROM.a TO.a

A shared library made from TO.a exports them all; it is linked with -Bsymbolic, since the code was compiled for symbols that
nothing replaces. (GNU objcopy cannot change a symbol's visibility.)"""
import struct
import sys

SYMTAB, HIDDEN = 2, 2   # sh_type; the low bits of st_other


def show(data, at):
    """The ELF64 object at this offset of the archive."""
    if data[at:at + 6] != b"\x7fELF\x02\x01":
        sys.exit("visible.py: an object is not little-endian ELF64")
    sections, = struct.unpack_from("<Q", data, at + 0x28)
    size, count = struct.unpack_from("<HH", data, at + 0x3A)
    for i in range(count):
        header = at + sections + i * size
        kind, = struct.unpack_from("<I", data, header + 4)
        if kind == SYMTAB:
            start, length = struct.unpack_from("<QQ", data, header + 0x18)
            for other in range(at + start + 5, at + start + length, 24):
                if data[other] & 3 == HIDDEN:
                    data[other] &= ~3


def main():
    with open(sys.argv[1], "rb") as f:
        data = bytearray(f.read())
    at = 8   # after the archive's magic
    while at < len(data):
        name, size = data[at:at + 16], int(data[at + 48:at + 58])
        if not name.startswith((b"/ ", b"//")):   # the index, long names
            show(data, at + 60)
        at += 60 + size + size % 2
    with open(sys.argv[2], "wb") as f:
        f.write(data)


if __name__ == "__main__":
    main()
