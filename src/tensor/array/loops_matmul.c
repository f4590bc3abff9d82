/* loops_matmul.c: matrix products: m x k times k x n.
 *
 * Floats go through the loops of core's product (core/cpu/wide): large ones by packed tiles in panels that stay in the caches, small and narrow ones by strips of rows, vectors by
 * what is made for them; integers by rows; objects by + and *. Sums are made in the result's type, of float16 in float. Those of floats are added in the order in which NumPy's BLAS
 * adds them, since what is printed of them hangs on it: a matrix's are one chain along k, in parts (`depth_of`); a vector's have orders of their own (core/cpu/wide/gemv.h); where
 * an operand lies so that BLAS does not read it, NumPy multiplies and adds by itself, and so does `plain`.
 */
#include "core/cpu/wide/wide.h"
#include "loop.h"

typedef struct Sides { /* of one product: count[1..3], and steps behind the three operands' own */
    int64_t m, k, n, a_row, a_column, b_row, b_column, o_row, o_column;
} Sides;
static Sides sides_of(const int64_t *count, const int64_t *steps)
{
    return (Sides){count[1], count[2], count[3], steps[3], steps[4], steps[5], steps[6], steps[7], steps[8]};
}

enum { LONG = 1 << 18 }; /* so many products and somebody may ask to stop */

#define PRODUCT(LETTER, T, C, LD, ST, EXPR)                                                                                \
    UfuncLoopFn loop_matmul_##LETTER;                                                                                      \
    PRODUCT_AS(bool loop_matmul_##LETTER, T, C, LD, ST, EXPR)
#define PRODUCT_AS(HEAD, T, C, LD, ST, EXPR)                                                                               \
    HEAD(LOOP_ARGS)                                                                                                        \
    {                                                                                                                      \
        const Sides s = sides_of(count, steps);                                                                            \
        for (int64_t item = 0; item < count[0]; item++) {                                                                  \
            const char *a = args[0] + item * steps[0], *b = args[1] + item * steps[1];                                     \
            char *o = args[2] + item * steps[2];                                                                           \
            for (int64_t i = 0; i < s.m; i++) {                                                                            \
                if ((i & 63) == 63 && !vm_poll(vm)) return false;                                                          \
                for (int64_t j = 0; j < s.n; j++) {                                                                        \
                    const char *p = a + i * s.a_row, *q = b + j * s.b_column;                                              \
                    C sum = (C){0};                                                                                        \
                    for (int64_t t = 0, end; t < s.k;) {                                                                   \
                        if (t && !vm_poll(vm)) return false;                                                               \
                        for (end = s.k - t < LONG ? s.k : t + LONG; t < end; t++, p += s.a_column, q += s.b_row) {         \
                            const C x = LD(*(const T *)p), y = LD(*(const T *)q);                                          \
                            EXPR;                                                                                          \
                        }                                                                                                  \
                    }                                                                                                      \
                    *(T *)(o + i * s.o_row + j * s.o_column) = ST(sum);                                                    \
                }                                                                                                          \
            }                                                                                                              \
        }                                                                                                                  \
        return true;                                                                                                       \
    }
#define WHOLE(LETTER, T) PRODUCT(LETTER, T, T, AS_IT_IS, AS_IT_IS, sum = (T)((uint64_t)sum + (uint64_t)x * (uint64_t)y))
WHOLE(b, int8_t)
WHOLE(B, uint8_t)
WHOLE(h, int16_t)
WHOLE(H, uint16_t)
WHOLE(i, int32_t)
WHOLE(I, uint32_t)
WHOLE(l, int64_t)
WHOLE(L, uint64_t)
PRODUCT(bool, uint8_t, uint8_t, AS_IT_IS, AS_IT_IS, sum |= x && y)
PRODUCT(e, uint16_t, float, np_half_to_float, half_store, sum += x * y)
PRODUCT_AS(static bool plain_f, float, float, AS_IT_IS, AS_IT_IS, sum += x * y)
PRODUCT_AS(static bool plain_d, double, double, AS_IT_IS, AS_IT_IS, sum += x * y)
PRODUCT(g, long double, long double, AS_IT_IS, AS_IT_IS, sum += x * y)
#define COMPLEX_STEP (sum.re += x.re * y.re - x.im * y.im, sum.im += x.re * y.im + x.im * y.re)
PRODUCT(F, Np_cfloat, Np_cfloat, AS_IT_IS, AS_IT_IS, COMPLEX_STEP)
PRODUCT(D, Np_cdouble, Np_cdouble, AS_IT_IS, AS_IT_IS, COMPLEX_STEP)
PRODUCT(G, Np_clongdouble, Np_clongdouble, AS_IT_IS, AS_IT_IS, COMPLEX_STEP)

/* ---- by tiles ---- */
enum { DEPTH_F = 320, DEPTH_D = 256, DEPTH = DEPTH_F, ACROSS = 1024, HIGH = 96, TILE_MOST = 64 * 64 };

typedef struct Tiled { const WideGemm *loops; DType dtype; int64_t bytes; bool square; } Tiled; /* square: a matrix times its own transpose */

/* How many of the k steps that are left are one chain before they are added to the result: the last two parts are as long as one another, in whole rows of BLAS's tiles. */
static int64_t depth_of(const Tiled *g, int64_t left)
{
    int64_t most = g->bytes == 4 ? DEPTH_F : DEPTH_D, rows = g->square ? 1 : g->bytes == 4 ? 8 : 4, half = g->square ? (left + 1) / 2 : left / 2;
    return left >= 2 * most ? most : left > most ? (half + rows - 1) / rows * rows : left;
}

/* rows x columns of `tile` into o */
static void add_tile(const Tiled *g, char *o, const Sides *s, const char *tile, int64_t rows, int64_t columns, bool first)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            char *to = o + i * s->o_row + j * s->o_column;
            int64_t from = i * g->loops->nr + j;
            if (g->bytes == 4) *(float *)to = ((const float *)tile)[from] + (first ? 0 : *(float *)to);
            else *(double *)to = ((const double *)tile)[from] + (first ? 0 : *(double *)to);
        }
}

