/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads a kernel of a module as NVRTC and nvcc write it: one directive per line, statements that end with a semicolon. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "parse.h"

void ptx_complain(parser *s, const char *what, const char *text)
{
    if (!s->failed) snprintf(s->why, 200, "PTX line %d: %s: %.120s", s->line, what, text);
    s->failed = 1;
}

int ptx_type_size(const char *type)
{
    static const struct { const char *digits; int size; } sizes[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
    if (!strcmp(type, "pred")) return 1;
    for (int k = 0; k < 4; ++k)
        if (*type && strchr("busf", *type) && !strcmp(type + 1, sizes[k].digits)) return sizes[k].size;
    return 0;
}

char *ptx_trim(char *text)
{
    while (isspace((u8)*text)) ++text;
    char *end = text + strlen(text);
    while (end > text && isspace((u8)end[-1])) *--end = '\0';
    return text;
}

int ptx_split(char *text, char **operands)
{
    int n = 0, deep = 0;
    char *start = text;
    for (char *at = text;; ++at) {
        deep += (*at == '{') + (*at == '[') - (*at == '}') - (*at == ']');
        if (*at && (*at != ',' || deep)) continue;
        const int is_end = !*at;
        *at = '\0';
        start = ptx_trim(start);
        if (*start && n < MAX_OPERANDS) operands[n++] = start;
        start = at + 1;
        if (is_end) return n;
    }
}

/* ---- Registers ---- */

int ptx_add_register(program *p, int width)
{
    p->regs = realloc(p->regs, (size_t)(p->reg_count + 1) * sizeof *p->regs);
    p->regs[p->reg_count] = (reg){p->file_size, width};
    p->file_size += width == 1 ? 64 : LANES * (size_t)width;
    return p->reg_count++;
}

/* %r12 is of the class %r; a name in a scope is a class by itself. The last declaration applies. */
static int class_width(const parser *s, const char *name)
{
    const int length = (int)strcspn(name, "0123456789");
    for (int k = s->class_count - 1; k >= 0; --k) {
        const char *c = s->classes[k].name;
        if (!strcmp(c, name) || ((int)strlen(c) == length && !strncmp(c, name, (size_t)length))) return s->classes[k].width;
    }
    return 0;
}

int ptx_find_register(parser *s, const char *name)
{
    char scoped[NAME];
    const int width = class_width(s, name);
    u32 h = 5381;
    if (!width) return -1;
    snprintf(scoped, sizeof scoped, "%d#%d#%.60s", s->frame, *name != '%' && s->depth ? s->scope[s->depth - 1] : 0, name);
    for (const char *c = scoped; *c; ++c) h = h * 33 + (u8)*c;
    for (h %= MAX_NAMES; *s->names[h].name; h = (h + 1) % MAX_NAMES)
        if (!strcmp(s->names[h].name, scoped)) return s->names[h].reg;
    snprintf(s->names[h].name, NAME, "%s", scoped);
    return s->names[h].reg = ptx_add_register(s->p, width);
}

static int constant_register(program *p, u64 value, int width)
{
    for (int k = 0; k < p->constant_count; ++k)
        if (p->constants[k].value == value && p->regs[p->constants[k].reg].width == width) return p->constants[k].reg;
    const int r = ptx_add_register(p, width);
    p->constants = realloc(p->constants, (size_t)(p->constant_count + 1) * sizeof *p->constants);
    p->constants[p->constant_count++] = (constant){r, value};
    return r;
}

static u64 data(parser *s, const char *line);

/* The last that was declared counts. */
int ptx_symbol(parser *s, const char *name, u64 *at)
{
    for (int k = s->symbol_count - 1; k >= 0; --k) {
        if (strcmp(s->symbols[k].name, name)) continue;
        if (s->symbols[k].data) s->symbols[k].at = data(s, s->symbols[k].data);
        free(s->symbols[k].data);
        s->symbols[k].data = NULL;
        s->is_local = s->symbols[k].is_local;
        *at = s->symbols[k].at;
        return 1;
    }
    return 0;
}

/* A number, the bits of a float (0f, 0d) or the address of a symbol. */
static int constant_value(parser *s, const char *text, u64 *value)
{
    if (*text == '0' && text[1] && strchr("fFdD", text[1])) *value = strtoull(text + 2, NULL, 16);
    else if (*text == '-' && isdigit((u8)text[1])) *value = 0 - strtoull(text + 1, NULL, 0);
    else if (isdigit((u8)*text)) *value = strtoull(text, NULL, 0);
    else return ptx_symbol(s, text, value);
    return 1;
}

static int special_register(const program *p, const char *name)
{
    return !strcmp(name, "%tid.x") ? p->tid : !strcmp(name, "%ntid.x") ? p->ntid : !strcmp(name, "%ctaid.x") ? p->ctaid
           : !strcmp(name, "%nctaid.x") ? p->nctaid : !strcmp(name, "%laneid") ? p->laneid : -1;
}

/* Blocks and grids have one dimension: the others are index 0 of 1. */
static int flat_register(program *p, const char *name)
{
    static const char *const names[] = {"%tid.", "%ctaid.", "%ntid.", "%nctaid."};
    for (int k = 0; k < 4; ++k) {
        const size_t length = strlen(names[k]);
        if (!strncmp(name, names[k], length) && (!strcmp(name + length, "y") || !strcmp(name + length, "z")))
            return constant_register(p, k > 1, 4);
    }
    return -1;
}

int ptx_operand(parser *s, const char *text, int width)
{
    u64 value = 0;
    int r = special_register(s->p, text);
    if (r < 0) r = flat_register(s->p, text);
    if (r < 0) r = ptx_find_register(s, text);
    if (r >= 0) {
        if (s->p->regs[r].width != width) ptx_complain(s, "a register of another width", text);
        return r;
    }
    if (!constant_value(s, text, &value)) ptx_complain(s, "unknown operand", text);
    return constant_register(s->p, width == 1 ? value ? ALL_LANES : 0 : value, width);
}

void ptx_address(parser *s, instruction *i, char *text)
{
    char *end = strchr(text, ']'), *plus = strchr(text, '+');
    u64 value = 0;
    if (*text != '[' || !end) {
        ptx_complain(s, "not an address", text);
        return;
    }
    *end = '\0';
    if (plus) {
        i->offset = strtoll(plus + 1, NULL, 0);
        *plus = '\0';
    }
    int r = ptx_find_register(s, ++text);
    if (r < 0) {
        if (!constant_value(s, text, &value)) ptx_complain(s, "unknown address", text);
        r = constant_register(s->p, value, 8);
    }
    i->from[i->froms++] = r;
}

/* ---- Declarations ---- */

void ptx_add_symbol(parser *s, const char *name, u64 at, int is_local)
{
    if (s->symbol_count == MAX_SYMBOLS) {
        ptx_complain(s, "too many symbols", name);
        return;
    }
    snprintf(s->symbols[s->symbol_count].name, NAME, "%s", name);
    s->symbols[s->symbol_count].data = NULL;
    s->symbols[s->symbol_count].is_local = is_local;
    s->symbols[s->symbol_count++].at = at;
}

static void declare_registers(parser *s, const char *type, char *names)
{
    char *each[MAX_OPERANDS];
    const int n = ptx_split(names, each), width = ptx_type_size(type);
    if (!width) ptx_complain(s, "registers of an unknown type", type);
    for (int k = 0; k < n; ++k) {
        each[k][strcspn(each[k], "<")] = '\0';
        if (s->class_count == MAX_CLASSES) --s->class_count;   /* of scopes that have ended */
        snprintf(s->classes[s->class_count].name, sizeof s->classes->name, "%s", each[k]);
        s->classes[s->class_count++].width = width;
    }
}

static int place(int *used, int align, int size)
{
    const int at = (*used + align - 1) / align * align;
    *used = at + size;
    return at;
}

int ptx_parameter(const char *text, int *align, int *size, char name[NAME])
{
    char type[16];
    *align = 1;
    if (sscanf(text, ".param .align %d .b8 %159[^[][%d]", align, name, size) == 3) return 1;
    if (sscanf(text, ".param .%15s %159[^, ]", type, name) != 2) return 0;
    if (!strcmp(type, "u64") && strstr(text, ".ptr")) sscanf(strrchr(text, ' '), " %159[^, ]", name);
    *align = *size = ptx_type_size(type);
    return *size;
}

/* .shared or .local in the body, and .param of called functions, which is also local to a lane. */
static void declare(parser *s, char *text)
{
    char what[16], type[16], name[NAME];
    int align, count, size;
    if (sscanf(text, ".reg .%15s %159[^\n]", type, name) == 2) declare_registers(s, type, name);
    else if (sscanf(text, ".%15s .align %d .%15s %159[^[][%d]", what, &align, type, name, &count) == 5 &&
             ptx_type_size(type) && (!strcmp(what, "shared") || !strcmp(what, "local"))) {
        int *used = *what == 's' ? &s->p->shared : &s->p->local;
        ptx_add_symbol(s, name, (u64)place(used, align, count * ptx_type_size(type)), 0);
    } else if (ptx_parameter(text, &align, &size, name)) {
        ptx_add_symbol(s, name, (u64)place(&s->p->local, align, size), 1);
    } else if (strncmp(text, ".pragma", 7)) {
        ptx_complain(s, "unknown directive", text);
    }
}

/* .global or .const of the module: its type, name and count. */
static int data_declared(const char *line, char type[16], char name[NAME])
{
    int align, count = 1;
    const int found = sscanf(strstr(line, ".align"), ".align %d .%15s %159[^][; =][%d]", &align, type, name, &count);
    return found >= 3 && ptx_type_size(type) ? count : 0;
}

static void declare_data(parser *s, const char *line)
{
    char type[16], name[NAME];
    if (!data_declared(line, type, name)) {
        ptx_complain(s, "unknown data", line);
        return;
    }
    ptx_add_symbol(s, name, 0, 0);
    if (!s->failed) s->symbols[s->symbol_count - 1].data = strdup(line);
}

/* Its address as device memory, where a kernel uses it. */
static u64 data(parser *s, const char *line)
{
    char type[16], name[NAME];
    const int count = data_declared(line, type, name);
    const size_t size = (size_t)ptx_type_size(type), all = ((size_t)count * size + 255) & ~(size_t)255;
    const char *start = strchr(line, '=');
    if (s->p->data_count == MAX_DATA) {
        ptx_complain(s, "too much data", line);
        return 0;
    }
    char *memory = aligned_alloc(256, all), *values = (char *)(size_t)(start ? start + strspn(start, "= {") : "}");
    memset(memory, 0, all);
    for (int k = 0; *values != '}' && *values != ';' && k < count; ++k) {
        const u64 value = strtoull(values, &values, 0);
        memcpy(memory + (size_t)k * size, &value, size);
        values += strspn(values, ", ");
    }
    s->p->data[s->p->data_count++] = memory;
    ptx_allocated(memory, (size_t)count * size);
    ptx_written(memory, (size_t)count * size);
    return (u64)(uintptr_t)memory;
}

static void declare_parameter(parser *s, char *text)
{
    char name[NAME];
    int align, size;
    if (!ptx_parameter(text, &align, &size, name) || s->p->param_count == MAX_PARAMS) {
        ptx_complain(s, "unknown parameter", text);
        return;
    }
    const int at = place(&s->p->params, align, size);
    s->p->param[s->p->param_count++] = (parameter){at, size};
    ptx_add_symbol(s, name, (u64)at, 0);
}

/* ---- Statements ---- */

void ptx_scope(parser *s, int opens)
{
    if (opens && s->depth < 16) s->scope[s->depth++] = ++s->scopes;
    else if (!opens && s->depth) --s->depth;
}

void ptx_add_label(parser *s, const char *name)
{
    s->labels = realloc(s->labels, (size_t)(s->label_count + 1) * sizeof *s->labels);
    snprintf(s->labels[s->label_count].name, NAME, "%d%.140s", s->frame, name);
    s->labels[s->label_count++].at = s->p->length;
}

static void statement(parser *s, char *text)
{
    for (text = ptx_trim(text); *text == '{' || *text == '}'; text = ptx_trim(text + 1)) ptx_scope(s, *text == '{');
    char *colon = strchr(text, ':');
    if (*text == '$' && colon && strcspn(text, " \t") > (size_t)(colon - text)) {
        *colon = '\0';
        ptx_add_label(s, text);
        statement(s, colon + 1);
    } else if (*text == '.') {
        declare(s, text);
    } else if (*text) {
        ptx_decode(s, text);
    }
}

void ptx_body_line(parser *s, char *line)
{
    if (sscanf(line, " .loc %*d %d", &s->source) == 1 || ptx_call_line(s, line)) return;
    for (char *at = line, *end;; at = end + 1) {
        end = strchr(at, ';');
        if (end) *end = '\0';
        statement(s, at);
        if (!end || s->failed) return;
    }
}

/* Skips a kernel that is not wanted, up to its last brace. */
static int skipped(parser *s, const char *line)
{
    if (!s->skips) return 0;
    for (; *line; ++line) {
        if (*line == '{') ++s->skips;
        if (*line == '}' && --s->skips == 1) s->skips = 0;
    }
    return 1;
}

static int entry_name(const char *line, char name[MAX_NAME])
{
    const char *at = strstr(line, ".entry ");
    return at && sscanf(at, ".entry %63[^( \n]", name) == 1;
}

static int module_line(parser *s, char *line)
{
    char name[MAX_NAME], *at;
    if (skipped(s, line) || ptx_function_line(s, line)) return 0;
    line = ptx_trim(line);
    if (entry_name(line, name)) {
        s->skips = strcmp(name, s->wanted) != 0;
        if (!s->skips) strcpy(s->p->entry, name);
    } else if (strstr(line, ".global .align") || strstr(line, ".const .align")) declare_data(s, line);
    else if (!strncmp(line, ".shared", 7)) declare(s, line);
    else if ((at = strstr(line, ".param"))) declare_parameter(s, at);
    else if (*line == '{' && *s->p->entry) return 1;
    return 0;
}

static void resolve_branches(parser *s)
{
    for (int k = 0; k < s->p->length; ++k) {
        if (!s->targets[k]) continue;
        int at = -1;
        for (int l = 0; l < s->label_count; ++l)
            if (!strcmp(s->labels[l].name, s->targets[k])) at = s->labels[l].at;
        if (at < 0) ptx_complain(s, "unknown label", s->targets[k]);
        s->p->code[k].target = at;
        free(s->targets[k]);
    }
}

static void add_special_registers(program *p)
{
    int *const all[] = {&p->tid, &p->ntid, &p->ctaid, &p->nctaid, &p->laneid, &p->own_mask, &p->half_mask, &p->full_mask};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) *all[k] = ptx_add_register(p, 4);
}

