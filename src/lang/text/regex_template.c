/*
 * The replacement text of sub and expand: read once into a list of literal parts and group numbers. Its escapes are
 * like a pattern's, but not the same: an unknown one keeps its backslash unless it is a letter's.
 */
#include "regex_impl.h"

#include <string.h>

typedef struct {
    RxSource source;
    const RegexProg *prog;
    RegexTemplate *out;
    uint32_t *store; /* as long as the text: no part can be longer than what it was read from */
    size_t stored, part_start, cap;
} Builder;

static bool add_part(Builder *b, ptrdiff_t group)
{
    RegexTemplate *t = b->out;
    if (!rx_grow(&t->mem, &t->parts, &b->cap, t->count, 1, sizeof *t->parts)) {
        rx_fail(b->source.err, REGEX_NO_MEMORY, "");
        return false;
    }
    t->parts_size = b->cap * sizeof *t->parts;
    t->parts[t->count++] = (RegexPart){group, NULL, 0};
    return true;
}

/* What has been stored since the last part becomes one. */
static bool flush_text(Builder *b)
{
    if (b->stored == b->part_start)
        return true;
    if (!add_part(b, -1))
        return false;
    RegexPart *part = &b->out->parts[b->out->count - 1];
    part->text = b->store + b->part_start;
    part->len = b->stored - b->part_start;
    b->part_start = b->stored;
    return true;
}

static void put_char(Builder *b, uint32_t c)
{
    b->store[b->stored++] = c;
}

static bool put_group(Builder *b, uint32_t group, size_t offset)
{
    if (group > b->prog->groups) {
        rx_error(&b->source, offset, "invalid group reference %d", group);
        return false;
    }
    return flush_text(b) && add_part(b, (ptrdiff_t)group);
}

static bool find_named(Builder *b, size_t start, size_t len, uint32_t *group)
{
    const RegexProg *g = b->prog;
    for (size_t i = 0; i < g->name_count; i++) {
        const char *known = g->name_text + g->names[i].at;
        size_t at = 0;
        bool same = true;
        for (size_t k = 0; k < len && same; k++) {
            char unit[8];
            size_t n = 0;
            rx_put_utf8(unit, sizeof unit, &n, rx_unit(&b->source.text, start + k));
            same = at + n <= g->names[i].len && memcmp(known + at, unit, n) == 0;
            at += n;
        }
        if (same && at == g->names[i].len) {
            *group = g->names[i].group;
            return true;
        }
    }
    return false;
}

/* \g<...>, the name or number. */
static bool parse_reference(Builder *b)
{
    RxSource *s = &b->source;
    size_t start, len;
    uint32_t group;
    char digits[64];
    if (!rx_match(s, '<')) {
        rx_error(s, 0, "missing <");
        return false;
    }
    if (!rx_until(s, '>', "group name", &start, &len))
        return false;
    if (rx_is_identifier(s, start, len)) {
        rx_warn_name(s, start, len);
        if (find_named(b, start, len, &group))
            return put_group(b, group, len + 1);
        s->is_bytes = false; /* of bytes too it tells the name as a str has it */
        rx_error(s, 0, "unknown group name %R", start, len);
        s->err->kind = REGEX_INDEX;
        return false;
    }
    if (!rx_int(s, start, len, &group, digits))
        rx_error(s, len + 1, "bad character in group name %R", start, len);
    else if (group >= RX_MAXGROUPS)
        rx_error(s, len + 1, "invalid group reference %s", digits);
    else
        rx_warn_number(s, start, len);
    return !rx_failed(s) && put_group(b, group, len + 1);
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_octal(uint32_t c)
{
    return c >= '0' && c <= '7';
}

static bool parse_number(Builder *b, uint32_t c)
{
    RxSource *s = &b->source;
    size_t at = rx_tell(s) - 2;
    uint32_t value = c - '0';
    if (c == '0') {
        rx_digits(s, 2, 8, &value);
        put_char(b, value & 0xFF);
        return true;
    }
    if (s->next.len != 1 || !is_digit(s->next.c[0]))
        return put_group(b, value, 1);
    uint32_t second = rx_get(s).c[0];
    if (is_octal(c) && is_octal(second) && s->next.len == 1 && is_octal(s->next.c[0])) {
        value = value * 64 + (second - '0') * 8 + (rx_get(s).c[0] - '0');
        if (value > 0377)
            rx_error(s, 4, "octal escape value %N outside of range 0-0o377", at, (size_t)4);
        else
            put_char(b, value);
        return !rx_failed(s);
    }
    return put_group(b, value * 10 + (second - '0'), 2);
}

static bool parse_escape(Builder *b, RxToken t)
{
    static const char from[] = "abfnrtv\\", to[] = "\a\b\f\n\r\t\v\\";
    uint32_t c = t.c[1];
    if (c == 'g')
        return parse_reference(b);
    if (is_digit(c))
        return parse_number(b, c);
    const char *at = c != 0 && c < 128 ? strchr(from, (int)c) : NULL;
    if (at) {
        put_char(b, (uint8_t)to[at - from]);
        return true;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        rx_error(&b->source, 2, "bad escape %T", &t);
        return false;
    }
    put_char(b, '\\');
    put_char(b, c);
    return true;
}

static bool parse_all(Builder *b)
{
    for (;;) {
        RxToken t = rx_get(&b->source);
        if (t.len == 0)
            return !rx_failed(&b->source) && flush_text(b);
        if (t.len == 1)
            put_char(b, t.c[0]);
        else if (!parse_escape(b, t))
            return false;
    }
}

bool regex_template_parse(const RegexMem *mem, const RegexProg *prog, const RegexText *text, bool is_bytes,
                          RegexTemplate *out, RegexError *err) {
    memset(err, 0, sizeof *err);
    *out = (RegexTemplate){.mem = *mem, .store_size = (text->len + 1) * sizeof(uint32_t)};
    out->store = mem->resize(mem->ctx, NULL, 0, out->store_size);
    if (out->store == NULL) {
        rx_fail(err, REGEX_NO_MEMORY, "");
        return false;
    }
    Builder b = {.prog = prog, .out = out, .store = out->store};
    rx_open(&b.source, &out->mem, text, is_bytes, err);
    if (parse_all(&b))
        return true;
    regex_template_free(out);
    return false;
}

void regex_template_free(RegexTemplate *t)
{
    if (t->parts)
        t->mem.resize(t->mem.ctx, t->parts, t->parts_size, 0);
    if (t->store)
        t->mem.resize(t->mem.ctx, t->store, t->store_size, 0);
    t->parts = NULL;
    t->store = NULL;
    t->count = 0;
}