static bool tiled_block(VM *vm, const Tiled *g, const Sides *s, const char *a, const char *b, char *o, char *a_panels, char *b_panels)
{
    char tile[TILE_MOST * sizeof(double)] __attribute__((aligned(64)));
    int64_t mr = g->loops->mr, nr = g->loops->nr;
    for (int64_t j0 = 0; j0 < s->n; j0 += ACROSS) {
        int64_t columns = s->n - j0 < ACROSS ? s->n - j0 : ACROSS;
        for (int64_t k0 = 0, depth; k0 < s->k; k0 += depth) {
            depth = depth_of(g, s->k - k0);
            g->loops->pack(b_panels, (int)nr, b + k0 * s->b_row + j0 * s->b_column, g->dtype, s->b_column / g->bytes, s->b_row / g->bytes, columns, depth);
            for (int64_t i0 = 0; i0 < s->m; i0 += HIGH) {
                if (!vm_poll(vm)) return false;
                int64_t rows = s->m - i0 < HIGH ? s->m - i0 : HIGH;
                g->loops->pack(a_panels, (int)mr, a + i0 * s->a_row + k0 * s->a_column, g->dtype, s->a_row / g->bytes, s->a_column / g->bytes, rows, depth);
                for (int64_t j = 0; j < columns; j += nr)
                    for (int64_t i = 0; i < rows; i += mr) {
                        memset(tile, 0, (size_t)(mr * nr * g->bytes));
                        g->loops->tile(depth, a_panels + i * depth * g->bytes, b_panels + j * depth * g->bytes, tile, nr);
                        add_tile(g, o + (i0 + i) * s->o_row + (j0 + j) * s->o_column, s, tile, rows - i < mr ? rows - i : mr, columns - j < nr ? columns - j : nr, k0 == 0);
                    }
            }
        }
    }
    return true;
}

static bool whole_elements(const Sides *s, int64_t bytes) { return s->a_row % bytes == 0 && s->a_column % bytes == 0 && s->b_row % bytes == 0 && s->b_column % bytes == 0 && s->o_row % bytes == 0 && s->o_column % bytes == 0; }

