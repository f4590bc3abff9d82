/* real_loops.h: the loops of real.c for one type T (FN names it); undefines its parameters. */
enum { FN(L) = 64 / sizeof(T) }; /* lanes of a sum */

static T FN(largest)(const T *x, int64_t n)
{
    T lane[FN(L)], best;
    int64_t i = 0;
    for (int j = 0; j < FN(L); j++) lane[j] = -(T)INFINITY;
    for (; i + FN(L) <= n; i += FN(L))
        for (int j = 0; j < FN(L); j++) lane[j] = x[i + j] > lane[j] ? x[i + j] : lane[j];
    best = lane[0];
    for (int j = 1; j < FN(L); j++) best = lane[j] > best ? lane[j] : best;
    for (; i < n; i++) best = x[i] > best ? x[i] : best;
    return best;
}

static T FN(total)(const T *lane)
{
    T a = 0;
    for (int j = 0; j < FN(L); j++) a += lane[j];
    return a;
}

/* NaN in a row: the comparisons above skip it, but exp of it makes the sum and so the whole row NaN. A row of only -inf is NaN, as in PyTorch. */
static void FN(softmax)(const void *px, void *py, int64_t n, double scale_, bool log)
{
    const T *x = px;
    T *y = py, scale = (T)scale_, lane[FN(L)] = {0};
    T top = scale > 0 ? FN(largest)(x, n) * scale : 0;
    if (scale <= 0)
        for (int64_t i = 0; i < n; i++) top = i == 0 || x[i] * scale > top ? x[i] * scale : top;
    int64_t i = 0;
    if (log) {
        for (; i + FN(L) <= n; i += FN(L))
            for (int j = 0; j < FN(L); j++) lane[j] += FN(exp)(x[i + j] * scale - top);
        T sum = FN(total)(lane);
        for (; i < n; i++) sum += FN(exp)(x[i] * scale - top);
        T off = FN(log)(sum);
        for (i = 0; i < n; i++) y[i] = x[i] * scale - top - off;
        return;
    }
    for (; i + FN(L) <= n; i += FN(L))
        for (int j = 0; j < FN(L); j++) {
            T e = FN(exp)(x[i + j] * scale - top);
            y[i + j] = e;
            lane[j] += e;
        }
    T sum = FN(total)(lane);
    for (; i < n; i++) sum += y[i] = FN(exp)(x[i] * scale - top);
    T factor = 1 / sum;
    for (i = 0; i < n; i++) y[i] *= factor;
}

static void FN(softmax_grad)(const void *pg, const void *py, void *pd, int64_t n, double scale_, bool log)
{
    const T *g = pg, *y = py;
    T *d = pd, scale = (T)scale_, lane[FN(L)] = {0};
    int64_t i = 0;
    for (; i + FN(L) <= n; i += FN(L))
        for (int j = 0; j < FN(L); j++) lane[j] += log ? g[i + j] : g[i + j] * y[i + j];
    T sum = FN(total)(lane);
    for (; i < n; i++) sum += log ? g[i] : g[i] * y[i];
    if (log)
        for (i = 0; i < n; i++) d[i] = (g[i] - FN(exp)(y[i]) * sum) * scale;
    else
        for (i = 0; i < n; i++) d[i] = (g[i] - sum) * y[i] * scale;
}

static void FN(softmax_columns)(const void *px, void *py, int64_t n, int64_t stride, int64_t count, double scale_, bool log, void *scratch)
{
    const T *x = px;
    T *y = py, scale = (T)scale_, *top = scratch, *sum = top + count;
    for (int64_t j = 0; j < count; j++) top[j] = -(T)INFINITY, sum[j] = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < count; j++) {
            T v = x[i * stride + j] * scale;
            top[j] = v > top[j] ? v : top[j];
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < count; j++) {
            T v = x[i * stride + j] * scale - top[j], e = FN(exp)(v);
            y[i * stride + j] = log ? v : e;
            sum[j] += e;
        }
    for (int64_t j = 0; j < count; j++) sum[j] = log ? FN(log)(sum[j]) : 1 / sum[j];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < count; j++) y[i * stride + j] = log ? y[i * stride + j] - sum[j] : y[i * stride + j] * sum[j];
}

