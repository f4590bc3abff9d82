/* dense_eigen.h: eigenvalues and vectors of a large real symmetric matrix: to one with elements beside its diagonal alone, that one by dividing it into two and joining what they give. */

/* ---- what has elements beside its diagonal alone ---- */
enum { LEAF = 25 };

/* y = A x of the lower triangle of n columns `ld` apart; y is zero before */
static void symmetric_times(int64_t n, const double *a, int64_t ld, const double *x, double *y)
{
    int64_t c = 0;
    for (; c + 4 <= n; c += 4) { /* four columns at once: each element below serves its row and its column */
        const double *col = a + c * ld, x0 = x[c], x1 = x[c + 1], x2 = x[c + 2], x3 = x[c + 3];
        for (int64_t j = 0; j < 4; j++) {
            y[c + j] += col[j * ld + c + j] * x[c + j];
            for (int64_t i = j + 1; i < 4; i++) {
                y[c + i] += col[j * ld + c + i] * x[c + j];
                y[c + j] += col[j * ld + c + i] * x[c + i];
            }
        }
        DV_f64 s[4] = {0};
        int64_t i = c + 4;
        for (; i + DL_f64 <= n; i += DL_f64) {
            const DV_f64 c0 = *(const DV_f64 *)(col + i), c1 = *(const DV_f64 *)(col + ld + i), c2 = *(const DV_f64 *)(col + 2 * ld + i), c3 = *(const DV_f64 *)(col + 3 * ld + i);
            const DV_f64 here = *(const DV_f64 *)(x + i);
            *(DV_f64 *)(y + i) += (c0 * x0 + c1 * x1) + (c2 * x2 + c3 * x3);
            s[0] += c0 * here;
            s[1] += c1 * here;
            s[2] += c2 * here;
            s[3] += c3 * here;
        }
        for (; i < n; i++) {
            y[i] += col[i] * x0 + col[ld + i] * x1 + col[2 * ld + i] * x2 + col[3 * ld + i] * x3;
            for (int j = 0; j < 4; j++) y[c + j] += col[j * ld + i] * x[i];
        }
        for (int j = 0; j < 4; j++)
            for (int l = 0; l < DL_f64; l++) y[c + j] += s[j][l];
    }
    for (; c < n; c++) {
        const double *col = a + c * ld;
        y[c] += col[c] * x[c] + dot_f64(n - c - 1, col + c + 1, x + c + 1);
        add_times_f64(n - c - 1, x[c], col + c + 1, y + c + 1);
    }
}

typedef struct Sides {
    double *left, *right;
} Sides; /* m x 2 BLOCK each: what an update multiplies */

