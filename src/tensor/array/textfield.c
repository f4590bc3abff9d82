/* textfield.c: a text as one element: numbers as C reads them (no underscores, no hexadecimal), texts cut to size, anything else as its dtype takes a str. */
#include "textread.h"

#include "digits.h"
#include "element.h"
#include "lang/text/text_impl.h"

#include <math.h>

enum { FIELD_MOST = 400 }; /* characters of a number that are looked at on the stack; longer ones have memory of their own */

static bool blank(uint32_t c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f) || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000; }

static void strip(const uint32_t **text, int64_t *n)
{
    while (*n && blank((*text)[0])) ++*text, --*n;
    while (*n && blank((*text)[*n - 1])) --*n;
}
/* A number's characters without blanks around (a complex one may have parentheses), as C text; false: it cannot be one. */
static bool narrow(const uint32_t *text, int64_t n, bool parentheses, char *out /*n + 1 of them*/)
{
    strip(&text, &n);
    if (parentheses && n > 1 && text[0] == '(' && text[n - 1] == ')') {
        text++;
        n -= 2;
        strip(&text, &n);
    }
    if (!n) return false;
    for (int64_t i = 0; i < n; i++) {
        if (text[i] <= ' ' || text[i] >= 127) return false;
        out[i] = (char)text[i];
    }
    out[n] = 0;
    return true;
}

static const char *word_end(const char *s, const char *word)
{
    for (; *word; s++, word++)
        if ((*s | 32) != *word) return NULL;
    return s;
}

/* The number at s; where it ends, s itself where there is none. */
static long double number_at(const char *s, const char **end, bool wide)
{
    const char *p = s + (*s == '-' || *s == '+'), *word;
    long double sign = *s == '-' ? -1 : 1;
    *end = s;
    if ((word = word_end(p, "infinity")) || (word = word_end(p, "inf"))) return *end = word, sign * __builtin_infl();
    if ((word = word_end(p, "nan"))) return *end = word, __builtin_copysignl(__builtin_nanl(""), sign);
    if (!((*p >= '0' && *p <= '9') || (*p == '.' && p[1] >= '0' && p[1] <= '9'))) return 0;
    if (p[0] == '0' && (p[1] | 32) == 'x') return *end = p + 1, 0;
    if (wide) return longdouble_parse(s, end);
    double d = float_parse(p, end);
    if (*end == p) *end = s;
    return sign * (long double)d;
}

static bool whole_number(const char *s, int64_t *out, bool is_unsigned)
{
    bool negative = *s == '-';
    uint64_t u = 0, most = is_unsigned ? UINT64_MAX : (uint64_t)INT64_MAX + negative;
    s += *s == '-' || *s == '+';
    if (!*s || (negative && is_unsigned)) return false;
    for (; *s; s++) {
        unsigned d = (unsigned)(*s - '0');
        if (d > 9 || __builtin_mul_overflow(u, 10, &u) || __builtin_add_overflow(u, d, &u) || u > most) return false;
    }
    *out = (int64_t)(negative ? -u : u);
    return true;
}

static bool fits(int64_t v, int bytes, bool is_unsigned)
{
    if (bytes == 8) return true;
    if (is_unsigned) return (uint64_t)v < UINT64_C(1) << (8 * bytes);
    int64_t most = (INT64_C(1) << (8 * bytes - 1)) - 1;
    return v >= -most - 1 && v <= most;
}

static int integer_put(VM *vm, Num num, char *at, const char *s)
{
    int bytes = np_elements[num].bytes;
    bool is_unsigned = num_is_unsigned(num);
    int64_t v;
    if (!whole_number(s, &v, is_unsigned) || !fits(v, bytes, is_unsigned)) {
        const char *end;
        double d = (double)number_at(s, &end, false);
        if (end == s || *end) return 0;
        if (!err_warn(vm, EXC_DeprecationWarning, str_from_c(vm,
                "loadtxt(): Parsing an integer via a float is deprecated.  To avoid this warning, you can:\n    * make sure the original data is stored as integers.\n"
                "    * use the `converters=` keyword argument.  If you only use\n      NumPy 1.23 or later, `converters=float` will normally work.\n"
                "    * Use `np.loadtxt(...).astype(np.int64)` parsing the file as\n      floating point and then convert it.  (On all NumPy versions.)\n  (Deprecated NumPy 1.23)")))
            return err_matches(vm, EXC_DeprecationWarning) ? err_clear(vm), 0 : -1; /* made an error: then it is no integer */
        v = d >= -9223372036854775808.0 && d < 9223372036854775808.0 ? (int64_t)d : is_unsigned && d >= 0 && d < 18446744073709551616.0 ? (int64_t)(uint64_t)d : INT64_MIN;
    }
    memcpy(at, &v, (size_t)bytes);
    return 1;
}

