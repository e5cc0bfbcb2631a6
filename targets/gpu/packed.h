/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lane text as the library carries it: packed, a quarter of its 800 KB, since most programs never compile a kernel.
 *
 * The format is LZSS in bytes. A byte c below 128 is followed by c + 1 literal bytes. A byte c from 128 on stands for
 * c - 128 + RR_PACKED_LEAST bytes that are already there, a distance of d + 1 back; d follows in two bytes, low byte first.
 * (zlib makes 181 KB of it instead of 238; it would be the only dependency of the library.) */
#ifndef RR_PACKED_H
#define RR_PACKED_H

#include <stddef.h>

#define RR_PACKED_LITERALS 128     /* the most of a run */
#define RR_PACKED_LEAST 4          /* the shortest and the longest match, and the farthest */
#define RR_PACKED_MOST 131
#define RR_PACKED_WINDOW 65536

/* A file, without comments, its lines where they were: where it begins in the text. A 0 ends it. */
typedef struct rr_device_file {
    const char *path;   /* "targets/gpu/kernels/kernel.h" */
    size_t at;
} rr_device_file;

#define RR_DEVICE_FILES_MOST 512

/* Written by generate/embed.c; the last has no path. */
extern const rr_device_file rr_device_files[];
extern const unsigned char rr_packed_text[];
extern const size_t rr_packed_size, rr_packed_text_size;

/* Unpacks to `to`, of `capacity` bytes: returns how many there are, 0 where `from` is not of this format or has more. */
size_t rr_unpack(const unsigned char *from, size_t size, char *to, size_t capacity);

/* The text of file number k, which the first call of any thread unpacks and which stays; NULL: out of memory. */
const char *rr_device_file_text(size_t k);

#endif
