/* dense_product.h: what blocked decompositions are made of, for one type T (FN names it, GEMM its product): products with tiles, triangular equations, loops over vectors. */
typedef T FN(DV) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
enum { FN(DL) = WIDE_BYTES / sizeof(T) };

static T FN(dot)(int64_t n, const T *x, const T *y)
{
    FN(DV)
    s[4] = {0};
    int64_t i = 0;
    for (; i + 4 * FN(DL) <= n; i += 4 * FN(DL)) {
        WIDE_UNROLL
        for (int k = 0; k < 4; k++) s[k] += *(const FN(DV) *)(x + i + k * FN(DL)) * *(const FN(DV) *)(y + i + k * FN(DL));
    }
    for (; i + FN(DL) <= n; i += FN(DL)) s[0] += *(const FN(DV) *)(x + i) * *(const FN(DV) *)(y + i);
    s[0] = (s[0] + s[1]) + (s[2] + s[3]);
    T sum = 0;
    for (int k = 0; k < FN(DL); k++) sum += s[0][k];
    for (; i < n; i++) sum += x[i] * y[i];
    return sum;
}
/* y += k x */
static void FN(add_times)(int64_t n, T k, const T *restrict x, T *restrict y)
{
    for (int64_t i = 0; i < n; i++) y[i] += k * x[i];
}
static void FN(scale)(int64_t n, T k, T *x)
{
    for (int64_t i = 0; i < n; i++) x[i] *= k;
}
/* y += A x, y += A' x: A's m x n lie column by column, `ld` apart */
static inline void FN(times)(int64_t m, int64_t n, const T *a, int64_t ld, const T *x, T *y)
{
    WIDE_NAME(wide_gemm)
    [GEMM].matvec(m, n, a, 1, ld, x, y);
}
static void FN(transposed_times)(int64_t m, int64_t n, const T *a, int64_t ld, const T *x, T *y)
{
    int64_t j = 0;
    for (; j + 4 <= n; j += 4, a += 4 * ld) { /* x is loaded once for four columns */
        FN(DV)
        s[4] = {0};
        int64_t i = 0;
        for (; i + FN(DL) <= m; i += FN(DL)) {
            const FN(DV) here = *(const FN(DV) *)(x + i);
            WIDE_UNROLL
            for (int k = 0; k < 4; k++) s[k] += *(const FN(DV) *)(a + k * ld + i) * here;
        }
        for (int k = 0; k < 4; k++) {
            T sum = 0;
            for (int l = 0; l < FN(DL); l++) sum += s[k][l];
            for (int64_t r = i; r < m; r++) sum += a[k * ld + r] * x[r];
            y[j + k] += sum;
        }
    }
    for (; j < n; j++, a += ld) y[j] += FN(dot)(m, a, x);
}
static double FN(length)(int64_t n, const T *x) /* without overflow on the way */
{
    double most = 0, sum = (double)FN(dot)(n, x, x);
    if (sum > (sizeof(T) == 4 ? 1e-30 : 1e-280) && sum < (sizeof(T) == 4 ? 1e30 : 1e280)) return sqrt(sum);
    for (int64_t i = 0; i < n; i++) {
        double size = fabs((double)x[i]);
        if (size != size) return size;
        if (size > most) most = size;
    }
    if (most == 0 || most > DBL_MAX) return most;
    sum = 0;
    for (int64_t i = 0; i < n; i++) sum += (double)x[i] / most * ((double)x[i] / most);
    return most * sqrt(sum);
}

/* ---- products ---- */
typedef struct FN(Desk) {
    const DenseHost *host;
    T *narrow, *broad;
} FN(Desk); /* who asks, and room for packed panels */
enum { FN(DEPTH) = 256,
       FN(HIGH) = 96,
       FN(BROAD) = 1024,
       FN(SLACK) = 64 };

static size_t FN(desk_room)(int64_t most) /* bytes; most: the longest side of a product, or less than SLACK */
{
    most += FN(SLACK);
    int64_t depth = most < FN(DEPTH) ? most : FN(DEPTH), broad = most < FN(BROAD) ? most : FN(BROAD);
    return sizeof(T) * (size_t)(depth * (FN(HIGH) + FN(SLACK) + broad + FN(SLACK)) + 2 * FN(SLACK));
}
static void FN(desk_lay)(FN(Desk) * d, const DenseHost *host, void *room, int64_t most)
{
    most += FN(SLACK);
    int64_t depth = most < FN(DEPTH) ? most : FN(DEPTH);
    d->host = host;
    d->narrow = (T *)(((uintptr_t)room + 63) & ~(uintptr_t)63);
    d->broad = d->narrow + (depth * (FN(HIGH) + FN(SLACK)) + 15) / 16 * 16;
}
/* A desk in memory of its own, which is to be given back. NULL: there is none */
static inline void *FN(desk_take)(FN(Desk) * d, const DenseHost *host, int64_t most, size_t *bytes)
{
    *bytes = FN(desk_room)(most);
    void *room = host->take(host->data, *bytes);
    if (room) FN(desk_lay)(d, host, room, most);
    return room;
}

