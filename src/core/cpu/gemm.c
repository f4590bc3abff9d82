/* gemm.c: the loops around the tile of a matrix product: cutting into pieces, packing, accumulating over k, storing.
 *
 * A piece is MC x NC of c of one matrix of the batch. It is accumulated in a buffer of the computing type over blocks of KC steps and
 * then stored into c with its strides and dtype, so half types lose nothing between blocks and c may have any layout.
 */
#include "blit.h"
#include "gemm_impl.h"

#include <string.h>

#include "dnn.h"

enum { KC = 192, ROWS = 16, COLUMNS = 16 }; /* a panel of b (KC x nr) stays in the first cache; a piece is ROWS tiles high, COLUMNS wide */

GemmType gemm_type(DType result)
{
    switch (result) {
    case DT_FLOAT64: return GEMM_F64;
    case DT_INT64: return GEMM_U64;
    case DT_FLOAT16: case DT_BFLOAT16: case DT_FLOAT32: return GEMM_F32;
    default: return GEMM_U32;
    }
}

static size_t type_bytes(GemmType t) { return t == GEMM_F64 || t == GEMM_U64 ? 8 : 4; }

/* ---- storing: c = alpha * sum + beta * d ---- */

typedef struct Store {
    const Gemm *g;
    int64_t rows, columns, ld; /* of sum */
    const void *sum;
    char *c;
    const char *d; /* NULL: none */
} Store;

static double load_real(DType t, const char *at)
{
    switch (t) {
    case DT_FLOAT16: return (double)half_to_float(*(const uint16_t *)at);
    case DT_BFLOAT16: return (double)bfloat_to_float(*(const uint16_t *)at);
    case DT_FLOAT32: return (double)*(const float *)at;
    default: return scalar_as_double(dtype_load(t, at));
    }
}

static void store_f32(const Store *s)
{
    const Gemm *g = s->g;
    float alpha = (float)scalar_as_double(g->alpha), beta = (float)scalar_as_double(g->beta);
    int64_t rs = g->c.rs, cs = g->c.cs, drs = g->d.rs, dcs = g->d.cs;
    size_t db = s->d ? dtype_bytes(g->d.dtype) : 0;
    bool plain = alpha == 1.0f && !s->d;
    for (int64_t i = 0; i < s->rows; i++) {
        const float *sum = (const float *)s->sum + i * s->ld;
        if (g->c.dtype == DT_FLOAT32) {
            float *c = (float *)(void *)s->c + i * rs;
            if (plain && cs == 1) memcpy(c, sum, (size_t)s->columns * 4);
            else if (s->d && g->d.dtype == DT_FLOAT32) {
                const float *d = (const float *)(const void *)s->d + i * drs;
                for (int64_t j = 0; j < s->columns; j++) c[j * cs] = alpha * sum[j] + beta * d[j * dcs];
            } else
                for (int64_t j = 0; j < s->columns; j++) {
                    float v = alpha * sum[j];
                    if (s->d) v += beta * (float)load_real(g->d.dtype, s->d + (i * drs + j * dcs) * (int64_t)db);
                    c[j * cs] = v;
                }
            continue;
        }
        uint16_t *c = (uint16_t *)(void *)s->c + i * rs;
        for (int64_t j = 0; j < s->columns; j++) {
            float v = alpha * sum[j];
            if (s->d) v += beta * (float)load_real(g->d.dtype, s->d + (i * drs + j * dcs) * (int64_t)db);
            c[j * cs] = g->c.dtype == DT_FLOAT16 ? half_from_float(v) : bfloat_from_float(v);
        }
    }
}

static void store_f64(const Store *s)
{
    const Gemm *g = s->g;
    double alpha = scalar_as_double(g->alpha), beta = scalar_as_double(g->beta);
    size_t db = s->d ? dtype_bytes(g->d.dtype) : 0;
    for (int64_t i = 0; i < s->rows; i++)
        for (int64_t j = 0; j < s->columns; j++) {
            double v = alpha * ((const double *)s->sum)[i * s->ld + j];
            if (s->d) v += beta * load_real(g->d.dtype, s->d + (i * g->d.rs + j * g->d.cs) * (int64_t)db);
            ((double *)(void *)s->c)[i * g->c.rs + j * g->c.cs] = v;
        }
}

