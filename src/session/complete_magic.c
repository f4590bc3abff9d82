/* complete_magic.c: magics by their names, and what their lines may hold. */
#include <stdlib.h>
#include <unistd.h>

#include "complete.h"
#include "session_impl.h"

typedef enum ArgKind { ARG_NAMES, ARG_FILES, ARG_SCRIPTS, ARG_FOLDERS, ARG_VARIABLES, ARG_WORDS, ARG_MAGICS } ArgKind;

/* What follows a magic's name; the others take names of the session. Beside names, words are the options that a word with a dash may become. */
static const struct { const char *name; ArgKind kind; const char *words; } arguments[] = {
    {"run", ARG_SCRIPTS, NULL}, {"load", ARG_FILES, NULL}, {"loadpy", ARG_FILES, NULL}, {"edit", ARG_FILES, NULL}, {"ed", ARG_FILES, NULL},
    {"save", ARG_FILES, NULL}, {"logstart", ARG_FILES, NULL}, {"pycat", ARG_FILES, NULL}, {"less", ARG_FILES, NULL}, {"more", ARG_FILES, NULL}, {"writefile", ARG_FILES, NULL}, {"file", ARG_FILES, NULL},
    {"cd", ARG_FOLDERS, NULL}, {"pushd", ARG_FOLDERS, NULL}, {"ls", ARG_FILES, NULL}, {"cat", ARG_FILES, NULL}, {"script", ARG_FILES, NULL},
    {"env", ARG_VARIABLES, NULL}, {"set_env", ARG_VARIABLES, NULL},
    {"xmode", ARG_WORDS, "Context Docs Minimal Plain Verbose"}, {"colors", ARG_WORDS, "LightBG Linux Neutral NoColor"},
    {"pdb", ARG_WORDS, "off on"}, {"automagic", ARG_WORDS, "off on"}, {"reset", ARG_WORDS, "-f -s array dhist in out"},
    {"matplotlib", ARG_WORDS, "--list agg auto gtk gtk3 inline notebook osx qt tk widget wx"}, {"autoreload", ARG_WORDS, "0 1 2 3"},
    {"config", ARG_WORDS, "IPCompleter InlineBackend InteractiveShell PlainTextFormatter"}, {"precision", ARG_WORDS, NULL}, {"who", ARG_WORDS, "dict float function int list module str tuple type"},
    {"whos", ARG_WORDS, "dict float function int list module str tuple type"}, {"who_ls", ARG_WORDS, "dict float function int list module str tuple type"},
    {"load_ext", ARG_WORDS, "autoreload"}, {"reload_ext", ARG_WORDS, "autoreload"}, {"hist", ARG_WORDS, "-g -l -n -o -p -t -u"}, {"history", ARG_WORDS, "-g -l -n -o -p -t -u"},
    {"magic", ARG_WORDS, "-brief -latex -rest"}, {"alias_magic", ARG_MAGICS, NULL}, {"pinfo", ARG_NAMES, NULL}, {"pwd", ARG_WORDS, NULL}, {"lsmagic", ARG_WORDS, NULL},
    {"ranks", ARG_WORDS, "--gpus --host restart start stop"}, {"px", ARG_NAMES, "--block --local --noblock --targets"}, {"pxconfig", ARG_WORDS, "--block --noblock --targets"},
    {"autopx", ARG_WORDS, NULL}, {"pxresult", ARG_WORDS, NULL},
    {"where", ARG_NAMES, "--all --ranks"}, {"mem", ARG_WORDS, "--ranks"}, {"devices", ARG_WORDS, "--ranks reset"}, {"transfers", ARG_WORDS, "--ranks clear off on"},
    {"timeline", ARG_WORDS, "--ranks --svg --trace clear off on"}, {"debug", ARG_WORDS, NULL}, {"capture", ARG_WORDS, "--no-display --no-stderr --no-stdout"},
};

/* The names that perch.magics has of a kind: "line" or "cell". */
static Value registered(VM *vm, const char *kind)
{
    Value arg = str_from_c(vm, kind), names = arg ? ask1(vm, "perch.magics", "names_of", arg) : NO_VALUE, list = names ? list_from_iter(vm, names) : NO_VALUE;
    release(vm, arg);
    release(vm, names);
    err_clear(vm);
    return list;
}

static void add_magics(Completer *c, const char *kind, const char *mark, const char *bare, size_t bare_len)
{
    VM *vm = c->ty.vm;
    Value list = registered(vm, kind);
    for (int64_t i = 0; list && i < as_list(list)->len; i++) {
        const char *name = typing_str(&c->ty, as_list(list)->items[i]);
        if (strlen(name) < bare_len || memcmp(name, bare, bare_len)) continue;
        Draft t = {.arena = c->ty.arena};
        draft_c(&t, mark);
        draft_c(&t, name);
        complete_add(c, draft_take(&t), "magic");
    }
    release(vm, list);
}

void complete_magics(Completer *c, const char *typed, size_t n, bool whole_line)
{
    const char *bare = typed, *end = typed + n;
    while (bare < end && *bare == '%') bare++;
    size_t marks = (size_t)(bare - typed), bare_len = (size_t)(end - bare), prefix_len = c->prefix_len;
    bool top = whole_line && c->scan.count == 1; /* a cell magic begins the text */
    if (marks < 2) c->prefix_len = 0; /* %% magics answer to a single %, and both to none: they are compared by their bare names here */
    if (marks < 2) add_magics(c, "line", "%", bare, bare_len);
    if (top) add_magics(c, "cell", "%%", bare, bare_len);
    c->prefix_len = prefix_len;
}