/* Reflectors come below the diagonal, from the row under it on (their first element, 1, too). w: n x BLOCK */
static bool to_band(const Desk_f64 *d, double *a, int64_t n, double *diagonal, double *beside, double *tau, double *w, Sides both)
{
    enum { B = BLOCK_f64 };
    double x[B], t[B];
    for (int64_t i0 = 0; i0 < n; i0 += B) {
        int64_t block = n - i0 < B ? n - i0 : B, rest = n - i0 - block;
        for (int64_t j = 0; j < block; j++) {
            int64_t i = i0 + j, len = n - i - 1;
            double *col = a + i * n, *v = col + i + 1, *to = w + j * n + i + 1;
            if (d->host->stop(d->host->data)) return false;
            for (int64_t k = 0; k < j; k++) x[k] = -w[k * n + i];
            times_f64(n - i, j, a + i0 * n + i, n, x, col + i);
            for (int64_t k = 0; k < j; k++) x[k] = -a[(i0 + k) * n + i];
            times_f64(n - i, j, w + i, n, x, col + i);
            diagonal[i] = col[i];
            if (!len) break;
            tau[i] = reflector_f64(len, v);
            beside[i] = v[0];
            v[0] = 1;
            memset(to, 0, sizeof *to * (size_t)len);
            if (tau[i] == 0) continue;
            symmetric_times(len, a + (i + 1) * n + i + 1, n, v, to);
            for (int part = 0; part < 2; part++) { /* what the block has not yet taken off */
                const double *one = (part ? a + i0 * n : w) + i + 1, *other = (part ? w : a + i0 * n) + i + 1;
                memset(t, 0, sizeof t);
                transposed_times_f64(len, j, one, n, v, t);
                for (int64_t k = 0; k < j; k++) t[k] = -t[k];
                times_f64(len, j, other, n, t, to);
            }
            scale_f64(len, tau[i], to);
            add_times_f64(len, -tau[i] / 2 * dot_f64(len, to, v), v, to);
        }
        if (!rest) break;
        for (int64_t j = 0; j < block; j++) {
            const double *v = a + (i0 + j) * n + i0 + block, *u = w + j * n + i0 + block;
            memcpy(both.left + j * rest, v, sizeof *v * (size_t)rest);
            memcpy(both.left + (block + j) * rest, u, sizeof *u * (size_t)rest);
            memcpy(both.right + j * rest, u, sizeof *u * (size_t)rest);
            memcpy(both.right + (block + j) * rest, v, sizeof *v * (size_t)rest);
        }
        enum { STRIP = 96 };
        for (int64_t c = 0; c < rest; c += STRIP) {
            int64_t columns = rest - c < STRIP ? rest - c : STRIP, at = i0 + block + c;
            if (!product_f64(d, rest - c, columns, 2 * block, -1, both.left + c, 1, rest, both.right + c, rest, 1, a + at * n + at, n)) return false;
        }
    }
    return true;
}

/* ---- the roots of 1 + sum z² / (d - x): one between each pair of neighbours, the last beyond all ---- */
typedef struct Poles { /* d rising, z² > 0; squared: x and the d are meant squared, so that the roots are found for x itself */
    int64_t n;
    const double *d, *z2;
    bool squared;
} Poles;
typedef struct Rational {
    double sum, slope;
} Rational;

