# SPDX-License-Identifier: MIT OR Apache-2.0
# Parameters from .npy files: types, orders, shapes, and wrong files.
bats_require_minimum_version 1.5.0
load helpers

# drawn ARGUMENT...: exponentials of these scales, as bytes.
drawn() {
    "$REROLL" sample exponential --format raw "$@"
}

@test "every type, byte order and header version gives the same samples" {
    npy x.npy '<f8' '(5,)' 1 2 3 4 5
    drawn --scale @x.npy >expected
    [ "$(stat -c %s expected)" -eq 40 ]
    for dtype in '<f2' '>f2' '<f4' '>f4' '>f8' '|i1' '|u1' '<i2' '>i2' '<u2' '>u2' '<i4' '>i4' '<i8' '>i8' '<u4' '>u4' \
        '<u8' '>u8'; do
        npy y.npy "$dtype" '(5,)' 1 2 3 4 5
        drawn --scale @y.npy | cmp - expected
    done
    for version in 2 3; do
        npy y.npy '<f8' '(5,)' --version $version 1 2 3 4 5
        drawn --scale @y.npy | cmp - expected
    done
}

@test "the output has the parameters' shape, and each sample its own parameter" {
    npy x.npy '<f8' '(5,)' 1 2 4 8 16
    drawn --scale @x.npy >a
    drawn -n 5 >b
    python3 - <<'END'
import struct
a, b = (struct.unpack("<5d", open(name, "rb").read()) for name in "ab")
assert all(abs(x - s * y) <= 1e-15 * x for x, y, s in zip(a, b, (1, 2, 4, 8, 16)))
END
    drawn --scale @x.npy -n 5 | cmp - a
    refused 2 "-n 6 contradicts the parameters, which give" sample exponential --scale @x.npy -n 6
}

@test "Fortran order is another order of the same matrix" {
    npy c.npy '<f8' '(3, 4)' 1 2 3 4 5 6 7 8 9 10 11 12
    npy f.npy '<f8' '(3, 4)' --fortran 1 2 3 4 5 6 7 8 9 10 11 12
    run cmp -s c.npy f.npy
    [ "$status" -eq 1 ]
    drawn --scale @c.npy >a
    drawn --scale @f.npy | cmp - a
    [ "$("$REROLL" sample exponential --scale @f.npy --format npy | head -c 100 | grep -ao "'shape': (3, 4)")" ]
}

@test "shapes are broadcast by NumPy's rule" {
    npy r.npy '<f8' '(3, 1)' 1 2 3
    npy c.npy '<f8' '(1, 4)' 1 2 3 4
    npy c1.npy '<f8' '(4,)' 1 2 3 4
    npy rr.npy '<f8' '(3, 4)' 1 1 1 1 2 2 2 2 3 3 3 3
    npy cc.npy '<f8' '(3, 4)' 1 2 3 4
    npy s.npy '<f8' '()' 2
    gamma() { "$REROLL" sample gamma --format npy "$@"; }
    gamma --shape @rr.npy --scale @cc.npy >expected
    gamma --shape @r.npy --scale @c.npy | cmp - expected
    gamma --shape @r.npy --scale @c1.npy | cmp - expected
    gamma --shape @rr.npy --scale @c1.npy | cmp - expected
    gamma --shape @r.npy --scale @cc.npy | cmp - expected
    gamma --shape @s.npy --scale @c1.npy >a
    gamma --shape 2 --scale @c1.npy | cmp - a
    gamma --shape @s.npy -n 4 >a
    gamma --shape 2 -n 4 | cmp - a
    refused 2 "-n is missing" sample gamma --shape @s.npy
    npy five.npy '<f8' '(5,)' 1
    refused 2 "--shape has shape (3, 1) and --scale (5, 2)" sample gamma --shape @r.npy \
        --scale @<(npy /dev/fd/1 '<f8' '(5, 2)' 1)
    refused 2 "must be equal or 1" sample gamma --shape @five.npy --scale @c1.npy
}

