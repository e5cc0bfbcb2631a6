# SPDX-License-Identifier: MIT OR Apache-2.0
# What the tests of the studies share: quick runs on the library that the tests have built. A test sets NAME and loads this.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return 1
    BUILD=${BUILD:-build}
    [ -f "$BUILD/libreroll.a" ] || skip "$BUILD/libreroll.a is not built"
    STUDY=$BUILD/studies/$NAME
}

# The library is as the tests built it; only the study itself is made.
study() {
    make -s -o "$BUILD/libreroll.a" study BUILD="$BUILD" "$@"
}

# made TABLE: the quick study has run; TABLE is the last that it writes.
made() {
    [ -f "$STUDY/$1.csv" ] || study NAME="$NAME" QUICK=1
}

# columns TABLE COLUMN...: the head of TABLE.csv is these names, README.md has them, and all rows are full.
columns() {
    local table=$1
    shift
    [ "$(head -n 1 "$STUDY/$table.csv")" = "$(IFS=,; echo "$*")" ]
    for column in "$@"; do
        grep -q "^| .*\`$column\`" "studies/$NAME/README.md" || { echo "README.md lacks $column"; false; }
    done
    awk -F, -v n=$# 'NF != n || NR > 1 && /nan|inf/ {print "malformed: " $0; bad = 1} END {exit bad}' "$STUDY/$table.csv"
}

# pictures FILE...: they are well formed, and the report's section has them all, no id twice.
pictures() {
    for picture in "$@"; do
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$STUDY/$picture.svg"
    done
    (! grep -E '<!-- (.*\.(svg|csv)|provenance) -->' "$STUDY/section.html")
    [ -z "$(grep -oE " id=[\"'][^\"']*" "$STUDY/section.html" | sort | uniq -d)" ]
}
