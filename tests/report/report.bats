# SPDX-License-Identifier: MIT OR Apache-2.0
# reroll report: the page, its data, and what happens when something is missing or fails. A quick report takes a dozen seconds
# of a processor; some failures after the measurements are left to REROLL_DEEP (make deep-matrix).
bats_require_minimum_version 1.5.0
load ../cli/helpers

# One page for several tests, with two studies that use the same id.
setup_file() {
    local reroll
    reroll=$(realpath "${REROLL:-$BATS_TEST_DIRNAME/../../build/reroll}")
    cd "$BATS_FILE_TMPDIR" || return 1
    if python3 -c 'import html5lib' 2>/dev/null; then export HAVE_HTML5LIB=1; fi
    mkdir -p studies/one studies/two studies/empty
    cat >studies/one/section.html <<'END'
<!-- title.txt and <b> are no part of it -->
<p id="top">See <a href="#top">above</a> and href="#x" in text, &lt;script&gt; too.</p>
<svg viewBox="0 0 1 1"><path id="a" fill="url(#b)"/><rect id="b" style="stroke: none; fill:#fff;"/></svg>
END
    cat >studies/two/section.html <<'END'
<p id='top' aria-describedby='top  more' title='A &amp; B'>A study</p><span id="more">more</span>
END
    # Times are not checked: with a clock a thousand times as fast everything is timed once.
    build_shim
    printf '#!/bin/sh\nSHIM_CLOCK=1000 LD_PRELOAD=%s exec "${PROGRAM:-%s}" "$@"\n' \
        "$(REROLL=$reroll preload)" "$reroll" >fast
    chmod +x fast
    "$reroll" report --quick -o page.html --data data --studies studies 2>err
    echo $? >status
    "$reroll" verify --quick --device cpu | awk '$1 == "digest" {last = $NF} END {print last}' >digest
}

# check ARGUMENT...: the checker; it needs html5lib, which the tests' virtual environment has.
check() {
    [ -n "$HAVE_HTML5LIB" ] || skip "html5lib is not installed"
    python3 "$ROOT/tests/report/check.py" --digest "$(cat "$BATS_FILE_TMPDIR/digest")" "$@"
}

pictures() {
    if command -v gnuplot >/dev/null; then echo --pictures; else echo --no-pictures; fi
}

@test "the page is valid, complete and self-contained, and the files have the numbers of its tables" {
    cat "$BATS_FILE_TMPDIR/err"
    [ "$(cat "$BATS_FILE_TMPDIR/status")" -eq 0 ]
    check "$BATS_FILE_TMPDIR/page.html" --data "$BATS_FILE_TMPDIR/data" "$(pictures)" --study one --study two
    [ "$(ls "$BATS_FILE_TMPDIR")" = "$(printf '%s\n' data digest err fast page.html shim.so status studies)" ]
    if command -v tidy >/dev/null; then tidy -q -e --drop-empty-elements no "$BATS_FILE_TMPDIR/page.html"; fi
}

@test "the planner's section states the source of its costs" {
    grep -Eq 'Costs: built in, scaled by [0-9.e+-]+ to [0-9.e+-]+\..*reroll plan --calibrate' "$BATS_FILE_TMPDIR/page.html"
}

@test "studies without a paper are listed in the contents by their names" {
    for name in one two; do
        grep -qF "<li><a href=\"#study-$name\">$name</a></li>" "$BATS_FILE_TMPDIR/page.html"
    done
}

