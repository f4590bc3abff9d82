/* transform.c: a picture seen through a map of the plane (affine, perspective, four corners): for each new pixel where it lies in the old picture, and what stands there: the nearest pixel,
 * or what the 2x2 or 4x4 pixels around give. */
#include <math.h>
#include <string.h>

#include "lang/object/containers.h"
#include "lang/object/num.h"
#include "loops.h"

enum { AFFINE = 0, PERSPECTIVE = 2, QUAD = 3 };
enum { NEAREST = 0, BILINEAR = 2, BICUBIC = 3 };

typedef struct Job {
    VM *vm;
    Picture *out;
    const Picture *in;
    int x0, y0, x1, y1; /* of `out` */
    bool fill;          /* what lies outside of `in` becomes 0; else it stays */
    int how;
    double a[8];
} Job;

/* ---- where ---- */

LOOP_INLINE void place(const Job *j, double x, double y, double *u, double *v)
{
    const double *a = j->a;
    x += 0.5;
    y += 0.5;
    if (j->how == QUAD) {
        *u = a[0] + a[1] * x + a[2] * y + a[3] * x * y;
        *v = a[4] + a[5] * x + a[6] * y + a[7] * x * y;
    } else {
        *u = a[0] * x + a[1] * y + a[2];
        *v = a[3] * x + a[4] * y + a[5];
        if (j->how == PERSPECTIVE) {
            *u /= a[6] * x + a[7] * y + 1;
            *v /= a[6] * x + a[7] * y + 1;
        }
    }
}
LOOP_INLINE bool inside(const Picture *p, double u, double v) { return u >= 0 && u < p->width && v >= 0 && v < p->height; }
LOOP_INLINE int below_of(double v) { return v < 0 ? -1 : (int)v; } /* the whole number below; v >= -0.5 */
LOOP_INLINE int clipped(int at, int size) { return at < 0 ? 0 : at < size ? at : size - 1; }

/* ---- what stands there ---- */

typedef enum Numbers { BYTES, INTS, FLOATS } Numbers;

/* Differences are taken in the numbers' own type, as Pillow takes them. */
LOOP_INLINE double between(const uint8_t *row, int x0, int x1, double d, Numbers numbers)
{
    if (numbers == BYTES) return row[x0] + (row[x1] - row[x0]) * d;
    if (numbers == INTS) {
        const int32_t *p = (const int32_t *)(const void *)row;
        return p[x0] + (int32_t)((uint32_t)p[x1] - (uint32_t)p[x0]) * d;
    }
    const float *p = (const float *)(const void *)row;
    return (double)p[x0] + (double)(p[x1] - p[x0]) * d;
}
LOOP_INLINE double linear_at(const Picture *p, double u, double v, int band, int step, Numbers numbers)
{
    u -= 0.5;
    v -= 0.5;
    int x = below_of(u), y = below_of(v), x0 = clipped(x, p->width) * step, x1 = clipped(x + 1, p->width) * step;
    double above = between(picture_row(p, clipped(y, p->height)) + band, x0, x1, u - x, numbers), below = above;
    if (y + 1 >= 0 && y + 1 < p->height) below = between(picture_row(p, y + 1) + band, x0, x1, u - x, numbers);
    return above + (below - above) * (v - y);
}
LOOP_INLINE double curve(double p1, double p2, double p3, double p4, double d) { return p1 + d * (p2 + d * (p3 + d * p4)); }
LOOP_INLINE double curve_of_four(const uint8_t *row, const int *x, double d, Numbers numbers)
{
    if (numbers == BYTES) {
        int a = row[x[0]], b = row[x[1]], c = row[x[2]], e = row[x[3]];
        return curve(b, -a + c, 2 * (a - b) + c - e, -a + b - c + e, d);
    }
    if (numbers == INTS) {
        const int32_t *p = (const int32_t *)(const void *)row;
        uint32_t a = (uint32_t)p[x[0]], b = (uint32_t)p[x[1]], c = (uint32_t)p[x[2]], e = (uint32_t)p[x[3]];
        return curve((int32_t)b, (int32_t)(c - a), (int32_t)(2 * (a - b) + c - e), (int32_t)(b - a - c + e), d);
    }
    const float *p = (const float *)(const void *)row;
    float a = p[x[0]], b = p[x[1]], c = p[x[2]], e = p[x[3]];
    return curve((double)b, (double)(-a + c), (double)(2 * (a - b) + c - e), (double)(-a + b - c + e), d);
}
LOOP_INLINE double cubic_at(const Picture *p, double u, double v, int band, int step, Numbers numbers)
{
    u -= 0.5;
    v -= 0.5;
    int left = below_of(u), top = below_of(v), x[4];
    double dx = u - left, dy = v - top, rows[4];
    for (int i = 0; i < 4; i++) x[i] = clipped(left - 1 + i, p->width) * step;
    rows[0] = curve_of_four(picture_row(p, clipped(top - 1, p->height)) + band, x, dx, numbers);
    for (int i = 1; i < 4; i++) {
        int y = top - 1 + i;
        rows[i] = y >= 0 && y < p->height ? curve_of_four(picture_row(p, y) + band, x, dx, numbers) : rows[i - 1];
    }
    return curve(rows[1], -rows[0] + rows[2], 2 * (rows[0] - rows[1]) + rows[2] - rows[3], -rows[0] + rows[1] - rows[2] + rows[3], dy);
}
LOOP_INLINE double seen_at(const Picture *p, double u, double v, Numbers numbers, bool cubic) { return cubic ? cubic_at(p, u, v, 0, 1, numbers) : linear_at(p, u, v, 0, 1, numbers); }
LOOP_INLINE uint8_t byte_of(double v) { return (uint8_t)(v <= 0 ? 0 : v >= 255 ? 255 : v); }

