/* gemm_broad.c: products of floats of middle size, by strips that read their operands where they lie (wide.h, thin).
 *
 * Nothing is packed but a b whose columns are rows in memory (a layer's weight). A layer's bias is added as a sum is stored, and where there are few rows and b lies that way, the product is
 * made the other way round, so that b is read where it lies, too. Sums are oneDNN's to the last bit, which computes the rest: chains of fused multiplications along k, cut at the same places.
 */
#include <string.h>

#include "gemm_impl.h"

enum {
    STEPS = 384,              /* of a chain, at most: oneDNN cuts k there, and what is less than two of them in halves */
    CHUNK = 48, ACROSS = 1008, /* rows of a and columns of b that are gone through together: so much of both, and of c, stays in the second cache */
    FEWEST = 16, FEW = 48,    /* rows: with fewer, oneDNN has other sums; up to so many, a product is turned round */
};
/* Multiplications. What is larger is oneDNN's; where a layer's weight does not have to be turned it is as fast, but for what its calls cost, and where a large c is gone through for each part
 * of a long k (a recurrent layer's weight's gradient). */
static const double MOST_TURNED = 3e8, MOST_PLAIN = 1 << 18;
static bool is_long(const Gemm *g) { return g->a.rs == 1 && g->k >= 2 * STEPS && g->m >= 512; }

typedef struct Broad {
    Work *w;
    const Gemm *g;
    const WideGemm *t;
    bool turned;              /* columns of b are rows in memory */
    int64_t rows, columns;    /* of a piece */
    _Atomic bool failed;
} Broad;

static float *floats_at(const Matrix *m, char *base, int64_t row, int64_t column) { return (float *)(void *)gemm_number(m, base, row, column); }

/* How many steps of k the next chains take. Where columns are rows, oneDNN has another way for some shapes, which cuts the last two parts as they come. */
static int64_t next_steps(const Broad *r, int64_t left)
{
    const Gemm *g = r->g;
    bool whole = r->turned && g->n > 100 && g->k > 2 * STEPS && (g->k % 256 == 0 || (g->m < 200 && g->k < 1200));
    if (left <= STEPS) return left;
    return whole || left >= 2 * STEPS ? STEPS : (left + 1) / 2;
}

/* ---- as it stands ---- */

/* `rows` rows of a by `columns` columns of b, steps p … p + s; what the steps before gave, or d, is added. */
typedef struct Block { char *a, *b, *c, *d; int64_t row, rows, column, columns, p, s; } Block;

static void block(const Broad *r, const Block *k, float *scratch)
{
    const Gemm *g = r->g;
    int64_t lanes = r->t->lanes;
    WideThin t = {.n = k->columns, .k = k->s, .b = floats_at(&g->b, k->b, k->p, k->column), .b_row = g->b.rs, .panel = lanes, .a_row = g->a.rs, .a_column = g->a.cs, .c_row = g->c.rs, .c_column = 1,
                  .from_row = k->p ? g->c.rs : g->d.rs};
    if (r->turned) {
        r->t->pack(scratch, (int)lanes, (const char *)t.b, DT_FLOAT32, g->b.cs, 1, k->columns, k->s);
        t.b = scratch, t.b_row = lanes, t.panel = k->s * lanes;
    }
    for (int64_t i = 0; i < k->rows; i += t.m) {
        t.m = k->rows - i < CHUNK + FEWEST ? k->rows - i : CHUNK; /* (one or two rows by themselves would have other sums) */
        t.a = floats_at(&g->a, k->a, k->row + i, k->p);
        t.c = floats_at(&g->c, k->c, k->row + i, k->column);
        t.from = k->p ? t.c : floats_at(&g->d, k->d, k->row + i, k->column);
        r->t->thin(&t);
    }
}

static int64_t whole_panels(const Broad *r, int64_t columns) { return (columns + r->t->lanes - 1) / r->t->lanes * r->t->lanes; }

static size_t block_scratch(const Broad *r)
{
    int64_t columns = r->columns < ACROSS ? r->columns : ACROSS, k = r->g->k < STEPS ? r->g->k : STEPS;
    return r->turned ? (size_t)(whole_panels(r, columns) * k) * sizeof(float) : 0;
}

static void piece(const Broad *r, Block *k, int64_t columns_end, float *scratch)
{
    for (int64_t end = columns_end; k->column < end && !work_stopped(r->w); k->column += k->columns) {
        k->columns = end - k->column < ACROSS ? end - k->column : ACROSS;
        for (k->p = 0; k->p < r->g->k; k->p += k->s) {
            k->s = next_steps(r, r->g->k - k->p);
            block(r, k, scratch);
        }
    }
}

/* ---- the other way round ---- */

static bool other_way(const Broad *r)
{
    const Gemm *g = r->g;
    return r->turned && g->m <= FEW && g->n >= 2 * g->m && g->k >= 64 && (!g->d.at || g->d.rs == 0);
}

static size_t turned_scratch(const Broad *r)
{
    int64_t wide = whole_panels(r, r->g->m), k = r->g->k < STEPS ? r->g->k : STEPS;
    return (size_t)(wide * (k + whole_panels(r, r->columns))) * sizeof(float);
}

/* Each column's number of d all along its row of `sum`. */
static void begin_turned(const float *d, float *sum, int64_t columns, int64_t wide)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < wide; i++) sum[j * wide + i] = d[j];
}

