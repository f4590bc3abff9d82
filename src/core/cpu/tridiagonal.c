/* tridiagonal.c: eigenvalues of a real symmetric matrix with elements beside its diagonal alone: implicit sweeps of shifted rotations, from the end whose diagonal is smaller. */
#include "tridiagonal.h"

#include <float.h>
#include <math.h>

static void rotation(double f, double g, double *c, double *s, double *r)
{
    if (g == 0) {
        *c = 1;
        *s = 0;
        *r = f;
    } else if (f == 0) {
        *c = 0;
        *s = 1;
        *r = g;
    } else {
        double h = hypot(f, g);
        *r = copysign(h, f);
        *c = fabs(f) / h;
        *s = g / *r;
    }
}

/* A symmetric matrix with elements beside its diagonal alone, and the vectors that are turned along with it. */
typedef struct Band {
    double *diagonal, *beside; /* beside[i] couples i and i + 1 */
    TurnVectors turn;
    void *vectors;
    int64_t sweeps;            /* how many are left */
} Band;

static double *coupling(const Band *t, int64_t i, int64_t j) { return &t->beside[i < j ? i : j]; } /* of neighbours */

/* Positions i and i + 1 are coupled with each other alone: the eigenvalue larger in size comes to i, its vector (x, y) turns the columns. With half the difference and half the sum of the
 * diagonal they are sum -+ root; the other one is the determinant through the first, which does not cancel. */
static void settle_pair(Band *t, int64_t i)
{
    double a = t->diagonal[i], b = t->beside[i], c = t->diagonal[i + 1], half_sum = (a + c) / 2, half = (a - c) / 2, root = hypot(half, b);
    double first = half_sum + copysign(root, half_sum), second = -first;
    if (half_sum == 0) first = root, second = -root;
    else second = fabs(a) > fabs(c) ? a / first * c - b / first * b : c / first * a - b / first * b;
    bool along = (half_sum >= 0) == (half >= 0); /* the vector lies nearer the first axis */
    double slope = root == 0 ? 0 : b / (half + copysign(root, half == 0 ? 1 : half)), longer = 1 / sqrt(1 + slope * slope);
    double x = along ? -longer : -slope * longer, y = along ? -slope * longer : longer;
    if (half == 0 && (along ? b > 0 : b >= 0)) x = -x, y = -y; /* which of the two signs: NumPy's */
    t->turn(t->vectors, i, x, y);
    t->diagonal[i] = first;
    t->diagonal[i + 1] = second;
    t->beside[i] = 0;
}

/* One implicit sweep of shifted rotations from far to near: the matrix turned in one plane after the other, what falls outside the band chased along it. */
static void sweep(Band *t, int64_t near, int64_t far, int64_t way)
{
    double *d = t->diagonal, link = *coupling(t, near, near + way), bend = (d[near + way] - d[near]) / (2 * link);
    double lead = d[far] - d[near] + link / (bend + copysign(hypot(bend, 1), bend)), cosine = 1, sine = 1, moved = 0;
    for (int64_t i = far; i != near; i -= way) {
        double through = *coupling(t, i - way, i), outside = sine * through, inside = cosine * through, size;
        rotation(lead, outside, &cosine, &sine, &size);
        if (i != far) *coupling(t, i, i + way) = size;
        double rest = d[i] - moved, change = (d[i - way] - rest) * sine + 2 * cosine * inside;
        moved = sine * change;
        d[i] = rest + moved;
        lead = cosine * change - inside;
        t->turn(t->vectors, way > 0 ? i - 1 : i, cosine, way > 0 ? -sine : sine);
    }
    d[near] -= moved;
    *coupling(t, near, near + way) = lead;
}

/* Positions low to high are coupled. They settle from the end whose diagonal is smaller. */
static bool settle_block(Band *t, int64_t low, int64_t high)
{
    const double smallest = DBL_MIN, relative = 0x1p-106;
    int64_t way = fabs(t->diagonal[high]) < fabs(t->diagonal[low]) ? -1 : 1, near = way > 0 ? low : high, end = way > 0 ? high : low;
    while ((end - near) * way >= 0) {
        int64_t far = near;
        while (far != end) {
            double *link = coupling(t, far, far + way);
            if (*link * *link <= relative * fabs(t->diagonal[far]) * fabs(t->diagonal[far + way]) + smallest) {
                *link = 0;
                break;
            }
            far += way;
        }
        if (far == near) near += way;
        else if (far == near + way) {
            settle_pair(t, near < far ? near : far);
            near += 2 * way;
        } else {
            if (!t->sweeps--) return false;
            sweep(t, near, far, way);
        }
    }
    return true;
}

bool tridiagonal_settle(double *d, double *e, int64_t n, TurnVectors turn, void *vectors)
{
    Band t = {d, e, turn, vectors, 30 * n};
    for (int64_t low = 0, high; low < n; low = high + 1) {
        for (high = low; high < n - 1; high++)
            if (fabs(e[high]) <= sqrt(fabs(d[high])) * sqrt(fabs(d[high + 1])) * 0x1p-53) break;
        if (high < n - 1) e[high] = 0;
        if (!settle_block(&t, low, high)) return false;
    }
    return true;
}
