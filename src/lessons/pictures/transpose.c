/* transpose.c: a picture mirrored, turned by quarters, or both. */
#include <string.h>

#include "loops.h"

/* A pixel of the new picture at (x, y) is the old one's at first + x * right + y * below, in bytes. */
typedef struct Walk { int64_t first, right, below; } Walk;

static Walk walk_of(const Picture *p, int64_t how, bool *turned)
{
    int64_t s = p->mode->size, line = p->line, last_x = (p->width - 1) * s, last_y = (p->height - 1) * line;
    const Walk walks[] = {{last_x, -s, line}, {last_y, s, -line}, {last_x, line, -s}, {last_y + last_x, -s, -line}, {last_y, -line, s}, {0, line, s}, {last_y + last_x, -line, -s}};
    *turned = how == 2 || how >= 4;
    return walks[how];
}

/* Rows stay rows: from the left, or from the right. Columns become rows: in squares, so that what is read column by column stays in the cache. */
#define WALK(name, T) \
    LOOP_WIDE static void walk_##name(const Picture *out, const Picture *in, Walk w, int64_t y0, int64_t y1) \
    { \
        enum { SIDE = 32 }; \
        if (w.right == sizeof(T)) { \
            for (int64_t y = y1; y-- > y0;) memcpy(picture_row(out, y), in->pixels + w.first + y * w.below, (size_t)out->width * sizeof(T)); \
            return; \
        } \
        if (w.right == -(int64_t)sizeof(T)) { \
            for (int64_t y = y0; y < y1; y++) { \
                T *to = (T *)(void *)picture_row(out, y); \
                const T *from = (const T *)(const void *)(in->pixels + w.first + y * w.below); \
                for (int64_t x = 0; x < out->width; x++) to[x] = from[-x]; \
            } \
            return; \
        } \
        for (int64_t x0 = 0; x0 < out->width; x0 += SIDE) \
            for (int64_t y = y0; y < y1; y++) { \
                const uint8_t *from = in->pixels + w.first + x0 * w.right + y * w.below; \
                T *to = (T *)(void *)picture_row(out, y) + x0; \
                int64_t n = out->width - x0 < SIDE ? out->width - x0 : SIDE; \
                for (int64_t x = 0; x < n; x++) to[x] = *(const T *)(const void *)(from + x * w.right); \
            } \
    }
typedef struct Triple { uint8_t bytes[3]; } Triple;
WALK(1, uint8_t)
WALK(2, uint16_t)
WALK(3, Triple)
WALK(4, uint32_t)

/* Columns become rows, of pixels of four bytes: four times four of them in registers. */
LOOP_INLINE Four column_at(const uint8_t *p, int64_t step)
{
    Four v;
    memcpy(&v, step > 0 ? p : p - 12, sizeof v);
    return step > 0 ? v : __builtin_shufflevector(v, v, 3, 2, 1, 0);
}
LOOP_INLINE void turn_tile(const Picture *out, const uint8_t *from, Walk w, int64_t x, int64_t y)
{
    const Four a = column_at(from, w.below), b = column_at(from + w.right, w.below), c = column_at(from + 2 * w.right, w.below), d = column_at(from + 3 * w.right, w.below);
    const Four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    const Four rows[4] = {__builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7), __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5), __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7)};
    for (int k = 0; k < 4; k++) memcpy(picture_row(out, y + k) + 4 * x, &rows[k], 16);
}
static void turn_fours(const Picture *out, const Picture *in, Walk w, int64_t y0, int64_t y1)
{
    enum { SIDE = 32 };
    const int64_t width = out->width & ~3, end = y0 + ((y1 - y0) & ~3);
    for (int64_t x0 = 0; x0 < width; x0 += SIDE)
        for (int64_t y = y0; y < end; y += 4)
            for (int64_t x = x0; x < width && x < x0 + SIDE; x += 4) turn_tile(out, in->pixels + w.first + x * w.right + y * w.below, w, x, y);
    for (int64_t y = y0; y < y1; y++)
        for (int64_t x = y < end ? width : 0; x < out->width; x++) memcpy(picture_row(out, y) + 4 * x, in->pixels + w.first + x * w.right + y * w.below, 4);
}

Value picture_transpose(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static void (*const walks[])(const Picture *, const Picture *, Walk, int64_t, int64_t) = {walk_1, walk_2, walk_3, walk_4};
    const Picture *in = as_picture(args[0]);
    int64_t how;
    bool turned;
    if (!num_index_i64(vm, args[1], &how)) return NO_VALUE;
    if (how < 0 || how > 6) return err_raise(vm, EXC_ValueError, "No such transpose operation");
    Walk w = walk_of(in, how, &turned);
    Picture *out = picture_unset(vm, in->mode, turned ? in->height : in->width, turned ? in->width : in->height);
    if (!out) return NO_VALUE;
    if (out->palette) *out->palette = *in->palette;
    /* Upside down it is written from below, so that what is read comes in order. */
    for (int64_t end = out->height; how == 1 && end > 0; end -= 32) {
        walks[in->mode->size - 1](out, in, w, end > 32 ? end - 32 : 0, end);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NO_VALUE;
    }
    for (int64_t y = how == 1 ? out->height : 0; y < out->height; y += 32) {
        (turned && in->mode->size == 4 ? turn_fours : walks[in->mode->size - 1])(out, in, w, y, y + 32 < out->height ? y + 32 : out->height);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NO_VALUE;
    }
    return VAL(out);
}