/* sum of z² / distance over from … to-1, and of its derivative; near[i] - tau is the distance (times far[i] + tau where squared) */
static Rational rational(const Poles *p, int64_t from, int64_t to, const double *near, const double *far, double tau)
{
    DV_f64 sums = {0}, slopes = {0};
    Rational r = {0, 0};
    int64_t i = from;
    for (; i + DL_f64 <= to; i += DL_f64) {
        DV_f64 away = *(const DV_f64 *)(near + i) - tau;
        if (p->squared) away *= *(const DV_f64 *)(far + i) + tau;
        const DV_f64 inverse = 1.0 / away, term = *(const DV_f64 *)(p->z2 + i) * inverse;
        sums += term;
        slopes += term * inverse;
    }
    for (int l = 0; l < DL_f64; l++) r.sum += sums[l], r.slope += slopes[l];
    for (; i < to; i++) {
        double away = (near[i] - tau) * (p->squared ? far[i] + tau : 1), term = p->z2[i] / away;
        r.sum += term;
        r.slope += term / away;
    }
    return r;
}
/* How far x is to move (squared: x²) by the curve with two poles at distances a and b through value and slopes: below's are the poles up to a. */
static double by_two_poles(double value, Rational below, Rational above, double a, double b, bool last)
{
    double slope = below.slope + above.slope, c = value - a * below.slope - b * above.slope, p = (a + b) * value - a * b * slope, q = a * b * value;
    if (last) c = fabs(c);
    double root = sqrt(fabs(p * p - 4 * q * c)), step;
    if (last) step = p >= 0 ? (p + root) / (2 * c) : 2 * q / (p - root);
    else step = c == 0 ? q / p : p <= 0 ? (p - root) / (2 * c)
                                        : 2 * q / (p + root);
    return value * step >= 0 || step != step ? -value / slope : step;
}
/* Root j; near: its distances from all poles, d - x, and where squared far: d + x */
static double root_of(const Poles *p, int64_t j, double *near, double *far)
{
    int64_t n = p->n, at = j;
    bool last = j == n - 1;
    double all = 0, wide, low = 0, high, tau;
    for (int64_t i = 0; last && i < n; i++) all += p->z2[i];
    wide = !last ? p->d[j + 1] - p->d[j] : p->squared ? all / (p->d[j] + sqrt(p->d[j] * p->d[j] + all))
                                                      : all;
    for (int side = 0; side < 2; side++) { /* from the pole that is nearer to the root */
        for (int64_t i = 0; i < n; i++) near[i] = p->d[i] - p->d[at];
        for (int64_t i = 0; p->squared && i < n; i++) far[i] = p->d[i] + p->d[at];
        if (side) break;
        double middle = 1 + rational(p, 0, n, near, far, wide / 2).sum;
        high = middle > 0 ? wide / 2 : wide;
        low = middle > 0 ? 0 : wide / 2;
        if (middle > 0 || last) break;
        at++;
        low = -wide / 2, high = 0;
    }
    tau = n == 1 ? wide : (low + high) / 2;
    int64_t split = last ? n - 1 : j + 1;
    for (int turn = 0; turn < (n == 1 ? 0 : 100); turn++) {
        Rational below = rational(p, 0, split, near, far, tau), above = rational(p, split, n, near, far, tau);
        double value = 1 + below.sum + above.sum, x = p->d[at] + tau, wrong = 8 * (fabs(below.sum) + fabs(above.sum)) + 2 + fabs(tau) * (p->squared ? 2 * x : 1) * (below.slope + above.slope);
        if (!(fabs(value) > DBL_EPSILON * wrong)) break;
        if (value < 0) low = tau;
        else high = tau;
        int64_t a = last ? n - 2 : j, b = a + 1;
        double step = by_two_poles(value, below, above, (near[a] - tau) * (p->squared ? far[a] + tau : 1), (near[b] - tau) * (p->squared ? far[b] + tau : 1), last);
        double next = tau + (p->squared ? step / (x + sqrt(fabs(x * x + step))) : step);
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (next == tau || !(next > low && next < high)) break;
        tau = next;
    }
    for (int64_t i = 0; i < n; i++) near[i] -= tau;
    for (int64_t i = 0; p->squared && i < n; i++) far[i] += tau;
    return p->d[at] + tau;
}
/* The z for which the roots, as they were found, are exact; distances: column j is root j's. sums NULL: not squared */
static void z_again(const Poles *p, const double *distances, const double *sums, double *z)
{
    int64_t n = p->n;
    for (int64_t i = 0; i < n; i++) z[i] = 1;
    for (int64_t j = 0; j < n; j++) { /* beside pole i: pole j where that is before it, else the one behind; the last root has none */
        const double *near = distances + j * n, *far = sums ? sums + j * n : NULL, *d = p->d;
        for (int part = 0; part < 2; part++) {
            int64_t from = part ? j + 1 : 0, to = part ? n : j + 1;
            double pole = part ? d[j] : j + 1 < n ? d[j + 1]
                                                  : 0;
            bool alone = !part && j + 1 == n;
            if (alone && far)
                for (int64_t i = from; i < to; i++) z[i] *= -near[i] * far[i];
            else if (alone)
                for (int64_t i = from; i < to; i++) z[i] *= -near[i];
            else if (far)
                for (int64_t i = from; i < to; i++) z[i] *= -near[i] * far[i] / ((pole - d[i]) * (pole + d[i]));
            else
                for (int64_t i = from; i < to; i++) z[i] *= -near[i] / (pole - d[i]);
        }
    }
    for (int64_t i = 0; i < n; i++) z[i] = sqrt(fabs(z[i]));
}

