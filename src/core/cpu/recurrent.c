/* recurrent.c: a recurrent layer's steps in one direction, as one op, and its gradient: RNN (tanh, relu), LSTM, GRU.
 *
 * x (steps, batch, gates n) is the input's share of the gates, already multiplied; weight (gates n, n) takes the state before to the other share. Rows of the batch do not
 * know one another, so a thread walks with its rows through all steps; pieces are cut by sizes alone. The weight is packed once for all steps, in panels that the product's
 * loops read in place, and what stands between two products is one pass over a row (cells.h). The weight's gradient is one product behind the last step.
 */
#include <string.h>

#include "cells.h"
#include "core/recurrent.h"
#include "ew.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

enum { DEPTH = 256 }; /* of a product's panel on the way back: it stays in the first cache */
static const double PIECE_WORK = 4e6; /* multiplications that pay for a piece of rows of its own */

typedef struct Layer {
    Work *w;
    DType type;
    size_t e;
    const CellLoops *cells;
    const WideGemm *product;
    int64_t mode, gates, steps, batch, n, wide, deep; /* wide: gates times n; deep: n filled up to whole panels */
    bool reverse;
    char *x, *y, *cell, *kept, *first, *first_cell, *packed, *bias;
    char *dy, *dcell, *dx, *dhidden, *dfirst, *dfirst_cell; /* on the way back */
    _Atomic bool failed;
} Layer;

static char *row_at(const Layer *l, char *base, int64_t t, int64_t row, int64_t wide) { return base + (size_t)((t * l->batch + row) * wide) * l->e; }
static int64_t time_of(const Layer *l, int64_t step) { return l->reverse ? l->steps - 1 - step : step; }
/* What the step before left, from `row` on: in `all` of the steps, or before the first. */
static char *before(const Layer *l, int64_t step, char *all, char *first, int64_t row)
{
    return step ? row_at(l, all, time_of(l, step - 1), row, l->n) : first + (size_t)(row * l->n) * l->e;
}

static void layer_start(Layer *l, Work *w, const View *x, const View *weight)
{
    memset(l, 0, sizeof *l);
    l->w = w;
    l->type = x->dtype;
    l->e = dtype_bytes(l->type);
    l->cells = &ew_isa()->cells[l->type == DT_FLOAT64];
    l->product = &wide_loops()->gemm[gemm_type(l->type)];
    l->mode = w->attrs[recurrent_mode].i;
    l->reverse = w->attrs[recurrent_reverse].i;
    l->steps = x->shape[0];
    l->batch = x->shape[1];
    l->n = weight->shape[1];
    l->wide = weight->shape[0];
    l->gates = recurrent_gates(l->mode);
}

static int64_t whole_panels(const Layer *l, int64_t columns) { return (columns + l->product->lanes - 1) / l->product->lanes * l->product->lanes; }

/* c (rows x columns) = or += a (rows x depth) times a packed matrix */
static void multiply(const Layer *l, int64_t rows, int64_t columns, int64_t depth, const char *a, int64_t a_row, const char *packed, char *c, bool add)
{
    int64_t lanes = l->product->lanes;
    WideThin t = {.m = rows, .n = columns, .k = depth, .a = a, .b = packed, .c = c, .a_row = a_row, .a_column = 1, .b_row = lanes, .panel = depth * lanes, .c_row = columns, .c_column = 1, .add = add};
    l->product->thin(&t);
}

/* ---- forward ---- */

static void forward_row(const Layer *l, int64_t step, int64_t row, const char *hidden)
{
    int64_t t = time_of(l, step);
    char *x = row_at(l, l->x, t, row, l->wide), *y = row_at(l, l->y, t, row, l->n), *kept = l->kept ? row_at(l, l->kept, t, row, RECURRENT_KEPT * l->n) : NULL;
    if (l->mode == RECURRENT_LSTM) l->cells->lstm(l->n, x, hidden, l->bias, before(l, step, l->cell, l->first_cell, row), row_at(l, l->cell, t, row, l->n), kept, y);
    else if (l->mode == RECURRENT_GRU) l->cells->gru(l->n, x, hidden, l->bias, before(l, step, l->y, l->first, row), kept, y);
    else l->cells->plain(l->n, x, hidden, l->bias, y, l->mode == RECURRENT_RELU);
}

static void forward_rows(void *data, int64_t from, int64_t to)
{
    Layer *l = data;
    int64_t rows = to - from;
    char *hidden = work_scratch(l->w, (size_t)(rows * l->wide) * l->e);
    if (!hidden) l->failed = true;
    for (int64_t step = 0; hidden && step < l->steps && !work_stopped(l->w); step++) {
        multiply(l, rows, l->wide, l->n, before(l, step, l->y, l->first, from), l->n, l->packed, hidden, false);
        for (int64_t i = 0; i < rows; i++) forward_row(l, step, from + i, hidden + (size_t)(i * l->wide) * l->e);
    }
    if (hidden) work_scratch_free(l->w, hidden);
}

