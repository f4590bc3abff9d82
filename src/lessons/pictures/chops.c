/* chops.c: two pictures byte by byte (ImageChops), by the rows of chops.def, and a picture's bytes turned round. */
#include "pixels.h"

typedef void (*ChopRow)(uint8_t *restrict out, const uint8_t *restrict x, const uint8_t *restrict y, int64_t n, const uint8_t *restrict table);

#define ROW(name, v)                                                                                                                                 \
    static void row_##name(uint8_t *restrict out, const uint8_t *restrict x, const uint8_t *restrict y, int64_t n, const uint8_t *restrict table)     \
    {                                                                                                                                                \
        for (int64_t i = 0; i < n; i++) {                                                                                                            \
            const int a = x[i], b = y[i];                                                                                                            \
            out[i] = (uint8_t)(v);                                                                                                                   \
        }                                                                                                                                            \
    }
#define CHOP(name, v) ROW(name, v)
#define BOOL(name, v) ROW(name, (v) ? 255 : 0)
#include "chops.def"
#undef CHOP
#undef BOOL
ROW(sum, table[a + b])
ROW(less, table[a - b + 255])

/* The part that both have. */
static Value chop(VM *vm, const Ref *args, bool bools, ChopRow row, const uint8_t *table)
{
    const Picture *a = as_picture(args[0]), *b = picture_arg(vm, args[1], 1);
    if (!b) return NO_VALUE;
    if (a->mode->kind != PICTURE_UINT8 || (bools && (!picture_is(a, MODE_1) || !picture_is(b, MODE_1)))) return picture_wrong_mode(vm);
    if (b->mode->kind != PICTURE_UINT8 || a->mode->bands != b->mode->bands) return picture_wrong_match(vm);
    Picture *q = picture_unset(vm, a->mode, a->width < b->width ? a->width : b->width, a->height < b->height ? a->height : b->height);
    for (int64_t y = 0; q && y < q->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        row(picture_row(q, y), picture_row(a, y), picture_row(b, y), (int64_t)q->width * q->mode->size, table);
    }
    return picture_value(q);
}

#define CHOP(name, v) \
    Value picture_chop_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return chop(vm, args, false, row_##name, NULL); }
#define BOOL(name, v) \
    Value picture_chop_##name(VM *vm, const Ref *args, int n, Ref kwnames) { return chop(vm, args, true, row_##name, NULL); }
#include "chops.def"

/* What becomes of each sum from `first` on: divided, moved, cut and clipped. */
static bool scaled(VM *vm, const Ref *args, int first, uint8_t table[511])
{
    double scale = 1;
    int32_t offset = 0;
    if (!picture_double_arg(vm, args[2], &scale) || !picture_int_arg(vm, args[3], &offset)) return false;
    for (int i = 0; i < 511; i++) table[i] = clip_int(whole_of((float)(first + i) / (float)scale + (float)offset));
    return true;
}
Value picture_chop_add(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint8_t table[511];
    return scaled(vm, args, 0, table) ? chop(vm, args, false, row_sum, table) : NO_VALUE;
}
Value picture_chop_subtract(VM *vm, const Ref *args, int n, Ref kwnames)
{
    uint8_t table[511];
    return scaled(vm, args, -255, table) ? chop(vm, args, false, row_less, table) : NO_VALUE;
}

Value picture_chop_invert(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *p = as_picture(args[0]);
    Picture *q = picture_unset(vm, p->mode, p->width, p->height);
    const int64_t bytes = (int64_t)p->width * p->mode->size;
    for (int64_t y = 0; q && y < p->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        const uint8_t *in = picture_row(p, y);
        uint8_t *out = picture_row(q, y);
        for (int64_t i = 0; i < bytes; i++) out[i] = (uint8_t)~in[i];
    }
    return picture_value(q);
}
