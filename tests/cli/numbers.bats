# SPDX-License-Identifier: MIT OR Apache-2.0
# Numbers on the command line, and numbers as text.
bats_require_minimum_version 1.5.0
load helpers

count() {
    "$REROLL" sample bits -n "$1" | wc -l
}

@test "n is read as 12, 1.2e3, 2^10, 0x10, 0" {
    [ "$(count 12)" -eq 12 ]
    [ "$(count 1.2e3)" -eq 1200 ]
    [ "$(count 1e+2)" -eq 100 ]
    [ "$(count 2^10)" -eq 1024 ]
    [ "$(count 0x10)" -eq 16 ]
    [ "$(count 0)" -eq 0 ]
    [ "$(count 10.0)" -eq 10 ]
}

@test "n may have a suffix for thousands, millions, ..." {
    [ "$(count 2k)" -eq 2000 ]
    [ "$(count 1.25k)" -eq 1250 ]
    [ "$(count 1e1k)" -eq 10000 ]
    [ "$(count 0.0001M)" -eq 100 ]
    "$REROLL" sample bits -n 0 --seed 18446744073709.551615M --first 3G --stream s -o x.raw
    "$REROLL" sample bits -n 0 --seed 18446744073709551615 --first 3000000000 --stream s -o y.raw
    cmp x.raw.job.json y.raw.job.json
    "$REROLL" plan gamma --shape 2 -n 1T --json | grep -q '"n": 1000000000000,'
    "$REROLL" sample --help | tr -s ' \n' ' ' | grep -q 'k, M, G, T: powers of 1000'
    for n in k M 1.5 0.0001k 1kk 1m 1K 2^3k 0x1k 18446744073709552k 1ke3 k1; do
        refused 2 "-n $n is not accepted; use an integer in [0, 2^64 - 1]" sample bits -n "$n"
    done
}

@test "--seed random: a new seed each time, which is printed, stored, and gives the same samples again" {
    "$REROLL" sample normal -n 3 --seed random --stream a/1 -o x.npy 2>x.err
    "$REROLL" sample normal -n 3 --seed random --stream a/1 -o y.npy -q 2>y.err
    [ "$(wc -l <x.err)" -eq 1 ]
    seed=$(sed -n 's/^reroll: --seed \([0-9]*\), chosen at random, gives the same samples again$/\1/p' x.err)
    [ -n "$seed" ]
    run cmp -s x.err y.err
    [ "$status" -eq 1 ]
    run cmp -s x.npy y.npy
    [ "$status" -eq 1 ]
    "$REROLL" sample normal -n 3 --seed "$seed" --stream a/1 -o z.npy
    cmp x.npy z.npy
    cmp x.npy.job.json z.npy.job.json
    "$REROLL" sample --job x.npy.job.json --format npy | cmp - x.npy
    "$REROLL" transform icdf --random 3 --seed random -o t.npy 2>t.err
    "$REROLL" transform icdf --random 3 --seed "$(sed 's/.*--seed \([0-9]*\),.*/\1/' t.err)" -o u.npy
    cmp t.npy u.npy
    cmp t.npy.job.json u.npy.job.json
    refused 2 "--seed random is not available with --resume: give the seed that the first run printed" sample normal -n 3 --seed random -o w.npy --resume
    refused 2 "--sd -1 is outside" sample normal -n 3 --sd -1 --seed random
}

@test "--seed random: an interrupted job is resumed with the printed seed" {
    local status=0
    stopped TERM x.npy "${SLOW[@]}" "${SLOWLY[@]}" --seed random 2>x.err || status=$?
    [ "$status" -eq 130 ]
    seed=$(tail -n 1 x.err | sed -n 's/^reroll: --seed \([0-9]*\), .*/\1/p')
    [ -n "$seed" ]
    "$REROLL" sample "${SLOW[@]}" --seed "$seed" -o x.npy --resume
    "$REROLL" sample "${SLOW[@]}" --seed "$seed" -o y.npy
    cmp x.npy y.npy
}

