# SPDX-License-Identifier: MIT OR Apache-2.0
# CSV: files with a header line, written and read. tests/python/test_jobs.py reads them by pandas and DuckDB.
bats_require_minimum_version 1.5.0
load helpers

# as_raw FILE.csv FILE.raw: the same doubles, bit for bit.
as_raw() {
    python3 - "$@" <<'END'
import csv, struct, sys
rows = list(csv.reader(open(sys.argv[1], newline="")))[1:]
assert b"".join(struct.pack("<d", float(x)) for row in rows for x in row) == open(sys.argv[2], "rb").read()
END
}

# header NAMES ARGUMENT...: the first line of a command's CSV.
header() {
    local names=$1
    shift
    "$REROLL" "$@" --format csv >header.csv
    [ "$(head -n 1 header.csv)" = "$names" ]
}

@test "a header line and the numbers of the other formats, in a file, in a pipe, from a job file" {
    "$REROLL" sample gamma --shape 2 -n 20000 -o x.csv
    "$REROLL" sample gamma --shape 2 -n 20000 -o x.raw
    [ "$(head -n 1 x.csv)" = gamma ]
    [ "$(wc -l <x.csv)" -eq 20001 ]
    as_raw x.csv x.raw
    "$REROLL" sample gamma --shape 2 -n 20000 --format csv | cmp - x.csv
    "$REROLL" sample gamma --shape 2 -n 20000 --format csv --threads 2 --device cpu:scalar -o - | cmp - x.csv
    "$REROLL" sample --job x.csv.job.json -o y.csv
    cmp x.csv y.csv
    "$REROLL" sample --job x.raw.job.json --first 9 -n 2 --format csv | cmp - <(sed -n '1p; 11,12p' x.csv)
    "$REROLL" sample normal -n 0 -o none.csv
    [ "$(cat none.csv)" = normal ]
    "$REROLL" sample gamma --shape 2 -n 1e6 --format csv | head -n 1 >first    # a closed pipe
    [ "$(cat first)" = gamma ]
    refused 2 "--format csv contradicts -o x.txt" sample normal -n 1 -o x.txt --format csv
}

@test "a table of one row is read like a table of many rows" {
    printf 'shape,scale\n2,3\n' >r.csv
    "$REROLL" sample gamma --shape @r.csv:shape --scale @r.csv:scale | cmp - <("$REROLL" sample gamma --shape 2 --scale 3 -n 1)
    "$REROLL" sample gamma --shape @r.csv:shape --scale @r.csv:scale -n 9 |
        cmp - <("$REROLL" sample gamma --shape 2 --scale 3 -n 9)
    printf 'shape\n2\n' >r.csv
    "$REROLL" sample gamma --shape @r.csv -o x.npy
    "$REROLL" sample --job x.npy.job.json | cmp - <("$REROLL" sample gamma --shape 2 -n 1)
    echo 3 >one.txt
    for call in "categorical --weights" "categorical:alias --weights" "categorical-logit --logits" \
        "multinomial --n 5 --weights" "dirichlet --components 2 --alpha"; do
        # shellcheck disable=SC2086
        "$REROLL" sample $call @one.txt -n 3 | cmp - <("$REROLL" sample $call 3 -n 3)
    done
}

