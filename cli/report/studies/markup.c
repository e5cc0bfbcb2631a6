/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks the section of a study, which is copied to the page: it must consist of complete elements of the kinds listed here,
 * with attributes that neither run nor fetch anything. Anything else is refused with its line. */
#include "markup.h"
#include "cli/base/cli.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX = 32, DEPTH_MAX = 64 };

/* Blanks around every name, so that a search finds whole names. */
static const char text_elements[] =
    " a b br caption cite code dd details div dl dt em figcaption figure h3 h4 h5 hr i kbd li mark ol p pre q small span "
    "strong sub summary sup table tbody td tfoot th thead tr ul var wbr ";
static const char picture_elements[] =
    " svg circle clippath defs desc ellipse feblend fecolormatrix fecomposite feflood fegaussianblur femerge femergenode "
    "feoffset filter g line lineargradient marker mask path pattern polygon polyline radialgradient rect stop symbol text "
    "title tspan use ";
static const char void_elements[] = " br hr wbr ";
static const char text_attributes[] = " alt aria-label title ";

/* None of these properties moves its element or loads a picture. */
static const char style_properties[] =
    " background-color color fill fill-opacity fill-rule font-family font-size font-style font-variant-numeric font-weight "
    "opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-opacity stroke-width text-align text-anchor vertical-align white-space ";

typedef struct scan {
    const char *text, *at;
    char open[DEPTH_MAX][NAME_MAX];   /* elements that are not closed yet */
    int depth;
    bool shows;                         /* the section has a word or a part of a picture */
    char *fault;
} scan;

static bool listed(const char *names, const char *name)
{
    char *padded = get_text(" %s ", name);
    const bool found = strstr(names, padded) != NULL;
    free(padded);
    return found;
}

/* Sets the fault, unless there is one, and returns false. */
static bool fault(scan *s, char *text)
{
    if (s->fault) free(text);
    else s->fault = text;
    return false;
}

/* Reads a name and converts it to lower case; false if there is none or it is too long. */
static bool read_name(scan *s, char name[NAME_MAX])
{
    size_t n = 0;
    while (isalnum((unsigned char)s->at[n]) || (s->at[n] && strchr("-_:.", s->at[n]))) {
        if (n + 1 == NAME_MAX) return false;
        name[n] = (char)tolower((unsigned char)s->at[n]);
        ++n;
    }
    name[n] = '\0';
    s->at += n;
    return n > 0;
}

static void skip_blanks(scan *s)
{
    while (isspace((unsigned char)*s->at)) ++s->at;
}

/* ---- Attributes ---- */

/* The value in lower case, without blanks and control characters, which browsers ignore in addresses; to be freed. */
static char *bare(const char *value, size_t length)
{
    char *text = get_memory(length + 1);
    size_t n = 0;
    for (size_t i = 0; i < length; ++i)
        if ((unsigned char)value[i] > ' ') text[n++] = (char)tolower((unsigned char)value[i]);
    text[n] = '\0';
    return text;
}

/* True if every url( refers to the page itself, and no other function names a picture. Escapes, which could hide one, are
 * not allowed. */
static bool urls_stay(const char *value)
{
    if (strchr(value, '\\') || strstr(value, "image-set(") || strstr(value, "src(")) return false;
    for (const char *at = value; (at = strstr(at, "url(")) != NULL; at += 4)
        if (at[4 + (at[4] == '\'' || at[4] == '"')] != '#') return false;
    return true;
}

static bool is_address(const char *name)
{
    static const char *const names[] = {"href", "src",    "srcset", "action",    "formaction",
                                        "data", "poster", "ping",   "background", "attributionsrc"};
    const char *colon = strrchr(name, ':');
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (!strcmp(colon ? colon + 1 : name, names[i])) return true;
    return false;
}

/* Checks the declarations of a style. Without blocks they begin only at the start and after ';'. Overwrites `text`. */
static bool check_style(scan *s, char *text)
{
    char *rest;
    if (strpbrk(text, "{}")) return fault(s, get_text("the attribute style holds a block"));
    for (char *at = strtok_r(text, ";", &rest); at; at = strtok_r(NULL, ";", &rest)) {
        at[strcspn(at, ":")] = '\0';
        if (!listed(style_properties, at))
            return fault(s, get_text("a style sets only colours, lines and text, not '%s'", at));
    }
    return true;
}

