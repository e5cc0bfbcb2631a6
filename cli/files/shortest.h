/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The shortest decimal text that reads back as the same number. */
#ifndef SHORTEST_H
#define SHORTEST_H

#include <stddef.h>

enum { SHORTEST_SIZE = 32 };

/* These write text that ends with '\0' and return its length. Infinities and NaN are "inf", "-inf" and "nan". */
size_t text_of_f64(double value, char text[SHORTEST_SIZE]);
size_t text_of_f32(float value, char text[SHORTEST_SIZE]);

#endif