static void FN(edge_tile)(const WideGemm *g, int64_t k, const T *narrow, const T *broad, int64_t rows, int64_t columns, T *c, int64_t ldc)
{
    T tile[64 * 64] __attribute__((aligned(64)));
    memset(tile, 0, sizeof *tile * (size_t)(g->mr * g->nr));
    g->tile(k, narrow, broad, tile, g->nr);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++) c[j * ldc + i] += tile[j * g->nr + i];
}
/* C += sign A B: C (m x n) by columns `ldc` apart, A and B with any steps. A tile's rows are C's columns. false: stopped */
static bool FN(product)(const FN(Desk) * d, int64_t m, int64_t n, int64_t k, int sign, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs, int64_t bcs, T *c, int64_t ldc)
{
    const WideGemm *g = &WIDE_NAME(wide_gemm)[GEMM];
    const DType dtype = sizeof(T) == 4 ? DT_FLOAT32 : DT_FLOAT64;
    for (int64_t k0 = 0; k0 < k; k0 += FN(DEPTH)) {
        int64_t depth = k - k0 < FN(DEPTH) ? k - k0 : FN(DEPTH);
        for (int64_t i0 = 0; i0 < m; i0 += FN(BROAD)) {
            int64_t rows = m - i0 < FN(BROAD) ? m - i0 : FN(BROAD);
            g->pack(d->broad, g->nr, (const char *)(a + i0 * ars + k0 * acs), dtype, ars, acs, rows, depth);
            for (int64_t j0 = 0; j0 < n; j0 += FN(HIGH)) {
                int64_t columns = n - j0 < FN(HIGH) ? n - j0 : FN(HIGH);
                if (d->host->stop(d->host->data)) return false;
                g->pack(d->narrow, g->mr, (const char *)(b + k0 * brs + j0 * bcs), dtype, bcs, brs, columns, depth);
                if (sign < 0) FN(scale)
                ((columns + g->mr - 1) / g->mr * g->mr * depth, -1, d->narrow);
                for (int64_t i = 0; i < rows; i += g->nr)
                    for (int64_t j = 0; j < columns; j += g->mr) {
                        T *to = c + (j0 + j) * ldc + i0 + i;
                        const T *narrow = d->narrow + j * depth, *broad = d->broad + i * depth;
                        if (rows - i >= g->nr && columns - j >= g->mr) g->tile(depth, narrow, broad, to, ldc);
                        else FN(edge_tile)
                        (g, depth, narrow, broad, rows - i < g->nr ? rows - i : g->nr, columns - j < g->mr ? columns - j : g->mr, to, ldc);
                    }
            }
        }
    }
    return true;
}

/* ---- triangular equations, by halves ---- */
enum { FN(CORNER) = 16 };
static int64_t half_of(int64_t n);
/* A X = B in place, for a triangle of at most CORNER rows; several columns of B at once, turned over */
static void FN(corner_solve)(bool upper, bool unit, int64_t n, int64_t columns, const T *a, int64_t ld, T *b, int64_t ldb)
{
    enum { W = 2 * FN(DL) };
    for (int64_t c = 0; c < columns; c += W) {
        FN(DV)
        t[FN(CORNER)][2];
        T *flat = (T *)t;
        int64_t wide = columns - c < W ? columns - c : W;
        memset(t, 0, sizeof t);
        for (int64_t k = 0; k < wide; k++)
            for (int64_t i = 0; i < n; i++) flat[i * W + k] = b[(c + k) * ldb + i];
        for (int64_t step = 0; step < n; step++) {
            int64_t j = upper ? n - 1 - step : step;
            if (!unit) t[j][0] /= a[j * ld + j], t[j][1] /= a[j * ld + j];
            for (int64_t i = upper ? 0 : j + 1; i < (upper ? j : n); i++) {
                t[i][0] -= t[j][0] * a[j * ld + i];
                t[i][1] -= t[j][1] * a[j * ld + i];
            }
        }
        for (int64_t k = 0; k < wide; k++)
            for (int64_t i = 0; i < n; i++) b[(c + k) * ldb + i] = flat[i * W + k];
    }
}
static bool FN(left_solve)(const FN(Desk) * d, bool upper, bool unit, int64_t n, int64_t columns, const T *a, int64_t ld, T *b, int64_t ldb)
{
    if (n <= FN(CORNER)) {
        FN(corner_solve)
        (upper, unit, n, columns, a, ld, b, ldb);
        return true;
    }
    int64_t half = half_of(n), rest = n - half;
    const T *last = a + half * ld + half;
    if (!upper)
        return FN(left_solve)(d, upper, unit, half, columns, a, ld, b, ldb) && FN(product)(d, rest, columns, half, -1, a + half, 1, ld, b, 1, ldb, b + half, ldb) &&
               FN(left_solve)(d, upper, unit, rest, columns, last, ld, b + half, ldb);
    return FN(left_solve)(d, upper, unit, rest, columns, last, ld, b + half, ldb) && FN(product)(d, half, columns, rest, -1, a + half * ld, 1, ld, b + half, 1, ldb, b, ldb) &&
           FN(left_solve)(d, upper, unit, half, columns, a, ld, b, ldb);
}
/* X L' = B in place: B has m rows */
static bool FN(right_solve)(const FN(Desk) * d, int64_t m, int64_t n, const T *l, int64_t ld, T *b, int64_t ldb)
{
    enum { ROWS = 64 };
    if (n > FN(CORNER)) {
        int64_t half = half_of(n);
        return FN(right_solve)(d, m, half, l, ld, b, ldb) && FN(product)(d, m, n - half, half, -1, b, 1, ldb, l + half, ld, 1, b + half * ldb, ldb) &&
               FN(right_solve)(d, m, n - half, l + half * ld + half, ld, b + half * ldb, ldb);
    }
    for (int64_t i = 0; i < m; i += ROWS) {
        int64_t rows = m - i < ROWS ? m - i : ROWS;
        for (int64_t j = 0; j < n; j++) {
            for (int64_t k = 0; k < j; k++) FN(add_times)
            (rows, -l[k * ld + j], b + k * ldb + i, b + j * ldb + i);
            FN(scale)
            (rows, 1 / l[j * ld + j], b + j * ldb + i);
        }
    }
    return true;
}
