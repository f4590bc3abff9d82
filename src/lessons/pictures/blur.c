/* blur.c: pictures of bytes, blurred: boxes of any width (their ends count by parts), Gaussian curves as some boxes one after another, and what a blurred picture lacks made stronger. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/object/num.h"
#include "loops.h"

/* A box of 2 * radius + 1 pixels, and a part of one more on both sides; in 2^24ths. */
typedef struct Box { uint32_t radius, inner, outer; } Box;

static Box box_of(float radius)
{
    Box b = {.radius = (uint32_t)radius};
    b.inner = (uint32_t)((float)(1 << 24) / (radius * 2 + 1));
    b.outer = ((1u << 24) - (b.radius * 2 + 1) * b.inner) / 2;
    return b;
}
LOOP_INLINE int64_t at_most(int64_t v, int64_t last) { return v < 0 ? 0 : v > last ? last : v; }

/* A line of n pixels of `step` bytes; beyond its ends it goes on as its ends are. */
LOOP_INLINE void blur_line(uint8_t *out, const uint8_t *in, int64_t n, const Box *b, const int step)
{
    int64_t r = b->radius, last = n - 1, x = 0;
    uint32_t sums[4];
    for (int k = 0; k < step; k++) {
        sums[k] = in[k] * (uint32_t)(r + 1);
        for (int64_t i = 0; i < r && i < last; i++) sums[k] += in[i * step + k];
        if (r > last) sums[k] += in[last * step + k] * (uint32_t)(r - last);
    }
    for (; x < n; x++) {
        const uint8_t *gone = in + at_most(x - r - 1, last) * step, *come = in + at_most(x + r, last) * step, *next = in + at_most(x + r + 1, last) * step;
        for (int k = 0; k < step; k++) {
            sums[k] += (uint32_t)come[k] - gone[k];
            out[x * step + k] = (uint8_t)((sums[k] * b->inner + (uint32_t)(gone[k] + next[k]) * b->outer + (1 << 23)) >> 24);
        }
    }
}
/* A row of n bytes: of the sums down the columns, of the row that leaves and the one that comes next. */
LOOP_WIDE static void blur_columns(uint8_t *restrict out, uint32_t *restrict sums, const uint8_t *restrict gone, const uint8_t *restrict come, const uint8_t *restrict next, int64_t n, Box b)
{
    for (int64_t x = 0; x < n; x++) {
        uint32_t sum = sums[x] + come[x] - gone[x];
        sums[x] = sum;
        out[x] = (uint8_t)((sum * b.inner + (uint32_t)(gone[x] + next[x]) * b.outer + (1 << 23)) >> 24);
    }
}
static bool across(VM *vm, Picture *out, const Picture *in, const Box *b, uint8_t *line)
{
    int64_t bytes = (int64_t)in->width * in->mode->size;
    for (int y = 0; y < in->height; y++) {
        memcpy(line, picture_row(in, y), (size_t)bytes);
        if (in->mode->size == 4) blur_line(picture_row(out, y), line, in->width, b, 4);
        else blur_line(picture_row(out, y), line, in->width, b, 1);
        if (!vm_poll(vm)) return false;
    }
    return true;
}
static bool down(VM *vm, Picture *out, const Picture *in, const Box *b, uint32_t *sums)
{
    int64_t bytes = (int64_t)in->width * in->mode->size, last = in->height - 1, r = b->radius;
    for (int64_t x = 0; x < bytes; x++) sums[x] = in->pixels[x] * (uint32_t)(r + 1);
    for (int64_t y = 0; y < r && y < last; y++)
        for (int64_t x = 0; x < bytes; x++) sums[x] += picture_row(in, y)[x];
    if (r > last)
        for (int64_t x = 0; x < bytes; x++) sums[x] += picture_row(in, last)[x] * (uint32_t)(r - last);
    for (int64_t y = 0; y <= last; y++) {
        blur_columns(picture_row(out, y), sums, picture_row(in, at_most(y - r - 1, last)), picture_row(in, at_most(y + r, last)), picture_row(in, at_most(y + r + 1, last)), bytes, *b);
        if (!vm_poll(vm)) return false;
    }
    return true;
}
static bool blur_passes(VM *vm, Picture *out, Picture *other, const Picture *in, float radius, int passes)
{
    Box b = box_of(radius);
    size_t bytes = (size_t)in->width * in->mode->size;
    uint32_t *room = mem_alloc(vm->mem, bytes * sizeof *room);
    if (!room) return err_no_memory(vm), false;
    bool ok = true;
    const Picture *from = in;
    for (int i = 0; ok && i < passes; i++, from = other) ok = across(vm, other, from, &b, (uint8_t *)room);
    for (int i = 0; ok && i < passes; i++) {
        ok = down(vm, out, other, &b, room);
        if (ok && i + 1 < passes) memcpy(other->pixels, out->pixels, (size_t)(out->line * out->height));
    }
    mem_free(vm->mem, room, bytes * sizeof *room);
    return ok;
}
static bool can_blur(const Picture *p)
{
    static const ModeId modes[] = {MODE_RGB, MODE_RGBA, MODE_RGBa, MODE_RGBX, MODE_CMYK, MODE_L, MODE_LA, MODE_La};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (p->mode->id == modes[i]) return true;
    return false;
}
static Picture *blurred(VM *vm, const Picture *in, float radius, int passes)
{
    if (passes < 1) return err_raise(vm, EXC_ValueError, "number of passes must be greater than zero"), NULL;
    if (!can_blur(in)) return picture_wrong_mode(vm), NULL;
    Picture *out = picture_unset(vm, in->mode, in->width, in->height), *other = out ? picture_unset(vm, in->mode, in->width, in->height) : NULL;
    if (!(radius >= 0)) radius = 0;
    bool ok = other && (!in->width || !in->height || blur_passes(vm, out, other, in, radius, passes));
    if (other) release(vm, VAL(other));
    if (!ok && out) release(vm, VAL(out));
    return ok ? out : NULL;
}
/* The box that as often as `passes` spreads as much as the curve of this width. */
static float box_radius(float radius, int passes)
{
    float spread = radius * radius / (float)passes, length = (float)sqrt(12.0 * (double)spread + 1.0), whole = (float)floor(((double)length - 1.0) / 2.0);
    float part = (2 * whole + 1) * (whole * (whole + 1) - 3 * spread);
    part /= 6 * (spread - (whole + 1) * (whole + 1));
    return whole + part;
}

