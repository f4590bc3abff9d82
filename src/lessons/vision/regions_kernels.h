/* regions_kernels.h: the kernels of regions.h for one kind of number, REAL, whose word is in their names; included once for each. Numbers are rounded as torchvision 0.14's CPU kernels
 * round them: in REAL, in the same order. */
#include <float.h>
#include <math.h>

#include "regions.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define K(name) JOIN(name##_, REAL)

/* ---- boxes ---- */
typedef struct K(Box) { int64_t image; REAL x1, y1, x2, y2; } K(Box);
static K(Box) K(box)(const Regions *r, int64_t i)
{
    const REAL *b = (const REAL *)r->boxes + i * 5;
    return (K(Box)){(int64_t)b[0], b[1], b[2], b[3], b[4]};
}
/* A whole number that is near what no picture reaches, if need be (NaN too). */
static int64_t K(whole)(REAL v) { return v >= -1e9 && v <= 1e9 ? (int64_t)v : v > 0 ? 1000000000 : -1000000000; }
static int64_t K(within)(int64_t v, int64_t low, int64_t high) { return v < low ? low : v > high ? high : v; }
static REAL *K(plane)(const Regions *r, int64_t image, int64_t channel) { return (REAL *)r->image + (image * r->channels + channel) * r->height * r->width; }
static REAL *K(bins)(const Regions *r, int64_t box, int64_t part) { return (REAL *)r->out + (box * r->parts + part) * r->rows * r->columns; }

/* ---- a place between pixels ---- */
typedef struct K(Sample) { int64_t at[4]; REAL weight[4]; } K(Sample);
static void K(sample_at)(const Regions *r, REAL y, REAL x, K(Sample) *s)
{
    *s = (K(Sample)){{0}, {0}};
    if (!(y >= -1 && y <= r->height && x >= -1 && x <= r->width)) return;
    if (y <= 0) y = 0;
    if (x <= 0) x = 0;
    int64_t top = (int64_t)y, left = (int64_t)x, bottom = top + 1, right = left + 1;
    if (top >= r->height - 1) y = (REAL)(bottom = top = r->height - 1);
    if (left >= r->width - 1) x = (REAL)(right = left = r->width - 1);
    REAL down = y - top, over = x - left, up = (REAL)1 - down, back = (REAL)1 - over;
    *s = (K(Sample)){{top * r->width + left, top * r->width + right, bottom * r->width + left, bottom * r->width + right}, {up * back, up * over, down * back, down * over}};
}
static REAL K(take)(const K(Sample) * s, const REAL *p)
{
    return s->weight[0] * p[s->at[0]] + s->weight[1] * p[s->at[1]] + s->weight[2] * p[s->at[2]] + s->weight[3] * p[s->at[3]];
}
static void K(give)(const K(Sample) * s, REAL *p, REAL v)
{
    for (int i = 0; i < 4; i++) p[s->at[i]] += v * s->weight[i];
}

/* The samples of a box: `each` for each of its bins. NULL: raised. */
typedef struct K(Samples) { K(Sample) *all; int64_t each; size_t size; REAL divide; } K(Samples);
static bool K(samples_of)(VM *vm, const Regions *r, REAL top, REAL left, REAL high, REAL wide, K(Samples) *out)
{
    REAL bin_high = high / (REAL)r->rows, bin_wide = wide / (REAL)r->columns;
    int64_t down = r->sampling > 0 ? r->sampling : K(whole)((REAL)ceil((double)(high / (REAL)r->rows)));
    int64_t over = r->sampling > 0 ? r->sampling : K(whole)((REAL)ceil((double)(wide / (REAL)r->columns)));
    down = down > 0 ? down : 0;
    over = over > 0 ? over : 0;
    out->each = down * over;
    if (out->each > (1 << 28) / (r->rows * r->columns)) return err_false(vm, EXC_ValueError, "a box asks for %lld samples a bin", (long long)out->each);
    out->size = (size_t)(out->each * r->rows * r->columns + 1) * sizeof *out->all;
    if (!(out->all = mem_alloc(vm->mem, out->size))) return err_no_memory(vm), false;
    K(Sample) *s = out->all;
    for (int64_t i = 0; i < r->rows; i++)
        for (int64_t j = 0; j < r->columns; j++)
            for (int64_t a = 0; a < down; a++)
                for (int64_t b = 0; b < over; b++)
                    K(sample_at)(r, top + (REAL)i * bin_high + ((REAL)a + (REAL).5) * bin_high / (REAL)down, left + (REAL)j * bin_wide + ((REAL)b + (REAL).5) * bin_wide / (REAL)over, s++);
    return true;
}

