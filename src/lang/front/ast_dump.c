/* ast_dump.c: a tree as text, as ast.dump gives it.  The fields come from ast.def. */
#include "ast.h"
#include "ast_fields.h"
#include "lang/text/unicode.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 5000 }; /* each level is one small frame */

typedef struct Dump {
    AstWrite write;
    void *ctx;
    int indent, depth;
    bool attributes, ok;
} Dump;

static void put(Dump *d, const char *s, size_t n)
{
    if (d->ok && n)
        d->ok = d->write(d->ctx, s, n);
}

static void puts_(Dump *d, const char *s)
{
    put(d, s, strlen(s));
}

/* ---- Constants ---- */

/* Digits of any base to decimal, in groups of nine digits from the lowest. */
static void put_bigint(Dump *d, const AstConst *c)
{
    if (c->base == 10) {
        put(d, c->s, c->len);
        return;
    }
    size_t cap = c->len / 7 + 2, n = 1;
    uint32_t *groups = calloc(cap, sizeof *groups);
    if (!groups) {
        d->ok = false;
        return;
    }
    for (size_t i = 0; i < c->len; i++) {
        char ch = c->s[i];
        uint64_t carry = (uint64_t)(ch <= '9' ? ch - '0' : (ch | 32) - 'a' + 10);
        for (size_t g = 0; g < n; g++) {
            uint64_t v = (uint64_t)groups[g] * c->base + carry;
            groups[g] = (uint32_t)(v % 1000000000);
            carry = v / 1000000000;
        }
        if (carry)
            groups[n++] = (uint32_t)carry;
    }
    char text[16];
    for (size_t g = n; g-- > 0;) {
        snprintf(text, sizeof text, g == n - 1 ? "%" PRIu32 : "%09" PRIu32, groups[g]);
        puts_(d, text);
    }
    free(groups);
}

/* The shortest digits that read back as the same number, in Python's layout. */
static void put_float(Dump *d, double f, bool imaginary)
{
    char e[40], out[64];
    if (f - f != 0) {
        puts_(d, f != f ? "nan" : f > 0 ? "inf" : "-inf");
        if (imaginary)
            puts_(d, "j");
        return;
    }
    int precision = 0;
    do
        snprintf(e, sizeof e, "%.*e", precision, f);
    while (strtod(e, NULL) != f && ++precision < 17);
    int exponent = atoi(strchr(e, 'e') + 1);
    if (exponent >= -4 && exponent < 16) {
        int decimals = precision - exponent > 0 ? precision - exponent : 0;
        snprintf(out, sizeof out, "%.*f", decimals, f);
        if (!decimals && !imaginary)
            strcat(out, ".0");
    } else {
        *strchr(e, 'e') = 0;
        snprintf(out, sizeof out, "%se%c%02d", e, exponent < 0 ? '-' : '+', abs(exponent));
    }
    puts_(d, out);
    if (imaginary)
        puts_(d, "j");
}

static char escape_letter(uint32_t c)
{
    return c == '\n' ? 'n' : c == '\r' ? 'r' : c == '\t' ? 't' : 0;
}

/* One character of a text that may hold lone surrogates; returns its bytes. */
static int read_char(const unsigned char *s, uint32_t *c)
{
    int n = s[0] < 0x80 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    uint32_t v = n == 1 ? s[0] : s[0] & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++)
        v = v << 6 | (s[i] & 0x3F);
    *c = v;
    return n;
}

