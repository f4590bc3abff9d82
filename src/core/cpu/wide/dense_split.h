/* dense_split.h: singular values and vectors of a large real matrix: to one with elements on its diagonal and right of it alone, that one by dividing it and joining what the parts give. */

/* ---- two lines alone ---- */
typedef struct Lines {          /* of rows x columns: column reflectors come into a, row reflectors into the columns of `across` */
    double *a, *across, *x, *y; /* x: rows x BLOCK, y: columns x BLOCK */
    int64_t rows, columns;
    double *d, *e, *tau, *tau_across;
} Lines;

static void minus(int64_t n, const double *from, int64_t step, double *to)
{
    for (int64_t i = 0; i < n; i++) to[i] = -from[i * step];
}
/* Column and row i0 + j of a block: j of the block are done, and what they take off is left to x and y. */
static void line_of(const Lines *l, int64_t i0, int64_t j)
{
    double t[BLOCK_f64 + 1];
    const int64_t i = i0 + j, m = l->rows, n = l->columns, below = m - i, right = n - i - 1;
    double *v = l->a + i * m + i, *y = l->y + j * n, *x = l->x + j * m, *u = l->across + i * n + i + 1;
    const double *columns = l->a + i0 * m, *rows = l->across + i0 * n;
    minus(j, l->y + i, n, t);
    times_f64(below, j, columns + i, m, t, v);
    minus(j, rows + i, n, t);
    times_f64(below, j, l->x + i, m, t, v);
    l->tau[i] = reflector_f64(below, v);
    l->d[i] = v[0];
    v[0] = 1;
    if (!right) return;
    memset(y, 0, sizeof *y * (size_t)n);
    transposed_times_f64(below, right, v + m, m, v, y + i + 1);
    for (int part = 0; part < 2; part++) {
        memset(t, 0, sizeof t);
        transposed_times_f64(below, j, part ? l->x + i : columns + i, m, v, t);
        minus(j, t, 1, t);
        times_f64(right, j, part ? rows + i + 1 : l->y + i + 1, n, t, y + i + 1);
    }
    scale_f64(right, l->tau[i], y + i + 1);
    for (int64_t c = 0; c < right; c++) u[c] = l->a[(i + 1 + c) * m + i];
    minus(j + 1, columns + i, m, t);
    times_f64(right, j + 1, l->y + i + 1, n, t, u);
    minus(j, l->x + i, m, t);
    times_f64(right, j, rows + i + 1, n, t, u);
    l->tau_across[i] = reflector_f64(right, u);
    l->e[i] = u[0];
    u[0] = 1;
    memset(x, 0, sizeof *x * (size_t)m);
    times_f64(below - 1, right, v + m + 1, m, u, x + i + 1);
    memset(t, 0, sizeof t);
    transposed_times_f64(right, j + 1, l->y + i + 1, n, u, t);
    minus(j + 1, t, 1, t);
    times_f64(below - 1, j + 1, columns + i + 1, m, t, x + i + 1);
    memset(t, 0, sizeof t);
    transposed_times_f64(right, j, rows + i + 1, n, u, t);
    minus(j, t, 1, t);
    times_f64(below - 1, j, l->x + i + 1, m, t, x + i + 1);
    scale_f64(below - 1, l->tau_across[i], x + i + 1);
}
static bool to_lines(const Desk_f64 *desk, const Lines *l)
{
    const int64_t m = l->rows, n = l->columns;
    for (int64_t i0 = 0; i0 < n; i0 += BLOCK_f64) {
        int64_t block = n - i0 < BLOCK_f64 ? n - i0 : BLOCK_f64, next = i0 + block;
        for (int64_t j = 0; j < block; j++) {
            if (desk->host->stop(desk->host->data)) return false;
            line_of(l, i0, j);
        }
        if (next == n) break;
        double *rest = l->a + next * m + next;
        if (!product_f64(desk, m - next, n - next, block, -1, l->a + i0 * m + next, 1, m, l->y + next, n, 1, rest, m) ||
            !product_f64(desk, m - next, n - next, block, -1, l->x + next, 1, m, l->across + i0 * n + next, n, 1, rest, m))
            return false;
    }
    return true;
}

