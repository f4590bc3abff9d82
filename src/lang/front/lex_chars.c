/* lex_chars.c: UTF-8, non-ASCII names, and the preparation of a source: newlines, BOM, coding cookie, NUL bytes. */
#include "lex_impl.h"
#include "lang/text/unicode.h"

#include <string.h>

/* ---- UTF-8 ---- */

static int bad_utf8(const char **reason, int *bad, const char *why, int n)
{
    if (reason)
        *reason = why;
    if (bad)
        *bad = n;
    return 0;
}

int lex_decode_utf8(const char *s, const char *end, uint32_t *c, const char **reason, int *bad)
{
    const unsigned char *u = (const unsigned char *)s;
    int n = u[0] < 0x80 ? 1 : u[0] < 0xC2 ? 0 : u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : u[0] < 0xF5 ? 4 : 0;
    if (n == 0)
        return bad_utf8(reason, bad, "invalid start byte", 1);
    if (n == 1)
        return *c = u[0], 1;
    uint32_t v = u[0] & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++) {
        if (s + i >= end)
            return bad_utf8(reason, bad, "unexpected end of data", i);
        unsigned lo = 0x80, hi = 0xBF;
        if (i == 1) { /* no overlong forms, no surrogates, nothing past U+10FFFF */
            lo = u[0] == 0xE0 ? 0xA0 : u[0] == 0xF0 ? 0x90 : lo;
            hi = u[0] == 0xED ? 0x9F : u[0] == 0xF4 ? 0x8F : hi;
        }
        if (u[i] < lo || u[i] > hi)
            return bad_utf8(reason, bad, "invalid continuation byte", i);
        v = v << 6 | (u[i] & 0x3F);
    }
    *c = v;
    return n;
}

int lex_encode_utf8(uint32_t c, char *out)
{
    if (c < 0x80)
        return out[0] = (char)c, 1;
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> n & 0xF0) | c);
    return n;
}

int lex_count_chars(const char *s, const char *end)
{
    int n = 0;
    while (s < end) {
        uint32_t c;
        int bad = 1, step = (unsigned char)*s < 128 ? 1 : lex_decode_utf8(s, end, &c, NULL, &bad);
        s += step ? step : bad;
        n++;
    }
    return n;
}

/* ---- Names ---- */

