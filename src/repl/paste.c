/* paste.c: what the terminal pastes goes in whole: no key in it does anything, its indentation stays, and prompts that were copied with
 * a transcript (`>>> `, `... `, `In [3]: `, `   ...: `) are taken off, as IPython does. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "edit.h"

/* The bytes of a prompt at the start of a line; 0: none. first: one that begins a cell. classic: Python's; else IPython's. */
static size_t prompt_size(const char *line, size_t size, bool classic, bool first)
{
    if (classic) {
        const char *prompt = first ? ">>>" : "...";
        if (size < 3 || strncmp(line, prompt, 3)) return 0;
        return size == 3 ? 3 : line[3] == ' ' ? 4 : 0;
    }
    size_t i = 0;
    if (first) {
        if (size < 6 || strncmp(line, "In [", 4)) return 0;
        for (i = 4; i < size && isdigit((unsigned char)line[i]);) i++;
        if (i == 4 || i + 1 >= size || line[i] != ']' || line[i + 1] != ':') return 0;
        i += 2;
    } else {
        while (i < size && line[i] == ' ') i++;
        size_t dots = i;
        while (i < size && line[i] == '.') i++;
        if (i - dots < 3 || i >= size || line[i] != ':') return 0;
        i++;
    }
    return i < size && line[i] == ' ' ? i + 1 : i;
}

static size_t line_size(const char *text, size_t size)
{
    const char *newline = memchr(text, '\n', size);
    return newline ? (size_t)(newline - text) : size;
}

/* Does the first line that is not empty begin with a prompt? 0: no, 1: Python's, 2: IPython's. */
static int kind_of_prompts(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && (text[at] == '\n' || text[at] == ' ')) at++;
    while (at > 0 && text[at - 1] == ' ') at--;
    size_t n = line_size(text + at, size - at);
    if (prompt_size(text + at, n, true, true)) return 1;
    return prompt_size(text + at, n, false, true) ? 2 : 0;
}

char *paste_clean(const char *text, size_t size, size_t *length)
{
    char *clean = malloc(size + 1), *to = clean;
    if (!clean) return NULL;
    for (size_t i = 0; i < size; i++) { /* line ends of other systems, and NUL, which Readline's buffer cannot hold */
        if (text[i] == '\r') *to++ = '\n', i += i + 1 < size && text[i + 1] == '\n';
        else if (text[i]) *to++ = text[i];
    }
    size = (size_t)(to - clean);
    int kind = kind_of_prompts(clean, size);
    to = clean;
    for (size_t at = 0; kind && at < size;) {
        size_t n = line_size(clean + at, size - at), skip = prompt_size(clean + at, n, kind == 1, true);
        if (!skip) skip = prompt_size(clean + at, n, kind == 1, false);
        size_t rest = n - skip + (at + n < size);
        memmove(to, clean + at + skip, rest);
        to += rest;
        at += n + 1;
    }
    if (kind) size = (size_t)(to - clean);
    clean[size] = 0;
    *length = size;
    return clean;
}

/* Keys up to the mark that ends a paste; malloc-ed. */
static char *read_paste(size_t *size)
{
    static const char mark[] = "\033[201~";
    enum { MARK = sizeof mark - 1 };
    char *text = NULL;
    size_t room = 0, n = 0;
    for (int key; (key = rl_read_key()) >= 0;) {
        if (n + 1 >= room) {
            char *grown = realloc(text, room = room * 2 + 256);
            if (!grown) break;
            text = grown;
        }
        text[n++] = (char)key;
        if (n >= MARK && !memcmp(text + n - MARK, mark, MARK)) {
            n -= MARK;
            break;
        }
    }
    *size = n;
    return text;
}

int paste_bracketed(int count, int key)
{
    size_t size, length;
    char *text = read_paste(&size), *clean = text ? paste_clean(text, size, &length) : NULL;
    free(text);
    if (!clean) return 0;
    size_t start = (size_t)rl_point, line = start;
    while (line > 0 && rl_line_buffer[line - 1] != '\n') line--;
    bool blank = strspn(rl_line_buffer + line, " \t") >= start - line;
    /* A block that brings its own indentation does not want the one that Return has just put. */
    if (blank && start > line && memchr(clean, '\n', length) && (clean[0] == ' ' || clean[0] == '\t')) start = line;
    if (editor.kind != EDIT_CELL) /* input() takes a line */
        for (size_t i = 0; i < length; i++)
            if (clean[i] == '\n') clean[i] = i + 1 < length ? ' ' : 0;
    edit_replace(start, (size_t)rl_point, clean, strlen(clean));
    free(clean);
    return 0;
}
