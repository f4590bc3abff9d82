/* real_loops.h: the loops of real.c for one type T (FN names it), N the integer of its size; undefines its parameters.
 *
 * V is a vector of the instruction set's own width. Sums run in several vectors that are added in a fixed order; float sums in blocks of BLOCK, which are
 * added up in double.
 */
typedef T FN(V) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
typedef N FN(VI) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
enum { FN(L) = WIDE_BYTES / sizeof(T), FN(SMALL) = 4 * FN(L) };
#define AT(p, i) (*(const FN(V) *)((p) + (i)))
#define TO(p, i) (*(FN(V) *)((p) + (i)))

static inline FN(V) FN(vmax)(FN(V) a, FN(V) b)
{
    FN(VI) m = (FN(VI))(a > b);
    return (FN(V))((m & (FN(VI))a) | (~m & (FN(VI))b));
}

static inline T FN(total)(FN(V) v)
{
    T x[FN(L)];
    for (int j = 0; j < FN(L); j++) x[j] = v[j];
    WIDE_UNROLL
    for (int w = FN(L) / 2; w; w /= 2)
        for (int j = 0; j < w; j++) x[j] += x[j + w];
    return x[0];
}

static inline T FN(largest)(const T *x, int64_t n)
{
    T best = -(T)INFINITY;
    int64_t i = 0;
    if (n >= FN(L)) {
        FN(V) a = AT(x, 0), b = a;
        for (i = FN(L); i + 2 * FN(L) <= n; i += 2 * FN(L)) a = FN(vmax)(AT(x, i), a), b = FN(vmax)(AT(x, i + FN(L)), b);
        for (; i + FN(L) <= n; i += FN(L)) a = FN(vmax)(AT(x, i), a);
        a = FN(vmax)(a, b);
        for (int j = 0; j < FN(L); j++) best = a[j] > best ? a[j] : best;
    }
    for (; i < n; i++) best = x[i] > best ? x[i] : best;
    return best;
}

static inline FN(V) FN(all)(T x) { return (FN(V)){0} + x; }

/* ---- softmax ---- */

/* y = exp(x * scale - top); its sum. m is a multiple of L, or the rest goes one by one. */
static inline T FN(exps)(const T *x, T *y, int64_t n, T scale, T top)
{
    FN(V) a = {0}, b = {0};
    int64_t i = 0;
    for (; i + 2 * FN(L) <= n; i += 2 * FN(L)) {
        FN(V) e = FN(vexp)(AT(x, i) * scale - top), f = FN(vexp)(AT(x, i + FN(L)) * scale - top);
        if (y) TO(y, i) = e, TO(y, i + FN(L)) = f;
        a += e;
        b += f;
    }
    for (; i + FN(L) <= n; i += FN(L)) {
        FN(V) e = FN(vexp)(AT(x, i) * scale - top);
        if (y) TO(y, i) = e;
        a += e;
    }
    T sum = FN(total)(a + b);
    for (; i < n; i++) {
        T e = FN(exp)(x[i] * scale - top);
        if (y) y[i] = e;
        sum += e;
    }
    return sum;
}

/* NaN in a row: the comparisons skip it, but exp of it makes the sum and so the whole row NaN. A row of only -inf is NaN, as in PyTorch. */
static inline void FN(softmax_row)(const T *x, T *y, int64_t n, T scale, bool log)
{
    T top = scale > 0 ? FN(largest)(x, n) * scale : 0;
    if (scale <= 0)
        for (int64_t i = 0; i < n; i++) top = i == 0 || x[i] * scale > top ? x[i] * scale : top;
    T sum = FN(exps)(x, log ? NULL : y, n, scale, top);
    if (log) {
        T off = FN(log)(sum);
        for (int64_t i = 0; i < n; i++) y[i] = x[i] * scale - top - off;
    } else {
        T factor = 1 / sum;
        for (int64_t i = 0; i < n; i++) y[i] *= factor;
    }
}

/* Short rows are filled up to whole vectors with what adds nothing. */
static void FN(softmax)(const void *px, void *py, int64_t n, double scale_, bool log)
{
    const T *x = px;
    T *y = py, scale = (T)scale_, room[FN(SMALL)], out[FN(SMALL)];
    if (n >= FN(SMALL) || scale <= 0 || n % FN(L) == 0) {
        FN(softmax_row)(x, y, n, scale, log);
        return;
    }
    int64_t full = (n + FN(L) - 1) / FN(L) * FN(L);
    for (int64_t i = 0; i < full; i++) room[i] = -(T)INFINITY;
    for (int64_t i = 0; i < n; i++) room[i] = x[i];
    FN(softmax_row)(room, out, full, scale, log);
    for (int64_t i = 0; i < n; i++) y[i] = out[i];
}