static void store_integer(const Store *s, bool wide)
{
    const Gemm *g = s->g;
    uint64_t alpha = (uint64_t)scalar_as_int(g->alpha), beta = (uint64_t)scalar_as_int(g->beta);
    size_t cb = dtype_bytes(g->c.dtype), db = s->d ? dtype_bytes(g->d.dtype) : 0;
    for (int64_t i = 0; i < s->rows; i++)
        for (int64_t j = 0; j < s->columns; j++) {
            uint64_t v = wide ? ((const uint64_t *)s->sum)[i * s->ld + j] : ((const uint32_t *)s->sum)[i * s->ld + j];
            v *= alpha;
            if (s->d) v += beta * (uint64_t)scalar_as_int(dtype_load(g->d.dtype, s->d + (i * g->d.rs + j * g->d.cs) * (int64_t)db));
            char *c = s->c + (i * g->c.rs + j * g->c.cs) * (int64_t)cb;
            switch (g->c.dtype) {
            case DT_BOOL: *(uint8_t *)c = v != 0; break;
            case DT_UINT8: case DT_INT8: *(uint8_t *)c = (uint8_t)v; break;
            case DT_INT16: *(uint16_t *)(void *)c = (uint16_t)v; break;
            case DT_INT32: *(uint32_t *)(void *)c = (uint32_t)v; break;
            default: *(uint64_t *)(void *)c = v; break;
            }
        }
}

static void store(const Store *s, GemmType type)
{
    if (type == GEMM_F32) store_f32(s);
    else if (type == GEMM_F64) store_f64(s);
    else store_integer(s, type == GEMM_U64);
}

/* ---- pieces ---- */

typedef struct Run {
    Work *w;
    const Gemm *g;
    GemmType type;
    const WideGemm *wide;
    int64_t mc, nc, row_pieces, column_pieces;
    _Atomic bool failed;
} Run;

static void packed_piece(const Run *r, char *scratch, char *a, char *b, char *c, char *d, int64_t rows, int64_t columns)
{
    const Gemm *g = r->g;
    const WideGemm *t = r->wide;
    int64_t mr = t->mr, nr = t->nr, high = (rows + mr - 1) / mr * mr, broad = (columns + nr - 1) / nr * nr;
    size_t e = type_bytes(r->type);
    char *sum = scratch, *pa = sum + (size_t)(high * broad) * e, *pb = pa + (size_t)(high * KC) * e;
    memset(sum, 0, (size_t)(high * broad) * e);
    for (int64_t p = 0; p < g->k; p += KC) {
        int64_t steps = g->k - p < KC ? g->k - p : KC;
        t->pack(pa, (int)mr, gemm_number(&g->a, a, 0, p), g->a.dtype, g->a.rs, g->a.cs, rows, steps);
        t->pack(pb, (int)nr, gemm_number(&g->b, b, p, 0), g->b.dtype, g->b.cs, g->b.rs, columns, steps);
        for (int64_t j = 0; j < broad; j += nr)
            for (int64_t i = 0; i < high; i += mr)
                t->tile(steps, pa + (size_t)(i * steps) * e, pb + (size_t)(j * steps) * e, sum + (size_t)(i * broad + j) * e, broad);
        if (work_stopped(r->w)) return;
    }
    Store s = {g, rows, columns, broad, sum, c, d};
    store(&s, r->type);
}

static void packed_pieces(void *data, int64_t from, int64_t to)
{
    Run *r = data;
    const Gemm *g = r->g;
    size_t e = type_bytes(r->type);
    int64_t mr = r->wide->mr, nr = r->wide->nr;
    int64_t mc = r->mc < g->m ? r->mc : (g->m + mr - 1) / mr * mr, nc = r->nc < g->n ? r->nc : (g->n + nr - 1) / nr * nr;
    char *scratch = work_scratch(r->w, (size_t)(mc * nc + (mc + nc) * KC) * e);
    if (!scratch) {
        r->failed = true;
        return;
    }
    for (int64_t i = from; i < to && !work_stopped(r->w); i++) {
        int64_t matrix = i / (r->row_pieces * r->column_pieces), rest = i % (r->row_pieces * r->column_pieces);
        int64_t row = rest / r->column_pieces * r->mc, column = rest % r->column_pieces * r->nc;
        int64_t rows = g->m - row < r->mc ? g->m - row : r->mc, columns = g->n - column < r->nc ? g->n - column : r->nc;
        packed_piece(r, scratch, gemm_number(&g->a, gemm_at(g, 0, matrix), row, 0), gemm_number(&g->b, gemm_at(g, 1, matrix), 0, column),
                     gemm_number(&g->c, gemm_at(g, 2, matrix), row, column), gemm_number(&g->d, gemm_at(g, 3, matrix), row, column), rows, columns);
    }
    work_scratch_free(r->w, scratch);
}

