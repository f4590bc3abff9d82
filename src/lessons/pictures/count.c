/* count.c: what is in a picture: how often each value, the least and the greatest, which colours, and where anything is at all. */
#include <math.h>

#include "pixels.h"

/* ---- histograms ---- */
typedef struct Histogram { int64_t of[1024]; } Histogram; /* 256 of each band */
typedef struct Extremes { double low, high; bool given; } Extremes;

static void count_bytes(Histogram *h, const uint8_t *in, int64_t n, uint32_t other[256])
{
    int64_t x = 0; /* two tables in turn: equal neighbours need not wait for each other */
    for (; x + 2 <= n; x += 2) {
        h->of[in[x]]++;
        other[in[x + 1]]++;
    }
    if (x < n) h->of[in[x]]++;
}
/* All four bytes of each pixel, or three, two pixels at a time: equal neighbours need not wait for each other. */
static inline __attribute__((always_inline)) void count_words(Histogram *h, const uint8_t *in, int64_t n, uint32_t other[1024], int bands)
{
    int64_t x = 0;
    for (; x + 2 <= n; x += 2) {
        uint64_t two;
        memcpy(&two, in + 4 * x, 8);
        for (int k = 0; k < bands; k++) h->of[256 * k + (two >> 8 * k & 255)]++;
        for (int k = 0; k < bands; k++) other[256 * k + (two >> (32 + 8 * k) & 255)]++;
    }
    for (int k = 0; x < n && k < bands; k++) h->of[256 * k + in[4 * x + k]]++;
}
static void count_masked(Histogram *h, const uint8_t *in, int64_t n, const uint8_t *mask)
{
    for (int64_t x = 0; x < n; x++, in += 4)
        if (mask[x])
            for (int k = 0; k < 4; k++) h->of[256 * k + in[k]]++;
}
/* The counts of every second pixel, to the rest. */
static void count_others(Histogram *h, uint32_t *other, int n)
{
    for (int i = 0; i < n; i++) h->of[i] += other[i], other[i] = 0;
}
static void count_bin(Histogram *h, float place)
{
    int32_t i = whole_of(place);
    if (i >= 0 && i < 256) h->of[i]++;
}
/* Numbers between the extremes, in 256 equal parts. */
static void count_ints(Histogram *h, const uint8_t *in, int64_t n, const Extremes *e)
{
    const int32_t low = (int32_t)e->low, high = (int32_t)e->high;
    const float scale = 255.0F / (float)(int32_t)((uint32_t)high - (uint32_t)low);
    for (int64_t x = 0; x < n && low < high; x++) count_bin(h, (float)(int32_t)(word_at(in + 4 * x) - (uint32_t)low) * scale);
}
static void count_floats(Histogram *h, const uint8_t *in, int64_t n, const Extremes *e)
{
    const float low = (float)e->low, high = (float)e->high, scale = 255.0F / (high - low);
    for (int64_t x = 0; x < n && low < high; x++) count_bin(h, (((const float *)in)[x] - low) * scale);
}

static bool count_picture(VM *vm, const Picture *p, const Picture *mask, const Extremes *e, Histogram *h)
{
    const bool bytes = picture_of_bytes(p), numbers = !bytes && p->mode->kind != PICTURE_UINT8;
    uint32_t other[1024] = {0};
    int64_t since = 0;
    memset(h, 0, sizeof *h);
    if (mask && !picture_same_size(p, mask)) return picture_wrong_match(vm) != NO_VALUE;
    if (mask && !picture_is(mask, MODE_1) && !picture_is(mask, MODE_L)) return err_false(vm, EXC_ValueError, "bad transparency mask");
    if (mask && numbers) return picture_wrong_mode(vm) != NO_VALUE;
    if (numbers && !e->given) return err_false(vm, EXC_ValueError, "min/max not given");
    for (int64_t y = 0; y < p->height; y++) {
        if (!vm_poll(vm)) return false;
        const uint8_t *in = picture_row(p, y), *m = mask ? picture_row(mask, y) : NULL;
        if (p->mode->kind == PICTURE_INT32) count_ints(h, in, p->width, e);
        else if (p->mode->kind == PICTURE_FLOAT32) count_floats(h, in, p->width, e);
        else if (m && !bytes) count_masked(h, in, p->width, m);
        else if (m) {
            for (int64_t x = 0; x < p->width; x++) h->of[in[x]] += m[x] != 0;
        } else if (bytes) count_bytes(h, in, p->width, other);
        else if (p->mode->bands == 3) count_words(h, in, p->width, other, 3);
        else count_words(h, in, p->width, other, 4);
        if ((since += p->width) >= 1 << 30) { /* a row has fewer pixels than 2^29, so that 32 bits hold them */
            count_others(h, other, 1024);
            since = 0;
        }
    }
    count_others(h, other, 1024);
    return true;
}

