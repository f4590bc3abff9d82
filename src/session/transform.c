/* transform.c: from what a person types to Python: magics (`%`, `%%`, `x = %…`), shell lines (`!`, `!!`, `x = !…`), help (`?` in front or
 * behind), quoting calls (`,f a b`, `;f a b`, `/f a b`), prompts pasted along, indented cells. What IPython 8 understands; each becomes a
 * call of get_ipython(), as there.
 *
 * A line means something special only where a statement could begin: never inside brackets, strings or behind a backslash. A scanner that
 * knows just these finds the statements' lines, so that broken Python around them does no harm. Lines keep their numbers: where several
 * become one, empty lines stand for the rest.
 */
#include "transform.h"

typedef struct Scan { /* a line of Python: from its start to where the statement's line ends */
    size_t end;      /* its newline, or the end of the text */
    size_t assign;   /* the first `=` outside brackets, SIZE_MAX: none */
    size_t help;     /* the `?` or `??` that it ends in, SIZE_MAX: none */
    bool open;       /* it ends inside a bracket or a text in three quotes */
} Scan;

static bool is_name_byte(unsigned char c) { return c == '_' || c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_name_start(unsigned char c) { return is_name_byte(c) && !(c >= '0' && c <= '9'); }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\r'; }

static size_t line_end(const char *s, size_t n, size_t at)
{
    const char *eol = at < n ? memchr(s + at, '\n', n - at) : NULL;
    return eol ? (size_t)(eol - s) : n;
}

/* Behind the text that begins with a quote at `at`; *open: it does not end. In one quote it goes to the end of the line at most. */
static size_t skip_text(const char *s, size_t n, size_t at, bool *open)
{
    char q = s[at];
    bool three = at + 2 < n && s[at + 1] == q && s[at + 2] == q;
    size_t i = at + (three ? 3 : 1);
    for (; i < n; i++) {
        if (s[i] == '\\') i++;
        else if (!three && s[i] == '\n') return i;
        else if (s[i] == q && (!three || (i + 2 < n && s[i + 1] == q && s[i + 2] == q))) return i + (three ? 3 : 1);
    }
    *open = three;
    return n;
}

/* `=` alone: neither part of == != <= >= := += and their like. */
static bool is_assign(const char *s, size_t n, size_t i)
{
    if (i + 1 < n && s[i + 1] == '=') return false;
    return i == 0 || !memchr("=!<>:+-*/%&|^@~", s[i - 1], 15);
}

static Scan scan_statement(const char *s, size_t n, size_t start)
{
    Scan r = {n, SIZE_MAX, SIZE_MAX, false};
    int depth = 0;
    size_t i = start;
    while (i < n) {
        char c = s[i];
        if (c == '\n' && depth <= 0) break;
        if (c == '"' || c == '\'') {
            r.help = SIZE_MAX;
            i = skip_text(s, n, i, &r.open);
            continue;
        }
        if (c == '#') {
            i = line_end(s, n, i);
            r.help = SIZE_MAX;
            continue;
        }
        if (c == '\\' && i + 1 < n) {
            i += s[i + 1] == '\r' && i + 2 < n ? 3 : 2;
            continue;
        }
        if (c == '(' || c == '[' || c == '{') depth++;
        else if (c == ')' || c == ']' || c == '}') depth -= depth > 0;
        else if (c == '=' && !depth && r.assign == SIZE_MAX && is_assign(s, n, i)) r.assign = i;
        if (c == '?' && !depth) {
            if (r.help == SIZE_MAX) r.help = i;
        } else if (!is_blank(c))
            r.help = SIZE_MAX;
        i++;
    }
    r.end = i;
    r.open |= depth > 0;
    return r;
}

bool transform_ends_quiet(const char *s, size_t n)
{
    bool open = false;
    char last = 0;
    for (size_t i = 0; i < n;) {
        if (s[i] == '#') i = line_end(s, n, i);
        else if (s[i] == '"' || s[i] == '\'') last = s[i], i = skip_text(s, n, i, &open);
        else {
            if (!is_blank(s[i]) && s[i] != '\n') last = s[i];
            i++;
        }
    }
    return last == ';';
}

/* ---- the text of a special line ---- */

/* The line at `from` and those that backslashes join to it, with one blank for each joint. *end: its newline. */
static void join_lines(Text *t, const char *s, size_t n, size_t from, size_t *end)
{
    for (;;) {
        size_t stop = line_end(s, n, from), last = stop;
        while (last > from && is_blank(s[last - 1])) last--;
        bool on = stop < n && stop > from && s[stop - 1] == '\\';
        if (on) last--;
        text_add(t, s + from, last - from);
        *end = stop;
        if (!on) return;
        text_put(t, " ");
        from = stop + 1;
    }
}

/* The text as a Python literal. */
static void put_literal(VM *vm, Text *t, const char *s, size_t n)
{
    Value text = str_from_utf8(vm, s, n), repr = text ? op_repr(vm, text) : NULL;
    size_t len;
    const char *p = repr ? str_utf8(vm, repr, &len) : NULL;
    if (p) text_add(t, p, len);
    else t->failed = true;
    err_clear(vm);
    release(vm, text);
    release(vm, repr);
}

static void put_call(VM *vm, Text *t, const char *method, const char *arg, size_t n)
{
    text_put(t, "get_ipython().");
    text_put(t, method);
    text_put(t, "(");
    put_literal(vm, t, arg, n);
    text_put(t, ")");
}

static void put_line_magic(VM *vm, Text *t, const char *name, size_t nname, const char *args, size_t nargs)
{
    put_call(vm, t, "run_line_magic", name, nname);
    t->n--; /* the bracket */
    text_put(t, ", ");
    put_literal(vm, t, args, nargs);
    text_put(t, ")");
}

/* Up to the first blank, and what follows it (strip: without blanks around). */
static size_t first_word(const char *s, size_t n, const char **rest, size_t *nrest, bool strip)
{
    const char *blank = memchr(s, ' ', n);
    size_t word = blank ? (size_t)(blank - s) : n;
    *rest = blank ? blank + 1 : s + n;
    *nrest = n - (size_t)(*rest - s);
    while (strip && *nrest && is_blank(**rest)) (*rest)++, (*nrest)--;
    while (strip && *nrest && is_blank((*rest)[*nrest - 1])) (*nrest)--;
    return word;
}

static void put_magic(VM *vm, Text *t, const char *s, size_t n)
{
    const char *args;
    size_t nargs, nname = first_word(s, n, &args, &nargs, false);
    put_line_magic(vm, t, s, nname, args, nargs);
}

static void put_help(VM *vm, Text *t, const char *target, size_t n, bool twice)
{
    const char *method = twice ? "pinfo2" : memchr(target, '*', n) ? "psearch" : "pinfo";
    put_line_magic(vm, t, method, strlen(method), target, n);
}

/* ,f a b: f("a", "b")    ;f a b: f("a b")    /f a b: f(a, b) */
static void put_quoting(Text *t, char escape, const char *s, size_t n)
{
    const char *args;
    size_t nargs, nname = first_word(s, n, &args, &nargs, true);
    text_add(t, s, nname);
    text_put(t, escape == '/' ? "(" : "(\"");
    if (escape == ';') text_add(t, args, nargs);
    for (size_t i = 0; escape != ';' && i < nargs;) {
        size_t from = i;
        while (i < nargs && !is_blank(args[i])) i++;
        text_add(t, args + from, i - from);
        while (i < nargs && is_blank(args[i])) i++;
        if (i < nargs) text_put(t, escape == '/' ? ", " : "\", \"");
    }
    text_put(t, escape == '/' ? ")" : "\")");
}

static void put_escaped(VM *vm, Text *t, const char *s, size_t n)
{
    bool twice = n > 1 && s[0] == s[1] && (s[0] == '!' || s[0] == '?');
    const char *rest = s + 1 + twice;
    size_t nrest = n - 1 - twice;
    switch (s[0]) {
    case '!': put_call(vm, t, twice ? "getoutput" : "system", rest, nrest); break;
    case '%': put_magic(vm, t, rest, nrest); break;
    case '?':
        if (nrest) put_help(vm, t, rest, nrest, twice);
        else text_put(t, "get_ipython().show_usage()");
        break;
    default: put_quoting(t, s[0], rest, nrest); break;
    }
}

/* The name that a line ending in ? asks about: %name, name.attribute[0]…; its start, or SIZE_MAX. */
static size_t help_target(const char *s, size_t from, size_t end)
{
    size_t i = end;
    while (i > from) {
        if (s[i - 1] == ']') { /* [12], [-3] */
            size_t k = i - 1;
            while (k > from && s[k - 1] >= '0' && s[k - 1] <= '9') k--;
            if (k == i - 1) break;
            if (k > from && s[k - 1] == '-') k--;
            if (k <= from + 1 || s[k - 1] != '[' || !(is_name_byte((unsigned char)s[k - 2]) || s[k - 2] == ']')) break;
            i = k - 1;
        } else if (is_name_byte((unsigned char)s[i - 1]) || s[i - 1] == '*') {
            while (i > from && (is_name_byte((unsigned char)s[i - 1]) || s[i - 1] == '*')) i--;
            if (i <= from || s[i - 1] != '.') break;
            i--;
        } else
            break;
    }
    while (i < end && (s[i] == '.' || (s[i] >= '0' && s[i] <= '9'))) i++;
    for (int k = 0; k < 2 && i > from && s[i - 1] == '%'; k++) i--;
    return i < end ? i : SIZE_MAX;
}

static void put_newlines(Text *t, const char *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (s[i] == '\n') text_put(t, "\n");
}

/* x = %magic, x = !command: true and the call is put. */
static bool put_assigned(VM *vm, Text *t, const char *s, size_t n, size_t start, const Scan *line, size_t *end)
{
    if (line->assign == SIZE_MAX || line->assign == start) return false;
    size_t at = line->assign + 1;
    while (at < n && is_blank(s[at])) at++;
    bool magic = at + 1 < n && s[at] == '%' && is_name_start((unsigned char)s[at + 1]), shell = at < n && s[at] == '!';
    if (!magic && !shell) return false;
    Text joined = {0};
    join_lines(&joined, s, n, at, end);
    text_add(t, s + start, at - start);
    if (shell) put_call(vm, t, "getoutput", joined.s + 1, joined.n - 1);
    else {
        const char *args;
        size_t nargs, nname = first_word(joined.s + 1, joined.n - 1, &args, &nargs, false);
        put_line_magic(vm, t, joined.s + 1, nname, args, nargs);
    }
    t->failed |= joined.failed;
    text_drop(&joined);
    put_newlines(t, s, start, *end);
    return true;
}

/* name? or name??: true and the call is put. */
static bool put_help_line(VM *vm, Text *t, const char *s, size_t n, size_t start, const Scan *line)
{
    size_t marks = 1, target = help_target(s, start, line->help);
    while (line->help + marks < line->end && s[line->help + marks] == '?') marks++;
    for (size_t i = line->help + marks; i < line->end; i++)
        if (s[i] == '?') return false;
    if (marks > 2 || target == SIZE_MAX) return false;
    put_help(vm, t, s + target, line->help - target, marks > 1);
    put_newlines(t, s, start, line->end);
    return true;
}

/* One statement's line from `start` (behind its indentation); *end: where it ends in the source. */
static void put_statement(VM *vm, Text *t, const char *s, size_t n, size_t start, size_t *end)
{
    char c = start < n ? s[start] : '\n';
    Scan line = scan_statement(s, n, start);
    if (line.help != SIZE_MAX && c != '!' && c != '?' && put_help_line(vm, t, s, n, start, &line)) {
        *end = line.end;
        return;
    }
    if (strchr("!?%,;/", c) && c) {
        Text joined = {0};
        join_lines(&joined, s, n, start, end);
        if (joined.s) put_escaped(vm, t, joined.s, joined.n);
        t->failed |= joined.failed;
        text_drop(&joined);
        put_newlines(t, s, start, *end);
        return;
    }
    if (put_assigned(vm, t, s, n, start, &line, end)) return;
    text_add(t, s + start, line.end - start);
    *end = line.end;
}

/* ---- the cell ---- */

/* Length of a prompt that a pasted line begins with: ">>> ", "... ", "In [3]: ", "   ...: "; 0: none. */
static size_t prompt_length(const char *s, size_t n, bool classic, bool first)
{
    if (classic) {
        if (n < 3 || (memcmp(s, ">>>", 3) && (first || memcmp(s, "...", 3)))) return 0;
        return n == 3 || s[3] == '\n' ? 3 : s[3] == ' ' ? 4 : 0;
    }
    size_t i = 0;
    if (n > 6 && (!memcmp(s, "[ins] ", 6) || !memcmp(s, "[nav] ", 6))) i = 6;
    if (n > i + 4 && !memcmp(s + i, "In [", 4)) {
        size_t k = i + 4;
        while (k < n && s[k] >= '0' && s[k] <= '9') k++;
        if (k == i + 4 || k + 2 > n || s[k] != ']' || s[k + 1] != ':') return 0;
        return k + 2 == n ? k + 2 : s[k + 2] == ' ' ? k + 3 : 0;
    }
    if (first) return 0;
    i = 0;
    while (i < n && is_blank(s[i])) i++;
    size_t dots = i;
    while (dots < n && s[dots] == '.') dots++;
    if (dots - i < 3 || dots >= n || s[dots] != ':') return 0;
    return dots + 1 + (dots + 1 < n && s[dots + 1] == ' ');
}

/* Are the lines of this kind of prompt? The first says so, or the second when the first was pasted without. */
static bool has_prompts(const char *s, size_t n, bool classic)
{
    size_t second = line_end(s, n, 0) + 1;
    return prompt_length(s, line_end(s, n, 0), classic, true) || (second < n && prompt_length(s + second, line_end(s, n, second) - second, classic, false));
}

/* Without prompts, and without the indentation of the first line. */
static bool clean(Text *t, const char *s, size_t n)
{
    size_t indent = 0;
    bool first = true;
    for (size_t at = 0; at < n && first;) { /* lines that are empty do not count */
        size_t end = line_end(s, n, at), i = at;
        while (i < end && is_blank(s[i])) i++;
        if (i < end) {
            indent = i - at;
            first = false;
            bool classic = has_prompts(s + i, n - i, true), own = !classic && has_prompts(s + i, n - i, false);
            if (!indent && !classic && !own) return false;
            text_add(t, s, at);
            for (size_t line = at; line < n;) {
                size_t stop = line_end(s, n, line), from = line, k = 0;
                while (k < indent && from + k < stop && s[from + k] == s[at + k]) k++;
                if (k == indent || from + k == stop) from += k;
                if (classic || own) from += prompt_length(s + from, stop - from, classic, false);
                text_add(t, s + from, stop - from);
                if (stop < n) text_put(t, "\n");
                line = stop + 1;
            }
        } else
            at = end + 1;
    }
    return t->n > 0;
}

/* %%name line / body: the whole cell is one call. */
static bool put_cell_magic(VM *vm, Text *t, const char *s, size_t n)
{
    size_t at = 0;
    while (at < n && (is_blank(s[at]) || s[at] == '\n')) at++;
    bool shell = at + 2 < n && s[at + 2] == '!'; /* %%! */
    if (at + 2 >= n || s[at] != '%' || s[at + 1] != '%' || !(shell || is_name_start((unsigned char)s[at + 2]))) return false;
    size_t end = line_end(s, n, at), last = end, name = at + 2;
    while (last > at && is_blank(s[last - 1])) last--;
    while (name < last && (is_name_byte((unsigned char)s[name]) || (shell && name == at + 2))) name++;
    if (name < last && s[name] == '?') return false; /* help about it */
    const char *args;
    size_t nargs, nname = first_word(s + at + 2, last - at - 2, &args, &nargs, false), body = end < n ? end + 1 : n;
    put_call(vm, t, "run_cell_magic", s + at + 2, nname);
    t->n--;
    text_put(t, ", ");
    put_literal(vm, t, args, nargs);
    text_put(t, ", ");
    Text lines = {0};
    text_add(&lines, s + body, n - body);
    if (n > body && s[n - 1] != '\n') text_put(&lines, "\n"); /* as every line of a cell ends */
    put_literal(vm, t, lines.s ? lines.s : "", lines.n);
    t->failed |= lines.failed;
    text_drop(&lines);
    text_put(t, ")");
    return true;
}

/* Could anything in the text be special? Most cells are plain Python. */
static bool may_be_special(const char *s, size_t n)
{
    bool start = true;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        if (c == '%' || c == '!' || c == '?') return true;
        if (start && (is_blank(c) || c == '>' || c == '.' || c == ',' || c == ';' || c == '/' || c == 'I' || c == '[')) return true;
        start = c == '\n';
    }
    return false;
}

bool transform_cell(VM *vm, const char *cell, size_t n, Text *out)
{
    if (!may_be_special(cell, n)) return false;
    Text cleaned = {0}, result = {0};
    const char *s = cell;
    if (clean(&cleaned, cell, n)) s = cleaned.s, n = cleaned.n;
    if (!put_cell_magic(vm, &result, s, n)) {
        for (size_t at = 0; at < n;) {
            size_t start = at, end;
            while (start < n && is_blank(s[start])) start++;
            text_add(&result, s + at, start - at);
            put_statement(vm, &result, s, n, start, &end);
            if (end < n) text_put(&result, "\n");
            at = end + 1;
        }
    }
    bool changed = !result.failed && !cleaned.failed && result.s && (result.n != n || s != cell || memcmp(result.s, s, n));
    text_drop(&cleaned);
    if (changed) {
        text_drop(out);
        *out = result;
    } else
        text_drop(&result);
    return changed;
}
