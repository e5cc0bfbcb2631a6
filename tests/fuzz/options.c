/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The readers of command lines, from the arguments to the job. The input has an argument per line; the first is the
 * command: sample, transform or model. After a zero byte follows the content of the files that the arguments name. */
#include "harness.h"
#include "cli/base/law.h"
#include "cli/model/query.h"
#include "cli/sample/request.h"
#include "cli/transform/request.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 40 };

static exit_status read_sample(int argc, char **argv)
{
    sample_request r;
    exit_status status = sample_options(argc, argv, &r);
    if (!status && !r.o.value[OPT_HELP]) status = sample_job(&r);
    job_free(&r.job);
    free(r.path);
    return status;
}

static exit_status read_transform(int argc, char **argv)
{
    transform_request request;
    const exit_status status = transform_read(argc, argv, &request);
    transform_free(&request);
    return status;
}

static exit_status read_model(int argc, char **argv)
{
    model_query query;
    return model_read(argc, argv, &query);
}

int fuzz_options(const uint8_t *data, size_t size)
{
    char *argv[ARGUMENTS + 1];
    const uint8_t *content;
    int argc = 0;
    char *text = fuzz_text(data, size, &content, &size);
    for (char *at = text, *end; argc < ARGUMENTS && at; at = end ? end + 1 : NULL) {
        argv[argc++] = at;
        end = strchr(at, '\n');
        if (end) *end = '\0';
    }
    argv[argc] = NULL;
    fuzz_file(content, size, 0);
    fuzz_messages();
    optind = 0;   /* getopt starts again */
    const exit_status status = (!strcmp(argv[0], "transform") ? read_transform
                                : !strcmp(argv[0], "model") ? read_model : read_sample)(argc, argv);
    fuzz_check(fuzz_messages() == (status != EXIT_DONE));
    fuzz_accepted += !status;
    fuzz_text_free(text);
    return 0;
}
