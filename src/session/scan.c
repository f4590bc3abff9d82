/* scan.c: text to pieces, whatever it is (scan.h). */
#include "scan.h"

#include <string.h>

static const ParseHooks no_hooks;

/* Bodies that are not Python. */
static const char *const other_bodies[] = {
    "!", "HTML", "SVG", "bash", "file", "html", "javascript", "js", "latex", "markdown", "perl", "ruby", "script", "sh", "svg", "sx", "system", "writefile",
};

typedef struct Scanner {
    Scan *out;
    Arena *arena;
    Lexer lx;
    SyntaxErr err;
    size_t cap;
    bool first; /* the next piece begins a logical line */
} Scanner;

static size_t offset(const Scanner *sc, const char *p) { return (size_t)(p - sc->out->buf); }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (unsigned char)c >= 128;
}

static bool add(Scanner *sc, size_t start, size_t end, int kind, int flags)
{
    Scan *s = sc->out;
    if (end <= start) return true;
    if (s->count == sc->cap) {
        size_t cap = sc->cap ? sc->cap * 2 : 64;
        Piece *more = arena_grow(sc->arena, s->items, sc->cap * sizeof *more, cap * sizeof *more);
        if (!more) return false;
        s->items = more;
        sc->cap = cap;
    }
    if (sc->first) flags |= PIECE_FIRST;
    if (kind != PIECE_COMMENT) sc->first = false;
    int level = sc->lx.level;
    Piece p = {(uint32_t)start, (uint32_t)end, (uint8_t)kind, (uint8_t)flags, 0};
    if (level && scan_opens(&p) && !(flags & PIECE_BAD)) level--;
    p.level = (uint16_t)level;
    s->items[s->count++] = p;
    return true;
}

/* The lexer's buffer: its bytes stand where they stood in the text. */
static const char *prepare(Arena *a, const char *text, size_t size)
{
    char *buf = arena_alloc(a, size + 3);
    if (!buf) return NULL;
    memcpy(buf, text, size);
    memset(buf + size, 0, 3);
    for (size_t i = 0; i < size;) {
        unsigned char c = (unsigned char)buf[i];
        if (c == 0) buf[i++] = 1; /* refused as unprintable */
        else if (c == '\r' && buf[i + 1] == '\n') {
            bool joined = i && buf[i - 1] == '\\';
            if (joined) buf[i - 1] = ' ';
            buf[i] = joined ? '\\' : ' ';
            i += 2;
        } else if (c == '\r') buf[i++] = '\n';
        else if (c < 128) i++;
        else {
            uint32_t point;
            const char *reason;
            int bad, n = lex_decode_utf8(buf + i, buf + size, &point, &reason, &bad);
            if (!n) buf[i++] = 1;
            else i += (size_t)n;
        }
    }
    return buf;
}

/* Where the line ends: at its newline; a backslash before that joins the next line. */
static const char *line_end(const Scanner *sc, const char *p)
{
    for (; p < sc->lx.end && *p != '\n'; p++)
        if (*p == '\\' && p[1] == '\n' && p + 1 < sc->lx.end) p++;
    return p;
}

static bool body_is_python(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof other_bodies / sizeof *other_bodies; i++)
        if (strlen(other_bodies[i]) == n && !memcmp(other_bodies[i], name, n)) return false;
    return true;
}

static const char *skip_blanks(const Scanner *sc, const char *p)
{
    while (p < sc->lx.end && is_blank(*p)) p++;
    return p;
}

/* %time and %timeit are followed by Python: the lexer goes on there. */
static bool line_is_python(const char *name, size_t n)
{
    static const char *const python[] = {"%time", "%timeit", "%prun", "%dry", "%where", "%blame", "%psource", "%pinfo", "%pinfo2", "%pdoc", "%pfile", "%pdef"};
    for (size_t i = 0; i < sizeof python / sizeof *python; i++)
        if (strlen(python[i]) == n && !memcmp(python[i], name, n)) return true;
    return false;
}

