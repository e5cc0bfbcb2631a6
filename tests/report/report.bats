# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll report: the page, its data, and what happens when something is missing or fails.
bats_require_minimum_version 1.5.0
load ../cli/helpers

# One page for several tests, with two studies that use the same id.
setup_file() {
    local reroll
    reroll=$(realpath "${REROLL:-$BATS_TEST_DIRNAME/../../build/reroll}")
    cd "$BATS_FILE_TMPDIR" || return 1
    mkdir -p studies/one studies/two studies/empty
    cat >studies/one/section.html <<'END'
<p id="top">See <a href="#top">above</a> and href="#x" in text.</p>
<svg viewBox="0 0 1 1"><path id="a" fill="url(#b)"/><rect id="b"/></svg>
END
    echo "<p id='top' aria-describedby='top  more'>A study</p><span id=\"more\">more</span>" >studies/two/section.html
    "$reroll" report --quick -o page.html --data data 2>err
    echo $? >status
}

# check ARGUMENT...: the checker; it needs html5lib, which the tests' virtual environment has.
check() {
    python3 -c 'import html5lib' 2>/dev/null || skip "html5lib is not installed"
    python3 "$TOOLS/check.py" "$@"
}

pictures() {
    if command -v gnuplot >/dev/null; then echo --pictures; else echo --no-pictures; fi
}

@test "the page is valid, whole and self-contained, and the files hold what its tables show" {
    cat "$BATS_FILE_TMPDIR/err"
    [ "$(cat "$BATS_FILE_TMPDIR/status")" -eq 0 ]
    check "$BATS_FILE_TMPDIR/page.html" --data "$BATS_FILE_TMPDIR/data" "$(pictures)" --study one --study two
    [ "$(ls "$BATS_FILE_TMPDIR")" = "$(printf '%s\n' data err page.html status studies)" ]
    if command -v tidy >/dev/null; then tidy -q -e "$BATS_FILE_TMPDIR/page.html"; fi
}

# broken TEXT EDIT: the page, edited by sed, is refused with TEXT.
broken() {
    sed "$2" short.html >broken.html
    ! cmp -s short.html broken.html
    ! check broken.html 2>err
    echo "$1:"
    cat err
    grep -qF -- "$1" err
}

@test "the checker refuses what it should" {
    local page=$BATS_FILE_TMPDIR/page.html
    # Two rows of each table are enough for what has nothing to do with the files.
    awk '/^<tr><td/ && ++n > 2 {next} !/^<tr><td/ {n = 0} {print}' "$page" >short.html
    check short.html
    broken "img has src=x.png" '0,/<figcaption>/s//<figcaption><img src="x.png" alt="">/'
    broken "the page holds https" '0,/<figcaption>/s//<figcaption><a href="http:\/\/example.org">x<\/a>/'
    broken "the page holds @import" '0,/<style>/s//<style>@import "x.css";/'
    broken "not unique: ['thomas']" '0,/<h3>/s//<h3 id="thomas">/'
    broken "ParseError" '0,/<\/figcaption>/s///'
    broken "fig-ridley-7 is missing" 's/ id="fig-ridley-7"//'
    broken "no 'Source: '" '0,/<p class="from">Source: /s//<p class="from">/'
    cp -r "$BATS_FILE_TMPDIR/data" data
    sed -i '$d' data/fig-thomas-pk.csv
    sed -i '3s/^[^,]*/0.77/' data/fig-thomas-mean.csv
    ! check "$page" --data data 2>err
    grep -q "fig-thomas-pk.csv: 100 rows, the table has 101" err
    grep -q "fig-thomas-mean.csv, row 2: 0.77, the table shows 0.03" err
}

@test "sections of studies are there, with ids of their own" {
    local page=$BATS_FILE_TMPDIR/page.html
    grep -qF '<p id="study-one-top">See <a href="#study-one-top">above</a> and href="#x" in text.</p>' "$page"
    grep -qF '<path id="study-one-a" fill="url(#study-one-b)"/>' "$page"
    grep -qF "<p id='study-two-top' aria-describedby='study-two-top  study-two-more'>" "$page"
    ! grep -q study-empty "$page"
}

