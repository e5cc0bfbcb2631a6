# SPDX-License-Identifier: MIT OR Apache-2.0
# User-defined distributions: refusals, with their line; the same bits by every strategy and set; job files; the cache;
# objects; no compiler.
bats_require_minimum_version 1.5.0
load helpers

LAWS=$ROOT/examples/laws

# law TEXT...: x.h with these lines after the first.
law() {
    { echo 'RR_LAW(x, 1, "a test")'; printf '%s\n' "$@"; } >x.h
}

# not_taken LINE TEXT LINES...: the distribution with these lines is refused for its line LINE.
not_taken() {
    law "${@:3}"
    refused 2 "x.h:$1: " sample ./x.h -n 1
    [[ $stderr == *"$2"* ]]
}

# Scalar lanes alone, which compile in a quarter of the time of AVX2's, where the test is the same for every set.
on_scalar() {
    [ -n "$REROLL_DEEP" ] || export REROLL_CPU=scalar
}

U='const rr_unit u = rr_draw_uniform(d);'
ALL='return rr_accept(u.u, rr_le(u.u, u.u));'

@test "constructs that lane C lacks are refused, with the line and the replacement" {
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
    not_taken 2 "1.5i: write it without its last letter" "RR_TRY(x) { $U rr_real y = u.u * RR_C(1.5i); $ALL }"
    printf '\xef\xbb\xbfRR_LAW(x, 1, "a byte order mark")\n' >x.h
    refused 2 "x.h:1: the byte 0xef is not allowed" sample ./x.h -n 1
    # A message has the end of a long path.
    local deep=a/very/long/path/to/the/folders/of/each/project/on/a/disk
    mkdir -p "$deep"
    { echo 'RR_LAW(x, 1, "a test")'; echo "RR_TRY(x) { $U rr_real y = exp(u.u); $ALL }"; } >"$deep/wrong.h"
    refused 2 "/folders/of/each/project/on/a/disk/wrong.h:2: 'exp'" sample "./$deep/wrong.h" -n 1
    # Integers: what C computes in int, or wraps around, is not the same number on all devices.
    local c
    for c in 100000000000000000000 4294967296 0x1ffffffff; do
        not_taken 2 "$c: write integers above 2^32 - 1 with an exponent" "RR_TRY(x) { $U rr_real y = u.u * RR_C($c); $ALL }"
        not_taken 2 "$c: write integers above 2^32 - 1 with an exponent" "RR_TRY(x) { $U rr_word w = $c; $ALL }"
    done
    for c in '65536*65536' '1 - 2' '-3000000000u' '(1)' '1/3' 'A' '-' ''; do
        not_taken 3 "RR_C takes one number" '#define A 3' "RR_TRY(x) { $U rr_real y = u.u * RR_C($c); $ALL }"
    done
    not_taken 2 "010: write it without the leading 0" "RR_TRY(x) { $U rr_real y = u.u * RR_C(010); $ALL }"
    law "RR_TRY(x) { $U const rr_real y = RR_C(-4294967295) * RR_C(0xff) * RR_C(1e20) * RR_C(0x1p-3) * rr_splat(RR_C(1));" \
        "return rr_accept(y, rr_le(u.u, u.u)); }"
    on_scalar
    [ "$("$REROLL" sample ./x.h -n 1)" = "$(python3 -c 'print(-4294967295 * 255 * 1e20 / 8)')" ]
    not_taken 2 "write rr_real" "RR_TRY(x) { $U double y = 1; $ALL }"
}

@test "no construct hides a token: names are the text's own or known ones" {
    not_taken 2 "native_exp() is not a word of docs/your-own-law.md" "RR_TRY(x) { $U rr_real y = native_exp(u.u); $ALL }"
    not_taken 2 "without parentheses" "RR_TRY(x) { $U rr_real y = (mad24)(u.u); $ALL }"
    not_taken 2 "'rr_vote' is not a word of docs/your-own-law.md" "RR_TRY(x) { $U rr_vote(u.u); $ALL }"
    not_taken 2 "'__builtin_exp' is not a word of docs/your-own-law.md" "RR_TRY(x) { $U rr_real y = __builtin_exp(u.u); $ALL }"
    not_taken 2 "names are written out" "#define IF i ## f" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a distribution is one file" "#include <math.h>" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a distribution is one file" "#pragma omp" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "is reserved" "#define rr_lt rr_le" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'\\' is not allowed" "RR_TRY(x) { $U i\\" "f (1) $ALL }"
    not_taken 2 "'\\' is not allowed" "// a comment \\" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "not '__AVX512F__'" "#if __AVX512F__" "#endif" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a uniform has .u" "RR_TRY(x) { $U rr_real y = u.raw; $ALL }"
    not_taken 2 "write RR_C(-1) * x" "RR_TRY(x) { $U rr_real y = -u.u; $ALL }"
    not_taken 2 "write x = x + y" "RR_TRY(x) { $U rr_real y = u.u; y += u.u; $ALL }"
    not_taken 2 "keeps nothing" "rr_real kept;" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "keeps nothing" "static int kept = 1;" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "begin with RR_FN" "rr_real twice(rr_real y) { return y + y; }" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'rr_user_bits' is not a word" "RR_FN rr_unit other(rr_user_bits *d) { return rr_draw_uniform(d); }" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "write rr_draw_uniform(d)" "RR_TRY(x) { const rr_unit u = rr_draw_uniform(e); $ALL }"
}

