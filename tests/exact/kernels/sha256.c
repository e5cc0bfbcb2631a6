/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* targets/base/sha256.c: published digests (FIPS 180-4's examples), those of Python's hashlib for every length below 1000,
 * in pieces of any size; and the processor's instructions, where it has them, give the same state as C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/lanes/processor/sha256.h"
#include "targets/base/sha256.h"

static void digest_of(const void *data, size_t bytes, size_t piece, char text[RR_SHA256_TEXT])
{
    rr_sha256 hash;
    rr_sha256_start(&hash);
    for (size_t at = 0; at < bytes; at += piece) {
        const size_t rest = bytes - at;
        rr_sha256_add(&hash, (const char *)data + at, rest < piece ? rest : piece);
    }
    rr_sha256_finish(&hash, text);
}

static void published(void **state)
{
    static const char *const known[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char text[RR_SHA256_TEXT], many[1000];
    rr_sha256 hash;
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        digest_of(known[i][0], strlen(known[i][0]), 64, text);
        assert_string_equal(text, known[i][1]);
    }
    memset(many, 'a', sizeof many);
    rr_sha256_start(&hash);
    for (int i = 0; i < 1000; ++i) rr_sha256_add(&hash, many, sizeof many);
    rr_sha256_finish(&hash, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* hashlib: the digest of the digests of the first n of these bytes, n below 1000. */
static void any_length(void **state)
{
    unsigned char data[1000];
    char text[RR_SHA256_TEXT];
    (void)state;
    for (int i = 0; i < 1000; ++i) data[i] = (unsigned char)(i * i * 7 + i / 3);
    for (size_t piece = 1; piece < 1100; piece = piece * 3 + 1) {
        rr_sha256 all;
        rr_sha256_start(&all);
        for (size_t n = 0; n < 1000; ++n) {
            digest_of(data, n, piece, text);
            rr_sha256_add(&all, text, sizeof text - 1);
        }
        rr_sha256_finish(&all, text);
        assert_string_equal(text, "49db0b79287b2e46ddbd7eaf2b2a5574fb50e4290ff73cca90141f8edc8c8f05");
    }
}

/* The digests above come from one of the two; this tests the other. */
static void both_ways(void **state)
{
    unsigned char data[64 * 64];
    uint64_t word = 1;
    (void)state;
    if (!rr_sha256_can()) skip();
    for (size_t i = 0; i < sizeof data; ++i) {
        word = word * 6364136223846793005u + 1442695040888963407u;
        data[i] = (unsigned char)(word >> 56);
    }
    for (size_t blocks = 0; blocks <= 64; ++blocks) {
        uint32_t plain[8], made[8];
        for (int i = 0; i < 8; ++i) plain[i] = made[i] = (uint32_t)(word >> i);
        rr_sha256_plain(plain, data, blocks);
        rr_sha256_blocks(made, data, blocks, rr_sha256_constants);
        assert_memory_equal(plain, made, sizeof made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(published), cmocka_unit_test(any_length), cmocka_unit_test(both_ways)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
