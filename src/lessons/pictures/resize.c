/* resize.c: a picture in another size: each new pixel is what a filter weighs of those under it, first along the rows, then down the columns; the weights of pictures of bytes are
 * 22 bits behind the point, as Pillow's. */
#include <math.h>
#include <string.h>

#include "loops.h"
#include "resize.h"

/* ---- filters ---- */

typedef struct Filter {
    double (*at)(double x); /* what a pixel at distance x weighs */
    double reach;           /* beyond it: nothing */
} Filter;

static double sinc(double x)
{
    if (x == 0) return 1;
    x *= M_PI;
    return sin(x) / x;
}
static double box_at(double x) { return x > -0.5 && x <= 0.5 ? 1 : 0; }
static double bilinear_at(double x) { return fabs(x) < 1 ? 1 - fabs(x) : 0; }
static double hamming_at(double x)
{
    x = fabs(x);
    if (x == 0 || x >= 1) return x == 0;
    x *= M_PI;
    return sin(x) / x * (0.54f + 0.46f * cos(x));
}
static double bicubic_at(double x)
{
    const double a = -0.5;
    x = fabs(x);
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}
static double lanczos_at(double x) { return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0; }
static const Filter filters[] = {{NULL, 0}, {lanczos_at, 3}, {bilinear_at, 1}, {bicubic_at, 2}, {box_at, 0.5}, {hamming_at, 1}}; /* by Pillow's numbers */

/* ---- weights: for each new pixel, which old ones and how much of each ---- */

static void weights_free(VM *vm, Weights *w)
{
    size_t all = (size_t)w->count * (size_t)w->room;
    mem_free(vm->mem, w->spans, (size_t)w->count * sizeof *w->spans);
    mem_free(vm->mem, w->exact, all * sizeof *w->exact);
    mem_free(vm->mem, w->fixed, all * sizeof *w->fixed);
    *w = (Weights){0};
}
static void weigh(struct Reach *span, double *k, double center, double reach, double shrink, int old_size, const Filter *f)
{
    double sum = 0;
    int first = (int)(center - reach + 0.5), end = (int)(center + reach + 0.5);
    if (first < 0) first = 0;
    if (end > old_size) end = old_size;
    int n = end - first < 0 ? 0 : end - first;
    for (int x = 0; x < n; x++) {
        k[x] = f->at((x + first - center + 0.5) * shrink);
        sum += k[x];
    }
    if (sum != 0)
        for (int x = 0; x < n; x++) k[x] /= sum;
    *span = (struct Reach){first, n};
}
/* From `from` to `to` of old_size pixels become count. */
static bool weights_make(VM *vm, Weights *w, int old_size, float from, float to, int count, const Filter *f)
{
    double scale = (double)(to - from) / count, wide = scale < 1 ? 1 : scale, reach = f->reach * wide;
    w->count = count;
    w->room = (int)ceil(reach) * 2 + 1;
    size_t all = (size_t)count * (size_t)w->room;
    w->spans = mem_alloc(vm->mem, (size_t)count * sizeof *w->spans);
    w->exact = mem_zalloc(vm->mem, all * sizeof *w->exact);
    w->fixed = mem_alloc(vm->mem, all * sizeof *w->fixed);
    if (!w->spans || !w->exact || !w->fixed) return err_no_memory(vm), false;
    for (int i = 0; i < count; i++) weigh(&w->spans[i], w->exact + (size_t)i * (size_t)w->room, from + (i + 0.5) * scale, reach, 1.0 / wide, old_size, f);
    for (size_t i = 0; i < all; i++) w->fixed[i] = (int32_t)(w->exact[i] * (1 << RESIZE_POINT) + (w->exact[i] < 0 ? -0.5 : 0.5));
    return true;
}

/* ---- rows of bytes ---- */

