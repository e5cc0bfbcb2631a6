/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The text of a kernel, or of other code made of lane text, as one string without includes, since run-time compilers have
 * no files.
 *
 * A file with an include guard is inserted once. Inside a condition that only the compiler can decide it keeps its guard,
 * and the next include inserts it again. Files without a guard (derived distributions, which several samplers include) are
 * inserted every time. Conditions on values that are known at expansion, above all the target, are decided here: the
 * directives stay, and the text of false branches is dropped. So a kernel never contains another target's code. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "text.h"

/* ---- Strings ---- */

static void add(rr_text *text, const char *data, size_t size)
{
    if (text->capacity - text->size <= size) {
        const size_t capacity = 2 * (text->size + size) + 4096;
        char *more = text->failed ? NULL : realloc(text->data, capacity);
        if (!more) {
            text->failed = 1;
            return;
        }
        text->data = more;
        text->capacity = capacity;
    }
    memcpy(text->data + text->size, data, size);
    text->size += size;
    text->data[text->size] = 0;
}

void rr_text_print(rr_text *text, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    const int size = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    add(text, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

/* ---- Lines ---- */

/* One line of a file; a directive's name and the text after it. */
typedef struct line {
    const char *text, *end;        /* end: the newline, or the end of the file */
    const char *name, *rest;       /* null: not a directive */
} line;

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t') ++at;
    return at;
}

static line line_at(const char *text)
{
    const size_t length = strcspn(text, "\n");
    line l = {text, text + length, NULL, NULL};
    const char *at = skip_blanks(text);
    if (*at == '#') {
        l.name = skip_blanks(at + 1);
        l.rest = skip_blanks(l.name + strspn(l.name, "abcdefghijklmnopqrstuvwxyz"));
    }
    return l;
}

static const char *line_next(line l)
{
    return *l.end ? l.end + 1 : NULL;
}

static int line_is(line l, const char *name)
{
    const size_t length = strlen(name);
    return l.name && !strncmp(l.name, name, length) && strspn(l.name, "abcdefghijklmnopqrstuvwxyz") == length;
}

/* True if the text after a directive's name, without blanks at its end, is equal to `text`. */
static int rest_is(line l, const char *text)
{
    const char *end = l.end;
    while (end > l.rest && (end[-1] == ' ' || end[-1] == '\t')) --end;
    return (size_t)(end - l.rest) == strlen(text) && !strncmp(l.rest, text, strlen(text));
}

/* The next directive from text on; its name is null past the last. */
static line next_directive(const char *text)
{
    line l = line_at(text);
    while (!l.name && (text = line_next(l))) l = line_at(text);
    return l;
}

/* True if a whole file is enclosed by #ifndef X, #define X and an #endif in its last line. */
static int is_guarded(const char *text)
{
    const line first = next_directive(text),
               second = first.name && line_next(first) ? next_directive(line_next(first)) : first;
    const char *end = text + strlen(text);
    while (end > text && (end[-1] == '\n' || end[-1] == ' ')) --end;
    return line_is(first, "ifndef") && line_is(second, "define") && first.end - first.rest == second.end - second.rest &&
           !strncmp(first.rest, second.rest, (size_t)(first.end - first.rest)) && end - text > 7 &&
           !strncmp(end - 7, "\n#endif", 7);
}

/* ---- Conditions: true, false, or known only to the compiler ---- */

enum { UNKNOWN = -1 };

static int is_defined(const rr_expansion *e, const char *name, size_t length)
{
    if (length > 10 && !strncmp(name, "RR_TARGET_", 10)) {
        const char *target = name + 10;
        length -= 10;
        if (e->target) return strlen(e->target) == length && !strncmp(e->target, target, length);
        return (length == 4 && !strncmp(target, "CUDA", 4)) || (length == 6 && !strncmp(target, "OPENCL", 6)) ? UNKNOWN : 0;
    }
    if (length == 10 && !strncmp(name, "RR_SAMPLER", 10)) return e->sampler != NULL;
    if (length == 12 && !strncmp(name, "RR_TRANSFORM", 12)) return e->transform != NULL;
    if (length == 15 && !strncmp(name, "RR_STRATEGY_RUN", 15)) return e->strategy != NULL;
    if (length > 8 && !strncmp(name, "RR_STEP_", 8))
        return e->step && strlen(e->step) == length - 8 && !strncmp(e->step, name + 8, length - 8);
    return UNKNOWN;
}

static int opposite(int truth)
{
    return truth == UNKNOWN ? UNKNOWN : !truth;
}

/* The truth of #if, #elif, #ifdef, #ifndef. */
static int condition(const rr_expansion *e, line l)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    const int negated = *l.rest == '!';
    const char *at = l.rest + negated;
    if (line_is(l, "ifdef")) return is_defined(e, l.rest, strspn(l.rest, letters));
    if (line_is(l, "ifndef")) return opposite(is_defined(e, l.rest, strspn(l.rest, letters)));
    if (rest_is(l, "RR_HAS_WHOLE")) return e->step != NULL && !strcmp(e->step, "whole");
    if (rest_is(l, "RR_HAS_ROWS")) return e->step != NULL && e->sampler != NULL;
    if (rest_is(l, "RR_DTYPE == 32")) return e->dtype == 32;
    if (rest_is(l, "RR_DTYPE == 64")) return e->dtype == 64;
    if (!strncmp(at, "defined(", 8)) {
        const size_t length = strspn(at + 8, letters);
        if (at + 8 + length + 1 == l.end)
            return negated ? opposite(is_defined(e, at + 8, length)) : is_defined(e, at + 8, length);
    }
    return UNKNOWN;
}