@test "a matrix gives the same samples in one piece and row by row" {
    python3 - <<'END'
import struct
for name, shape in ("r", "(3, 1)"), ("c", "(1, 300001)"):
    rows, cols = eval(shape)
    text = "{'descr': '<f8', 'fortran_order': False, 'shape': %s, }" % shape
    values = [0.5 + (i % 97) / 10 for i in range(rows * cols)]
    with open(name + ".npy", "wb") as f:
        f.write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + text.encode().ljust(117) + b"\n")
        f.write(struct.pack("<%dd" % len(values), *values))
END
    "$REROLL" sample gamma --shape @r.npy --scale @c.npy -o x.raw
    [ "$(stat -c %s x.raw)" -eq $((8 * 3 * 300001)) ]
    for row in 0 1 2; do
        "$REROLL" sample gamma --shape 0.$((5 + row)) --scale @c.npy --first $((row * 300001)) --format raw
    done | cmp - x.raw
}

@test "an empty array draws nothing" {
    npy x.npy '<f8' '(0,)' 1
    [ "$(drawn --scale @x.npy | wc -c)" -eq 0 ]
    npy y.npy '<f8' '(0, 3)' 1
    "$REROLL" sample exponential --scale @y.npy -o z.npy
    [ "$(python3 "$TOOLS/npy.py" show z.npy)" = "<f8 (0, 3)" ]
}

@test "a bad element is named, with its position and the accepted range, before anything is written" {
    npy x.npy '<f8' '(2, 3)' 1 2 3 4 -5 6
    npy f.npy '<f8' '(2, 3)' --fortran 1 2 3 4 -5 6
    refused 2 "--scale x.npy: element (1, 1) = -5 is outside (0, " \
        sample exponential --scale @x.npy -o y.npy
    refused 2 "--scale f.npy: element (1, 1) = -5" sample exponential --scale @f.npy -o y.npy
    npy x.npy '<f8' '(3,)' 1 nan 3
    refused 2 "--scale x.npy: element 1 = nan" sample exponential --scale @x.npy -o y.npy
    refused 2 "--low 3 --high 2" sample uniform --low 3 --high 2 -n 1
}

@test "--bad nan lets bad elements become NaN and leaves the others right" {
    npy good.npy '<f8' '(4,)' 1 1 3 4
    npy bad.npy '<f8' '(4,)' 1 -1 3 nan
    "$REROLL" sample exponential --scale @good.npy >good
    "$REROLL" sample exponential --scale @bad.npy --bad nan >bad
    [ "$(sed -n 2p bad)" = nan ]
    [ "$(sed -n 4p bad)" = nan ]
    [ "$(sed -n '1p;3p' bad)" = "$(sed -n '1p;3p' good)" ]
    refused 2 "--bad zero is not accepted; use nan" sample exponential -n 1 --bad zero
}

@test "ranges are those of the dtype" {
    refused 2 "is outside [1e-30, 1e+30], the range for samples of dtype f32" sample gamma --shape 1e-31 --dtype f32 -n 1
    "$REROLL" sample gamma --shape 1e-30 --dtype f32 -n 1
    "$REROLL" sample gamma --shape 1e-31 -n 1
}

@test "integers are read and stored exactly" {
    "$REROLL" sample integers --low -9223372036854775808 --high -9223372036854775807 -n 2 >low
    [ "$(sort -u low)" = -9223372036854775808 ]
    "$REROLL" sample integers-closed --low 18446744073709551615 --high 18446744073709551615 --dtype u64 -n 2 -o high.npy
    [ "$(python3 "$TOOLS/npy.py" show high.npy | tail -n 1)" = 18446744073709551615 ]
    grep -q '"high": 18446744073709551615' high.npy.job.json
    "$REROLL" sample --job high.npy.job.json -o again.npy
    cmp high.npy again.npy
    npy l.npy '<i8' '(3,)' 9007199254740993 -9223372036854775808 5
    npy h.npy '<u8' '(3,)' 9007199254740994 9223372036854775807 6
    "$REROLL" sample integers --low @l.npy --high @h.npy >x
    [ "$(sed -n 1p x)" = 9007199254740993 ]
    [ "$(sed -n 3p x)" = 5 ]
    npy h.npy '<u8' '(3,)' 9007199254740994 9223372036854775808 6
    refused 2 "--high h.npy: element 1 = 9223372036854775808 is outside [" sample integers --low @l.npy --high @h.npy
    npy h.npy '<u8' '(3,)' 9007199254740993 1 6
    refused 2 "given: --low l.npy: element 0 = 9007199254740993 --high h.npy: element 0 = 9007199254740993" \
        sample integers --low @l.npy --high @h.npy
}

