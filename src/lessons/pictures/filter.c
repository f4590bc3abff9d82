/* filter.c: each pixel out of those around it: kernels of 3x3 and 5x5 numbers, the n-th of all in a square (rank), the most frequent. */
#include <string.h>

#include "lang/object/containers.h"
#include "lang/object/num.h"
#include "loops.h"
#include "pixels.h"

/* ---- kernels: floats, summed row by row from below ---- */

typedef struct Kernel {
    int side;
    float at[25], offset;
} Kernel;

LOOP_INLINE float weighed(const uint8_t *p, int64_t step, const float *k, const int side)
{
    if (side == 3) return (float)p[-step] * k[0] + (float)p[0] * k[1] + (float)p[step] * k[2];
    return (float)p[-2 * step] * k[0] + (float)p[-step] * k[1] + (float)p[0] * k[2] + (float)p[step] * k[3] + (float)p[2 * step] * k[4];
}
/* n bytes from `in` on, which lies between rows of `line` bytes. */
LOOP_INLINE void kernel_bytes(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, int64_t line, int64_t step, const Kernel *kernel, const int side)
{
    const Kernel k = *kernel;
    for (int64_t i = 0; i < n; i++) {
        float sum = k.offset;
        for (int row = 0; row < side; row++) sum += weighed(in + i + (side / 2 - row) * line, step, k.at + row * side, side);
        out[i] = clip8f(sum);
    }
}
LOOP_WIDE static void kernel_3(uint8_t *out, const uint8_t *in, int64_t n, int64_t line, int64_t step, const Kernel *k)
{
    if (step == 4) kernel_bytes(out, in, n, line, 4, k, 3);
    else kernel_bytes(out, in, n, line, 1, k, 3);
}
LOOP_WIDE static void kernel_5(uint8_t *out, const uint8_t *in, int64_t n, int64_t line, int64_t step, const Kernel *k)
{
    if (step == 4) kernel_bytes(out, in, n, line, 4, k, 5);
    else kernel_bytes(out, in, n, line, 1, k, 5);
}
static Picture *filtered(VM *vm, const Picture *in, const Kernel *k)
{
    int64_t size = in->mode->size, edge = k->side / 2, n = (in->width - 2 * edge) * size;
    Picture *out = picture_copy_of(vm, in);
    uint32_t mask = picture_band_mask(in);
    for (int64_t y = edge; out && y < in->height - edge; y++) {
        const uint8_t *from = picture_row(in, y) + edge * size;
        uint8_t *to = picture_row(out, y) + edge * size;
        (k->side == 3 ? kernel_3 : kernel_5)(to, from, n, in->line, size, k);
        if (size == 4 && mask != UINT32_MAX)
            for (int64_t x = 0; x < in->width - 2 * edge; x++) ((uint32_t *)(void *)to)[x] &= mask;
        if (!(y & 63) && !vm_poll(vm)) return release(vm, VAL(out)), NULL;
    }
    return out;
}
Value picture_filter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *in = as_picture(args[0]);
    int64_t size[2];
    double divisor, offset, item;
    if (!numbers_of(vm, args[1], 1, size, 2) || !num_to_double(vm, args[2], &divisor) || !num_to_double(vm, args[3], &offset)) return NO_VALUE;
    Kernel k = {.side = (int)size[0], .offset = (float)offset + 0.5f};
    Value items = picture_sequence(vm, args[4]);
    bool ok = items != NO_VALUE;
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) {
        ok = num_to_double(vm, as_tuple(items)->items[i], &item);
        if (ok && i < 25) k.at[i] = (float)item / (float)divisor;
    }
    if (ok) ok = as_tuple(items)->len == size[0] * size[1] || err_false(vm, EXC_ValueError, "bad kernel size");
    release(vm, items);
    if (!ok) return NO_VALUE;
    if (in->mode->kind != PICTURE_UINT8) return picture_wrong_mode(vm);
    if (in->width < size[0] || in->height < size[1]) return picture_value(picture_copy_of(vm, in));
    if (size[0] != size[1] || (size[0] != 3 && size[0] != 5)) return err_raise(vm, EXC_ValueError, "bad kernel size");
    return picture_value(filtered(vm, in, &k));
}

/* ---- ranks ---- */