#define DEEPEST 16

/* The conditions that enclose a line. */
typedef struct nest {
    int depth;
    int now[DEEPEST], before[DEEPEST];   /* the truth of this branch; whether an earlier branch is taken */
} nest;

static void nest_branch(nest *n, int truth)
{
    int *now = &n->now[n->depth - 1], *before = &n->before[n->depth - 1];
    *now = *before == 1 || truth == 0 ? 0 : *before == 0 ? truth : UNKNOWN;
    if (truth == 1) *before = 1;
    if (truth == UNKNOWN && *before == 0) *before = UNKNOWN;
}

static void nest_line(nest *n, const rr_expansion *e, line l)
{
    if (line_is(l, "if") || line_is(l, "ifdef") || line_is(l, "ifndef")) {
        if (n->depth == DEEPEST) abort();   /* the text is our own */
        n->before[n->depth++] = 0;
        nest_branch(n, condition(e, l));
    } else if (line_is(l, "elif")) {
        nest_branch(n, condition(e, l));
    } else if (line_is(l, "else")) {
        nest_branch(n, 1);
    } else if (line_is(l, "endif")) {
        --n->depth;
    }
}

static int is_conditional(line l)
{
    return line_is(l, "if") || line_is(l, "ifdef") || line_is(l, "ifndef") || line_is(l, "elif") ||
           line_is(l, "else") || line_is(l, "endif");
}

/* 0 if one of the conditions is false, 1 if all are true. */
static int nest_truth(const nest *n)
{
    int truth = 1;
    for (int k = 0; k < n->depth; ++k) {
        if (n->now[k] == 0) return 0;
        if (n->now[k] == UNKNOWN) truth = UNKNOWN;
    }
    return truth;
}

/* ---- The list of samplers ---- */

#define COUNTS_32 0
#define COUNTS_64 0
#define COUNTS_32_64 0
#define COUNTS_counts 1
#define COUNTS_counts_32 1
#define COUNTS_stages 0

static const struct listed { const char *name, *module, *draw; int counts; } listed[] = {
#define RR_SAMPLER(module, name, draw, widths) {#name, #module, #draw, COUNTS_##widths},
#include "laws/list.h"
#undef RR_SAMPLER
};