@test "with one seed and stream related distributions use the same random bits, as the help states" {
    "$REROLL" sample uniform -n 1000 >u
    "$REROLL" sample exponential -n 1000 >e
    paste u e | sort -g | awk 'NR > 1 && $2 > last {exit 1} {last = $2}'   # rank correlation -1
    "$REROLL" sample --help | tr -s ' \n' ' ' >help
    grep -q 'Related distributions with the same seed and stream use the same random bits' help
    grep -q -- '--stream arrivals, --stream service' help
    sed 's/\\-/-/g' "$(dirname "$REROLL")/man/reroll-sample.1" | tr '\n' ' ' >page
    grep -q 'Related distributions with the same seed and stream use the same random bits' page
    grep -q 'rank correlation -1' page
}

@test "n that is not an integer from 0 to 2^64 - 1 is refused" {
    for n in 1.5 -1 2^64 18446744073709551616 1e20 1e-3 x '' 1e 2^ ^2 0x 1_000 ' 1'; do
        refused 2 "-n $n is not accepted; use an integer in [0, 2^64 - 1]" sample bits -n "$n"
    done
}

@test "seeds and streams of 64 bits are exact" {
    a=$("$REROLL" sample bits -n 2 --seed 18446744073709551615 --stream 9007199254740993)
    b=$("$REROLL" sample bits -n 2 --seed 18446744073709551614 --stream 9007199254740993)
    c=$("$REROLL" sample bits -n 2 --seed 18446744073709551615 --stream 9007199254740992)
    [ "$a" != "$b" ]
    [ "$a" != "$c" ]
    [ "$a" = "$("$REROLL" sample bits -n 2 --seed 0xffffffffffffffff --stream 9007199254740993)" ]
    refused 2 "a path such as chains/3" sample bits -n 2 --stream 18446744073709551616
    "$REROLL" sample bits -n 2 --stream chains/3
}

@test "indices go to 2^64 - 1 and not past it" {
    last=$("$REROLL" sample bits -n 1 --first 18446744073709551615)
    [ "$last" = "$("$REROLL" sample bits -n 3 --first 18446744073709551613 | tail -n 1)" ]
    refused 2 "first + n may be at most 2^64" sample bits -n 2 --first 18446744073709551615
    "$REROLL" sample bits -n 0 --first 18446744073709551615
}

@test "a stream can be a path of names and numbers" {
    a=$("$REROLL" sample bits -n 3 --stream name/3)
    b=$("$REROLL" sample bits -n 3 --stream name/4)
    c=$("$REROLL" sample bits -n 3 --stream name)
    d=$("$REROLL" sample bits -n 3 --stream 0/name/3)
    e=$("$REROLL" sample bits -n 3 --stream 1/name/3)
    [ "$a" != "$b" ]
    [ "$a" != "$c" ]
    [ "$a" != "$e" ]
    [ "$a" = "$d" ]
    python3 - "$REROLL" "$ROOT/tests/known/derive.txt" <<'END'
import json, subprocess, sys
tried = set()
for line in open(sys.argv[2]):
    kind, seed, stream, child, *derived = line.split()
    if seed != "0123456789abcdef" or child == "-":
        continue
    name = bytes.fromhex(child).decode("latin-1") if kind == "name" else ""
    if kind == "name" and not (name.isascii() and name.isalpha()):
        continue
    part = name if kind == "name" else str(int(child, 16))
    subprocess.run([sys.argv[1], "sample", "bits", "-n", "0", "--seed", "0x" + seed, "--stream",
                    "%d/%s" % (int(stream, 16), part), "-o", "x.raw", "--force"], check=True)
    job = json.load(open("x.raw.job.json"))
    assert [job["seed"], job["stream"]] == [int(x, 16) for x in derived], line
    tried.add(kind)
assert tried == {"name", "number"}
END
    for t in a//b /a a/ '' 99999999999999999999 a/99999999999999999999; do
        refused 2 "--stream $t is not accepted" sample bits -n 1 --stream "$t"
    done
}

