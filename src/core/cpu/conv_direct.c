/* conv_direct.c: convolutions of few channels, or so small that oneDNN's preparations cost more than the sums: stride 1, one or two dimensions, read in place (wide/direct.h).
 *
 * The bits are those of oneDNN's kernels, with which PyTorch and MXNet convolve: a result is the sum over blocks of BLOCK channels of what is read, in their order; a block's is one chain of fused
 * multiplications and additions over the kernel's rows, columns and the block's channels; the bias comes last. On the way back to the images the kernel's own order stays. A weight's gradient is one
 * chain over images, rows and columns. Zeros of margins, which oneDNN leaves out, change no sum of finite numbers; what comes out otherwise is left to it. Each image gets its margin in scratch memory,
 * a few images at a time.
 */
#include "conv_direct.h"

#include <string.h>

#include "conv_sides.h"
#include "core/cpu/wide/direct.h"
#include "core/cpu/wide/wide.h"

enum { BLOCK = 16, TOGETHER = 4, SLACK = 64 }; /* channels of a chain; images whose rows are summed at once; elements behind the last plane that whole vectors read */

/* What lies in the lanes of a forward sum: positions of a whole plane, with what its margins give; of a row, of some images at once, where kernel rows of zeros are left out; filters. */
typedef enum Way { FLAT, BY_ROWS, ACROSS } Way;

typedef struct Direct {
    Work *w;
    const WideDirect *loops;
    const DnnConv *c;
    ConvSides sides;
    Way way;
    int64_t row, plane, image, positions, made_plane, made; /* of planes with margins: a row, a channel, all of them; the same of what is made */
    int64_t taps, places, blocks; /* of a filter, of a kernel; of BLOCK channels that are read */
    const float *bias;
    const float *source;
    float *result;
    int32_t *offsets;       /* by tap, in the chain's order */
    float *weight;          /* in that order, too: by filter; ACROSS: pixels of filters */
    float *parts;           /* of the weight's gradient: a pixel of filters by tap */
    _Atomic bool failed;
} Direct;

