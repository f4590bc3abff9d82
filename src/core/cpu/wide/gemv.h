/* gemv.h: dot products and a matrix times a vector, their sums in the order that OpenBLAS's kernels for Haswell have: what NumPy prints of them hangs on it to the last digit.
 * Vectors are of 32 bytes for every instruction set, as those kernels' are, so that lanes meet as they do there. (The orders were found by asking that library which numbers meet first.)
 */
typedef T FN(Whole) __attribute__((vector_size(32), aligned(sizeof(T)), may_alias));
typedef T FN(Half) __attribute__((vector_size(16), aligned(sizeof(T)), may_alias));
enum { FN(WHOLE) = 32 / sizeof(T), FN(HALF) = 16 / sizeof(T) };

/* (By its place: an argument of 32 bytes has no one way to travel where a processor without AVX is compiled for.) */
static inline __attribute__((always_inline)) FN(Half) FN(folded)(const void *s)
{
    FN(Half) low, high;
    memcpy(&low, s, sizeof low);
    memcpy(&high, (const char *)s + sizeof low, sizeof high);
    return low + high;
}
static inline __attribute__((always_inline)) T FN(across)(FN(Half) s)
{
    return FN(HALF) == 2 ? s[0] + s[1] : (s[0] + s[1]) + (s[FN(HALF) - 2] + s[FN(HALF) - 1]);
}

/* A product that is rounded before it is added: the compiler makes no multiply-add of the two. */
#if defined(__FMA__) && !defined(ROUNDED)
#define ROUNDED(product) __asm__("" : "+x"(product))
#elif !defined(ROUNDED)
#define ROUNDED(product) (void)0
#endif
static inline __attribute__((always_inline)) T FN(times)(T a, T b)
{
    T product = a * b;
    ROUNDED(product);
    return product;
}
static inline __attribute__((always_inline)) T FN(times_add)(T a, T b, T c)
{
#if defined(__FMA__)
    return sizeof(T) == 8 ? (T)__builtin_fma(a, b, c) : (T)__builtin_fmaf((float)a, (float)b, (float)c);
#else
    return a * b + c;
#endif
}

/* By steps of a whole vector four sums in its lanes, what is left in double; where elements lie apart two sums of two products each. */
static void FN(blas_dot)(int64_t n, const void *a, int64_t a_step, const void *b, int64_t b_step, void *result)
{
    const T *p = a, *q = b;
    int64_t i = 0;
    if (a_step != 1 || b_step != 1) {
        T even = 0, odd = 0;
        for (; i + 4 <= n; i += 4, p += 4 * a_step, q += 4 * b_step) {
            even += FN(times)(p[0], q[0]) + FN(times)(p[2 * a_step], q[2 * b_step]);
            odd += FN(times)(p[a_step], q[b_step]) + FN(times)(p[3 * a_step], q[3 * b_step]);
        }
        for (; i < n; i++, p += a_step, q += b_step) even += FN(times)(p[0], q[0]);
        *(T *)result = even + odd;
        return;
    }
    FN(Whole) s[4] = {{0}};
    for (int64_t whole = n - n % (4 * FN(WHOLE)); i < whole; i += 4 * FN(WHOLE))
        WIDE_UNROLL
        for (int j = 0; j < 4; j++) s[j] += *(const FN(Whole) *)(p + i + j * FN(WHOLE)) * *(const FN(Whole) *)(q + i + j * FN(WHOLE));
    double sum = FN(across)((FN(folded)(&s[0]) + FN(folded)(&s[1])) + (FN(folded)(&s[2]) + FN(folded)(&s[3])));
    for (; i < n; i++) sum += (double)FN(times)(p[i], q[i]);
    *(T *)result = (T)sum;
}

/* One to three products more than `sum`: doubles by multiply-adds, the first product last but one, floats by rounded ones. */
static inline __attribute__((always_inline)) T FN(and_last)(T sum, int64_t n, const T *a, const T *x)
{
    if (n == 1) return sizeof(T) == 8 ? FN(times_add)(a[0], x[0], sum) : sum + FN(times)(a[0], x[0]);
    T two = sizeof(T) == 8 ? FN(times_add)(a[0], x[0], FN(times)(a[1], x[1])) : FN(times)(a[0], x[0]) + FN(times)(a[1], x[1]);
    if (n == 3) two = sizeof(T) == 8 ? FN(times_add)(a[2], x[2], two) : two + FN(times)(a[2], x[2]);
    return sum + two;
}

