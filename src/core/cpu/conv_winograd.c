/* conv_winograd.c: 3 x 3 convolutions of stride 1 and many channels by 16 products for 2 x 2 results instead of 36 (Winograd's F(2 x 2, 3 x 3); wide/winograd.h), and both gradients.
 *
 * The batch is cut into bands, some rows of tiles of an image, and those into lots by sizes alone: a lot's places stay in the cache while they are multiplied. The way back to the images is
 * the same with the filters turned round; the filters' gradient is the sum over all tiles, at each place, in their order. All halves and sums: rounding is that of a plain sum. What is no finite
 * number would spread over a tile; where one comes out, nothing is done here.
 */
#include "conv_winograd.h"

#include <string.h>

#include "conv_sides.h"
#include "core/cpu/wide/wide.h"
#include "core/cpu/wide/winograd.h"

typedef struct Winograd {
    Work *w;
    const WideWinograd *loops;
    const DnnConv *c;
    ConvSides sides;
    int64_t tiles[2], band, bands, units, lot, lots;               /* tile rows of a band, bands of an image, of the batch, of a lot; lots */
    int64_t lot_tiles, from_row, to_row;                           /* elements between tiles */
    float *filters;         /* at each place, in panels; their gradient at each place in rows */
    float *source, *result; /* whole batches */
    const float *bias;
    int64_t piece;          /* of the filters' gradient: lots that are summed by one */
    float *weight;
    _Atomic bool failed, odd;
} Winograd;

/* A lot's memory. */
typedef struct Lot { float *picture, *pixels, *all; WinoTiles source, result; } Lot;

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t parts_of(int64_t n, int64_t size) { return (n + size - 1) / size; }

enum { LINE = 16, LOT_TILES = 64, LOT_TILES_MANY = 128, MANY_WEIGHTS = 1 << 15 };

static void winograd_start(Winograd *d, Work *w, const DnnConv *c)
{
    memset(d, 0, sizeof *d);
    d->w = w;
    d->loops = wide_loops()->winograd;
    d->c = c;
    d->sides = conv_sides(c);
    for (int i = 0; i < 2; i++) d->tiles[i] = parts_of(d->sides.to[i], TILE);
    int64_t most = d->sides.from_channels * d->sides.to_channels > MANY_WEIGHTS ? LOT_TILES_MANY : LOT_TILES;
    int64_t rows = smaller(d->tiles[0], most / d->tiles[1] > 1 ? most / d->tiles[1] : 1);
    d->bands = parts_of(d->tiles[0], rows);
    d->band = parts_of(d->tiles[0], d->bands);
    d->units = d->bands * c->batch;
    d->lot = most / (d->band * d->tiles[1]) > 1 ? most / (d->band * d->tiles[1]) : 1;
    d->lots = parts_of(d->units, d->lot);
    d->lot_tiles = d->lot * d->band * d->tiles[1];
    d->from_row = d->sides.from_channels + LINE;
    d->to_row = d->sides.to_channels + LINE;
}

/* ---- a lot ---- */

static int64_t picture_size(const Winograd *d) { return (TILE * d->band + MARGINS) * (TILE * d->tiles[1] + MARGINS) * d->loops->lanes; }

static bool lot_open(Winograd *d, Lot *l)
{
    int64_t lanes = d->loops->lanes, picture = picture_size(d), pixels = TILE * d->band * (d->sides.to[1] + 1) * lanes;
    int64_t source = d->lot_tiles * d->from_row, result = d->lot_tiles * d->to_row;
    float *at = work_scratch(d->w, (size_t)(picture + pixels + PLACES * (source + result)) * sizeof *at);
    if (!at) {
        d->failed = true;
        return false;
    }
    l->all = l->picture = at;
    l->pixels = at + picture;
    l->source = (WinoTiles){l->pixels + pixels, source, d->from_row};
    l->result = (WinoTiles){l->source.at + PLACES * source, result, d->to_row};
    memset(at, 0, (size_t)picture * sizeof *at);
    return true;
}

static int64_t rows_of(const Winograd *d, int64_t unit) { return smaller(d->band, d->tiles[0] - unit % d->bands * d->band); }

