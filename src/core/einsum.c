/* einsum.c: reading einsum's equations. */
#include "einsum.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Read {
    Einsum *e;
    EinsumError *why;
    int letters[EINSUM_TERMS], dots[EINSUM_TERMS]; /* of a term: letters; how many stand before its ellipsis, -1: none */
    int out_letters, out_dots, ellipsis;           /* ellipsis: axes that it stands for */
    bool arrow;
} Read;

/* The sentence of the library that is asked for; false. */
__attribute__((format(printf, 4, 5))) static bool say(Read *r, int operand, Said said, const char *slots, ...)
{
    r->why->operand = operand;
    const char *words = r->why->words ? r->why->words[said] : NULL;
    if (!words) return false;
    va_list args;
    va_start(args, slots);
    vsnprintf(r->why->text, sizeof r->why->text, words, args);
    va_end(args);
    return false;
}
#define WRONG(operand, NAME, ...) say(r, operand, SAID_EINSUM_##NAME, said_slots_EINSUM_##NAME, ##__VA_ARGS__)

static int letter_of(char c) /* capitals first, as the result's order is; -1: none */
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    return c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}
static char letter_text(int label) { return label < 26 ? (char)('A' + label) : (char)('a' + label - 26); }

/* One term from `text` on: letters into t, the place of the ellipsis into *dots. Stops at , or -> or the end. */
static const char *read_term(Read *r, const char *equation, const char *s, EinsumTerm *t, int *dots, int operand)
{
    char where[32];
    snprintf(where, sizeof where, operand < 0 ? "the output" : "operand %d", operand);
    *dots = -1;
    t->n = 0;
    for (; *s && *s != ','; s++) {
        if (s[0] == '-' && s[1] == '>') break;
        if (*s == ' ') continue;
        if (*s == '.') {
            if (*dots >= 0)
                return WRONG(operand, DOT_AGAIN, where), NULL;
            if (s[1] != '.' || s[2] != '.')
                return WRONG(operand, DOT_ALONE, where), NULL;
            *dots = t->n;
            s += 2;
            continue;
        }
        int label = letter_of(*s);
        if (label < 0) return WRONG(operand, NO_LETTER, (int)(s - equation), *s), NULL;
        if (t->n == MAX_DIMS) return WRONG(operand, MANY_SUBSCRIPTS, where), NULL;
        t->label[t->n++] = (uint8_t)label;
    }
    return s;
}

static bool read_inputs(Read *r, const char *equation, const char **at, int count)
{
    const char *s = equation;
    int n = 0;
    for (;; s++) {
        if (n < count || n < EINSUM_TERMS) {
            EinsumTerm extra;
            int dots;
            EinsumTerm *t = n < count ? &r->e->in[n] : &extra;
            if (!(s = read_term(r, equation, s, t, n < count ? &r->dots[n] : &dots, n))) return false;
            if (n < count) r->letters[n] = t->n;
        }
        n++;
        if (*s != ',') break;
    }
    *at = s;
    if (n > count) return WRONG(-1, FEW_OPERANDS);
    if (n < count) return WRONG(-1, MORE_OPERANDS);
    return true;
}

/* The ellipsis's axes are labels of their own, aligned from the right. */
static void open_ellipsis(EinsumTerm *t, int dots, int wide, int widest)
{
    if (dots < 0) return;
    memmove(t->label + dots + wide, t->label + dots, (size_t)(t->n - dots));
    for (int i = 0; i < wide; i++) t->label[dots + i] = (uint8_t)(EINSUM_LETTERS + widest - wide + i);
    t->n += wide;
}

