/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lane text, unpacked at its first use. */
#include <pthread.h>
#include <stdlib.h>

#include "packed.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *text;

const char *rr_device_file_text(size_t k)
{
    pthread_mutex_lock(&lock);
    if (!text && (text = malloc(rr_packed_text_size))) rr_unpack(rr_packed_text, rr_packed_size, text, rr_packed_text_size);
    const char *file = text ? text + rr_device_files[k].at : NULL;
    pthread_mutex_unlock(&lock);
    return file;
}