static bool radius_of(VM *vm, Ref v, float *out)
{
    double d;
    if (!num_to_double(vm, v, &d)) return false;
    *out = (float)d;
    return true;
}
Value picture_box_blur(VM *vm, const Ref *args, int n, Ref kwnames)
{
    float radius;
    int passes = 1;
    if (!radius_of(vm, args[1], &radius) || (args[2] && !picture_int(vm, args[2], &passes))) return NO_VALUE;
    return picture_value(blurred(vm, as_picture(args[0]), radius, passes));
}
Value picture_gaussian_blur(VM *vm, const Ref *args, int n, Ref kwnames)
{
    float radius;
    int passes = 3;
    if (!radius_of(vm, args[1], &radius) || (args[2] && !picture_int(vm, args[2], &passes))) return NO_VALUE;
    return picture_value(blurred(vm, as_picture(args[0]), passes < 1 ? 0 : box_radius(radius, passes), passes));
}
LOOP_WIDE static void sharpen(uint8_t *restrict out, const uint8_t *restrict in, int64_t n, int percent, int threshold)
{
    for (int64_t i = 0; i < n; i++) {
        int more = in[i] - out[i];
        out[i] = abs(more) > threshold ? clip8(in[i] + more * percent / 100) : in[i];
    }
}
Value picture_unsharp_mask(VM *vm, const Ref *args, int n, Ref kwnames)
{
    float radius;
    int percent, threshold;
    if (!radius_of(vm, args[1], &radius) || !picture_int(vm, args[2], &percent) || !picture_int(vm, args[3], &threshold)) return NO_VALUE;
    const Picture *in = as_picture(args[0]);
    Picture *out = blurred(vm, in, box_radius(radius, 3), 3);
    for (int y = 0; out && y < in->height; y++) sharpen(picture_row(out, y), picture_row(in, y), (int64_t)in->width * in->mode->size, percent, threshold);
    return picture_value(out);
}