static void put_repr(Dump *d, const char *s, size_t len, bool bytes)
{
    char quote = memchr(s, '\'', len) && !memchr(s, '"', len) ? '"' : '\'', text[16];
    if (bytes)
        puts_(d, "b");
    put(d, &quote, 1);
    for (size_t i = 0; i < len && d->ok;) {
        uint32_t c = (unsigned char)s[i];
        int n = bytes ? 1 : read_char((const unsigned char *)s + i, &c);
        if (c == (uint32_t)quote || c == '\\')
            snprintf(text, sizeof text, "\\%c", (char)c);
        else if (escape_letter(c))
            snprintf(text, sizeof text, "\\%c", escape_letter(c));
        else if (bytes ? c >= 32 && c < 127 : uni_is_printable(c))
            snprintf(text, sizeof text, "%.*s", n, s + i);
        else
            snprintf(text, sizeof text, c < 256 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
        puts_(d, text);
        i += (size_t)n;
    }
    put(d, &quote, 1);
}

static void put_const(Dump *d, const AstConst *c)
{
    char text[32];
    switch (c->kind) {
    case ACONST_NONE: puts_(d, "None"); return;
    case ACONST_TRUE: puts_(d, "True"); return;
    case ACONST_FALSE: puts_(d, "False"); return;
    case ACONST_ELLIPSIS: puts_(d, "Ellipsis"); return;
    case ACONST_INT:
        snprintf(text, sizeof text, "%" PRId64, c->i);
        puts_(d, text);
        return;
    case ACONST_BIGINT: put_bigint(d, c); return;
    case ACONST_FLOAT: put_float(d, c->f, false); return;
    case ACONST_IMAG: put_float(d, c->f, true); return;
    default: put_repr(d, c->s, c->len, c->kind == ACONST_BYTES); return;
    }
}

/* ---- Nodes ---- */

static void new_line(Dump *d, int level)
{
    puts_(d, "\n");
    for (int i = 0; i < level * d->indent; i++)
        puts_(d, " ");
}

static void put_node(Dump *d, const Node *n, int level);

static void put_open(Dump *d, int level)
{
    if (d->indent >= 0)
        new_line(d, level);
}

static void put_comma(Dump *d, int level)
{
    puts_(d, d->indent >= 0 ? "," : ", ");
    put_open(d, level);
}

/* A list: the items stand one level deeper. */
static void put_list(Dump *d, const FieldRow *f, const char *at, int level)
{
    int n = f->type == F_SEQ ? ((const NodeSeq *)at)->n : f->type == F_IDS ? ((const AstStrSeq *)at)->n : ((const AstOpSeq *)at)->n;
    puts_(d, "[");
    for (int i = 0; i < n; i++) {
        if (i)
            put_comma(d, level + 1);
        else
            put_open(d, level + 1);
        if (f->type == F_SEQ) {
            put_node(d, ((const NodeSeq *)at)->items[i], level + 1);
        } else if (f->type == F_IDS) {
            AstStr s = ((const AstStrSeq *)at)->items[i];
            put_repr(d, s.s, s.len, false);
        } else {
            puts_(d, ast_op_name(((const AstOpSeq *)at)->items[i]));
            puts_(d, "()");
        }
    }
    puts_(d, "]");
}

static bool is_absent(const FieldRow *f, const char *at)
{
    return (f->type == F_OPT && !*(Node *const *)at) || (f->type == F_OPTID && !((const AstStr *)at)->s);
}

/* Simple: written on the node's own line, if all its fields are. */
static bool is_simple(const FieldRow *f, const char *at)
{
    switch (f->type) {
    case F_SEQ: return !((const NodeSeq *)at)->n;
    case F_IDS: return !((const AstStrSeq *)at)->n;
    case F_OPS: return !((const AstOpSeq *)at)->n;
    case F_NODE: case F_OPT: {
        const Node *n = *(Node *const *)at;
        return !ast_fields(n->kind)->name && !ast_has_span(n->kind);
    }
    default: return true;
    }
}

static void put_field(Dump *d, const FieldRow *f, const char *at, int level)
{
    char text[16];
    switch (f->type) {
    case F_NODE: case F_OPT: put_node(d, *(Node *const *)at, level); break;
    case F_ID: case F_OPTID: put_repr(d, ((const AstStr *)at)->s, ((const AstStr *)at)->len, false); break;
    case F_CONST: put_const(d, (const AstConst *)at); break;
    case F_INT:
        snprintf(text, sizeof text, "%d", *(const int *)at);
        puts_(d, text);
        break;
    case F_OP:
        puts_(d, ast_op_name(*(const uint8_t *)at));
        puts_(d, "()");
        break;
    default: put_list(d, f, at, level); break;
    }
}

static void put_attributes(Dump *d, const Node *n, int level, int count, bool apart)
{
    const struct {
        const char *name;
        int value;
    } rows[] = {{"lineno", n->lineno}, {"col_offset", n->col_offset}, {"end_lineno", n->end_lineno}, {"end_col_offset", n->end_col_offset}};
    char text[48];
    for (int i = 0; i < 4; i++, count++) {
        if (count && apart)
            put_comma(d, level);
        else if (count)
            puts_(d, ", ");
        snprintf(text, sizeof text, "%s=%d", rows[i].name, rows[i].value);
        puts_(d, text);
    }
}

static void put_node(Dump *d, const Node *n, int level)
{
    if (!n) {
        puts_(d, "None");
        return;
    }
    if (++d->depth > MAX_DEPTH)
        d->ok = false;
    if (!d->ok)
        return;
    const FieldRow *rows = ast_fields(n->kind);
    const char *base = (const char *)&n->Module;
    bool attributes = d->attributes && ast_has_span(n->kind), simple = true;
    int count = attributes ? 4 : 0, at = 0;
    for (const FieldRow *f = rows; f->name; f++)
        if (!is_absent(f, base + f->offset)) {
            count++;
            simple = simple && is_simple(f, base + f->offset);
        }
    bool apart = !(simple && count <= 3);
    puts_(d, ast_kind_name(n->kind));
    puts_(d, "(");
    if (apart)
        put_open(d, level + 1);
    for (const FieldRow *f = rows; f->name; f++) {
        if (is_absent(f, base + f->offset))
            continue;
        if (at++) {
            if (apart)
                put_comma(d, level + 1);
            else
                puts_(d, ", ");
        }
        puts_(d, f->name);
        puts_(d, "=");
        put_field(d, f, base + f->offset, level + 1);
    }
    if (attributes)
        put_attributes(d, n, level + 1, at, apart);
    puts_(d, ")");
    d->depth--;
}

bool ast_dump(const Node *tree, int indent, bool attributes, AstWrite write, void *ctx)
{
    Dump d = {.write = write, .ctx = ctx, .indent = indent, .attributes = attributes, .ok = true};
    put_node(&d, tree, 0);
    return d.ok;
}
