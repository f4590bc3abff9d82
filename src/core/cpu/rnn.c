/* rnn.c: a recurrent layer in one direction, and its gradient: each step is a product (the state by its weight) and an elementwise program (the gates, the new state), on any
 * device. Gates lie side by side: LSTM input, forget, candidate, output; GRU reset, update, candidate, and the state's share of the candidate.
 */
#include "core/rnn.h"
#include "ew.h"
#include "flat.h"
#include "gemm.h"
#include "kernels.h"

typedef struct Layer {
    Work *w;
    const RnnKind *kind;
    enum RnnMode mode;
    bool reverse;
    DType dtype, type;            /* of the operands; that of registers */
    int64_t e, steps, batch, hidden, wide, shape[2], strides[5][2]; /* wide: a share; strides of a part of so many */
} Layer;

static void open_layer(Layer *l, Work *w, const View *states)
{
    *l = (Layer){.w = w, .mode = (enum RnnMode)w->attrs[rnn_mode].i, .reverse = w->attrs[rnn_reverse].i != 0, .dtype = states->dtype, .type = ew_register_type(states->dtype),
                 .e = (int64_t)dtype_bytes(states->dtype), .steps = states->shape[0], .batch = states->shape[1], .hidden = states->shape[2]};
    l->kind = &rnn_kinds[l->mode];
    l->wide = l->kind->shares * l->hidden;
    l->shape[0] = l->batch;
    l->shape[1] = l->hidden;
    for (int n = 1; n < 5; n++) {
        l->strides[n][0] = n * l->hidden;
        l->strides[n][1] = 1;
    }
}

/* Of (steps, batch, n * hidden) the k-th of n parts at step t. */
static View part(const Layer *l, const void *base, int64_t t, int n, int k)
{
    char *at = (char *)(uintptr_t)base + (t * l->batch * n + k) * l->hidden * l->e;
    return (View){.at = at, .dtype = l->dtype, .present = true, .contiguous = n == 1, .ndim = 2, .shape = l->shape, .strides = l->strides[n], .size = l->batch * l->hidden};
}

/* ---- writing programs ---- */
typedef struct Cell { EwProgram p; const Layer *l; View views[2 * EW_VIEWS]; int count; } Cell;

static void begin(Cell *c, const Layer *l)
{
    c->l = l;
    c->count = 0;
    ew_program_init(&c->p, l->shape, 2);
    c->p.accent = l->w->accent; /* whose functions it takes */
}
static int in(Cell *c, const void *base, int64_t t, int n, int k)
{
    View *v = &c->views[c->count++];
    *v = part(c->l, base, t, n, k);
    return ew_program_input(&c->p, v, c->l->type);
}
static void out(Cell *c, int reg, const void *base, int64_t t, int n, int k)
{
    View *v = &c->views[c->count++];
    *v = part(c->l, base, t, n, k);
    ew_program_output(&c->p, reg, v);
}
static int step1(Cell *c, int function, int a) { return ew_program_step(&c->p, function, c->l->type, (int[]){a, -1, -1}, NULL); }
static int step2(Cell *c, int function, int a, int b) { return ew_program_step(&c->p, function, c->l->type, (int[]){a, b, -1}, NULL); }
static int plus(Cell *c, int a, int b) { return step2(c, FN_add, a, b); }
static int times(Cell *c, int a, int b) { return step2(c, FN_multiply, a, b); }
/* a - b * d */
static int less_product(Cell *c, int a, int b, int d)
{
    EwNumber k[3] = {ew_number(scalar_float(-1)), ew_number(scalar_float(0)), ew_number(scalar_float(0))};
    return ew_program_step(&c->p, FN_addcmul, c->l->type, (int[]){a, b, d}, k);
}
static int by_sigmoid(Cell *c, int g, int y) { return times(c, g, less_product(c, y, y, y)); } /* the gradient behind a sigmoid with result y */
static int by_tanh(Cell *c, int g, int y) { return less_product(c, g, times(c, g, y), y); }

/* ---- forward ---- */
typedef struct Forward { Layer l; const char *x, *h0, *c0, *weight, *bias; int64_t bias_step; char *z, *y, *cell, *gates; } Forward;

static void lstm(Cell *c, const Forward *f, int64_t t, int64_t before, bool first)
{
    int g[4];
    for (int k = 0; k < 4; k++) {
        g[k] = step1(c, k == 2 ? FN_tanh : FN_sigmoid, plus(c, in(c, f->x, t, 4, k), in(c, f->z, 0, 4, k)));
        out(c, g[k], f->gates, t, 4, k);
    }
    int old = first ? in(c, f->c0, 0, 1, 0) : in(c, f->cell, before, 1, 0), cell = plus(c, times(c, g[1], old), times(c, g[0], g[2]));
    out(c, cell, f->cell, t, 1, 0);
    out(c, times(c, g[3], step1(c, FN_tanh, cell)), f->y, t, 1, 0);
}