LOOP_INLINE void put_four(uint8_t *out, Four sum, uint32_t mask)
{
    sum >>= RESIZE_POINT;
    uint32_t word = (uint32_t)clip8(sum[0]) | (uint32_t)clip8(sum[1]) << 8 | (uint32_t)clip8(sum[2]) << 16 | (uint32_t)clip8(sum[3]) << 24;
    word &= mask;
    memcpy(out, &word, 4);
}
LOOP_WIDE static void across_four(uint8_t *out, const uint8_t *in, const Weights *w, uint32_t mask)
{
    for (int x = 0; x < w->count; x++) {
        const int32_t *k = w->fixed + (size_t)x * (size_t)w->room;
        const uint8_t *p = in + (size_t)w->spans[x].first * 4;
        int n = w->spans[x].n, i = 0;
        Four a = (Four){0} + (1 << (RESIZE_POINT - 1)), b = {0};
        for (; i + 1 < n; i += 2) {
            a += four_at(p + i * 4) * k[i];
            b += four_at(p + i * 4 + 4) * k[i + 1];
        }
        if (i < n) a += four_at(p + i * 4) * k[i];
        put_four(out + (size_t)x * 4, a + b, mask);
    }
}
LOOP_WIDE static void across_one(uint8_t *out, const uint8_t *in, const Weights *w)
{
    for (int x = 0; x < w->count; x++) {
        const int32_t *k = w->fixed + (size_t)x * (size_t)w->room;
        const uint8_t *p = in + w->spans[x].first;
        int n = w->spans[x].n;
        int32_t sum = 1 << (RESIZE_POINT - 1);
        for (int i = 0; i < n; i++) sum += p[i] * k[i];
        out[x] = clip8(sum >> RESIZE_POINT);
    }
}
/* n bytes of a row out of those of the rows from `in` on. */
LOOP_WIDE static void down_bytes(uint8_t *out, const uint8_t *in, int64_t line, const int32_t *k, int rows, int64_t n)
{
    enum { BLOCK = 64 };
    int64_t x = 0;
    for (; x + BLOCK <= n; x += BLOCK) {
        int32_t sums[BLOCK];
        for (int i = 0; i < BLOCK; i++) sums[i] = 1 << (RESIZE_POINT - 1);
        for (int y = 0; y < rows; y++) {
            const uint8_t *p = in + y * line + x;
            int32_t weight = k[y];
            for (int i = 0; i < BLOCK; i++) sums[i] += p[i] * weight;
        }
        for (int i = 0; i < BLOCK; i++) out[x + i] = clip8(sums[i] >> RESIZE_POINT);
    }
    for (; x < n; x++) {
        int32_t sum = 1 << (RESIZE_POINT - 1);
        for (int y = 0; y < rows; y++) sum += in[y * line + x] * k[y];
        out[x] = clip8(sum >> RESIZE_POINT);
    }
}
static void mask_row(uint8_t *row, int64_t n, uint32_t mask)
{
    uint32_t *words = (uint32_t *)(void *)row;
    for (int64_t x = 0; x < n; x++) words[x] &= mask;
}

/* ---- rows of wide numbers ---- */

static int32_t whole_of(double v) { return (int32_t)(v >= 0 ? floor(v + 0.5) : -floor(fabs(v) + 0.5)); }
static void across_wide(uint8_t *out, const uint8_t *in, const Weights *w, bool whole)
{
    for (int x = 0; x < w->count; x++) {
        const double *k = w->exact + (size_t)x * (size_t)w->room;
        const int32_t *ints = (const int32_t *)(const void *)in + w->spans[x].first;
        const float *floats = (const float *)(const void *)ints;
        double sum = 0;
        for (int i = 0; i < w->spans[x].n; i++) sum += (whole ? ints[i] : (double)floats[i]) * k[i];
        if (whole) ((int32_t *)(void *)out)[x] = whole_of(sum);
        else ((float *)(void *)out)[x] = (float)sum;
    }
}
LOOP_WIDE static void down_wide(uint8_t *out, const uint8_t *in, int64_t line, const double *k, int rows, int64_t n, bool whole)
{
    enum { BLOCK = 32 };
    for (int64_t x = 0; x < n; x += BLOCK) {
        int64_t m = n - x < BLOCK ? n - x : BLOCK;
        double sums[BLOCK] = {0};
        for (int y = 0; y < rows; y++) {
            const int32_t *ints = (const int32_t *)(const void *)(in + y * line) + x;
            const float *floats = (const float *)(const void *)ints;
            if (whole)
                for (int64_t i = 0; i < m; i++) sums[i] += ints[i] * k[y];
            else
                for (int64_t i = 0; i < m; i++) sums[i] += floats[i] * k[y];
        }
        for (int64_t i = 0; i < m; i++) {
            if (whole) ((int32_t *)(void *)out)[x + i] = whole_of(sums[i]);
            else ((float *)(void *)out)[x + i] = (float)sums[i];
        }
    }
}

/* ---- both ways ---- */

