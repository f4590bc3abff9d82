/* parse_escape.c: backslashes in string and bytes literals. */
#include "parse_impl.h"
#include "lang/text/unicode.h"

#include <string.h>

typedef struct Escape {
    Parser *p;
    const Token *t;
    const char *from, *s, *end;
    char *out;
    int extra; /* CPython spells a character beyond ASCII as ten before it decodes: its positions count so */
    bool warned;
} Escape;

static int hex_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

static bool warn_once(Escape *e, char c)
{
    if (e->warned)
        return true;
    e->warned = true;
    return parse_warn(e->p, PARSE_WARN_DEPRECATION, e->t->lineno, e->t, "invalid escape sequence '\\%c'", c);
}

static bool fail_unicode(Escape *e, const char *backslash, const char *last, const char *reason)
{
    int at_byte = (int)(backslash - e->from) + e->extra;
    parse_raise(e->p, "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", at_byte,
                at_byte + (int)(last - backslash) - 1, reason);
    return false;
}

static bool hex_escape(Escape *e, const char *backslash, int digits, const char *reason)
{
    uint32_t c = 0;
    int n = 0;
    for (; n < digits && e->s < e->end && hex_value(*e->s) >= 0; n++)
        c = c << 4 | (uint32_t)hex_value(*e->s++);
    if (n < digits) {
        if (e->s == e->end && backslash + 1 == e->s) /* cannot be: the letter was read */
            return false;
        return fail_unicode(e, backslash, e->s, reason);
    }
    if (c > UNI_MAX)
        return fail_unicode(e, backslash, e->s, "illegal Unicode character");
    e->out += lex_encode_utf8(c, e->out);
    return true;
}

static bool name_escape(Escape *e, const char *backslash)
{
    const char *close = e->s < e->end && *e->s == '{' ? memchr(e->s, '}', (size_t)(e->end - e->s)) : NULL;
    if (!close || close == e->s + 1) {
        const char *last = close ? close : e->s < e->end && *e->s == '{' ? e->end : e->s;
        return fail_unicode(e, backslash, last, "malformed \\N character escape");
    }
    uint32_t found[4];
    if (uni_lookup(e->s + 1, (size_t)(close - e->s - 1), found) != 1)
        return fail_unicode(e, backslash, close + 1, "unknown Unicode character name");
    e->s = close + 1;
    e->out += lex_encode_utf8(found[0], e->out);
    return true;
}

/* The character that a one-letter escape means; 0: no such escape. */
static char simple_escape(char c)
{
    switch (c) {
    case '\\': case '\'': case '"': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    case 'v': return '\v';
    case 'a': return '\a';
    default: return 0;
    }
}

static uint32_t octal(Escape *e, char first)
{
    uint32_t c = (uint32_t)(first - '0');
    for (int i = 0; i < 2 && e->s < e->end && *e->s >= '0' && *e->s <= '7'; i++)
        c = c * 8 + (uint32_t)(*e->s++ - '0');
    return c;
}

static bool warn_octal(Escape *e, const char *digits, uint32_t c)
{
    if (c <= 0377 || e->warned) return true;
    e->warned = true;
    return parse_warn(e->p, PARSE_WARN_DEPRECATION, e->t->lineno, e->t, "invalid octal escape sequence '\\%.3s'", digits);
}

static bool str_escape(Escape *e)
{
    const char *backslash = e->s++;
    char c = *e->s, plain;
    if ((unsigned char)c >= 128) { /* stays with its backslash */
        *e->out++ = '\\';
        e->extra += 5;
        return warn_once(e, '\\');
    }
    e->s++;
    if (c == '\n')
        return true;
    if ((plain = simple_escape(c))) {
        *e->out++ = plain;
        return true;
    }
    if (c >= '0' && c <= '7') {
        uint32_t code = octal(e, c);
        e->out += lex_encode_utf8(code, e->out);
        return warn_octal(e, backslash + 1, code);
    }
    switch (c) {
    case 'x': return hex_escape(e, backslash, 2, "truncated \\xXX escape");
    case 'u': return hex_escape(e, backslash, 4, "truncated \\uXXXX escape");
    case 'U': return hex_escape(e, backslash, 8, "truncated \\UXXXXXXXX escape");
    case 'N': return name_escape(e, backslash);
    default: break;
    }
    *e->out++ = '\\';
    *e->out++ = c;
    return warn_once(e, c);
}

static bool bytes_escape(Escape *e)
{
    const char *backslash = e->s++;
    char c = *e->s++, plain = simple_escape(c);
    if (c == '\n')
        return true;
    if (plain) {
        *e->out++ = plain;
    } else if (c >= '0' && c <= '7') {
        uint32_t code = octal(e, c);
        *e->out++ = (char)code;
        return warn_octal(e, backslash + 1, code);
    } else if (c == 'x') {
        if (e->s + 1 >= e->end || hex_value(e->s[0]) < 0 || hex_value(e->s[1]) < 0) {
            parse_raise(e->p, "(value error) invalid \\x escape at position %d", (int)(backslash - e->from));
            return false;
        }
        *e->out++ = (char)(hex_value(e->s[0]) << 4 | hex_value(e->s[1]));
        e->s += 2;
    } else {
        *e->out++ = '\\';
        *e->out++ = c;
        return warn_once(e, c);
    }
    return true;
}

static bool decode(Parser *p, const char *s, size_t len, const Token *t, bool (*escape)(Escape *), const char **out, size_t *out_len)
{
    /* Nothing grows but \N{..} and \x of two bytes, both shorter than what spells them. */
    char *buf = arena_alloc(p->arena, len + 4);
    if (!buf)
        return parse_no_memory(p), false;
    Escape e = {.p = p, .t = t, .from = s, .s = s, .end = s + len, .out = buf};
    while (e.s < e.end) {
        const char *next = memchr(e.s, '\\', (size_t)(e.end - e.s));
        size_t n = (size_t)((next ? next : e.end) - e.s);
        memcpy(e.out, e.s, n);
        for (size_t i = 0; i < n; i++) { /* 2, 3 or 4 bytes here are ten characters there */
            unsigned char c = (unsigned char)e.s[i];
            e.extra += c < 0x80 ? 0 : c < 0xC0 ? -1 : 9;
        }
        e.out += n;
        e.s += n;
        if (next && e.s + 1 >= e.end && escape == str_escape)
            return fail_unicode(&e, e.s, e.s + 2, "\\ at end of string");
        if (next && !escape(&e))
            return false;
    }
    *out = buf;
    *out_len = (size_t)(e.out - buf);
    return true;
}

bool parse_decode_str(Parser *p, const char *s, size_t len, const Token *t, const char **out, size_t *out_len)
{
    return decode(p, s, len, t, str_escape, out, out_len);
}

bool parse_decode_bytes(Parser *p, const char *s, size_t len, const Token *t, const char **out, size_t *out_len)
{
    return decode(p, s, len, t, bytes_escape, out, out_len);
}
