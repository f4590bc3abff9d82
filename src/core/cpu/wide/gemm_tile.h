/* gemm_tile.h: the tile, the packing and the product with a vector for one type T (FN names it); included by gemm.c, undefines its parameters. */
typedef T FN(V) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
enum { FN(LANES) = WIDE_BYTES / sizeof(T), FN(NR) = 2 * FN(LANES) };

static void FN(tile)(int64_t k, const void *restrict pa, const void *restrict pb, void *restrict pc, int64_t ldc)
{
    const T *a = pa, *b = pb;
    FN(V) acc[MR][2];
    WIDE_UNROLL
    for (int i = 0; i < MR; i++) acc[i][0] = acc[i][1] = (FN(V)){0};
    for (int64_t p = 0; p < k; p++, a += MR, b += FN(NR)) {
        FN(V) b0 = *(const FN(V) *)b, b1 = *(const FN(V) *)(b + FN(LANES));
        WIDE_UNROLL
        for (int i = 0; i < MR; i++) {
            acc[i][0] += b0 * a[i];
            acc[i][1] += b1 * a[i];
        }
    }
    T *c = pc;
    WIDE_UNROLL
    for (int i = 0; i < MR; i++) {
        *(FN(V) *)(c + i * ldc) += acc[i][0];
        *(FN(V) *)(c + i * ldc + FN(LANES)) += acc[i][1];
    }
}

#define PACK(S, load)                                                                                 \
    do {                                                                                              \
        const S *s = (const S *)from;                                                                 \
        for (int64_t j = 0; j < count; j += width) {                                                  \
            int have = (int)(count - j < width ? count - j : width);                                  \
            const S *line = s + j * across;                                                           \
            if (have == width && across == 1) {                                                       \
                for (int64_t p = 0; p < k; p++, out += width)                                         \
                    for (int i = 0; i < width; i++) { S v = line[p * along + i]; out[i] = (T)load; }  \
            } else {                                                                                  \
                for (int i = 0; i < have; i++)                                                        \
                    for (int64_t p = 0; p < k; p++) { S v = line[i * across + p * along]; out[p * width + i] = (T)load; } \
                for (int i = have; i < width; i++)                                                    \
                    for (int64_t p = 0; p < k; p++) out[p * width + i] = 0;                           \
                out += k * width;                                                                     \
            }                                                                                         \
        }                                                                                             \
    } while (0)

static void FN(pack)(void *restrict to, int width, const char *restrict from, DType dtype, int64_t across, int64_t along, int64_t count, int64_t k)
{
    T *out = to;
    switch (dtype) {
    case DT_BOOL: PACK(uint8_t, (v != 0)); break;
    case DT_UINT8: PACK(uint8_t, v); break;
    case DT_INT8: PACK(int8_t, v); break;
    case DT_INT16: PACK(int16_t, v); break;
    case DT_INT32: PACK(int32_t, v); break;
    case DT_INT64: PACK(int64_t, v); break;
    case DT_FLOAT16: PACK(uint16_t, half_to_float(v)); break;
    case DT_BFLOAT16: PACK(uint16_t, bfloat_to_float(v)); break;
    case DT_FLOAT32: PACK(float, v); break;
    case DT_FLOAT64: PACK(double, v); break;
    default: break;
    }
}
#undef PACK