/* c's columns are rows of `sum`, `wide` long, which are panels of columns as pack takes them. */
static void end_turned(const Broad *r, const Block *k, const float *sum, int64_t wide)
{
    const Gemm *g = r->g;
    int64_t lanes = r->t->lanes;
    float line[FEW * 64];
    for (int64_t j = 0; j < k->columns; j += lanes) {
        int64_t columns = k->columns - j < lanes ? k->columns - j : lanes;
        r->t->pack(line, (int)lanes, (const char *)(sum + j * wide), DT_FLOAT32, wide, 1, columns, g->m);
        for (int64_t i = 0; i < g->m; i++) memcpy(floats_at(&g->c, k->c, i, k->column + j), line + i * lanes, (size_t)columns * sizeof *line);
    }
}

static void piece_turned(const Broad *r, Block *k, int64_t columns_end, float *scratch)
{
    const Gemm *g = r->g;
    int64_t lanes = r->t->lanes, wide = whole_panels(r, g->m);
    float *sum = scratch + wide * (g->k < STEPS ? g->k : STEPS);
    k->columns = columns_end - k->column;
    if (k->d) begin_turned(floats_at(&g->d, k->d, 0, k->column), sum, k->columns, wide);
    for (k->p = 0; k->p < g->k; k->p += k->s) {
        k->s = next_steps(r, g->k - k->p);
        r->t->pack(scratch, (int)lanes, gemm_number(&g->a, k->a, 0, k->p), DT_FLOAT32, g->a.rs, g->a.cs, g->m, k->s);
        WideThin t = {.m = k->columns, .n = wide, .k = k->s, .a = floats_at(&g->b, k->b, k->p, k->column), .b = scratch, .c = sum, .a_row = g->b.cs, .a_column = 1, .b_row = lanes,
                      .panel = k->s * lanes, .c_row = wide, .c_column = 1, .from = k->p || k->d ? sum : NULL, .from_row = wide};
        r->t->thin(&t);
    }
    end_turned(r, k, sum, wide);
}

/* ---- all of it ---- */

static void pieces(void *data, int64_t from, int64_t to)
{
    Broad *r = data;
    const Gemm *g = r->g;
    bool other = other_way(r);
    int64_t row_pieces = (g->m + r->rows - 1) / r->rows, column_pieces = (g->n + r->columns - 1) / r->columns;
    size_t size = other ? turned_scratch(r) : block_scratch(r);
    float *scratch = size ? work_scratch(r->w, size) : NULL;
    if (size && !scratch) {
        r->failed = true;
        return;
    }
    for (int64_t at = from; at < to && !work_stopped(r->w); at++) {
        int64_t matrix = at / (row_pieces * column_pieces), rest = at % (row_pieces * column_pieces), row = rest / column_pieces * r->rows, column = rest % column_pieces * r->columns;
        Block k = {gemm_at(g, 0, matrix), gemm_at(g, 1, matrix), gemm_at(g, 2, matrix), gemm_at(g, 3, matrix), .row = row, .rows = g->m - row < r->rows ? g->m - row : r->rows, .column = column};
        (other ? piece_turned : piece)(r, &k, g->n - column < r->columns ? g->n : column + r->columns, scratch);
    }
    if (scratch) work_scratch_free(r->w, scratch);
}

static bool plain_floats(const Matrix *m) { return m->dtype == DT_FLOAT32; }
static bool fits(const Gemm *g)
{
    if (!plain_floats(&g->a) || !plain_floats(&g->b) || !plain_floats(&g->c) || g->c.cs != 1 || scalar_as_double(g->alpha) != 1) return false;
    if (g->d.at && (!plain_floats(&g->d) || g->d.cs != 1 || scalar_as_double(g->beta) != 1)) return false;
    if (g->a.rs != 1 && g->a.cs != 1) return false;
    bool turned = g->b.cs != 1;
    if (turned && g->b.rs != 1) return false;
    double work = (double)g->m * (double)g->n * (double)g->k;
    return g->m > 2 && g->n > 1 && (turned ? g->m >= FEWEST && g->a.cs == 1 && work < MOST_TURNED : work < (is_long(g) ? MOST_TURNED : MOST_PLAIN));
}

/* Pieces of so many, or some more so that the last has no one or two, which thin sums otherwise. */
static int64_t pieces_of(int64_t count, int64_t threads, int64_t step)
{
    int64_t each = (count / threads + step) / step * step;
    while (count > each && count % each && count % each < 3) each += step;
    return each;
}

/* For several threads: sums are what they are wherever c is cut. */
static void cut(Broad *r, int64_t threads)
{
    const Gemm *g = r->g;
    r->rows = g->m, r->columns = g->n;
    if (threads < 2 || gemm_count(g) >= 2 * threads || g->m * g->n * g->k < 1 << 20) return;
    if (g->m >= g->n && !other_way(r)) r->rows = pieces_of(g->m, threads, 8);
    else r->columns = pieces_of(g->n, threads, 3 * r->t->lanes);
}

bool gemm_broad(Work *w, const Gemm *g, bool *done)
{
    Broad r = {.w = w, .g = g, .t = &wide_loops()->gemm[GEMM_F32], .turned = g->b.cs != 1};
    *done = false;
    if (!r.t->broad || !fits(g)) return true;
    cut(&r, threads_count(w->threads));
    int64_t work = r.rows * r.columns * (g->k + 1), count = gemm_count(g) * ((g->m + r.rows - 1) / r.rows) * ((g->n + r.columns - 1) / r.columns);
    work_parallel(w, count, work > 1 << 18 ? 1 : (1 << 18) / (work + 1) + 1, pieces, &r);
    *done = !r.failed;
    return !r.failed;
}