static void FN(softmax_grad)(const void *pg, const void *py, void *pd, int64_t n, double scale_, bool log)
{
    const T *g = pg, *y = py;
    T *d = pd, scale = (T)scale_, sum = 0;
    FN(V) a = {0}, b = {0};
    int64_t i = 0;
    if (log) {
        for (; i + 2 * FN(L) <= n; i += 2 * FN(L)) a += AT(g, i), b += AT(g, i + FN(L));
        for (; i < n; i++) sum += g[i];
        sum += FN(total)(a + b);
        for (i = 0; i + FN(L) <= n; i += FN(L)) TO(d, i) = (AT(g, i) - FN(vexp)(AT(y, i)) * sum) * scale;
        if (i < n) { /* the rest as one vector, filled up */
            T room[FN(L)] = {0};
            for (int64_t k = i; k < n; k++) room[k - i] = y[k];
            TO(room, 0) = FN(vexp)(AT(room, 0));
            for (; i < n; i++) d[i] = (g[i] - room[i % FN(L)] * sum) * scale;
        }
        return;
    }
    for (; i + 2 * FN(L) <= n; i += 2 * FN(L)) a += AT(g, i) * AT(y, i), b += AT(g, i + FN(L)) * AT(y, i + FN(L));
    for (; i < n; i++) sum += g[i] * y[i];
    sum += FN(total)(a + b);
    for (i = 0; i < n; i++) d[i] = (g[i] - sum) * y[i] * scale;
}

/* A vector of columns at a time; what is left over is laid out as rows in scratch. */
static void FN(softmax_columns)(const void *px, void *py, int64_t n, int64_t stride, int64_t count, double scale_, bool log, void *scratch)
{
    const T *x = px;
    T *y = py, scale = (T)scale_, *row = scratch;
    int64_t j = 0;
    for (; j + FN(L) <= count; j += FN(L)) {
        FN(V) top = AT(x, j) * scale, sum = {0};
        for (int64_t i = 1; i < n; i++) top = FN(vmax)(AT(x, i * stride + j) * scale, top);
        if (log) {
            for (int64_t i = 0; i < n; i++) sum += FN(vexp)(AT(x, i * stride + j) * scale - top);
            for (int k = 0; k < FN(L); k++) sum[k] = FN(log)(sum[k]);
            for (int64_t i = 0; i < n; i++) TO(y, i * stride + j) = AT(x, i * stride + j) * scale - top - sum;
            continue;
        }
        for (int64_t i = 0; i < n; i++) {
            FN(V) e = FN(vexp)(AT(x, i * stride + j) * scale - top);
            TO(y, i * stride + j) = e;
            sum += e;
        }
        sum = FN(all)(1) / sum;
        for (int64_t i = 0; i < n; i++) TO(y, i * stride + j) = AT(y, i * stride + j) * sum;
    }
    for (; j < count; j++) {
        for (int64_t i = 0; i < n; i++) row[i] = x[i * stride + j];
        FN(softmax)(row, row, n, scale_, log);
        for (int64_t i = 0; i < n; i++) y[i * stride + j] = row[i];
    }
}

/* dx may be g */
static void FN(softmax_grad_columns)(const void *pg, const void *py, void *pd, int64_t n, int64_t stride, int64_t count, double scale_, bool log, void *scratch)
{
    const T *g = pg, *y = py;
    T *d = pd, scale = (T)scale_, *row = scratch;
    int64_t j = 0;
    for (; j + FN(L) <= count; j += FN(L)) {
        FN(V) sum = {0};
        if (log) {
            for (int64_t i = j; i < n * stride; i += stride) sum += AT(g, i);
            for (int64_t i = j; i < n * stride; i += stride) TO(d, i) = (AT(g, i) - FN(vexp)(AT(y, i)) * sum) * scale;
            continue;
        }
        for (int64_t i = j; i < n * stride; i += stride) sum += AT(g, i) * AT(y, i);
        for (int64_t i = j; i < n * stride; i += stride) TO(d, i) = (AT(g, i) - sum) * AT(y, i) * scale;
    }
    for (; j < count; j++) {
        for (int64_t i = 0; i < n; i++) row[i] = g[i * stride + j], row[n + i] = y[i * stride + j];
        FN(softmax_grad)(row, row + n, row, n, scale_, log);
        for (int64_t i = 0; i < n; i++) d[i * stride + j] = row[i];
    }
}

/* Short rows, a vector of them at a time turned into columns. */
enum { FN(SHORT) = 32 };