/* A magic or a shell line at p; the lexer goes on behind it. */
static bool magic(Scanner *sc, const char *p, bool whole_line)
{
    Lexer *lx = &sc->lx;
    const char *name = p, *end = line_end(sc, p);
    bool cell = whole_line && p[0] == '%' && p[1] == '%' && !sc->out->count;
    bool shell = *p == '!';
    while (p < end && *p == *name && p < name + 2) p++;
    if (!shell)
        while (p < end && (is_word_byte(*p) || *p == '!')) p++;
    size_t name_len = (size_t)(p - name);
    if (!add(sc, offset(sc, name), offset(sc, p), PIECE_MAGIC, 0)) return false;
    lx->at_bol = lx->blank = false;
    if (!shell && !cell && line_is_python(name, name_len)) {
        lx->cur = p;
        return true;
    }
    const char *args = skip_blanks(sc, p);
    if (!add(sc, offset(sc, args), offset(sc, end), PIECE_SHELL, 0)) return false;
    lx->cur = end;
    if (!cell) return true;
    bool python = body_is_python(name + 2, name_len - 2);
    sc->out->body = end < lx->end ? (uint32_t)offset(sc, end + 1) : (uint32_t)sc->out->size;
    if (python) return true;
    if (end < lx->end && !add(sc, offset(sc, end + 1), sc->out->size, PIECE_BODY, PIECE_FIRST)) return false;
    lx->cur = lx->end;
    return true;
}

/* Does a magic begin here, where a line begins? 1: it was taken; 0: no; -1: no memory. */
static int magic_line(Scanner *sc)
{
    const char *p = skip_blanks(sc, sc->lx.cur);
    if (p >= sc->lx.end) return 0;
    if (*p == '%' && (is_word_byte(p[1]) || p[1] == '%' || p[1] == '\n' || !p[1])) return magic(sc, p, true) ? 1 : -1;
    if (*p == '!') return magic(sc, p, true) ? 1 : -1;
    if (*p != '?') return 0;
    const char *end = p;
    while (end < sc->lx.end && *end == '?' && end < p + 2) end++;
    if (!add(sc, offset(sc, p), offset(sc, end), PIECE_MAGIC, 0)) return -1;
    sc->lx.cur = end;
    sc->lx.at_bol = false;
    return 1;
}

/* Behind `x =`. */
static int magic_value(Scanner *sc)
{
    const char *p = skip_blanks(sc, sc->lx.cur);
    bool is_magic = p < sc->lx.end && ((*p == '%' && p[1] != '=' && (is_word_byte(p[1]) || p[1] == '\n' || !p[1])) || (*p == '!' && p[1] != '='));
    return is_magic ? magic(sc, p, false) ? 1 : -1 : 0;
}

static const char *open_string_end(const Scanner *sc, const char *p, bool triple)
{
    if (triple) return sc->lx.end;
    return line_end(sc, p);
}

/* The lexer stopped: take what it refused and let it go on behind. false: nothing more to read. */
static bool recover(Scanner *sc)
{
    Lexer *lx = &sc->lx;
    LexDone done = lx->done;
    if (done == LEX_EOF || sc->err.kind == SYN_MEMORY || sc->arena->failed) return false;
    lx->done = LEX_OK;
    lx->pending = 0;
    if (done == LEX_DEDENT || done == LEX_TABSPACE || done == LEX_TOODEEP) { /* the whole line was skipped: back to its first word */
        lx->indent = 0;
        lx->cur = lx->line_start;
        while (lx->cur < lx->end && is_blank(*lx->cur)) lx->cur++;
        lx->at_bol = false;
        lx->blank = false;
        return true;
    }
    const char *start = lx->start ? lx->start : lx->cur, *end = lx->cur > start ? lx->cur : start + 1;
    if (done == LEX_LINECONT) {
        lx->cur = start + 1;
        return add(sc, offset(sc, start), offset(sc, start + 1), TOK_OP, PIECE_BAD);
    }
    const char *quote = start;
    while (quote < lx->end && quote < start + 3 && is_word_byte(*quote) && (*start < '0' || *start > '9')) quote++;
    int kind = TOK_OP, flags = PIECE_BAD;
    if (*quote == '"' || *quote == '\'') {
        bool triple = quote[1] == *quote && quote[2] == *quote;
        kind = TOK_STRING;
        flags = PIECE_OPEN | (triple ? PIECE_TRIPLE : 0);
        end = open_string_end(sc, quote + 1, triple);
    } else if (is_word_byte(*start)) {
        kind = *start >= '0' && *start <= '9' ? TOK_NUMBER : TOK_NAME;
        while (end < lx->end && is_word_byte(*end)) end++;
    } else if (*start == ')' || *start == ']' || *start == '}')
        kind = *start == ')' ? TOK_RPAR : *start == ']' ? TOK_RSQB : TOK_RBRACE;
    if (end > lx->end) end = lx->end;
    lx->cur = end;
    return add(sc, offset(sc, start), offset(sc, end), kind, flags) && end < lx->end;
}

