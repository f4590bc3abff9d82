/* dense_factor.h: triangular factors and reflectors in blocks, for one type T; behind dense_product.h. */

/* ---- LU, by halves of the columns ---- */
static void FN(exchange)(T *a, int64_t ld, int64_t columns, const int64_t *swaps, int64_t n)
{
    for (int64_t c = 0; c < columns; c++, a += ld)
        for (int64_t i = 0; i < n; i++) {
            T x = a[i];
            a[i] = a[swaps[i]];
            a[swaps[i]] = x;
        }
}
static void FN(lu_narrow)(int64_t m, int64_t n, T *a, int64_t ld, int64_t *swaps, bool *singular)
{
    for (int64_t j = 0; j < n; j++) {
        T *column = a + j * ld;
        int64_t pivot = j;
        for (int64_t i = j + 1; i < m; i++)
            if (FN(size)(column[i]) > FN(size)(column[pivot])) pivot = i;
        swaps[j] = pivot;
        if (column[pivot] == 0) {
            *singular = true;
            continue;
        }
        for (int64_t c = 0; pivot != j && c < n; c++) {
            T x = a[c * ld + j];
            a[c * ld + j] = a[c * ld + pivot];
            a[c * ld + pivot] = x;
        }
        if (FN(size)(column[j]) > (sizeof(T) == 4 ? 1e-37 : 1e-300)) FN(scale)
        (m - j - 1, 1 / column[j], column + j + 1);
        else for (int64_t i = j + 1; i < m; i++) column[i] /= column[j];
        for (int64_t c = j + 1; c < n; c++) FN(add_times)
        (m - j - 1, -a[c * ld + j], column + j + 1, a + c * ld + j + 1);
    }
}
static bool FN(lu_halves)(const FN(Desk) * d, int64_t m, int64_t n, T *a, int64_t ld, int64_t *swaps, bool *singular)
{
    if (n <= 8) {
        FN(lu_narrow)
        (m, n, a, ld, swaps, singular);
        return true;
    }
    int64_t half = half_of(n), rest = n - half;
    T *right = a + half * ld;
    if (!FN(lu_halves)(d, m, half, a, ld, swaps, singular)) return false;
    FN(exchange)
    (right, ld, rest, swaps, half);
    if (!FN(left_solve)(d, false, true, half, rest, a, ld, right, ld) || !FN(product)(d, m - half, rest, half, -1, a + half, 1, ld, right, 1, ld, right + half, ld)) return false;
    if (!FN(lu_halves)(d, m - half, rest, right + half, ld, swaps + half, singular)) return false;
    FN(exchange)
    (a + half, ld, half, swaps + half, rest);
    for (int64_t i = half; i < n; i++) swaps[i] += half;
    return true;
}
static Solved FN(lu)(const DenseHost *host, void *a, int64_t n, int64_t *swaps, int *sign)
{
    FN(Desk)
    d;
    size_t bytes;
    void *room = FN(desk_take)(&d, host, n, &bytes);
    if (!room) return STOPPED;
    bool singular = false, done = FN(lu_halves)(&d, n, n, a, n, swaps, &singular);
    host->give(host->data, room, bytes);
    *sign = 1;
    for (int64_t i = 0; done && i < n; i++)
        if (swaps[i] != i) *sign = -*sign;
    return !done ? STOPPED : singular ? UNSOLVED
                                      : SOLVED;
}
static Solved FN(lu_solve)(const DenseHost *host, const void *lu, const int64_t *swaps, int64_t n, void *b, int64_t columns)
{
    FN(Desk)
    d;
    int64_t most = n > columns ? n : columns;
    size_t bytes;
    void *room = FN(desk_take)(&d, host, most, &bytes);
    if (!room) return STOPPED;
    FN(exchange)
    (b, n, columns, swaps, n);
    bool done = FN(left_solve)(&d, false, true, n, columns, lu, n, b, n) && FN(left_solve)(&d, true, false, n, columns, lu, n, b, n);
    host->give(host->data, room, bytes);
    return done ? SOLVED : STOPPED;
}

static Solved FN(triangular)(const DenseHost *host, const void *a, int64_t n, void *b, int64_t columns, bool upper, bool unit)
{
    FN(Desk)
    d;
    int64_t most = n > columns ? n : columns;
    size_t bytes;
    void *room = FN(desk_take)(&d, host, most, &bytes);
    if (!room) return STOPPED;
    bool done = FN(left_solve)(&d, upper, unit, n, columns, a, n, b, n);
    host->give(host->data, room, bytes);
    return done ? SOLVED : STOPPED;
}