static void FN(softmax_rows)(const void *px, void *py, int64_t rows, int64_t n, double scale, bool log)
{
    const T *x = px;
    T *y = py, turned[FN(SHORT) * FN(L)];
    int64_t r = 0;
    for (; n <= FN(SHORT) && r + FN(L) <= rows; r += FN(L)) {
        const T *from = x + r * n;
        T *to = y + r * n;
        for (int64_t i = 0; i < n; i++)
            for (int j = 0; j < FN(L); j++) turned[i * FN(L) + j] = from[j * n + i];
        FN(softmax_columns)(turned, turned, n, FN(L), FN(L), scale, log, NULL);
        for (int j = 0; j < FN(L); j++)
            for (int64_t i = 0; i < n; i++) to[j * n + i] = turned[i * FN(L) + j];
    }
    for (; r < rows; r++) FN(softmax)(x + r * n, y + r * n, n, scale, log);
}

static void FN(softmax_grad_rows)(const void *pg, const void *py, void *pd, int64_t rows, int64_t n, double scale, bool log)
{
    const T *g = pg, *y = py;
    T *d = pd, a[FN(SHORT) * FN(L)], b[FN(SHORT) * FN(L)];
    int64_t r = 0;
    for (; n <= FN(SHORT) && r + FN(L) <= rows; r += FN(L)) {
        int64_t base = r * n;
        for (int64_t i = 0; i < n; i++)
            for (int j = 0; j < FN(L); j++) a[i * FN(L) + j] = g[base + j * n + i], b[i * FN(L) + j] = y[base + j * n + i];
        FN(softmax_grad_columns)(a, b, a, n, FN(L), FN(L), scale, log, NULL);
        for (int j = 0; j < FN(L); j++)
            for (int64_t i = 0; i < n; i++) d[base + j * n + i] = a[i * FN(L) + j];
    }
    for (; r < rows; r++) FN(softmax_grad)(g + r * n, y + r * n, d + r * n, n, scale, log);
}

/* ---- sums ---- */

/* Two sums at once over i < n: A and B of a vector at k, and of one element at k. */
#define SUMS(n, VA, VB, SA, SB, to_a, to_b)                                                      \
    do {                                                                                         \
        double sum_a = 0, sum_b = 0;                                                             \
        for (int64_t at = 0; at < (n); at += BLOCK) {                                            \
            int64_t end = at + BLOCK < (n) ? at + BLOCK : (n), i = at;                           \
            FN(V) a0 = {0}, a1 = {0}, b0 = {0}, b1 = {0};                                        \
            for (; i + 2 * FN(L) <= end; i += 2 * FN(L)) {                                       \
                { int64_t k = i; a0 += VA; b0 += VB; }                                           \
                { int64_t k = i + FN(L); a1 += VA; b1 += VB; }                                   \
            }                                                                                    \
            for (; i + FN(L) <= end; i += FN(L)) { int64_t k = i; a0 += VA; b0 += VB; }          \
            T s = FN(total)(a0 + a1), q = FN(total)(b0 + b1);                                    \
            for (int64_t k = i; k < end; k++) s += SA, q += SB;                                  \
            sum_a += (double)s;                                                                  \
            sum_b += (double)q;                                                                  \
        }                                                                                        \
        *(to_a) = sum_a;                                                                         \
        *(to_b) = sum_b;                                                                         \
    } while (0)

static void FN(moments)(const void *px, int64_t n, double *sum, double *square_sum, double shift_)
{
    const T *x = px;
    T shift = (T)shift_;
    SUMS(n, AT(x, k) - shift, (AT(x, k) - shift) * (AT(x, k) - shift), x[k] - shift, (x[k] - shift) * (x[k] - shift), sum, square_sum);
}

/* Twice over the row, which stays in the cache: the mean, then squares of what differs from it. */
static void FN(row_moments)(const void *px, int64_t n, double *mean, double *var)
{
    const T *x = px;
    double sum, off, squares;
    SUMS(n, AT(x, k), (FN(V)){0}, x[k], 0, &sum, &squares);
    T shift = (T)(sum / (double)n);
    SUMS(n, AT(x, k) - shift, (AT(x, k) - shift) * (AT(x, k) - shift), x[k] - shift, (x[k] - shift) * (x[k] - shift), &off, &squares);
    off /= (double)n;
    *mean = (double)shift + off;
    *var = squares / (double)n - off * off;
}

static void FN(affine)(const void *px, void *py, int64_t n, double scale_, double shift_)
{
    const T *x = px;
    T *y = py, scale = (T)scale_, shift = (T)shift_;
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * scale + shift;
}