@test "a stream that begins like a number must have digits only; -n, --first and --seed read numbers in the same way" {
    for t in 2^3 0x8 8.0 1e3 -1 +1 ' 8' '8 ' .5 1_000 1,000 2^64 1e-3 0xfffffffffffffffff a/2^3 2^3/a -0 1.5e400 \
        '2**3' '2*3' 1K 1KB 2^64-1 1.000.000 0b1 nan a/NaN inf Infinity 3d-model 2026-11-22 -a . 0xg 8a/a8; do
        refused 2 "--stream $t is not accepted: '" sample bits -n 1 --stream "$t"
        refused 2 "--stream $t is not accepted: '" transform cartesian --random 4 --stream "$t"
    done
    refused 2 "--stream 2^3 is not accepted: '2^3' is neither a number in plain digits nor a name; write 8" \
        sample bits -n 1 --stream 2^3
    refused 2 "--stream a/1e3 is not accepted: '1e3' is neither a number in plain digits nor a name; write 1000" \
        sample bits -n 1 --stream a/1e3
    refused 2 "--stream -1 is not accepted: '-1' is neither a number in plain digits nor a name" sample bits -n 1 --stream -1
    for t in x8 e3 ^ nano info v1.0 _3 a8/b8 a/3 é; do
        "$REROLL" sample bits -n 1 --stream "$t"
    done
    for n in 2^3 0x8 8.0 8 08 .8e1 80e-1 0.8e+1; do
        for option in -n --first --seed; do
            [[ $n != 80e-1 ]] ||
                { refused 2 "$option $n is not accepted; use an integer in [0, 2^64 - 1]" sample bits -n 1 $option $n; continue; }
            "$REROLL" sample bits -n 9 $option $n >read
            "$REROLL" sample bits -n 9 $option 8 >plain
            cmp read plain
        done
    done
    for n in -1 +1 ' 8' '8 ' 1_000 1.5 0xg nan; do
        for option in -n --first --seed; do
            refused 2 "$option $n is not accepted; use an integer in [0, 2^64 - 1]" sample bits -n 1 $option "$n"
        done
    done
}

@test "text of f64 is the shortest that reads back" {
    "$REROLL" sample gamma --shape 0.01 -n 20000 -o x.raw
    "$REROLL" sample gamma --shape 0.01 -n 20000 >x.txt
    python3 - <<'END'
import struct
from decimal import Decimal
values = struct.unpack("<20000d", open("x.raw", "rb").read())
for value, line in zip(values, open("x.txt"), strict=True):
    assert float(line) == value and Decimal(line) == Decimal(repr(value)), (line, value)
    assert len(line) - 1 <= 24
END
}

@test "text of f32 is the shortest that reads back" {
    "$REROLL" sample normal --dtype f32 -n 20000 -o x.raw
    "$REROLL" sample normal --dtype f32 -n 20000 >x.txt
    python3 - <<'END'
import struct
def f32(text): return struct.unpack("f", struct.pack("f", float(text)))[0]
values = struct.unpack("<20000f", open("x.raw", "rb").read())
for value, line in zip(values, open("x.txt"), strict=True):
    assert f32(line) == value, (line, value)
    shortest = next(p for p in range(1, 10) if f32("%.*g" % (p, value)) == value)
    digits = line.strip().split("e")[0].replace("-", "").replace(".", "").strip("0")
    assert len(digits) <= shortest, (line, value)
END
}

@test "text of powers of two, whose rounding interval is lopsided, is the shortest too" {
    python3 - <<'END'
import struct
for name, code, low, high in ("x64", "d", -1074, 1022), ("x32", "f", -149, 126):
    values = [2.0 ** e for e in range(low, high + 1)]
    text = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    with open(name + ".npy", "wb") as f:
        f.write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + text.encode().ljust(117) + b"\n")
        f.write(struct.pack("<%dd" % len(values), *values))
END
    "$REROLL" sample uniform --low @x64.npy --high @x64.npy >x64.txt
    "$REROLL" sample uniform --low @x32.npy --high @x32.npy --dtype f32 >x32.txt
    python3 - <<'END'