static bool run_packed(Work *w, const Gemm *g)
{
    GemmType type = gemm_type(g->c.dtype);
    const WideGemm *t = &wide_loops()->gemm[type];
    Run r = {.w = w, .g = g, .type = type, .wide = t, .mc = (int64_t)t->mr * ROWS, .nc = (int64_t)t->nr * COLUMNS};
    r.row_pieces = (g->m + r.mc - 1) / r.mc;
    r.column_pieces = (g->n + r.nc - 1) / r.nc;
    int64_t work = g->m * g->n * (g->k + 1), grain = work > 1 << 16 ? 1 : (1 << 16) / (work + 1) + 1;
    work_parallel(w, gemm_count(g) * r.row_pieces * r.column_pieces, grain, packed_pieces, &r);
    return !r.failed;
}

/* ---- tiny ones: plain loops ---- */

#define PLAIN(T)                                                                                                              \
    do {                                                                                                                      \
        const T *A = (const T *)(const void *)a, *B = (const T *)(const void *)b;                                             \
        T *C = (T *)(void *)c;                                                                                                \
        for (int64_t i = 0; i < g->m; i++)                                                                                    \
            for (int64_t j = 0; j < g->n; j++) {                                                                              \
                T sum = 0;                                                                                                    \
                for (int64_t p = 0; p < g->k; p++) sum += A[i * g->a.rs + p * g->a.cs] * B[p * g->b.rs + j * g->b.cs];        \
                if (!simple) sum = (T)alpha * sum + (d ? (T)(beta * load_real(g->d.dtype, gemm_number(&g->d, d, i, j))) : 0);   \
                C[i * g->c.rs + j * g->c.cs] = sum;                                                                           \
            }                                                                                                                 \
    } while (0)

static void plain_matrices(void *data, int64_t from, int64_t to)
{
    const Gemm *g = data;
    double alpha = scalar_as_double(g->alpha), beta = scalar_as_double(g->beta);
    bool simple = !g->d.at && alpha == 1;
    for (int64_t at = from; at < to; at++) {
        const char *a = gemm_at(g, 0, at), *b = gemm_at(g, 1, at);
        char *c = gemm_at(g, 2, at), *d = gemm_at(g, 3, at);
        if (g->c.dtype == DT_FLOAT32) PLAIN(float);
        else PLAIN(double);
    }
}

static bool is_plain(const Gemm *g)
{
    return (g->c.dtype == DT_FLOAT32 || g->c.dtype == DT_FLOAT64) && g->a.dtype == g->c.dtype && g->b.dtype == g->c.dtype &&
           g->m * g->n * g->k <= 512;
}

/* ---- a matrix times a vector ---- */

typedef struct Vector { const Gemm *g; const WideGemm *wide; int64_t m, rs, cs, step; const char *a; const void *x; char *y; } Vector;

static void vector_rows(void *data, int64_t from, int64_t to)
{
    Vector *v = data;
    int64_t e = (int64_t)dtype_bytes(v->g->c.dtype);
    v->wide->matvec(to - from, v->g->k, v->a + from * v->rs * e, v->rs, v->cs, v->x, v->y + from * e);
}

