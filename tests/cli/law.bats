# SPDX-License-Identifier: MIT OR Apache-2.0
# Laws of the user's: what is refused, by line; one set of bits by every strategy and set; job files; the cache; objects; no
# compiler.
bats_require_minimum_version 1.5.0
load helpers

LAWS=$ROOT/examples/laws

# law TEXT...: x.h with these lines behind the first.
law() {
    { echo 'RR_LAW(x, 1, "a test")'; printf '%s\n' "$@"; } >x.h
}

# not_taken LINE TEXT LINES...: the law of these lines is refused for its line LINE.
not_taken() {
    law "${@:3}"
    refused 2 "x.h:$1: " sample ./x.h -n 1
    [[ $stderr == *"$2"* ]]
}

U='const rr_unit u = rr_draw_uniform(d);'
ALL='return rr_accept(u.u, rr_le(u.u, u.u));'

@test "what lane C lacks is refused, with its line and what to write" {
    not_taken 3 "write rr_select(condition, a, b)" "RR_TRY(x) { $U" "if (u.u) $ALL }"
    not_taken 3 "write rr_select(condition, a, b)" "RR_TRY(x) { $U" "rr_real y = u.u ? u.u : u.u; $ALL }"
    not_taken 3 "write rr_mand(a, b)" "RR_TRY(x) { $U" "rr_accept(u.u, u.u && u.u); }"
    not_taken 2 "write rr_mor(a, b)" "RR_TRY(x) { $U rr_accept(u.u, u.u || u.u); }"
    not_taken 2 "write rr_mnot(a)" "RR_TRY(x) { $U rr_accept(u.u, !u.u); }"
    not_taken 4 "write RR_REPEAT(k, N)" "RR_TRY(x) {" "$U /* while" "*/ while (1) { } $ALL }"
    not_taken 2 "write RR_REPEAT(k, N)" "RR_TRY(x) { $U for (int k = 0; k; ++k) { } $ALL }"
    not_taken 2 "write RR_REPEAT(k, N)" "RR_TRY(x) { $U do { } $ALL }"
    not_taken 2 "only RR_REPEAT" "RR_TRY(x) { $U goto end; $ALL }"
    not_taken 2 "write rr_select" "RR_TRY(x) { $U switch (1) { } $ALL }"
    not_taken 2 "write rr_div(a, b)" "RR_TRY(x) { $U rr_real y = u.u / u.u; $ALL }"
    not_taken 2 "write rr_lt(a, b)" "RR_TRY(x) { $U rr_accept(u.u, u.u < u.u); }"
    not_taken 2 "write rr_exp(x)" "RR_TRY(x) { $U rr_real y = exp(u.u); $ALL }"
    not_taken 2 "write rr_exp(x)" "RR_TRY(x) { $U rr_real y = (expf)(u.u); $ALL }"
    not_taken 2 "write RR_C(0.5)" "RR_TRY(x) { $U rr_real y = u.u * 0.5; $ALL }"
    not_taken 2 "without its last letter" "RR_TRY(x) { $U rr_real y = u.u * RR_C(0.5f); $ALL }"
    not_taken 2 "write rr_real" "RR_TRY(x) { $U double y = 1; $ALL }"
}

@test "nothing hides a token: names are the text's own or words of laws" {
    not_taken 2 "native_exp() is no word of laws" "RR_TRY(x) { $U rr_real y = native_exp(u.u); $ALL }"
    not_taken 2 "without parentheses" "RR_TRY(x) { $U rr_real y = (mad24)(u.u); $ALL }"
    not_taken 2 "'rr_vote' is no word of laws" "RR_TRY(x) { $U rr_vote(u.u); $ALL }"
    not_taken 2 "'__builtin_exp' is no word of laws" "RR_TRY(x) { $U rr_real y = __builtin_exp(u.u); $ALL }"
    not_taken 2 "names are written out" "#define IF i ## f" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a law is one file" "#include <math.h>" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a law is one file" "#pragma omp" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "not a law's to define" "#define rr_lt rr_le" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'\\' has no place" "RR_TRY(x) { $U i\\" "f (1) $ALL }"
    not_taken 2 "'\\' has no place" "// a comment \\" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "not '__AVX512F__'" "#if __AVX512F__" "#endif" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a uniform has .u" "RR_TRY(x) { $U rr_real y = u.raw; $ALL }"
    not_taken 2 "write RR_C(-1) * x" "RR_TRY(x) { $U rr_real y = -u.u; $ALL }"
    not_taken 2 "write x = x + y" "RR_TRY(x) { $U rr_real y = u.u; y += u.u; $ALL }"
    not_taken 2 "keeps nothing" "rr_real kept;" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "keeps nothing" "static int kept = 1;" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "begin with RR_FN" "rr_real twice(rr_real y) { return y + y; }" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'rr_dice' is no word" "RR_FN rr_unit other(rr_dice *d) { return rr_draw_uniform(d); }" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "write rr_draw_uniform(d)" "RR_TRY(x) { const rr_unit u = rr_draw_uniform(e); $ALL }"
}