/* ---- values alone: sweeps of rotations that keep the two lines ---- */
static void pair_turn(double f, double g, double *c, double *s, double *r)
{
    double size = sqrt(f * f + g * g);
    if (size == 0) *c = 1, *s = 0;
    else *c = f / size, *s = g / size;
    *r = size;
}
static void values_sweep(double *d, double *e, int64_t low, int64_t high, double shift)
{
    double c = 1, s = 0, f = shift == 0 ? d[low] : (fabs(d[low]) - shift) * (copysign(1, d[low]) + shift / d[low]), g = e[low], r;
    for (int64_t i = low; i < high; i++) {
        pair_turn(f, g, &c, &s, &r);
        if (i > low) e[i - 1] = r;
        f = c * d[i] + s * e[i];
        e[i] = c * e[i] - s * d[i];
        g = s * d[i + 1];
        d[i + 1] *= c;
        pair_turn(f, g, &c, &s, &r);
        d[i] = r;
        f = c * e[i] + s * d[i + 1];
        d[i + 1] = c * d[i + 1] - s * e[i];
        if (i + 1 < high) {
            g = s * e[i + 1];
            e[i + 1] *= c;
        }
    }
    e[high - 1] = f;
}
static double small_of_last(double d0, double e0, double d1) /* the smaller singular value of (d0 e0; 0 d1) */
{
    double a = fabs(d0), b = fabs(d1), g = fabs(e0), big = fmax(a, b), little = fmin(a, b);
    if (little == 0) return 0;
    double sum = (a + b) * (a + b) + g * g, difference = (a - b) * (a - b) + g * g;
    return big == 0 ? 0 : 2 * a * b / (sqrt(sum) + sqrt(difference));
}
static bool values_settle(const DenseHost *host, double *d, double *e, int64_t n)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fmax(fabs(d[i]), i + 1 < n ? fabs(e[i]) : 0));
    int64_t high = n - 1;
    for (int64_t sweeps = 40 * n; high > 0; sweeps--) {
        int64_t low = high;
        bool zero = false;
        for (; low > 0; low--) {
            if (fabs(e[low - 1]) <= DBL_EPSILON * (fabs(d[low]) + fabs(d[low - 1])) || fabs(e[low - 1]) <= DBL_EPSILON / 4 * most) break;
        }
        if (low > 0) e[low - 1] = 0;
        if (low == high) {
            high--;
            continue;
        }
        if (!sweeps || ((sweeps & 31) == 0 && host->stop(host->data))) return false;
        for (int64_t i = low; i <= high; i++) zero |= fabs(d[i]) <= DBL_EPSILON * most;
        values_sweep(d, e, low, high, zero ? 0 : small_of_last(d[high - 1], e[high - 1], d[high]));
    }
    for (int64_t i = 0; i < n; i++) d[i] = fabs(d[i]);
    return true;
}

