/* codec_escape.c: the codecs unicode_escape and raw_unicode_escape: Python's own escapes as bytes. */
#include "codec_impl.h"
#include "unicode.h"

static int hex_value(unsigned c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? (int)c - 'a' + 10 : -1;
}

/* `count` hexadecimal digits at *i; false: *i stands at the first that is none. */
static bool read_hex(const Coding *c, int64_t *i, int count, uint32_t *out)
{
    uint32_t u = 0;
    for (; count > 0; count--, ++*i) {
        int d = *i < c->n ? hex_value(c->p[*i]) : -1;
        if (d < 0) return false;
        u = u << 4 | (uint32_t)d;
    }
    *out = u;
    return true;
}

/* \N{name}: *i stands behind the N. NULL: *out is the character; else the reason. */
static const char *read_name(const Coding *c, int64_t *i, uint32_t *out)
{
    uint32_t found[4];
    if (*i >= c->n || c->p[*i] != '{') return "malformed \\N character escape";
    const unsigned char *close = memchr(c->p + *i, '}', (size_t)(c->n - *i));
    if (!close) {
        *i = c->n;
        return "malformed \\N character escape";
    }
    int64_t start = *i + 1, end = close - c->p;
    if (end == start) {
        ++*i;
        return "malformed \\N character escape";
    }
    *i = end + 1;
    if (uni_lookup((const char *)c->p + start, (size_t)(end - start), found) != 1) return "unknown Unicode character name";
    *out = found[0];
    return NULL;
}

/* The escape behind the backslash at *i - 1: its character, or the reason why not; *plain: the backslash stands for itself. */
static const char *read_escape(Coding *c, int64_t *i, bool raw, uint32_t *out, bool *plain)
{
    static const char simple[] = "\\\\''\"\"a\ab\bf\fn\nr\rt\tv\v";
    if (*i >= c->n) {
        *plain = raw;
        return "\\ at end of string";
    }
    unsigned char k = c->p[(*i)++];
    if (k == 'u' || k == 'U' || (!raw && k == 'x')) {
        int digits = k == 'u' ? 4 : k == 'U' ? 8 : 2;
        if (!read_hex(c, i, digits, out)) return k == 'u' ? "truncated \\uXXXX escape" : k == 'U' ? "truncated \\UXXXXXXXX escape" : "truncated \\xXX escape";
        if (*out > 0x10FFFF) return raw ? "\\Uxxxxxxxx out of range" : "illegal Unicode character";
        return NULL;
    }
    if (!raw) {
        for (const char *s = simple; *s; s += 2)
            if ((unsigned char)s[0] == k) {
                *out = (unsigned char)s[1];
                return NULL;
            }
        if (k >= '0' && k <= '7') {
            *out = k - '0';
            for (int n = 1; n < 3 && *i < c->n && c->p[*i] >= '0' && c->p[*i] <= '7'; n++) *out = *out * 8 + c->p[(*i)++] - '0';
            return NULL;
        }
        if (k == 'N') return read_name(c, i, out);
    }
    --*i;
    *plain = true;
    return NULL;
}

static bool unknown_name(const char *reason) { return *reason == 'u'; }

/* A backslash that stands for itself, a number beyond a byte: said once a text. */
static bool warn_escape(Coding *c, bool *warned, int64_t at, uint32_t octal)
{
    VM *vm = c->vm;
    if (*warned) return true;
    *warned = true;
    Value text = octal ? str_format(vm, "invalid octal escape sequence '\\%c%c%c'", (int)c->p[at], (int)c->p[at + 1], (int)c->p[at + 2])
                       : str_format(vm, "invalid escape sequence '\\%c'", (int)c->p[at]);
    return err_warn(vm, EXC_DeprecationWarning, text);
}

bool escape_decode(Coding *c, bool raw)
{
    bool warned = false;
    for (int64_t i = 0; i < c->n;) {
        unsigned char k = c->p[i];
        if (k != '\\') {
            strb_char(&c->out, k);
            i++;
            continue;
        }
        int64_t start = i++;
        uint32_t u = 0;
        bool plain = false;
        if (!raw && i < c->n && c->p[i] == '\n') { /* a continued line */
            i++;
            continue;
        }
        const char *reason = read_escape(c, &i, raw, &u, &plain);
        if (c->partial && reason && i >= c->n && !unknown_name(reason)) {
            c->used = start;
            return !c->out.failed;
        }
        if (plain) {
            if (!raw && !warn_escape(c, &warned, i, 0)) return false;
            strb_char(&c->out, '\\');
            if (raw && i < c->n && c->p[i] == '\\') { /* a pair of backslashes stays one: what follows is no escape */
                strb_char(&c->out, '\\');
                i++;
            }
        } else if (!reason) {
            bool beyond = !raw && u > 255 && c->p[start + 1] >= '0' && c->p[start + 1] <= '7';
            if (beyond && !warn_escape(c, &warned, start + 1, u)) return false;
            strb_char(&c->out, u);
        } else if ((i = decode_error(c, start, i, reason)) < 0) {
            return false;
        }
    }
    c->used = c->n;
    return !c->out.failed;
}

bool escape_encode(Coding *c, bool raw)
{
    for (int64_t i = 0; i < c->text.n; i++) {
        uint32_t u = text_at(&c->text, i);
        if (u >= 65536) strb_format(&c->out, "\\U%08x", u);
        else if (u >= 256) strb_format(&c->out, "\\u%04x", u);
        else if (raw) strb_char(&c->out, u);
        else if (u == '\\') strb_ascii(&c->out, "\\\\", 2);
        else if (u == '\n') strb_ascii(&c->out, "\\n", 2);
        else if (u == '\r') strb_ascii(&c->out, "\\r", 2);
        else if (u == '\t') strb_ascii(&c->out, "\\t", 2);
        else if (u < 32 || u >= 127) strb_format(&c->out, "\\x%02x", u);
        else strb_char(&c->out, u);
    }
    return !c->out.failed;
}