/* ---- dividing and joining ---- */
typedef struct Join { /* room for it: n of the whole */
    const Desk_f64 *desk;
    double *made, *made2, *parts, *s, *s2; /* n x n each, parts twice that; made2 and s2 where singular values are joined */
    double *z, *d, *z2, *again, *values;
    int64_t *order, *kept, *gone, kept_count, gone_count;
    uint8_t *where, *where2; /* which of the two a column has elements in: 1, 2 */
} Join;
enum { JOIN_LISTS = 5,
       JOIN_ORDERS = 3 };

static void join_lay(Join *t, char **at, int64_t n, int squares)
{
    double *room = (double *)*at;
    double **square[] = {&t->made, &t->s, &t->made2, &t->s2}, **list[] = {&t->z, &t->d, &t->z2, &t->again, &t->values};
    int64_t **order[] = {&t->order, &t->kept, &t->gone};
    for (int i = 0; i < squares; i++, room += n * n) *square[i] = room;
    t->parts = room;
    room += 2 * n * n;
    for (int i = 0; i < JOIN_LISTS; i++, room += n) *list[i] = room;
    for (int i = 0; i < JOIN_ORDERS; i++, room += n) *order[i] = (int64_t *)room;
    t->where = (uint8_t *)room;
    t->where2 = t->where + n;
    *at = (char *)(room + n);
}
static size_t join_room(int64_t n, int squares) { return sizeof(double) * (size_t)(n * n * (squares + 2) + (JOIN_LISTS + JOIN_ORDERS + 1) * n); }

