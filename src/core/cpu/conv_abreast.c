/* conv_abreast.c: convolutions of few channels over small images: each image is a lane of the vectors (wide/abreast.h), in groups of as many images as there are lanes, or of a half or a
 * quarter of that, whose lanes are then some positions of each.
 *
 * Where fewer images are left than a group has, the last group begins earlier and leaves alone what others have made. The way back to the images is the same with the kernel turned round. Weights'
 * gradients are summed over pieces of the batch that are cut by sizes alone, in their order.
 */
#include "conv_abreast.h"

#include <string.h>

#include "conv_sides.h"
#include "core/cpu/wide/abreast.h"
#include "core/cpu/wide/wide.h"

typedef struct Abreast {
    Work *w;
    const WideAbreast *loops;
    const DnnConv *c;
    ConvSides sides;
    int64_t images, groups;                       /* images of a group */
    int64_t row, rows, picture;                   /* of a picture: positions of a row, rows, elements */
    int64_t vectors, made, positions, taps;       /* of a result: vectors of a row, elements, positions */
    const float *weights, *bias;
    float *source, *result; /* whole batches; for the weight's gradient `result` is read, too */
    int32_t *offsets;
    float *parts;           /* of the weight's gradient: a vector a weight for each piece */
    int64_t piece;          /* groups of one */
    _Atomic bool failed;
} Abreast;

static void abreast_start(Abreast *a, Work *w, const DnnConv *c)
{
    memset(a, 0, sizeof *a);
    a->w = w;
    a->loops = wide_loops()->abreast;
    a->c = c;
    a->sides = conv_sides(c);
    a->rows = (a->sides.to[0] - 1) * a->sides.stride[0] + a->sides.dilate[0] * (a->sides.kernel[0] - 1) + 1;
    a->row = (a->sides.to[1] - 1) * a->sides.stride[1] + a->sides.dilate[1] * (a->sides.kernel[1] - 1) + 1;
    if (a->row < a->sides.margin[1] + a->sides.from[1]) a->row = a->sides.margin[1] + a->sides.from[1];
    a->positions = a->sides.to[0] * a->sides.to[1];
    a->taps = a->sides.from_channels * a->sides.kernel[0] * a->sides.kernel[1];
}

/* The part of the lanes that groups of so many images would use. */
static double used(const Abreast *a, int64_t images)
{
    int64_t lanes = a->loops->lanes, vectors = (a->sides.to[1] * images + lanes - 1) / lanes, groups = (a->c->batch + images - 1) / images;
    return (double)a->c->batch / (double)(groups * images) * (double)(a->sides.to[1] * images) / (double)(vectors * lanes);
}

enum { FEWEST = 4 }; /* a group has a whole vector of images, or this part of it at least */

/* 0: no group is small enough. */
static void group_size(Abreast *a)
{
    double best = 0;
    int64_t lanes = a->loops->lanes;
    for (int64_t images = lanes; images >= lanes / FEWEST && images > 1; images /= 2)
        if (images <= a->c->batch && (images == lanes || a->sides.stride[1] == 1) && used(a, images) > best) best = used(a, images), a->images = images;
    if (!a->images) return;
    a->groups = (a->c->batch + a->images - 1) / a->images;
    a->picture = a->rows * a->row * a->images;
    a->vectors = (a->sides.to[1] * a->images + lanes - 1) / lanes;
    a->made = a->sides.to[0] * a->vectors * lanes;
}

/* Where tap (channel, y, x) stands: for the sums over taps rows of the kernel come first, so that those beyond an image's edge are left out as one piece; the weight's gradient is as weights lie. */
static int64_t tap_of(const Abreast *a, int64_t ch, int64_t y, int64_t x)
{
    return a->c->kind == DNN_CONV_WEIGHT ? (ch * a->sides.kernel[0] + y) * a->sides.kernel[1] + x : (y * a->sides.from_channels + ch) * a->sides.kernel[1] + x;
}

static void offsets_fill(const Abreast *a)
{
    for (int64_t ch = 0; ch < a->sides.from_channels; ch++)
        for (int64_t y = 0; y < a->sides.kernel[0]; y++)
            for (int64_t x = 0; x < a->sides.kernel[1]; x++) a->offsets[tap_of(a, ch, y, x)] = (int32_t)(ch * a->picture + (y * a->sides.dilate[0] * a->row + x * a->sides.dilate[1]) * a->images);
}

