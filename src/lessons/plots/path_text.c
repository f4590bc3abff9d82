/* path_text.c: a path as the operators of a page's language (PostScript, PDF, SVG): _path.convert_to_string. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "path_text.h"

typedef struct Text { VM *vm; char *at; size_t n, cap; } Text;
enum { NUMBER_MOST = 400 }; /* characters: a double's digits before the point, and the precision */

static char *room(Text *t, size_t more)
{
    if (t->n + more > t->cap) {
        size_t cap = t->cap * 2 + more + 256;
        char *at = mem_realloc(t->vm->mem, t->at, t->cap, cap);
        if (!at) return err_no_memory(t->vm), NULL;
        t->at = at;
        t->cap = cap;
    }
    return t->at + t->n;
}
static bool put(Text *t, const char *s, size_t n)
{
    char *to = room(t, n);
    if (!to) return false;
    memcpy(to, s, n);
    t->n += n;
    return true;
}

/* Numbers that fit: the digits of round(v * 10^precision) straight; where that may be off by rounding twice, and elsewhere, C's printf. */
static int number_short(double v, int precision, char *to)
{
    static const double tens[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};
    double scaled = fabs(v) * tens[precision], whole = floor(scaled), rest = scaled - whole;
    if (!(scaled < 1e9) || fabs(rest - 0.5) < 1e-6) return 0;
    uint64_t all = (uint64_t)whole + (rest > 0.5), unit = (uint64_t)tens[precision], fraction = all % unit;
    char digits[24];
    int n = 0, length = 0;
    if (signbit(v)) to[length++] = '-';
    for (uint64_t rest_of = all / unit; rest_of || !n; rest_of /= 10) digits[n++] = (char)('0' + rest_of % 10);
    while (n) to[length++] = digits[--n];
    if (!fraction) return length;
    to[length++] = '.';
    for (uint64_t place = unit / 10; fraction; place /= 10) {
        to[length++] = (char)('0' + fraction / place);
        fraction %= place;
    }
    return length;
}
static bool put_number(Text *t, double v, int precision)
{
    char *to = room(t, (size_t)NUMBER_MOST + (size_t)(precision > 0 ? precision : 0));
    if (!to) return false;
    if (precision < 0) { /* to the nearest third, then cut off: what became of TrueType's curves must be whole again */
        double thirds = floor(v * 3 + 0.5);
        int whole = thirds >= -2147483648.0 && thirds < 2147483648.0 ? (int)thirds : (-2147483647 - 1);
        t->n += (size_t)sprintf(to, "%d", whole / 3);
        return true;
    }
    int n = precision <= 6 ? number_short(v, precision, to) : 0;
    if (!n) {
        n = sprintf(to, "%.*f", precision, v);
        if (memchr(to, '.', (size_t)n)) {
            while (to[n - 1] == '0') n--;
            if (to[n - 1] == '.') n--;
        }
    }
    t->n += (size_t)n;
    return true;
}

static int points_of(unsigned code) { return code == PATH_CURVE3 ? 2 : code == PATH_CURVE4 ? 3 : 1; }
static bool put_step(Text *t, unsigned code, const Step *p, int n, const TextForm *form)
{
    const BufferView *op = &form->codes[code - 1];
    if (!form->postfix && !(put(t, (const char *)op->data, (size_t)op->len) && put(t, " ", 1))) return false;
    for (int i = 0; i < n; i++)
        if (!put_number(t, p[i].x, form->precision) || !put(t, " ", 1) || !put_number(t, p[i].y, form->precision) || !put(t, " ", 1)) return false;
    return (!form->postfix || put(t, (const char *)op->data, (size_t)op->len)) && put(t, "\n", 1);
}
/* A curve with one control point as one with two. */
static void raise_curve(const Step *from, const Step *p, Step *out)
{
    out[0] = (Step){from->x + 2.0 / 3.0 * (p[0].x - from->x), from->y + 2.0 / 3.0 * (p[0].y - from->y), PATH_CURVE4};
    out[1] = (Step){out[0].x + 1.0 / 3.0 * (p[1].x - from->x), out[0].y + 1.0 / 3.0 * (p[1].y - from->y), PATH_CURVE4};
    out[2] = p[1];
}

static bool put_all(Text *t, const Steps *s, const TextForm *form)
{
    Step last = {0}, three[3];
    for (int64_t i = 0; i < s->n;) {
        const Step *p = &s->at[i];
        unsigned code = p->code;
        int n = points_of(code);
        if (i % 4096 == 0 && !vm_poll(t->vm)) return false;
        if (code == PATH_CLOSEPOLY) {
            if (!put(t, (const char *)form->codes[4].data, (size_t)form->codes[4].len) || !put(t, "\n", 1)) return false;
            i++;
            continue;
        }
        if (code > PATH_CURVE4 || i + n > s->n) return err_false(t->vm, EXC_ValueError, "Malformed path codes");
        i += n;
        Step end = p[n - 1];
        if (code == PATH_CURVE3 && !form->codes[code - 1].len) {
            raise_curve(&last, p, three);
            p = three;
            code = PATH_CURVE4;
            n = 3;
        }
        if (!put_step(t, code, p, n, form)) return false;
        last = end;
    }
    return true;
}
Value steps_text(const Steps *s, const TextForm *form)
{
    Text t = {.vm = s->vm};
    Value r = put_all(&t, s, form) ? bytes_from(s->vm, t.n ? t.at : "", (int64_t)t.n) : NULL;
    mem_free(s->vm->mem, t.at, t.cap);
    return r;
}