/* c has one row or column: false where the layout does not fit. The product is y = A x with A of one stride 1. */
static bool run_vector(Work *w, const Gemm *g, bool *done)
{
    *done = false;
    bool row = g->m == 1;
    GemmType type = gemm_type(g->c.dtype);
    if ((!row && g->n != 1) || g->a.dtype != g->c.dtype || g->b.dtype != g->c.dtype || (type != GEMM_F32 && type != GEMM_F64) ||
        dtype_bytes(g->c.dtype) == 2 || gemm_count(g) != 1)
        return true;
    Vector v = {.g = g, .wide = &wide_loops()->gemm[type], .m = row ? g->n : g->m};
    v.rs = row ? g->b.cs : g->a.rs;
    v.cs = row ? g->b.rs : g->a.cs;
    v.a = gemm_at(g, row ? 1 : 0, 0);
    if (v.cs != 1 && v.rs != 1) return true;
    if (v.cs == 1 && v.rs < 0) return true;
    int64_t step = row ? g->a.cs : g->b.rs, e = (int64_t)dtype_bytes(g->c.dtype);
    char *scratch = work_scratch(w, (size_t)((g->k + v.m) * e));
    if (!scratch) return false;
    const char *x = gemm_at(g, row ? 0 : 1, 0);
    if (step != 1) {
        for (int64_t p = 0; p < g->k; p++) memcpy(scratch + p * e, x + p * step * e, (size_t)e);
        x = scratch;
    }
    v.x = x;
    bool direct = !g->d.at && scalar_as_double(g->alpha) == 1 && (row ? g->c.cs : g->c.rs) == 1;
    v.y = direct ? gemm_at(g, 2, 0) : scratch + g->k * e;
    memset(v.y, 0, (size_t)(v.m * e));
    int64_t grain = (1 << 16) / (g->k + 1) + 1;
    work_parallel(w, v.m, grain < 64 ? 64 : grain, vector_rows, &v);
    Store s = {g, g->m, g->n, g->n, v.y, gemm_at(g, 2, 0), gemm_at(g, 3, 0)};
    if (!direct) store(&s, type);
    work_scratch_free(w, scratch);
    return *done = true;
}

/* ---- oneDNN ---- */

/* A row-major operand has columns side by side; a transposed one has rows side by side. false: neither. */
static bool leading(const Matrix *m, int64_t rows, int64_t columns, bool *transposed, int64_t *ld)
{
    if ((m->cs == 1 || columns == 1) && (m->rs >= columns || rows == 1)) {
        *transposed = false;
        *ld = rows == 1 ? columns : m->rs;
        return columns > 1 || m->cs == 1 || m->rs >= 1;
    }
    if ((m->rs == 1 || rows == 1) && (m->cs >= rows || columns == 1)) {
        *transposed = true;
        *ld = columns == 1 ? rows : m->cs;
        return true;
    }
    return false;
}

typedef struct Dense { Work *w; const Gemm *g; Dnn *dnn; bool ta, tb; int64_t lda, ldb, ldc, mc, nc, kc, row_pieces, column_pieces; _Atomic bool failed; } Dense;

/* c = beta d, to which oneDNN adds: rows that are copied as they are, or are there already, are most of it (biases, sums that go on) */
static void dense_begin(const Gemm *g, float *c, int64_t ldc, const float *d, int64_t rows, int64_t columns, float beta)
{
    bool whole = beta == 1.0f && g->d.cs == 1;
    if (whole && d == c && g->d.rs == ldc) return;
    for (int64_t i = 0; i < rows; i++) {
        const float *from = d + i * g->d.rs;
        float *to = c + i * ldc;
        if (whole) memmove(to, from, (size_t)columns * sizeof *to);
        else
            for (int64_t j = 0; j < columns; j++) to[j] = beta * from[j * g->d.cs];
    }
}

static void dense_pieces(void *data, int64_t from, int64_t to)
{
    Dense *r = data;
    const Gemm *g = r->g;
    float alpha = (float)scalar_as_double(g->alpha), beta = (float)scalar_as_double(g->beta);
    for (int64_t at = from; at < to; at++) {
        if (work_stopped(r->w)) return;
        int64_t matrix = at / (r->row_pieces * r->column_pieces), rest = at % (r->row_pieces * r->column_pieces);
        int64_t row = rest / r->column_pieces * r->mc, column = rest % r->column_pieces * r->nc;
        int64_t rows = g->m - row < r->mc ? g->m - row : r->mc, columns = g->n - column < r->nc ? g->n - column : r->nc;
        float *c = (float *)(void *)gemm_number(&g->c, gemm_at(g, 2, matrix), row, column);
        const float *d = (const float *)(const void *)gemm_number(&g->d, gemm_at(g, 3, matrix), row, column);
        if (d) dense_begin(g, c, r->ldc, d, rows, columns, beta);
        for (int64_t p = 0; p < g->k; p += r->kc) {
            if (p && work_stopped(r->w)) return;
            int64_t steps = g->k - p < r->kc + r->kc / 2 ? g->k - p : r->kc;
            if (!dnn_sgemm(r->dnn, r->ta, r->tb, rows, columns, steps, alpha, (const float *)(const void *)gemm_number(&g->a, gemm_at(g, 0, matrix), row, p), r->lda,
                           (const float *)(const void *)gemm_number(&g->b, gemm_at(g, 1, matrix), p, column), r->ldb, d || p ? 1.0f : 0.0f, c, r->ldc))
                r->failed = true;
            if (steps != r->kc) break;
        }
    }
}