/* ---- Cholesky ---- */
/* The lower triangle of C -= A A' (what stands over it in small squares on the diagonal is no longer meant) */
static bool FN(lower_square)(const FN(Desk) * d, int64_t n, int64_t k, const T *a, int64_t lda, T *c, int64_t ldc)
{
    if (n <= 64) return FN(product)(d, n, n, k, -1, a, 1, lda, a, lda, 1, c, ldc);
    int64_t half = half_of(n);
    return FN(lower_square)(d, half, k, a, lda, c, ldc) && FN(product)(d, n - half, half, k, -1, a + half, 1, lda, a, lda, 1, c + half, ldc) &&
           FN(lower_square)(d, n - half, k, a + half, lda, c + half * ldc + half, ldc);
}
static Solved FN(cholesky_halves)(const FN(Desk) * d, int64_t n, T *a, int64_t ld)
{
    if (n > 16) {
        int64_t half = half_of(n);
        T *low = a + half, *last = low + half * ld;
        Solved s = FN(cholesky_halves)(d, half, a, ld);
        if (s != SOLVED) return s;
        if (!FN(right_solve)(d, n - half, half, a, ld, low, ld) || !FN(lower_square)(d, n - half, half, low, ld, last, ld)) return STOPPED;
        return FN(cholesky_halves)(d, n - half, last, ld);
    }
    for (int64_t j = 0; j < n; j++) {
        T *column = a + j * ld;
        for (int64_t k = 0; k < j; k++) FN(add_times)
        (n - j, -a[k * ld + j], a + k * ld + j, column + j);
        if (!(column[j] > 0)) return UNSOLVED;
        column[j] = (T)sqrt((double)column[j]);
        FN(scale)
        (n - j - 1, 1 / column[j], column + j + 1);
    }
    return SOLVED;
}
static Solved FN(cholesky)(const DenseHost *host, void *given, int64_t n)
{
    FN(Desk)
    d;
    T *a = given;
    size_t bytes;
    void *room = FN(desk_take)(&d, host, n, &bytes);
    if (!room) return STOPPED;
    Solved s = FN(cholesky_halves)(&d, n, a, n);
    for (int64_t j = 1; j < n; j++) memset(a + j * n, 0, sizeof *a * (size_t)j);
    host->give(host->data, room, bytes);
    return s;
}

/* ---- reflectors, a block of them as 1 - V F V' with a triangle F ---- */
enum { FN(BLOCK) = 32 };
static T FN(reflector)(int64_t n, T *x) /* turns x into (beta, 0 …): beta takes x[0]'s place, the rest of v the others' */
{
    double rest = FN(length)(n - 1, x + 1), first = (double)x[0];
    if (rest == 0) return 0;
    double beta = -copysign(sqrt(first * first + rest * rest), first);
    if (!(fabs(beta) > (sizeof(T) == 4 ? 1e-30 : 1e-140) && fabs(beta) < 1e140)) { /* what is tiny is first made larger, for its inverse */
        const double by = fabs(beta) < 1 ? (sizeof(T) == 4 ? 0x1p120 : 0x1p900) : 1;
        FN(scale)
        (n, (T)by, x);
        rest = FN(length)(n - 1, x + 1);
        first = (double)x[0];
        beta = -copysign(hypot(first, rest), first);
        FN(scale)
        (n - 1, (T)(1 / (first - beta)), x + 1);
        x[0] = (T)(beta / by);
        return (T)((beta - first) / beta);
    }
    FN(scale)
    (n - 1, (T)(1 / (first - beta)), x + 1);
    x[0] = (T)beta;
    return (T)((beta - first) / beta);
}

typedef struct FN(Block) { /* of k reflectors of m elements */
    int64_t m, k;
    T *v, *f, *w, *w2; /* m x k, ones and zeros filled in; k x k; k x columns, twice */
} FN(Block);
static size_t FN(block_room)(int64_t m, int64_t columns) { return sizeof(T) * (size_t)(FN(BLOCK) * (m + FN(BLOCK) + 2 * columns)); }
static void FN(block_lay)(FN(Block) * b, void *room, int64_t m, int64_t columns)
{
    b->v = room;
    b->f = b->v + FN(BLOCK) * m;
    b->w = b->f + FN(BLOCK) * FN(BLOCK);
    b->w2 = b->w + FN(BLOCK) * columns;
}
/* Of reflectors that stand in a's columns, the j-th from row j on. */
static bool FN(block_of)(const FN(Desk) * d, FN(Block) * b, int64_t m, int64_t k, const T *a, int64_t ld, const T *tau)
{
    T *f = b->f, g[FN(BLOCK) * FN(BLOCK)];
    b->m = m;
    b->k = k;
    for (int64_t j = 0; j < k; j++) {
        T *v = b->v + j * m;
        memset(v, 0, sizeof *v * (size_t)j);
        v[j] = 1;
        memcpy(v + j + 1, a + j * ld + j + 1, sizeof *v * (size_t)(m - j - 1));
    }
    memset(f, 0, sizeof *f * (size_t)(k * k));
    memset(g, 0, sizeof g);
    if (!FN(product)(d, k, k, m, 1, b->v, m, 1, b->v, 1, m, g, k)) return false;
    for (int64_t j = 0; j < k; j++) {
        for (int64_t c = 0; c < j; c++) FN(add_times)
        (c + 1, -tau[j] * g[j * k + c], f + c * k, f + j * k);
        f[j * k + j] = tau[j];
    }
    return true;
}
/* C = (1 - V F V') C, or with F' */
static bool FN(block_apply)(const FN(Desk) * d, const FN(Block) * b, bool transposed, T *c, int64_t ldc, int64_t columns)
{
    int64_t m = b->m, k = b->k;
    if (!columns) return true;
    memset(b->w, 0, sizeof *b->w * (size_t)(k * columns));
    memset(b->w2, 0, sizeof *b->w2 * (size_t)(k * columns));
    return FN(product)(d, k, columns, m, 1, b->v, m, 1, c, 1, ldc, b->w, k) &&
           FN(product)(d, k, columns, k, 1, b->f, transposed ? k : 1, transposed ? 1 : k, b->w, 1, k, b->w2, k) &&
           FN(product)(d, m, columns, k, -1, b->v, 1, m, b->w2, 1, k, c, ldc);
}