static bool one(Scanner *sc)
{
    Lexer *lx = &sc->lx;
    if (lx->at_bol && !lx->level && !lx->pending) {
        sc->first = true;
        int taken = magic_line(sc);
        if (taken) return taken > 0;
    }
    Token t;
    lex_next(lx, &t);
    if (t.kind == TOK_ERRORTOKEN) return recover(sc);
    if (t.kind == TOK_ENDMARKER) return false;
    if (lx->extra == 1) return add(sc, offset(sc, t.start), offset(sc, t.start) + t.len, PIECE_COMMENT, 0);
    if (lx->extra == 2) return true;
    if (t.kind == TOK_NEWLINE || !t.start) return true;
    size_t at = offset(sc, t.start);
    int flags = 0;
    if (t.kind == TOK_STRING && t.len >= 6) {
        size_t q = at;
        while (is_word_byte(sc->out->buf[q])) q++;
        if (sc->out->buf[q] == sc->out->buf[q + 1] && sc->out->buf[q] == sc->out->buf[q + 2]) flags = PIECE_TRIPLE;
    }
    if (!add(sc, at, at + t.len, t.kind, flags)) return false;
    if (t.kind == TOK_EQUAL && !lx->level && magic_value(sc) < 0) return false;
    if (t.kind == TOK_SEMI && !lx->level) sc->first = true;
    return true;
}

/* A `?` that ends a line asks about what stands before it. */
static void mark_questions(Scan *s)
{
    for (size_t i = 0; i < s->count; i++) {
        Piece *p = &s->items[i];
        bool last = i + 1 == s->count || (s->items[i + 1].flags & PIECE_FIRST) || s->items[i + 1].kind == PIECE_COMMENT;
        if (p->kind != TOK_OP || s->buf[p->start] != '?' || !last) continue;
        for (size_t k = i + 1; k-- && s->items[k].kind == TOK_OP && s->buf[s->items[k].start] == '?';) {
            s->items[k].kind = PIECE_MAGIC;
            s->items[k].flags &= (uint8_t)~PIECE_BAD;
        }
    }
}

void scan_text(Scan *s, Arena *a, const char *text, size_t size)
{
    *s = (Scan){.text = text, .size = size};
    s->buf = size < UINT32_MAX - 8 ? prepare(a, text, size) : NULL;
    if (!s->buf) {
        s->size = 0;
        s->buf = "";
        return;
    }
    Scanner sc = {.out = s, .arena = a, .first = true};
    lex_init(&sc.lx, a, &no_hooks, &sc.err, s->buf, s->buf + size);
    sc.lx.keep_comments = true;
    while (one(&sc)) {}
    mark_questions(s);
}

bool scan_opens(const Piece *p) { return p->kind == TOK_LPAR || p->kind == TOK_LSQB || p->kind == TOK_LBRACE; }
bool scan_closes(const Piece *p) { return p->kind == TOK_RPAR || p->kind == TOK_RSQB || p->kind == TOK_RBRACE; }

size_t scan_partner(const Scan *s, size_t at)
{
    const Piece *p = &s->items[at];
    int depth = 0;
    if (scan_opens(p)) {
        for (size_t i = at; i < s->count; i++) {
            depth += scan_opens(&s->items[i]) - scan_closes(&s->items[i]);
            if (!depth) return s->items[i].kind == p->kind + 1 ? i : SIZE_MAX; /* a closing bracket's kind follows its opening one's */
        }
    } else if (scan_closes(p)) {
        for (size_t i = at + 1; i--;) {
            depth += scan_closes(&s->items[i]) - scan_opens(&s->items[i]);
            if (!depth) return s->items[i].kind + 1 == p->kind ? i : SIZE_MAX;
        }
    }
    return SIZE_MAX;
}

bool scan_is(const Scan *s, const Piece *p, const char *text)
{
    size_t n = strlen(text);
    return piece_len(p) == n && !memcmp(s->buf + p->start, text, n);
}

size_t scan_line_start(const Scan *s, size_t at)
{
    while (at && s->buf[at - 1] != '\n') at--;
    return at;
}