/* The same of four bands at once. */
typedef double FourReal __attribute__((vector_size(32)));
LOOP_INLINE void linear_of_bands(FourReal *out, const uint8_t *row, int x0, int x1, double d)
{
    Four a = four_at(row + x0), b = four_at(row + x1);
    *out = __builtin_convertvector(a, FourReal) + __builtin_convertvector(b - a, FourReal) * d;
}
LOOP_INLINE void cubic_of_bands(FourReal *out, const uint8_t *row, const int *x, double d)
{
    Four a = four_at(row + x[0]), b = four_at(row + x[1]), c = four_at(row + x[2]), e = four_at(row + x[3]);
    FourReal p1 = __builtin_convertvector(b, FourReal), p2 = __builtin_convertvector(c - a, FourReal), p3 = __builtin_convertvector(2 * (a - b) + c - e, FourReal),
             p4 = __builtin_convertvector(b - a - c + e, FourReal);
    *out = p1 + d * (p2 + d * (p3 + d * p4));
}
LOOP_INLINE void linear_bands(const Picture *p, double u, double v, double out[4])
{
    u -= 0.5;
    v -= 0.5;
    int x = below_of(u), y = below_of(v), x0 = clipped(x, p->width) * 4, x1 = clipped(x + 1, p->width) * 4;
    FourReal above, below;
    linear_of_bands(&above, picture_row(p, clipped(y, p->height)), x0, x1, u - x);
    below = above;
    if (y + 1 < p->height) linear_of_bands(&below, picture_row(p, y + 1), x0, x1, u - x);
    above += (below - above) * (v - y);
    memcpy(out, &above, sizeof above);
}
LOOP_INLINE void cubic_bands(const Picture *p, double u, double v, double out[4])
{
    u -= 0.5;
    v -= 0.5;
    int left = below_of(u), top = below_of(v), x[4];
    double dx = u - left, dy = v - top;
    FourReal rows[4];
    for (int i = 0; i < 4; i++) x[i] = clipped(left - 1 + i, p->width) * 4;
    cubic_of_bands(&rows[0], picture_row(p, clipped(top - 1, p->height)), x, dx);
    for (int i = 1; i < 4; i++) {
        int y = top - 1 + i;
        if (y >= 0 && y < p->height) cubic_of_bands(&rows[i], picture_row(p, y), x, dx);
        else rows[i] = rows[i - 1];
    }
    FourReal p2 = rows[2] - rows[0], p3 = 2 * (rows[0] - rows[1]) + rows[2] - rows[3], p4 = rows[1] - rows[0] - rows[2] + rows[3];
    FourReal sum = rows[1] + dy * (p2 + dy * (p3 + dy * p4));
    memcpy(out, &sum, sizeof sum);
}

/* ---- rows ---- */

