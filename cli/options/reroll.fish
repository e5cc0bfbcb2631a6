# SPDX-License-Identifier: MIT OR Apache-2.0
# Completion of the commands reroll and reroll-mpi for fish. The command itself knows the candidates: reroll --complete.

function __reroll_candidates
    set -l words (commandline -opc)
    reroll --complete (string replace -r '.*/' '' -- $words[1]) $words[2..-1] (commandline -ct) 2>/dev/null
end

# With no candidate fish completes file names, which is what -o, --job and @FILE take.
function __reroll_has_candidates
    count (__reroll_candidates) >/dev/null
end

for program in reroll reroll-mpi
    complete -c $program -n __reroll_has_candidates -f -a '(__reroll_candidates)'
end