static int float_put(Num num, char *at, const char *s)
{
    const char *end;
    long double v = number_at(s, &end, num == NP_LONGDOUBLE);
    if (end == s || *end) return 0;
    double d = (double)v;
    float f = (float)d;
    uint16_t h;
    switch (num) {
    case NP_HALF: h = np_half_from_double(d); memcpy(at, &h, 2); break;
    case NP_FLOAT: memcpy(at, &f, 4); break;
    case NP_DOUBLE: memcpy(at, &d, 8); break;
    default: memset(at, 0, 16); memcpy(at, &v, 10);
    }
    return 1;
}

static int complex_put(Num num, char *at, const char *s, uint32_t imaginary)
{
    bool wide = num == NP_CLONGDOUBLE;
    const char *end, *last;
    long double re = number_at(s, &end, wide), im = 0;
    if (end == s) return 0;
    if ((unsigned char)*end == imaginary) {
        im = re;
        re = 0;
        end++;
    } else if (*end == '+' || *end == '-') {
        if (*end == '+' && end[1] == '-') end++; /* 6+-7j, as old savetxt wrote it */
        im = number_at(end, &last, wide);
        if (last == end || (unsigned char)*last != imaginary) return 0;
        end = last + 1;
    }
    if (*end) return 0;
    Np_cfloat f = {(float)re, (float)im};
    Np_cdouble d = {(double)re, (double)im};
    Np_clongdouble l;
    memset(&l, 0, sizeof l);
    l.re = re;
    l.im = im;
    memcpy(at, num == NP_CFLOAT ? (void *)&f : num == NP_CDOUBLE ? (void *)&d : (void *)&l, np_elements[num].bytes);
    return 1;
}

static int chars_put(const Descr *d, char *at, const uint32_t *text, int64_t n)
{
    bool wide = d->num == NP_UNICODE;
    int64_t room = d->size / (wide ? 4 : 1);
    if (n > room) n = room;
    for (int64_t i = 0; i < n && !wide; i++)
        if (text[i] > 255) return 0;
    memset(at, 0, (size_t)d->size);
    if (wide) memcpy(at, text, (size_t)n * 4);
    for (int64_t i = 0; i < n && !wide; i++) at[i] = (char)text[i];
    return 1;
}

static int value_put_at(VM *vm, Descr *d, char *at, const uint32_t *text, int64_t n, bool as_bytes)
{
    Value v = str_from_ucs4(vm, text, (size_t)n);
    if (v && as_bytes) {
        Value encoded = codec_encode(vm, v, "latin-1", NULL);
        release(vm, v);
        v = encoded;
    }
    if (!v) return -1;
    bool ok = d->num != NP_VOID && element_put(vm, d, at, v);
    release(vm, v);
    if (ok) return 1;
    if (err_occurred(vm) && !err_matches(vm, EXC_ValueError) && !err_matches(vm, EXC_TypeError)) return -1;
    err_clear(vm);
    return 0;
}

static int number_put(VM *vm, Num num, char *at, const char *s, uint32_t imaginary)
{
    if (num == NP_BOOL) {
        int64_t v;
        if (!whole_number(s, &v, false)) return 0;
        *at = v != 0;
        return 1;
    }
    if (num_is_integer(num)) return integer_put(vm, num, at, s);
    return num_is_complex(num) ? complex_put(num, at, s, imaginary) : float_put(num, at, s);
}

int field_put(VM *vm, Descr *d, char *at, const uint32_t *text, int64_t n, uint32_t imaginary, bool as_bytes)
{
    char few[FIELD_MOST + 1], *s = few;
    Num num = (Num)d->num;
    if (num == NP_STRING || num == NP_UNICODE) return chars_put(d, at, text, n);
    if (!num_is_number(num)) return value_put_at(vm, d, at, text, n, as_bytes);
    if (n > FIELD_MOST && !(s = mem_alloc(vm->mem, (size_t)n + 1))) return err_no_memory(vm), -1;
    int put = narrow(text, n, num_is_complex(num), s) ? number_put(vm, num, at, s, imaginary) : 0;
    if (s != few) mem_free(vm->mem, s, (size_t)n + 1);
    return put;
}