@test "a parameter can come from a pipe" {
    "$REROLL" sample gamma --shape @"$SHAPES" >a
    cat "$SHAPES" | "$REROLL" sample gamma --shape @/dev/stdin | cmp - a
    "$REROLL" sample gamma --shape 2 -n 400000 -o big.npy   # its memory grows while it is read
    "$REROLL" sample gamma --shape @big.npy >a
    cat big.npy | "$REROLL" sample gamma --shape @/dev/stdin | cmp - a
}

# header_only TEXT [N]: x.npy with this header and N bytes of data.
header_only() {
    local length
    length=$(printf '%02x' ${#1})
    { printf "\x93NUMPY\1\0\x$length\0%s" "$1" && head -c "${2:-0}" /dev/zero; } >x.npy
}

@test "files that are not .npy files are refused" {
    : >x.npy
    refused 2 "--scale: x.npy is not an .npy file; files that end in .csv or .txt are read as text" \
        sample exponential --scale @x.npy
    echo "not a numpy file at all" >x.npy
    refused 2 "--scale: x.npy is not an .npy file; files that end in .csv or .txt are read as text" \
        sample exponential --scale @x.npy
    refused 2 "none.npy can't be read: No such file" sample exponential --scale @none.npy
    mkdir folder
    refused 2 "can't be read: Is a directory" sample exponential --scale @folder
    printf '\x93NUMPY\x04\x00' >x.npy
    refused 2 "format 4.0" sample exponential --scale @x.npy
    head -c 9 "$SHAPES" >x.npy
    refused 2 "cut short" sample exponential --scale @x.npy
    head -c 60 "$SHAPES" >x.npy
    refused 2 "cut short" sample exponential --scale @x.npy
    head -c 8127 "$SHAPES" >x.npy
    refused 2 "is cut short: 1 bytes of data are missing" sample exponential --scale @x.npy
    (cat "$SHAPES" && echo) >x.npy
    refused 2 "--scale: x.npy has data after its array" sample exponential --scale @x.npy
}

@test "types of one and two bytes: every f16 value, and the ends of the integers" {
    python3 - <<'END'
import struct
def save(name, descr, data, count):
    text = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (descr, count)
    open(name, "wb").write(b"\x93NUMPY\1\0" + struct.pack("<H", 118) + text.encode().ljust(117) + b"\n" + data)
finite = [h for h in range(65536) if h >> 10 & 31 != 31]
save("half.npy", "<f2", struct.pack("<%dH" % len(finite), *finite), len(finite))
halves = struct.unpack("<%de" % len(finite), struct.pack("<%dH" % len(finite), *finite))
save("single.npy", "<f4", struct.pack("<%df" % len(finite), *halves), len(finite))
special = [0x7c00, 0xfc00, 0x7e00, 0x3c00]
save("special.npy", "<f2", struct.pack("<4H", *special), 4)
END
    "$REROLL" sample normal --mean @half.npy --format raw >a
    "$REROLL" sample normal --mean @single.npy --format raw | cmp - a
    "$REROLL" sample normal --mean @special.npy --bad nan >a
    [ "$(sed -n '1,3p' a | sort -u)" = nan ]
    [ "$(sed -n 4p a)" = "$("$REROLL" sample normal --mean 1 -n 1 --first 3)" ]
    while read -r dtype low high; do
        npy x.npy "$dtype" '(2,)' "$low" "$high"
        npy y.npy '<f8' '(2,)' "$low" "$high"
        "$REROLL" sample normal --mean @x.npy >a
        "$REROLL" sample normal --mean @y.npy | cmp - a
    done <<'END'
|i1 -128 127
|u1 0 255
<i2 -32768 32767
>u2 0 65535
END
}

@test "parameters on the command line: lists, rows, matrices" {
    npy x.npy '<f8' '(3,)' 3 4 5.5
    npy r.npy '<f8' '(3, 1)' 3 4 5.5
    npy c.npy '<f8' '(2, 2)' 1 0.5 0.5 2
    gamma() { "$REROLL" sample gamma --format npy "$@"; }
    gamma --shape @x.npy >a
    gamma --shape 3,4,5.5 | cmp - a
    gamma --shape ' 3, 4 ,5.5' | cmp - a
    gamma --shape @r.npy --scale 1,2 >a
    gamma --shape '3;4;5.5' --scale 1,2 | cmp - a
    "$REROLL" sample multivariate-normal --covariance @c.npy -n 5 >a
    "$REROLL" sample multivariate-normal --cov '1,.5;.5,2' -n 5 | cmp - a
    "$REROLL" sample exponential --scale 1,inf,-1 --bad nan -o e.txt
    [ "$(sed -n 2,3p e.txt)" = "$(printf 'nan\nnan')" ]
    grep -q '"scale": \[1, "inf", -1\]' e.txt.job.json
    refused 2 "--shape list: element 1 = -2 is outside [" sample gamma --shape 1,-2
    refused 2 "--shape list: element (1, 0) = -2 is outside [" sample gamma --shape '1;-2'
    refused 2 "--shape 3,,5 lacks a number in row 1" sample gamma --shape 3,,5
    refused 2 "--shape 3, lacks a number in row 1" sample gamma --shape 3,
    refused 2 "--shape 1,2; lacks a number in row 2" sample gamma --shape '1,2;'
    refused 2 "--shape 1,2;3 has 1 value in row 2, but 2 in the row before" sample gamma --shape '1,2;3'
    refused 2 "--shape 1,x has 'x' in row 1, which is not a number" sample gamma --shape 1,x
    refused 2 "has more than 500 numbers" sample gamma --shape "$(seq -s , 501)"
    "$REROLL" sample gamma --shape "$(seq -s , 500)" | wc -l | grep -qx 500
    refused 2 "a list such as 3,4,5, or @FILE.npy" sample gamma --shape x.npy
    "$REROLL" plan gamma --shape 3,4,5 --json | grep -q '"n": 3'
}

@test "a job file contains a list, and its file is redrawn and resumed" {
    "$REROLL" sample gamma --shape '0.5;1;4' --scale 1,2 -o a.npy
    "$REROLL" sample --job a.npy.job.json -o b.npy
    cmp a.npy b.npy
    cmp a.npy.job.json b.npy.job.json
    grep -q '"shape": \[\[0.5\], \[1\], \[4\]\]' a.npy.job.json
    "$REROLL" sample gamma --shape '0.5;1.0;4' --scale '1, 2' -o a.npy --resume
    refused 2 "the list of --shape has other contents" sample gamma --shape '0.5;1;5' --scale 1,2 -o a.npy --resume
    refused 2 "--scale is a number in one and a list in the other" sample gamma --shape '0.5;1;4' --scale 1 -o a.npy --resume
    for change in 's/\[4\]/[]/' 's/\[4\]/[4, 5]/' 's/\[4\]/4/' 's/\[4\]/["x"]/' 's/\[4\]/[null]/' \
        's/"scale": \[1, 2\]/"scale": []/' \
        's/"scale": \[1, 2\]/"scale": [[]]/'; do
        sed "$change" a.npy.job.json >w.json
        run cmp -s w.json a.npy.job.json
        [ "$status" -eq 1 ]
        refused 2 "must be a number, a list or a file" sample --job w.json
    done
    sed "s/\[1, 2\]/[$(seq -s ', ' 501)]/" a.npy.job.json >w.json
    refused 2 "must be a number, a list or a file" sample --job w.json
}

@test "parameters from .csv and .txt, in the shape that numpy.loadtxt gives" {
    npy x.npy '<f8' '(3,)' 1 2.5 4
    npy m.npy '<f8' '(2, 3)' 1 2 3 4 5 6
    scaled() { "$REROLL" sample exponential --format npy --scale "$@"; }
    scaled @x.npy >a
    printf '1\n2.5\n4\n' >column.csv
    printf '1,2.5, 4' >row.csv
    printf '# scale\r\n1 2.5\t4\r\n\r\n' >row.txt
    printf '\xef\xbb\xbf1\n  2.5 # the second\n\n4\n' >marked.csv
    for file in column.csv row.csv row.txt marked.csv; do scaled @$file | cmp - a; done
    scaled @m.npy >a
    printf '1,2,3\n4,5,6\n' >m.csv
    scaled @m.csv | cmp - a
    printf '2\n' >one.txt
    scaled @one.txt -n 4 >a
    scaled 2 -n 4 | cmp - a
    for text in '' '# nothing' '\n\n' '\xef\xbb\xbf'; do
        # shellcheck disable=SC2059
        printf "$text" >none.csv
        refused 2 "--scale: none.csv has no number in it" sample exponential --scale @none.csv -o none.npy
        refused 2 "--points: none.csv has no number in it" transform icdf --points @none.csv -o none.npy
    done
    "$REROLL" sample exponential --scale @m.csv -o z.npy
    "$REROLL" sample --job z.npy.job.json -o y.npy
    cmp z.npy y.npy
    python3 - <<'END'
import hashlib, json
scale = json.load(open("z.npy.job.json"))["params"]["scale"]
assert scale["file"] == "m.csv" and scale["dtype"] == "f64" and scale["shape"] == [2, 3]
assert scale["sha256"] == hashlib.sha256(open("m.csv", "rb").read()).hexdigest()
END
    echo 7,8,9 >>m.csv
    refused 2 "m.csv is not the file that the job was made with" sample --job z.npy.job.json
    printf 'scale\n1\n' >w.txt
    refused 2 "--scale: w.txt has 'scale' in line 1, column 1, which is not a number; start header lines with #" \
        sample exponential --scale @w.txt
    printf '1\n2;3\n' >w.csv
    refused 2 "w.csv has '2;3' in line 2, column 1, which is not a number" sample exponential --scale @w.csv
    printf '1,2\n\n3,,4\n' >w.csv
    refused 2 "w.csv lacks a number in line 3, column 2" sample exponential --scale @w.csv
    printf '1,2\n3\n' >w.csv
    refused 2 "w.csv has 1 value in line 2, but 2 in the line before" sample exponential --scale @w.csv
    printf '1,2\0' >w.csv
    refused 2 "w.csv is not text" sample exponential --scale @w.csv
    refused 2 "gone.csv can't be read: No such file" sample exponential --scale @gone.csv
    mkdir folder.csv
    refused 2 "folder.csv can't be read: Is a directory" sample exponential --scale @folder.csv
    printf '0.25,0.5\n0.75 0.1\n' >points.txt
    npy points.npy '<f8' '(2, 2)' 0.25 0.5 0.75 0.1
    "$REROLL" transform cartesian --points @points.txt | cmp - <("$REROLL" transform cartesian --points @points.npy)
}

@test "other types are refused" {
    header_only "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }" 24
    refused 2 "Python objects" sample exponential --scale @x.npy
    header_only "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }" 24
    refused 2 "records" sample exponential --scale @x.npy
    for descr in '|b1' '|f2' '|i2' '<i3' '<c16' '<U3' 'f8' '<f16' ''; do
        header_only "{'descr': '$descr', 'fortran_order': False, 'shape': (3,), }" 48
        refused 2 "has dtype '$descr'; f2, f4, f8 and integers are accepted" sample exponential --scale @x.npy
    done
    header_only "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1), }" 8
    refused 2 "has 3 dimensions" sample exponential --scale @x.npy
}

@test "shapes larger than the file take no memory" {
    skip_if_sanitized
    for shape in '(1000000000000,)' '(4294967296, 4294967296)' '(2305843009213693952,)' '(18446744073709551615,)'; do
        header_only "{'descr': '<f8', 'fortran_order': False, 'shape': $shape, }" 80
        run --separate-stderr bash -c "ulimit -v 1000000; exec '$REROLL' sample exponential --scale @x.npy"
        [ "$status" -eq 2 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        run --separate-stderr bash -c "ulimit -v 1000000; cat x.npy | '$REROLL' sample exponential --scale @/dev/stdin"
        [ "$status" -eq 2 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
    printf '\x93NUMPY\x02\x00\xff\xff\xff\xff{' >x.npy
    refused 2 "has a header of 4294967295 bytes" sample exponential --scale @x.npy
}

@test "headers that are not a dictionary of three entries are refused" {
    for text in '' '{' '{}' 'x' "{'descr': '<f8'}" "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), } x" \
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,), }" "{'descr': '<f8', 'fortran_order': False, 'shape': 1, }" \
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1), }" \
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,), }" \
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,, }" "{'descr': '<f8', 'fortran_order': False, 'shape': (1," \
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,), }" \
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}" \
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }"; do
        header_only "$text" 8
        echo "header: $text"
        run --separate-stderr "$REROLL" sample exponential --scale @x.npy
        [ "$status" -eq 2 ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [ -z "$output" ]
    done
    header_only '{"shape":(1L,),"fortran_order":False,"descr":"<f8"}' 8
    "$REROLL" sample exponential --scale @x.npy --bad nan
}