static bool extremes_arg(VM *vm, const Picture *p, Ref v, Extremes *e)
{
    *e = (Extremes){0};
    if (!v || is_none(v)) return true;
    if (!is_tuple(v) || as_tuple(v)->len != 2) return err_false(vm, EXC_TypeError, "the least and the greatest must be a tuple of two numbers");
    const Tuple *t = as_tuple(v);
    int32_t low = 0, high = 0;
    e->given = true;
    if (p->mode->kind == PICTURE_FLOAT32) return num_to_double(vm, t->items[0], &e->low) && num_to_double(vm, t->items[1], &e->high);
    if (!picture_int_arg(vm, t->items[0], &low) || !picture_int_arg(vm, t->items[1], &high)) return false;
    e->low = low;
    e->high = high;
    return true;
}
/* histogram(extremes=, mask=) and entropy of the same */
static bool histogram_of(VM *vm, const Ref *args, Histogram *h)
{
    const Picture *p = as_picture(args[0]), *mask = args[2] ? picture_arg(vm, args[2], 2) : NULL;
    Extremes e;
    return !(args[2] && !mask) && extremes_arg(vm, p, args[1], &e) && count_picture(vm, p, mask, &e, h);
}

Value picture_histogram(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Histogram h;
    if (!histogram_of(vm, args, &h)) return NO_VALUE;
    Ref items[1024];
    const int count = 256 * as_picture(args[0])->mode->bands;
    for (int i = 0; i < count; i++) items[i] = make_small(h.of[i]);
    return list_from(vm, items, count);
}
Value picture_entropy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Histogram h;
    if (!histogram_of(vm, args, &h)) return NO_VALUE;
    const int count = 256 * as_picture(args[0])->mode->bands;
    int64_t all = 0;
    double entropy = 0;
    for (int i = 0; i < count; i++) all += h.of[i];
    for (int i = 0; i < count; i++) {
        double part = (double)h.of[i] / (double)all;
        if (part != 0) entropy += part * log(part) * M_LOG2E;
    }
    return make_float_any(-entropy);
}

/* ---- the least and the greatest ---- */
static bool extremes_of_bytes(VM *vm, const Picture *p, uint8_t out[2])
{
    uint8_t low = 255, high = 0;
    for (int64_t y = 0; y < p->height && (low || high != 255); y++) {
        if (!vm_poll(vm)) return false;
        const uint8_t *in = picture_row(p, y);
        for (int64_t x = 0; x < p->width; x++) {
            low = in[x] < low ? in[x] : low;
            high = in[x] > high ? in[x] : high;
        }
    }
    out[0] = low;
    out[1] = high;
    return true;
}
/* Of a mode of numbers; a NaN is neither less nor greater. */
#define EXTREMES(name, of)                                                  \
    static bool extremes_of_##name(VM *vm, const Picture *p, double out[2]) \
    {                                                                       \
        of low = *(const of *)p->pixels, high = low;                        \
        for (int64_t y = 0; y < p->height; y++) {                           \
            if (!vm_poll(vm)) return false;                                 \
            const of *in = (const of *)picture_row(p, y);                   \
            for (int64_t x = 0; x < p->width; x++) {                        \
                low = in[x] < low ? in[x] : low;                            \
                high = in[x] > high ? in[x] : high;                         \
            }                                                               \
        }                                                                   \
        out[0] = low;                                                       \
        out[1] = high;                                                      \
        return true;                                                        \
    }