@test "declarations say what is wrong with them" {
    not_taken 2 "RR_LAW is there twice" 'RR_LAW(x, 1, "again")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "the range of p is empty" 'RR_PARAM(p, 1, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "p is there twice" 'RR_PARAM(p, 0, 1, "")' 'RR_PARAM(p, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'d' is taken" 'RR_PARAM(d, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'P' is no name" 'RR_PARAM(P, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "from 2.7e-6 to 1" 'RR_LEAST_ACCEPTANCE(1e-9)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "real or i64" 'RR_RETURNS(f16)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a value for each parameter" 'RR_EXAMPLE(1, 2)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "RR_TRY(x) is meant" "RR_TRY(y) { $U $ALL }"
    not_taken 2 "from 1 to 256" "RR_TRY(x) { $U RR_REPEAT(k, 257) { } $ALL }"
    not_taken 2 "wants braces" "RR_TRY(x) { $U RR_REPEAT(k, 2) u; $ALL }"
    not_taken 3 "draws nothing" "RR_TRY(x) { return rr_accept(rr_splat(RR_C(1)), rr_le(rr_splat(RR_C(1)), rr_splat(RR_C(1)))); }"
    not_taken 3 "'}' is missing" "RR_TRY(x) { $U $ALL"
    not_taken 3 "is missing" "" # no RR_TRY
    law 'RR_PARAM(seed, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    refused 2 "--seed is an option of this command" sample ./x.h -n 1
    echo 'RR_LAW(gamma, 1, "taken")' >x.h
    printf '%s\n' "RR_TRY(gamma) { $U $ALL }" >>x.h
    refused 2 "there is a sampler gamma already" sample ./x.h -n 1
    refused 2 "no such file" sample ./none.h -n 1
    mkdir folder.h
    refused 2 "is no text" sample ./folder.h -n 1
}

@test "the compiler's complaints name the user's line; a mask is no number" {
    law "RR_TRY(x) { $U" "return rr_accept(u.u, misspelt); }"
    refused 2 "x.h:3:" sample ./x.h -n 1
    [[ $stderr == *misspelt* ]]
    law "RR_TRY(x) {" "$U" "const rr_truth m = rr_lt(u.u, u.u);" "return rr_accept(u.u + m, m); }"
    refused 2 "x.h:5:" sample ./x.h -n 1
}

# sums ARGUMENT...: of the samples by every strategy, set and cut.
sums() {
    local device strategy
    for device in cpu:scalar cpu cpu:warp32 cpu,tile=64,warp=4; do
        for strategy in auto loop cached grouped:4 fixed:300+ regroup regroup:ahead refill compact; do
            "$REROLL" sample "$@" --device $device --strategy $strategy --format raw --quiet | sha256sum
        done
    done | sort | uniq | wc -l
}

@test "one set of bits by strategies, sets and cuts; a parameter a sample; comments don't move them" {
    [ "$(sums "$LAWS/doppler.h" --temperature 900 --energy 6.5 -n 20001)" = 1 ]
    [ "$(sums "$LAWS/doppler.h" --temperature 900 --energy 6.5 -n 20001 --dtype f32)" = 1 ]
    npy e.npy '<f8' '(5,)' 0.0253 1 6.5 36 1e5
    [ "$(sums "$LAWS/doppler.h" --temperature 300,900,300,600,1200 --energy @e.npy)" = 1 ]
    cp "$LAWS/doppler.h" x.h
    echo '// more' >>x.h
    cmp <("$REROLL" sample ./x.h --temperature 900 --energy 6.5 -n 1000) \
        <("$REROLL" sample "$LAWS/doppler.h" --temperature 900 --energy 6.5 -n 1000)
    cmp <("$REROLL" sample ./x.h --temperature 900 --energy 6.5 -n 1000 | tail -n 400) \
        <("$REROLL" sample ./x.h --temperature 900 --energy 6.5 -n 400 --first 600)
}

@test "compilers change no bit" {
    local compiler dtype
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || skip "there is no $compiler"
        for dtype in f32 f64; do
            CC=$compiler REROLL_CACHE=$PWD/$compiler "$REROLL" sample "$LAWS/doppler.h" --temperature 900 --energy 6.5 -n 20001 \
                --dtype $dtype --format raw --quiet >$compiler.$dtype
        done
    done
    cmp gcc.f32 clang.f32
    cmp gcc.f64 clang.f64
}

@test "verify, plan and bench know them" {
    for law in doppler semicircle triangle; do
        run --separate-stderr "$REROLL" verify "$LAWS/$law.h" --quick --device cpu
        [ "$status" -eq 0 ]
        ! grep -v '  *ok  ' <<<"$output"
    done
    "$REROLL" plan "$LAWS/semicircle.h" --radius 1 -n 1e8 --json >plan.json
    python3 - <<'END'
import json
plan = json.load(open("plan.json"))
assert abs(plan["accept"] - 0.785398) < 6 * (0.785 * 0.215 / 65536) ** 0.5, plan["accept"]   # pi / 4
assert plan["costs"] == "borrowed" and len(plan["strategies"]) > 8
assert abs(plan["slow"] - 2 * 2**-9) < 0.0015, plan["slow"]
END
    "$REROLL" bench "$LAWS/semicircle.h" --quick --dtype f32 --strategy compact | grep -q semicircle
}

@test "a wrong mean is found" {
    sed 's/RR_MEAN { return 0; }/RR_MEAN { return 0.02 * radius; }/' "$LAWS/semicircle.h" >x.h
    run "$REROLL" verify ./x.h --quick --device cpu
    [ "$status" -eq 1 ]
    [[ $output == *"2 of 4 checks failed"* ]]
}

@test "job files name the text and its digest" {
    cp "$LAWS/semicircle.h" x.h
    "$REROLL" sample ./x.h --radius 2 -n 1000 -o x.npy --quiet
    [ "$(python3 -c 'import json; print(json.load(open("x.npy.job.json"))["law"]["sha256"])')" = "$(sha256sum <x.h | cut -d' ' -f1)" ]
    mkdir elsewhere
    cmp <(cd elsewhere && "$REROLL" sample --job ../x.npy.job.json --first 10 -n 5) <("$REROLL" sample ./x.h --radius 2 --first 10 -n 5)
    "$REROLL" sample ./x.h --radius 2 -n 1000 -o x.npy --quiet --resume
    echo '/* another text */' >>x.h
    refused 2 "is not the text that the job was made with" sample --job x.npy.job.json -n 1
}

@test "without a compiler: one sentence and status 3; an object needs none" {
    "$REROLL" law build "$LAWS/semicircle.h" -o own.so
    refused 2 "--force replaces it" law build "$LAWS/semicircle.h" -o own.so
    export CC=/nonexistent REROLL_CACHE=$PWD/empty
    mkdir -p empty/laws
    refused 3 "can't be run" sample "$LAWS/doppler.h" -n 10
    unset REROLL_CACHE
    cmp <("$REROLL" sample ./own.so --radius 2 -n 1000) <(CC=cc "$REROLL" sample "$LAWS/semicircle.h" --radius 2 -n 1000)
    "$REROLL" verify ./own.so --quick --device cpu
    head -c 5000 own.so >cut.so
    refused 2 "is damaged" sample ./cut.so --radius 2 -n 1
    chmod g+w own.so
    refused 2 "may be written to by others" sample ./own.so --radius 2 -n 1
    chmod g-w own.so
    ln -s own.so link.so
    refused 2 "is a link" sample ./link.so --radius 2 -n 1
    refused 2 "ends in .so" law build "$LAWS/semicircle.h" -o own.o
}

@test "the cache: compiled once, its folder and files nobody else's" {
    export REROLL_CACHE=$PWD/cache
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >a
    files=$(ls cache/laws)
    [ "$(wc -l <<<"$files")" = 1 ]
    [ "$(stat -c %a cache/laws)" = 700 ]
    CC=${CC:-cc} "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    [ "$(ls cache/laws)" = "$files" ]
    echo rubbish >"cache/laws/$files"   # is made anew
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    head -c 20000 "cache/laws/$files" >cut && mv cut "cache/laws/$files"   # so is what was cut
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    chmod go+w cache/laws
    refused 3 "may be written to by others" sample "$LAWS/semicircle.h" --radius 1 -n 3
    chmod 700 cache/laws
    chmod go+w "cache/laws/$files"      # is not run, and made anew
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    [ "$(stat -c %a "cache/laws/$files" | cut -c2-)" = 55 ]
    mv cache/laws moved
    rm moved/*
    ln -s ../moved cache/laws           # no link is followed: nothing is kept
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    [ -z "$(ls moved)" ]
}

@test "an acceptance below what the text says reaches the cap, and is said" {
    law 'RR_LEAST_ACCEPTANCE(0.5)' 'RR_PARAM(p, 0, 1, "acceptance")' "RR_TRY(x) { $U return rr_accept(u.u, rr_lt(u.u, p)); }"
    run --separate-stderr "$REROLL" sample ./x.h --p 1e-4 -n 10000
    [ "$status" -eq 1 ]
    [[ $stderr == *"reached the cap"* ]]
}