static WinoBand band_of(const Winograd *d, int64_t unit, const int64_t size[2], const int64_t margin[2])
{
    Picture p = {.row = TILE * d->tiles[1] + MARGINS, .high = size[0], .wide = size[1], .first = unit % d->bands * d->band * TILE - margin[0], .margin = margin[1], .plane = size[0] * size[1]};
    return (WinoBand){rows_of(d, unit), d->tiles[1], p};
}

static WinoTiles at_tile(WinoTiles t, int64_t tile, int64_t channel)
{
    t.at += tile * t.tile + channel;
    return t;
}

static void source_in(const Winograd *d, Lot *l, int64_t unit, int64_t tile)
{
    WinoBand b = band_of(d, unit, d->sides.from, d->sides.margin);
    const float *image = d->source + unit / d->bands * d->sides.from_channels * b.picture.plane;
    for (int64_t ch = 0; ch < d->sides.from_channels; ch += d->loops->lanes) {
        d->loops->picture(image + ch * b.picture.plane, &b.picture, l->picture, TILE * b.tile_rows + MARGINS);
        d->loops->source(l->picture, &b, at_tile(l->source, tile, ch));
    }
}

static const int64_t no_margin[2];

static void result_out(Winograd *d, Lot *l, int64_t unit, int64_t tile)
{
    WinoBand b = band_of(d, unit, d->sides.to, no_margin);
    float *image = d->result + unit / d->bands * d->sides.to_channels * b.picture.plane;
    for (int64_t ch = 0; ch < d->sides.to_channels; ch += d->loops->lanes)
        if (!d->loops->result(at_tile(l->result, tile, ch), &b, d->bias ? d->bias + ch : NULL, l->pixels, image + ch * b.picture.plane)) d->odd = true;
}

static int64_t lot_end(const Winograd *d, int64_t lot) { return smaller((lot + 1) * d->lot, d->units); }

static void lots_run(void *data, int64_t from, int64_t to)
{
    Winograd *d = data;
    Lot l;
    int64_t panel = d->loops->panel, filters = d->sides.from_channels * d->sides.to_channels;
    if (!lot_open(d, &l)) return;
    for (int64_t lot = from; lot < to && !d->odd && !work_stopped(d->w); lot++) {
        int64_t tiles = 0, out = 0;
        for (int64_t unit = lot * d->lot; unit < lot_end(d, lot); tiles += rows_of(d, unit++) * d->tiles[1]) source_in(d, &l, unit, tiles);
        for (int64_t p = 0; p < PLACES; p++)
            for (int64_t ch = 0; ch < d->sides.to_channels; ch += panel)
                d->loops->product(tiles, d->sides.from_channels, l.source.at + p * l.source.place, l.source.tile, d->filters + p * filters + ch * d->sides.from_channels,
                                  l.result.at + p * l.result.place + ch, l.result.tile);
        for (int64_t unit = lot * d->lot; unit < lot_end(d, lot); out += rows_of(d, unit++) * d->tiles[1]) result_out(d, &l, unit, out);
    }
    work_scratch_free(d->w, l.all);
}

/* Filters as the products read them: `lanes` results' of them a piece. */
static void filters_run(void *data, int64_t from, int64_t to)
{
    Winograd *d = data;
    bool back = d->c->kind == DNN_CONV_DATA;
    int64_t lanes = d->loops->lanes, panel = d->loops->panel, step = d->c->in_channels * TAPS;
    WinoFilters f = {.end = d->weight + d->sides.from_channels * d->sides.to_channels * TAPS, .to_step = back ? TAPS : step, .from_step = back ? step : TAPS, .count = d->sides.from_channels, .turned = back};
    for (int64_t i = from; i < to; i++) {
        f.at = d->weight + i * lanes * f.to_step;
        d->loops->filters(&f, d->filters + i * lanes / panel * panel * d->sides.from_channels + i * lanes % panel, d->sides.from_channels * d->sides.to_channels);
    }
}