static bool FN(qr_steps)(const FN(Desk) * d, FN(Block) * b, T *a, int64_t rows, int64_t columns, T *tau)
{
    int64_t all = rows < columns ? rows : columns;
    T sums[FN(BLOCK)];
    for (int64_t j0 = 0; j0 < all; j0 += FN(BLOCK)) {
        int64_t k = all - j0 < FN(BLOCK) ? all - j0 : FN(BLOCK), to = j0 + k;
        for (int64_t j = j0; j < to; j++) {
            T *v = a + j * rows + j, *right = v + rows, beta;
            tau[j] = FN(reflector)(rows - j, v);
            beta = v[0];
            v[0] = 1;
            memset(sums, 0, sizeof sums);
            FN(transposed_times)
            (rows - j, to - j - 1, right, rows, v, sums);
            for (int64_t c = 0; c < to - j - 1; c++) FN(add_times)
            (rows - j, -tau[j] * sums[c], v, right + c * rows);
            v[0] = beta;
        }
        if (to == columns) break;
        if (!FN(block_of)(d, b, rows - j0, k, a + j0 * rows + j0, rows, tau + j0)) return false;
        if (!FN(block_apply)(d, b, true, a + to * rows + j0, rows, columns - to)) return false;
    }
    return true;
}
static bool FN(q_steps)(const FN(Desk) * d, FN(Block) * b, const T *a, const T *tau, int64_t rows, int64_t reflectors, T *q, int64_t columns)
{
    for (int64_t j0 = (reflectors - 1) / FN(BLOCK) * FN(BLOCK); j0 >= 0 && reflectors; j0 -= FN(BLOCK)) {
        int64_t k = reflectors - j0 < FN(BLOCK) ? reflectors - j0 : FN(BLOCK);
        if (!FN(block_of)(d, b, rows - j0, k, a + j0 * rows + j0, rows, tau + j0)) return false;
        if (!FN(block_apply)(d, b, false, q + j0 * rows + j0, rows, columns - j0)) return false; /* (columns before are those of 1 there) */
    }
    return true;
}
static Solved FN(with_block)(const DenseHost *host, int64_t rows, int64_t columns, T *a, T *tau, int64_t reflectors, T *q)
{
    FN(Desk)
    d;
    FN(Block)
    b;
    int64_t most = rows > columns ? rows : columns;
    size_t desk = (FN(desk_room)(most) + 63) / 64 * 64, bytes = desk + FN(block_room)(rows, columns);
    char *room = host->take(host->data, bytes);
    if (!room) return STOPPED;
    FN(desk_lay)
    (&d, host, room, most);
    FN(block_lay)
    (&b, room + desk, rows, columns);
    bool done = q ? FN(q_steps)(&d, &b, a, tau, rows, reflectors, q, columns) : FN(qr_steps)(&d, &b, a, rows, columns, tau);
    host->give(host->data, room, bytes);
    return done ? SOLVED : STOPPED;
}
static Solved FN(qr)(const DenseHost *host, void *a, int64_t rows, int64_t columns, void *tau) { return FN(with_block)(host, rows, columns, a, tau, 0, NULL); }
static Solved FN(qr_q)(const DenseHost *host, const void *a, const void *tau, int64_t rows, int64_t reflectors, void *q, int64_t columns)
{
    T *one = q;
    memset(one, 0, sizeof *one * (size_t)(rows * columns));
    for (int64_t c = 0; c < columns && c < rows; c++) one[c * rows + c] = 1;
    return FN(with_block)(host, rows, columns, (T *)a, (T *)tau, reflectors, q);
}