/* Punctuation that web pages and input methods put where Python wants ASCII. */
static const struct {
    uint32_t from;
    char to[3];
} lookalikes[] = {
    {0x2018, "'"}, {0x2019, "'"}, {0x201A, "'"}, {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""}, {0x2032, "'"}, {0x2033, "\""},
    {0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"}, {0x2013, "-"}, {0x2014, "-"}, {0x2212, "-"}, {0x2215, "/"}, {0x2217, "*"},
    {0x00D7, "*"}, {0x00F7, "/"}, {0x2264, "<="}, {0x2265, ">="}, {0x2260, "!="}, {0x2026, "."}, {0x3001, ","}, {0x3002, "."},
    {0x3010, "["}, {0x3011, "]"}, {0x300C, "\""}, {0x300D, "\""}, {0x00AB, "\""}, {0x00BB, "\""}, {0x2236, ":"}, {0x00B4, "'"},
};

static const char *lookalike(uint32_t c, char *one)
{
    if (c >= 0xFF01 && c <= 0xFF5E) { /* the full-width forms stand in ASCII's order */
        one[0] = (char)(c - 0xFF01 + '!');
        one[1] = 0;
        return one;
    }
    for (size_t i = 0; i < sizeof lookalikes / sizeof lookalikes[0]; i++)
        if (lookalikes[i].from == c)
            return lookalikes[i].to;
    return NULL;
}

static bool fail_char(Lexer *lx, const char *s, int n, uint32_t c)
{
    char one[2];
    const char *hint = lookalike(c, one);
    lx->cur = s + n;
    if (!uni_is_printable(c))
        return lex_fail(lx, arena_printf(lx->arena, "invalid non-printable character U+%04X", c));
    if (!hint)
        return lex_fail(lx, arena_printf(lx->arena, "invalid character '%.*s' (U+%04X)", n, s, c));
    const char *quote = hint[0] == '\'' ? "\"" : "'";
    return lex_fail(lx, arena_printf(lx->arena, "invalid character '%.*s' (U+%04X). Did you mean %s%s%s?", n, s, c, quote, hint, quote));
}

static bool fail_decode(Lexer *lx, const char *s, const char *reason, int bad)
{
    int at = (int)(s - lx->start);
    const char *msg;
    if (bad == 1)
        msg = arena_printf(lx->arena, "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %d: %s", (unsigned char)*s, at, reason);
    else
        msg = arena_printf(lx->arena, "(unicode error) 'utf-8' codec can't decode bytes in position %d-%d: %s", at, at + bad - 1, reason);
    lex_fail_range(lx, lex_count_chars(lx->line_start, lx->cur), 0, msg);
    lx->err->end_offset = -1;
    return false;
}

bool lex_check_name(Lexer *lx)
{
    const char *reason, *stop = lx->cur;
    int bad;
    uint32_t c = 0;
    for (const char *s = lx->start; s < stop;) { /* a whole decoding first: it has the say over strange characters */
        int n = lex_decode_utf8(s, stop, &c, &reason, &bad);
        if (!n)
            return fail_decode(lx, s, reason, bad);
        s += n;
    }
    for (const char *s = lx->start; s < stop;) {
        int n = lex_decode_utf8(s, stop, &c, NULL, NULL);
        if (!(s == lx->start ? uni_is_xid_start(c) : uni_is_xid_continue(c)))
            return fail_char(lx, s, n, c);
        s += n;
    }
    return true;
}

/* ---- Preparing a source ---- */

/* The encoding that `# -*- coding: NAME -*-` in one of the first two lines asks for; *len 0: none. */
static const char *find_cookie(const char *s, const char *end, size_t *len)
{
    *len = 0;
    for (int line = 0; line < 2 && s < end; line++) {
        const char *eol = s;
        while (eol < end && *eol != '\n' && *eol != '\r')
            eol++;
        const char *p = s;
        while (p < eol && (*p == ' ' || *p == '\t' || *p == '\f'))
            p++;
        if (p < eol && *p != '#')
            return NULL;
        for (; p + 7 < eol; p++) {
            if (memcmp(p, "coding", 6) || (p[6] != ':' && p[6] != '='))
                continue;
            const char *name = p + 7;
            while (name < eol && (*name == ' ' || *name == '\t'))
                name++;
            const char *q = name;
            while (q < eol && (((unsigned char)*q < 128 && lex_is_name_byte((unsigned char)*q)) || *q == '-' || *q == '.'))
                q++;
            if (q > name)
                return *len = (size_t)(q - name), name;
        }
        s = eol < end && *eol == '\r' && eol + 1 < end && eol[1] == '\n' ? eol + 2 : eol + 1;
    }
    return NULL;
}

/* "UTF_8" and "utf-8-sig" are the same as "utf-8": case, '_' and what follows a '-' do not matter. */
static bool is_encoding(const char *name, size_t len, const char *want)
{
    size_t n = strlen(want);
    if (len < n)
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = name[i] == '_' ? '-' : name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] + 32) : name[i];
        if (c != want[i])
            return false;
    }
    return len == n || name[n] == '-' || name[n] == '_';
}

static bool fail_source(SyntaxErr *err, SyntaxErrKind kind, const char *msg, int lineno)
{
    *err = (SyntaxErr){.kind = msg ? kind : SYN_MEMORY, .msg = msg ? msg : "", .lineno = lineno, .offset = 0, .end_lineno = lineno, .end_offset = 0};
    return false;
}

static bool latin1_to_utf8(Arena *a, const char **s, const char **end)
{
    size_t n = (size_t)(*end - *s);
    char *out = n > SIZE_MAX / 2 ? NULL : arena_alloc(a, n * 2), *p = out;
    if (!out)
        return false;
    for (const char *q = *s; q < *end; q++) {
        unsigned char c = (unsigned char)*q;
        if (c < 128) {
            *p++ = (char)c;
        } else {
            *p++ = (char)(0xC0 | c >> 6);
            *p++ = (char)(0x80 | (c & 0x3F));
        }
    }
    *s = out;
    *end = p;
    return true;
}