static bool images(Winograd *d)
{
    if (!(d->filters = work_scratch(d->w, (size_t)(PLACES * d->sides.from_channels * d->sides.to_channels) * sizeof *d->filters))) return false;
    if (work_parallel(d->w, d->sides.to_channels / d->loops->lanes, 1, filters_run, d)) work_parallel(d->w, d->lots, 1, lots_run, d);
    work_scratch_free(d->w, d->filters);
    return !d->failed && !work_stopped(d->w);
}

/* ---- the filters' gradient ---- */

static void gradient_in(const Winograd *d, Lot *l, int64_t unit, int64_t tile)
{
    WinoBand b = band_of(d, unit, d->sides.to, no_margin);
    const float *image = d->result + unit / d->bands * d->sides.to_channels * b.picture.plane;
    for (int64_t ch = 0; ch < d->sides.to_channels; ch += d->loops->lanes) {
        if (b.picture.wide % TILE) memset(l->picture, 0, (size_t)(TILE * b.tile_rows * b.picture.row * d->loops->lanes) * sizeof *l->picture);
        d->loops->picture(image + ch * b.picture.plane, &b.picture, l->picture, TILE * b.tile_rows);
        d->loops->gradient(l->picture, &b, at_tile(l->result, tile, ch));
    }
}

typedef struct Sums { Winograd *d; const Lot *l; float *to; int64_t tiles; bool add; } Sums;

static void sums_at(void *data, int64_t from, int64_t to)
{
    const Sums *s = data;
    const Winograd *d = s->d;
    int64_t panel = d->loops->panel;
    for (int64_t p = from; p < to; p++)
        for (int64_t ch = 0; ch < d->sides.to_channels; ch += panel)
            d->loops->outer(d->sides.from_channels, s->tiles, s->l->source.at + p * s->l->source.place, s->l->source.tile, s->l->result.at + p * s->l->result.place + ch, s->l->result.tile,
                            s->to + p * d->sides.from_channels * d->sides.to_channels + ch, d->sides.to_channels, s->add);
}

/* Both sides of the lot's units from … to - 1, counted from its first. */
static void units_in(const Winograd *d, Lot *l, int64_t first, int64_t from, int64_t to)
{
    int64_t tile = 0;
    for (int64_t i = 0; i < to; tile += rows_of(d, first + i++) * d->tiles[1]) {
        if (i < from) continue;
        memset(l->picture, 0, (size_t)picture_size(d) * sizeof *l->picture); /* (the gradient's picture has other margins) */
        source_in(d, l, first + i, tile);
        gradient_in(d, l, first + i, tile);
    }
}

typedef struct Units { Winograd *d; const Lot *l; int64_t first; } Units;

static void units_shared(void *data, int64_t from, int64_t to)
{
    const Units *u = data;
    Lot own = *u->l;
    if (!(own.picture = work_scratch(u->d->w, (size_t)picture_size(u->d) * sizeof *own.picture))) {
        u->d->failed = true;
        return;
    }
    units_in(u->d, &own, u->first, from, to);
    work_scratch_free(u->d->w, own.picture);
}

/* Lots from … to - 1 into one sum. alone: nobody else computes, so units and places are shared out. */
static void sum_lots(Winograd *d, int64_t from, int64_t to, float *sum, bool alone)
{
    Lot l;
    if (!lot_open(d, &l)) return;
    for (int64_t lot = from; lot < to && !d->failed && !work_stopped(d->w); lot++) {
        Sums s = {d, &l, sum, 0, lot > from};
        Units u = {d, &l, lot * d->lot};
        int64_t count = lot_end(d, lot) - u.first;
        for (int64_t i = 0; i < count; i++) s.tiles += rows_of(d, u.first + i) * d->tiles[1];
        if (alone) {
            work_parallel(d->w, count, (count + 7) / 8, units_shared, &u);
            work_parallel(d->w, PLACES, 1, sums_at, &s);
        } else {
            units_in(d, &l, u.first, 0, count);
            sums_at(&s, 0, PLACES);
        }
    }
    work_scratch_free(d->w, l.all);
}