/* Returns NULL if there is no sampler of this name. */
static const struct listed *listed_sampler(const char *name)
{
    for (size_t k = 0; k < sizeof listed / sizeof *listed; ++k)
        if (!strcmp(listed[k].name, name)) return &listed[k];
    return NULL;
}

/* ---- Includes ---- */

#define PATH_LIMIT 256

/* The path of "name" included in `from`: a path from the root, or a name in the same directory; 0 if it is too long. */
static int resolve(char path[PATH_LIMIT], const char *from, const char *name, size_t length)
{
    const char *slash = memchr(name, '/', length) ? NULL : strrchr(from, '/');
    const int next_to = slash ? (int)(slash + 1 - from) : 0;
    return snprintf(path, PATH_LIMIT, "%.*s%.*s", next_to, from, (int)length, name) < PATH_LIMIT;
}

/* The file of a sampler, or that which encloses the text of a user-defined distribution. A sampler that is not in the list
 * has no directory, and its file is reported missing. */
static int sampler_path(const rr_expansion *e, char path[PATH_LIMIT])
{
    const char *name = e->sampler;
    if (e->user) return snprintf(path, PATH_LIMIT, "engine/user/attempt.h") < PATH_LIMIT;
    const struct listed *s = listed_sampler(name);
    return snprintf(path, PATH_LIMIT, "laws/%s%s%s.h", s ? s->module : "", s ? "/" : "", name) < PATH_LIMIT;
}

/* The file of an #include; 0 if the file is not Reroll's (<...>). */
static int include_path(const rr_expansion *e, const char *from, line l, char path[PATH_LIMIT])
{
    if (*l.rest == '"') {
        const char *end = memchr(l.rest + 1, '"', (size_t)(l.end - l.rest - 1));
        return end && resolve(path, from, l.rest + 1, (size_t)(end - l.rest - 1));
    }
    if (!strncmp(l.rest, "RR_SAMPLER_FILE", 15) && e->sampler) return sampler_path(e, path);
    if (!strncmp(l.rest, "RR_STRATEGY_FILE", 16) && e->strategy)
        return snprintf(path, PATH_LIMIT, "engine/strategies/%s.h", e->strategy) < PATH_LIMIT;
    return !strncmp(l.rest, "RR_TRANSFORM_FILE", 17) && e->transform &&
           snprintf(path, PATH_LIMIT, "transforms/%s.h", e->transform) < PATH_LIMIT;
}

static void expand(rr_expansion *e, const char *path, int certain);

/* An include, at line `number` of a file. */
static void expand_include(rr_expansion *e, const char *from, line l, int number, int truth)
{
    char path[PATH_LIMIT];
    const int user = e->user && !strncmp(l.rest, "RR_USER_FILE", 12);
    if (truth != 0 && user) {
        add(&e->text, e->user, strlen(e->user));
        rr_text_print(&e->text, "\n#line %d \"%s\"\n", number + 1, from);
    } else if (truth != 0 && include_path(e, from, l, path)) {
        expand(e, path, truth == 1);
        if (e->lines) rr_text_print(&e->text, "#line %d \"%s\"\n", number + 1, from);
    } else {
        add(&e->text, "\n", 1);
    }
}