@test "expressions whose order C does not define are refused" {
    not_taken 2 "a statement has at most one draw" "RR_TRY(x) { return rr_accept(rr_draw_exponential(d), rr_lt(rr_draw_uniform(d).u, rr_splat(RR_C(1)))); }"
    not_taken 3 "a statement has at most one draw" "RR_TRY(x) {" "const rr_real a = rr_draw_normal(d) * rr_draw_normal(d); }"
    not_taken 2 "a statement has at most one draw" "RR_TRY(x) { $U rr_real a = rr_fma(rr_draw_normal(d), u.u, rr_draw_normal(d)); }"
    not_taken 3 "a statement sets one variable" "RR_TRY(x) { $U rr_real y;" "rr_real z = y = u.u; $ALL }"
    not_taken 3 "'=' is allowed only in statements" "RR_TRY(x) { $U rr_real y = u.u;" "y = (y = y + y) * y; $ALL }"
    not_taken 2 "'=' is allowed only in statements" "#define SET(x) x = RR_C(1)" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "without braces" "#define OPEN {" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "close in it" "#define OPEN rr_sqrt(" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "a macro is an expression" "#define END ;" "RR_TRY(x) { $U $ALL }"
    not_taken 4 "#if must be between statements" "RR_TRY(x) { $U" "rr_real y = u.u" "#if RR_DTYPE == 32" "+ u.u" "#endif" "; $ALL }"
    not_taken 5 "in the same branch of #if" "RR_TRY(x) { $U" "#if RR_DTYPE == 32" "}" "#endif" "$ALL }"
    not_taken 2 "is a statement" "RR_TRY(x) { $U rr_real s = u.u, c = s; s = s + rr_sincos_turn(u.u, &s, &c); $ALL }"
    not_taken 2 "'k' can't be set" "RR_TRY(x) { $U RR_REPEAT(k, 3) { k = 0; } $ALL }"
    not_taken 2 "write x = x + y" "RR_TRY(x) { $U RR_REPEAT(k, 3) { k++; } $ALL }"
    not_taken 2 "can't be set" "RR_TRY(x) { rr_unit u = rr_draw_uniform(d); u.u = RR_C(1); $ALL }"
}

@test "variables have values before they are read" {
    not_taken 2 "'y' has no value yet" "RR_TRY(x) { $U rr_real y; return rr_accept(y, rr_le(u.u, u.u)); }"
    not_taken 2 "'y' has no value yet" "RR_TRY(x) { $U rr_real y; y = y + u.u; $ALL }"
    not_taken 2 "'y' has no value yet" "RR_TRY(x) { $U rr_real y = y + u.u; $ALL }"
    not_taken 6 "'y' has no value yet" "RR_TRY(x) { $U rr_real y;" "#if RR_DTYPE == 32" "y = u.u;" "#endif" "y = y; $ALL }"
}

@test "functions are only called, and declarations are given once" {
    not_taken 3 "'rr_lt' must be followed by (...)" "RR_TRY(x) { $U" "const rr_real z = rr_lt; $ALL }"
    not_taken 2 "'rr_lt' must be followed by (...)" "#define LESS rr_lt" "RR_TRY(x) { $U $ALL }"
    not_taken 3 "RR_FN must be outside functions and macros" "RR_TRY(x) { $U" "const rr_real z = RR_FN; $ALL }"
    not_taken 3 "RR_MIN_ACCEPTANCE is given twice" "RR_MIN_ACCEPTANCE(0.5)" "RR_MIN_ACCEPTANCE(0.5)" "RR_TRY(x) { $U $ALL }"
    not_taken 3 "RR_RETURNS is given twice" "RR_RETURNS(real)" "RR_RETURNS(i64)" "RR_TRY(x) { $U $ALL }"
}