/* ---- a matrix times a vector ---- */
typedef struct Line { /* o[i] = sum of a[i, t] x[t]; in bytes */
    int64_t count, k, row, column, x_step, o_step;
} Line;
static void spread(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, int64_t size)
{
    if (to_step == size && from_step == size) memcpy(to, from, (size_t)(n * size));
    else if (size == 4)
        for (int64_t i = 0; i < n; i++) memcpy(to + i * to_step, from + i * from_step, 4);
    else
        for (int64_t i = 0; i < n; i++) memcpy(to + i * to_step, from + i * from_step, 8);
}
/* Does BLAS read a matrix of so many columns that lies so? */
static bool lies_in_rows(int64_t row, int64_t column, int64_t columns, int64_t bytes) { return column == bytes && row % bytes == 0 && row >= columns * bytes; }
/* room: k elements for x where it has gaps, and count for the sums */
static bool line_run(VM *vm, const Tiled *g, const Line *l, const char *a, const char *x, char *o, char *room)
{
    enum { TOGETHER = 8 }; /* of rows, and of columns: their sums are those of all at once */
    const int64_t size = g->bytes;
    char *sums = room + l->k * size;
    if (l->x_step != size) {
        spread(room, size, x, l->x_step, l->k, size);
        x = room;
    }
    if (lies_in_rows(l->row, l->column, l->k, size))
        for (int64_t i = 0, rows, most = (LONG / l->k / TOGETHER + 1) * TOGETHER; i < l->count; i += rows) {
            if (i && !vm_poll(vm)) return false;
            rows = l->count - i < most ? l->count - i : most;
            g->loops->blas_rows(rows, l->k, a + i * l->row, l->row / size, x, sums + i * size);
        }
    else {
        memset(sums, 0, (size_t)(l->count * size));
        for (int64_t t = 0, depth, most = (LONG / l->count / TOGETHER + 1) * TOGETHER; t < l->k; t += depth) {
            if (t && !vm_poll(vm)) return false;
            depth = l->k - t < most ? l->k - t : most;
            g->loops->blas_columns(l->count, depth, a + t * l->column, l->column / size, x + t * size, sums);
        }
    }
    spread(o, l->o_step, sums, size, l->count, size);
    return true;
}
/* Products that have a vector among their operands, as BLAS makes them; false: raised, or `fits` says that it does not. */
static bool by_vectors(VM *vm, const Tiled *g, char *const *args, const int64_t *count, const int64_t *steps, bool *fits)
{
    const Sides s = sides_of(count, steps);
    const int64_t size = g->bytes;
    bool dots = s.m == 1 && s.n == 1, turned = s.m == 1; /* turned: the matrix is the second operand */
    const Line l = turned ? (Line){s.n, s.k, s.b_column, s.b_row, s.a_column, s.o_column} : (Line){s.m, s.k, s.a_row, s.a_column, s.b_row, s.o_row};
    *fits = s.k > 0 && (dots ? s.a_column > 0 && s.b_row > 0 : l.x_step > 0 && (lies_in_rows(l.row, l.column, l.k, size) || lies_in_rows(l.column, l.row, l.count, size)));
    if (!*fits) return false;
    size_t bytes = dots ? 0 : (size_t)((l.k + l.count) * size);
    char *room = bytes ? mem_alloc(vm->mem, bytes) : NULL;
    if (bytes && !room) return err_no_memory(vm), false;
    bool ok = true;
    for (int64_t item = 0; ok && item < count[0]; item++) {
        const char *a = args[0] + item * steps[0], *b = args[1] + item * steps[1];
        char *o = args[2] + item * steps[2];
        if (dots) g->loops->blas_dot(s.k, a, s.a_column / size, b, s.b_row / size, o);
        ok = ((item & 63) != 63 || vm_poll(vm)) && (dots || (turned ? line_run(vm, g, &l, b, a, o, room) : line_run(vm, g, &l, a, b, o, room)));
    }
    if (room) mem_free(vm->mem, room, bytes);
    return ok;
}

/* ---- small or narrow: only b is packed, in panels of a vector's width, or not even that ---- */
enum { FEW = 16, PLAIN_MOST = 1 << 16, THIN_MOST = 96 * 96 * 96 };

static Sides other_way(const Sides *s) /* o' = b' a' */
{
    return (Sides){s->n, s->k, s->m, s->b_column, s->b_row, s->a_column, s->a_row, s->o_column, s->o_row};
}
/* b's rows can be read where they lie (each a vector's width, what follows it too) */
static bool lies_well(const Sides *s, int64_t bytes) { return s->m <= FEW && s->b_column == bytes && s->b_row >= s->n * bytes; }
static int64_t panels_of(int64_t n, const Tiled *g) { return (n + g->loops->lanes - 1) / g->loops->lanes; }
static double thin_cost(const Sides *s, const Tiled *g) { return (double)s->m * (double)panels_of(s->n, g) + (lies_well(s, g->bytes) ? 0 : 2 * (double)s->n); }

