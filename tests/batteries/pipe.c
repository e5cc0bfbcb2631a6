/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writes the words of a source (sources.h) to standard output until the reader closes it:
 *
 *     pipe SOURCE [SEED] | RNG_test stdin32 */
#include "sources.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2 || !source_open(argv[1], argc > 2 ? strtoull(argv[2], NULL, 10) : 1)) {
        fprintf(stderr, "pipe: SOURCE [SEED]; the sources:\n");
        for (unsigned k = 0; source_name(k); ++k) fprintf(stderr, "%s\n", source_name(k));
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    const uint32_t *word;
    size_t count;
    do count = source_words(&word);
    while (fwrite(word, sizeof *word, count, stdout) == count);
    source_close();
    return 0;
}