static void pieces_run(void *data, int64_t from, int64_t to)
{
    Winograd *d = data;
    for (int64_t i = from; i < to; i++) sum_lots(d, i * d->piece, smaller((i + 1) * d->piece, d->lots), d->filters + i * PLACES * d->sides.from_channels * d->sides.to_channels, false);
}

static void gradients_run(void *data, int64_t from, int64_t to)
{
    Winograd *d = data;
    int64_t lanes = d->loops->lanes, step = d->sides.from_channels * TAPS;
    WinoFilters f = {.to_step = step, .from_step = TAPS, .count = d->sides.from_channels};
    for (int64_t i = from; i < to; i++) {
        f.at = d->weight + i * lanes * step;
        if (!d->loops->filter_gradients(&f, d->filters + i * lanes, d->sides.from_channels * d->sides.to_channels, d->sides.to_channels)) d->odd = true;
    }
}

enum { PIECE_LOTS = 8, MOST_PIECES = 32, PIECE_WEIGHTS = 1 << 14 }; /* with more weights than that pieces' sums would cost more than they save */

static bool weight_gradient(Winograd *d)
{
    int64_t size = PLACES * d->sides.from_channels * d->sides.to_channels, pieces;
    d->piece = d->sides.from_channels * d->sides.to_channels > PIECE_WEIGHTS ? d->lots : parts_of(d->lots, MOST_PIECES);
    if (d->piece < PIECE_LOTS) d->piece = PIECE_LOTS;
    pieces = parts_of(d->lots, d->piece);
    if (!(d->filters = work_scratch(d->w, (size_t)(size * pieces) * sizeof *d->filters))) return false;
    if (pieces > 1) work_parallel(d->w, pieces, 1, pieces_run, d);
    else sum_lots(d, 0, d->lots, d->filters, true);
    for (int64_t p = 1; p < pieces && !d->failed && !work_stopped(d->w); p++) wide_loops()->real[0].add(d->filters, d->filters + p * size, size);
    if (!d->failed && !work_stopped(d->w)) work_parallel(d->w, d->sides.to_channels / d->loops->lanes, 1, gradients_run, d);
    work_scratch_free(d->w, d->filters);
    return !d->failed && !work_stopped(d->w);
}

/* ---- which ---- */

enum { LEAST_CHANNELS = 32, LEAST_TILES = 48 };
static const double LEAST_FILLED = 0.65; /* of the tiles' results: odd sides leave some unused */
static const int64_t MOST_WEIGHTS = 1 << 20, MOST_COLUMNS = 1 << 10;

static bool shape_suits(const DnnConv *c)
{
    if (c->dims != 2 || c->groups != 1 || c->batch < 1 || c->in_channels < LEAST_CHANNELS || c->out_channels < LEAST_CHANNELS) return false;
    for (int i = 0; i < 2; i++)
        if (c->kernel[i] != 3 || c->stride[i] != 1 || c->dilate[i] != 1 || c->pad[i] < 0 || c->pad[i] > MARGINS || c->out[i] < 1 || c->in[i] < 1 || c->in[i] > MOST_COLUMNS) return false;
    return c->in_channels * c->out_channels <= MOST_WEIGHTS;
}

/* Whether the multiplications that are saved are more than what the places cost. */
static bool suits(const Winograd *d)
{
    int64_t panel = d->loops->panel, tiles = d->tiles[0] * d->tiles[1];
    double filled = (double)(d->sides.to[0] * d->sides.to[1]) / (double)(tiles * TILE * TILE);
    return d->sides.to_channels % panel == 0 && d->sides.from_channels % panel == 0 && tiles * d->c->batch >= LEAST_TILES && filled >= LEAST_FILLED;
}

bool conv_winograd(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    Winograd d;
    *done = false;
    if (!shape_suits(c)) return true;
    winograd_start(&d, w, c);
    if (!suits(&d)) return true;
    bool back = c->kind == DNN_CONV_DATA;
    d.source = back ? y : x;
    d.result = back ? x : y;
    d.weight = weight;
    d.bias = bias;
    bool ok = c->kind == DNN_CONV_WEIGHT ? weight_gradient(&d) : images(&d);
    *done = ok && !d.odd;
    return ok;
}