@test "integers beyond 2^53 are exact in job files, and refused in lists and text, which may be rounded" {
    for list in 9007199254740993,5 5,-9007199254740993 18446744073709551615,5 1.5,9007199254740993 \
        -1,18446744073709551615; do
        refused 2 "the list has integers beyond 2^53" sample integers-closed --low="$list" --high 9e18
        tr , '\n' <<<"$list" >n.csv
        refused 2 "n.csv has integers beyond 2^53" sample integers-closed --low @n.csv --high 9e18
        rm n.csv
    done
    "$REROLL" sample integers-closed --low 9007199254740992,5 --high 9007199254740992,5 -o x.npy
    grep -q '"low": \[9007199254740992, 5\]' x.npy.job.json
    [ "$("$REROLL" sample --job x.npy.job.json)" = $'9007199254740992\n5' ]
    for text in 9007199254740993 -9007199254740993 9223372036854775807 -9223372036854775808; do
        sed "s/9007199254740992/$text/" x.npy.job.json >y.npy.job.json
        "$REROLL" sample --job y.npy.job.json -o z.npy --force
        [ "$("$REROLL" sample --job z.npy.job.json)" = "$text"$'\n5' ]
        grep -q "\"low\": \[$text, 5\]" z.npy.job.json
        "$REROLL" sample --job y.npy.job.json -o z.npy --resume
        refused 2 "the list of --low has other contents" sample --job x.npy.job.json -o z.npy --resume
    done
    sed -e "s/9007199254740992/18446744073709551615/" -e 's/i64/u64/' x.npy.job.json >u.npy.job.json
    [ "$("$REROLL" sample --job u.npy.job.json)" = $'18446744073709551615\n5' ]
    sed "s/9007199254740992, 5/9007199254740993, 1.5/" x.npy.job.json >y.npy.job.json
    refused 2 "beyond 2^53" sample --job y.npy.job.json
}