static void add_words(Completer *c, const char *words)
{
    for (const char *p = words; p && *p;) {
        size_t n = strcspn(p, " ");
        const char *word = arena_dup(c->ty.arena, p, n);
        if (word) complete_add(c, word, "key");
        p += n;
        while (*p == ' ') p++;
    }
}

static void add_variables(Completer *c)
{
    for (char **e = environ; e && *e; e++) {
        const char *name = arena_dup(c->ty.arena, *e, strcspn(*e, "="));
        if (name) complete_add(c, name, "instance");
    }
}

/* Where the last word before the cursor begins; a blank behind a backslash belongs to it. */
static size_t word_start(const Completer *c, size_t from)
{
    size_t at = c->cursor;
    const char *buf = c->scan.buf;
    while (at > from && ((buf[at - 1] != ' ' && buf[at - 1] != '\t' && buf[at - 1] != '\n') || (at - 1 > from && buf[at - 2] == '\\'))) at--;
    return at;
}

/* The name under the cursor in a line that is no Python: behind $, { and the like. */
static void name_word(Completer *c, size_t from)
{
    size_t at = c->cursor;
    const unsigned char *buf = (const unsigned char *)c->scan.buf;
    while (at > from && (buf[at - 1] == '_' || buf[at - 1] == '.' || buf[at - 1] >= 128 || (buf[at - 1] >= '0' && buf[at - 1] <= '9') || (buf[at - 1] >= 'A' && buf[at - 1] <= 'Z')
                         || (buf[at - 1] >= 'a' && buf[at - 1] <= 'z'))) at--;
    size_t cursor = c->cursor;
    Completer inner = *c;
    scan_text(&inner.scan, c->ty.arena, c->scan.text + at, cursor - at);
    inner.cursor = cursor - at;
    size_t n = inner.scan.count;
    const Piece *last = n ? &inner.scan.items[n - 1] : NULL;
    bool word = last && piece_is_word(last), dotted = n > (size_t)word && inner.scan.items[n - 1 - word].kind == TOK_DOT;
    complete_word(&inner, word ? last->start : inner.cursor);
    if (dotted) complete_attrs(&inner, n - 1 - word);
    else complete_names(&inner);
    c->items = inner.items;
    c->count = inner.count;
    c->cap = inner.cap;
    c->start = inner.start + at;
}

/* The row of a magic's name; the table's length: none. */
static size_t row_of(const char *name, size_t n)
{
    size_t i = 0, count = sizeof arguments / sizeof *arguments;
    while (i < count && (strlen(arguments[i].name) != n || memcmp(arguments[i].name, name, n))) i++;
    return i;
}

bool complete_is_bare_magic(const Completer *c, size_t first)
{
    const Scan *s = &c->scan;
    const Piece *p = &s->items[first];
    size_t row = p->kind == TOK_NAME && p->flags & PIECE_FIRST ? row_of(s->buf + p->start, piece_len(p)) : SIZE_MAX;
    if (row >= sizeof arguments / sizeof *arguments || arguments[row].kind == ARG_NAMES) return false;
    if (s->buf[p->end] != ' ' || p->end >= c->cursor || (first + 1 < s->count && s->items[first + 1].kind == TOK_EQUAL)) return false;
    Value known = known_name(&c->ty, s->text + p->start, piece_len(p), false);
    release(c->ty.vm, known);
    return !known;
}

bool complete_option(Completer *c, size_t magic)
{
    const Piece *m = &c->scan.items[magic];
    const char *name = c->scan.buf + m->start;
    size_t n = piece_len(m), at = word_start(c, m->end);
    while (n && *name == '%') name++, n--;
    size_t row = row_of(name, n);
    if (row >= sizeof arguments / sizeof *arguments || arguments[row].kind != ARG_NAMES || !arguments[row].words) return false;
    if (at >= c->cursor || c->scan.buf[at] != '-' || memchr(c->scan.buf + m->end, '\n', c->cursor - m->end)) return false;
    complete_word(c, at);
    add_words(c, arguments[row].words);
    return true;
}

void complete_magic_args(Completer *c, size_t magic)
{
    const Piece *m = &c->scan.items[magic];
    const char *name = c->scan.buf + m->start;
    size_t n = piece_len(m);
    while (n && *name == '%') name++, n--;
    size_t row = row_of(name, n);
    bool told = row < sizeof arguments / sizeof *arguments;
    ArgKind kind = told ? arguments[row].kind : ARG_NAMES;
    const char *words = told ? arguments[row].words : NULL;
    complete_word(c, word_start(c, m->end));
    switch (kind) {
    case ARG_NAMES: name_word(c, m->end); break;
    case ARG_FILES: complete_paths(c, NULL, false, true); break;
    case ARG_SCRIPTS: complete_paths(c, ".py", false, true); break;
    case ARG_FOLDERS: complete_paths(c, NULL, true, true); break;
    case ARG_VARIABLES: add_variables(c); break;
    case ARG_WORDS: add_words(c, words); break;
    case ARG_MAGICS: add_magics(c, "line", "", c->prefix, c->prefix_len); break;
    }
}

void complete_shell(Completer *c)
{
    size_t from = c->scan.items[c->scan.count - 1].start;
    if (c->scan.items[c->scan.count - 1].kind == PIECE_MAGIC) from = c->scan.items[c->scan.count - 1].end;
    size_t at = word_start(c, from);
    for (size_t i = at; i < c->cursor; i++)
        if (c->scan.buf[i] == '$' || c->scan.buf[i] == '{') { /* a value of the session is put in here */
            name_word(c, i + 1);
            return;
        }
    complete_word(c, at);
    complete_paths(c, NULL, false, true);
}