static void gru(Cell *c, const Forward *f, int64_t t, int64_t before, bool first)
{
    int g[2], share = in(c, f->z, 0, 3, 2), old = first ? in(c, f->h0, 0, 1, 0) : in(c, f->y, before, 1, 0);
    for (int k = 0; k < 2; k++) {
        g[k] = step1(c, FN_sigmoid, plus(c, in(c, f->x, t, 3, k), in(c, f->z, 0, 3, k)));
        out(c, g[k], f->gates, t, 4, k);
    }
    int n = step1(c, FN_tanh, plus(c, in(c, f->x, t, 3, 2), times(c, g[0], share)));
    out(c, n, f->gates, t, 4, 2);
    out(c, share, f->gates, t, 4, 3);
    out(c, plus(c, times(c, step2(c, FN_subtract, old, n), g[1]), n), f->y, t, 1, 0);
}

static void plain(Cell *c, const Forward *f, int64_t t)
{
    int sum = plus(c, in(c, f->x, t, 1, 0), in(c, f->z, 0, 1, 0));
    out(c, step1(c, f->l.mode == RNN_TANH ? FN_tanh : FN_relu, sum), f->y, t, 1, 0);
}

/* The step at time t, behind that at time `before`. */
static bool forward(const Forward *f, int64_t t, int64_t before, bool first)
{
    const Layer *l = &f->l;
    const char *h = first ? f->h0 : part(l, f->y, before, 1, 0).at;
    Gemm g = {.m = l->batch, .n = l->wide, .k = l->hidden, .a = {(char *)(uintptr_t)h, l->dtype, l->hidden, 1}, .b = {(char *)(uintptr_t)f->weight, l->dtype, 1, l->hidden},
              .c = {f->z, l->dtype, l->wide, 1}, .alpha = scalar_int(1), .beta = scalar_int(f->bias != NULL), .d = {(char *)(uintptr_t)f->bias, l->dtype, 0, f->bias_step}};
    Cell c;
    if (!gemm_run(l->w, &g)) return false;
    begin(&c, l);
    if (l->mode == RNN_LSTM) lstm(&c, f, t, before, first);
    else if (l->mode == RNN_GRU) gru(&c, f, t, before, first);
    else plain(&c, f, t);
    return ew_program_run(&c.p, l->w);
}

bool cpu_rnn(Work *w)
{
    Forward f = {.bias = NULL};
    Flat x, h, cell, weight, y, cells, gates;
    open_layer(&f.l, w, &w->out[0]);
    const Layer *l = &f.l;
    if (w->out[0].size == 0) return true;
    bool ok = flat_in(w, &w->in[0], l->dtype, &x);
    ok = flat_in(w, &w->in[1], l->dtype, &h) && ok;
    ok = flat_in(w, &w->in[2], l->dtype, &cell) && ok;
    ok = flat_in(w, &w->in[3], l->dtype, &weight) && ok;
    ok = flat_out(w, &w->out[0], l->dtype, &y) && ok;
    ok = flat_out(w, &w->out[1], l->dtype, &cells) && ok;
    ok = flat_out(w, &w->out[2], l->dtype, &gates) && ok;
    f.z = work_scratch(w, (size_t)(l->batch * l->wide * l->e));
    f.x = x.at, f.h0 = h.at, f.c0 = cell.at, f.weight = weight.at, f.y = y.at, f.cell = cells.at, f.gates = gates.at;
    if (w->in_count > 4 && w->in[4].present) f.bias = w->in[4].at, f.bias_step = w->in[4].strides[0];
    ok = ok && f.z;
    for (int64_t i = 0, done = 0; ok && i < l->steps; i++) {
        int64_t t = l->reverse ? l->steps - 1 - i : i;
        ok = forward(&f, t, l->reverse ? t + 1 : t - 1, i == 0) && !work_after(w, &done, l->batch * l->wide);
    }
    if (f.z) work_scratch_free(w, f.z);
    flat_drop(w, &x);
    flat_close(w, ok, &y, &h, &cell, &weight);
    if (ok) flat_store(w, &cells), flat_store(w, &gates);
    flat_drop(w, &cells);
    flat_drop(w, &gates);
    return ok && !w->error;
}

/* ---- backward ---- */
/* dh, dc: what the step behind hands on of the state's and the cell's gradient, one step long; direct: a GRU's part of dh that goes by no product */
typedef struct Backward { Layer l; const char *dy, *dcell, *y, *cell, *gates, *h0, *c0, *weight; char *dx, *dz, *dh, *dc, *direct; } Backward;

static int arrived(Cell *c, const Backward *b, int64_t t, bool last)
{
    int dy = in(c, b->dy, t, 1, 0);
    return last ? dy : plus(c, dy, in(c, b->dh, 0, 1, 0));
}

