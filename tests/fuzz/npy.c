/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reader of .npy files. The first byte's bit 0: the array may stay in its file, bit 1: the file has 16 MiB more, of
 * zeros. The other bytes are the file. */
#include "harness.h"
#include "cli/base/cli.h"
#include "cli/files/npy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STAYS = 1, LARGER = 2, LARGE = 1 << 24 };

/* Reads all numbers, for the sanitizer to check that they are there. */
static void touch(const npy_array *a)
{
    const size_t bytes = npy_count(a) * dtype_size(a->type);
    char *copy = get_memory(bytes);
    if (a->in_file && bytes) fuzz_check(!npy_window(a, bytes - 1, copy, 1));
    else if (bytes) memcpy(copy, a->data, bytes);
    free(copy);
}

int fuzz_npy(const uint8_t *data, size_t size)
{
    char error[NPY_ERROR] = "", shape[NPY_SHAPE];
    npy_array a;
    if (!size) return 0;
    fuzz_file(data + 1, size - 1, data[0] & LARGER ? LARGE : 0);
    const int status = data[0] & STAYS ? npy_place("x.npy", false, &a, error) : npy_read("x.npy", &a, error);
    fuzz_check(status ? error[0] && !a.data && !a.in_file : !error[0] && a.dims <= 2 && (a.data || a.in_file));
    if (status) return 0;
    ++fuzz_accepted;
    fuzz_check(npy_shape_text(&a, shape)[0] == '(');
    touch(&a);
    if (a.in_file) close(a.fd);
    free(a.data);
    return 0;
}
