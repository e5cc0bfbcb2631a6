# SPDX-License-Identifier: MIT OR Apache-2.0
# Fills in a study's section of the report, run in the folder of its results: <!-- NAME.svg --> becomes the picture, with
# ids of its own because gnuplot gives all pictures the same, <!-- NAME.csv --> a table, <!-- provenance --> the variable of
# that name. Of a file that is not there nothing is left.

# Colours of the pictures as the report's page names them, so that they follow its theme: those of Okabe and Ito, black for
# text and axes, grey for the grid, no background.
function themed(line) {
    gsub(/rgb\( *0, *114, *178\)/, "var(--c1)", line)
    gsub(/rgb\( *213, *94, *0\)/, "var(--c2)", line)
    gsub(/rgb\( *0, *158, *115\)/, "var(--c3)", line)
    gsub(/rgb\( *204, *121, *167\)/, "var(--c4)", line)
    gsub(/rgb\( *221, *221, *221\)/, "var(--grid)", line)
    gsub(/rgb\( *0, *0, *0\)|rgb\( *51, *51, *51\)|black/, "currentColor", line)
    gsub(/fill="#ffffff"/, "fill=\"none\"", line)
    gsub(/rgb\( *255, *255, *255\)/, "var(--box)", line)
    return line
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
        if (begun) print themed(line)
    }
    close(file)
}

# A device's name is its driver's, and may hold anything.
function escaped(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}

function table(file, line, cell, n, i, tag) {
    tag = "th"
    if ((getline line < file) <= 0) return
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
}

{
    while (match($0, /<!-- ([A-Za-z0-9._-]+\.(svg|csv)|provenance) -->/)) {
        what = substr($0, RSTART + 5, RLENGTH - 9)
        printf "%s", substr($0, 1, RSTART - 1)
        $0 = substr($0, RSTART + RLENGTH)
        if (what == "provenance") printf "%s", provenance
        else if (what ~ /svg$/) picture(what)
        else table(what)
    }
    print
}