@test "a number beyond the range of doubles is not reported as missing" {
    echo 1e-400 >a.csv
    refused 2 "'1e-400' in line 1, column 1, which is too small for a double" sample normal --mean @a.csv
    refused 2 "'1e400' in row 1, which is too large for a double" sample normal --mean 1e400,3
    refused 2 "this is too small for a double" sample normal --mean=-1e-400 -n 1
    refused 2 "'x' in row 1, which is not a number" sample normal --mean x,3
    "$REROLL" sample normal --mean 5e-324 --sd 1 -n 1
}

@test "rows of counts: --device and --threads change no byte, with weights for all rows or per row" {
    local fake=$(dirname "$REROLL")/tests/devices/libfake_cuda.so folder=$PWD
    [ -e "$fake" ] || skip "the fake CUDA driver is not built"
    cd "$ROOT"   # its compiler finds the lane text from here
    npy "$folder/matrix.npy" '<f8' '(400, 3)' 1 2 3 5 4
    for weights in 1,2,3 "@$folder/matrix.npy"; do
        draw=(sample multinomial --n 1000 --weights "$weights" -n 400 --seed 1)
        "$REROLL" "${draw[@]}" --device cpu >"$folder/want"
        for threads in "" --threads=1 --threads=3; do
            REROLL_CUDA=$fake REROLL_NVRTC=$fake "$REROLL" "${draw[@]}" --device cuda:0 $threads >"$folder/got"
            cmp "$folder/got" "$folder/want"
        done
    done
}

