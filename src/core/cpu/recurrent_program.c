/* recurrent_program.c: a step of a recurrent layer as a product (the state by its weight) and an elementwise program (the gates, the new state), and back: on a card, and for half types. */
#include "recurrent_impl.h"

/* ---- writing programs ---- */
typedef struct Cell {
    EwProgram p;
    const Layer *l;
    DType type; /* of registers */
    int64_t shape[2], strides[RECURRENT_KEPT + 1][2]; /* of a row with so many parts */
    View views[2 * EW_VIEWS];
    int count;
} Cell;

static void begin(Cell *c, const Layer *l)
{
    c->l = l;
    c->count = 0;
    c->type = ew_register_type(l->type);
    c->shape[0] = l->batch;
    c->shape[1] = l->n;
    for (int n = 1; n <= RECURRENT_KEPT; n++) c->strides[n][0] = n * l->n, c->strides[n][1] = 1;
    ew_program_init(&c->p, c->shape, 2);
    c->p.accent = l->w->accent; /* whose functions it takes */
}

/* The k-th of a row's n parts, rows beginning at `at` */
static View *part(Cell *c, char *at, int n, int k)
{
    const Layer *l = c->l;
    View *v = &c->views[c->count++];
    *v = (View){.at = at + (size_t)(k * l->n) * l->e, .dtype = l->type, .present = true, .contiguous = n == 1, .ndim = 2, .shape = c->shape, .strides = c->strides[n], .size = l->batch * l->n};
    return v;
}
static int in(Cell *c, char *at, int n, int k) { return ew_program_input(&c->p, part(c, at, n, k), c->type); }
static void out(Cell *c, int reg, char *at, int n, int k) { ew_program_output(&c->p, reg, part(c, at, n, k)); }
static int step1(Cell *c, int function, int a) { return ew_program_step(&c->p, function, c->type, (int[]){a, -1, -1}, NULL); }
static int step2(Cell *c, int function, int a, int b) { return ew_program_step(&c->p, function, c->type, (int[]){a, b, -1}, NULL); }
static int plus(Cell *c, int a, int b) { return step2(c, FN_add, a, b); }
static int times(Cell *c, int a, int b) { return step2(c, FN_multiply, a, b); }
/* a - b * d */
static int less_product(Cell *c, int a, int b, int d)
{
    EwNumber k[3] = {ew_number(scalar_float(-1)), ew_number(scalar_float(0)), ew_number(scalar_float(0))};
    return ew_program_step(&c->p, FN_addcmul, c->type, (int[]){a, b, d}, k);
}
static int by_sigmoid(Cell *c, int g, int y) { return times(c, g, less_product(c, y, y, y)); } /* the gradient behind a sigmoid with result y */
static int by_tanh(Cell *c, int g, int y) { return less_product(c, g, times(c, g, y), y); }

/* ---- forward: x, hidden, kept, y and cell are this step's ---- */
typedef struct Rows { char *x, *hidden, *kept, *y, *cell, *state, *old_cell; } Rows; /* the last two: what the step before left */

static void lstm(Cell *c, const Rows *r)
{
    int g[4];
    for (int k = 0; k < 4; k++) {
        g[k] = step1(c, k == 2 ? FN_tanh : FN_sigmoid, plus(c, in(c, r->x, 4, k), in(c, r->hidden, 4, k)));
        out(c, g[k], r->kept, 4, k);
    }
    int cell = plus(c, times(c, g[1], in(c, r->old_cell, 1, 0)), times(c, g[0], g[2]));
    out(c, cell, r->cell, 1, 0);
    out(c, times(c, g[3], step1(c, FN_tanh, cell)), r->y, 1, 0);
}

static void gru(Cell *c, const Rows *r)
{
    int g[2], share = in(c, r->hidden, 3, 2), old = in(c, r->state, 1, 0);
    for (int k = 0; k < 2; k++) {
        g[k] = step1(c, FN_sigmoid, plus(c, in(c, r->x, 3, k), in(c, r->hidden, 3, k)));
        out(c, g[k], r->kept, 4, k);
    }
    int n = step1(c, FN_tanh, plus(c, in(c, r->x, 3, 2), times(c, g[0], share)));
    out(c, n, r->kept, 4, 2);
    out(c, share, r->kept, 4, 3);
    out(c, plus(c, times(c, step2(c, FN_subtract, old, n), g[1]), n), r->y, 1, 0);
}

static Rows rows_of(const Layer *l, int64_t step)
{
    int64_t t = time_of(l, step);
    Rows r = {.y = row_at(l, l->y, t, 0, l->n), .state = before(l, step, l->y, l->first, 0)};
    if (l->x) r.x = row_at(l, l->x, t, 0, l->wide);
    if (recurrent_keeps(l->mode)) r.kept = row_at(l, l->kept, t, 0, RECURRENT_KEPT * l->n);
    if (l->mode == RECURRENT_LSTM) r.cell = row_at(l, l->cell, t, 0, l->n), r.old_cell = before(l, step, l->cell, l->first_cell, 0);
    return r;
}