# broken PAGE TEXT EDIT...: the page, edited by sed, is refused with each TEXT.
broken() {
    local texts=()
    cp "$1" broken.html
    shift
    while [ $# -gt 0 ]; do
        sed "$2" broken.html >edited.html
        (! cmp -s edited.html broken.html)
        mv edited.html broken.html
        texts+=("$1")
        shift 2
    done
    (! check broken.html 2>err)
    cat err
    for text in "${texts[@]}"; do
        echo "$text?"
        grep -qF -- "$text" err
    done
}

@test "the checker of pages detects each kind of error" {
    local page=$BATS_FILE_TMPDIR/page.html digest
    digest=$(cat "$BATS_FILE_TMPDIR/digest")
    # Two rows of each table are enough for checks that do not concern the files, and a tenth of the page without curves.
    awk '/^<tr><td/ && ++n > 2 {next} !/^<tr><td/ {n = 0} {print}' "$page" >short.html
    awk '/^<div class="plot/ {curves = 1} !curves {print} /^<\/svg><\/div>/ {curves = 0}' short.html >bare.html
    check short.html
    check bare.html
    broken bare.html "img has src=x.png" '0,/<figcaption>/s//<figcaption><img src="x.png" alt="">/' \
        "the page holds https" '0,/<figcaption>/s//<figcaption><a href="http:\/\/example.org">x<\/a>/' \
        "the style has 'grid-column:1*-1'" 's/{grid-column:1\/-1/{grid-column:1*-1/' \
        "the page holds @import" '0,/<style>/s//<style>@import "x.css";/' \
        "the page forbids the browser nothing" '/^<meta http-equiv/d' \
        "not unique: ['thomas']" '0,/<h3>/s//<h3 id="thomas">/' \
        "fig-ridley-7 is missing" 's/ id="fig-ridley-7"//'
    broken bare.html "ParseError" '0,/<\/figcaption>/s///'
    broken bare.html "is there 2 times" '0,/<p class="from">Source: /s//<p class="from">Made by reroll 0.1.0. Source: /' \
        "no 'Source: '" '0,/<p class="from">Source: /s//<p class="from">/' \
        "not set: 'All lanes accept at once: p^K" \
        '0,/<h3>All lanes[^<]*<i>p<\/i><sup><i>K<\/i><\/sup>/s//<h3>All lanes accept at once: p^K/' \
        "loop has 2 colours and shapes" \
        '/id="fig-ours-efficiency-8"/,$ s/<li>\(<svg.*\)--c2\(.*\)--c2\(.*>loop<\)/<li>\1--c3\2--c3\3/' \
        "is cut" '0,/<th scope="col" class="n">/s//<th scope="col" class="n">'"$(printf 'M%.0s' {1..150})"'/' \
        "no card shows the digest $digest" "s/<strong>$digest/<strong>x${digest:1}/" \
        "digests of strategies" '0,/\(<tr><td class="t">cpu:scalar<\/td><td class="t">\)......../s//\100000000/' \
        "the first screen is not first" \
        's/<section id="machine">/<section>/; s/<section id="thomas">/&<p id="machine"><\/p>/'
    if command -v gnuplot >/dev/null; then
        # A curve is removed, and an entry of the legend is removed.
        broken short.html "entries of the legend without a line" '/id="fig-ridley-7"/,/<ul/ s/var(--s2)/var(--fg)/'
        broken short.html "lines without an entry of the legend" '/id="fig-ridley-7"/,/<figcaption/ { /<li>.*--s2/d }'
    fi
    cp -r "$BATS_FILE_TMPDIR/data" data
    sed -i '$d' data/fig-thomas-pk.csv
    sed -i '3s/^[^,]*/0.77/' data/fig-thomas-mean.csv
    sed '/id="fig-machine-speed"/,/<figcaption/ { s/"fill light"/"fill"/g; t; s/"fill"/"fill light"/g }' "$page" >swapped.html
    (! check swapped.html --data data 2>err)
    grep -q "fig-thomas-pk.csv: 100 rows, the table has 101" err
    grep -q "fig-thomas-mean.csv, row 2: 0.77, the table shows 0.03" err
    grep -q "bars are not as long as their rates" err   # f64's bars are in the colour of f32
}

@test "sections of studies are present, with their own ids" {
    local page=$BATS_FILE_TMPDIR/page.html
    grep -qF '<p id="study-one-top">See <a href="#study-one-top">above</a> and href="#x" in text' "$page"
    grep -qF ', &lt;script&gt; too.</p>' "$page"
    grep -qF '<path id="study-one-a" fill="url(#study-one-b)"/>' "$page"
    grep -qF "<p id='study-two-top' aria-describedby='study-two-top  study-two-more' title='A &amp; B'>" "$page"
    (! grep -q study-empty "$page")
}

@test "measured points agree with the model" {
    python3 - "$BATS_FILE_TMPDIR/data" <<'END'
import csv, sys
def rows(name):
    return list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8")))
import glob
for name in glob.glob(sys.argv[1] + "/*.csv"):   # a row has a value for each column, no more
    lines = list(csv.reader(open(name, encoding="utf-8")))
    assert all(len(line) == len(lines[0]) for line in lines), name
means = rows("fig-ridley-3-measured")
assert {r["t"] for r in means} == {"4", "8", "16", "32"}
assert all(abs(float(r["z"])) < 5 for r in means), max(means, key=lambda r: abs(float(r["z"])))
for name in "fig-ours-efficiency-measured", "fig-ours-efficiency-8-measured":
    points = rows(name)
    names = {r["strategy"].split(":" if r["strategy"].startswith("grouped") else "|")[0] for r in points}
    assert names == {"loop", "cached", "grouped", "regroup", "regroup:ahead", "refill", "compact"}
    worst = max(points, key=lambda r: abs(float(r["difference, %"])))
    assert abs(float(worst["difference, %"])) < 4, worst
for r in rows("fig-linderman-fixed-measured"):
    expected = float(r["expected failures"])
    assert abs(float(r["failed"]) - expected) < 6 * expected ** 0.5 + 3, r
table = rows("tab-ridley-1")
assert all(abs(float(r["up to rho, %"]) - float(r["up to rho, %, printed"])) < 0.01 for r in table)
END
}

# template NAME: the content of a study's folder of sources.
template() {
    mkdir -p "$1"
    echo '<p class="from"><!-- provenance --></p><!-- mean.svg -->' >"$1/section.html"
}

@test "without gnuplot: bars, tables and a message; results of studies are next to the program; -o - is standard output" {
    mkdir -p bin prog/studies/mine
    template studies/hollow   # sources, beside the page
    ln "$REROLL" prog/reroll 2>/dev/null || cp "$REROLL" prog/reroll
    echo '<p>This was run.</p>' >prog/studies/mine/section.html
    export FAST=$BATS_FILE_TMPDIR/fast
    run --separate-stderr bash -c 'PATH=$PWD/bin PROGRAM=prog/reroll "$FAST" report --quick -o - --data data >page.html'
    [ "$status" -eq 0 ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [ "$(ls)" = "$(printf '%s\n' bin data page.html prog studies)" ]
    [[ $stderr == *"gnuplot is not installed"*"apt install gnuplot-nox"* ]]
    check page.html --data data --no-pictures --study mine
    grep -q 'class="note">Curves are missing.*apt install' page.html
    grep -q 'This was run' page.html
    (! grep -q hollow page.html)
    for name in point-transforms warp-iterations normal-methods fixed-proposals; do
        grep -q "<code>make study NAME=$name</code>" page.html
    done
}

@test "a template without a study's results is refused before anything is measured" {
    template raw/hollow
    refused 2 "raw/hollow/section.html is a template that no study has filled: make study NAME=hollow" \
        report -o page.html --studies raw
    echo '<div><!-- times.csv --></div>' >raw/hollow/section.html
    refused 2 "is a template" report -o page.html --studies raw
    refused 2 "is a template" report -o page.html --studies "$ROOT/studies"
    echo '<div><!-- quick.csv? --></div>' >raw/hollow/section.html
    refused 2 "is a template" report --quick -o page.html --studies raw
}

# foreign TEXT MARKUP: a section with this on its second line is refused with TEXT.
foreign() {
    printf '<p>A study</p>\n%s\n' "$2" >raw/x/section.html
    refused 2 "raw/x/section.html, line 2: $1" report --quick -o page.html --studies raw
}

@test "a section with scripts, external resources or broken HTML is refused" {
    mkdir -p raw/x
    foreign "<script> is not a part of a section" '<script>alert(1)</script>'
    foreign "<script> is not a part of a section" '<ScRiPt src="x">'
    foreign "<iframe> is not a part" '<iframe src="#x"></iframe>'
    foreign "<style> is not a part" '<style>p{color:red}</style>'
    foreign "<img> is not a part" '<img src="http://example.org/x.png">'
    foreign "<section> is not a part" '<section id="thomas"></section>'
    foreign "<h1> is not a part" '<h1>x</h1>'
    foreign "<foreignobject> is not a part of a picture" '<svg><foreignObject></foreignObject></svg>'
    foreign "<p> is not a part of a picture" '<svg><p>x</p></svg>'
    foreign "<path> is not a part of a section" '<path d=""/>'
    foreign "the attribute onload would run a script" '<svg onload="alert(1)"></svg>'
    foreign "the attribute onclick would run a script" '<p ONCLICK="alert(1)">x</p>'
    foreign "href leads away" '<a href="https://example.org">x</a>'
    foreign "href leads away" '<a href=" java&#115;cript:alert(1)">x</a>'
    foreign "xlink:href leads away" '<svg><use xlink:href="x.svg#a"/></svg>'
    foreign "the attribute style reaches beyond" '<p style="background:url(x.png)">x</p>'
    foreign "a style sets only colours, lines and text, not 'position'" '<p style="position:fixed">x</p>'
    foreign "a style sets only colours, lines and text, not 'position/**/'" '<p style="color:red;position/**/:fixed">x</p>'
    foreign "a style sets only colours, lines and text, not 'margin-top'" "<p style='Margin-Top:-99em'>x</p>"
    foreign "a style sets only colours, lines and text, not '--paint'" '<p style="--paint:red">x</p>'
    foreign "the attribute style holds a block" '<p style="color:red{}position:fixed">x</p>'
    foreign "the value of mask holds '&'" '<svg><rect mask="url&#40;http://example.org/x.svg#m)"/></svg>'
    foreign "the value of style holds '&'" '<p style="color&colon;red">x</p>'
    foreign "the value of href holds '&'" '<a href="#x&#58;">x</a>'
    foreign "attributionsrc leads away" '<a href="#x" attributionsrc="https://example.org">x</a>'
    foreign "the attribute style reaches beyond" "<p style=\"background:image-set('https://x/y.png' 1x)\">x</p>"
    foreign "the attribute style reaches beyond" "<p style=\"background:Image-Set('y.png' 1x)\">x</p>"
    foreign "the attribute style reaches beyond" "<p style=\"background:src('//x/y.png')\">x</p>"
    foreign "the attribute mask reaches beyond" "<svg><rect mask=\"image-set('y.png' 1x)\"/></svg>"
    foreign "the attribute fill reaches beyond" "<svg><rect fill=\"url('http://example.org/#a')\"/></svg>"
    foreign "the value of id has no quotes" '<p id=x>x</p>'
    foreign "</div> where <p> is open" '<p></div>'
    foreign "</section> closes nothing" '</section>'
    foreign "<div/> is not closed" '<div/>'
    foreign "'<' is written &lt;" '1 < 2'
    foreign "'<!' begins no whole comment" '<!DOCTYPE html>'
    foreign "'<!' begins no whole comment" '<!--> <script></script> -->'
    foreign "'<!' begins no whole comment" '<!-- half'
    foreign "<b is not finished" '<b'
    printf '<p>A study</p>\n<div>\n<p>x</p>\n' >raw/x/section.html
    refused 2 "line 4: <div> is not closed" report -o page.html --studies raw
    printf '<p>x</p>\0<script>' >raw/x/section.html
    refused 2 "is not text: it has a byte 0" report -o page.html --studies raw
    rm raw/x/section.html
    mkfifo raw/x/section.html
    refused 2 "is not a regular file" report -o page.html --studies raw
}

# filled: the template as filled by the build, in the folder of results.
filled() {
    awk -v provenance='reroll <1> & more' -f "$ROOT/mk/study_section.awk" template.html
}

@test "a study's section has its results as text, and is omitted if one is missing" {
    printf '%s\n' '<p><!-- provenance --></p>' '<!-- a.csv -->' >template.html
    printf '%s\n' 'name,x' '<b>&amp,1' >a.csv
    filled >out
    grep -qF '<p>reroll &lt;1&gt; &amp; more</p>' out
    grep -qF '<tr><td>&lt;b&gt;&amp;amp</td><td>1</td></tr>' out
    echo '<!-- b.svg -->' >>template.html
    run filled
    [ "$status" -eq 1 ]
    [[ $output == *"section.html names b.svg, which is not there"* ]]
    cat >b.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg"><path stroke='rgb(  0, 114, 178)'/><g fill="black"><path stroke='black'/></g></svg>
END
    filled >out
    grep -qF "<svg><path stroke='var(--c1)'/><g fill=\"var(--fg)\"><path stroke='var(--fg)'/></g></svg>" out
    rm a.csv
    run filled
    [ "$status" -eq 1 ]
}

@test "strategies have the page's colours in the pictures of studies" {
    command -v gnuplot >/dev/null || skip "gnuplot is not installed"
    # The colours of the page, by the variable of its style, and those of gnuplot's style, by the build's translation.
    python3 - "$BATS_FILE_TMPDIR/page.html" >expected <<'END'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
page = page[page.index('id="fig-machine-waste"'):]
for name in "loop cached grouped regroup regroup:ahead refill compact".split():
    row = re.search(r'<span class="name"><svg[^>]*>.*?</svg>' + name + "</span>", page)[0]
    print(name, re.search(r"var\((--c\d)\)", row[row.rindex("<svg"):])[1])
END
    : >found
    while read -r name _; do
        gnuplot -e "load '$ROOT/studies/style.gp'; set output 'x.svg'; plot x lc rgb strategy_colour('$name')"
        echo '<!-- x.svg -->' >template.html
        echo "$name $(filled | sed -n 's/.*\(--c[0-9]\).*/\1/p' | head -n 1)" >>found
    done <expected
    diff expected found
}

@test "empty sections and directories are refused" {
    local text nothing="x/section.html, line 1: the section shows nothing"
    mkdir -p raw/x hollow/x
    for text in '' '  ' '<!-- mine -->' '<p class="from"> </p>'; do
        printf '%s' "$text" >raw/x/section.html
        refused 2 "$nothing" report --quick -o page.html --studies raw --data data
    done
    printf '<svg><path/></svg>\n<p>' >raw/x/section.html
    refused 2 "line 2: <p> is not closed" report --quick -o page.html --studies raw
    refused 2 "--studies hollow has no STUDY/section.html" report --quick -o page.html --studies hollow --data data
}

@test "an error names a wrong REROLL_CPU, not a device that the user did not give" {
    REROLL_CPU=avx9 refused 2 'reroll: REROLL_CPU is "avx9"; it can be one of' report --quick -o x.html --data data
}

@test "-o - reports that standard output can't be written" {
    local status=0
    [ -n "$REROLL_DEEP" ] || skip "with REROLL_DEEP=1"
    mkdir bin
    PATH=$PWD/bin "$REROLL" report --quick -o - >/dev/full 2>err || status=$?
    [ "$status" -eq 1 ]
    grep -q "can't write standard output: No space" err
}

@test "an existing page is replaced with --force only, otherwise kept unchanged" {
    echo old >page.html
    refused 2 "page.html exists; --force replaces it" report --quick -o page.html
    [ "$(cat page.html)" = old ]
    mkdir data
    echo old >data/x.csv
    refused 2 "--data data holds files" report --quick -o new.html --data data
}

@test "errors name wrong arguments" {
    refused 2 "-o FILE is missing" report --quick
    refused 2 "unknown option '--qiuck'; did you mean '--quick'?" report -o x.html --qiuck
    refused 2 "-o needs an argument: -o FILE" report -o
    refused 2 "--data needs a name" report -o x.html --data=
    refused 2 "-o . is a directory: give a file name" report -o .
    refused 1 "can't write nowhere/x.html" report -o nowhere/x.html
    refused 2 "--studies nowhere" report -o x.html --studies nowhere
    echo >file
    refused 2 "--studies file is not a directory" report -o x.html --studies file
    refused 2 "--data file" report -o x.html --data file
    "$REROLL" report --help | grep -q -- --studies
}

# full KIB TEXT ARGUMENT...: with files limited to KIB the report, without gnuplot, fails with TEXT and leaves no page.
full() {
    run bash -c 'ulimit -f "$1"; PATH=bin "$0" report --quick -o page.html "${@:3}" 2>&1' "$REROLL" "$@"
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"$2"* ]]
    [ -z "$(find . -name 'page*')" ]
}