/* R rows at once, each as if it were alone: four of them, or eight, by multiply-adds, a few left over with rounded products (two of them in lanes of half a vector). */
static inline __attribute__((always_inline)) void FN(blas_some_rows)(int R, int64_t k, const T *a, int64_t rs, const T *x, T *y)
{
    enum { MOST = 8, BLOCK = 16384 / sizeof(T) };
    int64_t whole = k & ~(int64_t)3, p = 0;
    T total[MOST] = {0};
    while (p < whole) {
        int64_t end = whole - p < BLOCK ? whole : p + BLOCK;
        if (R == 2) {
            FN(Half) s[MOST] = {{0}};
            for (; p < end; p += FN(HALF))
                WIDE_UNROLL
                for (int r = 0; r < R; r++) {
                    FN(Half) product = *(const FN(Half) *)(a + r * rs + p) * *(const FN(Half) *)(x + p);
                    ROUNDED(product);
                    s[r] += product;
                }
            for (int r = 0; r < R; r++) total[r] += FN(across)(s[r]);
            continue;
        }
        FN(Whole) s[MOST] = {{0}};
        if ((end - p) % FN(WHOLE)) { /* four floats: the low lanes' first */
            WIDE_UNROLL
            for (int r = 0; r < R; r++) {
                FN(Half) first = *(const FN(Half) *)(a + r * rs + p) * *(const FN(Half) *)(x + p);
                memcpy(&s[r], &first, sizeof first);
            }
            p += FN(HALF);
        }
        for (; p < end; p += FN(WHOLE))
            WIDE_UNROLL
            for (int r = 0; r < R; r++) {
                FN(Whole) product = *(const FN(Whole) *)(a + r * rs + p) * *(const FN(Whole) *)(x + p);
                if (R == 1) ROUNDED(product);
                s[r] += product;
            }
        WIDE_UNROLL
        for (int r = 0; r < R; r++) total[r] += FN(across)(FN(folded)(&s[r]));
    }
    for (int r = 0; r < R; r++, a += rs) y[r] = whole < k ? FN(and_last)(total[r], k - whole, a + whole, x + whole) : total[r];
}

/* y = A x, rows of A dense and rs apart */
static void FN(blas_rows)(int64_t m, int64_t k, const void *a, int64_t rs, const void *x, void *y)
{
    const T *A = a;
    T *Y = y;
    const T *X = x;
    int64_t i = 0;
#define SHORT(K) \
    case K: \
        for (; i < m; i++) Y[i] = FN(and_last)(0, K, A + i * rs, X); \
        return
    switch (k) {
        SHORT(1);
        SHORT(2);
        SHORT(3);
    default: break;
    }
#undef SHORT
    for (; i + 8 <= m; i += 8) FN(blas_some_rows)(8, k, A + i * rs, rs, x, Y + i);
    for (; i + 4 <= m; i += 4) FN(blas_some_rows)(4, k, A + i * rs, rs, x, Y + i);
    for (; i + 2 <= m; i += 2) FN(blas_some_rows)(2, k, A + i * rs, rs, x, Y + i);
    if (i < m) FN(blas_some_rows)(1, k, A + i * rs, rs, x, Y + i);
}