/* ---- values and vectors: n x (n + more) with two lines ---- */
/* A column across the first k of v's and of length 1 */
static void column_across(double *v, int64_t n, int64_t ld, int64_t k, double *into)
{
    for (int64_t axis = 0; axis < n; axis++) {
        memset(into, 0, sizeof *into * (size_t)n);
        into[axis] = 1;
        for (int pass = 0; pass < 2; pass++)
            for (int64_t c = 0; c < k; c++) add_times_f64(n, -dot_f64(n, v + c * ld, into), v + c * ld, into);
        double size = length_f64(n, into);
        if (size * size * (double)(n + 1) < 0.5) continue; /* (one axis at least leaves that much) */
        scale_f64(n, 1 / size, into);
        return;
    }
}
/* A small one: the lines' transposed columns are turned until they stand across each other; they come to v, the turns to u, the values rising to d. */
static void small_lines(Join *t, int64_t n, int64_t more, double *d, const double *e, double *u, int64_t ldu, double *v, int64_t ldv)
{
    int64_t rows = n + more;
    for (int64_t i = 0; i < n; i++) {
        u[i * ldu + i] = 1;
        v[i * ldv + i] = d[i];
        if (i + 1 < rows) v[i * ldv + i + 1] = e[i];
    }
    bool again = true;
    for (int sweep = 0; again && sweep < 60; sweep++) {
        again = false;
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                double *x = v + p * ldv, *y = v + q * ldv, g = dot_f64(rows, x, y), first = dot_f64(rows, x, x), second = dot_f64(rows, y, y);
                if (g == 0 || fabs(g) <= 0x1p-53 * sqrt(first) * sqrt(second)) continue;
                again = true;
                double zeta = (second - first) / (2 * g), tan = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + tan * tan);
                turn_pair(rows, x, y, c, -c * tan);
                turn_pair(n, u + p * ldu, u + q * ldu, c, -c * tan);
            }
    }
    for (int64_t i = 0; i < n; i++) t->values[i] = length_f64(rows, v + i * ldv);
    order_of(t->values, n, t->order);
    for (int64_t i = 0; i < n; i++) d[i] = t->values[t->order[i]];
    put_in_order(t->order, n, n, u, ldu, t->parts);
    put_in_order(t->order, n, rows, v, ldv, t->parts);
    for (int64_t i = n - 1; i >= 0; i--) { /* from the largest on; those of next to nothing (whose squares are lost) come across all others */
        if (d[i] > 1e-100 * d[n - 1]) scale_f64(rows, 1 / d[i], v + i * ldv);
        else column_across(v + (i + 1) * ldv, rows, ldv, n - 1 - i, v + i * ldv);
    }
    if (more) column_across(v, rows, ldv, n, v + n * ldv);
}

/* What is left of two parts of `first` and n - first - 1 rows and the row between them (alpha over the last column of the first, beta over the first of the other). Values d: the first's, a
 * place for the row between, the other's. v's column `first` is what the first part leaves, its column n (where more) what the other does. */