@test "a failure leaves nothing under the name of the page" {
    REROLL=$BATS_FILE_TMPDIR/fast
    mkdir bin
    printf '#!/bin/sh\necho "gnuplot is unwell" >&2\nexit 3\n' >bin/gnuplot
    chmod +x bin/gnuplot
    PATH=$PWD/bin:$PATH refused 1 "gnuplot failed: gnuplot is unwell" report --quick -o page.html
    printf '#!/bin/sh\ncat >/dev/null\n' >bin/gnuplot
    [ -z "$REROLL_DEEP" ] || PATH=$PWD/bin:$PATH refused 1 "gnuplot drew no picture" report --quick -o page.html
    rm bin/gnuplot
    [ -z "$REROLL_DEEP" ] || full 4 "can't write a temporary file"
    full 14 "can't write data/fig-" --data data
    [ "$(ls)" = "$(printf 'bin\ndata')" ]
    (! find data -name '*.csv.*' | grep .)
}

@test "control-C ends it, and leaves no file" {
    run timeout --preserve-status -s INT 1 "$REROLL" report -o page.html
    [ "$status" -eq 130 ]
    [ -z "$(ls)" ]
}

@test "a second control-C does not wait for gnuplot" {
    local pid status=0
    REROLL=$BATS_FILE_TMPDIR/fast
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