/* ---- means of samples ---- */
static void K(mean_bin)(const Regions *r, const K(Samples) * s, int64_t bin, REAL *plane, REAL *out)
{
    const K(Sample) *first = s->all + bin * s->each;
    if (r->back) {
        for (int64_t i = 0; i < s->each; i++) K(give)(first + i, plane, out[bin] / s->divide);
        return;
    }
    REAL sum = 0;
    for (int64_t i = 0; i < s->each; i++) sum += K(take)(first + i, plane);
    out[bin] = sum / s->divide;
}
bool K(align)(VM *vm, const Regions *r)
{
    REAL half = r->aligned ? (REAL).5 : 0, scale = (REAL)r->scale;
    for (int64_t n = 0; n < r->count; n++) {
        K(Box) b = K(box)(r, n);
        REAL left = b.x1 * scale - half, top = b.y1 * scale - half, wide = b.x2 * scale - half - left, high = b.y2 * scale - half - top;
        if (!r->aligned) {
            wide = wide > 1 ? wide : 1;
            high = high > 1 ? high : 1;
        }
        K(Samples) s;
        if (!vm_poll(vm) || !K(samples_of)(vm, r, top, left, high, wide, &s)) return false;
        s.divide = (REAL)(s.each > 1 ? s.each : 1);
        for (int64_t c = 0; c < r->parts; c++)
            for (int64_t bin = 0; bin < r->rows * r->columns; bin++) K(mean_bin)(r, &s, bin, K(plane)(r, b.image, c), K(bins)(r, n, c));
        mem_free(vm->mem, s.all, s.size);
    }
    return true;
}
bool K(place_align)(VM *vm, const Regions *r)
{
    REAL scale = (REAL)r->scale;
    for (int64_t n = 0; n < r->count; n++) {
        K(Box) b = K(box)(r, n);
        REAL left = b.x1 * scale - (REAL).5, top = b.y1 * scale - (REAL).5, wide = b.x2 * scale - (REAL).5 - left, high = b.y2 * scale - (REAL).5 - top;
        K(Samples) s;
        if (!vm_poll(vm) || !K(samples_of)(vm, r, top, left, high, wide, &s)) return false;
        s.divide = (REAL)(s.each > 1 ? s.each : 1);
        for (int64_t part = 0, from = 0; part < r->parts; part++)
            for (int64_t bin = 0; bin < r->rows * r->columns; bin++, from++) {
                K(mean_bin)(r, &s, bin, K(plane)(r, b.image, from), K(bins)(r, n, part));
                if (!r->back) r->where[(n * r->parts + part) * r->rows * r->columns + bin] = (int32_t)from;
            }
        mem_free(vm->mem, s.all, s.size);
    }
    return true;
}