static bool join_lines(Join *t, int64_t n, int64_t more, int64_t first, double alpha, double beta, double *d, double *u, int64_t ldu, double *v, int64_t ldv)
{
    const int64_t rows = n + more, high = first + 1; /* v's rows of the first part */
    double *z = t->z, most = fmax(fabs(alpha), fabs(beta));
    uint8_t *where = t->where, *where2 = t->where2; /* of u's and of v's columns */
    for (int64_t i = 0; i < n; i++) {
        z[i] = i <= first ? alpha * v[i * ldv + first] : beta * v[i * ldv + high];
        where[i] = where2[i] = i < first ? 1 : 2;
        if (i != first) most = fmax(most, d[i]);
    }
    d[first] = 0;
    where[first] = 0;
    where2[first] = 1;
    u[first * ldu + first] = 1;
    if (most == 0) return true;
    if (more) { /* two columns that nothing belongs to: one is turned so that the row between does not see it */
        double last = beta * v[n * ldv + high], size = hypot(z[first], last), c = size == 0 ? 1 : z[first] / size, s = size == 0 ? 0 : last / size;
        turn_pair(rows, v + first * ldv, v + n * ldv, c, s);
        z[first] = size;
        where2[first] = 3;
    }
    const double least = 0x1p-50 * most;
    if (fabs(z[first]) <= least / 8) z[first] = least / 8;
    order_of(d, n, t->order);
    t->gone_count = 0;
    t->kept_count = 1;
    t->kept[0] = first;
    int64_t before = -1;
    for (int64_t o = 0; o < n; o++) {
        int64_t i = t->order[o];
        if (i == first) continue;
        if (fabs(z[i]) <= least) {
            t->gone[t->gone_count++] = i;
            continue;
        }
        if (before >= 0 && d[i] - d[before] <= least) {
            double size = hypot(z[i], z[before]), c = z[i] / size, s = -z[before] / size;
            turn_pair(n, u + before * ldu, u + i * ldu, c, s);
            turn_pair(rows, v + before * ldv, v + i * ldv, c, s);
            z[i] = size;
            where[i] = where[before] = where[i] | where[before];
            where2[i] = where2[before] = where2[i] | where2[before];
            t->gone[t->gone_count++] = before;
            t->kept_count--;
        }
        t->kept[t->kept_count++] = before = i;
    }
    const int64_t k = t->kept_count;
    Poles p = {k, t->d, t->z2, true};
    for (int64_t i = 0; i < k; i++) {
        t->d[i] = d[t->kept[i]];
        t->z2[i] = z[t->kept[i]] * z[t->kept[i]];
    }
    if (k > 1 && t->d[1] <= least / 2) t->d[1] = least / 2;
    for (int64_t j = 0; j < k; j++) t->values[j] = root_of(&p, j, t->s + j * k, t->s2 + j * k);
    z_again(&p, t->s, t->s2, t->again);
    for (int64_t i = 0; i < k; i++) t->again[i] = copysign(t->again[i], z[t->kept[i]]);
    for (int64_t j = 0; j < k; j++) {
        double *right = t->s + j * k, *left = t->s2 + j * k;
        for (int64_t i = 0; i < k; i++) {
            right[i] = t->again[i] / (right[i] * left[i]);
            left[i] = t->d[i] * right[i];
        }
        left[0] = -1;
        scale_f64(k, 1 / length_f64(k, right), right);
        scale_f64(k, 1 / length_f64(k, left), left);
    }
    if (!join_rows(t, u, ldu, 0, first, where, 1, t->s2, t->made) || !join_rows(t, u, ldu, high, n - high, where, 2, t->s2, t->made) ||
        !join_rows(t, v, ldv, 0, high, where2, 1, t->s, t->made2) || !join_rows(t, v, ldv, high, rows - high, where2, 2, t->s, t->made2))
        return false;
    for (int64_t j = 0; j < k; j++) t->made[j * ldu + first] = t->s2[j * k];
    for (int64_t i = 0; i < t->gone_count; i++) t->values[k + i] = d[t->gone[i]];
    order_of(t->values, n, t->order);
    for (int64_t i = 0; i < n; i++) d[i] = t->values[t->order[i]];
    join_back(t, n, u, ldu, t->made);
    join_back(t, rows, v, ldv, t->made2);
    return true;
}
/* u, v: zeros in their n x n and (n + more) x (n + more) */
static bool divide_lines(Join *t, int64_t n, int64_t more, double *d, double *e, double *u, int64_t ldu, double *v, int64_t ldv)
{
    if (n <= LEAF) {
        small_lines(t, n, more, d, e, u, ldu, v, ldv);
        return true;
    }
    int64_t first = n / 2, next = first + 1;
    double alpha = d[first], beta = e[first];
    return divide_lines(t, first, 1, d, e, u, ldu, v, ldv) && divide_lines(t, n - next, more, d + next, e + next, u + next * ldu + next, ldu, v + next * ldv + next, ldv) &&
           join_lines(t, n, more, first, alpha, beta, d, u, ldu, v, ldv);
}

/* ---- the whole ---- */
static Solved svd(const DenseHost *host, double *a, int64_t rows, int64_t columns, double *s, double *v);