EXTREMES(floats, float)
EXTREMES(ints, int32_t)
EXTREMES(shorts, uint16_t)
static Value extremes_of_numbers(VM *vm, const Picture *p)
{
    double found[2];
    if (!(p->mode->kind == PICTURE_FLOAT32 ? extremes_of_floats : p->mode->kind == PICTURE_INT32 ? extremes_of_ints : extremes_of_shorts)(vm, p, found)) return NO_VALUE;
    if (p->mode->kind == PICTURE_FLOAT32) return tuple_from(vm, (Ref[]){make_float_any(found[0]), make_float_any(found[1])}, 2);
    return tuple_from(vm, (Ref[]){make_small((int64_t)found[0]), make_small((int64_t)found[1])}, 2);
}
Value picture_getextrema(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    uint8_t found[2];
    if (p->mode->bands != 1) return picture_wrong_mode(vm);
    if (!p->width || !p->height) return V_NONE;
    if (p->mode->kind == PICTURE_SPECIAL && !picture_is(p, MODE_I16)) return picture_wrong_mode(vm);
    if (p->mode->kind != PICTURE_UINT8) return extremes_of_numbers(vm, p);
    if (!extremes_of_bytes(vm, p, found)) return NO_VALUE;
    return tuple_from(vm, (Ref[]){make_small(found[0]), make_small(found[1])}, 2);
}

/* ---- where something is ---- */
static bool has_alpha(const Picture *p) { return strchr("aA", p->mode->letters[p->mode->bands - 1]) && p->mode->size == 4 && p->mode->id != MODE_LAB; }
static bool anything_at(const Picture *p, const uint8_t *row, int64_t x, uint32_t mask) { return picture_of_bytes(p) ? row[x] != 0 : (word_at(row + 4 * x) & mask) != 0; }

Value picture_getbbox(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    const uint32_t mask = has_alpha(p) ? 0xff000000 : picture_word_mask(p);
    int64_t left = p->width, right = 0, top = -1, bottom = 0;
    for (int64_t y = 0; y < p->height; y++) {
        const uint8_t *row = picture_row(p, y);
        int64_t x = 0, end = p->width;
        if (!vm_poll(vm)) return NO_VALUE;
        while (x < end && !anything_at(p, row, x, mask)) x++;
        if (x == end) continue;
        while (!anything_at(p, row, end - 1, mask)) end--;
        if (top < 0) top = y;
        bottom = y + 1;
        left = x < left ? x : left;
        right = end > right ? end : right;
    }
    return top < 0 ? V_NONE : tuple_from(vm, (Ref[]){make_small(left), make_small(top), make_small(right), make_small(bottom)}, 4);
}
Value picture_getprojection(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    const uint32_t mask = picture_word_mask(p);
    Value columns = bytes_from(vm, NULL, p->width), rows = columns ? bytes_from(vm, NULL, p->height) : NO_VALUE;
    Value r = NO_VALUE;
    bool ok = rows != NO_VALUE;
    if (ok) {
        memset(as_bytes(columns)->data, 0, (size_t)p->width);
        memset(as_bytes(rows)->data, 0, (size_t)p->height);
        for (int64_t y = 0; ok && y < p->height; y++) {
            ok = vm_poll(vm);
            const uint8_t *row = picture_row(p, y);
            uint8_t *out = as_bytes(columns)->data, any = 0;
            for (int64_t x = 0; x < p->width; x++) {
                uint8_t here = anything_at(p, row, x, mask);
                out[x] |= here;
                any |= here;
            }
            as_bytes(rows)->data[y] = any;
        }
        if (ok) r = tuple_from(vm, (Ref[]){columns, rows}, 2);
    }
    release(vm, columns);
    release(vm, rows);
    return r;
}
