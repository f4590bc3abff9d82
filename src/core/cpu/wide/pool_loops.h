/* pool_loops.h: the loops of pool.c for one type T (FN names it) and its positions I; undefines its parameters. */
#define LARGEST(STEP)                                                   \
    for (int64_t o = 0; o < n; o++) {                                   \
        T v = x[o * (STEP)];                                            \
        bool take = v > best[o] || v != v;                              \
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

enum { FN(PL) = 64 / sizeof(T) };
static void FN(total)(const void *px, int64_t n, void *psum)
{
    const T *restrict x = px;
    T lane[FN(PL)] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + FN(PL) <= n; i += FN(PL))
        for (int j = 0; j < FN(PL); j++) lane[j] += x[i + j];
    for (int j = 0; i > 0 && j < FN(PL); j++) sum += lane[j];
    for (; i < n; i++) sum += x[i];
    *(T *)psum += sum;
}
#undef T
#undef I
#undef FN