static int64_t rows_of_piece(const Layer *l)
{
    double work = (double)l->steps * (double)l->wide * (double)l->n;
    int64_t rows = work < PIECE_WORK ? (int64_t)(PIECE_WORK / (work + 1)) + 1 : 1;
    return rows < 16 ? 16 : rows; /* a panel that was read is used for as many */
}

/* All operands as arrays, one behind the other in `f`, in the order of w->in. */
static bool operands_in(Work *w, DType type, Flat *f)
{
    bool ok = true;
    for (int i = 0; i < w->in_count; i++) ok = flat_in(w, &w->in[i], type, &f[i]) && ok;
    return ok;
}

static void operands_drop(Work *w, Flat *f)
{
    for (int i = 0; i < w->in_count; i++) flat_drop(w, &f[i]);
}

bool cpu_recurrent(Work *w)
{
    Layer l;
    Flat in[MAX_INPUTS_FIXED] = {{.at = NULL}};
    layer_start(&l, w, &w->in[0], &w->in[3]);
    if (!l.batch || !l.n || !l.steps) return true;
    bool ok = operands_in(w, l.type, in);
    char *scratch = ok ? work_scratch(w, (size_t)(whole_panels(&l, l.wide) * l.n + l.wide) * l.e) : NULL;
    if ((ok = scratch != NULL)) {
        l.x = in[0].at, l.first = in[1].at, l.first_cell = in[2].at;
        l.y = w->out[0].at, l.cell = w->out[1].at, l.kept = w->out[2].at;
        l.bias = scratch, l.packed = scratch + (size_t)l.wide * l.e;
        if (in[4].at) memcpy(l.bias, in[4].at, (size_t)l.wide * l.e);
        else memset(l.bias, 0, (size_t)l.wide * l.e);
        l.product->pack(l.packed, l.product->lanes, in[3].at, l.type, l.n, 1, l.wide, l.n);
        work_parallel(w, l.batch, rows_of_piece(&l), forward_rows, &l);
        ok = !l.failed && !work_stopped(w);
        work_scratch_free(w, scratch);
    }
    operands_drop(w, in);
    return ok;
}

/* ---- and back ---- */

/* In: the gradients of this step's state and cell, which become what goes straight to those before. */
static void back_row(const Layer *l, int64_t step, int64_t row, char *dstate, char *dcell)
{
    int64_t t = time_of(l, step);
    char *dx = row_at(l, l->dx, t, row, l->wide), *kept = row_at(l, l->kept, t, row, RECURRENT_KEPT * l->n);
    if (l->mode == RECURRENT_LSTM) l->cells->lstm_back(l->n, kept, before(l, step, l->cell, l->first_cell, row), row_at(l, l->cell, t, row, l->n), dstate, dcell, dx);
    else if (l->mode == RECURRENT_GRU) l->cells->gru_back(l->n, kept, before(l, step, l->y, l->first, row), dstate, dx, row_at(l, l->dhidden, t, row, l->wide));
    else l->cells->plain_back(l->n, row_at(l, l->y, t, row, l->n), dstate, dx, l->mode == RECURRENT_RELU);
}

static void back_step(Layer *l, int64_t step, int64_t from, int64_t rows, char *dstate, char *dcell)
{
    int64_t t = time_of(l, step), n = l->n;
    if (l->dy) flat_loops(l->type)->add(dstate, row_at(l, l->dy, t, from, n), rows * n);
    if (l->dcell) flat_loops(l->type)->add(dcell, row_at(l, l->dcell, t, from, n), rows * n);
    for (int64_t i = 0; i < rows; i++) back_row(l, step, from + i, dstate + (size_t)(i * n) * l->e, dcell + (size_t)(i * n) * l->e);
    for (int64_t at = 0; at < l->wide; at += DEPTH) {
        int64_t depth = l->wide - at < DEPTH ? l->wide - at : DEPTH;
        multiply(l, rows, n, depth, row_at(l, l->dhidden, t, from, l->wide) + (size_t)at * l->e, l->wide, l->packed + (size_t)(at * l->deep) * l->e, dstate, at || l->mode == RECURRENT_GRU);
    }
}

