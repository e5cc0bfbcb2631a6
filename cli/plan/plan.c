/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll plan: predicts the time of each strategy for a job and names the fastest; --calibrate measures costs. */
#include "methods.h"
#include "cli/base/device.h"
#include "cli/base/progress.h"
#include "cli/commands.h"
#include "cli/files/jsonout.h"
#include "cli/job/request.h"
#include "cli/measure/costs.h"
#include "cli/options/manual.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER, DTYPE, COMPONENTS, DEVICE, IN_KERNEL, CALIBRATE, JSON, HELP, DENSITY, ROWS = DENSITY + DENSITY_COUNT };

/* The options as typed; NULL for those not given. */
typedef struct plan_request {
    const char *value[ROWS], *param[RR_MAX_PARAMS];
} plan_request;

static const option_row rows[ROWS] = {
    [NUMBER] = {'n', NULL, "N", false, "the number of samples"},
    [DTYPE] = {0, "dtype", "T", false,
             "the dtype of the samples: f32, f64 or u32, or NumPy's name, such as f4 or float32 (default f64 where the "
             "sampler has it)"},
    [COMPONENTS] = {0, "components", "K", false, "the length of a row, if no parameter determines it"},
    [DEVICE] = {'d', "device", "D", false, "the device (default cpu)"},
    [IN_KERNEL] = {0, "in-kernel", NULL, false,
                   "plan one sample per lane within a larger kernel: loop, cached, grouped and regroup only"},
    [CALIBRATE] = {0, "calibrate", NULL, false,
                   "first measure the costs: for an instruction set half a minute, for a GPU minutes, because its kernels "
                   "are compiled (with LAW only those of its methods); write them to $REROLL_COSTS, "
                   "$XDG_CONFIG_HOME/reroll/costs or ~/.config/reroll/costs, the first that is set; later plans use them"},
    [JSON] = {0, "json", NULL, false,
              "print an object with sampler, device, dtype, n, accept, slow, costs (scaled: built in, times scale; "
              "calibrated; counted: instructions of a GPU; none), scale, choice (the fastest), grouped (with the best "
              "number), strategies (strategy, iterations, "
              "efficiency, ns; ns is null where no costs are known) and methods (sampler, ns, setup_ns, table_bytes, error, "
              "resolution, faster_from, faster_below; null: never, or no upper end)"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
    DENSITY_OPTIONS(OPTION_ROW)
};

static uint32_t flags_of(const plan_request *request)
{
    return request->value[IN_KERNEL] ? RR_PLAN_IN_KERNEL : 0;
}

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll plan LAW[:METHOD] [--PARAMETER V]... -n N [--dtype T] [--device D] [--in-kernel] [--json]\n"
              "reroll plan [LAW] --calibrate [--device D]"},
    {"DESCRIPTION",
     .text = "Predicts for each strategy the iterations per warp call (per tile for compact and refill), the efficiency of "
             "lanes (1 if no lane ever waits) and nanoseconds per sample on one thread. It uses the model (reroll model) "
             "and a table of costs: that of --calibrate, or the built-in one, scaled by a short measurement. The first line "
             "names the table. No strategy changes a sample. The strategy auto is compact in every case, because no "
             "other was measured to be faster in bulk. reroll bench --plan rates the predictions.\n\n"
             "For a GPU the time is that of the whole GPU, with samples that stay in its memory. Without --calibrate the "
             "costs of CUDA devices are lower bounds from instruction counts of the kernels, not measurements. For other "
             "GPUs they are unknown.\n\n"
             "The second table has the other methods of the distribution that take these parameters. Its columns are the ns "
             "per sample with the fastest strategy, the setup time per set of parameters, the bytes of the table, and the "
             "largest relative error of the method. The error 'rounding' is that of the last operations only; '2^-32' is "
             "the same, from uniforms that are multiples of 2^-32. The last column is the n above (or below) which the "
             "method is faster on one thread. Another method gives other samples of the same distribution.\n\n"
             "LAW, METHOD and PARAMETER are those of reroll sample. The plan uses 64 elements of an array."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXIT STATUS",
     .text = "0 done; 1 the costs cannot be written; 2 wrong usage or input; 3 device not usable"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_plan = {
    .name = "plan",
    .summary = "predict the time of a job with each strategy",
    .sections = sections, .rows = rows, .count = ROWS,
};

/* ---- Output ---- */

static void json_strategies(json_out *out, const rr_plan *plan)
{
    static const json_layout rows = {"", ",\n  ", ""};
    char name[32];
    json_array(out, "strategies", rows);
    for (uint32_t i = 0; i < plan->rows; ++i) {
        rr_strategy_text(plan->row[i].strategy, name);
        json_object(out, NULL, json_line);
        json_text(out, "strategy", name);
        json_digits(out, "iterations", plan->row[i].iterations, 6);
        json_digits(out, "efficiency", plan->row[i].efficiency, 6);
        json_digits(out, "ns", plan->row[i].ns, 6);
        json_end(out);
    }
    json_end(out);
}

static void print_json(const rr_device *device, const rr_job *job, uint32_t flags, const rr_plan *plan, double scale)
{
    char name[32];
    json_out out = {.to = stdout};
    rr_strategy_text(plan->choice, name);
    json_object(&out, NULL, json_line);
    json_text(&out, "sampler", rr_sampler_about(job->sampler)->name);
    json_text(&out, "device", rr_device_name(device, NULL, NULL, NULL));
    json_text(&out, "dtype", dtype_name(job->dtype));
    json_integer(&out, "n", job->rows * job->cols);
    json_digits(&out, "accept", plan->accept, 6);
    json_digits(&out, "slow", plan->slow, 6);
    json_text(&out, "costs", plan->costs);
    json_digits(&out, "scale", scale, 6);
    json_text(&out, "choice", name);
    rr_strategy_text(plan->grouped, name);
    json_text(&out, "grouped", name);
    json_break(&out, 1);
    json_strategies(&out, plan);
    json_break(&out, 1);
    plan_methods_json(&out, device, job, flags, plan);
    json_end(&out);
}

/* True for CPUs, whose names all begin with cpu. */
static bool is_cpu(const char *spec)
{
    return !spec || !strncmp(spec, "cpu", 3);
}

/* Prints the command that would improve the plan. */
static void print_calibrate_hint(const char *spec, const rr_job *job, const char *costs)
{
    char command[256] = "reroll plan --calibrate";
    const char *name = rr_sampler_about(job->sampler)->distribution;
    if (!is_cpu(spec)) snprintf(command, sizeof command, "reroll plan %s --calibrate --device %s", name, spec);
    if (!strcmp(costs, "none")) printf("\nNo costs are known for this %s; %s measures them.\n",
                                       is_cpu(spec) ? "instruction set" : "law on this device", command);
    else if (strcmp(costs, "calibrated") && strcmp(costs, "borrowed"))
        printf("\n%s measures this %s own costs: better predictions.\n", command, is_cpu(spec) ? "machine's" : "device's");
}

/* Prints the samplers that a composite sampler consists of. */
static void print_stages(const rr_sampler_info *s)
{
    printf("%s has no attempts of its own. A strategy acts in each of its stages:\n\n", s->name);
    for (const rr_stage *stage = rr_sampler_method(s->sampler)->stages; stage->sampler; ++stage)
        printf("%-22s %s\n", stage->sampler, stage->what);
    printf("\nThe parameters of a stage depend on the samples of earlier ones; reroll plan LAW plans one stage.\n");
}

static void print_table(const rr_device *device, const char *spec, const rr_job *job, uint32_t flags, const rr_plan *plan,
                        double scale)
{
    char costs[PLAN_COSTS_SIZE], tiles[32] = "", group[32];
    uint32_t tile;
    const char *name = rr_device_name(device, NULL, &tile, NULL);
    if (tile) snprintf(tiles, sizeof tiles, ", tiles of %u", tile);   /* 0 on GPUs, which choose their own */
    printf("%s, %s, %llu samples on %s, warps of %u lanes%s; costs: %s\n", rr_sampler_about(job->sampler)->name,
           dtype_name(job->dtype), (unsigned long long)(job->rows * job->cols), name, plan->warp, tiles,
           plan_costs_text(plan->costs, scale, costs));
    printf("acceptance %.4g; the quick test leaves %.3g of the attempts undecided\n\n", plan->accept, plan->slow);
    printf("%-15s %12s %12s %12s\n", "strategy", "iterations", "efficiency", "ns/sample");
    for (uint32_t i = 0; i < plan->rows; ++i) {
        const rr_plan_row *r = &plan->row[i];
        char strategy[32];
        rr_strategy_text(r->strategy, strategy);
        const bool fastest = r->strategy.kind == plan->choice.kind && r->strategy.number == plan->choice.number;
        printf("%-15s %12.4g %12.3f ", strategy, r->iterations, r->efficiency);
        if (isnan(r->ns)) printf("%12s", "-");
        else printf("%12.3f", r->ns);
        puts(fastest && !isnan(r->ns) ? "  <- fastest" : "");
    }
    rr_strategy_text(plan->grouped, group);
    printf("\ngrouped without a number is %s for this job.\n", group);
    plan_methods_table(device, job, flags, plan);
    print_calibrate_hint(spec, job, plan->costs);
}

/* ---- Work ---- */

static void show(double done, void *context)
{
    progress_show(context, (uint64_t)(1000 * done));
}

/* Measures costs. On a GPU it measures only the distribution asked for, because each kernel must be compiled first. */
static exit_status calibrate(const plan_request *request, const rr_sampler_info *sampler)
{
    const char *law = sampler && !is_cpu(request->value[DEVICE]) ? sampler->distribution : NULL;
    char path[4096];
    progress bar;
    rr_device *device;
    const size_t known = rr_costs_path(path, sizeof path);
    exit_status status = device_open(request->value[DEVICE], "1", &device);
    if (status) return status;
    if (!known) {
        rr_device_close(&device);
        return refuse(EXIT_USAGE, "--calibrate needs a file for the costs: set REROLL_COSTS to its name");
    }
    progress_start_steps(&bar, "calibrate", 1000, true);
    errno = 0;
    const rr_status done = rr_calibrate(device, law, path, show, &bar);
    const int reason = errno;
    progress_end(&bar);
    rr_device_close(&device);
    if (done == RR_ERR_ARGUMENT && !reason)
        return refuse(EXIT_USAGE, "--calibrate is not available for %s, which has no costs of its own",
                      law ? law : "this device");
    if (done == RR_ERR_ARGUMENT) return refuse(EXIT_TROUBLE, "--calibrate: can't write %s: %s", path, strerror(reason));
    if (done != RR_OK) return refuse(EXIT_TROUBLE, "--calibrate: %s", rr_status_text(done));
    fprintf(stderr, "reroll: wrote %s\n", path);
    return EXIT_DONE;
}

static exit_status plan(const rr_sampler_info *sampler, const char *law_named, const plan_request *request)
{
    const job_request typed = {.number = request->value[NUMBER], .min = 1, .dtype = request->value[DTYPE],
                               .columns = request->value[COMPONENTS], .param = request->param};
    rr_plan p = RR_PLAN_INIT;
    rr_device *device = NULL;
    double scale[2] = {1, 1};
    rr_job call;
    job job = {0};
    job_density law = {0};
    exit_status status = density_typed(law_named, request->value + DENSITY, &sampler, &law, NULL);
    if (!status) status = request_new(sampler, &typed, &job);
    job.density = law;
    if (!status) status = device_open(request->value[DEVICE], NULL, &device);
    if (!status) status = job_check(&job, device);
    if (!status && !job_total(&job)) status = refuse(EXIT_USAGE, "-n 0 is not accepted: a plan needs at least one sample");
    if (!status) status = plan_costs_scale(device, scale);
    if (!status) {
        job_as_call(&job, &call);
        const double factor = scale[call.dtype == RR_F64];
        const rr_status answer = rr_plan_job(device, &call, flags_of(request), &p);
        if (answer != RR_OK) status = refuse(EXIT_TROUBLE, "%s", rr_status_text(answer));
        else if (rr_sampler_method(sampler->sampler)->stages && !request->value[JSON]) print_stages(sampler);
        else if (request->value[JSON]) print_json(device, &call, flags_of(request), &p, factor);
        else print_table(device, request->value[DEVICE], &call, flags_of(request), &p, factor);
    }
    rr_device_close(&device);
    job_free(&job);
    return status ? status : stdout_end();
}

/* ---- Arguments ---- */

static exit_status read_options(int argc, char **argv, const rr_sampler_info *sampler, plan_request *request)
{
    const char *params[RR_MAX_PARAMS];
    option_list list = {.rows = rows, .count = sampler && rr_sampler_method(sampler->sampler)->inverse ? ROWS : DENSITY,
                        .first = sampler ? NULL : "sampler"};
    *request = (plan_request){{NULL}, {NULL}};
    optread_sampler(&list, sampler, params);
    return optread(argc, argv, &list, request->value, request->param);
}

int cmd_plan(int argc, char **argv)
{
    const bool named = argc > 1 && argv[1][0] != '-';
    const rr_sampler_info *sampler = NULL;
    const char *law_named = NULL;
    plan_request request;
    exit_status status = named ? density_named(argv[1], &sampler, &law_named) : EXIT_DONE;
    if (!status) status = read_options(argc - named, argv + named, sampler, &request);
    if (status) return status;
    if (request.value[HELP]) return manual_help(&manual_plan);
    if (!sampler && !request.value[CALIBRATE])
        return refuse(EXIT_USAGE, "the sampler is missing: reroll plan LAW -n N; reroll samplers lists them");
    if (request.value[CALIBRATE] && (status = calibrate(&request, sampler))) return status;
    return sampler ? plan(sampler, law_named, &request) : EXIT_DONE;
}