static void FN(affine_each)(const void *px, void *py, int64_t n, double mean_, double inverse_, const void *pscale, const void *pshift)
{
    const T *x = px, *scale = pscale, *shift = pshift;
    T *y = py, mean = (T)mean_, inverse = (T)inverse_;
    if (scale && shift)
        for (int64_t i = 0; i < n; i++) y[i] = (x[i] - mean) * inverse * scale[i] + shift[i];
    else if (scale)
        for (int64_t i = 0; i < n; i++) y[i] = (x[i] - mean) * inverse * scale[i];
    else if (shift)
        for (int64_t i = 0; i < n; i++) y[i] = (x[i] - mean) * inverse + shift[i];
    else
        for (int64_t i = 0; i < n; i++) y[i] = (x[i] - mean) * inverse;
}

static void FN(dot2)(const void *pg, const void *px, int64_t n, double mean_, double *sum, double *dot)
{
    const T *g = pg, *x = px;
    T mean = (T)mean_;
    SUMS(n, AT(g, k), AT(g, k) * (AT(x, k) - mean), g[k], g[k] * (x[k] - mean), sum, dot);
}

static void FN(norm_grad)(const void *pg, const void *px, void *pd, int64_t n, double a_, double b_, double c_)
{
    const T *g = pg, *x = px;
    T *d = pd, a = (T)a_, b = (T)b_, c = (T)c_;
    for (int64_t i = 0; i < n; i++) d[i] = a * g[i] + b * x[i] + c;
}

static void FN(layer_sums)(const void *pg, const void *px, const void *pscale, int64_t n, double mean_, double inverse_, double *sum, double *dot,
                           void *pds, void *pdb)
{
    const T *g = pg, *x = px, *scale = pscale;
    T *ds = pds, *db = pdb, mean = (T)mean_, inverse = (T)inverse_;
    if (scale) SUMS(n, AT(g, k) * AT(scale, k), AT(g, k) * AT(scale, k) * ((AT(x, k) - mean) * inverse), g[k] * scale[k], g[k] * scale[k] * ((x[k] - mean) * inverse), sum, dot);
    else SUMS(n, AT(g, k), AT(g, k) * ((AT(x, k) - mean) * inverse), g[k], g[k] * ((x[k] - mean) * inverse), sum, dot);
    if (ds)
        for (int64_t i = 0; i < n; i++) ds[i] += g[i] * ((x[i] - mean) * inverse);
    if (db)
        for (int64_t i = 0; i < n; i++) db[i] += g[i];
}

static void FN(layer_grad)(const void *pg, const void *px, const void *pscale, void *pd, int64_t n, double mean_, double inverse_, double sum_, double dot_)
{
    const T *g = pg, *x = px, *scale = pscale;
    T *d = pd, mean = (T)mean_, inverse = (T)inverse_, sum = (T)(sum_ / (double)n), dot = (T)(dot_ / (double)n);
    if (scale)
        for (int64_t i = 0; i < n; i++) d[i] = inverse * (g[i] * scale[i] - sum - (x[i] - mean) * inverse * dot);
    else
        for (int64_t i = 0; i < n; i++) d[i] = inverse * (g[i] - sum - (x[i] - mean) * inverse * dot);
}

static void FN(add)(void *pt, const void *pf, int64_t n)
{
    T *restrict t = pt;
    const T *restrict f = pf;
    for (int64_t i = 0; i < n; i++) t[i] += f[i];
}

static void FN(moments_columns)(const void *px, int64_t rows, int64_t stride, int64_t n, const double *restrict shift, double *restrict sum, double *restrict squares)
{
    const T *restrict x = px;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++) {
            double v = (double)x[i * stride + j] - shift[j];
            sum[j] += v;
            squares[j] += v * v;
        }
}

static void FN(dot2_columns)(const void *pg, const void *px, int64_t rows, int64_t stride, int64_t n, const double *restrict mean, double *restrict sum, double *restrict dot)
{
    const T *restrict g = pg, *restrict x = px;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < n; j++) {
            double v = (double)g[i * stride + j];
            sum[j] += v;
            dot[j] += v * ((double)x[i * stride + j] - mean[j]);
        }
}

static void FN(norm_grad_each)(const void *pg, const void *px, void *pd, int64_t n, const void *pa, const void *pb, const void *pc)
{
    const T *g = pg, *x = px, *a = pa, *b = pb, *c = pc;
    T *d = pd;
    for (int64_t i = 0; i < n; i++) d[i] = a[i] * g[i] + b[i] * x[i] + c[i];
}
#undef AT
#undef TO
#undef SUMS
#undef T
#undef N
#undef FN
