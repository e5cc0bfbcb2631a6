# SPDX-License-Identifier: MIT OR Apache-2.0
# Fills in a study's section of the report, in the folder of its results: <!-- NAME.svg --> becomes the picture, with its
# own ids because gnuplot gives all pictures the same ones, <!-- NAME.csv --> a table, <!-- provenance --> the variable of
# that name. A missing file ends it with status 1, so that no section is incomplete; but <!-- NAME.csv? -->, which not every
# run writes, may be missing.

# The pictures' colours (studies/style.gp) become the names of the report's page, so that they follow its theme; black for
# text and axes, grey for the grid, no background.
BEGIN {
    split("0,114,178 213,94,0 0,135,95 192,88,154 176,125,0 59,147,204 74,82,91 133,122,0", kinds, " ")
    for (i in kinds) page["rgb(" kinds[i] ")"] = "var(--c" i ")"
    split("196,47,103 142,44,148 79,47,168 20,27,107", steps, " ")
    for (i in steps) page["rgb(" steps[i] ")"] = "var(--s" i + 2 ")"
    page["rgb(221,221,221)"] = "var(--grid)"
    page["rgb(0,0,0)"] = page["rgb(51,51,51)"] = "var(--fg)"
    page["rgb(255,255,255)"] = "var(--box)"
}

function themed(line, done, colour, name) {
    while (match(line, /rgb\( *[0-9]+, *[0-9]+, *[0-9]+\)/)) {
        colour = substr(line, RSTART, RLENGTH)
        name = colour
        gsub(/ /, "", name)
        done = done substr(line, 1, RSTART - 1) (name in page ? page[name] : colour)
        line = substr(line, RSTART + RLENGTH)
    }
    line = done line
    gsub(/"black"/, "\"var(--fg)\"", line)
    gsub(/'black'/, "'var(--fg)'", line)
    gsub(/fill="#ffffff"/, "fill=\"none\"", line)
    return line
}

function missing(file) {
    print "section.html names " file ", which is not there" >"/dev/stderr"
    exit status = 1
}

function picture(file, line, name, begun) {
    name = file
    sub(/\.svg$/, "", name)
    gsub(/[^A-Za-z0-9-]/, "-", name)
    while ((getline line < file) > 0) {
        if (line ~ /<svg/) begun = 1
        gsub(/ id=["']/, "&" name "-", line)
        gsub(/href=["']#/, "&" name "-", line)
        gsub(/url\(#/, "&" name "-", line)
        gsub(/ xmlns(:xlink)?="[^"]*"/, "", line)
        if (begun) print themed(line)
    }
    close(file)
    if (!begun) missing(file)
}

# A device's name comes from its driver, and may contain anything.
function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

function table(file, line, cell, n, i, tag, optional) {
    tag = "th"
    optional = sub(/\?$/, "", file)
    if (optional && (getline line < file) <= 0) return
    close(file)
    print "<table>"
    while ((getline line < file) > 0) {
        n = split(line, cell, ",")
        printf "<tr>"
        for (i = 1; i <= n; ++i) printf "<%s>%s</%s>", tag, escaped(cell[i]), tag
        print "</tr>"
        tag = "td"
    }
    print "</table>"
    close(file)
    if (tag == "th") missing(file)
}

{
    while (match($0, /<!-- ([A-Za-z0-9._-]+\.(svg|csv\??)|provenance) -->/)) {
        what = substr($0, RSTART + 5, RLENGTH - 9)
        printf "%s", substr($0, 1, RSTART - 1)
        $0 = substr($0, RSTART + RLENGTH)
        if (what == "provenance") printf "%s", escaped(provenance)
        else if (what ~ /svg$/) picture(what)
        else table(what)
    }
    print
}
