/* blend.c: two pictures in one: so much of each (blend), one over the other by their alpha (alpha_composite). */
#include "loops.h"
#include "pixels.h"

static bool may_blend(const Picture *p) { return p->mode->kind == PICTURE_UINT8 && !p->palette && !picture_is(p, MODE_1); }

/* Between them: never out of a byte's range. */
LOOP_WIDE static void blend_row(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b, int64_t n, float alpha)
{
    for (int64_t i = 0; i < n; i++) out[i] = (uint8_t)(int)((float)a[i] + alpha * (float)(b[i] - a[i]));
}
LOOP_WIDE static void beyond_row(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b, int64_t n, float alpha)
{
    for (int64_t i = 0; i < n; i++) {
        float v = (float)a[i] + alpha * (float)(b[i] - a[i]);
        v = v > 0 ? v : 0; /* (no number: 0) */
        out[i] = (uint8_t)(int)(v < 255 ? v : 255);
    }
}

Value pictures_blend(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *a = picture_arg(vm, args[0], 1), *b = a ? picture_arg(vm, args[1], 2) : NULL;
    double by = 0.5;
    if (!b || !picture_double_arg(vm, args[2], &by)) return NO_VALUE;
    float alpha = (float)by;
    if (!may_blend(a) || b->palette || picture_is(b, MODE_1)) return picture_wrong_mode(vm);
    if (b->mode->kind != PICTURE_UINT8 || a->mode->bands != b->mode->bands || !picture_same_size(a, b)) return picture_wrong_match(vm);
    if (alpha == 0 || alpha == 1) return picture_value(picture_copy_of(vm, alpha == 0 ? a : b));
    Picture *q = picture_unset(vm, a->mode, a->width, a->height);
    const int64_t bytes = (int64_t)a->width * a->mode->size;
    for (int64_t y = 0; q && y < q->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        (alpha >= 0 && alpha <= 1 ? blend_row : beyond_row)(picture_row(q, y), picture_row(a, y), picture_row(b, y), bytes, alpha);
    }
    return picture_value(q);
}

/* ---- by alpha ---- */
enum { BITS_MORE = 7 }; /* of precision beyond a byte: what still fits 32 bits */
static inline uint32_t div_255(uint32_t v) { return ((v >> 8) + v) >> 8; }

static inline void over(uint8_t *out, const uint8_t *below, const uint8_t *above)
{
    const uint32_t alpha = above[3];
    if (!alpha) {
        memcpy(out, below, 4);
        return;
    }
    const uint32_t full = alpha * 255 + below[3] * (255 - alpha), one = 255u << BITS_MORE;
    const uint32_t part = full == 255 * 255 ? alpha << BITS_MORE : (alpha * 255 * 255 << BITS_MORE) / full, rest = one - part;
    uint32_t word = 0;
    for (int i = 0; i < 3; i++) word |= div_255(above[i] * part + below[i] * rest + (0x80 << BITS_MORE)) >> BITS_MORE << 8 * i;
    word |= div_255(full + 0x80) << 24;
    memcpy(out, &word, 4);
}
Value pictures_alpha_composite(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Picture *below = picture_arg(vm, args[0], 1), *above = below ? picture_arg(vm, args[1], 2) : NULL;
    if (!above) return NO_VALUE;
    if (!picture_is(below, MODE_RGBA)) return picture_wrong_mode(vm);
    if (!picture_is(above, MODE_RGBA) || !picture_same_size(below, above)) return picture_wrong_match(vm);
    Picture *q = picture_unset(vm, below->mode, below->width, below->height);
    for (int64_t y = 0; q && y < q->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(q)), NO_VALUE;
        uint8_t *out = picture_row(q, y);
        const uint8_t *b = picture_row(below, y), *a = picture_row(above, y);
        for (int64_t x = 0; x < 4 * (int64_t)q->width; x += 4) over(out + x, b + x, a + x);
    }
    return picture_value(q);
}