/* y's rows, of V's width each, += columns of A: n of them, even and odd ones apart, or (`one`) in one chain. */
#define COLUMNS(V, WIDTH, NAME) \
    static inline __attribute__((always_inline)) void FN(NAME##_more)(int n, bool one, V *sum, const T *c, int64_t cs, const T *x) \
    { \
        V even = *(const V *)c * x[0], odd = {0}; \
        ROUNDED(even); \
        if (n > 1 && !one) { \
            odd = *(const V *)(c + cs) * x[1]; \
            ROUNDED(odd); \
        } \
        WIDE_UNROLL \
        for (int q = one ? 1 : 2; q < n; q++) { \
            if (one || q % 2 == 0) even += *(const V *)(c + q * cs) * x[q]; \
            else odd += *(const V *)(c + q * cs) * x[q]; \
        } \
        if (n > 1 && !one) even += odd; \
        *sum += even; \
    } \
    static inline __attribute__((always_inline)) void FN(NAME)(bool one, int64_t rows, int64_t k, const T *a, int64_t cs, const T *x, T *y) \
    { \
        int64_t p = 0; \
        for (; p + 8 <= k; p += 8) \
            for (int64_t i = 0; i < rows; i += WIDTH) { \
                const T *c = a + p * cs + i; \
                V sum = *(const V *)(y + i); \
                FN(NAME##_more)(sizeof(T) == 4 ? 8 : 4, one, &sum, c, cs, x + p); \
                if (sizeof(T) == 8) FN(NAME##_more)(4, one, &sum, c + 4 * cs, cs, x + p + 4); \
                *(V *)(y + i) = sum; \
            } \
        for (int n; p < k; p += n) { \
            n = k - p >= 4 ? 4 : sizeof(T) == 8 && k - p >= 2 ? 2 : 1; \
            for (int64_t i = 0; i < rows; i += WIDTH) { \
                const T *c = a + p * cs + i; \
                V sum = *(const V *)(y + i); \
                if (n == 4) FN(NAME##_more)(4, one, &sum, c, cs, x + p); \
                else if (n == 2) FN(NAME##_more)(2, one, &sum, c, cs, x + p); \
                else FN(NAME##_more)(1, one, &sum, c, cs, x + p); \
                *(V *)(y + i) = sum; \
            } \
        } \
    }
COLUMNS(FN(Whole), FN(WHOLE), whole_columns)
COLUMNS(FN(Half), FN(HALF), half_columns)
#undef COLUMNS

/* R rows, side by side so that none waits for another */
static inline __attribute__((always_inline)) void FN(last_rows)(int R, bool dense, int64_t k, const T *a, int64_t cs, const T *x, T *y)
{
    T sum[3];
    WIDE_UNROLL
    for (int r = 0; r < R; r++) sum[r] = y[r];
    int64_t p = 0;
    for (; dense && p + 4 <= k; p += 4, a += 4 * cs, x += 4)
        WIDE_UNROLL
        for (int r = 0; r < R; r++) {
            T two = FN(times)(a[r], x[0]) + FN(times)(a[cs + r], x[1]), third = FN(times)(a[2 * cs + r], x[2]), fourth = FN(times)(a[3 * cs + r], x[3]);
            sum[r] = R == 1 ? sum[r] + ((two + third) + fourth) : (sum[r] + two) + (third + fourth);
        }
    for (; p < k; p++, a += cs, x++)
        WIDE_UNROLL
        for (int r = 0; r < R; r++) sum[r] += FN(times)(a[r], x[0]);
    WIDE_UNROLL
    for (int r = 0; r < R; r++) y[r] = sum[r];
}

/* y += A x, columns of A dense and cs apart. k steps may be taken in parts of a multiple of eight. Of floats the rows that fill sixteens at a block's end are one chain each. The rows behind the
 * last whole four are sums of their own; where they are all there is, and dense, by fours. */
static void FN(blas_columns)(int64_t m, int64_t k, const void *a, int64_t cs, const void *x, void *y)
{
    enum { BLOCK = 4096 };
    const T *A = a;
    T *Y = y;
    const int64_t rows = m & ~(int64_t)3;
    for (int64_t i = 0, count; i < rows; i += count) {
        count = rows - i < BLOCK ? rows - i : BLOCK;
        if (sizeof(T) == 8) {
            FN(whole_columns)(false, count, k, A + i, cs, x, Y + i);
            continue;
        }
        int64_t few = count % 16, four = few % 8;
        if (four) FN(half_columns)(false, four, k, A + i, cs, x, Y + i);
        if (few > four) FN(whole_columns)(false, few - four, k, A + i + four, cs, x, Y + i + four);
        if (count > few) FN(whole_columns)(true, count - few, k, A + i + few, cs, x, Y + i + few);
    }
    const bool dense = cs == m && m < 4;
    if (m - rows == 1) FN(last_rows)(1, dense, k, A + rows, cs, x, Y + rows);
    else if (m - rows == 2) FN(last_rows)(2, dense, k, A + rows, cs, x, Y + rows);
    else if (m - rows == 3) FN(last_rows)(3, dense, k, A + rows, cs, x, Y + rows);
}

/* Columns of B by fours, of which there are n: what the single row behind the last pair is in a product of two matrices. c = a B, or `more`: c += a B. Every fourth step is one chain, those behind the last eight are
 * the first one's. */
static void FN(blas_single)(int64_t n, int64_t k, const void *a, int64_t a_step, const void *b, int64_t b_row, int64_t b_column, void *c, int64_t c_column, bool more)
{
    enum { FOUR = 4 };
    typedef T Four __attribute__((vector_size(4 * sizeof(T)), aligned(sizeof(T)), may_alias));
    const int64_t whole = k & ~(int64_t)7;
    for (int64_t j = 0; j < n; j += FOUR) {
        const T *p = a, *q = (const T *)b + j * b_column;
        T *to = (T *)c + j * c_column;
        Four s[FOUR] = {{0}};
        for (int64_t t = 0; t < k; t++, p += a_step, q += b_row) {
            Four line = b_column == 1 ? *(const Four *)q : (Four){q[0], q[b_column], q[2 * b_column], q[3 * b_column]};
            s[t < whole ? t % FOUR : 0] += line * *p;
        }
        s[0] = (s[0] + s[1]) + (s[2] + s[3]);
        for (int i = 0; i < FOUR; i++) to[i * c_column] = more ? to[i * c_column] + s[0][i] : s[0][i];
    }
}