static bool fit_operands(Read *r, int count, const int64_t *(*shape)(const void *, int, int *), const void *data)
{
    int ndim;
    r->ellipsis = 0;
    for (int i = 0; i < count; i++) {
        shape(data, i, &ndim);
        int letters = r->letters[i];
        if (r->dots[i] < 0 && letters > ndim) return WRONG(i, TOO_MANY_LETTERS, letters, ndim, i);
        if (r->dots[i] < 0 && letters < ndim) return WRONG(i, TOO_FEW_LETTERS, letters, ndim, i);
        if (letters > ndim) return WRONG(i, LETTERS_BESIDE, letters, ndim, i);
        if (r->dots[i] >= 0 && ndim - letters > r->ellipsis) r->ellipsis = ndim - letters;
    }
    for (int i = 0; i < count; i++) {
        shape(data, i, &ndim);
        open_ellipsis(&r->e->in[i], r->dots[i], ndim - r->letters[i], r->ellipsis);
    }
    return true;
}

static bool fit_sizes(Read *r, int count, const int64_t *(*shape)(const void *, int, int *), const void *data)
{
    Einsum *e = r->e;
    for (int i = 0; i < EINSUM_LABELS; i++) e->size[i] = 1;
    for (int i = 0; i < count; i++) {
        int ndim;
        const int64_t *sizes = shape(data, i, &ndim);
        const EinsumTerm *t = &e->in[i];
        for (int k = 0; k < t->n; k++) {
            char name[2] = {t->label[k] < EINSUM_LETTERS ? letter_text(t->label[k]) : '.', 0};
            for (int j = 0; j < k; j++)
                if (t->label[j] == t->label[k] && sizes[j] != sizes[k])
                    return WRONG(i, REPEATED, name, i, (long long)sizes[k], (long long)sizes[j]);
            int64_t *size = &e->size[t->label[k]];
            if (*size != 1 && sizes[k] != 1 && *size != sizes[k])
                return WRONG(i, BROADCAST, name, (long long)sizes[k], i, (long long)*size);
            if (sizes[k] != 1) *size = sizes[k];
        }
    }
    return true;
}

static bool read_output(Read *r, const char *equation, const char *s, int count)
{
    EinsumTerm *out = &r->e->out;
    int seen[EINSUM_LETTERS] = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < r->e->in[i].n; k++)
            if (r->e->in[i].label[k] < EINSUM_LETTERS) seen[r->e->in[i].label[k]]++;
    out->n = 0;
    if (!*s) { /* what occurs once, in the alphabet's order, behind the ellipsis */
        r->out_dots = 0;
        for (int i = 0; i < EINSUM_LETTERS; i++)
            if (seen[i] == 1) {
                if (out->n == MAX_DIMS) return WRONG(-1, OUTPUT_MANY);
                out->label[out->n++] = (uint8_t)i;
            }
    } else {
        if (s[0] == ',') return WRONG(-1, FEW_OPERANDS);
        if (!(s = read_term(r, equation, s + 2, out, &r->out_dots, -1))) return false;
        if (*s) return WRONG(-1, NO_LETTER, (int)(s - equation), *s);
        for (int k = 0; k < out->n; k++) {
            char c = letter_text(out->label[k]);
            for (int j = 0; j < k; j++)
                if (out->label[j] == out->label[k]) return WRONG(-1, OUTPUT_TWICE, c);
            if (!seen[out->label[k]])
                return WRONG(-1, OUTPUT_UNKNOWN, c);
        }
    }
    if (out->n + r->ellipsis > MAX_DIMS) return WRONG(-1, NDIM);
    open_ellipsis(out, r->out_dots, r->ellipsis, r->ellipsis);
    return true;
}

bool einsum_read(Einsum *e, const char *equation, int count, const int64_t *(*shape)(const void *, int, int *), const void *data, EinsumError *why)
{
    Read read = {.e = e, .why = why, .out_dots = -1}, *r = &read;
    const char *s;
    why->operand = -1;
    e->count = count;
    if (count < 1 || count > EINSUM_TERMS) return WRONG(-1, OPERANDS, count, (int)EINSUM_TERMS);
    return read_inputs(r, equation, &s, count) && fit_operands(r, count, shape, data) && read_output(r, equation, s, count) && fit_sizes(r, count, shape, data);
}