/* What is computed from numbers around: pixels of several bands; of one band (those of two bytes as if they were of one), and wide numbers. */
LOOP_INLINE void bands_row(const Job *job, int y, bool cubic)
{
    const Job j = *job;
    const Picture in = *j.in;
    uint8_t *out = picture_row(j.out, y) + (int64_t)j.x0 * 4;
    int bands = in.mode->bands;
    for (int x = j.x0; x < j.x1; x++, out += 4) {
        double u, v, seen[4];
        place(&j, x - j.x0, y - j.y0, &u, &v);
        if (!inside(&in, u, v)) {
            if (j.fill) memset(out, 0, 4);
            continue;
        }
        if (cubic) cubic_bands(&in, u, v, seen);
        else linear_bands(&in, u, v, seen);
        if (bands == 2) seen[1] = seen[2] = seen[0];
        for (int b = 0; b < 4; b++)
            if (b != 3 || bands != 3) out[b] = byte_of(seen[b]);
    }
}
LOOP_INLINE void smooth_row(const Job *job, int y, bool cubic, Numbers numbers)
{
    const Job j = *job;
    const Picture in = *j.in;
    uint8_t *out = picture_row(j.out, y) + (int64_t)j.x0 * in.mode->size;
    for (int x = j.x0; x < j.x1; x++, out += in.mode->size) {
        double u, v;
        place(&j, x - j.x0, y - j.y0, &u, &v);
        if (!inside(&in, u, v)) {
            if (j.fill) memset(out, 0, in.mode->size);
        } else if (numbers == INTS) *(int32_t *)(void *)out = (int32_t)seen_at(&in, u, v, numbers, cubic);
        else if (numbers == FLOATS) *(float *)(void *)out = (float)seen_at(&in, u, v, numbers, cubic);
        else *out = byte_of(seen_at(&in, u, v, numbers, cubic));
    }
}
LOOP_WIDE static void linear_bands_row(const Job *j, int y) { bands_row(j, y, false); }
LOOP_WIDE static void cubic_bands_row(const Job *j, int y) { bands_row(j, y, true); }
LOOP_WIDE static void linear_bytes_row(const Job *j, int y) { smooth_row(j, y, false, BYTES); }
LOOP_WIDE static void cubic_bytes_row(const Job *j, int y) { smooth_row(j, y, true, BYTES); }
static void linear_ints_row(const Job *j, int y) { smooth_row(j, y, false, INTS); }
static void cubic_ints_row(const Job *j, int y) { smooth_row(j, y, true, INTS); }
static void linear_floats_row(const Job *j, int y) { smooth_row(j, y, false, FLOATS); }
static void cubic_floats_row(const Job *j, int y) { smooth_row(j, y, true, FLOATS); }

LOOP_INLINE void pixel(uint8_t *out, const uint8_t *in, int size)
{
    if (size == 4) memcpy(out, in, 4);
    else if (size == 1) *out = *in;
    else memcpy(out, in, (size_t)size);
}
static void nearest_row(const Job *j, int y)
{
    int size = j->in->mode->size;
    uint8_t *out = picture_row(j->out, y) + (int64_t)j->x0 * size;
    for (int x = j->x0; x < j->x1; x++, out += size) {
        double u, v;
        place(j, x - j->x0, y - j->y0, &u, &v);
        if (inside(j->in, u, v)) pixel(out, picture_row(j->in, (int)v) + (int64_t)(int)u * size, size);
        else if (j->fill) memset(out, 0, (size_t)size);
    }
}
static bool smooth(const Job *j, int filter)
{
    const PictureMode *m = j->in->mode;
    if (filter != NEAREST && filter != BILINEAR && filter != BICUBIC) return err_false(j->vm, EXC_ValueError, "bad filter number");
    static void (*const rows[][2])(const Job *, int) = {
        {linear_bytes_row, cubic_bytes_row}, {linear_bands_row, cubic_bands_row}, {linear_ints_row, cubic_ints_row}, {linear_floats_row, cubic_floats_row}};
    void (*row)(const Job *, int) = rows[m->size < 4 ? 0 : m->kind == PICTURE_UINT8 ? 1 : m->kind == PICTURE_INT32 ? 2 : 3][filter == BICUBIC];
    for (int y = j->y0; y < j->y1; y++) {
        (filter == NEAREST ? nearest_row : row)(j, y);
        if (!vm_poll(j->vm)) return false;
    }
    return true;
}

/* ---- affine maps of nearest pixels: no turn, 16 bits behind the point, or sums of floats ---- */