# Accepted texts.
@test "macros, branches of #if, functions and blocks are accepted" {
    on_scalar
    law '#define SQUARE(x) ((x) * (x))' '#if RR_DTYPE == 32' '#define HALF RR_C(0.5)' '#else' '#define HALF RR_C(0.5)' '#endif' \
        'RR_PARAM(p, 0, 1, "")' 'RR_FN rr_real twice(rr_real x, int k) { const rr_real y = RR_C(1) * k * x; return y; }' \
        "RR_TRY(x) { rr_real s, c, sum = rr_splat(RR_C(0)); $U const rr_word w = rr_draw_bits(d), v = (w >> 8) & 0xffu;" \
        '#if RR_DTYPE == 32' 'const rr_real y = u.u;' '#else' 'const rr_real y = HALF * u.u;' '#endif' \
        'rr_sincos_turn(u.u, &s, &c); { sum = SQUARE(s) + SQUARE(c); }' \
        'RR_REPEAT(k, 2) { sum = sum + twice(y, k); sum = sum + rr_draw_normal(d) * p; } { }' \
        'return rr_accept(sum + rr_fromuint(v), rr_mnot(rr_lt(sum, sum))); }'
    "$REROLL" sample ./x.h --p 0.5 -n 10 --quiet
    "$REROLL" sample ./x.h --p 0.5 -n 10 --dtype f32 --quiet
}

@test "only the types of proposals; no memory, no bits of numbers" {
    on_scalar
    not_taken 2 "'union' is not allowed" "RR_TRY(x) { $U union { rr_real x; int w; } p; $ALL }"
    not_taken 2 "'unsigned' is not allowed" "RR_TRY(x) { $U unsigned y = 1; $ALL }"
    not_taken 2 "'typedef' is not allowed" "typedef rr_real number;" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "no casts" "RR_TRY(x) { $U rr_real y = (rr_real)1; $ALL }"
    not_taken 2 "no casts" "RR_TRY(x) { $U return rr_accept(u.u, (rr_truth){1}); }"
    not_taken 2 "no casts or pointers" "RR_TRY(x) { $U rr_real *y = 0; $ALL }"
    not_taken 2 "a distribution has no pointers" "RR_TRY(x) { $U rr_real y = *u.u; $ALL }"
    not_taken 2 "takes addresses" "RR_TRY(x) { $U rr_real y = rr_abs(&u); $ALL }"
    not_taken 2 "no arrays" "RR_TRY(x) { $U rr_real y[3]; $ALL }"
    not_taken 2 "no initializers" "RR_TRY(x) { $U rr_real y = {1}; $ALL }"
    not_taken 2 "a uniform has .u" "RR_TRY(x) { $U const rr_truth c = rr_lt(u.u, u.u); const int y = c.m; $ALL }"
    not_taken 2 "'m' is not a word of docs/your-own-law.md" "#define mm m" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'u' is reserved" "#define u raw" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'u' is reserved" "#define RAW(u) 1" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "keeps nothing" "RR_FN rr_real acosh(rr_real x);" "RR_TRY(x) { $U $ALL }"
    for by in 32 n "4 + 28" "-1" 1.5; do
        not_taken 2 "from 0 to 31" "RR_TRY(x) { $U const rr_word w = rr_draw_bits(d), n = w, v = w << $by; $ALL }"
    done
    not_taken 2 "from 0 to 31" "#define UP(w) rr_wsplat(1) >> 4" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "write x = x >> 4" "RR_TRY(x) { $U rr_word w = rr_draw_bits(d); w >>= 4; $ALL }"
}

@test "names are declared before use, and mean the same to every compiler" {
    on_scalar
    for name in unix linux half kernel local typeof class template new; do
        not_taken 2 "'$name'" "RR_TRY(x) { $U const rr_real $name = u.u; $ALL }"
        not_taken 2 "'$name' is taken" "RR_PARAM($name, 0, 1, \"\")" "RR_TRY(x) { $U $ALL }"
    done
    for name in float4 uchar16 image3d_t ndrange_t NULL defined; do
        not_taken 2 "'$name' is reserved" "RR_TRY(x) { $U const rr_real $name = u.u; $ALL }"
        not_taken 2 "'$name' is reserved" "#define $name 3" "RR_TRY(x) { $U $ALL }"
    done
    for name in RAND_MAX random warpSize y; do
        not_taken 2 "'$name' is not a word of docs/your-own-law.md" "RR_TRY(x) { $U rr_real z = u.u * $name; $ALL }"
        not_taken 2 "'$name' is not a word of docs/your-own-law.md" "#define A $name" "RR_TRY(x) { $U $ALL }"
    done
    not_taken 3 "'y' is not a word of docs/your-own-law.md" "RR_FN rr_real f(rr_real y) { return y; }" "RR_TRY(x) { $U rr_real z = y; $ALL }"
    not_taken 2 "#undef: a distribution" "#undef unix" "RR_TRY(x) { $U $ALL }"
    not_taken 3 "#if asks for RR_DTYPE only, 32 or 64, not 'f'" "RR_FN rr_real f(rr_real y) { return y; }" "#ifdef f" "#endif" "RR_TRY(x) { $U $ALL }"
    not_taken 3 "outside #if" "#if RR_DTYPE == 32" "RR_FN rr_real f(rr_real y) { return y; }" "#endif" "RR_TRY(x) { $U $ALL }"
    not_taken 2 "f() is not a word of docs/your-own-law.md" "RR_FN rr_real f(rr_real y) { return f(y); }" "RR_TRY(x) { $U $ALL }"
    not_taken 3 "'??/' is a trigraph" "RR_TRY(x) { $U" "// why not??/" "$ALL }"
    # What headers define is not what #if of a law finds.
    law "#if RR_DTYPE == 16" "#define RAND_MAX 1" "#endif" "#ifdef RAND_MAX" "#define A RR_C(1)" "#else" "#define A RR_C(0)" "#endif" \
        "#define value 1" "RR_TRY(x) { $U return rr_accept(u.u * A, rr_le(u.u, u.u)); }"
    [ "$("$REROLL" sample ./x.h -n 1)" = 0 ]
}