/* Entities, which browsers could turn into anything, are allowed only in attributes whose values are read as words. */
static bool check_attribute(scan *s, const char *name, const char *value, size_t length)
{
    if (listed(text_attributes, name)) return true;
    char *text = bare(value, length);
    if (!strncmp(name, "on", 2)) fault(s, get_text("the attribute %s would run a script", name));
    else if (is_address(name) && text[0] != '#') fault(s, get_text("%s leads away from the page", name));
    else if (strchr(text, '&')) fault(s, get_text("the value of %s holds '&': write the character itself", name));
    else if (!urls_stay(text)) fault(s, get_text("the attribute %s reaches beyond the section", name));
    else if (!strcmp(name, "style")) check_style(s, text);
    free(text);
    return !s->fault;
}

static bool read_attribute(scan *s)
{
    char name[NAME_MAX];
    if (!read_name(s, name)) return fault(s, get_text("'%.1s' is not an attribute", s->at));
    skip_blanks(s);
    if (*s->at != '=') return check_attribute(s, name, "", 0);
    ++s->at;
    skip_blanks(s);
    const char quote = *s->at, *end = quote == '"' || quote == '\'' ? strchr(s->at + 1, quote) : NULL;
    if (!end) return fault(s, get_text("the value of %s has no quotes", name));
    const bool good = check_attribute(s, name, s->at + 1, (size_t)(end - s->at - 1));
    s->at = end + 1;
    return good;
}

/* ---- Elements ---- */

static bool in_picture(const scan *s)
{
    for (int i = 0; i < s->depth; ++i)
        if (!strcmp(s->open[i], "svg")) return true;
    return false;
}

static bool read_opening(scan *s)
{
    char name[NAME_MAX];
    if (!read_name(s, name)) return fault(s, get_text("'<' is written &lt;"));
    const bool picture = in_picture(s) || !strcmp(name, "svg");
    const bool known = (picture && listed(picture_elements, name)) || (!in_picture(s) && listed(text_elements, name));
    if (!known)
        return fault(s, get_text("<%s> is not a part of %s", name,
                                 in_picture(s) ? "a picture" : "a section: text, tables and SVG"));
    s->shows |= picture;
    for (skip_blanks(s); *s->at && *s->at != '>' && strncmp(s->at, "/>", 2); skip_blanks(s))
        if (!read_attribute(s)) return false;
    const bool closed = *s->at == '/';
    s->at += closed;
    if (*s->at != '>') return fault(s, get_text("<%s is not finished", name));
    ++s->at;
    if (listed(void_elements, name) || (closed && picture)) return true;
    if (closed) return fault(s, get_text("<%s/> is not closed: write <%s></%s>", name, name, name));
    if (s->depth == DEPTH_MAX) return fault(s, get_text("elements are nested too deeply"));
    strcpy(s->open[s->depth++], name);
    return true;
}

static bool read_closing(scan *s)
{
    char name[NAME_MAX];
    if (!read_name(s, name)) return fault(s, get_text("'</' closes nothing"));
    skip_blanks(s);
    if (*s->at != '>') return fault(s, get_text("</%s is not finished", name));
    if (!s->depth || strcmp(s->open[s->depth - 1], name))
        return fault(s, s->depth ? get_text("</%s> where <%s> is open", name, s->open[s->depth - 1])
                                 : get_text("</%s> closes nothing", name));
    ++s->at;
    --s->depth;
    return true;
}

/* Reads a comment. "--" in it is not allowed, because it could end the comment early. */
static bool read_comment(scan *s)
{
    const char *end = strncmp(s->at, "--", 2) ? NULL : strstr(s->at + 2, "--");
    if (!end || s->at[2] == '>' || s->at[2] == '-' || end[2] != '>')
        return fault(s, get_text("'<!' begins no whole comment"));
    s->at = end + 3;
    return true;
}

static bool read_markup(scan *s)
{
    ++s->at;
    if (*s->at == '!') {
        ++s->at;
        return read_comment(s);
    }
    if (*s->at != '/') return read_opening(s);
    ++s->at;
    return read_closing(s);
}

/* Skips text up to the next '<'; false at the end. */
static bool read_words(scan *s)
{
    skip_blanks(s);
    s->shows |= *s->at && *s->at != '<';
    s->at += strcspn(s->at, "<");
    return *s->at != '\0';
}

static unsigned line_of(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; ++text) line += *text == '\n';
    return line;
}

char *markup_fault(const char *text, unsigned *line)
{
    scan s = {.text = text, .at = text};
    const char *from = text;
    while (!s.fault && read_words(&s)) {
        from = s.at;
        read_markup(&s);
    }
    if (!s.fault && s.depth) {
        from = s.at;
        fault(&s, get_text("<%s> is not closed", s.open[s.depth - 1]));
    }
    if (!s.shows) fault(&s, get_text("the section shows nothing"));
    *line = line_of(text, from);
    return s.fault;
}