/* sure: no condition that only the compiler can decide encloses this place. */
static void expand(rr_expansion *e, const char *path, int certain)
{
    size_t file = 0;
    nest n = {0};
    int number = 0;
    while (rr_device_files[file].path && strcmp(rr_device_files[file].path, path)) ++file;
    if (!rr_device_files[file].path) {
        rr_text_print(&e->text, "#error \"there is no %s\"\n", path);
        return;
    }
    const char *text = rr_device_file_text(file);
    if (!text) {
        e->text.failed = 1;
        return;
    }
    const int guarded = is_guarded(text);
    if (e->done[file]) return;
    e->done[file] = guarded && certain;
    if (e->lines) rr_text_print(&e->text, "#line 1 \"%s\"\n", path);
    while (text && *text) {
        const line l = line_at(text);
        ++number;
        nest_line(&n, e, l);
        /* The include guard itself is a true condition. */
        if (guarded && n.depth == 1 && line_is(l, "ifndef")) n.now[0] = 1;
        const int truth = nest_truth(&n);
        if (line_is(l, "include")) {
            expand_include(e, path, l, number, truth == 1 && !certain ? UNKNOWN : truth);
        } else {
            if (truth != 0 || is_conditional(l)) add(&e->text, l.text, (size_t)(l.end - l.text));
            add(&e->text, "\n", 1);
        }
        text = line_next(l);
    }
}

void rr_expand(rr_expansion *e, const char *path)
{
    expand(e, path, 1);
}

/* ---- Kernels ---- */

/* True if it is a step before or after samples, for any sampler or for one. */
static int is_step(const rr_kernel_request *r)
{
    static const char *const own[] = {"stage", "join", "sums", "total", "whole"};
    int is = !r->sampler;
    for (unsigned k = 0; k < sizeof own / sizeof *own && !is; ++k) is = r->strategy && !strcmp(r->strategy, own[k]);
    return is && !r->transform;
}

char *rr_kernel_text(const char *target, const rr_kernel_request *request, const char *lines)
{
    rr_expansion e = {.target = target, .sampler = request->sampler, .transform = request->transform,
                      .user = request->user, .dtype = request->wide ? 64 : 32, .lines = 1};
    if (is_step(request)) e.step = request->strategy;
    else if (request->sampler) e.strategy = request->strategy;
    if (lines) add(&e.text, lines, strlen(lines));
    rr_text_print(&e.text, "#define RR_TARGET_%s 1\n#define RR_DTYPE %d\n#define RR_COUNTING %d\n", target, e.dtype,
                request->counting != 0);
    if (request->sampler) {
        const struct listed *s = listed_sampler(request->sampler);
        rr_text_print(&e.text, "#define RR_SAMPLER %s\n#define RR_DRAW %s\n#define RR_PLAIN %d\n#define RR_COUNTS %d\n",
                    request->sampler, s ? s->draw : request->sampler, request->constant, s ? s->counts : request->counts);
    }
    if (request->user && request->params > RR_FEW_PARAMS)
        rr_text_print(&e.text, "#define RR_TILE_PARAMS %d\n", RR_PARAM_LIMIT);
    if (request->sink) {
        rr_text_print(&e.text, "#define RR_SINK %d\n", request->whole ? 2 : 1);
        rr_expand(&e, "engine/lanes/sink.h");
        rr_text_print(&e.text, "#line 1 \"sink\"\n");
        add(&e.text, request->sink, strlen(request->sink));
        rr_text_print(&e.text, "\n");
    }
    if (request->transform) rr_text_print(&e.text, "#define RR_TRANSFORM %s\n", request->transform);
    if (e.step) rr_text_print(&e.text, "#define RR_STEP_%s 1\n", e.step);
    else if (request->strategy) rr_text_print(&e.text, "#define RR_STRATEGY_RUN %s\n", request->strategy);
    rr_expand(&e, "targets/gpu/kernels/kernel.h");
    if (!e.text.failed) return e.text.data;
    free(e.text.data);
    return NULL;
}

static int same_name(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

int rr_kernel_same(const rr_kernel_request *a, const rr_kernel_request *b)
{
    return same_name(a->sampler, b->sampler) && same_name(a->transform, b->transform) &&
           same_name(a->strategy, b->strategy) && same_name(a->sink, b->sink) && same_name(a->user, b->user) &&
           !a->wide == !b->wide && !a->counting == !b->counting && a->constant == b->constant;
}
