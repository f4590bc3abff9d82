/* conv_direct.c: convolutions of few channels, or so small that oneDNN's preparations cost more than the sums: stride 1, one or two dimensions, read in place (wide/direct.h).
 *
 * Each image gets its margin of zeros in scratch memory, a few images at a time; the way back to the images is the same with the kernel turned round. Weights' gradients are summed over
 * pieces of the batch that are cut by sizes alone, in their order.
 */
#include "conv_direct.h"

#include <string.h>

#include "conv_sides.h"
#include "core/cpu/wide/direct.h"
#include "core/cpu/wide/wide.h"

/* Where an operand of the sums lies: `channels` planes with margins, rows `row` apart. */
typedef struct Direct {
    Work *w;
    const WideDirect *loops;
    const DnnConv *c;
    ConvSides sides;
    int64_t row, plane, image, positions, made_plane, made; /* image, made: elements of all planes, of either side */
    int64_t taps;
    const float *weight, *bias;
    float *source, *result; /* whole batches; for the weight's gradient `result` is read, too */
    int32_t *offsets;
    float *parts;           /* of the weight's gradient */
    int64_t piece;          /* images */
    _Atomic bool failed;
} Direct;

static void direct_start(Direct *d, Work *w, const DnnConv *c)
{
    memset(d, 0, sizeof *d);
    d->w = w;
    d->loops = wide_loops()->direct;
    d->c = c;
    d->sides = conv_sides(c);
    int64_t lanes = d->loops->lanes, rows = d->sides.to[0] + d->sides.dilate[0] * (d->sides.kernel[0] - 1);
    d->row = d->sides.to[1] + d->sides.dilate[1] * (d->sides.kernel[1] - 1);
    d->positions = (d->sides.to[0] - 1) * d->row + d->sides.to[1];
    d->plane = rows * d->row;
    d->image = d->sides.from_channels * d->plane;
    d->made_plane = (d->positions + lanes - 1) / lanes * lanes;
    d->made = d->sides.to_channels * d->made_plane;
    d->taps = d->sides.from_channels * d->sides.kernel[0] * d->sides.kernel[1];
}

static void offsets_fill(const Direct *d)
{
    int64_t t = 0;
    for (int64_t ch = 0; ch < d->sides.from_channels; ch++)
        for (int64_t y = 0; y < d->sides.kernel[0]; y++)
            for (int64_t x = 0; x < d->sides.kernel[1]; x++) d->offsets[t++] = (int32_t)(ch * d->plane + y * d->sides.dilate[0] * d->row + x * d->sides.dilate[1]);
}

/* The kernel as the way back to x reads it: channels exchanged, turned round. */
static void turned(const Direct *d, const float *weight, float *to)
{
    int64_t places = d->sides.kernel[0] * d->sides.kernel[1];
    for (int64_t in = 0; in < d->sides.to_channels; in++)
        for (int64_t out = 0; out < d->sides.from_channels; out++)
            for (int64_t p = 0; p < places; p++) to[(in * d->sides.from_channels + out) * places + p] = weight[(out * d->sides.to_channels + in) * places + places - 1 - p];
}

/* One image into its planes, whose margins are zeros already. */
static void with_margins(const Direct *d, const float *image, float *planes)
{
    int64_t wide = d->sides.from[1] < d->row - d->sides.margin[1] ? d->sides.from[1] : d->row - d->sides.margin[1], high = d->plane / d->row - d->sides.margin[0];
    if (high > d->sides.from[0]) high = d->sides.from[0];
    for (int64_t ch = 0; ch < d->sides.from_channels && wide > 0 && high > 0; ch++)
        d->loops->rows(planes + ch * d->plane + d->sides.margin[0] * d->row + d->sides.margin[1], d->row, image + ch * d->sides.from[0] * d->sides.from[1], d->sides.from[1], high, wide, 0);
}

enum { SLACK = 64 }; /* elements behind the last plane that whole vectors read */

static void made_rows(const Direct *d, const float *made, float *result)
{
    for (int64_t ch = 0; ch < d->sides.to_channels; ch++) d->loops->rows(result + ch * d->sides.to[0] * d->sides.to[1], d->sides.to[1], made + ch * d->made_plane, d->row, d->sides.to[0], d->sides.to[1], d->bias ? d->bias[ch] : 0);
}

static void made_images(void *data, int64_t from, int64_t to)
{
    Direct *d = data;
    float *planes = work_scratch(d->w, (size_t)(d->image + SLACK + d->made) * sizeof *planes), *made = planes + d->image + SLACK;
    if (!planes) {
        d->failed = true;
        return;
    }
    memset(planes, 0, (size_t)(d->image + SLACK) * sizeof *planes);
    for (int64_t n = from; n < to && !work_stopped(d->w); n++) {
        with_margins(d, d->source + n * d->sides.from_channels * d->sides.from[0] * d->sides.from[1], planes);
        d->loops->forward(planes, d->offsets, d->taps, d->weight, d->sides.to_channels, made, d->made_plane, d->positions);
        made_rows(d, made, d->result + n * d->sides.to_channels * d->sides.to[0] * d->sides.to[1]);
    }
    work_scratch_free(d->w, planes);
}

/* ---- the weight's gradient ---- */

/* One image's gradients in rows as long as the planes', zeros between them. */
static void spread_rows(const Direct *d, const float *result, float *made)
{
    for (int64_t ch = 0; ch < d->sides.to_channels; ch++) d->loops->rows(made + ch * d->made_plane, d->row, result + ch * d->sides.to[0] * d->sides.to[1], d->sides.to[1], d->sides.to[0], d->sides.to[1], 0);
}

