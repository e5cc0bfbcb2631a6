/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lane text in the library: compressed to a quarter of its 800 KB, since most programs never compile a kernel.
 *
 * The format is LZSS in bytes. A byte c below 128 is followed by c + 1 literal bytes. A byte c >= 128 copies
 * c - 128 + RR_PACKED_MIN bytes from a distance of d + 1 back; d follows in two bytes, low byte first. (zlib compresses
 * the text to 181 KB instead of 238 KB, but would be the only dependency of the library.) */
#ifndef RR_PACKED_H
#define RR_PACKED_H

#include <stddef.h>

#define RR_PACKED_LITERALS 128     /* maximal length of a run */
#define RR_PACKED_MIN 4          /* minimal and maximal length of a match, and its maximal distance */
#define RR_PACKED_MAX 131
#define RR_PACKED_WINDOW 65536

/* A file without comments, with its line numbers unchanged: where it begins in the text. A 0 ends it. */
typedef struct rr_device_file {
    const char *path;   /* "targets/gpu/kernels/kernel.h" */
    size_t at;
} rr_device_file;

#define RR_DEVICE_FILES_MAX 512

/* Written by generate/embed.c; the last has no path. */
extern const rr_device_file rr_device_files[];
extern const unsigned char rr_packed_text[];
extern const size_t rr_packed_size, rr_packed_text_size;

/* Unpacks to `to`, of `capacity` bytes; returns the size, 0 if `from` is not of this format or too large. */
size_t rr_unpack(const unsigned char *from, size_t size, char *to, size_t capacity);

/* The text of file k. The first call of any thread unpacks all files, which stay in memory; NULL: out of memory. */
const char *rr_device_file_text(size_t k);

#endif