# The closed ends of ranges, where the sample is certain: an end that is no longer accepted, or another count, is noticed.
@test "counts at the ends of their parameters' ranges" {
    local command wanted
    while IFS='|' read -r wanted command; do
        # shellcheck disable=SC2086
        run --separate-stderr "$REROLL" sample $command -n 3
        echo "$command: $output $stderr"
        [ "${output//$'\n'/ }" = "$wanted" ]
    done <<'END'
0 0 0|binomial --n 0 --p 0.3
0 0 0|binomial --n 7 --p 0
7 7 7|binomial --n 7 --p 1
0 0 0|poisson --lam 0
1 1 1|geometric --p 1
0 0 0|negative-binomial --n 3 --p 1
0 0 0|negative-binomial-mean --mu 0 --n 3
0 0 0|hypergeometric --ngood 0 --nbad 5 --nsample 3
3 3 3|hypergeometric --ngood 5 --nbad 0 --nsample 3
0 0 0|hypergeometric --ngood 5 --nbad 5 --nsample 0
5 5 5|hypergeometric --ngood 5 --nbad 4 --nsample 9
0 0 0|fisher-hypergeometric --ngood 0 --nbad 5 --nsample 3 --odds 2
3 3 3|fisher-hypergeometric --ngood 5 --nbad 0 --nsample 3 --odds 2
0 0 0|fisher-hypergeometric --ngood 5 --nbad 5 --nsample 0 --odds 2
5 5 5|fisher-hypergeometric --ngood 5 --nbad 4 --nsample 9 --odds 2
0 0 0|negative-hypergeometric --ngood 4 --nbad 0 --r 0
0 0 0|beta-binomial --n 0 --a 1 --b 2
1 1 1|bernoulli --p 1
0 0 0|bernoulli --p 0
3 3 3|integers --low 3 --high 4
3 3 3|integers-closed --low 3 --high 3
0 0 0|zero-inflated-poisson --lam 3 --pi 1
0 0 0|zero-inflated-poisson --lam 0 --pi 0.5
4 4 4|zero-inflated-binomial --n 4 --p 1 --pi 0
0 0 0|zero-inflated-negative-binomial --n 4 --p 1 --pi 0.5
0 0 0|hurdle-poisson --lam 2 --pi 1
0 0 0|hurdle-negative-binomial --n 2 --p 0.5 --pi 1
0 0 0|skellam --mu1 0 --mu2 0
1 1 1|zipfian --a 0 --n 1
1 1 1|logseries --p 0
4 4 4|poisson:icdf --lam 5 --low 4 --high 4
3 3 3|binomial:icdf --n 9 --p 0.9 --low 3 --high 3
END
    refused 2 "low must not be above high" sample poisson:icdf --lam 3 --low 5 --high 4 -n 3
    refused 2 "low must not be above high or n" sample binomial:icdf --n 9 --p 0.5 --low 3 --high 2 -n 3
}