/* Weights in the order of the sums, a block of filters at a time; on the way back channels are exchanged and kernels turned round. */
static void weights_fill(const Abreast *a, const float *weight, float *to)
{
    bool back = a->c->kind == DNN_CONV_DATA;
    int64_t places = a->sides.kernel[0] * a->sides.kernel[1], block = a->loops->filters;
    for (int64_t f = 0; f < a->sides.to_channels; f++) {
        int64_t first = f / block * block, some = a->sides.to_channels - first < block ? a->sides.to_channels - first : block;
        for (int64_t ch = 0; ch < a->sides.from_channels; ch++) {
            const float *from = back ? weight + (ch * a->sides.to_channels + f + 1) * places - 1 : weight + (f * a->sides.from_channels + ch) * places;
            for (int64_t y = 0; y < a->sides.kernel[0]; y++) {
                float *line = to + first * a->taps + tap_of(a, ch, y, 0) * some + f - first;
                for (int64_t x = 0; x < a->sides.kernel[1]; x++, line += some, from += back ? -1 : 1) *line = *from;
            }
        }
    }
}

/* ---- a group ---- */

enum { LINE = 16 }; /* elements that lie in step */

typedef struct Group { float *pictures, *made; int64_t first; int skip; } Group; /* its first image, and how many of its images are others' */

static bool group_open(Abreast *a, Group *g)
{
    size_t pictures = (size_t)(a->sides.from_channels * a->picture + a->loops->lanes + LINE - 1) / LINE * LINE, all = pictures + (size_t)(a->sides.to_channels * a->made); /* (the last row's last vector may go beyond it) */
    g->pictures = work_scratch(a->w, all * sizeof *g->pictures);
    if (!g->pictures) {
        a->failed = true;
        return false;
    }
    g->made = g->pictures + pictures;
    bool gaps = a->c->kind == DNN_CONV_WEIGHT && a->sides.to[1] * a->images % a->loops->lanes;
    memset(g->pictures, 0, (gaps ? all : pictures) * sizeof *g->pictures);
    return true;
}

static void group_at(const Abreast *a, Group *g, int64_t number)
{
    int64_t late = (number + 1) * a->images - a->c->batch;
    g->skip = late > 0 ? (int)late : 0;
    g->first = number * a->images - g->skip;
}

static void picture_in(const Abreast *a, const float *x, const Picture *p, float *to, int64_t rows)
{
    if (a->images == a->loops->lanes) a->loops->picture(x, p, to, rows);
    else a->loops->picture_of_few(x, p, (int)a->images, to, rows);
}

static void pictures_in(const Abreast *a, const Group *g)
{
    int64_t plane = a->sides.from[0] * a->sides.from[1], image = a->sides.from_channels * plane;
    Picture p = {.row = a->row, .high = a->sides.from[0], .wide = a->sides.from[1], .first = -a->sides.margin[0], .margin = a->sides.margin[1], .plane = image};
    for (int64_t ch = 0; ch < a->sides.from_channels; ch++) picture_in(a, a->source + g->first * image + ch * plane, &p, g->pictures + ch * a->picture, a->rows);
}

/* The result's side, whose rows are filled up to whole vectors. */
static Picture results_of(const Abreast *a)
{
    return (Picture){.row = a->vectors * a->loops->lanes / a->images, .high = a->sides.to[0], .wide = a->sides.to[1], .plane = a->sides.to_channels * a->positions};
}

static void results_out(const Abreast *a, const Group *g)
{
    Picture p = results_of(a);
    for (int64_t ch = 0; ch < a->sides.to_channels; ch++) {
        float *to = a->result + (g->first * a->sides.to_channels + ch) * a->positions, *made = g->made + ch * a->made;
        if (a->images == a->loops->lanes) a->loops->result(made, a->positions, to, p.plane, g->skip);
        else a->loops->result_of_few(made, &p, (int)a->images, to, g->skip);
    }
}

static AbreastSums sums_of(const Abreast *a, const Group *g)
{
    return (AbreastSums){.x = g->pictures, .y = g->made, .offsets = a->offsets, .filters = a->sides.to_channels, .taps = a->taps, .high = a->sides.to[0], .vectors = a->vectors, .down = a->sides.stride[0] * a->row * a->images,
                         .across = a->sides.stride[1] * a->loops->lanes, .row_taps = a->sides.from_channels * a->sides.kernel[1], .kernel_rows = a->sides.kernel[0], .high_image = a->sides.from[0], .margin = a->sides.margin[0],
                         .dilate = a->sides.dilate[0], .stride = a->sides.stride[0], .weights = a->weights, .bias = a->bias};
}

static void groups_run(void *data, int64_t from, int64_t to)
{
    Abreast *a = data;
    Group g;
    if (!group_open(a, &g)) return;
    for (int64_t n = from; n < to && !work_stopped(a->w); n++) {
        group_at(a, &g, n);
        pictures_in(a, &g);
        AbreastSums s = sums_of(a, &g);
        a->loops->forward(&s);
        results_out(a, &g);
    }
    work_scratch_free(a->w, g.pictures);
}

/* ---- the weight's gradient ---- */

enum { LEAST_PIECE = 2, MOST_PIECES = 32 }; /* groups of a piece; pieces */

static void results_in(const Abreast *a, const Group *g)
{
    Picture p = results_of(a);
    for (int64_t ch = 0; ch < a->sides.to_channels; ch++) {
        float *made = g->made + ch * a->made;
        picture_in(a, a->result + (g->first * a->sides.to_channels + ch) * a->positions, &p, made, a->sides.to[0]);
        if (g->skip) a->loops->hide(made, a->made / a->images, (int)a->images, g->skip);
    }
}

