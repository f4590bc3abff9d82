/*
 * The parts of a pattern that stand for one character: escapes, outside sets and in them, and the sets themselves.
 * regex_parse.c calls rx_parse_escape and rx_parse_set; the rest is its own.
 */
#include "regex_impl.h"

#include <string.h>

#include "unicode.h"

static bool is_digit(RxToken t)
{
    return t.len == 1 && t.c[0] >= '0' && t.c[0] <= '9';
}

static bool is_octal(uint32_t c)
{
    return c >= '0' && c <= '7';
}

static bool is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What an escape came out as. */
enum { ESC_BAD, ESC_CHAR, ESC_CATEGORY, ESC_AT, ESC_GROUP };

struct escape {
    int kind;
    uint32_t value;
};

static bool simple_escape(uint32_t c, uint32_t *value)
{
    static const char from[] = "abfnrtv\\", to[] = "\a\b\f\n\r\t\v\\";
    const char *at = c < 128 && c != 0 ? strchr(from, (int)c) : NULL;
    if (at)
        *value = (uint8_t)to[at - from];
    return at != NULL;
}

static uint32_t category_of(uint32_t c)
{
    switch (c) {
    case 'd': return CAT_DIGIT;
    case 'D': return CAT_NOT_DIGIT;
    case 's': return CAT_SPACE;
    case 'S': return CAT_NOT_SPACE;
    case 'w': return CAT_WORD;
    case 'W': return CAT_NOT_WORD;
    default: return 0;
    }
}

static int position_of(uint32_t c)
{
    switch (c) {
    case 'A': return AT_BEGINNING_STRING;
    case 'b': return AT_BOUNDARY;
    case 'B': return AT_NON_BOUNDARY;
    case 'Z': return AT_END_STRING;
    default: return -1;
    }
}

static struct escape named_escape(RxParser *p)
{
    RxSource *s = &p->source;
    struct escape bad = {ESC_BAD, 0};
    size_t start, len;
    if (!rx_match(s, '{')) {
        rx_error(s, 0, "missing {");
        return bad;
    }
    if (!rx_until(s, '}', "character name", &start, &len))
        return bad;
    char name[UNI_NAME_MAX];
    uint32_t found[4];
    int count = 0;
    if (len < UNI_NAME_MAX) {
        bool ascii = true;
        for (size_t i = 0; i < len; i++) {
            uint32_t c = rx_unit(&s->text, start + i);
            ascii &= c < 128;
            name[i] = (char)c;
        }
        count = ascii ? uni_lookup(name, len, found) : 0;
    }
    if (count != 1)
        rx_error(s, len + 4, "undefined character name %R", start, len);
    return count == 1 ? (struct escape){ESC_CHAR, found[0]} : bad;
}

/* \x.., \u...., \U........: `digits` hexadecimal digits. at is where the backslash stands. */
static struct escape hex_escape(RxParser *p, size_t at, int digits)
{
    RxSource *s = &p->source;
    struct escape e = {ESC_CHAR, 0};
    int taken = rx_digits(s, digits, 16, &e.value);
    size_t len = 2 + (size_t)taken;
    if (taken != digits)
        rx_error(s, len, "incomplete escape %N", at, len);
    else if (e.value > UNI_MAX)
        rx_error(s, len, "bad escape %N", at, len);
    if (rx_failed(s))
        e.kind = ESC_BAD;
    return e;
}

static struct escape octal_too_large(RxParser *p, size_t at, size_t len)
{
    rx_error(&p->source, len, "octal escape value %N outside of range 0-0o377", at, len);
    return (struct escape){ESC_BAD, 0};
}

/* The escapes that sets and sequences share; ESC_BAD without an error recorded: none of them. */
static struct escape common_escape(RxParser *p, RxToken t, size_t at)
{
    uint32_t c = t.c[1];
    if (c == 'x')
        return hex_escape(p, at, 2);
    if (!p->source.is_bytes && c == 'u')
        return hex_escape(p, at, 4);
    if (!p->source.is_bytes && c == 'U')
        return hex_escape(p, at, 8);
    if (!p->source.is_bytes && c == 'N')
        return named_escape(p);
    return (struct escape){ESC_BAD, 0};
}

