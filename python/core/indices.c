/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Finds a Generator's own fields, and takes indices for its calls. */
#include "core.h"

size_t core_stream_offset;

Stream *core_stream(PyObject *generator) { return (Stream *)((char *)generator + core_stream_offset); }

Stream *core_begun(PyObject *generator)
{
    Stream *stream = core_stream(generator);
    if (stream->device) return stream;
    PyErr_SetString(PyExc_RuntimeError, "this Generator's __init__ has not been called");
    return NULL;
}

/* An array may end with index 2^64 - 1. */
int core_take(Stream *stream, uint64_t count, uint64_t *first)
{
    const uint64_t left = UINT64_MAX - stream->stream.next;
    *first = stream->stream.next;
    if (count && (stream->ended || count - 1 > left)) {
        PyErr_SetString(PyExc_OverflowError, "the stream has too few indices left for this call: indices are below 2^64, "
                                             "and a single number cannot take the last one");
        return -1;
    }
    stream->ended |= count && count - 1 == left;
    stream->stream.next = stream->ended ? UINT64_MAX : stream->stream.next + count;
    return 0;
}

void core_give_back(Stream *stream, uint64_t first, uint64_t count)
{
    const int last = count && first + count == 0;
    if (!count || (last ? !stream->ended : stream->stream.next != first + count)) return;
    stream->ended = 0;
    stream->stream.next = first;
}