@test "measured points are where the model is" {
    python3 - "$BATS_FILE_TMPDIR/data" <<'END'
import csv, sys
def rows(name):
    return list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8")))
means = rows("fig-ridley-3-measured")
assert {r["t"] for r in means} == {"4", "8", "16", "32"}
assert all(abs(float(r["z"])) < 5 for r in means), max(means, key=lambda r: abs(float(r["z"])))
for name in "fig-ours-efficiency-measured", "fig-ours-efficiency-8-measured":
    points = rows(name)
    names = {r["strategy"].split(":" if r["strategy"].startswith("grouped") else "|")[0] for r in points}
    assert names == {"loop", "cached", "grouped", "regroup", "regroup:ahead", "refill", "compact"}
    worst = max(points, key=lambda r: abs(float(r["difference, %"])))
    assert abs(float(worst["difference, %"])) < 4, worst
for r in rows("fig-ours-fixed-measured"):
    expected = float(r["expected failures"])
    assert abs(float(r["failed"]) - expected) < 6 * expected ** 0.5 + 3, r
table = rows("tab-ridley-1")
assert all(abs(float(r["up to ρ, %"]) - float(r["up to ρ, %, printed"])) < 0.01 for r in table)
END
}

@test "without gnuplot there are all tables, one line says what is missing" {
    mkdir bin
    run --separate-stderr env PATH="$PWD/bin" "$REROLL" report --quick -o page.html --data data
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == *"gnuplot is not installed"*gnuplot-nox* ]]
    check page.html --data data --no-pictures
    grep -q 'class="note">There are no pictures' page.html
}

@test "an existing page is replaced with --force only, and stays what it was" {
    echo old >page.html
    refused 2 "page.html exists; --force replaces it" report --quick -o page.html
    [ "$(cat page.html)" = old ]
    mkdir data
    echo old >data/x.csv
    refused 2 "--data data holds files" report --quick -o new.html --data data
}

@test "wrong arguments are named" {
    refused 2 "needs -o FILE" report --quick
    refused 2 "unknown argument '--qiuck'; did you mean '--quick'?" report -o x.html --qiuck
    refused 2 "-o needs an argument" report -o
    refused 2 "--data needs a name" report -o x.html --data=
    refused 2 "is a folder" report -o .
    refused 1 "can't write nowhere/x.html" report -o nowhere/x.html
    refused 2 "--studies nowhere" report -o x.html --studies nowhere
    echo >file
    refused 2 "--studies file is no folder" report -o x.html --studies file
    refused 2 "--data file" report -o x.html --data file
    "$REROLL" report --help | grep -q -- --studies
}

# full KIB TEXT ARGUMENT...: where no file may be larger the report, without gnuplot, fails with TEXT and leaves no page.
full() {
    run bash -c 'ulimit -f "$1"; PATH=bin "$0" report --quick -o page.html "${@:3}" 2>&1' "$REROLL" "$@"
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"$2"* ]]
    [ -z "$(find . -name 'page*')" ]
}

@test "a failure leaves nothing under the name of the page" {
    mkdir bin
    printf '#!/bin/sh\necho "gnuplot is unwell" >&2\nexit 3\n' >bin/gnuplot
    chmod +x bin/gnuplot
    PATH=$PWD/bin:$PATH refused 1 "gnuplot failed: gnuplot is unwell" report --quick -o page.html
    printf '#!/bin/sh\ncat >/dev/null\n' >bin/gnuplot
    PATH=$PWD/bin:$PATH refused 1 "gnuplot drew no picture" report --quick -o page.html
    rm bin/gnuplot
    full 4 "can't write a temporary file"
    full 14 "can't write data/fig-" --data data
    [ "$(ls)" = "$(printf 'bin\ndata')" ]
    ! find data -name '*.csv.*' | grep .
}

@test "control-C ends it, and leaves nothing" {
    run timeout --preserve-status -s INT 1 "$REROLL" report -o page.html
    [ "$status" -eq 130 ]
    [ -z "$(ls)" ]
}

@test "control-C does not wait for gnuplot when it comes again" {
    local pid status=0
    mkdir bin
    printf '#!/bin/sh\necho $$ >started\nexec sleep 60\n' >bin/gnuplot
    chmod +x bin/gnuplot
    PATH=$PWD/bin:$PATH "$REROLL" report --quick -q -o page.html 3>&- &
    pid=$!
    appears started
    kill -TERM $pid
    sleep 1.1
    kill -TERM $pid
    wait $pid || status=$?
    kill "$(cat started)"
    [ "$status" -eq 130 ]
    [ "$(ls)" = "$(printf 'bin\nstarted')" ]
}