static Solved svd_tall(const DenseHost *host, double *a, int64_t rows, int64_t columns, double *s, double *v) /* by its triangle */
{
    size_t desk_bytes = (desk_room_f64(rows) + 63) / 64 * 64, bytes = desk_bytes + sizeof(double) * (size_t)((rows + columns + 1) * columns);
    char *room = host->take(host->data, bytes);
    if (!room) return STOPPED;
    double *q = (double *)(room + desk_bytes), *r = q + rows * columns, *tau = r + columns * columns;
    Desk_f64 desk;
    desk_lay_f64(&desk, host, room, rows);
    Solved done = qr_f64(host, a, rows, columns, tau);
    for (int64_t c = 0; c < columns; c++)
        for (int64_t i = 0; i < columns; i++) r[c * columns + i] = i <= c ? a[c * rows + i] : 0;
    if (done == SOLVED && v) done = qr_q_f64(host, a, tau, rows, columns, q, columns);
    if (done == SOLVED) done = svd(host, r, columns, columns, s, v);
    if (done == SOLVED && v) {
        memset(a, 0, sizeof *a * (size_t)(rows * columns));
        if (!product_f64(&desk, rows, columns, columns, 1, q, 1, rows, r, 1, columns, a, rows)) done = STOPPED;
    }
    host->give(host->data, room, bytes);
    return done;
}
static void no_dust(double *x, int64_t n) /* numbers near 1 are the largest: what is lost beside them has squares that are 0 */
{
    for (int64_t i = 0; i < n; i++)
        if (fabs(x[i]) < 1e-60) x[i] = 0;
}
static Solved svd(const DenseHost *host, double *a, int64_t rows, int64_t columns, double *s, double *v)
{
    const int64_t m = rows, n = columns;
    if (!all_finite(a, m * n)) return UNSOLVED;
    if (m * 5 >= n * 8) return svd_tall(host, a, m, n, s, v);
    size_t desk_bytes = (desk_room_f64(m) + 63) / 64 * 64, block_bytes = block_room_f64(m, n), lists = sizeof(double) * (size_t)(3 * n + (m + n) * BLOCK_f64 + n * n);
    size_t bytes = desk_bytes + block_bytes + lists + (v ? join_room(n, 4) + sizeof(double) * (size_t)(n * n + m * n) : 0);
    char *room = host->take(host->data, bytes), *at = room + desk_bytes;
    if (!room) return STOPPED;
    Desk_f64 desk;
    Block_f64 block;
    Join t = {.desk = &desk};
    desk_lay_f64(&desk, host, room, m);
    block_lay_f64(&block, at, m, n);
    double *e = (double *)(at + block_bytes), *tau = e + n, *tau_across = tau + n, *x = tau_across + n, *y = x + m * BLOCK_f64, *across = y + n * BLOCK_f64, *u = across + n * n, *small = u + (v ? m * n : 0);
    Lines l = {a, across, x, y, m, n, s, e, tau, tau_across};
    Solved done = to_lines(&desk, &l) ? SOLVED : STOPPED;
    double by = done == SOLVED ? even_out(s, e, n) : 1;
    if (done == SOLVED) {
        no_dust(s, n);
        no_dust(e, n - 1);
    }
    if (done == SOLVED && !v) {
        done = values_settle(host, s, e, n) ? SOLVED : UNSOLVED;
        sort_doubles(s, n);
    } else if (done == SOLVED) {
        at = (char *)(small + n * n);
        join_lay(&t, &at, n, 4);
        memset(small, 0, sizeof *small * (size_t)(n * n));
        memset(v, 0, sizeof *v * (size_t)(n * n));
        memset(u, 0, sizeof *u * (size_t)(m * n));
        done = divide_lines(&t, n, 0, s, e, small, n, v, n) ? SOLVED : STOPPED;
        for (int64_t c = 0; done == SOLVED && c < n; c++) memcpy(u + (n - 1 - c) * m, small + c * n, sizeof *u * (size_t)n);
        for (int64_t c = 0; c < n; c++) memcpy(small + (n - 1 - c) * n, v + c * n, sizeof *v * (size_t)n);
        memcpy(v, small, sizeof *v * (size_t)(n * n));
        if (done == SOLVED && !(reflect_back(&desk, &block, a, m, 0, n, tau, u, n) && reflect_back(&desk, &block, across, n, 1, n - 1, tau_across, v, n))) done = STOPPED;
        if (done == SOLVED) memcpy(a, u, sizeof *a * (size_t)(m * n));
    }
    scale_f64(n, 1 / by, s);
    for (int64_t i = 0; done == SOLVED && i < n / 2; i++) {
        double other = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = other;
    }
    host->give(host->data, room, bytes);
    return done;
}