import struct
from decimal import Decimal
def f32(text): return struct.unpack("f", struct.pack("f", float(text)))[0]
for e, line in enumerate(open("x64.txt"), -1074):
    assert Decimal(line) == Decimal(repr(2.0 ** e)), (e, line)
for e, line in enumerate(open("x32.txt"), -149):
    digits = line.strip().split("e")[0].replace(".", "").strip("0")
    shortest = next(p for p in range(1, 10) if f32("%.*g" % (p, 2.0 ** e)) == 2.0 ** e)
    assert f32(line) == 2.0 ** e and len(digits) <= shortest, (e, line)
END
}

@test "text of odd significands, whose rounding interval ends before the shorter decimal, reads back" {
    python3 - <<'END'
import struct
values = [float(unit * (2 ** 23 + k)) for unit in (2, 4, 8, 16, 32, 64, 128) for k in range(0, 400)]
text = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
with open("x.npy", "wb") as f:
    f.write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + text.encode().ljust(117) + b"\n")
    f.write(struct.pack("<%dd" % len(values), *values))
END
    "$REROLL" sample uniform --low @x.npy --high @x.npy --dtype f32 -o x.raw
    "$REROLL" sample uniform --low @x.npy --high @x.npy --dtype f32 >x.txt
    python3 - <<'END'
import struct
values = struct.unpack("<2800f", open("x.raw", "rb").read())
assert 33554468 in values
for value, line in zip(values, open("x.txt"), strict=True):
    assert struct.unpack("f", struct.pack("f", float(line)))[0] == value, (line, value)
END
}

@test "2^53 + 1 is not read as 2^53 where a parameter is an integer up to 2^53" {
    range='[0, 9007199254740992]'
    for n in 9007199254740993 9007199254740992.5 9007199254740993.0 +9007199254740993; do
        refused 2 "--n $n is not accepted; use a number in $range" sample binomial --n $n --p 0.5 -n 1
        refused 2 "--n: the list has a number that is not an integer in $range" sample binomial --n 5,$n --p 0.5
        echo $n >n.txt
        refused 2 "--n: n.txt has a number that is not an integer in $range" sample binomial --n @n.txt --p 0.5 -n 1
    done
    for type in i8 u8; do
        npy n.npy "<$type" '(2,)' 1 9007199254740993
        refused 2 "--n: n.npy has a number that is not an integer in $range" sample binomial --n @n.npy --p 0.5
    done
    a=$("$REROLL" sample binomial --n 9007199254740992 --p 0.5 -n 1)
    for n in 9007199254740992.0 +9007199254740992 9.007199254740992e15 0x1p53; do
        [ "$a" = "$("$REROLL" sample binomial --n $n --p 0.5 -n 1)" ]
        [ "$a" = "$("$REROLL" sample binomial --n $n,3 --p 0.5 | head -1)" ]
    done
    "$REROLL" sample normal --mean 9007199254740993 -n 1   # a real number is the nearest double
    "$REROLL" sample binomial --n 5 --p 0.5 -n 1 -o b.npy
    sed 's/"n": 5/"n": 9007199254740993/' b.npy.job.json >c.json
    refused 2 'in "params" "n" must be a number' sample --job c.json
}

@test "parameters can be written in any way that strtod reads" {
    a=$("$REROLL" sample normal -n 3 --mean -0.5 --sd 1e-1)
    [ "$a" = "$("$REROLL" sample normal -n 3 --mean=-.5 --sd=0x1.999999999999ap-4)" ]
    for v in x '' 1x 1e999 1e-999 '@' ; do
        run --separate-stderr "$REROLL" sample normal -n 3 --sd "$v"
        [ "$status" -eq 2 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
    for v in 1e-400 -1e-400 0x1p-1080 1e400; do   # numbers out of range of a double are not taken for 0 or infinity
        refused 2 "--mean $v is not accepted; use a number in" sample normal -n 3 --mean="$v"
    done
    "$REROLL" sample normal -n 3 --mean 4.9e-324   # a denormal is a number
    refused 2 "--sd inf is outside (" sample normal -n 3 --sd inf
    refused 2 "--sd nan is outside (" sample normal -n 3 --sd nan
}
