/* recurrent.c: a recurrent layer's steps in one direction, as one op, and back through them: RNN (tanh, relu), LSTM, GRU.
 *
 * x (steps, batch, gates n) is the input's share of the gates, already multiplied; weight (gates n, n) takes the state before to the other share. Rows of the batch do not
 * know one another, so on the host a thread walks with its rows through all steps; pieces are cut by sizes alone. The weight is packed once for all steps, in panels that the
 * product's loops read in place, and what stands between two products is one pass over a row (cells.h). On a card, and for half types, a step is a product and an elementwise
 * program over all rows (recurrent_program.c). The gradients of weight and bias are the tape's (grad_recurrent.c): one product, one sum behind the last step.
 */
#include <string.h>

#include "blit.h"
#include "flat.h"
#include "kernels.h"
#include "recurrent_impl.h"

enum { DEPTH = 256 }; /* of a product's panel on the way back: it stays in the first cache */
static const double PIECE_WORK = 4e6; /* multiplications that pay for a piece of rows of its own */

static void layer_start(Layer *l, Work *w, const View *y, const View *weight)
{
    memset(l, 0, sizeof *l);
    l->w = w;
    l->type = y->dtype;
    l->e = dtype_bytes(l->type);
    l->mode = w->attrs[recurrent_mode].i;
    l->reverse = w->attrs[recurrent_reverse].i;
    l->steps = y->shape[0];
    l->batch = y->shape[1];
    l->n = weight->shape[1];
    l->wide = weight->shape[0];
    l->gates = recurrent_gates(l->mode);
    if (w->elsewhere || (l->type != DT_FLOAT32 && l->type != DT_FLOAT64)) return;
    l->cells = &ew_isa()->cells[l->type == DT_FLOAT64];
    l->product = &wide_loops()->gemm[gemm_type(l->type)];
}

static int64_t whole_panels(const Layer *l, int64_t columns) { return (columns + l->product->lanes - 1) / l->product->lanes * l->product->lanes; }

/* c (rows x columns) = or += a (rows x depth) times a packed matrix */
static void multiply(const Layer *l, int64_t rows, int64_t columns, int64_t depth, const char *a, int64_t a_row, const char *packed, char *c, bool add)
{
    int64_t lanes = l->product->lanes;
    WideThin t = {.m = rows, .n = columns, .k = depth, .a = a, .b = packed, .c = c, .a_row = a_row, .a_column = 1, .b_row = lanes, .panel = depth * lanes, .c_row = columns, .c_column = 1, .from = add ? c : NULL, .from_row = columns};
    l->product->thin(&t);
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

static bool walked(const Layer *l) { return !l->failed && !l->w->error && !work_stopped(l->w); }

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
    bool ok = hidden != NULL;
    for (int64_t step = 0; ok && step < l->steps && !work_stopped(l->w); step++) {
        if (!l->cells) {
            ok = recurrent_program(l, step, hidden);
            continue;
        }
        multiply(l, rows, l->wide, l->n, before(l, step, l->y, l->first, from), l->n, l->packed, hidden, false);
        for (int64_t i = 0; i < rows; i++) forward_row(l, step, from + i, hidden + (size_t)(i * l->wide) * l->e);
    }
    if (!ok) l->failed = true;
    if (hidden) work_scratch_free(l->w, hidden);
}

/* The weight in panels, in front of it the bias or zeros. */
static char *packed_forward(Layer *l)
{
    char *scratch = work_scratch(l->w, (size_t)(whole_panels(l, l->wide) * l->n + l->wide) * l->e);
    if (!scratch) return NULL;
    if (l->bias) memcpy(scratch, l->bias, (size_t)l->wide * l->e);
    else memset(scratch, 0, (size_t)l->wide * l->e);
    l->bias = scratch;
    l->packed = scratch + (size_t)l->wide * l->e;
    l->product->pack(l->packed, l->product->lanes, l->weight, l->type, l->n, 1, l->wide, l->n);
    return scratch;
}

bool cpu_recurrent(Work *w)
{
    Layer l;
    Flat in[MAX_INPUTS_FIXED] = {{.at = NULL}};
    layer_start(&l, w, &w->out[0], &w->in[3]);
    if (!l.batch || !l.n) return true;
    bool ok = operands_in(w, l.type, in);
    l.x = in[0].at, l.first = in[1].at, l.first_cell = in[2].at, l.weight = in[3].at, l.bias = in[4].at;
    l.y = w->out[0].at, l.cell = w->out[1].at, l.kept = w->out[2].at;
    if (ok && !l.cells) forward_rows(&l, 0, l.batch);
    else if (ok) {
        char *scratch = packed_forward(&l);
        if ((ok = scratch != NULL)) {
            work_parallel(w, l.batch, rows_of_piece(&l), forward_rows, &l);
            work_scratch_free(w, scratch);
        }
    }
    ok = ok && walked(&l);
    operands_drop(w, in);
    return ok;
}