@test "columns: one has the distribution's name, rows have x1, x2, ..., matrices x1_1, x1_2, ..." {
    header student_t sample student-t --df 3 -n 2
    header normal sample normal:polar -n 2
    header x1,x2,x3 sample dirichlet --alpha 1,2,3 -n 2
    [ "$(awk -F, 'NF == 3' header.csv | wc -l)" -eq 3 ]
    header x1,x2 sample uniform --high '1,2;3,4'
    header x1_1,x1_2,x2_1,x2_2 sample wishart --df 5 --scale '1,0;0,1' -n 2
    header uniform sample uniform --high 1,2,3
    "$REROLL" sample uniform --high '1,2;3,4' -o u.csv
    header uniform sample --job u.csv.job.json --first 1 -n 2          # a slice has no rows
    header icdf transform icdf --sobol 8
    header x1,x2 transform --sobol 8
    header sobol transform --sobol 8 --dims 1
    header permutation permutation 5
    header x1,x2,x3 permutation 3 --rows 2
    header permutation permutation:bijection 5
    header choose choose 2 --of 5
    header resample resample systematic --weights 1,2
    "$REROLL" permutation 9 -o p.csv
    "$REROLL" permutation 9 -o p.txt
    tail -n +2 p.csv | cmp - p.txt
    "$REROLL" transform icdf --sobol 100 --dims 3 -o z.csv
    "$REROLL" transform icdf --sobol 100 --dims 3 -o z.raw
    as_raw z.csv z.raw
    "$REROLL" transform icdf --sobol 1e6 --format csv | head -n 1
    refused 2 "CSV of 2000000 columns is not available: at most 1048576" permutation 2e6 --rows 2 --format csv
    refused 2 "CSV of 1500000 columns is not available: at most 1048576" \
        sample dirichlet --alpha 1 --components 1500000 -n 1 -o x.csv
}

@test "shards: only the first has the header line; join gives the bytes of the command without --shard" {
    "$REROLL" sample dirichlet --alpha 1,2,3 -n 1000 -o plain.csv
    for k in 0 1 2; do "$REROLL" sample dirichlet --alpha 1,2,3 -n 1000 -o x.csv --shard $k/3; done
    cat x.csv.shard-{0,1,2}-of-3 | cmp - plain.csv
    "$REROLL" join --check x.csv
    cmp x.csv plain.csv
    for k in 0 1 2; do "$REROLL" sample dirichlet --alpha 1,2,3 -n 1000 --format csv --shard $k/3; done | cmp - plain.csv
    for k in 0 1; do "$REROLL" sample normal -n 1 -o y.csv --shard $k/2; done     # the first shard has no sample
    "$REROLL" join --check y.csv
    "$REROLL" sample normal -n 1 --format csv | cmp - y.csv
    tr 5 6 <x.csv >wrong && cat wrong >x.csv.shard-0-of-3
    run "$REROLL" join --check --force x.csv
    [ "$status" -ne 0 ]
}

@test "a full disk and a kill: --resume gives the same bytes" {
    job=(sample dirichlet --alpha 1,2,3,4,5,6,7 -n 20000)   # pieces of 2^14 numbers, which 7 does not divide
    "$REROLL" "${job[@]}" -o x.csv
    REROLL_CHECKPOINT_SECONDS=0 run bash -c 'ulimit -f 1000; exec "$@"' - "$REROLL" "${job[@]}" -o y.csv --threads 1
    [ "$status" -eq 1 ]
    [ ! -e y.csv ]
    (! grep -q '"done": \[\],' y.csv.job.json)
    "$REROLL" "${job[@]}" -o y.csv --resume
    cmp x.csv y.csv
    run stopped KILL k.csv "${SLOW[@]}" "${SLOWLY[@]}"
    [ "$status" -eq 137 ]
    [ ! -e k.csv ]
    bytes=$(python3 -c 'import json; print(json.load(open("k.csv.job.json"))["bytes"])')
    head -c "$bytes" k.csv.part | tail -c 1 | cmp - <(echo)      # checkpoints are at ends of lines
    "$REROLL" sample "${SLOW[@]}" -o k.csv --resume
    "$REROLL" sample "${SLOW[@]}" --format csv | cmp - k.csv
    if [ -w /dev/full ]; then
        for command in "sample normal -n 9" "transform icdf --sobol 9" "choose 2 --of 9"; do
            # shellcheck disable=SC2086
            run --separate-stderr "$REROLL" $command --format csv -o /dev/full
            [ "$status" -eq 1 ]
            [[ $stderr == *"No space left"* ]]
        done
    fi
}

# Infinities, NaN, tiny and huge numbers.
odd_numbers() {
    "$REROLL" sample normal --mean 0 --sd inf -n 2 --bad nan -o nan.csv
    "$REROLL" sample pareto --alpha 0.001 -n 400 -o wide.csv
    grep -q inf wide.csv
}