/* ---- whole pixels ---- */
typedef struct K(Range) { int64_t from, to; } K(Range);
static K(Range) K(range)(REAL size, int64_t bin, REAL start, int64_t shift, int64_t most)
{
    int64_t from = K(whole)((REAL)floor((double)((REAL)bin * size + start))) + shift, to = K(whole)((REAL)ceil((double)((REAL)(bin + 1) * size + start))) + shift;
    return (K(Range)){K(within)(from, 0, most), K(within)(to, 0, most)};
}
static void K(largest)(const Regions *r, K(Range) y, K(Range) x, const REAL *plane, REAL *out, int32_t *where)
{
    bool empty = y.to <= y.from || x.to <= x.from;
    *out = empty ? 0 : (REAL)-FLT_MAX;
    *where = -1;
    for (int64_t i = y.from; i < y.to; i++)
        for (int64_t j = x.from; j < x.to; j++)
            if (plane[i * r->width + j] > *out) {
                *out = plane[i * r->width + j];
                *where = (int32_t)(i * r->width + j);
            }
}
bool K(pool)(VM *vm, const Regions *r)
{
    REAL scale = (REAL)r->scale;
    for (int64_t n = 0; n < r->count; n++) {
        K(Box) b = K(box)(r, n);
        int64_t left = K(whole)((REAL)round((double)(b.x1 * scale))), top = K(whole)((REAL)round((double)(b.y1 * scale)));
        int64_t wide = K(whole)((REAL)round((double)(b.x2 * scale))) - left + 1, high = K(whole)((REAL)round((double)(b.y2 * scale))) - top + 1;
        REAL bin_high = (REAL)(high > 1 ? high : 1) / (REAL)r->rows, bin_wide = (REAL)(wide > 1 ? wide : 1) / (REAL)r->columns;
        if (!vm_poll(vm)) return false;
        for (int64_t c = 0; c < r->parts; c++) {
            REAL *plane = K(plane)(r, b.image, c), *out = K(bins)(r, n, c);
            int32_t *where = r->where + (n * r->parts + c) * r->rows * r->columns;
            for (int64_t bin = 0; bin < r->rows * r->columns; bin++)
                if (!r->back)
                    K(largest)(r, K(range)(bin_high, bin / r->columns, 0, top, r->height), K(range)(bin_wide, bin % r->columns, 0, left, r->width), plane, out + bin, where + bin);
                else if (where[bin] >= 0 && where[bin] < r->height * r->width)
                    plane[where[bin]] += out[bin];
        }
    }
    return true;
}
static void K(mean_range)(const Regions *r, K(Range) y, K(Range) x, REAL *plane, REAL *out)
{
    bool empty = y.to <= y.from || x.to <= x.from;
    REAL area = (REAL)((y.to - y.from) * (x.to - x.from)), sum = 0, share = empty ? 0 : *out / area;
    for (int64_t i = y.from; i < y.to; i++)
        for (int64_t j = x.from; j < x.to; j++)
            if (r->back)
                plane[i * r->width + j] += share;
            else
                sum += plane[i * r->width + j];
    if (!r->back) *out = empty ? 0 : sum / area;
}
bool K(place_pool)(VM *vm, const Regions *r)
{
    REAL scale = (REAL)r->scale;
    for (int64_t n = 0; n < r->count; n++) {
        K(Box) b = K(box)(r, n);
        int64_t left = K(whole)((REAL)round((double)(b.x1 * scale))), top = K(whole)((REAL)round((double)(b.y1 * scale)));
        int64_t wide = K(whole)((REAL)round((double)(b.x2 * scale))) - left, high = K(whole)((REAL)round((double)(b.y2 * scale))) - top;
        REAL bin_high = (REAL)(high > 1 ? high : 1) / (REAL)r->rows, bin_wide = (REAL)(wide > 1 ? wide : 1) / (REAL)r->columns;
        if (!vm_poll(vm)) return false;
        for (int64_t part = 0, from = 0; part < r->parts; part++)
            for (int64_t bin = 0; bin < r->rows * r->columns; bin++, from++) {
                K(mean_range)(r, K(range)(bin_high, bin / r->columns, (REAL)top, 0, r->height - 1), K(range)(bin_wide, bin % r->columns, (REAL)left, 0, r->width - 1),
                              K(plane)(r, b.image, from), K(bins)(r, n, part) + bin);
                if (!r->back) r->where[(n * r->parts + part) * r->rows * r->columns + bin] = (int32_t)from;
            }
    }
    return true;
}

/* ---- which boxes stay ---- */
int64_t K(suppress)(VM *vm, const void *boxes, const int64_t *order, int64_t count, double threshold, int64_t *keep)
{
    const REAL *b = boxes;
    int64_t kept = 0;
    uint8_t *gone = mem_alloc(vm->mem, (size_t)count + 1);
    if (!gone) return err_no_memory(vm), -1;
    memset(gone, 0, (size_t)count);
    for (int64_t n = 0; n < count; n++) {
        if (gone[n]) continue;
        const REAL *p = b + order[n] * 4;
        REAL area = (p[2] - p[0]) * (p[3] - p[1]);
        keep[kept++] = order[n];
        if (!vm_poll(vm)) {
            kept = -1;
            break;
        }
        for (int64_t m = n + 1; m < count; m++) {
            const REAL *q = b + order[m] * 4;
            REAL wide = (p[2] < q[2] ? p[2] : q[2]) - (p[0] > q[0] ? p[0] : q[0]), high = (p[3] < q[3] ? p[3] : q[3]) - (p[1] > q[1] ? p[1] : q[1]);
            REAL common = (wide > 0 ? wide : 0) * (high > 0 ? high : 0);
            gone[m] |= (double)(common / (area + (q[2] - q[0]) * (q[3] - q[1]) - common)) > threshold;
        }
    }
    mem_free(vm->mem, gone, (size_t)count + 1);
    return kept;
}