static struct escape literal_escape(RxParser *p, RxToken t)
{
    if (is_letter(t.c[1]) || (t.c[1] >= '0' && t.c[1] <= '9')) {
        rx_error(&p->source, 2, "bad escape %T", &t);
        return (struct escape){ESC_BAD, 0};
    }
    return (struct escape){ESC_CHAR, t.c[1]};
}

static struct escape set_escape(RxParser *p, RxToken t)
{
    RxSource *s = &p->source;
    size_t at = rx_tell(s) - 2;
    uint32_t c = t.c[1], value;
    if (simple_escape(c, &value))
        return (struct escape){ESC_CHAR, value};
    if (category_of(c))
        return (struct escape){ESC_CATEGORY, category_of(c)};
    struct escape e = common_escape(p, t, at);
    if (e.kind != ESC_BAD || rx_failed(s))
        return e;
    if (is_octal(c)) {
        value = c - '0';
        size_t len = 2 + (size_t)rx_digits(s, 2, 8, &value);
        return value > 0377 ? octal_too_large(p, at, len) : (struct escape){ESC_CHAR, value};
    }
    return literal_escape(p, t);
}

/* \1 and its like: a reference, or an octal number of three digits. */
static struct escape number_escape(RxParser *p, RxToken t, size_t at)
{
    RxSource *s = &p->source;
    uint32_t value = t.c[1] - '0';
    size_t len = 2;
    if (is_digit(s->next)) {
        uint32_t second = rx_get(s).c[0];
        len = 3;
        if (is_octal(t.c[1]) && is_octal(second) && s->next.len == 1 && is_octal(s->next.c[0])) {
            value = value * 64 + (second - '0') * 8 + (rx_get(s).c[0] - '0');
            return value > 0377 ? octal_too_large(p, at, 4) : (struct escape){ESC_CHAR, value};
        }
        value = value * 10 + (second - '0');
    }
    if (value >= p->groups)
        rx_error(s, len - 1, "invalid group reference %d", value);
    else if (!rx_group_closed(p, value))
        rx_error(s, len, "cannot refer to an open group");
    else
        rx_check_behind(p, value);
    return (struct escape){rx_failed(s) ? ESC_BAD : ESC_GROUP, value};
}

static struct escape parse_escape(RxParser *p, RxToken t)
{
    RxSource *s = &p->source;
    size_t at = rx_tell(s) - 2;
    uint32_t c = t.c[1], value = 0;
    if (position_of(c) >= 0)
        return (struct escape){ESC_AT, (uint32_t)position_of(c)};
    if (category_of(c))
        return (struct escape){ESC_CATEGORY, category_of(c)};
    if (simple_escape(c, &value))
        return (struct escape){ESC_CHAR, value};
    struct escape e = common_escape(p, t, at);
    if (e.kind != ESC_BAD || rx_failed(s))
        return e;
    if (c == '0') {
        rx_digits(s, 2, 8, &value);
        return (struct escape){ESC_CHAR, value};
    }
    if (c >= '1' && c <= '9')
        return number_escape(p, t, at);
    return literal_escape(p, t);
}

bool rx_parse_escape(RxParser *p, RxSeq *seq, RxToken t)
{
    struct escape e = parse_escape(p, t);
    RxNode *n;
    switch (rx_failed(&p->source) ? ESC_BAD : e.kind) {
    case ESC_CHAR: return rx_put_literal(p, seq, e.value);
    case ESC_CATEGORY:
        if (rx_put_node(p, seq, N_SET, &n))
            n->cats = (uint8_t)e.value;
        return n != NULL;
    case ESC_AT:
        if (rx_put_node(p, seq, N_AT, &n))
            n->at = (uint8_t)e.value;
        return n != NULL;
    case ESC_GROUP:
        if (rx_put_node(p, seq, N_BACKREF, &n))
            n->c = e.value;
        return n != NULL;
    default: return false;
    }
}