static void lstm_back(Cell *c, const Backward *b, int64_t t, int64_t before, bool first, bool last)
{
    int g[4], dh = arrived(c, b, t, last), cell = step1(c, FN_tanh, in(c, b->cell, t, 1, 0)), old = first ? in(c, b->c0, 0, 1, 0) : in(c, b->cell, before, 1, 0);
    for (int k = 0; k < 4; k++) g[k] = in(c, b->gates, t, 4, k);
    int through = times(c, dh, g[3]), dc = less_product(c, through, times(c, through, cell), cell);
    if (!last) dc = plus(c, dc, in(c, b->dc, 0, 1, 0));
    if (b->dcell) dc = plus(c, dc, in(c, b->dcell, t, 1, 0));
    out(c, by_sigmoid(c, times(c, dc, g[2]), g[0]), b->dx, t, 4, 0);
    out(c, by_sigmoid(c, times(c, dc, old), g[1]), b->dx, t, 4, 1);
    out(c, by_tanh(c, times(c, dc, g[0]), g[2]), b->dx, t, 4, 2);
    out(c, by_sigmoid(c, times(c, dh, cell), g[3]), b->dx, t, 4, 3);
    out(c, times(c, dc, g[1]), b->dc, 0, 1, 0);
}

static void gru_back(Cell *c, const Backward *b, int64_t t, int64_t before, bool first, bool last)
{
    int g[4], dh = arrived(c, b, t, last), old = first ? in(c, b->h0, 0, 1, 0) : in(c, b->y, before, 1, 0);
    for (int k = 0; k < 4; k++) g[k] = in(c, b->gates, t, 4, k);
    int direct = times(c, dh, g[1]), dn = by_tanh(c, step2(c, FN_subtract, dh, direct), g[2]);
    int both[2] = {by_sigmoid(c, times(c, dn, g[3]), g[0]), by_sigmoid(c, times(c, dh, step2(c, FN_subtract, old, g[2])), g[1])};
    for (int k = 0; k < 2; k++) {
        out(c, both[k], b->dx, t, 3, k);
        out(c, both[k], b->dz, t, 3, k);
    }
    out(c, dn, b->dx, t, 3, 2);
    out(c, times(c, dn, g[0]), b->dz, t, 3, 2);
    out(c, direct, b->direct, 0, 1, 0);
}

static void plain_back(Cell *c, const Backward *b, int64_t t, bool last)
{
    int dh = arrived(c, b, t, last), y = in(c, b->y, t, 1, 0);
    out(c, b->l.mode == RNN_TANH ? by_tanh(c, dh, y) : step2(c, FN_relu_grad, dh, y), b->dx, t, 1, 0);
}

/* The step at time t, in front of which is that at time `before`. */
static bool backward(const Backward *b, int64_t t, int64_t before, bool first, bool last)
{
    const Layer *l = &b->l;
    Cell c;
    begin(&c, l);
    if (l->mode == RNN_LSTM) lstm_back(&c, b, t, before, first, last);
    else if (l->mode == RNN_GRU) gru_back(&c, b, t, before, first, last);
    else plain_back(&c, b, t, last);
    char *share = l->kind->apart ? b->dz : b->dx;
    Gemm g = {.m = l->batch, .n = l->hidden, .k = l->wide, .a = {share + t * l->batch * l->wide * l->e, l->dtype, l->wide, 1}, .b = {(char *)(uintptr_t)b->weight, l->dtype, l->hidden, 1},
              .c = {b->dh, l->dtype, l->hidden, 1}, .alpha = scalar_int(1), .beta = scalar_int(b->direct != NULL), .d = {b->direct, l->dtype, l->hidden, 1}};
    return ew_program_run(&c.p, l->w) && gemm_run(l->w, &g);
}

bool cpu_rnn_grad(Work *w)
{
    enum { INS = 8, OUTS = 4 };
    Backward b = {.direct = NULL};
    Flat ins[INS], outs[OUTS];
    bool ok = true;
    open_layer(&b.l, w, &w->in[0]);
    const Layer *l = &b.l;
    for (int i = 0; i < INS; i++) ok = flat_in(w, &w->in[i], l->dtype, &ins[i]) && ok;
    for (int i = 0; i < OUTS; i++) ok = flat_out(w, &w->out[i], l->dtype, &outs[i]) && ok;
    if (ok && l->kind->apart && w->out[2].size > 0) ok = (b.direct = work_scratch(w, (size_t)(l->batch * l->hidden * l->e))) != NULL;
    b.dy = ins[0].at, b.dcell = ins[1].at, b.y = ins[2].at, b.cell = ins[3].at, b.gates = ins[4].at, b.h0 = ins[5].at, b.c0 = ins[6].at, b.weight = ins[7].at;
    b.dx = outs[0].at, b.dz = outs[1].at, b.dh = outs[2].at, b.dc = outs[3].at;
    for (int64_t i = w->out[2].size ? l->steps - 1 : -1, done = 0; ok && i >= 0; i--) {
        int64_t t = l->reverse ? l->steps - 1 - i : i;
        ok = backward(&b, t, l->reverse ? t + 1 : t - 1, i == 0, i == l->steps - 1) && !work_after(w, &done, l->batch * l->wide);
    }
    if (b.direct) work_scratch_free(w, b.direct);
    for (int i = 0; i < INS; i++) flat_drop(w, &ins[i]);
    for (int i = 0; i < OUTS; i++) {
        if (ok) flat_store(w, &outs[i]);
        flat_drop(w, &outs[i]);
    }
    return ok && !w->error;
}
