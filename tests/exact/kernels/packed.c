/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The packed lane text (targets/gpu/packed.h): the format, byte by byte; damaged bytes and a buffer that is too small are
 * refused; the library's own text unpacks to its size, a 0 after every file. */
#include "tests/support/support.h"

#include "targets/gpu/packed.h"

static size_t unpack(const char *from, size_t size, char *to, size_t capacity)
{
    return rr_unpack((const unsigned char *)from, size, to, capacity);
}

/* 1 back, 4 times: a match that reaches into itself. */
static const char ABBBBB[] = "\1ab\200\0\0";

static void format(void **state)
{
    char to[300], literals[129] = "\177";
    (void)state;
    assert_int_equal(unpack("", 0, to, sizeof to), 0);
    assert_int_equal(unpack(ABBBBB, 6, to, 6), 6);
    assert_memory_equal(to, "abbbbb", 6);
    assert_int_equal(unpack("\5abcdef\201\5\0", 10, to, sizeof to), 11);
    assert_memory_equal(to, "abcdefabcde", 11);
    memset(literals + 1, 'x', 128);
    assert_int_equal(unpack(literals, 129, to, 128), 128);
    assert_int_equal(unpack("\0y\377\0\0", 5, to, sizeof to), 1 + RR_PACKED_MAX);
}

static void distance(void **state)
{
    char *const to = malloc(RR_PACKED_WINDOW + 4), *const from = malloc(RR_PACKED_WINDOW / 128 * 129 + 3);
    (void)state;
    for (size_t k = 0; k < RR_PACKED_WINDOW / 128; ++k) {
        from[129 * k] = 127;
        for (size_t i = 0; i < 128; ++i) from[129 * k + 1 + i] = (char)(k + i);
    }
    const size_t size = RR_PACKED_WINDOW / 128 * 129;
    memcpy(from + size, "\200\377\377", 3);
    assert_int_equal(unpack(from, size + 3, to, RR_PACKED_WINDOW + 4), RR_PACKED_WINDOW + 4);
    assert_memory_equal(to + RR_PACKED_WINDOW, to, 4);
    free(from);
    free(to);
}

static void damaged(void **state)
{
    char to[300];
    (void)state;
    assert_int_equal(unpack(ABBBBB, 6, to, 5), 0);               /* buffer too small for the match, for literals */
    assert_int_equal(unpack(ABBBBB, 6, to, 1), 0);
    for (size_t cut = 1; cut < 6; ++cut)
        if (cut != 3) assert_int_equal(unpack(ABBBBB, cut, to, sizeof to), 0);
    assert_int_equal(unpack("\1ab\200\2\0", 6, to, sizeof to), 0);   /* before the first byte */
    assert_int_equal(unpack("\200\0\0", 3, to, sizeof to), 0);
}

static void library(void **state)
{
    char *const text = malloc(rr_packed_text_size);
    size_t files = 0;
    (void)state;
    assert_int_equal(rr_unpack(rr_packed_text, rr_packed_size, text, rr_packed_text_size), rr_packed_text_size);
    for (; rr_device_files[files].path; ++files) {
        const char *const file = rr_device_file_text(files), *const own = text + rr_device_files[files].at;
        assert_string_equal(file, own);
        assert_int_equal(rr_device_files[files].at + strlen(own) + 1,
                         rr_device_files[files + 1].path ? rr_device_files[files + 1].at : rr_packed_text_size);
    }
    assert_true(files > 300);
    assert_true(rr_packed_size < rr_packed_text_size / 3);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(format), TEST(distance), TEST(damaged), TEST(library)};
    return RUN(tests);
}