static int coordinate(double v) { return v < 0 || !(v < INT32_MAX) ? -1 : (int)v; }
static void clear_row(const Job *j, int y)
{
    size_t size = j->in->mode->size;
    if (j->fill && j->x1 > j->x0) memset(picture_row(j->out, y) + (size_t)j->x0 * size, 0, (size_t)(j->x1 - j->x0) * size);
}
LOOP_INLINE void take(uint8_t *out, const uint8_t *in, const int *from, int x0, int x1, int size)
{
    for (int x = x0; x < x1; x++) pixel(out + (int64_t)x * size, in + (int64_t)from[x] * size, size);
}
static bool straight(const Job *j)
{
    int *from = mem_alloc(j->vm->mem, (size_t)j->out->width * sizeof *from), first = j->x1, end = j->x0, size = j->in->mode->size;
    if (!from) return err_no_memory(j->vm), false;
    double u = j->a[2] + j->a[0] * 0.5, v = j->a[5] + j->a[4] * 0.5;
    for (int x = j->x0; x < j->x1; x++, u += j->a[0]) {
        int at = coordinate(u);
        if (at < 0 || at >= j->in->width) continue;
        end = x + 1;
        if (x < first) first = x;
        from[x] = at;
    }
    bool ok = true;
    for (int y = j->y0; ok && y < j->y1; y++, v += j->a[4]) {
        int at = coordinate(v);
        clear_row(j, y);
        if (at < 0 || at >= j->in->height) continue;
        if (size == 4) take(picture_row(j->out, y), picture_row(j->in, at), from, first, end, 4);
        else take(picture_row(j->out, y), picture_row(j->in, at), from, first, end, 1);
        ok = (y & 63) || vm_poll(j->vm);
    }
    mem_free(j->vm->mem, from, (size_t)j->out->width * sizeof *from);
    return ok;
}
/* In 65536ths; sums wrap as machine words do. A part that does not begin at the left is drawn from the left border on nevertheless: so does Pillow. */
static uint32_t steps_of(double v) { return (uint32_t)(int32_t)floor(v * 65536.0 + 0.5); }
LOOP_INLINE bool steps_inside(const Picture *p, uint32_t u, uint32_t v)
{
    int at = (int32_t)u >> 16, row = (int32_t)v >> 16;
    return at >= 0 && at < p->width && row >= 0 && row < p->height;
}
/* Those of a row that lie inside stand together, where no sum wraps into the picture again (its sides are shorter than 32768): they are found from both ends, and nothing is asked between them. */
typedef struct Steps { uint32_t u, v, du, dv; int first, end; } Steps; /* of a row, at its first pixel */
static void steps_clip(const Picture *in, Steps *s)
{
    while (s->first < s->end && !steps_inside(in, s->u + (uint32_t)s->first * s->du, s->v + (uint32_t)s->first * s->dv)) s->first++;
    while (s->first < s->end && !steps_inside(in, s->u + (uint32_t)(s->end - 1) * s->du, s->v + (uint32_t)(s->end - 1) * s->dv)) s->end--;
}
/* `n` rows, a band of columns after the other: what they see of a turned picture then stays in the cache. */
LOOP_INLINE void stepping_rows(const Job *j, const Steps *steps, int y0, int n, int size)
{
    enum { BAND = 64 };
    const uint8_t *pixels = j->in->pixels;
    const int64_t line = j->in->line;
    for (int x0 = 0, width = j->x1 - j->x0; x0 < width; x0 += BAND)
        for (int y = 0; y < n; y++) {
            const Steps s = steps[y];
            const int first = s.first > x0 ? s.first : x0, end = s.end < x0 + BAND ? s.end : x0 + BAND;
            uint32_t u = s.u + (uint32_t)first * s.du, v = s.v + (uint32_t)first * s.dv;
            uint8_t *out = picture_row(j->out, y0 + y) + (int64_t)first * size;
            for (int x = first; x < end; x++, out += size, u += s.du, v += s.dv) pixel(out, pixels + (v >> 16) * line + (u >> 16) * (int64_t)size, size);
        }
}
static void stepping_huge(const Job *j, uint8_t *out, Steps s, int size)
{
    for (int x = s.first; x < s.end; x++, s.u += s.du, s.v += s.dv)
        if (steps_inside(j->in, s.u, s.v)) pixel(out + (int64_t)x * size, picture_row(j->in, s.v >> 16) + (s.u >> 16) * (int64_t)size, size);
}
static bool stepping(const Job *j)
{
    enum { ROWS = 32 };
    const double *a = j->a;
    const int size = j->in->mode->size;
    const bool huge = j->in->width > INT16_MAX || j->in->height > INT16_MAX;
    Steps steps[ROWS], s = {steps_of(a[2] + a[0] * 0.5 + a[1] * 0.5), steps_of(a[5] + a[3] * 0.5 + a[4] * 0.5), steps_of(a[0]), steps_of(a[3]), 0, j->x1 > j->x0 ? j->x1 - j->x0 : 0};
    for (int y0 = j->y0; y0 < j->y1; y0 += ROWS) {
        const int n = j->y1 - y0 < ROWS ? j->y1 - y0 : ROWS;
        for (int y = 0; y < n; y++, s.u += steps_of(a[1]), s.v += steps_of(a[4])) {
            uint8_t *out = picture_row(j->out, y0 + y);
            steps[y] = s;
            if (!huge) steps_clip(j->in, &steps[y]);
            if (huge || j->x0) clear_row(j, y0 + y);
            else if (j->fill) memset(out, 0, (size_t)steps[y].first * (size_t)size), memset(out + (int64_t)steps[y].end * size, 0, (size_t)(s.end - steps[y].end) * (size_t)size);
            if (huge) stepping_huge(j, out, s, size);
        }
        if (!huge && size == 4) stepping_rows(j, steps, y0, n, 4);
        else if (!huge) stepping_rows(j, steps, y0, n, 1);
        if (!vm_poll(j->vm)) return false;
    }
    return true;
}
static bool summing(const Job *j)
{
    const double *a = j->a;
    int size = j->in->mode->size;
    double row_u = a[2] + a[1] * 0.5 + a[0] * 0.5, row_v = a[5] + a[4] * 0.5 + a[3] * 0.5;
    for (int y = j->y0; y < j->y1; y++, row_u += a[1], row_v += a[4]) {
        double u = row_u, v = row_v;
        clear_row(j, y);
        for (int x = j->x0; x < j->x1; x++, u += a[0], v += a[3]) {
            int at = coordinate(u), row = coordinate(v);
            if (at >= 0 && at < j->in->width && row >= 0 && row < j->in->height)
                pixel(picture_row(j->out, y) + (int64_t)x * size, picture_row(j->in, row) + (int64_t)at * size, size);
        }
        if (!vm_poll(j->vm)) return false;
    }
    return true;
}
static bool fits(const double *a, int x, int y) { return fabs(a[0] * x + a[1] * y + a[2]) < 32768 && fabs(a[3] * x + a[4] * y + a[5]) < 32768; }
static bool nearest_affine(const Job *j)
{
    const double *a = j->a;
    int w = j->x1 - j->x0, h = j->y1 - j->y0;
    if (j->in->mode->kind == PICTURE_SPECIAL) return smooth(j, NEAREST);
    if (a[1] == 0 && a[3] == 0) return straight(j);
    return fits(a, 0, 0) && fits(a, w, h) && fits(a, 0, h) && fits(a, w, 0) ? stepping(j) : summing(j);
}
bool picture_affine(VM *vm, Picture *out, const Picture *in, const double a[6])
{
    Job j = {.vm = vm, .out = out, .in = in, .x1 = out->width, .y1 = out->height, .fill = true, .how = AFFINE};
    memcpy(j.a, a, 6 * sizeof *a);
    if (out->palette) *out->palette = *in->palette;
    return nearest_affine(&j);
}

