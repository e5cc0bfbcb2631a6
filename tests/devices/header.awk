# SPDX-License-Identifier: MIT OR Apache-2.0
# Reads reroll_device.h; writes a CUDA program with a kernel for every function of it that draws; -v turns=N: for every N-th.
# For warp calls and the rounds of a range, which are the same text for all samplers and take compilers longest, only
# gamma's.
/^RR_DEVICE_FN .*\(.*rr_key key/ && (!/int want|rr_each \*each/ || / rr_gamma_f32_/) && (!turns || seen++ % turns == 0) {
    type = $2 == "unsigned" ? "unsigned int" : $2
    name = $0
    sub(/\(.*/, "", name)
    sub(/.* /, "", name)
    list = $0
    sub(/^[^(]*\(/, "", list)
    sub(/\)$/, "", list)
    count = split(list, part, /, /)
    params = call = ""
    block = type == "void"
    for (k = 1; k <= count; ++k) {
        argument = part[k]
        sub(/.*[ *]/, "", argument)
        if (part[k] ~ /rr_warp_state/) call = call "&state, "
        else if (part[k] ~ /rr_each/) call = call "&each, "
        else if (argument == "words") call = call "words, "
        else if (part[k] ~ /rr_index64 \*index/) call = call "&index, "
        else if (argument ~ /RR_EACH_MAX/) { call = call "part, "; type = part[k]; sub(/ out.*/, "", type) }
        else if (argument == "want") call = call "at[1] & 1, "
        else if (argument == "mask") call = call "0xffffffffu, "
        else if (argument == "group") call = call "8u, "
        else if (argument == "index") call = call "first + at[0], "
        else if (argument ~ /\[/) { call = call "part, "; type = part[k]; sub(/ out.*/, "", type); size = argument; gsub(/[^0-9]/, "", size) }
        else { call = call argument ", "; params = params ", " part[k] }
    }
    sub(/^, /, "", params)
    sub(/, $/, "", call)
    printf "extern \"C\" __global__ void k_%s(%s, rr_index64 first, const rr_index64 *at, %s *x)\n{\n", name, params, type
    if (call ~ /state/) print "    rr_warp_state state = rr_warp_state_make(1);"
    if (call ~ /&each/) {
        print "    __shared__ unsigned int words[RR_EACH_WORDS * 32];\n    rr_each each = rr_each_make(first, 1000);\n    rr_index64 index;"
        printf "    %s part[RR_EACH_MAX];\n    while (each.more) {\n        const unsigned int have = %s(%s);\n", type, name, call
        print "        for (int k = 0; k < RR_EACH_MAX; ++k)\n            if (have >> k & 1) x[index + k] = part[k];\n    }\n}"
    } else if (block) printf "    %s part[%s];\n    %s(%s);\n    for (int k = 0; k < %s; ++k) x[k] = part[k];\n}\n", type, size, name, call, size
    else printf "    x[0] = %s(%s);\n}\n", name, call
}