enum { DENSE_ROWS = 384, DENSE_COLUMNS = 1536 }; /* pieces for several threads: large enough that packing b again costs about a hundredth */
/* What takes longer than some twenty milliseconds is cut, so that it can be interrupted: first along k, by the whole's size alone (sums are those of their parts, whatever the
 * threads) and in steps that oneDNN takes itself, which costs next to nothing; then into pieces. */
enum { LONG_STEPS = 384, LONG_ROWS = 960, LONG_COLUMNS = 1536 };
static const double LONG_WORK = 1.2e9; /* multiplications */

static int64_t cut_to(double work, double rest, int64_t step, int64_t least)
{
    int64_t n = (int64_t)(work / rest) / step * step;
    return n > least ? n : least;
}

static void cut_long(Dense *r)
{
    double m = (double)r->g->m, n = (double)r->g->n;
    r->kc = r->g->k;
    if (m * n * (double)r->kc > LONG_WORK) r->kc = cut_to(LONG_WORK, m * n, LONG_STEPS, LONG_STEPS);
    double k = (double)r->kc;
    if ((double)r->mc * (double)r->nc * k > 2 * LONG_WORK && r->mc > LONG_ROWS) r->mc = cut_to(LONG_WORK, (double)r->nc * k, 48, LONG_ROWS);
    if ((double)r->mc * (double)r->nc * k > 2 * LONG_WORK && r->nc > LONG_COLUMNS) r->nc = cut_to(LONG_WORK, (double)r->mc * k, 48, LONG_COLUMNS);
}

static bool run_dense(Work *w, const Gemm *g, bool *done)
{
    *done = false;
    Dense r = {.w = w, .g = g, .dnn = w->dnn};
    if (!w->dnn || g->a.dtype != DT_FLOAT32 || g->b.dtype != DT_FLOAT32 || g->c.dtype != DT_FLOAT32 || (g->d.at && g->d.dtype != DT_FLOAT32)) return true;
    bool tc;
    if (!leading(&g->a, g->m, g->k, &r.ta, &r.lda) || !leading(&g->b, g->k, g->n, &r.tb, &r.ldb) || !leading(&g->c, g->m, g->n, &tc, &r.ldc)) return true;
    if (tc && g->c.cs != 1) return true;
    if (!dnn_ready(w->dnn)) return true;
    r.mc = g->m;
    r.nc = g->n;
    if (threads_count(w->threads) > 1 && gemm_count(g) < 4) {
        if (g->m > DENSE_ROWS) r.mc = DENSE_ROWS;
        else if (g->n > DENSE_COLUMNS) r.nc = DENSE_COLUMNS;
        else if (g->m >= 64 && g->m * g->n * g->k > 1 << 20) r.mc = (g->m / 2 + 15) / 16 * 16;
        else if (g->n >= 64 && g->m * g->n * g->k > 1 << 20) r.nc = (g->n / 2 + 15) / 16 * 16;
    }
    cut_long(&r);
    r.row_pieces = (g->m + r.mc - 1) / r.mc;
    r.column_pieces = (g->n + r.nc - 1) / r.nc;
    int64_t work = r.mc * r.nc * (g->k + 1), grain = work > 1 << 18 ? 1 : (1 << 18) / (work + 1) + 1;
    work_parallel(w, gemm_count(g) * r.row_pieces * r.column_pieces, grain, dense_pieces, &r);
    *done = !r.failed;
    return true;
}