/* Rows of `in` from `top` on, made w->count wide. */
static Picture *across(VM *vm, const Picture *in, const Weights *w, int top, int rows)
{
    Picture *out = picture_unset(vm, in->mode, w->count, rows);
    uint32_t mask = picture_band_mask(in);
    RowWeights quick = {0};
    const bool fours = in->mode->kind == PICTURE_UINT8 && in->mode->size == 4 && row_weights_make(vm, &quick, w, in->width);
    for (int y = 0; out && y < rows; y++) {
        uint8_t *to = picture_row(out, y);
        const uint8_t *from = picture_row(in, top + y);
        if (fours) row_resized(to, from, &quick, mask);
        else if (in->mode->kind != PICTURE_UINT8) across_wide(to, from, w, in->mode->kind == PICTURE_INT32);
        else if (in->mode->size == 1) across_one(to, from, w);
        else across_four(to, from, w, mask);
        if (!vm_poll(vm)) {
            release(vm, VAL(out));
            out = NULL;
        }
    }
    row_weights_free(vm, &quick);
    return out;
}
/* `in` begins at the row `top` of what the weights are for. */
static Picture *down(VM *vm, const Picture *in, const Weights *w, int top)
{
    Picture *out = picture_unset(vm, in->mode, in->width, w->count);
    uint32_t mask = picture_band_mask(in);
    for (int y = 0; out && y < w->count; y++) {
        const uint8_t *from = picture_row(in, w->spans[y].first - top);
        size_t at = (size_t)y * (size_t)w->room;
        uint8_t *to = picture_row(out, y);
        if (in->mode->kind != PICTURE_UINT8) down_wide(to, from, in->line, w->exact + at, w->spans[y].n, in->width, in->mode->kind == PICTURE_INT32);
        else down_bytes(to, from, in->line, w->fixed + at, w->spans[y].n, (int64_t)in->width * in->mode->size);
        if (in->mode->size == 4 && in->mode->kind == PICTURE_UINT8 && mask != UINT32_MAX) mask_row(to, in->width, mask);
        if (!vm_poll(vm)) return release(vm, VAL(out)), NULL;
    }
    return out;
}
static Picture *both_ways(VM *vm, Picture *in, const float box[4], int width, int height, const Weights *wx, const Weights *wy)
{
    bool x_changes = width != in->width || box[0] != 0 || box[2] != (float)width, y_changes = height != in->height || box[1] != 0 || box[3] != (float)height;
    int top = wy->spans[0].first, rows = wy->spans[height - 1].first + wy->spans[height - 1].n - top;
    if (!x_changes && !y_changes) return picture_copy_of(vm, in);
    if (!x_changes) return down(vm, in, wy, 0);
    Picture *narrow = across(vm, in, wx, y_changes ? top : 0, y_changes ? rows : in->height);
    if (!narrow || !y_changes) return narrow;
    Picture *out = down(vm, narrow, wy, top);
    release(vm, VAL(narrow));
    return out;
}
static Picture *resampled(VM *vm, Picture *in, const float box[4], int width, int height, int64_t filter)
{
    if (picture_is(in, MODE_P) || picture_is(in, MODE_1) || in->mode->kind == PICTURE_SPECIAL) return picture_wrong_mode(vm), NULL;
    if (filter < 1 || filter >= (int64_t)(sizeof filters / sizeof *filters)) return err_raise(vm, EXC_ValueError, "unsupported resampling filter"), NULL;
    Weights wx = {0}, wy = {0};
    Picture *out = NULL;
    if (weights_make(vm, &wx, in->width, box[0], box[2], width, &filters[filter]) && weights_make(vm, &wy, in->height, box[1], box[3], height, &filters[filter]))
        out = both_ways(vm, in, box, width, height, &wx, &wy);
    weights_free(vm, &wx);
    weights_free(vm, &wy);
    return out;
}

/* ---- what a program asks ---- */

Picture *picture_part(VM *vm, const Picture *p, int x0, int y0, int x1, int y1)
{
    Picture *out = picture_unset(vm, p->mode, x1 - x0, y1 - y0);
    if (out && out->palette) *out->palette = *p->palette;
    for (int y = 0; out && y < out->height; y++) {
        if (!vm_poll(vm)) return release(vm, VAL(out)), NULL;
        memcpy(picture_row(out, y), picture_row(p, y0 + y) + (int64_t)x0 * p->mode->size, (size_t)out->width * p->mode->size);
    }
    return out;
}
static bool box_of(VM *vm, const Picture *in, const double numbers[4], float box[4])
{
    for (int i = 0; i < 4; i++) box[i] = (float)numbers[i];
    if (box[0] < 0 || box[1] < 0) return err_false(vm, EXC_ValueError, "box offset can't be negative");
    if (!(box[2] <= (float)in->width && box[3] <= (float)in->height)) return err_false(vm, EXC_ValueError, "box can't exceed original image size");
    return !(box[2] - box[0] < 0 || box[3] - box[1] < 0) || err_false(vm, EXC_ValueError, "box can't be empty");
}
Value picture_resize(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Picture *in = as_picture(args[0]);
    int64_t size[2], filter = 0;
    float box[4];
    double numbers[4] = {0, 0, in->width, in->height};
    if (!numbers_of(vm, args[1], 1, size, 2) || (args[2] && !num_index_i64(vm, args[2], &filter))) return NO_VALUE;
    if (args[3] && !doubles_of(vm, args[3], 3, numbers, 4)) return NO_VALUE;
    if (size[0] < 1 || size[1] < 1) return err_raise(vm, EXC_ValueError, "height and width must be > 0");
    if (size[0] > INT32_MAX / 4 || size[1] > INT32_MAX / 4) return err_no_memory(vm);
    if (!box_of(vm, in, numbers, box)) return NO_VALUE;
    int width = (int)size[0], height = (int)size[1];
    if (box[0] == (float)(int)box[0] && box[2] - box[0] == (float)width && box[1] == (float)(int)box[1] && box[3] - box[1] == (float)height)
        return picture_value(picture_part(vm, in, (int)box[0], (int)box[1], (int)box[2], (int)box[3]));
    if (filter) return picture_value(resampled(vm, in, box, width, height, filter));
    double a[6] = {(double)(box[2] - box[0]) / width, 0, box[0], 0, (double)(box[3] - box[1]) / height, box[1]};
    Picture *out = picture_new(vm, in->mode, width, height);
    if (out && !picture_affine(vm, out, in, a)) return release(vm, VAL(out)), NO_VALUE;
    return picture_value(out);
}