#ifdef GEMM_REAL
static T FN(dot)(const T *a, const T *b, int64_t n)
{
    FN(V) s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    int64_t i = 0;
    for (; i + 4 * FN(LANES) <= n; i += 4 * FN(LANES)) {
        s0 += *(const FN(V) *)(a + i) * *(const FN(V) *)(b + i);
        s1 += *(const FN(V) *)(a + i + FN(LANES)) * *(const FN(V) *)(b + i + FN(LANES));
        s2 += *(const FN(V) *)(a + i + 2 * FN(LANES)) * *(const FN(V) *)(b + i + 2 * FN(LANES));
        s3 += *(const FN(V) *)(a + i + 3 * FN(LANES)) * *(const FN(V) *)(b + i + 3 * FN(LANES));
    }
    for (; i + FN(LANES) <= n; i += FN(LANES)) s0 += *(const FN(V) *)(a + i) * *(const FN(V) *)(b + i);
    s0 = (s0 + s1) + (s2 + s3);
    T sum = 0;
    for (int j = 0; j < FN(LANES); j++) sum += s0[j];
    for (; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* y is loaded once for eight columns */
static void FN(eight_columns)(int64_t m, const T *a, int64_t cs, const T *x, T *y)
{
    int64_t i = 0;
    for (; i + FN(NR) <= m; i += FN(NR)) {
        FN(V) s0 = *(const FN(V) *)(y + i), s1 = *(const FN(V) *)(y + i + FN(LANES));
        WIDE_UNROLL
        for (int p = 0; p < 8; p++) {
            const T *c = a + p * cs + i;
            s0 += *(const FN(V) *)c * x[p];
            s1 += *(const FN(V) *)(c + FN(LANES)) * x[p];
        }
        *(FN(V) *)(y + i) = s0;
        *(FN(V) *)(y + i + FN(LANES)) = s1;
    }
    for (; i < m; i++) {
        T sum = y[i];
        for (int p = 0; p < 8; p++) sum += a[p * cs + i] * x[p];
        y[i] = sum;
    }
}

/* The first `count` elements of a vector at p, up to all of them: with masks nothing beyond is touched, without them `take_some` reads it. */
#if defined(__AVX512F__)
static inline __attribute__((always_inline)) FN(V) FN(take_some)(const T *p, int64_t count)
{
    unsigned mask = count < FN(LANES) ? (1u << count) - 1 : (1u << FN(LANES)) - 1;
    return sizeof(T) == 4 ? (FN(V))_mm512_maskz_loadu_ps((__mmask16)mask, p) : (FN(V))_mm512_maskz_loadu_pd((__mmask8)mask, p);
}
static inline __attribute__((always_inline)) void FN(put_some)(T *p, FN(V) v, int64_t count)
{
    unsigned mask = count < FN(LANES) ? (1u << count) - 1 : (1u << FN(LANES)) - 1;
    if (sizeof(T) == 4) _mm512_mask_storeu_ps(p, (__mmask16)mask, (__m512)v);
    else _mm512_mask_storeu_pd(p, (__mmask8)mask, (__m512d)v);
}
static inline __attribute__((always_inline)) FN(V) FN(add_some)(FN(V) sum, const T *p, int64_t count) { return sum + FN(take_some)(p, count); }
#else
static inline __attribute__((always_inline)) FN(V) FN(take_some)(const T *p, int64_t count) { return *(const FN(V) *)p; }
static inline __attribute__((always_inline)) FN(V) FN(add_some)(FN(V) sum, const T *p, int64_t count)
{
    if (count >= FN(LANES)) return sum + *(const FN(V) *)p;
    for (int64_t j = 0; j < count; j++) sum[j] += p[j];
    return sum;
}
static inline __attribute__((always_inline)) void FN(put_some)(T *p, FN(V) v, int64_t count)
{
    if (count >= FN(LANES)) *(FN(V) *)p = v;
    else
        for (int64_t j = 0; j < count; j++) p[j] = v[j];
}
#endif

/* Where c's columns are apart. */
static __attribute__((noinline)) void FN(put_apart)(const WideThin *g, T *c, const T *from, FN(V) sum, int64_t count)
{
    for (int64_t j = 0; j < count && j < FN(LANES); j++) c[j * g->c_column] = from ? from[j * g->c_column] + sum[j] : sum[j];
}

static __attribute__((noinline)) FN(V) FN(begun)(const WideThin *g, const T *from, int64_t count)
{
    FN(V) sum = {0};
    for (int64_t j = 0; j < count && j < FN(LANES); j++) sum[j] = from[j * g->c_column];
    return sum;
}

/* R rows of c by P panels of columns (`whole`: all that the panels are wide may be written); the k steps go round S sums of each, so that short products need not wait for one another. All three are constants where this is called. */
static inline __attribute__((always_inline)) void FN(strip)(int R, int P, int S, const WideThin *g, const T *a, const T *b, T *c, const T *from, int64_t columns, bool whole)
{
    FN(V) acc[THIN_SUMS];
    const int64_t a_row = g->a_row, a_column = g->a_column, b_row = g->b_row, panel = g->panel, last = columns - (P - 1) * FN(LANES);
    WIDE_UNROLL
    for (int i = 0; i < R * P * S; i++) acc[i] = (FN(V)){0};
    if (S == 1 && g->onward && from) {
        for (int i = 0; i < R * P; i++) acc[i] = FN(begun)(g, from + i / P * g->from_row + i % P * FN(LANES) * g->c_column, i % P < P - 1 ? FN(LANES) : last);
        from = NULL;
    }
    int64_t p = 0;
    for (; p + S <= g->k; p += S) {
        WIDE_UNROLL
        for (int s = 0; s < S; s++, a += a_column, b += b_row) {
            FN(V) line[THIN_PANELS];
            WIDE_UNROLL
            for (int q = 0; q < P; q++) line[q] = q < P - 1 ? *(const FN(V) *)(b + q * panel) : FN(take_some)(b + q * panel, last);
            WIDE_UNROLL
            for (int r = 0; r < R; r++) {
                FN(V) x = a[r * a_row] - (FN(V)){0};
                WIDE_UNROLL
                for (int q = 0; q < P; q++) acc[(s * R + r) * P + q] += line[q] * x;
            }
        }
    }
    for (; S > 1 && p < g->k; p++, a += a_column, b += b_row)
        WIDE_UNROLL
        for (int i = 0; i < R * P; i++) acc[i] += FN(take_some)(b + i % P * panel, i % P < P - 1 ? FN(LANES) : last) * a[i / P * a_row];
    WIDE_UNROLL
    for (int i = R * P; i < R * P * S; i++) acc[i % (R * P)] += acc[i];
    WIDE_UNROLL
    for (int r = 0; r < R; r++, c += g->c_row, from = from ? from + g->from_row : NULL) {
        WIDE_UNROLL
        for (int q = 0; q < P; q++) {
            FN(V) sum = acc[r * P + q];
            int64_t count = whole || q < P - 1 ? FN(LANES) : last;
            if (g->c_column != 1) {
                FN(put_apart)(g, c + q * FN(LANES) * g->c_column, from ? from + q * FN(LANES) * g->c_column : NULL, sum, count);
                continue;
            }
            if (from) sum = FN(add_some)(sum, from + q * FN(LANES), count);
            FN(put_some)(c + q * FN(LANES), sum, count);
        }
    }
}
/* c = from + A b, b one column of K, all but from dense */
static inline __attribute__((always_inline)) void FN(short_dots)(int K, int64_t m, const T *restrict a, const T *restrict b, T *restrict c, const T *from, int64_t from_row)
{
    for (int64_t i = 0; i < m; i++) {
        T sum = a[i * K] * b[0];
        WIDE_UNROLL
        for (int p = 1; p < K; p++) sum += a[i * K + p] * b[p];
        c[i] = from ? from[i * from_row] + sum : sum;
    }
}
static bool FN(thinnest)(const WideThin *g)
{
    enum { MOST = 8 };
    if (g->ordered || g->n != 1 || g->k > MOST || g->c_row != 1 || g->a_column != 1 || g->a_row != g->k) return false;
    T b[MOST];
    for (int p = 0; p < MOST; p++) b[p] = p < g->k ? ((const T *)g->b)[p * g->b_row] : 0;
#define DOTS(K) case K: FN(short_dots)(K, g->m, g->a, b, g->c, g->from, g->from_row); return true
    switch (g->k) {
        DOTS(1);
        DOTS(2);
        DOTS(3);
        DOTS(4);
        DOTS(5);
        DOTS(6);
        DOTS(7);
        DOTS(8);
    default: return false;
    }
#undef DOTS
}
static void FN(thin)(const WideThin *g)
{
    if (FN(thinnest)(g)) return;
    /* where c is dense and its rows are written in turn, what one writes beyond its end the next one mends: the last ones aside */
    bool deep = !g->ordered && g->m <= 2 && g->k >= 8 * THIN_DEEP, mended = !g->from && g->c_column == 1 && g->c_row == g->n && g->n <= FN(LANES);
    int64_t mended_rows = mended && g->m * g->n >= FN(LANES) ? (g->m * g->n - FN(LANES)) / g->n + 1 : 0;
    for (int64_t j = 0, columns; j < g->n; j += columns) {
        const T *a = g->a, *b = (const T *)g->b + j / FN(LANES) * g->panel, *from = g->from ? (const T *)g->from + j * g->c_column : NULL;
        T *c = (T *)g->c + j * g->c_column;
        int64_t left = g->n - j, i = 0, panels = (left + FN(LANES) - 1) / FN(LANES);
        if (deep || panels == 4 || panels > THIN_PANELS) panels = panels < 2 ? 1 : deep || panels == 4 ? 2 : THIN_PANELS; /* (two and two: one alone has few sums) */
        bool full = g->c_column == 1 && left >= panels * FN(LANES);
        columns = left < panels * FN(LANES) ? left : panels * FN(LANES);
#define STRIP(R, P, S) FN(strip)(R, P, S, g, a + i * g->a_row, b, c + i * g->c_row, from ? from + i * g->from_row : NULL, columns, full || i + R <= mended_rows)
#define STRIPS(R, P, S) for (; g->m - i >= R; i += R) STRIP(R, P, S)
        if (deep && panels == 2) STRIPS(1, 2, 4);
        else if (deep && g->m == 2) STRIPS(2, 1, 4);
        else if (deep) STRIPS(1, 1, 8);
#if THIN_PANELS == 3
        else if (panels == 3) {
            STRIPS(8, 3, 1);
            STRIPS(4, 3, 1);
            STRIPS(1, 3, 1);
        } else if (panels == 2) {
            STRIPS(8, 2, 1);
            STRIPS(4, 2, 1);
            STRIPS(1, 2, 1);
#else
        else if (panels == 2) {
#if THIN_ROWS == 6
            for (int64_t whole = g->m % 6 == 2 ? g->m - 8 : g->m; whole - i >= 6; i += 6) STRIP(6, 2, 1); /* (eight are four and four: two alone have few sums) */
#endif
            STRIPS(4, 2, 1);
            STRIPS(2, 2, 1);
            STRIPS(1, 2, 1);
#endif
        } else {
            STRIPS(8, 1, 1);
            STRIPS(2, 1, 1);
            STRIPS(1, 1, 1);
        }
#undef STRIPS
#undef STRIP
    }
}

/* Rows of N numbers out of rows of K: both are constants where this is called, and b stays in registers. */
static inline __attribute__((always_inline)) void FN(short_rows)(int N, int K, int64_t m, const T *restrict a, const T *restrict given, T *restrict c)
{
    T b[WIDE_NARROW * WIDE_NARROW];
    WIDE_UNROLL
    for (int i = 0; i < N * K; i++) b[i] = given[i];
    for (int64_t i = 0; i < m; i++, a += K, c += N) {
        T sum[WIDE_NARROW];
        WIDE_UNROLL
        for (int j = 0; j < N; j++) {
            sum[j] = a[0] * b[j];
            WIDE_UNROLL
            for (int p = 1; p < K; p++) sum[j] += a[p] * b[p * N + j];
        }
        WIDE_UNROLL
        for (int j = 0; j < N; j++) c[j] = sum[j];
    }
}
static void FN(narrow)(int64_t m, int64_t n, int64_t k, const void *a, const void *b, void *c)
{
#define ROWS(N, K) case (N) * (WIDE_NARROW + 1) + (K): FN(short_rows)(N, K, m, a, b, c); return
#define ROWS_OF(N) ROWS(N, 1); ROWS(N, 2); ROWS(N, 3); ROWS(N, 4)
    switch (n * (WIDE_NARROW + 1) + k) {
        ROWS_OF(1);
        ROWS_OF(2);
        ROWS_OF(3);
        ROWS_OF(4);
    }
#undef ROWS_OF
#undef ROWS
}

/* A few columns, or a few rows of columns: matvec's dot products and sums would be too short. false: neither */
static bool FN(thin_matvec)(int64_t m, int64_t k, const T *a, int64_t rs, int64_t cs, const T *x, T *y)
{
    enum { SHORT = 4 * FN(LANES) };
    if (cs == 1 && k < SHORT && m >= THIN_DEEP) {
        T panel[SHORT * FN(LANES)] = {0};
        for (int64_t p = 0; p < k; p++) panel[p * FN(LANES)] = x[p];
        WideThin t = {.m = m, .n = 1, .k = k, .a = a, .b = panel, .c = y, .from = y, .a_row = rs, .a_column = 1, .b_row = FN(LANES), .c_row = 1, .c_column = 1, .from_row = 1};
        FN(thin)(&t);
        return true;
    }
    if (cs == 1 || cs < m || m >= FN(LANES) || k < SHORT) return false;
    int64_t in_place = k - (FN(LANES) - m + cs - 1) / cs; /* what is read beyond a column of m lies in the next ones */
    WideThin t = {.m = 1, .n = m, .k = in_place, .a = x, .b = a, .c = y, .from = y, .a_column = 1, .b_row = cs, .c_column = 1};
    FN(thin)(&t);
    for (int64_t p = in_place; p < k; p++)
        for (int64_t i = 0; i < m; i++) y[i] += a[p * cs + i] * x[p];
    return true;
}

static void FN(matvec)(int64_t m, int64_t k, const void *a, int64_t rs, int64_t cs, const void *x, void *y)
{
    const T *A = a, *X = x;
    T *restrict Y = y;
    if (FN(thin_matvec)(m, k, A, rs, cs, X, Y)) return;
    if (cs == 1) {
        for (int64_t i = 0; i < m; i++) Y[i] += FN(dot)(A + i * rs, X, k);
        return;
    }
    int64_t p = 0; /* rs is 1 */
    for (; p + 8 <= k; p += 8) FN(eight_columns)(m, A + p * cs, cs, X + p, Y);
    for (; p + 4 <= k; p += 4) {
        const T *c0 = A + p * cs, *c1 = c0 + cs, *c2 = c1 + cs, *c3 = c2 + cs;
        T x0 = X[p], x1 = X[p + 1], x2 = X[p + 2], x3 = X[p + 3];
        for (int64_t i = 0; i < m; i++) Y[i] += (c0[i] * x0 + c1[i] * x1) + (c2[i] * x2 + c3[i] * x3);
    }
    for (; p < k; p++) {
        const T *c0 = A + p * cs;
        T x0 = X[p];
        for (int64_t i = 0; i < m; i++) Y[i] += c0[i] * x0;
    }
}
#undef GEMM_REAL
#endif
#undef T
#undef FN