/* ---- Sets ---- */

bool rx_add_range(RxParser *p, RxNode *set, uint32_t lo, uint32_t hi)
{
    RxRange *r = rx_alloc(p->arena, sizeof *r);
    if (r == NULL) {
        rx_fail(p->source.err, REGEX_NO_MEMORY, "");
        return false;
    }
    *r = (RxRange){lo, hi, set->ranges};
    set->ranges = r;
    return true;
}

static bool add_item(RxParser *p, RxNode *set, struct escape e)
{
    if (e.kind == ESC_CATEGORY)
        set->cats |= (uint8_t)e.value;
    return e.kind == ESC_CATEGORY || rx_add_range(p, set, e.value, e.value);
}

static void warn_set(RxParser *p, const char *what, size_t position)
{
    rx_warn(&p->source, REGEX_FUTURE, position, "Possible %s", what);
}

static void warn_operator(RxParser *p, uint32_t c)
{
    warn_set(p,
             c == '-'   ? "set difference"
             : c == '&' ? "set intersection"
             : c == '~' ? "set symmetric difference"
                        : "set union",
             rx_tell(&p->source) - 1);
}

static struct escape set_member(RxParser *p, RxToken t)
{
    return t.len == 2 ? set_escape(p, t) : (struct escape){ESC_CHAR, t.c[0]};
}

/* The part of a set behind "x-". True: the set ends here. */
static bool parse_range(RxParser *p, RxNode *set, RxToken this, struct escape from, size_t here)
{
    RxSource *s = &p->source;
    RxToken that = rx_get(s);
    if (that.len == 0) {
        rx_error(s, rx_tell(s) - here, "unterminated character set");
        return true;
    }
    if (that.len == 1 && that.c[0] == ']') {
        if (add_item(p, set, from))
            rx_add_range(p, set, '-', '-');
        return true;
    }
    if (that.len == 1 && that.c[0] == '-')
        warn_set(p, "set difference", rx_tell(s) - 2);
    struct escape to = set_member(p, that);
    if (rx_failed(s))
        return true;
    if (from.kind != ESC_CHAR || to.kind != ESC_CHAR || to.value < from.value) {
        rx_error(s, (size_t)(this.len + 1 + that.len), "bad character range %T-%T", &this, &that);
        return true;
    }
    return !rx_add_range(p, set, from.value, to.value);
}

bool rx_parse_set(RxParser *p, RxSeq *seq)
{
    RxSource *s = &p->source;
    RxNode *set = rx_new_node(p, N_SET);
    size_t here = rx_tell(s) - 1;
    if (set == NULL)
        return false;
    if (rx_next_is(s, '['))
        warn_set(p, "nested set", rx_tell(s));
    set->negate = rx_match(s, '^');
    for (bool first = true;; first = false) {
        RxToken t = rx_get(s);
        if (t.len == 0) {
            rx_error(s, rx_tell(s) - here, "unterminated character set");
            return false;
        }
        if (t.len == 1 && t.c[0] == ']' && !first)
            break;
        if (t.len == 1 && !first && t.c[0] != 0 && t.c[0] < 128 && strchr("-&~|", (int)t.c[0]) && rx_next_is(s, t.c[0]))
            warn_operator(p, t.c[0]);
        struct escape e = set_member(p, t);
        if (rx_failed(s))
            return false;
        if (rx_match(s, '-')) {
            if (parse_range(p, set, t, e, here))
                break;
        } else if (!add_item(p, set, e)) {
            return false;
        }
    }
    const RxRange *one = set->ranges;
    if (one && set->cats == 0 && one->next == NULL && one->lo == one->hi) {
        set->op = set->negate ? N_NOT_LITERAL : N_LITERAL;
        set->c = one->lo;
    }
    rx_append(seq, set);
    return !rx_failed(s);
}
