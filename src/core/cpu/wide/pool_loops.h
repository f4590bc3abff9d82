/* pool_loops.h: the loops of pool.c for one type T (FN names it) and its positions I, LOWEST, EVEN: every second of two vectors; undefines its parameters. */
#define LARGEST(STEP)                                                   \
    for (int64_t o = 0; o < n; o++) {                                   \
        T v = x[o * (STEP)];                                            \
        bool take = (v > best[o]) | NOT_A_NUMBER(v);                            \
        best[o] = take ? v : best[o];                                   \
        where[o] = take ? (I)((I)first + (I)o * (I)(STEP)) : where[o];  \
    }

static void FN(largest)(const void *px, int64_t step, int64_t n, void *pbest, void *pwhere, int64_t first)
{
    const T *restrict x = px;
    T *restrict best = pbest;
    I *restrict where = pwhere;
    if (step == 1) { LARGEST(1) }
    else if (step == 2) { LARGEST(2) }
    else { LARGEST(step) }
}
#undef LARGEST

static void FN(sum)(const void *px, int64_t step, int64_t n, void *psum)
{
    const T *restrict x = px;
    T *restrict sum = psum;
    if (step == 1)
        for (int64_t o = 0; o < n; o++) sum[o] += x[o];
    else if (step == 2)
        for (int64_t o = 0; o < n; o++) sum[o] += x[o * 2];
    else
        for (int64_t o = 0; o < n; o++) sum[o] += x[o * step];
}

static void FN(spread)(void *px, int64_t step, int64_t n, const void *pg)
{
    T *restrict x = px;
    const T *restrict g = pg;
    if (step == 1)
        for (int64_t o = 0; o < n; o++) x[o] += g[o];
    else
        for (int64_t o = 0; o < n; o++) x[o * step] += g[o];
}

/* A row of n outputs, s elements apart, of windows with `count` elements: taps[i] from the window's beginning; x may be read behind its end (see wide.h). */
typedef T FN(V) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
typedef I FN(VI) __attribute__((vector_size(WIDE_BYTES), aligned(sizeof(T)), may_alias));
enum { FN(L) = WIDE_BYTES / sizeof(T) };

static inline FN(V) FN(every)(const T *x, int64_t s)
{
    if (s == 1) return *(const FN(V) *)x;
    if (s == 2) return __builtin_shufflevector(*(const FN(V) *)x, *(const FN(V) *)(x + FN(L)), EVEN);
    FN(V) v = {0}; /* (gcc 12 takes lanes that are set one by one for unset where it optimizes little) */
    for (int j = 0; j < FN(L); j++) v[j] = x[j * s];
    return v;
}

static inline void FN(largest_tap)(const T *x, int64_t s, FN(VI) places, FN(V) *best, FN(VI) *where)
{
    FN(V) v = FN(every)(x, s);
    FN(VI) take = (FN(VI))(v > *best) | NANS(v);
    *best = (FN(V))((take & (FN(VI))v) | (~take & (FN(VI))*best));
    *where = (take & places) | (~take & *where);
}

static inline void FN(largest_chunks)(const T *x, int64_t n, int64_t s, const int64_t *taps, const int64_t *places, int64_t count, int64_t origin, T *y, int64_t *where)
{
    FN(VI) steps;
    for (int j = 0; j < FN(L); j++) steps[j] = (I)(j * s);
    for (int64_t o = 0; o < n; o += FN(L)) {
        FN(V) best = (FN(V)){0} + LOWEST;
        FN(VI) at = (FN(VI)){0} - 1, from = steps + (I)(origin + o * s);
        for (int64_t i = 0; i < count; i++) FN(largest_tap)(x + o * s + taps[i], s, from + (I)places[i], &best, &at);
        int64_t m = n - o < FN(L) ? n - o : FN(L);
        if (m == FN(L)) *(FN(V) *)(y + o) = best;
        else
            for (int64_t j = 0; j < m; j++) y[o + j] = best[j];
        for (int64_t j = 0; j < m; j++) where[o + j] = at[j];
    }
}

static void FN(largest_row)(const void *x, int64_t n, int64_t s, const int64_t *taps, const int64_t *places, int64_t count, int64_t origin, void *y, int64_t *where)
{
    if (s == 1) FN(largest_chunks)(x, n, 1, taps, places, count, origin, y, where);
    else if (s == 2) FN(largest_chunks)(x, n, 2, taps, places, count, origin, y, where);
    else FN(largest_chunks)(x, n, s, taps, places, count, origin, y, where);
}

static inline void FN(sum_chunks)(const T *x, int64_t n, int64_t s, const int64_t *taps, int64_t count, T *y)
{
    for (int64_t o = 0; o < n; o += FN(L)) {
        FN(V) sum = {0};
        for (int64_t i = 0; i < count; i++) sum += FN(every)(x + o * s + taps[i], s);
        int64_t m = n - o < FN(L) ? n - o : FN(L);
        if (m == FN(L)) *(FN(V) *)(y + o) = sum;
        else
            for (int64_t j = 0; j < m; j++) y[o + j] = sum[j];
    }
}

static void FN(sum_row)(const void *x, int64_t n, int64_t s, const int64_t *taps, int64_t count, void *y)
{
    if (s == 1) FN(sum_chunks)(x, n, 1, taps, count, y);
    else if (s == 2) FN(sum_chunks)(x, n, 2, taps, count, y);
    else FN(sum_chunks)(x, n, s, taps, count, y);
}

static void FN(total)(const void *px, int64_t n, void *psum)
{
    const T *x = px;
    FN(V) a = {0}, b = {0};
    T lane[FN(L)], sum = 0;
    int64_t i = 0;
    for (; i + 2 * FN(L) <= n; i += 2 * FN(L)) a += *(const FN(V) *)(x + i), b += *(const FN(V) *)(x + i + FN(L));
    for (; i + FN(L) <= n; i += FN(L)) a += *(const FN(V) *)(x + i);
    *(FN(V) *)lane = a + b;
    WIDE_UNROLL
    for (int w = FN(L) / 2; w; w /= 2)
        for (int j = 0; j < w; j++) lane[j] += lane[j + w];
    for (; i < n; i++) sum += x[i];
    *(T *)psum += sum + lane[0];
}
#undef T
#undef NOT_A_NUMBER
#undef NANS
#undef I
#undef EVEN
#undef LOWEST
#undef FN
