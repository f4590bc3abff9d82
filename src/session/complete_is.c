/* complete_is.c: would Return run it? As IPython sees it: magics and shell lines are what they become, a cell magic goes on to an empty line. (But that
 * what such a cell holds is indented as Python is, where it is Python.) */
#include "lang/front/parse.h"
#include "session_impl.h"
#include "transform.h"

static size_t last_line(const char *s, size_t n)
{
    while (n && s[n - 1] != '\n') n--;
    return n;
}

/* Blanks that the last line which is not empty begins with. */
static int last_indent(const char *s, size_t n)
{
    int indent = 0;
    while (n && strchr(" \t\n\r", s[n - 1])) n--;
    for (size_t i = last_line(s, n); i < n && (s[i] == ' ' || s[i] == '\t'); i++) indent = s[i] == ' ' ? indent + 1 : (indent / 8 + 1) * 8;
    return indent;
}

static bool is_empty(const char *s, size_t from, size_t to)
{
    while (from < to && strchr(" \t\r", s[from])) from++;
    return from == to;
}

/* Where the next line of a cell magic's body begins: as in a cell of Python, and where it is none as the line before. */
static int body_indent(Session *s, const char *text, size_t size, size_t start)
{
    const char *first = memchr(text + start, '\n', size - start);
    size_t body = first ? (size_t)(first + 1 - text) : size;
    int indent = 0;
    Text python = {0};
    bool changed = transform_cell(s->vm, text + body, size - body, &python);
    ParseComplete c = parse_is_complete(lang_mem(s->vm), changed ? python.s : text + body, changed ? python.n : size - body, &indent);
    text_drop(&python);
    return c == PARSE_INCOMPLETE ? indent : last_indent(text, size);
}

Completeness session_is_complete(Session *s, const char *text, size_t size, int *indent)
{
    *indent = 0;
    size_t start = 0, last = last_line(text, size);
    while (start < size && strchr(" \t\n\r", text[start])) start++;
    if (size && text[size - 1] == '\\') return *indent = last_indent(text, size), TEXT_INCOMPLETE;
    if (start + 1 < size && text[start] == '%' && text[start + 1] == '%') {
        size_t end = size - (text[size - 1] == '\n');
        last = last_line(text, end);
        if (last > start && is_empty(text, last, end)) return TEXT_COMPLETE;
        return *indent = body_indent(s, text, size, start), TEXT_INCOMPLETE;
    }
    Text python = {0};
    bool changed = transform_cell(s->vm, text, size, &python);
    ParseComplete c = parse_is_complete(lang_mem(s->vm), changed ? python.s : text, changed ? python.n : size, indent);
    text_drop(&python);
    return c == PARSE_COMPLETE ? TEXT_COMPLETE : c == PARSE_INCOMPLETE ? TEXT_INCOMPLETE : TEXT_INVALID;
}