@test "NaN of integers is 0" {
    law 'RR_RETURNS(i64)' "RR_TRY(x) { $U const rr_real z = rr_splat(RR_C(0)), n = rr_div(z, z);" \
        "return rr_accept(rr_select(rr_lt(u.u, rr_splat(RR_C(0.5))), n, RR_C(-1) * n), rr_le(u.u, u.u)); }"
    for device in cpu:scalar cpu cpu:warp32; do
        [ "$("$REROLL" sample ./x.h -n 100 --device $device | sort -u)" = 0 ]
    done
}

@test "a compiler's command that is too long is refused, not cut" {
    export REROLL_CACHE=$PWD/none
    mkdir -p none/laws
    CC="cc $(printf -- '-DA%d ' {1..80})" refused 3 "Argument list too long" sample "$LAWS/semicircle.h" --radius 1 -n 1
    CC="cc -D$(printf 'a%.0s' {1..3000})" refused 3 "Argument list too long" sample "$LAWS/semicircle.h" --radius 1 -n 1
}

@test "errors of tables, and of texts that are too long" {
    on_scalar
    not_taken 2 "'grid' is already defined" 'RR_TABLE(grid, 1) RR_TABLE(grid, 2)' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "'p' is already defined" 'RR_PARAM(p, 0, 1, "")' 'RR_TABLE(p, 1)' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "'p' is already defined" 'RR_TABLE(p, 1)' 'RR_PARAM(p, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "'p' is already defined" 'RR_PARAM(p, 0, 1, "")' '#define p RR_C(3)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "',' is missing before ')'" 'RR_TABLE(grid)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'u' is not a number" 'RR_TABLE(grid, u)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'1.0f' is not a number" 'RR_TABLE(grid, 1.0f)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "values of a table must be finite" 'RR_TABLE(grid, 1, -INFINITY)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'exp' is reserved" 'RR_TABLE(exp, 1)' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "must come before RR_TRY" "RR_TRY(x) { $U $ALL }" 'RR_TABLE(grid, 1)'
    not_taken 2 "at most 1024 values" "RR_TABLE(grid$(printf ', %d' {0..1024}))" "RR_TRY(x) { $U $ALL }"
    law "RR_TABLE(grid$(printf ', %d' {0..1023}))" "RR_TRY(x) { $U return rr_accept(grid(rr_draw_bits(d)), rr_le(u.u, u.u)); }"
    [ "$("$REROLL" sample ./x.h -n 100 | sort -u)" = 1023 ]
    not_taken 2 "at most 4096 words, numbers and operators" "RR_TRY(x) { $U const rr_real y = u.u$(printf ' + u.u%.0s' {1..2000}); $ALL }"
    head -c 70000 /dev/zero | tr '\0' ' ' >>x.h
    refused 2 "is not a text file of at most 64 KiB" sample ./x.h -n 1
}