/* Of bytes: a count of each value in the square, which moves along the row; `below` of them are less than `now`. */
static void rank_bytes(Picture *out, const Picture *in, int y, int side, int rank)
{
    int counts[256] = {0}, now = 0, below = 0;
    for (int dy = 0; dy < side; dy++)
        for (int x = 0; x < side; x++) counts[picture_row(in, y + dy)[x]]++;
    for (int x = 0; x < out->width; x++) {
        for (int dy = 0; x && dy < side; dy++) {
            uint8_t gone = picture_row(in, y + dy)[x - 1], come = picture_row(in, y + dy)[x + side - 1];
            counts[gone]--;
            counts[come]++;
            below += (come < now) - (gone < now);
        }
        while (below > rank) below -= counts[--now];
        while (below + counts[now] <= rank) below += counts[now++];
        picture_row(out, y)[x] = (uint8_t)now;
    }
}
#define RANK(name, T) \
    static T nth_##name(T *v, int n, int k) \
    { \
        for (int low = 0, high = n - 1; low < high;) { \
            T middle = v[k]; \
            int i = low, j = high; \
            do { \
                while (v[i] < middle) i++; \
                while (middle < v[j]) j--; \
                if (i <= j) { \
                    T t = v[i]; \
                    v[i++] = v[j]; \
                    v[j--] = t; \
                } \
            } while (i <= j); \
            if (j < k) low = i; \
            if (k < i) high = j; \
        } \
        return v[k]; \
    } \
    static void rank_##name(Picture *out, const Picture *in, int y, int side, int rank, void *room) \
    { \
        for (int x = 0; x < out->width; x++) { \
            T *v = room; \
            for (int dy = 0; dy < side; dy++) memcpy(v + (size_t)dy * (size_t)side, picture_row(in, y + dy) + (size_t)x * sizeof(T), (size_t)side * sizeof(T)); \
            ((T *)(void *)picture_row(out, y))[x] = nth_##name(v, side * side, rank); \
        } \
    }
RANK(ints, int32_t)
RANK(floats, float)

static bool ranked(VM *vm, Picture *out, const Picture *in, int side, int rank)
{
    size_t room_size = (size_t)side * (size_t)side * 4;
    void *room = mem_alloc(vm->mem, room_size);
    bool ok = room || err_no_memory(vm);
    for (int y = 0; ok && out->width && y < out->height; y++) {
        if (in->mode->kind == PICTURE_UINT8) rank_bytes(out, in, y, side, rank);
        else if (in->mode->kind == PICTURE_INT32) rank_ints(out, in, y, side, rank, room);
        else rank_floats(out, in, y, side, rank, room);
        ok = vm_poll(vm);
    }
    mem_free(vm->mem, room, room_size);
    return ok;
}
Value picture_rankfilter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *in = as_picture(args[0]);
    int side, rank;
    if (!picture_int(vm, args[1], &side) || !picture_int(vm, args[2], &rank)) return NO_VALUE;
    if (in->mode->bands != 1 || in->mode->kind == PICTURE_SPECIAL) return picture_wrong_mode(vm);
    if (!(side & 1)) return err_raise(vm, EXC_ValueError, "bad filter size");
    if (side > 46340 || side < -46340) return err_raise(vm, EXC_ValueError, "filter size too large");
    if (rank < 0 || rank >= side * side) return err_raise(vm, EXC_ValueError, "bad rank value");
    if (side < 0) return err_raise(vm, EXC_ValueError, "bad filter size");
    Picture *out = picture_new(vm, in->mode, in->width - side / 2 * 2, in->height - side / 2 * 2);
    if (out && !ranked(vm, out, in, side, rank)) return release(vm, VAL(out)), NO_VALUE;
    if (out && out->palette) *out->palette = *in->palette;
    return picture_value(out);
}

/* ---- the most frequent ---- */

/* Of the pixels around (x, y) that exist, if one value stands there more than twice. */
static uint8_t most_frequent(const Picture *in, int x, int y, int reach)
{
    uint32_t counts[256] = {0};
    int best = 0;
    for (int64_t v = y - reach < 0 ? 0 : y - reach; v <= (int64_t)y + reach && v < in->height; v++)
        for (int64_t u = x - reach < 0 ? 0 : x - reach; u <= (int64_t)x + reach && u < in->width; u++) counts[picture_row(in, v)[u]]++;
    for (int i = 1; i < 256; i++)
        if (counts[i] > counts[best]) best = i;
    return counts[best] > 2 ? (uint8_t)best : picture_row(in, y)[x];
}
Value picture_modefilter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *in = as_picture(args[0]);
    int side;
    if (!picture_int(vm, args[1], &side)) return NO_VALUE;
    if (in->mode->bands != 1 || in->mode->kind != PICTURE_UINT8) return picture_wrong_mode(vm);
    Picture *out = picture_like(vm, in);
    for (int y = 0; out && y < in->height; y++) {
        for (int x = 0; x < in->width; x++) picture_row(out, y)[x] = most_frequent(in, x, y, side / 2);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NO_VALUE;
    }
    return picture_value(out);
}
