/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of samplers with their rooms (laws/list.h), and what lies in a room, laws/ROOM/FOLDER/NAME.txt. */
#ifndef TESTS_ROOMS_H
#define TESTS_ROOMS_H

#include <stdio.h>

#include <reroll.h>

typedef struct law {
    const char *room, *name, *draw;   /* as in the list: normal, half_normal, normal */
    const rr_sampler *sampler;
} law;

/* Number n of the list; NULL when past the last. */
const law *law_at(size_t n);

/* How a line of the list is called, as a test's name; kept for as long as the program runs. */
char *law_title(const law *l, const char *what);

/* The path of a file of the room. */
void law_path(const law *l, const char *folder, char path[128]);

/* The file, open; NULL where there is none. */
FILE *law_file(const law *l, const char *folder);

#endif