enum { LOT_BYTES = 384 << 10 }; /* of images at a time: they stay in the second cache while all weights read them */

static void weight_pieces(void *data, int64_t from, int64_t to)
{
    Direct *d = data;
    int64_t lot = LOT_BYTES / ((d->image + d->made) * (int64_t)sizeof(float)) + 1;
    if (lot > d->piece) lot = d->piece;
    if (lot > d->c->batch) lot = d->c->batch;
    size_t size = (size_t)(lot * (d->image + d->made) + SLACK);
    float *planes = work_scratch(d->w, size * sizeof *planes), *made = planes + lot * d->image + SLACK;
    if (!planes) {
        d->failed = true;
        return;
    }
    memset(planes, 0, size * sizeof *planes);
    for (int64_t piece = from; piece < to; piece++) {
        int64_t end = (piece + 1) * d->piece < d->c->batch ? (piece + 1) * d->piece : d->c->batch;
        for (int64_t n = piece * d->piece; n < end && !work_stopped(d->w); n += lot) {
            int64_t some = end - n < lot ? end - n : lot;
            for (int64_t i = 0; i < some; i++) {
                with_margins(d, d->source + (n + i) * d->sides.from_channels * d->sides.from[0] * d->sides.from[1], planes + i * d->image);
                spread_rows(d, d->result + (n + i) * d->sides.to_channels * d->sides.to[0] * d->sides.to[1], made + i * d->made);
            }
            d->loops->weight(planes, d->offsets, d->taps, made, d->made_plane, d->sides.to_channels, some, d->image, d->made, d->made_plane, d->parts + piece * d->sides.to_channels * d->taps);
        }
    }
    work_scratch_free(d->w, planes);
}

static bool weight_gradient(Direct *d, float *weight)
{
    int64_t size = d->sides.to_channels * d->taps, pieces;
    d->piece = 32;
    pieces = (d->c->batch + d->piece - 1) / d->piece;
    if (!(d->parts = work_scratch(d->w, (size_t)(size * pieces) * sizeof *d->parts))) return false;
    memset(d->parts, 0, (size_t)(size * pieces) * sizeof *d->parts);
    work_parallel(d->w, pieces, 1, weight_pieces, d);
    memcpy(weight, d->parts, (size_t)size * sizeof *weight);
    for (int64_t p = 1; p < pieces; p++)
        for (int64_t i = 0; i < size; i++) weight[i] += d->parts[p * size + i];
    work_scratch_free(d->w, d->parts);
    return !d->failed && !work_stopped(d->w);
}

/* ---- which ---- */

/* oneDNN computes BLOCK channels at a time, however few there are, at the full rate; these loops compute whole rows with their margins, at RATE of it (bench/core_nn.py on AVX-512). */
enum { BLOCK = 16, FIRST_CHANNELS = 3 }; /* (a first layer's images are no matter to it) */
static const double RATE = 0.75, TINY_WORK = 1e5; /* TINY_WORK: multiplications that are done before oneDNN has laid out what it wants */
static const int64_t MOST_TAPS = 1 << 12, MOST_ELEMENTS = 1 << 22;

static double filled(int64_t channels) { return (double)channels / (double)((channels + BLOCK - 1) / BLOCK * BLOCK); }

static bool suits(const Direct *d)
{
    const DnnConv *c = d->c;
    if (d->taps > MOST_TAPS || d->image + d->made > MOST_ELEMENTS || d->sides.margin[0] < 0 || d->sides.margin[1] < 0) return false;
    double useful = (double)d->sides.to[1] / (double)d->row, theirs = filled(d->sides.to_channels);
    if (c->kind == DNN_CONV_DATA) useful *= (double)(d->sides.from[0] * d->sides.from[1]) / (double)(d->sides.to[0] * d->sides.to[1]); /* (it leaves out what the margins would give) */
    if (c->kind == DNN_CONV_WEIGHT && c->in_channels > FIRST_CHANNELS) theirs *= filled(c->in_channels);
    return RATE * (useful < 1 ? useful : 1) > theirs || (double)(c->batch * d->sides.to_channels * d->taps * d->positions) < TINY_WORK;
}

bool conv_direct(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    Direct d;
    *done = false;
    if (c->dims > 2 || c->groups != 1 || c->batch < 1) return true;
    for (int i = 0; i < c->dims; i++)
        if (c->stride[i] != 1 || c->out[i] < 1 || c->in[i] < 1) return true;
    direct_start(&d, w, c);
    if (!suits(&d)) return true;
    bool back = c->kind == DNN_CONV_DATA;
    size_t weights = (size_t)(d.sides.to_channels * d.taps) * sizeof *weight;
    float *own = work_scratch(w, weights + (size_t)d.taps * sizeof *d.offsets);
    if (!own) return false;
    d.offsets = (int32_t *)(void *)((char *)own + weights);
    offsets_fill(&d);
    d.source = back ? y : x;
    d.result = back ? x : y;
    bool ok;
    if (c->kind == DNN_CONV_WEIGHT) ok = weight_gradient(&d, weight);
    else {
        if (back) turned(&d, weight, own);
        d.weight = back ? own : weight;
        d.bias = bias;
        int64_t each = d.sides.to_channels * d.taps * d.positions;
        work_parallel(w, c->batch, (1 << 18) / (each + 1) + 1, made_images, &d);
        ok = !d.failed && !work_stopped(w);
    }
    work_scratch_free(w, own);
    *done = ok;
    return ok;
}