static int64_t at_most(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t ceil_of(int64_t n, int64_t each) { return (n + each - 1) / each; }

static void direct_start(Direct *d, Work *w, const DnnConv *c)
{
    memset(d, 0, sizeof *d);
    d->w = w;
    d->loops = wide_loops()->direct;
    d->c = c;
    d->sides = conv_sides(c);
    const ConvSides *s = &d->sides;
    d->row = s->to[1] + s->dilate[1] * (s->kernel[1] - 1);
    d->positions = (s->to[0] - 1) * d->row + s->to[1];
    d->plane = (s->to[0] + s->dilate[0] * (s->kernel[0] - 1)) * d->row;
    d->image = s->from_channels * d->plane;
    d->places = s->kernel[0] * s->kernel[1];
    d->taps = s->from_channels * d->places;
    d->blocks = ceil_of(s->from_channels, BLOCK);
}

/* How far the kernel's row (or column) `at` reads from a position: the way back reads it turned round. */
static int64_t reach(const Direct *d, int axis, int64_t at) { return d->sides.dilate[axis] * (d->c->kind == DNN_CONV_DATA ? d->sides.kernel[axis] - 1 - at : at); }

/* Taps in the chains' order. */
static void offsets_fill(Direct *d)
{
    int32_t *to = d->offsets;
    for (int64_t block = 0; block < d->sides.from_channels; block += BLOCK)
        for (int64_t ky = 0; ky < d->sides.kernel[0]; ky++)
            for (int64_t kx = 0; kx < d->sides.kernel[1]; kx++)
                for (int64_t ch = block; ch < at_most(block + BLOCK, d->sides.from_channels); ch++) *to++ = (int32_t)(ch * d->plane + reach(d, 0, ky) * d->row + reach(d, 1, kx));
}

/* The filters' weights in that order, one filter behind the other or side by side in the lanes. */
static void weights_fill(Direct *d, const float *weight)
{
    bool back = d->c->kind == DNN_CONV_DATA;
    int64_t lanes = d->way == ACROSS ? d->loops->lanes : 1, filters = d->sides.to_channels, per_filter = back ? d->places : d->taps, per_channel = back ? filters * d->places : d->places;
    for (int64_t f = 0; f < filters; f++) {
        const float *w = weight + f * per_filter;
        float *to = d->weight + f / lanes * lanes * d->taps + f % lanes;
        for (int64_t block = 0; block < d->sides.from_channels; block += BLOCK)
            for (int64_t p = 0; p < d->places; p++)
                for (int64_t ch = block, end = at_most(block + BLOCK, d->sides.from_channels); ch < end; ch++, to += lanes) *to = w[ch * per_channel + p];
    }
}

/* One image into its planes, whose margins are zeros already. */
static void with_margins(const Direct *d, const float *image, float *planes)
{
    const ConvSides *s = &d->sides;
    int64_t wide = at_most(s->from[1], d->row - s->margin[1]), high = at_most(s->from[0], d->plane / d->row - s->margin[0]);
    for (int64_t ch = 0; ch < s->from_channels && wide > 0 && high > 0; ch++)
        d->loops->rows(planes + ch * d->plane + s->margin[0] * d->row + s->margin[1], d->row, image + ch * s->from[0] * s->from[1], s->from[1], high, wide, 0);
}

/* ---- sums over taps ---- */

/* The taps of a block from the kernel's row `from` to `to`. */
static WideDirectTaps block_taps(const Direct *d, int64_t block, int64_t from, int64_t to)
{
    int64_t channels = at_most(BLOCK, d->sides.from_channels - block * BLOCK), first = block * BLOCK * d->places + from * d->sides.kernel[1] * channels;
    return (WideDirectTaps){d->offsets + first, d->weight + first * (d->way == ACROSS ? d->loops->lanes : 1), (to - from) * d->sides.kernel[1] * channels, d->taps, block > 0};
}

/* The kernel's rows that read something else than margins at row y of what is made. */
static void kernel_rows(const Direct *d, int64_t y, int64_t *from, int64_t *to)
{
    const ConvSides *s = &d->sides;
    *from = s->kernel[0];
    *to = 0;
    for (int64_t k = 0; k < s->kernel[0]; k++) {
        int64_t at = y + reach(d, 0, k) - s->margin[0];
        if (at < 0 || at >= s->from[0]) continue;
        *from = at_most(*from, k);
        *to = k + 1;
    }
}

static void flat_sums(const Direct *d, const float *planes, float *made)
{
    int64_t lanes = d->loops->lanes;
    for (int64_t b = 0; b < d->blocks; b++) {
        WideDirectTaps t = block_taps(d, b, 0, d->sides.kernel[0]);
        d->loops->forward(planes, &t, d->sides.to_channels, made, d->made_plane, ceil_of(d->positions, lanes), lanes, lanes);
    }
}

/* `images` of them at once. */
static void row_sums(const Direct *d, const float *planes, float *made, int64_t images)
{
    for (int64_t y = 0; y < d->sides.to[0]; y++) {
        int64_t from, to;
        kernel_rows(d, y, &from, &to);
        for (int64_t b = 0; b < d->blocks; b++) {
            WideDirectTaps t = block_taps(d, b, at_most(from, to), to);
            for (int64_t x = 0; x < d->sides.to[1]; x += d->loops->lanes)
                d->loops->forward(planes + y * d->row + x, &t, d->sides.to_channels, made + y * d->row + x, d->made_plane, images, d->image, d->made);
        }
    }
}

static void across_sums(const Direct *d, const float *planes, float *pixels, float *result)
{
    int64_t lanes = d->loops->lanes, count = d->sides.to[0] * d->sides.to[1];
    float bias[BLOCK] = {0};
    for (int64_t f = 0; f < d->sides.to_channels; f += lanes) {
        for (int64_t b = 0; b < d->blocks; b++) {
            WideDirectTaps t = block_taps(d, b, 0, d->sides.kernel[0]);
            t.weight += f * d->taps;
            d->loops->across(planes, d->row, &t, pixels, d->sides.to[0], d->sides.to[1]);
        }
        if (d->bias) memcpy(bias, d->bias + f, (size_t)lanes * sizeof *bias);
        d->loops->pixels_out(pixels, bias, count, result + f * count, count, lanes);
    }
}

static void made_rows(const Direct *d, const float *made, float *result)
{
    const ConvSides *s = &d->sides;
    for (int64_t ch = 0; ch < s->to_channels; ch++) d->loops->rows(result + ch * s->to[0] * s->to[1], s->to[1], made + ch * d->made_plane, d->row, s->to[0], s->to[1], d->bias ? d->bias[ch] : 0);
}

/* Scratch for as many planes as go at once, zeros, and what is made of them. */
static float *planes_new(Direct *d, int64_t images, int64_t more, float **made)
{
    size_t zeros = (size_t)(images * d->image + SLACK);
    float *planes = work_scratch(d->w, (zeros + (size_t)more) * sizeof *planes);
    if (!planes) {
        d->failed = true;
        return NULL;
    }
    memset(planes, 0, zeros * sizeof *planes);
    *made = planes + zeros;
    return planes;
}

static void made_images(void *data, int64_t from, int64_t to)
{
    Direct *d = data;
    int64_t together = d->way == BY_ROWS ? TOGETHER : 1, each = d->sides.from_channels * d->sides.from[0] * d->sides.from[1], given = d->sides.to_channels * d->sides.to[0] * d->sides.to[1];
    float *made, *planes = planes_new(d, together, together * d->made + SLACK, &made);
    for (int64_t n = from; planes && n < to && !work_stopped(d->w); n += together) {
        int64_t some = at_most(together, to - n);
        for (int64_t i = 0; i < some; i++) with_margins(d, d->source + (n + i) * each, planes + i * d->image);
        if (d->way == ACROSS) across_sums(d, planes, made, d->result + n * given);
        else if (d->way == BY_ROWS) row_sums(d, planes, made, some);
        else flat_sums(d, planes, made);
        for (int64_t i = 0; d->way != ACROSS && i < some; i++) made_rows(d, made + i * d->made, d->result + (n + i) * given);
    }
    if (planes) work_scratch_free(d->w, planes);
}

/* ---- the weight's gradient ---- */
enum { LOT_BYTES = 128 << 10, MOST_ROWS = 1 << 12, PIECES = 4 }; /* of images at a time: they stay in the second cache while all taps read them */

/* Rows of taps that lie side by side, in the order of a filter's taps: what one loop holds is some rows of one width. */
typedef struct TapRows { int64_t width, parts, count; } TapRows;

static TapRows tap_rows(const Direct *d)
{
    int64_t wide = d->sides.kernel[1], width = d->sides.dilate[1] > 1 ? 1 : ceil_of(wide, ceil_of(wide, DIRECT_WIDTH));
    return (TapRows){width, ceil_of(wide, width), d->sides.from_channels * d->sides.kernel[0]};
}

/* Row i of part p (parts: outermost): where it reads and which tap is its first; its width. */
static int64_t tap_row(const Direct *d, const TapRows *r, int64_t unit, int32_t *from, int32_t *at)
{
    int64_t part = unit / r->count, i = unit % r->count, first = part * r->width;
    *from = (int32_t)(i / d->sides.kernel[0] * d->plane + i % d->sides.kernel[0] * d->sides.dilate[0] * d->row + first * d->sides.dilate[1]);
    *at = (int32_t)(i * d->sides.kernel[1] + first);
    return at_most(r->width, d->sides.kernel[1] - first);
}

static void weight_image(const Direct *d, const TapRows *r, int64_t unit, int64_t end, const float *planes, const float *pixels, float *sums)
{
    while (unit < end) {
        int32_t from[DIRECT_ROWS], at[DIRECT_ROWS], more_from, more_at;
        int held = 1;
        int64_t width = tap_row(d, r, unit++, &from[0], &at[0]);
        for (; held < d->loops->taps_held((int)width) && unit < end && tap_row(d, r, unit, &more_from, &more_at) == width; held++, unit++) from[held] = more_from, at[held] = more_at;
        d->loops->weight(planes, d->row, from, at, held, (int)width, pixels, d->sides.to[0], d->sides.to[1], sums);
    }
}

/* Units: rows of taps, for each block of filters. */
static void weight_units(void *data, int64_t from, int64_t to)
{
    Direct *d = data;
    TapRows rows = tap_rows(d);
    int64_t lanes = d->loops->lanes, count = d->sides.to[0] * d->sides.to[1], units = rows.count * rows.parts, filters = d->sides.to_channels;
    int64_t lot = at_most(d->c->batch, LOT_BYTES / ((d->image + count * lanes) * (int64_t)sizeof(float)) + 1);
    float *pixels, *planes = planes_new(d, lot, lot * count * lanes, &pixels);
    for (int64_t unit = from, end; planes && unit < to; unit = end) {
        int64_t block = unit / units, first = block * lanes;
        end = at_most(to, (block + 1) * units);
        for (int64_t n = 0; n < d->c->batch && !work_stopped(d->w); n += lot) {
            int64_t some = at_most(lot, d->c->batch - n);
            for (int64_t i = 0; i < some; i++) {
                with_margins(d, d->source + (n + i) * d->sides.from_channels * d->sides.from[0] * d->sides.from[1], planes + i * d->image);
                d->loops->pixels_in(d->result + ((n + i) * filters + first) * count, count, at_most(lanes, filters - first), count, pixels + i * count * lanes);
            }
            for (int64_t i = 0; i < some; i++) weight_image(d, &rows, unit - block * units, end - block * units, planes + i * d->image, pixels + i * count * lanes, d->parts + block * d->taps * lanes);
        }
    }
    if (planes) work_scratch_free(d->w, planes);
}

static bool weight_gradient(Direct *d, float *weight)
{
    TapRows rows = tap_rows(d);
    int64_t lanes = d->loops->lanes, filters = d->sides.to_channels, blocks = ceil_of(filters, lanes), each = d->c->batch * d->sides.to[0] * d->sides.to[1] * rows.width;
    size_t size = (size_t)(blocks * d->taps * lanes) * sizeof *d->parts;
    float none[BLOCK] = {0};
    if (!(d->parts = work_scratch(d->w, size))) return false;
    memset(d->parts, 0, size);
    int64_t units = blocks * rows.count * rows.parts, grain = (1 << 18) / (each + 1) + 1, share = ceil_of(units, PIECES); /* (each piece lays the images out for itself) */
    work_parallel(d->w, units, grain > share ? grain : share, weight_units, d);
    for (int64_t b = 0; b < blocks; b++) d->loops->pixels_out(d->parts + b * d->taps * lanes, none, d->taps, weight + b * lanes * d->taps, d->taps, at_most(lanes, filters - b * lanes));
    work_scratch_free(d->w, d->parts);
    return !d->failed && !work_stopped(d->w);
}

/* ---- which ---- */

/* Multiplications of whole vectors, for a batch. oneDNN's are of BLOCK channels, however few there are, at the full rate, after PREPARED of them for its layouts; RATE: of these loops (bench/core_nn.py on AVX-512).
 * Those of a weight's gradient would run as fast as oneDNN's, but in some larger layers its order is no plain chain any more (course 26 shows it): there it is called. */
static const double RATE = 0.75, PREPARED = 3e4;
static const int64_t MOST_TAPS = 1 << 12, MOST_ELEMENTS = 1 << 22;

static double theirs(const Direct *d)
{
    const DnnConv *c = d->c;
    int64_t lanes = d->loops->lanes, positions = conv_axis(c->out, c->dims, 0, 1) * conv_axis(c->out, c->dims, 1, 1), filled = BLOCK / at_most(BLOCK, lanes);
    int64_t in = c->kind == DNN_CONV ? c->in_channels : ceil_of(c->in_channels, BLOCK) * filled, out = c->kind == DNN_CONV_DATA ? c->out_channels : ceil_of(c->out_channels, BLOCK) * filled;
    if (c->kind == DNN_CONV_WEIGHT) in = c->in_channels <= 3 ? c->in_channels : ceil_of(c->in_channels, BLOCK) * BLOCK; /* (a first layer's images are no matter to it) */
    return (double)(c->batch * positions * d->places * in) * (double)out + PREPARED;
}

static double row_work(const Direct *d)
{
    int64_t rows = 0;
    for (int64_t y = 0; y < d->sides.to[0]; y++) {
        int64_t from, to;
        kernel_rows(d, y, &from, &to);
        rows += to > from ? to - from : 0;
    }
    double alone = d->c->batch < TOGETHER ? (double)TOGETHER / (double)d->c->batch : 1; /* too few sums at once */
    return (double)(rows * d->sides.kernel[1] * d->sides.from_channels * ceil_of(d->sides.to[1], d->loops->lanes) * d->sides.to_channels) * (alone > 2 ? 2 : alone);
}

/* The swiftest way, and what an image takes on it. */
static double ours(Direct *d)
{
    int64_t lanes = d->loops->lanes, filters = d->sides.to_channels, count = d->sides.to[0] * d->sides.to[1];
    if (d->c->kind == DNN_CONV_WEIGHT) return (double)(count * d->taps * ceil_of(filters, lanes));
    double flat = (double)(ceil_of(d->positions, lanes) * d->taps * filters), rows = row_work(d), across = filters % lanes ? flat + rows : (double)(count * d->taps * (filters / lanes));
    d->way = across <= flat && across <= rows ? ACROSS : rows < flat ? BY_ROWS : FLAT;
    return d->way == ACROSS ? across : d->way == BY_ROWS ? rows : flat;
}

static bool suits(Direct *d)
{
    if (d->taps > MOST_TAPS || d->image > MOST_ELEMENTS || d->sides.margin[0] < 0 || d->sides.margin[1] < 0) return false;
    if (d->places == 1 || (d->c->kind == DNN_CONV && d->blocks > 1)) return false; /* (there oneDNN's order is another) */
    if (d->c->kind == DNN_CONV_WEIGHT && d->sides.from_channels * d->sides.kernel[0] > MOST_ROWS) return false;
    return ours(d) * (double)d->c->batch < RATE * theirs(d);
}

/* What is made lies as the way has it. */
static void lay_out(Direct *d)
{
    int64_t lanes = d->loops->lanes, wide = d->sides.to[1], last = d->way == BY_ROWS ? ceil_of(wide, lanes) * lanes - wide : 0; /* whole vectors of a row reach into the next one, which comes after it */
    d->made_plane = d->way == ACROSS ? d->sides.to[0] * wide * lanes : ceil_of(d->positions + last, lanes) * lanes;
    d->made = d->way == ACROSS ? d->made_plane : d->sides.to_channels * d->made_plane;
}

static bool sums(Direct *d, const float *weight)
{
    size_t weights = (size_t)(d->sides.to_channels * d->taps) * sizeof *weight;
    char *own = work_scratch(d->w, weights + (size_t)d->taps * sizeof *d->offsets);
    if (!own) return false;
    lay_out(d);
    d->weight = (float *)(void *)own;
    d->offsets = (int32_t *)(void *)(own + weights);
    offsets_fill(d);
    weights_fill(d, weight);
    int64_t each = d->sides.to_channels * d->taps * d->positions, grain = (1 << 18) / (each + 1) + 1;
    work_parallel(d->w, d->c->batch, ceil_of(grain, TOGETHER) * TOGETHER, made_images, d);
    work_scratch_free(d->w, own);
    return !d->failed && !work_stopped(d->w);
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
    bool back = c->kind == DNN_CONV_DATA, gradient = c->kind == DNN_CONV_WEIGHT;
    d.source = back ? y : x;
    d.result = back ? x : y;
    d.bias = bias;
    if (!(gradient ? weight_gradient(&d, weight) : sums(&d, weight))) return false;
    *done = gradient ? d.loops->finite(weight, d.sides.to_channels * d.taps) : d.loops->finite(d.result, c->batch * d.sides.to_channels * d.sides.to[0] * d.sides.to[1]);
    return true;
}