static void weight_pieces(void *data, int64_t from, int64_t to)
{
    Abreast *a = data;
    Group g;
    if (!group_open(a, &g)) return;
    for (int64_t piece = from; piece < to; piece++)
        for (int64_t n = piece * a->piece; n < (piece + 1) * a->piece && n < a->groups && !work_stopped(a->w); n++) {
            group_at(a, &g, n);
            pictures_in(a, &g);
            results_in(a, &g);
            AbreastSums s = sums_of(a, &g);
            a->loops->weight(&s, a->parts + piece * a->sides.to_channels * a->taps * a->loops->lanes);
        }
    work_scratch_free(a->w, g.pictures);
}

static bool weight_gradient(Abreast *a, float *weight)
{
    int64_t size = a->sides.to_channels * a->taps, pieces;
    a->piece = (a->groups + MOST_PIECES - 1) / MOST_PIECES;
    if (a->piece < LEAST_PIECE) a->piece = LEAST_PIECE;
    pieces = (a->groups + a->piece - 1) / a->piece;
    size_t bytes = (size_t)(size * pieces * a->loops->lanes) * sizeof *a->parts;
    if (!(a->parts = work_scratch(a->w, bytes))) return false;
    memset(a->parts, 0, bytes);
    work_parallel(a->w, pieces, 1, weight_pieces, a);
    memset(weight, 0, (size_t)size * sizeof *weight);
    for (int64_t p = 0; p < pieces; p++) a->loops->totals(a->parts + p * size * a->loops->lanes, size, weight);
    work_scratch_free(a->w, a->parts);
    return !a->failed && !work_stopped(a->w);
}

/* ---- which ---- */

/* oneDNN computes BLOCK channels at a time, however few there are, at the full rate; these loops compute what there is, at RATE of it, in lanes of which some may be unused. */
enum { BLOCK = 16, FIRST_CHANNELS = 3 }; /* (a first layer's images are no matter to oneDNN; of a few of them mixing lanes would cost more than it saves) */
static const double RATE = 0.8, LEAST_LANES = 0.75;
static const int64_t MOST_TAPS = 1 << 12, MOST_ELEMENTS = 1 << 18, MOST_SUMS = 1 << 15;

static double filled(int64_t channels) { return (double)channels / (double)((channels + BLOCK - 1) / BLOCK * BLOCK); }

static bool shape_suits(const DnnConv *c)
{
    if (c->dims > 2 || c->groups != 1 || c->batch < 1) return false;
    for (int i = 0; i < c->dims; i++)
        if (c->out[i] < 1 || c->in[i] < 1 || (c->kind == DNN_CONV_DATA && c->stride[i] != 1)) return false;
    return true;
}

static bool suits(const Abreast *a)
{
    const DnnConv *c = a->c;
    if (!a->images || a->sides.margin[0] < 0 || a->sides.margin[1] < 0 || a->taps > MOST_TAPS) return false;
    if (a->sides.from_channels * a->picture + a->sides.to_channels * a->made > MOST_ELEMENTS || a->sides.to_channels * a->taps > MOST_SUMS) return false;
    double useful = used(a, a->images), theirs = filled(a->sides.to_channels);
    if (useful < LEAST_LANES || (a->images < a->loops->lanes && c->in_channels <= FIRST_CHANNELS)) return false;
    if (c->kind == DNN_CONV_DATA && a->sides.from[1] < a->sides.to[1]) useful *= (double)a->sides.from[1] / (double)a->sides.to[1]; /* (it leaves out what the margins would give) */
    if (c->kind == DNN_CONV_WEIGHT && c->in_channels > FIRST_CHANNELS) theirs *= filled(c->in_channels);
    return RATE * useful > theirs;
}

bool conv_abreast(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    Abreast a;
    *done = false;
    if (!shape_suits(c)) return true;
    abreast_start(&a, w, c);
    group_size(&a);
    if (!suits(&a)) return true;
    bool back = c->kind == DNN_CONV_DATA;
    size_t weights = (size_t)(a.sides.to_channels * a.taps) * sizeof *weight;
    float *own = work_scratch(w, weights + (size_t)a.taps * sizeof *a.offsets);
    if (!own) return false;
    a.offsets = (int32_t *)(void *)((char *)own + weights);
    offsets_fill(&a);
    a.weights = own;
    a.bias = bias;
    a.source = back ? y : x;
    a.result = back ? x : y;
    if (c->kind == DNN_CONV_WEIGHT) *done = weight_gradient(&a, weight);
    else {
        weights_fill(&a, weight, own);
        work_parallel(w, a.groups, 1, groups_run, &a);
        *done = !a.failed && !work_stopped(w);
    }
    work_scratch_free(w, own);
    return *done;
}