/* ---- what a program asks ---- */

static bool matrix_of(VM *vm, Ref v, int want, double *out)
{
    if (!is_heap(v) || !(is_kind(v, KIND_TUPLE) || is_kind(v, KIND_LIST) || as_obj(v)->type->s.getitem)) return err_false(vm, EXC_TypeError, "argument must be a sequence");
    Value list = list_from_iter(vm, v);
    bool ok = list != NO_VALUE;
    if (ok && as_list(list)->len != want) ok = err_false(vm, EXC_ValueError, "wrong number of matrix entries");
    for (int i = 0; ok && i < want && i < as_list(list)->len; i++) ok = num_to_double(vm, as_list(list)->items[i], &out[i]);
    release(vm, list);
    return ok;
}
Value picture_transform2(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t box[4];
    int how, filter = NEAREST, fill = 1;
    Job j = {.vm = vm, .out = as_picture(args[0])};
    if (!numbers_of(vm, args[1], 1, box, 4) || !(j.in = picture_arg(vm, args[2], 2)) || !picture_int(vm, args[3], &how) || (args[5] && !picture_int(vm, args[5], &filter)) ||
        (args[6] && !picture_int(vm, args[6], &fill)) || !matrix_of(vm, args[4], how == AFFINE ? 6 : how == PERSPECTIVE || how == QUAD ? 8 : -1, j.a))
        return NO_VALUE;
    if (j.in->mode != j.out->mode) return picture_wrong_mode(vm);
    j.x0 = box[0] < 0 ? 0 : (int)box[0];
    j.y0 = box[1] < 0 ? 0 : (int)box[1];
    j.x1 = box[2] > j.out->width ? j.out->width : (int)box[2];
    j.y1 = box[3] > j.out->height ? j.out->height : (int)box[3];
    j.fill = fill != 0;
    j.how = how;
    if (j.out->palette) *j.out->palette = *j.in->palette;
    return (how == AFFINE && filter == NEAREST ? nearest_affine(&j) : smooth(&j, filter)) ? retain(V_NONE) : NO_VALUE;
}
