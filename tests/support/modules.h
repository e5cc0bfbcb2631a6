/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of samplers with their modules (laws/list.h), and the files of a module, laws/MODULE/FOLDER/NAME.txt. */
#ifndef TESTS_MODULES_H
#define TESTS_MODULES_H

#include <stdio.h>

#include <reroll.h>

typedef struct law {
    const char *module, *name, *draw;   /* as in the list: normal, half_normal, normal */
    const rr_sampler *sampler;
} law;

/* Entry n of the list; NULL past the last. */
const law *law_at(size_t n);

/* The name of an entry of the list, for a test's name; kept for as long as the program runs. */
char *law_title(const law *l, const char *what);

/* The path of a file of the module. */
void law_path(const law *l, const char *folder, char path[128]);

/* Opens the file; NULL where there is none. */
FILE *law_file(const law *l, const char *folder);

#endif