/* dx may be g */
static void FN(softmax_grad_columns)(const void *pg, const void *py, void *pd, int64_t n, int64_t stride, int64_t count, double scale_, bool log, void *scratch)
{
    const T *g = pg, *y = py;
    T *d = pd, scale = (T)scale_, *sum = scratch;
    for (int64_t j = 0; j < count; j++) sum[j] = 0;
    for (int64_t i = 0; i < n * stride; i += stride)
        for (int64_t j = 0; j < count; j++) sum[j] += log ? g[i + j] : g[i + j] * y[i + j];
    for (int64_t i = 0; i < n * stride; i += stride)
        for (int64_t j = 0; j < count; j++)
            d[i + j] = (log ? g[i + j] - FN(exp)(y[i + j]) * sum[j] : (g[i + j] - sum[j]) * y[i + j]) * scale;
}

static void FN(moments)(const void *px, int64_t n, double *sum, double *square_sum, double shift_)
{
    const T *x = px;
    T shift = (T)shift_;
    double total = 0, squares = 0;
    for (int64_t at = 0; at < n; at += 4096) { /* blocks: float lanes stay short enough to be exact to a few ulps */
        int64_t end = at + 4096 < n ? at + 4096 : n, i = at;
        T a[FN(L)] = {0}, b[FN(L)] = {0};
        for (; i + FN(L) <= end; i += FN(L))
            for (int j = 0; j < FN(L); j++) {
                T v = x[i + j] - shift;
                a[j] += v;
                b[j] += v * v;
            }
        double s = 0, q = 0;
        for (int j = 0; j < FN(L); j++) s += (double)a[j], q += (double)b[j];
        for (; i < end; i++) {
            T v = x[i] - shift;
            s += (double)v;
            q += (double)v * (double)v;
        }
        total += s;
        squares += q;
    }
    *sum = total;
    *square_sum = squares;
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
    double total = 0, product = 0;
    for (int64_t at = 0; at < n; at += 4096) {
        int64_t end = at + 4096 < n ? at + 4096 : n, i = at;
        T a[FN(L)] = {0}, b[FN(L)] = {0};
        for (; i + FN(L) <= end; i += FN(L))
            for (int j = 0; j < FN(L); j++) {
                a[j] += g[i + j];
                b[j] += g[i + j] * (x[i + j] - mean);
            }
        double s = 0, q = 0;
        for (int j = 0; j < FN(L); j++) s += (double)a[j], q += (double)b[j];
        for (; i < end; i++) {
            s += (double)g[i];
            q += (double)(g[i] * (x[i] - mean));
        }
        total += s;
        product += q;
    }
    *sum = total;
    *dot = product;
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
    T *ds = pds, *db = pdb, mean = (T)mean_, inverse = (T)inverse_, a[FN(L)] = {0}, b[FN(L)] = {0};
    int64_t i = 0;
    for (; i + FN(L) <= n; i += FN(L))
        for (int j = 0; j < FN(L); j++) {
            T t = scale ? g[i + j] * scale[i + j] : g[i + j];
            a[j] += t;
            b[j] += t * ((x[i + j] - mean) * inverse);
        }
    double s = 0, q = 0;
    for (int j = 0; j < FN(L); j++) s += (double)a[j], q += (double)b[j];
    for (; i < n; i++) {
        T t = scale ? g[i] * scale[i] : g[i];
        s += (double)t;
        q += (double)(t * ((x[i] - mean) * inverse));
    }
    *sum = s;
    *dot = q;
    if (ds)
        for (i = 0; i < n; i++) ds[i] += g[i] * ((x[i] - mean) * inverse);
    if (db)
        for (i = 0; i < n; i++) db[i] += g[i];
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
#undef T
#undef FN