static void back_rows(void *data, int64_t from, int64_t to)
{
    Layer *l = data;
    int64_t rows = to - from;
    size_t bytes = (size_t)(rows * l->n) * l->e;
    char *dstate = work_scratch(l->w, 2 * bytes), *dcell = dstate + bytes;
    if (!dstate) {
        l->failed = true;
        return;
    }
    memset(dstate, 0, 2 * bytes);
    for (int64_t step = l->steps - 1; step >= 0 && !work_stopped(l->w); step--) back_step(l, step, from, rows, dstate, dcell);
    memcpy(l->dfirst + (size_t)(from * l->n) * l->e, dstate, bytes);
    if (l->mode == RECURRENT_LSTM) memcpy(l->dfirst_cell + (size_t)(from * l->n) * l->e, dcell, bytes);
    work_scratch_free(l->w, dstate);
}

/* dweight = or += the rows of dhidden at `count` places in time, turned, times the states before them */
static bool weight_part(const Layer *l, char *dweight, char *dhidden, char *states, int64_t count, bool more)
{
    Gemm g = {.m = l->wide, .n = l->n, .k = count * l->batch, .alpha = scalar_int(1), .beta = scalar_int(more)};
    g.a = (Matrix){dhidden, l->type, 1, l->wide};
    g.b = (Matrix){states, l->type, l->n, 1};
    g.c = (Matrix){dweight, l->type, l->n, 1};
    if (more) g.d = g.c;
    return gemm_run(l->w, &g);
}

static bool weight_gradient(const Layer *l, char *dweight)
{
    int64_t rest = l->steps - 1;
    return weight_part(l, dweight, row_at(l, l->dhidden, time_of(l, 0), 0, l->wide), l->first, 1, false) &&
           (!rest || weight_part(l, dweight, row_at(l, l->dhidden, !l->reverse, 0, l->wide), row_at(l, l->y, l->reverse, 0, l->n), rest, true));
}

static void bias_gradient(const Layer *l, char *dbias, double *sums)
{
    bool wide = l->type == DT_FLOAT64;
    for (int64_t i = 0; i < l->wide; i++) sums[i] = 0;
    ew_isa()->reduce[RED_SUM][wide].outer(l->steps * l->batch, l->wide, l->wide, l->dhidden, sums, NULL, 0);
    for (int64_t i = 0; i < l->wide; i++)
        if (wide) ((double *)(void *)dbias)[i] = sums[i];
        else ((float *)(void *)dbias)[i] = (float)sums[i];
}

static bool go_back(Layer *l, const Flat *in, char *scratch)
{
    Work *w = l->w;
    l->dy = in[0].at, l->dcell = in[1].at, l->y = in[2].at, l->cell = in[3].at, l->kept = in[4].at, l->first = in[5].at, l->first_cell = in[6].at;
    l->dx = w->out[0].at, l->dfirst = w->out[1].at, l->dfirst_cell = l->dfirst + (size_t)(l->batch * l->n) * l->e;
    l->packed = scratch + (size_t)l->wide * sizeof(double);
    l->dhidden = l->mode == RECURRENT_GRU ? l->packed + (size_t)(l->wide * l->deep) * l->e : l->dx;
    const char *weight = in[7].at;
    for (int64_t at = 0; at < l->wide; at += DEPTH)
        l->product->pack(l->packed + (size_t)(at * l->deep) * l->e, l->product->lanes, weight + (size_t)(at * l->n) * l->e, l->type, 1, l->n, l->n, l->wide - at < DEPTH ? l->wide - at : DEPTH);
    work_parallel(w, l->batch, rows_of_piece(l), back_rows, l);
    if (l->failed || work_stopped(w) || !weight_gradient(l, w->out[2].at)) return false;
    bias_gradient(l, w->out[3].at, (double *)(void *)scratch);
    return !work_stopped(w);
}

static bool nothing(Work *w)
{
    for (int i = 0; i < w->out_count; i++)
        if (w->out[i].size) memset(w->out[i].at, 0, (size_t)w->out[i].size * dtype_bytes(w->out[i].dtype));
    return true;
}

bool cpu_recurrent_grad(Work *w)
{
    Layer l;
    Flat in[MAX_INPUTS_FIXED] = {{.at = NULL}};
    layer_start(&l, w, &w->in[2], &w->in[7]);
    if (!l.batch || !l.n || !l.steps) return nothing(w);
    l.deep = whole_panels(&l, l.n);
    bool ok = operands_in(w, l.type, in);
    int64_t hidden = l.mode == RECURRENT_GRU ? l.steps * l.batch * l.wide : 0;
    char *scratch = ok ? work_scratch(w, (size_t)l.wide * sizeof(double) + (size_t)(l.wide * l.deep + hidden) * l.e) : NULL;
    ok = scratch && go_back(&l, in, scratch);
    if (scratch) work_scratch_free(w, scratch);
    operands_drop(w, in);
    return ok;
}