@test "R reads the files" {
    command -v Rscript || skip "R is not installed"
    "$REROLL" sample dirichlet --alpha 1,2,3 -n 100 -o d.csv
    "$REROLL" sample poisson --lam 3 -n 100 -o k.csv
    odd_numbers
    Rscript -e '
        d <- read.csv("d.csv")
        stopifnot(identical(names(d), c("x1", "x2", "x3")), nrow(d) == 100, abs(rowSums(d) - 1) < 1e-12)
        write.table(format(d, digits = 17), "again.txt", quote = FALSE, row.names = FALSE, col.names = FALSE)
        stopifnot(is.integer(read.csv("k.csv")$poisson), is.nan(read.csv("nan.csv")$normal))
        w <- read.csv("wide.csv")$pareto; stopifnot(is.double(w), any(w == Inf), all(w >= 0))'
    tail -n +2 d.csv | tr , '\n' >there
    tr -s ' ' '\n' <again.txt | grep . | paste there - | awk '($1 - $2) ^ 2 > 1e-30 * $1 ^ 2 {exit 1}'
}

@test "gnuplot reads the files" {
    command -v gnuplot || skip "gnuplot is not installed"
    "$REROLL" sample dirichlet --alpha 1,2,3 -n 100 -o d.csv
    gnuplot -e 'set datafile separator comma; set format "%.17g"; set table "t"; plot "d.csv" using "x1":"x3"'
    grep -v '^#' t | awk 'NF >= 2 {print $1, $2}' >there
    [ "$(wc -l <there)" -eq 100 ]
    tail -n +2 d.csv | tr , ' ' | paste - there | awk '($1 - $4) ^ 2 + ($3 - $5) ^ 2 > 1e-24 {exit 1}'
    odd_numbers
    gnuplot -e 'set datafile separator comma; set table "t"; plot "nan.csv" using 0:"normal", "wide.csv" using 0:"pareto"'
    grep -q NaN t
    grep -q inf t
}

@test "parameters by the name of a column" {
    printf '\xef\xbb\xbf"id","alpha","be ta",note\r\n"a",1.5,2,"x, ""y""\nnext # line"\r\n' >p.csv
    printf '"b","2.5",3,#z\r\n\r\n# c\r\n"c",3.5,,\r\n' >>p.csv
    "$REROLL" sample gamma --shape 1.5,2.5,3.5 >wanted
    "$REROLL" sample gamma --shape @p.csv:alpha -o x.txt
    cmp x.txt wanted
    python3 -c '
import json
shape = json.load(open("x.txt.job.json"))["params"]["shape"]
assert (shape["file"], shape["column"], shape["shape"]) == ("p.csv", "alpha", [3])'
    "$REROLL" sample --job x.txt.job.json | cmp - wanted
    "$REROLL" plan gamma --shape @p.csv:alpha >/dev/null
    "$REROLL" sample gamma --shape @p.csv:alpha -o x.txt --resume
    refused 2 "--shape: p.csv has no column 'beta'; it has id, alpha, be ta, note" sample gamma --shape @p.csv:beta
    refused 2 "--shape: p.csv has no column ''" sample gamma --shape @p.csv:
    refused 2 "p.csv lacks a number in line 7, column 3" sample gamma --shape '@p.csv:be ta'
    refused 2 "p.csv has 'a' in line 2, column 1, which is not a number" sample gamma --shape @p.csv
    refused 2 "p.csv has 'x, \"y\" next # line' in line 2, column 4" sample gamma --shape @p.csv:note
    refused 2 "-o p.csv is the file of --shape; give another name" sample gamma --shape @p.csv:alpha -o p.csv --force
    sed 's/"alpha"/"be ta"/' x.txt.job.json >y.json
    refused 2 "lacks a number in line 7" sample --job y.json
    printf 'a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n' >p.csv
    refused 2 "no column 'h'; it has a, b, c, d, e, f, ..." sample gamma --shape @p.csv:h
    [ "$("$REROLL" sample gamma --shape @p.csv:c -n 1)" = "$("$REROLL" sample gamma --shape 3 -n 1)" ]
    "$REROLL" sample bits -n 3 -o b.csv
    "$REROLL" sample normal --mean @b.csv:bits >/dev/null
    printf 'w,v\n1,5\n0,6\n' >w.csv
    [ "$("$REROLL" resample systematic --weights @w.csv:w -n 2)" = "$(printf '0\n0')" ]
    refused 2 "has two dimensions" resample systematic --weights @w.csv -n 2
    printf 'n,u\n1,0.5\n2,0.75\n' >u.csv
    "$REROLL" transform icdf --points @u.csv:u -o z.txt
    [ "$(wc -l <z.txt)" -eq 2 ]
    "$REROLL" transform --job z.txt.job.json | cmp - z.txt
    grep -q '"column": "u"' z.txt.job.json
}