/* ---- convolutions whose samples move ---- */
typedef struct K(Spot) { int64_t top, left; REAL down, over; } K(Spot);
static REAL K(pixel)(const Deformed *d, const REAL *plane, int64_t y, int64_t x) { return y >= 0 && y < d->height && x >= 0 && x < d->width ? plane[y * d->width + x] : 0; }
static K(Spot) K(spot)(REAL y, REAL x)
{
    int64_t top = K(whole)((REAL)floor((double)y)), left = K(whole)((REAL)floor((double)x));
    return (K(Spot)){top, left, y - (REAL)top, x - (REAL)left};
}
static REAL K(between)(const Deformed *d, const REAL *p, REAL y, REAL x)
{
    if (!(y > -1 && y < d->height && x > -1 && x < d->width)) return 0;
    K(Spot) s = K(spot)(y, x);
    REAL up = 1 - s.down, back = 1 - s.over;
    return up * back * K(pixel)(d, p, s.top, s.left) + up * s.over * K(pixel)(d, p, s.top, s.left + 1) + s.down * back * K(pixel)(d, p, s.top + 1, s.left) +
           s.down * s.over * K(pixel)(d, p, s.top + 1, s.left + 1);
}
/* How a sample changes as it moves down (or to the right). */
static REAL K(slope)(const Deformed *d, const REAL *p, REAL y, REAL x, bool down)
{
    K(Spot) s = K(spot)(y, x);
    REAL a = K(pixel)(d, p, s.top, s.left), b = K(pixel)(d, p, s.top, s.left + 1), c = K(pixel)(d, p, s.top + 1, s.left), e = K(pixel)(d, p, s.top + 1, s.left + 1);
    return down ? s.over * (e - b) + (1 - s.over) * (c - a) : s.down * (e - c) + (1 - s.down) * (b - a);
}
static void K(spread)(const Deformed *d, REAL *p, REAL y, REAL x, REAL v)
{
    if (!(y > -1 && y < d->height && x > -1 && x < d->width)) return;
    K(Spot) s = K(spot)(y, x);
    for (int i = 0; i < 4; i++) {
        int64_t row = s.top + i / 2, column = s.left + i % 2;
        if (row >= 0 && row < d->height && column >= 0 && column < d->width) p[row * d->width + column] += v * (i / 2 ? s.down : 1 - s.down) * (i % 2 ? s.over : 1 - s.over);
    }
}

/* One of the kernel's places for one channel: where its samples' offsets and strengths begin. */
typedef struct K(Place) { int64_t row, column, channel, offset, mask; } K(Place);
static K(Place) K(place)(const Deformed *d, int64_t line)
{
    int64_t each = d->rows * d->columns, at = line % each, group = line / each / (d->channels / d->groups), size = d->out_height * d->out_width;
    return (K(Place)){at / d->columns, at % d->columns, line / each, (group * each + at) * 2 * size, (group * each + at) * size};
}
static void K(where)(const Deformed *d, const K(Place) * p, int64_t i, REAL *y, REAL *x)
{
    const REAL *offset = (const REAL *)d->offset + p->offset;
    *y = (REAL)(i / d->out_width * d->stride[0] - d->pad[0]) + (REAL)(p->row * d->dilation[0]) + offset[i];
    *x = (REAL)(i % d->out_width * d->stride[1] - d->pad[1]) + (REAL)(p->column * d->dilation[1]) + offset[d->out_height * d->out_width + i];
}
bool K(deform)(VM *vm, const Deformed *d)
{
    int64_t size = d->out_height * d->out_width;
    for (int64_t line = 0; line < d->channels * d->rows * d->columns; line++) {
        K(Place) p = K(place)(d, line);
        const REAL *plane = (const REAL *)d->image + p.channel * d->height * d->width, *mask = d->mask ? (const REAL *)d->mask + p.mask : NULL;
        REAL *out = (REAL *)d->lines + line * size, y, x;
        if (!vm_poll(vm)) return false;
        for (int64_t i = 0; i < size; i++) {
            K(where)(d, &p, i, &y, &x);
            out[i] = (mask ? mask[i] : 1) * K(between)(d, plane, y, x);
        }
    }
    return true;
}
bool K(deform_back)(VM *vm, const Deformed *d)
{
    int64_t size = d->out_height * d->out_width;
    for (int64_t line = 0; line < d->channels * d->rows * d->columns; line++) {
        K(Place) p = K(place)(d, line);
        const REAL *plane = (const REAL *)d->image + p.channel * d->height * d->width, *mask = d->mask ? (const REAL *)d->mask + p.mask : NULL, *grad = (const REAL *)d->lines + line * size;
        REAL *to = (REAL *)d->image_grad + p.channel * d->height * d->width, *offset = (REAL *)d->offset_grad + p.offset, y, x;
        REAL *strength = d->mask_grad ? (REAL *)d->mask_grad + p.mask : NULL;
        if (!vm_poll(vm)) return false;
        for (int64_t i = 0; i < size; i++) {
            REAL m = mask ? mask[i] : 1;
            K(where)(d, &p, i, &y, &x);
            K(spread)(d, to, y, x, m * grad[i]);
            offset[i] += m * K(slope)(d, plane, y, x, true) * grad[i];
            offset[size + i] += m * K(slope)(d, plane, y, x, false) * grad[i];
            if (strength) strength[i] += grad[i] * K(between)(d, plane, y, x);
        }
    }
    return true;
}

#undef JOIN_
#undef JOIN
#undef K