/* Rows from `row` on of k columns of made: q's kept columns (those with elements in `which` of the two) times s (k x k, its rows as they are kept) */
static bool join_rows(const Join *t, const double *q, int64_t ld, int64_t row, int64_t rows, const uint8_t *where, int which, const double *s, double *made)
{
    int64_t some = 0, k = t->kept_count;
    double *left = t->parts, *right, *at;
    for (int64_t i = 0; i < k; i++)
        if (where[t->kept[i]] & which) memcpy(left + some++ * rows, q + t->kept[i] * ld + row, sizeof *q * (size_t)rows);
    at = right = left + some * rows;
    for (int64_t c = 0; c < k; c++)
        for (int64_t i = 0; i < k; i++)
            if (where[t->kept[i]] & which) *at++ = s[c * k + i];
    for (int64_t c = 0; c < k; c++) memset(made + c * ld + row, 0, sizeof *made * (size_t)rows);
    return product_f64(t->desk, rows, k, some, 1, left, 1, rows, right, 1, some, made + row, ld);
}
static void turn_pair(int64_t n, double *x, double *y, double c, double s)
{
    for (int64_t i = 0; i < n; i++) {
        double was = x[i];
        x[i] = c * was + s * y[i];
        y[i] = c * y[i] - s * was;
    }
}
static void order_of(const double *d, int64_t n, int64_t *order) /* rising */
{
    for (int64_t i = 0; i < n; i++) {
        int64_t k = i;
        for (; k > 0 && d[order[k - 1]] > d[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}
/* q's columns (`rows` long) as `order` has them, by way of spare */
static void put_in_order(const int64_t *order, int64_t n, int64_t rows, double *q, int64_t ld, double *spare)
{
    for (int64_t i = 0; i < n; i++) memcpy(spare + i * rows, q + order[i] * ld, sizeof *q * (size_t)rows);
    for (int64_t i = 0; i < n; i++) memcpy(q + i * ld, spare + i * rows, sizeof *q * (size_t)rows);
}
/* The kept columns are in made; those that are gone follow them; all go back to q, rising by values. */
static void join_back(const Join *t, int64_t rows, double *q, int64_t ld, double *made)
{
    int64_t k = t->kept_count;
    for (int64_t i = 0; i < t->gone_count; i++) memcpy(made + (k + i) * ld, q + t->gone[i] * ld, sizeof *q * (size_t)rows);
    for (int64_t i = 0; i < k + t->gone_count; i++) memcpy(q + i * ld, made + t->order[i] * ld, sizeof *q * (size_t)rows);
}

/* Values d (n) and vectors q of two neighbours, `first` columns of the one, become those of both with `link` between them, rising. */
static bool join(Join *t, int64_t n, int64_t first, double link, double *d, double *q, int64_t ld)
{
    double rho = 2 * fabs(link), most = 0, *z = t->z;
    int64_t before = -1;
    t->kept_count = t->gone_count = 0;
    for (int64_t i = 0; i < n; i++) {
        z[i] = (i < first ? q[i * ld + first - 1] : copysign(1, link) * q[i * ld + first]) * M_SQRT1_2;
        t->where[i] = i < first ? 1 : 2;
        most = fmax(most, fmax(fabs(d[i]), fabs(z[i])));
    }
    order_of(d, n, t->order);
    double least = 0x1p-50 * most;
    for (int64_t o = 0; o < n; o++) {
        int64_t i = t->order[o];
        if (rho * fabs(z[i]) <= least) {
            t->gone[t->gone_count++] = i;
            continue;
        }
        double size = before < 0 ? 1 : hypot(z[i], z[before]), c = z[i] / size, s = before < 0 ? 1 : -z[before] / size;
        if (before >= 0 && fabs((d[i] - d[before]) * c * s) <= least) { /* two that are nearly the same: one is turned away from z */
            double low = d[before], high = d[i];
            turn_pair(n, q + before * ld, q + i * ld, c, s);
            z[i] = size;
            t->where[i] |= t->where[before];
            t->where[before] = t->where[i];
            d[before] = low * c * c + high * s * s;
            d[i] = low * s * s + high * c * c;
            t->gone[t->gone_count++] = before;
            t->kept_count--;
        }
        t->kept[t->kept_count++] = before = i;
    }
    int64_t k = t->kept_count;
    Poles p = {k, t->d, t->z2, false};
    for (int64_t i = 0; i < k; i++) {
        t->d[i] = d[t->kept[i]];
        t->z2[i] = rho * z[t->kept[i]] * z[t->kept[i]];
    }
    for (int64_t j = 0; j < k; j++) t->values[j] = root_of(&p, j, t->s + j * k, NULL);
    z_again(&p, t->s, NULL, t->again);
    for (int64_t i = 0; i < k; i++) t->again[i] = copysign(t->again[i], z[t->kept[i]]);
    for (int64_t j = 0; j < k; j++) {
        double *s = t->s + j * k;
        for (int64_t i = 0; i < k; i++) s[i] = t->again[i] / s[i];
        scale_f64(k, 1 / length_f64(k, s), s);
    }
    if (k && !(join_rows(t, q, ld, 0, first, t->where, 1, t->s, t->made) && join_rows(t, q, ld, first, n - first, t->where, 2, t->s, t->made))) return false;
    for (int64_t i = 0; i < t->gone_count; i++) t->values[k + i] = d[t->gone[i]];
    order_of(t->values, n, t->order);
    for (int64_t i = 0; i < n; i++) d[i] = t->values[t->order[i]];
    join_back(t, n, q, ld, t->made);
    return true;
}

typedef struct Turned {
    double *columns;
    int64_t n, ld;
} Turned;
static void turn_columns(void *vectors, int64_t i, double c, double s)
{
    const Turned *t = vectors;
    turn_pair(t->n, t->columns + i * t->ld, t->columns + (i + 1) * t->ld, c, s);
}
static void turn_none(void *vectors, int64_t i, double c, double s) {}

/* q: zeros in its n x n */
static Solved divide(Join *t, int64_t n, double *d, double *e, double *q, int64_t ld)
{
    if (n > LEAF) {
        int64_t first = n / 2;
        double link = e[first - 1];
        d[first - 1] -= fabs(link);
        d[first] -= fabs(link);
        Solved s = divide(t, first, d, e, q, ld);
        if (s == SOLVED) s = divide(t, n - first, d + first, e + first, q + first * ld + first, ld);
        return s != SOLVED ? s : join(t, n, first, link, d, q, ld) ? SOLVED
                                                                   : STOPPED;
    }
    Turned turned = {q, n, ld};
    for (int64_t i = 0; i < n; i++) q[i * ld + i] = 1;
    if (!tridiagonal_settle(d, e, n, turn_columns, &turned)) return UNSOLVED;
    order_of(d, n, t->order);
    for (int64_t i = 0; i < n; i++) t->values[i] = d[t->order[i]];
    memcpy(d, t->values, sizeof *d * (size_t)n);
    put_in_order(t->order, n, n, q, ld, t->parts);
    return SOLVED;
}

static bool all_finite(const double *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * 0;
    return sum == 0;
}
/* A power of two that brings the largest of d and e near 1; they are multiplied by it. */
static double even_out(double *d, double *e, int64_t n)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fmax(fabs(d[i]), i + 1 < n ? fabs(e[i]) : 0));
    double by = most > 0 ? ldexp(1, -ilogb(most)) : 1;
    scale_f64(n, by, d);
    scale_f64(n - 1, by, e);
    return by;
}

/* z = H0 H1 … z: reflectors stand in a's columns from `down` rows below the diagonal on */
static bool reflect_back(const Desk_f64 *desk, Block_f64 *b, const double *a, int64_t rows, int64_t down, int64_t reflectors, const double *tau, double *z, int64_t columns)
{
    for (int64_t j0 = (reflectors - 1) / BLOCK_f64 * BLOCK_f64; reflectors > 0 && j0 >= 0; j0 -= BLOCK_f64) {
        int64_t k = reflectors - j0 < BLOCK_f64 ? reflectors - j0 : BLOCK_f64, from = j0 + down;
        if (!block_of_f64(desk, b, rows - from, k, a + j0 * rows + from, rows, tau + j0) || !block_apply_f64(desk, b, false, z + from, rows, columns)) return false;
    }
    return true;
}

static Solved eigh(const DenseHost *host, double *a, int64_t n, double *values, bool vectors)
{
    for (int64_t c = 0; c < n; c++)
        if (!all_finite(a + c * n + c, n - c)) return UNSOLVED;
    size_t desk_bytes = (desk_room_f64(n) + 63) / 64 * 64, block_bytes = block_room_f64(n, n), lists = sizeof(double) * (size_t)(3 * n);
    size_t band = sizeof(double) * (size_t)(5 * n * BLOCK_f64), bytes = desk_bytes + block_bytes + lists + (vectors ? join_room(n, 2) + sizeof(double) * (size_t)(n * n) : 0) + band;
    char *room = host->take(host->data, bytes), *at = room + desk_bytes;
    if (!room) return STOPPED;
    Desk_f64 desk;
    Block_f64 block;
    Join t = {.desk = &desk};
    desk_lay_f64(&desk, host, room, n);
    block_lay_f64(&block, at, n, n);
    double *d = values, *e = (double *)(at + block_bytes), *tau = e + n, *w = tau + 2 * n, *q = w + 5 * n * BLOCK_f64;
    Sides both = {w + n * BLOCK_f64, w + 3 * n * BLOCK_f64};
    Solved s = to_band(&desk, a, n, d, e, tau, w, both) ? SOLVED : STOPPED;
    double by = s == SOLVED ? even_out(d, e, n) : 1;
    if (s == SOLVED && !vectors) {
        s = tridiagonal_settle(d, e, n, turn_none, NULL) ? SOLVED : UNSOLVED;
        sort_doubles(d, n);
    } else if (s == SOLVED) {
        at = (char *)(q + n * n);
        join_lay(&t, &at, n, 2);
        memset(q, 0, sizeof *q * (size_t)(n * n));
        s = divide(&t, n, d, e, q, n);
        if (s == SOLVED && !reflect_back(&desk, &block, a, n, 1, n - 1, tau, q, n)) s = STOPPED;
        if (s == SOLVED) memcpy(a, q, sizeof *a * (size_t)(n * n));
    }
    scale_f64(n, 1 / by, d);
    host->give(host->data, room, bytes);
    return s;
}