static bool thin_rows(VM *vm, const Tiled *g, WideThin *t, const Sides *s, const char *a, char *o)
{
    int64_t most = LONG / (t->k * t->n) + 1;
    for (int64_t i = 0; i < s->m; i += most) {
        if (i && !vm_poll(vm)) return false;
        t->m = s->m - i < most ? s->m - i : most;
        t->a = a + i * s->a_row;
        t->c = o + i * s->o_row;
        if (t->from) t->from = t->c;
        g->loops->thin(t);
    }
    return true;
}
/* The first chain of a sum may be made in pieces, of which each goes on from the last; those that follow are added to it when they are whole. */
static bool thin_item(VM *vm, const Tiled *g, const Sides *s, const char *a, const char *b, char *o, char *panels)
{
    int64_t size = g->bytes, lanes = g->loops->lanes, beyond = panels_of(s->n, g) * lanes - s->n; /* columns that are read and not there */
    int64_t in_place = lies_well(s, size) ? s->k - (beyond * size + s->b_row - 1) / s->b_row : 0, end = 0;
    WideThin t = {.n = s->n, .a_row = s->a_row / size, .a_column = s->a_column / size, .c_row = s->o_row / size, .c_column = s->o_column / size, .from_row = s->o_row / size, .ordered = true};
    for (int64_t k = 0; k < s->k; k += t.k) {
        const char *from = b + k * s->b_row;
        if (k && !vm_poll(vm)) return false;
        if (k == end) end += depth_of(g, s->k - k), t.from = k > 0 ? o : NULL;
        else t.from = o, t.onward = true;
        t.k = end - k;
        if (k < in_place && (k == 0 || end <= in_place)) {
            if (t.k > in_place - k) t.k = in_place - k;
            t.b = from;
            t.b_row = s->b_row / size;
            t.panel = lanes;
        } else {
            g->loops->pack(panels, (int)lanes, from, g->dtype, s->b_column / size, s->b_row / size, s->n, t.k);
            t.b = panels;
            t.b_row = lanes;
            t.panel = t.k * lanes;
        }
        if (!thin_rows(vm, g, &t, s, a + k * s->a_column, o)) return false;
        t.onward = false;
    }
    return true;
}
static bool thin(VM *vm, const Tiled *g, char *const *args, const int64_t *count, const int64_t *steps)
{
    Sides s = sides_of(count, steps), o = other_way(&s);
    bool turned = thin_cost(&o, g) < thin_cost(&s, g);
    if (turned) s = o;
    char few[4096] __attribute__((aligned(64))), *room = few;
    size_t size = (size_t)(panels_of(s.n, g) * g->loops->lanes * (s.k < DEPTH ? s.k : DEPTH) * g->bytes);
    if (size > sizeof few && !(room = mem_alloc(vm->mem, size))) return err_no_memory(vm), false;
    bool ok = true;
    for (int64_t item = 0; ok && item < count[0]; item++) {
        ok = (item & 63) != 63 || vm_poll(vm);
        ok = ok && thin_item(vm, g, &s, args[turned] + item * steps[turned], args[!turned] + item * steps[!turned], args[2] + item * steps[2], room);
    }
    if (room != few) mem_free(vm->mem, room, size);
    return ok;
}

/* The row behind the last pair of them, once more: BLAS has a loop of its own for it. */
static bool single_row(VM *vm, const Tiled *g, char *const *args, const int64_t *count, const int64_t *steps)
{
    const Sides s = sides_of(count, steps);
    const int64_t size = g->bytes, columns = s.n & ~(int64_t)3;
    if (g->bytes == 4 || g->square || s.m % 2 == 0) return true;
    for (int64_t item = 0; item < count[0]; item++) {
        const char *a = args[0] + item * steps[0] + (s.m - 1) * s.a_row, *b = args[1] + item * steps[1];
        char *o = args[2] + item * steps[2] + (s.m - 1) * s.o_row;
        for (int64_t k = 0, depth; k < s.k; k += depth) {
            if ((k || item) && !vm_poll(vm)) return false;
            depth = depth_of(g, s.k - k);
            g->loops->blas_single(columns, depth, a + k * s.a_column, s.a_column / size, b + k * s.b_row, s.b_row / size, s.b_column / size, o, s.o_column / size, k > 0);
        }
    }
    return true;
}
static bool is_read(int64_t row, int64_t column, int64_t rows, int64_t columns, int64_t bytes) { return lies_in_rows(row, column, columns, bytes) || lies_in_rows(column, row, rows, bytes); }