@test "two columns of one file are different jobs" {
    printf 'a,b\n1,2\n3,4\n' >p.csv
    "$REROLL" sample normal --mean @p.csv:a -o x.npy
    refused 2 "the column of --mean is 'a', not 'b'" sample normal --mean @p.csv:b -o x.npy --resume
}

@test "files with a header line: all columns, separators, and errors" {
    means() {
        "$REROLL" sample normal --mean "$1" | cmp - <("$REROLL" sample normal --mean "$2")
    }
    printf 'a,b\n1,2\n3,4\n' >h.csv
    means @h.csv '1,2;3,4'
    printf 'a\tb c\n1\t2\n3\t4\n' >h.csv
    means '@h.csv:b c' 2,4
    printf '# made by hand\n\na b\n1 2\n3 4' >h.csv
    means @h.csv '1,2;3,4'
    means @h.csv:a 1,3
    printf 'my column\n1\n3\n' >h.csv
    means '@h.csv:my column' 1,3
    printf '2019,2020\n1,2\n3,4\n' >h.csv
    means @h.csv:2020 2,4
    means @h.csv '2019,2020;1,2;3,4'
    printf 'a,b\n1,x\n3\n' >h.csv
    refused 2 "h.csv has 1 value in line 3, but 2 in the line before" sample normal --mean @h.csv:a
    printf ',a\n1,2\n3,4\n' >h.csv
    refused 2 "h.csv has no name in line 1, column 1; choose a column as @FILE.csv:NAME" sample normal --mean @h.csv
    means @h.csv:a 2,4
    printf 'a,a\n1,2\n' >h.csv
    refused 2 "h.csv has two columns 'a'" sample normal --mean @h.csv:a
    printf '1,b\n1,2\n' >h.csv
    refused 2 "h.csv has 'b' in line 1, column 2, which is not a number; a header line has no numbers" \
        sample normal --mean @h.csv
    printf 'NA\n1\n' >h.csv
    refused 2 "h.csv has 'NA' in line 1, column 1, which is not a number" sample normal --mean @h.csv
    printf 'a,b\n1,"2\n3,4\n' >h.csv
    refused 2 "h.csv has a quote in line 2, column 2 that is not closed" sample normal --mean @h.csv
    printf 'a,b\n1,"2"3\n' >h.csv
    refused 2 "h.csv has text after a quote in line 2, column 2" sample normal --mean @h.csv
    printf 'a,b\n' >h.csv
    refused 2 "h.csv has no number in it" sample normal --mean @h.csv
    : >h.csv
    refused 2 "h.csv has no column 'a'" sample normal --mean @h.csv:a
    printf 'a\n1\n1e400\n' >h.csv
    refused 2 "'1e400' in line 3, column 1, which is too large" sample normal --mean @h.csv:a
    refused 2 "--mean @h.csv:"$'\xff'": the name of the column is not UTF-8" sample normal --mean "@h.csv:"$'\xff'
}

@test "a written file is read back" {
    "$REROLL" sample gamma --shape 2 -n 1000 -o x.csv
    "$REROLL" sample gamma --shape 2 -n 1000 -o x.npy
    "$REROLL" sample exponential --scale @x.csv -o a.raw
    "$REROLL" sample exponential --scale @x.csv:gamma -o b.raw
    "$REROLL" sample exponential --scale @x.npy -o c.raw
    cmp a.raw b.raw
    cmp a.raw c.raw
    "$REROLL" sample dirichlet --alpha 1,2 -n 10 -o d.csv
    "$REROLL" sample dirichlet --alpha @d.csv -o e.csv
}