/* ---- many rows of two, three or four numbers ---- */
typedef struct Narrow {
    const Gemm *g;
    const WideGemm *loops;
    size_t size;
    double b[WIDE_NARROW * WIDE_NARROW]; /* or floats */
} Narrow;
static void narrow_rows(void *data, int64_t from, int64_t to)
{
    const Narrow *r = data;
    const Gemm *g = r->g;
    r->loops->narrow(to - from, g->n, g->k, g->a.at + (size_t)(from * g->k) * r->size, r->b, g->c.at + (size_t)(from * g->n) * r->size);
}
static bool run_narrow(Work *w, const Gemm *g)
{
    DType type = g->c.dtype;
    if (g->n > WIDE_NARROW || g->k > WIDE_NARROW || gemm_count(g) != 1 || g->d.at || (type != DT_FLOAT32 && type != DT_FLOAT64) || g->a.dtype != type || g->b.dtype != type) return false;
    if (g->a.cs != 1 || g->a.rs != g->k || g->c.cs != 1 || g->c.rs != g->n || scalar_as_double(g->alpha) != 1) return false;
    Narrow r = {.g = g, .loops = &wide_loops()->gemm[type == DT_FLOAT32 ? GEMM_F32 : GEMM_F64], .size = dtype_bytes(type)};
    for (int64_t p = 0; p < g->k; p++)
        for (int64_t j = 0; j < g->n; j++) memcpy((char *)r.b + (size_t)(p * g->n + j) * r.size, g->b.at + (p * g->b.rs + j * g->b.cs) * (int64_t)r.size, r.size);
    work_parallel(w, g->m, 1 << 14, narrow_rows, &r);
    return true;
}

/* ---- the way in ---- */

/* A batch whose b is shared and whose rows follow one another is one tall product; likewise one of a single batch dimension less. */
static void fold_batch(Gemm *g)
{
    int to = 0;
    for (int i = 0; i < g->batch_dims; i++) { /* axes of size 1 go */
        if (g->batch[i] == 1) continue;
        g->batch[to] = g->batch[i];
        for (int o = 0; o < 4; o++) g->batch_strides[o][to] = g->batch_strides[o][i];
        to++;
    }
    g->batch_dims = to;
    while (g->batch_dims > 0) {
        int i = g->batch_dims - 1;
        bool d_fits = !g->d.at || g->batch_strides[3][i] == g->m * g->d.rs;
        if (g->batch_strides[1][i] != 0 || g->batch_strides[0][i] != g->m * g->a.rs || g->batch_strides[2][i] != g->m * g->c.rs || !d_fits) break;
        g->m *= g->batch[i];
        g->batch_dims--;
    }
}

static void clear_result(const Gemm *g)
{
    int64_t count = gemm_count(g);
    GemmType type = gemm_type(g->c.dtype);
    uint64_t zero = 0;
    for (int64_t at = 0; at < count; at++)
        for (int64_t i = 0; i < g->m; i++)
            for (int64_t j = 0; j < g->n; j++) {
                Store s = {g, 1, 1, 1, &zero, gemm_number(&g->c, gemm_at(g, 2, at), i, j), gemm_number(&g->d, gemm_at(g, 3, at), i, j)};
                store(&s, type);
            }
}

bool gemm_run(Work *w, const Gemm *given)
{
    if (given->m == 0 || given->n == 0 || gemm_count(given) == 0) return true;
    if (w->elsewhere) return w->elsewhere->gemm(w, given);
    if (dtype_is_complex(given->c.dtype)) return gemm_complex(w, given);
    Gemm folded = *given;
    Gemm *g = &folded;
    fold_batch(g);
    if (g->k == 0) {
        clear_result(g);
        return true;
    }
    if (is_plain(g)) {
        work_parallel(w, gemm_count(g), (1 << 14) / (g->m * g->n * g->k + 1) + 1, plain_matrices, g);
        return true;
    }
    bool done;
    if (run_narrow(w, g)) return !work_stopped(w);
    if (!run_vector(w, g, &done)) return false;
    if (!done && !gemm_broad(w, g, &done)) return false;
    if (!done && !run_dense(w, g, &done)) return false;
    if (!done && !run_packed(w, g)) return false;
    return !work_stopped(w);
}