int ptx_kernel_name(const char *text, int k, char name[MAX_NAME])
{
    for (const char *at = text; (at = strstr(at, "\n.visible .entry ")); ++at)
        if (!k--) return entry_name(at, name);
    return 0;
}

program *ptx_parse(const char *text, const char *name, char why[200])
{
    parser s = {.p = calloc(1, sizeof *s.p), .wanted = name, .why = why, .names = calloc(MAX_NAMES, sizeof *s.names)};
    char *copy = strdup(text);
    int in_body = 0;
    *why = '\0';
    add_special_registers(s.p);
    for (char *line = copy, *next; line && !s.failed; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        ++s.line;
        char *comment = strstr(line, "//");
        if (comment) *comment = '\0';
        if (in_body) ptx_body_line(&s, line);
        else in_body = module_line(&s, line);
        if (in_body && s.scopes && !s.depth && strchr(line, '}')) break;
        if (in_body && !s.scopes) ptx_scope(&s, 1);
    }
    if (!in_body) ptx_complain(&s, "no kernel", "");
    static char end[] = "ret";
    if (!s.failed) ptx_decode(&s, end);
    resolve_branches(&s);
    for (int k = 0; k < s.symbol_count; ++k) free(s.symbols[k].data);
    ptx_forget_functions(&s);
    free(copy);
    free(s.names);
    free(s.labels);
    free(s.targets);
    if (!s.failed) {
        ptx_mutate(s.p);
        return s.p;
    }
    ptx_free(s.p);
    return NULL;
}

void ptx_free(program *p)
{
    for (int k = 0; k < p->length; ++k) free(p->code[k].text);
    for (int k = 0; k < p->data_count; ++k) {
        ptx_freed(p->data[k]);
        free(p->data[k]);
    }
    free(p->code);
    free(p->regs);
    free(p->constants);
    free(p);
}
