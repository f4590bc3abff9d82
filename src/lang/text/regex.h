/*
 * Regular expressions with the syntax, the semantics and the error texts of Python 3.11's re.
 *
 *     RegexError err;
 *     RegexProg *prog = regex_compile(&mem, &pattern, flags, &err);       // NULL: err says why
 *     size_t spans[2 * (groups + 1)];
 *     int rc = regex_exec(prog, &subject, 0, SIZE_MAX, REGEX_SEARCH, false, spans, &lastindex, &hooks);
 *     regex_free(prog);
 *
 * Text is an array of units of 1, 2 or 4 bytes, each unit one character (a str's latin-1, UCS-2 or UCS-4; bytes have
 * width 1); pattern and subject need not have the same width. All positions are counted in units. Nothing is kept of
 * either text: a program does not refer to its pattern.
 *
 * A program is constant once made: several threads may execute it at once. The engine backtracks over a stack in
 * memory it asks `mem` for, never on the C stack, so that long subjects are safe; a catastrophic pattern polls
 * hooks->interrupted and stops when told to. There is no global state.
 */
#ifndef PERCH_LANG_REGEX_H
#define PERCH_LANG_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* re's own numbers. */
enum {
    REGEX_TEMPLATE = 1,
    REGEX_IGNORECASE = 2,
    REGEX_LOCALE = 4,
    REGEX_MULTILINE = 8,
    REGEX_DOTALL = 16,
    REGEX_UNICODE = 32,
    REGEX_VERBOSE = 64,
    REGEX_DEBUG = 128,
    REGEX_ASCII = 256,
};

typedef struct {
    const void *data;
    size_t len; /* in units */
    int width;  /* bytes a unit: 1, 2 or 4 */
} RegexText;

/* Memory. resize is realloc with the old size told: old NULL asks for new memory, size 0 frees and returns NULL. It
   may return NULL for any request; the old memory then stays. warn, unless NULL, is given the text of each warning
   that compiling brings up ("Possible nested set at position 1"). */
typedef enum { REGEX_FUTURE, REGEX_DEPRECATED } RegexWarning;
typedef struct {
    void *ctx;
    void *(*resize)(void *ctx, void *old, size_t old_size, size_t size);
    void (*warn)(void *ctx, RegexWarning kind, const char *text);
} RegexMem;

/* Which exception an error stands for. */
typedef enum {
    REGEX_OK,
    REGEX_ERROR,     /* re.error(message, pattern, position) */
    REGEX_VALUE,     /* ValueError(message): flags that exclude each other */
    REGEX_OVERFLOW,  /* OverflowError(message) */
    REGEX_INDEX,     /* IndexError(message): a template's unknown group name */
    REGEX_RECURSION, /* RecursionError: groups nested too deep */
    REGEX_NO_MEMORY, /* MemoryError */
} RegexErrorKind;

/* message is UTF-8 (a lone surrogate is encoded as if it were a character), cut off where it would not fit; it lacks
   the " at position N (line L, column C)", which the exception adds from position, unless that is -1 (None). line and
   column are 1-based and count as re.error's lineno and colno. */
typedef struct {
    RegexErrorKind kind;
    ptrdiff_t position;
    size_t line, column;
    bool has_newline; /* the pattern has a newline: str(error) then tells line and column */
    char message[512];
} RegexError;

typedef struct RegexProg RegexProg;

/* A program, owned by the caller, or NULL with *err filled. is_bytes: the pattern is bytes. The memory functions are
   copied and serve until regex_free. */
RegexProg *regex_compile(const RegexMem *mem, const RegexText *pattern, bool is_bytes, unsigned flags, RegexError *err);
void regex_free(RegexProg *prog); /* NULL is fine */

unsigned regex_flags(const RegexProg *prog);  /* Pattern.flags: those given, inline ones, UNICODE for str */
size_t regex_groups(const RegexProg *prog);   /* Pattern.groups: group 0 not counted */

/* Named groups in the order of their numbers: name 0 .. regex_names()-1. The name is UTF-8, NUL-terminated, owned by
   the program; *group is its number. */
size_t regex_names(const RegexProg *prog);
const char *regex_name(const RegexProg *prog, size_t index, size_t *len, size_t *group);

typedef enum { REGEX_SEARCH, REGEX_MATCH, REGEX_FULLMATCH } RegexMode;

typedef struct {
    void *ctx;
    bool (*interrupted)(void *ctx); /* called every few thousand steps (well under a millisecond); true stops. May be
                                       NULL */
} RegexHooks;

enum { REGEX_NOMATCH = 0, REGEX_MATCHED = 1, REGEX_MEMORY = -1, REGEX_INTERRUPTED = -2 };

#define REGEX_UNSET SIZE_MAX

/* Executes. pos and endpos are clamped as Pattern.search does; the text ends at endpos, but does not begin at pos (^
   and lookbehind see what stands before it). spans has room for 2 * (groups + 1) and is filled with start and end of
   each group, REGEX_UNSET twice for one without a match. *lastindex is Match.lastindex, 0 for None; it may be NULL.

   Successive matches (findall, finditer, sub, split): start with pos and must_advance false; after each match go on
   with pos = its end and must_advance = (its end == its start). must_advance asks for no empty match at pos itself. */
int regex_exec(const RegexProg *prog, const RegexText *subject, size_t pos, size_t endpos, RegexMode mode,
               bool must_advance, size_t *spans, size_t *lastindex, const RegexHooks *hooks);

/* ---- Templates: the replacement text of sub, subn and expand ---- */

/* A template is a list of parts in order; group < 0 says that a part is the text, else text is empty and the part
   stands for what that group matched. text is UCS-4 and owned by the template. */
typedef struct {
    ptrdiff_t group;
    const uint32_t *text;
    size_t len;
} RegexPart;

typedef struct {
    RegexPart *parts;
    size_t count;
    /* private */
    RegexMem mem;
    void *store;
    size_t store_size, parts_size;
} RegexTemplate;

/* Parses; false with *err filled on an error. A text without a backslash is its own template: no need to ask. */
bool regex_template_parse(const RegexMem *mem, const RegexProg *prog, const RegexText *text, bool is_bytes,
                          RegexTemplate *out, RegexError *err);
void regex_template_free(RegexTemplate *t);

#endif