static bool tiled(VM *vm, char *const *args, const int64_t *count, const int64_t *steps, UfuncLoop plain, GemmType type, DType dtype, int64_t bytes)
{
    const Sides s = sides_of(count, steps);
    bool whole = whole_elements(&s, bytes), fits = false;
    const Tiled g = {&wide_loops()->gemm[type], dtype, bytes, args[0] == args[1] && s.m == s.n && s.a_row == s.b_column && s.a_column == s.b_row};
    if (whole && (s.m == 1 || s.n == 1)) {
        bool ok = by_vectors(vm, &g, args, count, steps, &fits);
        if (fits) return ok;
    }
    double work = (double)s.m * (double)s.n * (double)s.k;
    bool read = is_read(s.a_row, s.a_column, s.m, s.k, bytes) && is_read(s.b_row, s.b_column, s.k, s.n, bytes);
    if (!whole || s.k == 0 || (!read && work <= PLAIN_MOST) || g.loops->mr * g.loops->nr > TILE_MOST) return plain(vm, args, count, steps, NULL);
    if (work <= THIN_MOST || s.m <= FEW || s.n <= FEW) return thin(vm, &g, args, count, steps) && single_row(vm, &g, args, count, steps);
    size_t a_room = (size_t)((HIGH + g.loops->mr) * DEPTH * bytes) + 64, b_room = (size_t)((ACROSS + g.loops->nr) * DEPTH * bytes) + 64;
    char *room = mem_alloc(vm->mem, a_room + b_room + 64);
    if (!room) return err_no_memory(vm), false;
    char *a_panels = (char *)(((uintptr_t)room + 63) & ~(uintptr_t)63), *b_panels = (char *)(((uintptr_t)a_panels + a_room) & ~(uintptr_t)63);
    bool ok = true;
    for (int64_t item = 0; ok && item < count[0]; item++)
        ok = tiled_block(vm, &g, &s, args[0] + item * steps[0], args[1] + item * steps[1], args[2] + item * steps[2], a_panels, b_panels);
    mem_free(vm->mem, room, a_room + b_room + 64);
    return ok && single_row(vm, &g, args, count, steps);
}
UfuncLoopFn loop_matmul_f, loop_matmul_d, loop_matmul_O;
bool loop_matmul_f(LOOP_ARGS) { return tiled(vm, args, count, steps, plain_f, GEMM_F32, DT_FLOAT32, 4); }
bool loop_matmul_d(LOOP_ARGS) { return tiled(vm, args, count, steps, plain_d, GEMM_F64, DT_FLOAT64, 8); }

/* ---- objects ---- */
static Value object_dot(VM *vm, const char *p, int64_t p_step, const char *q, int64_t q_step, int64_t n)
{
    Value sum = NO_VALUE;
    for (int64_t t = 0; t < n; t++, p += p_step, q += q_step) {
        if ((t & 1023) == 1023 && !vm_poll(vm)) return release(vm, sum), NO_VALUE;
        Ref left = *(const Ref *)p, right = *(const Ref *)q;
        Value x = retain(left ? left : V_NONE), y = retain(right ? right : V_NONE), term = op_binary(vm, OP_MUL, x, y);
        release(vm, x);
        release(vm, y);
        if (term && sum) {
            Value more = op_binary(vm, OP_ADD, sum, term);
            release(vm, term);
            term = more;
        }
        release(vm, sum);
        if (!(sum = term)) return NO_VALUE;
    }
    return sum ? sum : make_bool(false);
}
bool loop_matmul_O(LOOP_ARGS)
{
    const Sides s = sides_of(count, steps);
    for (int64_t item = 0; item < count[0]; item++)
        for (int64_t i = 0; i < s.m; i++) {
            if (!vm_poll(vm)) return false;
            for (int64_t j = 0; j < s.n; j++) {
                Value sum = object_dot(vm, args[0] + item * steps[0] + i * s.a_row, s.a_column, args[1] + item * steps[1] + j * s.b_column, s.b_row, s.k);
                if (!sum) return false;
                value_put(vm, (Value *)(args[2] + item * steps[2] + i * s.o_row + j * s.o_column), sum);
            }
        }
    return true;
}