/* ---- and back ---- */

/* In: the gradients of this step's state and cell, which become what goes straight to those before. */
static void back_row(const Layer *l, int64_t step, int64_t row, char *dstate, char *dcell)
{
    int64_t t = time_of(l, step);
    char *dx = row_at(l, l->dx, t, row, l->wide), *kept = l->kept ? row_at(l, l->kept, t, row, RECURRENT_KEPT * l->n) : NULL;
    if (l->mode == RECURRENT_LSTM) l->cells->lstm_back(l->n, kept, before(l, step, l->cell, l->first_cell, row), row_at(l, l->cell, t, row, l->n), dstate, dcell, dx);
    else if (l->mode == RECURRENT_GRU) l->cells->gru_back(l->n, kept, before(l, step, l->y, l->first, row), dstate, dx, row_at(l, l->dhidden, t, row, l->wide));
    else l->cells->plain_back(l->n, row_at(l, l->y, t, row, l->n), dstate, dx, l->mode == RECURRENT_RELU);
}

static void back_step(Layer *l, int64_t step, int64_t from, int64_t rows)
{
    int64_t t = time_of(l, step), n = l->n;
    char *dstate = l->dstate + (size_t)(from * n) * l->e, *dcell = l->dcell ? l->dcell + (size_t)(from * n) * l->e : NULL;
    if (l->dy) flat_loops(l->type)->add(dstate, row_at(l, l->dy, t, from, n), rows * n);
    if (l->dcells) flat_loops(l->type)->add(dcell, row_at(l, l->dcells, t, from, n), rows * n);
    for (int64_t i = 0; i < rows; i++) back_row(l, step, from + i, dstate + (size_t)(i * n) * l->e, dcell ? dcell + (size_t)(i * n) * l->e : NULL);
    for (int64_t at = 0; at < l->wide; at += DEPTH) {
        int64_t depth = l->wide - at < DEPTH ? l->wide - at : DEPTH;
        multiply(l, rows, n, depth, row_at(l, l->dhidden, t, from, l->wide) + (size_t)at * l->e, l->wide, l->packed + (size_t)(at * l->deep) * l->e, dstate, at || recurrent_apart(l->mode));
    }
}

static void back_rows(void *data, int64_t from, int64_t to)
{
    Layer *l = data;
    for (int64_t step = l->steps - 1; step >= 0 && !work_stopped(l->w); step--)
        if (l->cells) back_step(l, step, from, to - from);
        else if (!recurrent_program_back(l, step)) {
            l->failed = true;
            return;
        }
}

/* The weight in panels of so many of its rows. */
static bool pack_back(Layer *l)
{
    l->deep = whole_panels(l, l->n);
    l->packed = work_scratch(l->w, (size_t)(l->wide * l->deep) * l->e);
    for (int64_t at = 0; l->packed && at < l->wide; at += DEPTH)
        l->product->pack(l->packed + (size_t)(at * l->deep) * l->e, l->product->lanes, l->weight + (size_t)(at * l->n) * l->e, l->type, 1, l->n, l->n, l->wide - at < DEPTH ? l->wide - at : DEPTH);
    return l->packed != NULL;
}

static bool go_back(Layer *l, const Flat *in)
{
    Work *w = l->w;
    l->dy = in[0].at, l->dcells = in[1].at, l->y = in[2].at, l->cell = in[3].at, l->kept = in[4].at, l->first = in[5].at, l->first_cell = in[6].at, l->weight = in[7].at;
    l->dx = w->out[0].at, l->dhidden = recurrent_apart(l->mode) ? w->out[1].at : l->dx, l->dstate = w->out[2].at;
    if (l->mode == RECURRENT_LSTM) l->dcell = l->dstate + (size_t)(l->batch * l->n) * l->e;
    else l->dcells = NULL;
    if (l->cells || !l->dy) blit_fill(w, l->dstate, l->type, w->out[2].size, scalar_int(0)); /* (a program leaves out what no step hands on) */
    if (!l->cells) back_rows(l, 0, l->batch);
    else if (!pack_back(l)) return false;
    else {
        work_parallel(w, l->batch, rows_of_piece(l), back_rows, l);
        work_scratch_free(w, l->packed);
    }
    return walked(l);
}

bool cpu_recurrent_grad(Work *w)
{
    Layer l;
    Flat in[MAX_INPUTS_FIXED] = {{.at = NULL}};
    layer_start(&l, w, &w->in[2], &w->in[7]);
    if (!l.batch || !l.n) return true;
    bool ok = operands_in(w, l.type, in) && go_back(&l, in);
    operands_drop(w, in);
    return ok;
}