static bool decode_source(Arena *a, const ParseInput *in, const char **s, const char **end, SyntaxErr *err)
{
    size_t len = 0;
    const char *name = find_cookie(*s, *end, &len);
    if (!name || is_encoding(name, len, "utf-8") || is_encoding(name, len, "utf8"))
        return true;
    if (is_encoding(name, len, "ascii") || is_encoding(name, len, "us-ascii")) {
        const char *q = *s;
        while (q < *end && (unsigned char)*q < 128) q++;
        if (q == *end) return true; /* else the codec says what is wrong */
    }
    if (is_encoding(name, len, "latin-1") || is_encoding(name, len, "iso-8859-1") || is_encoding(name, len, "iso-latin-1") ||
        is_encoding(name, len, "latin1"))
        return latin1_to_utf8(a, s, end) ? true : fail_source(err, SYN_MEMORY, "", 0);
    const char *text = arena_dup(a, name, len), *out = NULL, *why = NULL;
    size_t out_len = 0;
    int got = 0;
    if (text && in->hooks && in->hooks->decode)
        got = in->hooks->decode(in->hooks->ctx, a, text, *s, (size_t)(*end - *s), &out, &out_len, &why);
    if (got > 0) {
        *s = out;
        *end = out + out_len;
        return true;
    }
    if (got < 0)
        return fail_source(err, SYN_SYNTAX, why, 0);
    fail_source(err, SYN_SYNTAX, text ? arena_printf(a, "%s%s", in->is_file ? "encoding problem: " : "unknown encoding: ", text) : NULL, 0);
    err->offset = -1;
    return false;
}

/* A file must be UTF-8 throughout, comments too. */
static bool check_file(Arena *a, const char *s, const char *end, SyntaxErr *err)
{
    int lineno = 1;
    for (uint32_t c; s < end;) {
        if ((unsigned char)*s < 128) {
            lineno += *s++ == '\n';
            continue;
        }
        int n = lex_decode_utf8(s, end, &c, NULL, NULL);
        if (!n) {
            const char *msg = arena_printf(a, "Non-UTF-8 code starting with '\\x%02x' on line %d, but no encoding declared; see "
                                              "https://peps.python.org/pep-0263/ for details", (unsigned char)*s, lineno);
            fail_source(err, SYN_SYNTAX, msg, lineno);
            return false;
        }
        s += n;
    }
    return true;
}

bool lex_prepare(Arena *a, const ParseInput *in, const char **buf, const char **end, SyntaxErr *err)
{
    const char *s = in->src, *stop = in->src + in->len;
    if (in->len >= INT32_MAX / 2) /* columns are ints */
        return fail_source(err, SYN_MEMORY, "", 0);
    if (memchr(s ? s : "", 0, in->len))
        return fail_source(err, in->is_file ? SYN_SYNTAX : SYN_VALUE,
                           in->is_file ? "source code cannot contain null bytes" : "source code string cannot contain null bytes", 0);
    size_t cookie_len = 0;
    bool bom = !in->is_text && in->len >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3);
    if (bom)
        s += 3;
    const char *cookie = bom ? find_cookie(s, stop, &cookie_len) : NULL;
    if (cookie && !is_encoding(cookie, cookie_len, "utf-8")) {
        fail_source(err, SYN_SYNTAX, arena_printf(a, "encoding problem: %.*s with BOM", (int)cookie_len, cookie), 0);
        err->offset = -1;
        return false;
    }
    if (!in->is_text && !decode_source(a, in, &s, &stop, err))
        return false;
    char *copy = arena_alloc(a, (size_t)(stop - s) + 4), *p = copy;
    if (!copy)
        return fail_source(err, SYN_MEMORY, "", 0);
    if (stop > s && memchr(s, '\r', (size_t)(stop - s))) {
        for (; s < stop; s++) {
            if (*s == '\r' && s + 1 < stop && s[1] == '\n')
                continue;
            *p++ = *s == '\r' ? '\n' : *s;
        }
    } else if (stop > s) {
        memcpy(p, s, (size_t)(stop - s));
        p += stop - s;
    }
    if (in->mode == PARSE_FILE && p > copy && p[-1] != '\n')
        *p++ = '\n';
    p[0] = p[1] = p[2] = 0; /* operators look two bytes ahead */
    if (in->is_file && !check_file(a, copy, p, err))
        return false;
    *buf = copy;
    *end = p;
    return true;
}