@test "errors in declarations are named" {
    on_scalar
    not_taken 2 "RR_LAW is given twice" 'RR_LAW(x, 1, "again")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "the range of p is empty" 'RR_PARAM(p, 1, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "p is given twice" 'RR_PARAM(p, 0, 1, "")' 'RR_PARAM(p, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'d' is taken" 'RR_PARAM(d, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "'P' is not a name" 'RR_PARAM(P, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "from 2.7e-6 to 1" 'RR_MIN_ACCEPTANCE(1e-9)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "real or i64" 'RR_RETURNS(f16)' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "one value per parameter" 'RR_EXAMPLE(1, 2)' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "the example's p is outside its range" 'RR_PARAM(p, 0, 1, "")' 'RR_EXAMPLE(1)' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "outside its range" 'RR_PARAM_CLOSED(p, 0, INFINITY, "")' 'RR_EXAMPLE(INFINITY)' "RR_TRY(x) { $U $ALL }"
    not_taken 4 "before the first RR_EXAMPLE" 'RR_PARAM(p, 0, 1, "")' 'RR_EXAMPLE(0.5)' 'RR_PARAM(q, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 2 "expected RR_TRY(x)" "RR_TRY(y) { $U $ALL }"
    not_taken 2 "from 1 to 256" "RR_TRY(x) { $U RR_REPEAT(k, 257) { } $ALL }"
    not_taken 2 "needs braces" "RR_TRY(x) { $U RR_REPEAT(k, 2) u; $ALL }"
    not_taken 3 "draws nothing" "RR_TRY(x) { return rr_accept(rr_splat(RR_C(1)), rr_le(rr_splat(RR_C(1)), rr_splat(RR_C(1)))); }"
    not_taken 3 "'}' is missing" "RR_TRY(x) { $U $ALL"
    not_taken 3 "is missing" "" # no RR_TRY
    law 'RR_PARAM(seed, 0, 1, "")' "RR_TRY(x) { $U $ALL }"
    refused 2 "--seed is an option of this command" sample ./x.h -n 1
    echo 'RR_LAW(gamma, 1, "taken")' >x.h
    printf '%s\n' "RR_TRY(gamma) { $U $ALL }" >>x.h
    refused 2 "a sampler gamma exists already" sample ./x.h -n 1
    refused 2 "no such file" sample ./none.h -n 1
    mkdir folder.h
    refused 2 "is not a text file" sample ./folder.h -n 1
}

@test "the compiler's messages name the user's line; a mask is not a number" {
    on_scalar
    law "RR_TRY(x) { $U" "return rr_accept(u.u, misspelt); }"
    refused 2 "x.h:3:" sample ./x.h -n 1
    [[ $stderr == *misspelt* ]]
    law "" 'RR_MEAN {' "return misspelt; }" "RR_TRY(x) { $U $ALL }"
    refused 2 "x.h:4:" sample ./x.h -n 1
    [[ $stderr == *misspelt* ]]
    law "RR_TRY(x) {" "$U" "const rr_truth m = rr_lt(u.u, u.u);" "return rr_accept(u.u + m, m); }"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho >>runs\nexec %s "$@"\n' "${CC:-cc}" >counting
    chmod +x counting
    touch runs
    CC=./counting refused 2 "x.h:5:" sample ./x.h -n 1
    [ "$(grep -c "" runs)" -eq 2 ]   # with the flags for speed and without, and not in another directory too
    # What a flag forbids in the library's own text has that file and line.
    law "RR_TRY(x) { $U" "$ALL }"
    CC="${CC:-cc} -Werror=declaration-after-statement" refused 2 "engine/lanes/" sample ./x.h -n 1
    # Only the user can read the messages.
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho "error: a file of mode $(stat -Lc %%a /proc/self/fd/2)"\nexit 1\n' >mode
    chmod +x mode
    CC=./mode refused 2 "a file of mode 600" sample ./x.h -n 1
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

@test "the same bits by all strategies, sets and splits, with a parameter per sample and with other comments" {
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

@test "verify, plan and bench accept user-defined distributions" {
    for law in triangle champernowne ${REROLL_DEEP:+doppler semicircle spectrum}; do
        run --separate-stderr "$REROLL" verify "$LAWS/$law.h" --quick --device cpu
        [ "$status" -eq 0 ]
        (! grep -v '  *ok  ' <<<"$output")
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
    on_scalar
    sed 's/RR_MEAN { return 0; }/RR_MEAN { return 0.02 * radius; }/' "$LAWS/semicircle.h" >x.h
    run "$REROLL" verify ./x.h --quick --device cpu
    [ "$status" -eq 1 ]
    [[ $output == *"2 of 6 checks failed"* ]]
}

@test "a slightly wrong CDF is detected, and the message has the smallest detectable error" {
    on_scalar
    sed 's/^RR_CDF { return /&0.02 + 0.98 * /' "$LAWS/semicircle.h" >x.h
    run "$REROLL" verify ./x.h --quick --device cpu
    [ "$status" -eq 1 ]
    [ "$(grep -c '^cdf.*FAILED' <<<"$output")" -eq 2 ]
    sed 's/^RR_CDF { return /&0.02 + 0.98 * /; s/return (x + 1) \* (x + 2)/return x * (x + 1)/' "$LAWS/triangle.h" >x.h
    run "$REROLL" verify ./x.h --quick --device cpu
    [ "$status" -eq 1 ]
    run "$REROLL" verify "$LAWS/semicircle.h" --quick --device cpu
    [[ $output == *"chi-square "*" of 255 degrees, at most 4"*"once in 1e+09; an error of 6"*" % in a cell"* ]]
    not_taken 4 "give the parameter x another name" 'RR_PARAM(x, 0, 1, "")' "RR_CDF { return x; } RR_TRY(x) { $U $ALL }"
    not_taken 3 "RR_CDF is given twice" 'RR_CDF { return x; }' 'RR_CDF { return x; }'
}

@test "sixteen parameters in the right places, per sample and by every strategy" {
    local p args=() want=0
    for p in {0..15}; do
        args+=(--p$p "$((p * 5 % 8)),$(((p + 3) % 8))")
        want=$((want + (((p + 3) % 8) << (3 * p))))
    done
    for where in cpu cpu:scalar cpu:warp32; do
        for strategy in compact loop regroup grouped:4; do
            [ "$("$REROLL" sample "$ROOT/tests/devices/sixteen.h" "${args[@]}" --device $where --strategy $strategy | sed -n 2p |
                python3 -c 'print(int(float(input())))')" = $want ]
        done
    done
    refused 2 "--p9 8 is outside [0, 7], the range for samples of dtype f64" sample "$ROOT/tests/devices/sixteen.h" "${args[@]}" --p9 8
    "$REROLL" sample "$ROOT/tests/devices/sixteen.h" "${args[@]}" -o x.npy --quiet
    cmp <("$REROLL" sample --job x.npy.job.json) <("$REROLL" sample "$ROOT/tests/devices/sixteen.h" "${args[@]}")
    on_scalar
    "$REROLL" verify "$ROOT/tests/devices/sixteen.h" --quick --device cpu
    law "$(for p in {0..16}; do echo "RR_PARAM(p$p, 0, 1, \"\")"; done)" "RR_TRY(x) { $U $ALL }"
    refused 2 "x.h:18: a distribution has at most 16 parameters" sample ./x.h -n 1
}

@test "macros that grow exponentially are refused before they are expanded" {
    local doubles='#define D(x) x + x'
    not_taken 4 "repetitions expanded, this has more than" "$doubles" '#define E(x) D(D(D(D(x))))' "RR_TRY(x) { $U rr_real y = E(E(E(E(E(u.u))))); $ALL }"
    not_taken 4 "'D' must be followed by (...)" "$doubles" '' "#define P D" "RR_TRY(x) { $U rr_real y = P(P(u.u)); $ALL }"
    not_taken 3 "repetitions expanded, this has more than" 'RR_FN rr_real f(rr_real x) { RR_REPEAT(k, 256) { x = x * x; } return x; }' \
        'RR_FN rr_real g(rr_real x) { RR_REPEAT(k, 256) { x = f(x); }' "return x; } RR_TRY(x) { $U rr_real y = g(u.u); $ALL }"
}

@test "derived distributions have the same attempts, and their own names" {
    on_scalar
    law 'RR_DERIVED(twice, "2 x")' 'RR_DERIVED(other, "another number of the attempt")' \
        "RR_TRY(x) { $U const rr_real e = rr_draw_exponential(d); rr_derived(other, e); rr_derived(twice, RR_C(2) * u.u); return rr_accept(u.u, rr_lt(e, u.u)); }"
    for strategy in compact loop regroup; do
        for name in x.h x.h:twice x.h:other; do
            "$REROLL" sample $name -n 1000 --strategy $strategy --device cpu:scalar >$name.$strategy
        done
        paste x.h.$strategy x.h:twice.$strategy x.h:other.$strategy |
            awk '{ if ($2 != 2 * $1 && ($2 - 2 * $1) ^ 2 > 1e-30 || !($3 < $1)) exit 1 }'
        cmp x.h:other.compact x.h:other.$strategy
    done
    "$REROLL" sample x.h:other -n 1000 -o v.npy --quiet
    [ "$(python3 -c 'import json; print(json.load(open("v.npy.job.json"))["sampler"])')" = x:other ]
    cmp <("$REROLL" sample --job v.npy.job.json) <("$REROLL" sample x.h:other -n 1000)
    "$REROLL" verify x.h:other --quick --device cpu
    mkdir real
    ln -s real/v.so v.so
    "$REROLL" law build x.h:other -o v.so   # to the target of the link
    [ -L v.so ]
    [ "$(stat -c %a real/v.so)" = 755 ]
    mv real/v.so v.so
    cmp <(CC=/nonexistent "$REROLL" sample ./v.so -n 1000) x.h:other.compact
    "$REROLL" sample ./v.so -n 1000 -o w.npy --quiet
    cmp <("$REROLL" sample --job w.npy.job.json) x.h:other.compact
    cp x.h of:x.h
    cmp <("$REROLL" sample of:x.h -n 1000) x.h.compact
    refused 2 "was not built for the derived distribution twice" sample ./v.so:twice -n 1
    law 'RR_DERIVED(twice, "")' 'RR_PARAM(p, 0, 1, "")' 'RR_EXAMPLE(0.5)' 'RR_MEAN { return 0.5; }' 'RR_CDF { return x; }' \
        "RR_TRY(x) { $U rr_derived(twice, RR_C(2) * u.u); $ALL }"
    "$REROLL" verify x.h --quick --device cpu
    "$REROLL" verify x.h:twice --quick --device cpu >out   # RR_MEAN and RR_CDF do not belong to it
    grep -E '^mean .* - +no RR_MEAN in the file: not checked$' out
    grep -E '^cdf .* - +no RR_CDF in the file: not checked$' out
    "$REROLL" verify x.h:twice --quick --device cpu --json |
        python3 -c 'import json, sys; assert sum(c["ok"] is None for c in json.load(sys.stdin)) == 2'
    refused 2 "x has no derived distribution third; its first one is twice" sample x.h:third -n 1
    not_taken 2 "is not a derived value" "RR_TRY(x) { $U rr_derived(a, u.u); $ALL }"
    not_taken 3 "is set twice" 'RR_DERIVED(a, "")' "RR_TRY(x) { $U rr_derived(a, u.u); rr_derived(a, u.u); $ALL }"
    not_taken 3 "rr_derived(a, value) must come before the return" 'RR_DERIVED(a, "")' "RR_TRY(x) { $U $ALL }"
    not_taken 3 "outside #if and RR_REPEAT" 'RR_DERIVED(a, "")' "RR_TRY(x) { $U RR_REPEAT(k, 2) { rr_derived(a, u.u); } $ALL }"
    not_taken 3 "is given twice" 'RR_DERIVED(a, "")' 'RR_DERIVED(a, "")'
}

@test "job files contain the name and the digest of the text" {
    on_scalar
    cp "$LAWS/semicircle.h" x.h
    "$REROLL" sample ./x.h --radius 2 -n 1000 -o x.npy --quiet
    [ "$(python3 -c 'import json; print(json.load(open("x.npy.job.json"))["law"]["sha256"])')" = "$(sha256sum <x.h | cut -d' ' -f1)" ]
    mkdir elsewhere
    cmp <(cd elsewhere && "$REROLL" sample --job ../x.npy.job.json --first 10 -n 5) <("$REROLL" sample ./x.h --radius 2 --first 10 -n 5)
    "$REROLL" sample ./x.h --radius 2 -n 1000 -o x.npy --quiet --resume
    mkdir empty
    CC=/nonexistent REROLL_CACHE=$PWD/empty refused 3 "can't be run" sample --job x.npy.job.json -n 1
    echo '/* another text */' >>x.h
    refused 2 "x.h is not the file that the job was made with: its SHA-256 differs" sample --job x.npy.job.json -n 1
    refused 2 "x.h is not the open distribution semicircle: its SHA-256 differs" sample ./x.h --radius 2 -n 1000 -o x.npy --resume
}

@test "without a compiler: one message and status 3; an object needs none" {
    on_scalar
    "$REROLL" law build "$LAWS/semicircle.h" -o own.so
    refused 2 "--force replaces it" law build "$LAWS/semicircle.h" -o own.so
    export CC=/nonexistent REROLL_CACHE=$PWD/empty
    mkdir -p empty/laws
    refused 3 "can't be run" sample "$LAWS/doppler.h" -n 10
    unset REROLL_CACHE
    cmp <("$REROLL" sample ./own.so --radius 2 -n 1000) <(CC=cc "$REROLL" sample "$LAWS/semicircle.h" --radius 2 -n 1000)
    "$REROLL" verify ./own.so --quick --device cpu
    CC=cc build_shim
    cmp <("$REROLL" sample ./own.so --radius 2 -n 1000) <(SHIM_NOEXEC=1 shimmed "$REROLL" sample ./own.so --radius 2 -n 1000)
    head -c 5000 own.so >cut.so
    refused 2 "is damaged" sample ./cut.so --radius 2 -n 1
    chmod g+w own.so
    refused 2 "may be written to by others" sample ./own.so --radius 2 -n 1
    chmod g-w own.so
    ln -s own.so link.so
    refused 2 "is a link" sample ./link.so --radius 2 -n 1
    refused 2 "own.o: the name must end in .so" law build "$LAWS/semicircle.h" -o own.o
}

@test "law build that is killed leaves nothing next to its output" {
    on_scalar
    export REROLL_CACHE=$PWD/cache
    mkdir out
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nkill -9 $PPID\n' >killer
    chmod +x killer
    CC=./killer run "$REROLL" law build "$LAWS/semicircle.h" -o out/own.so
    [ "$status" -eq 137 ]
    [ -z "$(ls out)" ]
    run bash -c "ulimit -f 0; '$REROLL' law build '$LAWS/semicircle.h' -o out/own.so"
    [ "$status" -eq 3 ]
    [[ $output == "reroll: can't write to the folder "* ]]
    refused 2 "can't write out/none/own.so: No such file or directory" law build "$LAWS/semicircle.h" -o out/none/own.so
}

@test "a cache that is removed during a compilation does not stop it" {
    on_scalar
    export REROLL_CACHE=$PWD/cache
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nrm -rf cache\nexec %s "$@"\n' "${CC:-cc}" >remover
    chmod +x remover
    CC=./remover "$REROLL" sample "$LAWS/semicircle.h" --radius 2 -n 3 >a
    CC=${CC:-cc} cmp a <("$REROLL" sample "$LAWS/semicircle.h" --radius 2 -n 3)
}

@test "paths: messages have their ends, and no newline" {
    on_scalar
    long=$(printf 'folder%.0s' {1..20})/law.h
    mkdir "${long%/law.h}"
    printf 'RR_LAW(normal, 1, "a test")\nRR_TRY(normal) { %s %s }\n' "$U" "$ALL" >"$long"
    refused 2 "...${long: -50}: a sampler normal exists already" sample "./$long" -n 1
    rm "$long"
    refused 2 "folder/law.h: no such file, or it cannot be read" sample "./$long" -n 1
    path=$'new\nline'/x.h
    mkdir $'new\nline'
    cp "$LAWS/semicircle.h" "$path"
    refused 2 "the path of a distribution must not contain a newline" sample "./$path" --radius 2 -n 1
    refused 2 "the path of a distribution must not contain a newline" law build "./$path" -o x.so
    refused 2 "the path of a distribution must not contain a newline" law build "$LAWS/semicircle.h" -o $'new\nline/x.so'
    "$REROLL" sample "$LAWS/semicircle.h" --radius 2 -n 3 -o x.npy
    python3 - <<'END'
import hashlib, json
text = 'RR_LAW(own, 1, "")\nRR_PARAM(radius, 0, 9, "")\nRR_TRY(own) { const rr_unit u = rr_draw_uniform(d); '
text += "return rr_accept(u.u, rr_le(u.u, u.u)); }\n"
job = json.load(open("x.npy.job.json"))
job["law"] = {"file": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}
job["sampler"] = "own"
json.dump(job, open("code.json", "w"))
END
    refused 2 "the path of a distribution must not contain a newline" sample --job code.json   # it would be compiled and run
}

@test "the cache: a text is compiled once; the directory and the files are private to the user" {
    on_scalar
    export REROLL_CACHE=$PWD/cache
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >a
    files=$(ls cache/laws)
    [ "$(wc -l <<<"$files")" = 1 ]
    [ "$(stat -c %a cache/laws)" = 700 ]
    CC=${CC:-cc} "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    [ "$(ls cache/laws)" = "$files" ]
    echo rubbish >"cache/laws/$files"   # is made again
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    head -c 20000 "cache/laws/$files" >cut && mv cut "cache/laws/$files"   # so is what was cut
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    # A folder in its place: compiled and not kept. What killed processes left a day ago is removed.
    mv "cache/laws/$files" kept
    mkdir "cache/laws/$files" cache/laws/reroll-aBcDeF cache/laws/reroll-aBcDeG cache/laws/reroll-other
    touch cache/laws/reroll-aBcDeF/law.c
    touch -d '2 days ago' cache/laws/reroll-aBcDeF cache/laws/reroll-other
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    [ "$(ls cache/laws)" = "$(printf '%s\n' "$files" reroll-aBcDeG reroll-other | sort)" ]
    rmdir cache/laws/*
    mv kept "cache/laws/$files"
    chmod go+w cache/laws
    refused 3 "may be written to by others" sample "$LAWS/semicircle.h" --radius 1 -n 3
    chmod 700 cache/laws
    chmod go+w "cache/laws/$files"      # is not run, and made again
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    [ "$(stat -c %a "cache/laws/$files" | cut -c2-)" = 55 ]
    mv cache/laws moved
    rm moved/*
    ln -s ../moved cache/laws           # no link is followed: nothing is stored
    "$REROLL" sample "$LAWS/semicircle.h" --radius 1 -n 3 >b
    cmp a b
    [ -z "$(ls moved)" ]
}

@test "an acceptance below what the text states reaches the cap, with a message" {
    on_scalar
    law 'RR_MIN_ACCEPTANCE(0.5)' 'RR_PARAM(p, 0, 1, "acceptance")' "RR_TRY(x) { $U return rr_accept(u.u, rr_lt(u.u, p)); }"
    run --separate-stderr "$REROLL" sample ./x.h --p 1e-4 -n 10000
    [ "$status" -eq 1 ]
    [[ $stderr == *"reached the cap"* ]]
}
