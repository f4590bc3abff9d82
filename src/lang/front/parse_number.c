/* parse_number.c: the values of number tokens, which the lexer has found well formed. */
#include "parse_impl.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MAX_DIGITS = 4300 }; /* sys.int_info.default_max_str_digits */

static int digit_value(char c)
{
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

static bool too_long(Parser *p, const Token *t, size_t digits)
{
    int max = p->in->max_int_digits < 0 ? DEFAULT_MAX_DIGITS : p->in->max_int_digits;
    if (!max || digits <= (size_t)max)
        return false;
    const char *msg = arena_printf(p->arena, "Exceeds the limit (%d digits) for integer string conversion: value has %zu digits; use "
                                             "sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer "
                                             "literals to avoid decimal conversion limits.", max, digits);
    parse_raise_at(p, SYN_SYNTAX, t->lineno, -1, t->end_lineno, -1, msg);
    return true;
}

static bool integer(Parser *p, const Token *t, const char *s, size_t len, AstConst *out)
{
    int base = 10;
    if (len > 2 && s[0] == '0' && (s[1] | 32) > '9') {
        base = (s[1] | 32) == 'x' ? 16 : (s[1] | 32) == 'o' ? 8 : 2;
        s += 2, len -= 2;
    }
    if (base == 10 && too_long(p, t, len))
        return false;
    while (len > 1 && *s == '0')
        s++, len--;
    int64_t v = 0;
    for (size_t i = 0; i < len; i++) {
        if (__builtin_mul_overflow(v, (int64_t)base, &v) || __builtin_add_overflow(v, (int64_t)digit_value(s[i]), &v)) {
            *out = (AstConst){.kind = ACONST_BIGINT, .base = (uint8_t)base, .len = len, .s = s};
            return true;
        }
    }
    *out = (AstConst){.kind = ACONST_INT, .base = (uint8_t)base, .i = v};
    return true;
}

Node *parse_number(Parser *p)
{
    Place from = here(p);
    Token *t = peek(p);
    if (memchr(t->start, '_', t->len) && !parse_needs(p, 6, "Underscores in numeric literals are"))
        return NULL;
    char *s = arena_alloc(p->arena, t->len + 1), *q = s;
    if (!s)
        return parse_no_memory(p);
    bool is_float = false;
    bool based = t->len > 1 && t->start[0] == '0' && strchr("xXoObB", t->start[1]);
    for (uint32_t i = 0; i < t->len; i++) {
        char c = t->start[i];
        if (c == '_')
            continue;
        is_float |= !based && (c == '.' || c == 'e' || c == 'E');
        *q++ = c;
    }
    *q = 0;
    AstConst value;
    if (!based && (q[-1] == 'j' || q[-1] == 'J')) {
        q[-1] = 0;
        value = (AstConst){.kind = ACONST_IMAG, .f = strtod(s, NULL)};
    } else if (is_float) {
        value = (AstConst){.kind = ACONST_FLOAT, .f = strtod(s, NULL)};
    } else if (!integer(p, t, s, (size_t)(q - s), &value)) {
        return NULL;
    }
    p->pos++;
    return NEW(p, Constant, from, .value = value);
}