bool recurrent_program(const Layer *l, int64_t step, char *hidden)
{
    Rows r = rows_of(l, step);
    Gemm g = {.m = l->batch, .n = l->wide, .k = l->n, .a = {r.state, l->type, l->n, 1}, .b = {l->weight, l->type, 1, l->n}, .c = {hidden, l->type, l->wide, 1},
              .alpha = scalar_int(1), .beta = scalar_int(l->bias != NULL), .d = {l->bias, l->type, 0, 1}};
    Cell c;
    r.hidden = hidden;
    if (!gemm_run(l->w, &g)) return false;
    begin(&c, l);
    if (l->mode == RECURRENT_LSTM) lstm(&c, &r);
    else if (l->mode == RECURRENT_GRU) gru(&c, &r);
    else out(&c, step1(&c, l->mode == RECURRENT_TANH ? FN_tanh : FN_relu, plus(&c, in(&c, r.x, 1, 0), in(&c, hidden, 1, 0))), r.y, 1, 0);
    return ew_program_run(&c.p, l->w);
}

/* ---- back ---- */
typedef struct Back { Rows r; char *dy, *dcells, *dx, *dhidden; bool last; } Back; /* last: no step behind hands anything on */

static int arrived(Cell *c, const Back *b)
{
    int dy = b->dy ? in(c, b->dy, 1, 0) : -1;
    if (b->last) return dy < 0 ? in(c, c->l->dstate, 1, 0) : dy;
    int handed = in(c, c->l->dstate, 1, 0);
    return dy < 0 ? handed : plus(c, dy, handed);
}

static void lstm_back(Cell *c, const Back *b)
{
    int g[4], dh = arrived(c, b), cell = step1(c, FN_tanh, in(c, b->r.cell, 1, 0)), old = in(c, b->r.old_cell, 1, 0);
    for (int k = 0; k < 4; k++) g[k] = in(c, b->r.kept, 4, k);
    int through = times(c, dh, g[3]), dc = less_product(c, through, times(c, through, cell), cell);
    if (!b->last) dc = plus(c, dc, in(c, c->l->dcell, 1, 0));
    if (b->dcells) dc = plus(c, dc, in(c, b->dcells, 1, 0));
    out(c, by_sigmoid(c, times(c, dc, g[2]), g[0]), b->dx, 4, 0);
    out(c, by_sigmoid(c, times(c, dc, old), g[1]), b->dx, 4, 1);
    out(c, by_tanh(c, times(c, dc, g[0]), g[2]), b->dx, 4, 2);
    out(c, by_sigmoid(c, times(c, dh, cell), g[3]), b->dx, 4, 3);
    out(c, times(c, dc, g[1]), c->l->dcell, 1, 0);
}

/* dstate: what goes to the state before by no product */
static void gru_back(Cell *c, const Back *b)
{
    int g[4], dh = arrived(c, b), old = in(c, b->r.state, 1, 0);
    for (int k = 0; k < 4; k++) g[k] = in(c, b->r.kept, 4, k);
    int direct = times(c, dh, g[1]), dn = by_tanh(c, step2(c, FN_subtract, dh, direct), g[2]);
    int both[2] = {by_sigmoid(c, times(c, dn, g[3]), g[0]), by_sigmoid(c, times(c, dh, step2(c, FN_subtract, old, g[2])), g[1])};
    for (int k = 0; k < 2; k++) {
        out(c, both[k], b->dx, 3, k);
        out(c, both[k], b->dhidden, 3, k);
    }
    out(c, dn, b->dx, 3, 2);
    out(c, times(c, dn, g[0]), b->dhidden, 3, 2);
    out(c, direct, c->l->dstate, 1, 0);
}

static void plain_back(Cell *c, const Back *b)
{
    int dh = arrived(c, b), y = in(c, b->r.y, 1, 0);
    out(c, c->l->mode == RECURRENT_TANH ? by_tanh(c, dh, y) : step2(c, FN_relu_grad, dh, y), b->dx, 1, 0);
}

bool recurrent_program_back(const Layer *l, int64_t step)
{
    int64_t t = time_of(l, step);
    Back b = {.r = rows_of(l, step), .dx = row_at(l, l->dx, t, 0, l->wide), .dhidden = row_at(l, l->dhidden, t, 0, l->wide), .last = step == l->steps - 1};
    if (l->dy) b.dy = row_at(l, l->dy, t, 0, l->n);
    if (l->dcells) b.dcells = row_at(l, l->dcells, t, 0, l->n);
    Cell c;
    begin(&c, l);
    if (l->mode == RECURRENT_LSTM) lstm_back(&c, &b);
    else if (l->mode == RECURRENT_GRU) gru_back(&c, &b);
    else plain_back(&c, &b);
    bool adds = recurrent_apart(l->mode);
    Gemm g = {.m = l->batch, .n = l->n, .k = l->wide, .a = {b.dhidden, l->type, l->wide, 1}, .b = {l->weight, l->type, l->n, 1}, .c = {l->dstate, l->type, l->n, 1},
              .alpha = scalar_int(1), .beta = scalar_int(adds), .d = {adds ? l->dstate : NULL, l->type, l->n, 1}};
    return ew_program_run(&c.p, l->w) && gemm_run(l->w, &g);
}
