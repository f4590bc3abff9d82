/* loss.c: losses over classes: cross entropy (fused with the log softmax), nll, MXNet's SoftmaxOutput, and their gradients.
 *
 * The loss of a position is minus the sum over classes of part * log p, where the part of a class is weight * (1 - smoothing) at the target (or as much as the
 * target says) and smoothing / classes of the weight everywhere. Sums over positions run in double precision, in order.
 */
#include <math.h>
#include <string.h>

#include "classes.h"
#include "core/loss.h"
#include "core/said.h"
#include "kernels.h"

typedef struct Loss {
    Classes c;
    Flat x, target, weight, g, out; /* x: log p, or what stands for it */
    bool parts;                     /* the target says how much of each class */
    bool mean, none;
    int64_t ignore;
    double smoothing;
} Loss;

static double number(DType type, const void *at, int64_t i) { return type == DT_FLOAT64 ? ((const double *)at)[i] : (double)((const float *)at)[i]; }

static void set_number(DType type, void *at, int64_t i, double v)
{
    if (type == DT_FLOAT64) ((double *)at)[i] = v;
    else ((float *)at)[i] = (float)v;
}

/* Operands x, target, weight from number x_at on; x is read by the caller. */
static bool loss_open(Loss *l, Work *w, int x_at)
{
    const Attr *a = w->attrs;
    const View *x = &w->in[x_at], *target = &w->in[x_at + 1];
    const char *reduction = a[loss_reduction].text;
    memset(l, 0, sizeof *l);
    classes_open(&l->c, w, x, x->ndim == 1 && a[loss_axis].i == 1 ? 0 : a[loss_axis].i);
    l->parts = target->ndim == x->ndim;
    l->mean = !reduction || strcmp(reduction, "mean") == 0;
    l->none = reduction && strcmp(reduction, "none") == 0;
    l->ignore = a[loss_ignore].i;
    l->smoothing = w->op->id == OP_cross_entropy || w->op->id == OP_cross_entropy_grad ? a[loss_smoothing].f : 0;
    if (!flat_in(w, target, l->parts ? l->c.type : DT_INT64, &l->target)) return false;
    return w->in_count <= x_at + 2 || flat_in(w, &w->in[x_at + 2], l->c.type, &l->weight);
}

static void loss_close(Loss *l, bool ok)
{
    Work *w = l->c.w;
    flat_drop(w, &l->x);
    flat_drop(w, &l->target);
    flat_drop(w, &l->weight);
    flat_drop(w, &l->g);
    if (ok && l->out.at) flat_store(w, &l->out);
    else flat_drop(w, &l->out);
}

static double weight_of(const Loss *l, int64_t class) { return l->weight.at ? number(l->c.type, l->weight.at, class) : 1; }

/* The target class of a position; -1: ignored. false: there is no such class. */
static bool target_of(const Loss *l, int64_t at, int64_t *class)
{
    int64_t t = ((const int64_t *)l->target.at)[at];
    *class = t == l->ignore ? -1 : t;
    if (t == l->ignore || (t >= 0 && t < l->c.n)) return true;
    Work *w = l->c.w;
    work_said(w, CE_INDEX_RANGE, ACCENT_TORCH, TARGET_BOUNDS, (long long)t);
    w->numbers_wrong[0] = t;
    w->numbers_wrong[1] = l->c.n;
    return false;
}

/* How much class k counts at a position. */
static double part_of(const Loss *l, int64_t at, int64_t outer, int64_t inner, int64_t k, int64_t class)
{
    double even = l->smoothing / (double)l->c.n, weight = weight_of(l, k);
    if (l->parts) return weight * (number(l->c.type, l->target.at, (outer * l->c.n + k) * l->c.inner + inner) * (1 - l->smoothing) + even);
    (void)at;
    return weight * ((k == class ? 1 - l->smoothing : 0) + even);
}

/* What a mean divides by: positions, or the weights of the targets that count. */
static bool denominator(const Loss *l, double *out)
{
    int64_t positions = l->c.outer * l->c.inner, class;
    *out = (double)positions;
    if (l->parts) return true;
    *out = 0;
    for (int64_t i = 0; i < positions; i++) {
        if (!target_of(l, i, &class)) return false;
        if (class >= 0) *out += weight_of(l, class);
    }
    return true;
}

/* The loss of each position from x (log p, or nll's operand), reduced into out. */
static bool reduce(Loss *l)
{
    const Classes *c = &l->c;
    double total = 0, counted = 0;
    for (int64_t o = 0; o < c->outer; o++)
        for (int64_t i = 0; i < c->inner; i++) {
            int64_t at = o * c->inner + i, class = -1, base = o * c->n * c->inner + i;
            double loss = 0;
            if (!l->parts && !target_of(l, at, &class)) return false;
            if (!l->parts && class >= 0) counted += weight_of(l, class);
            if (!l->parts && l->smoothing == 0) loss = class < 0 ? 0 : -weight_of(l, class) * number(c->type, l->x.at, base + class * c->inner);
            else if (l->parts || class >= 0)
                for (int64_t k = 0; k < c->n; k++) {
                    double part = part_of(l, at, o, i, k, class);
                    loss -= part * number(c->type, l->x.at, base + k * c->inner);
                }
            if (l->none) set_number(c->type, l->out.at, at, loss);
            total += loss;
        }
    if (l->parts) counted = (double)(c->outer * c->inner);
    if (!l->none) set_number(c->type, l->out.at, 0, l->mean ? total / counted : total);
    return true;
}

bool cpu_cross_entropy(Work *w)
{
    Loss l;
    Flat x = {.at = NULL}, logs = {.at = NULL};
    bool ok = loss_open(&l, w, 0) && flat_in(w, &w->in[0], l.c.type, &x) && flat_out(w, &w->out[1], l.c.type, &logs) && flat_out(w, &w->out[0], l.c.type, &l.out);
    ok = ok && classes_softmax(&l.c, x.at, logs.at, 1, true);
    if (ok) {
        l.x.at = logs.at; /* lent */
        ok = reduce(&l);
        l.x.at = NULL;
    }
    flat_drop(w, &x);
    if (ok) flat_store(w, &logs);
    else flat_drop(w, &logs);
    loss_close(&l, ok);
    return ok;
}

bool cpu_nll(Work *w)
{
    Loss l;
    bool ok = loss_open(&l, w, 0) && flat_in(w, &w->in[0], l.c.type, &l.x) && flat_out(w, &w->out[0], l.c.type, &l.out) && reduce(&l);
    loss_close(&l, ok);
    return ok;
}

/* dx[k] = -part(k) * the position's gradient; the softmax's own share comes behind. */
static bool lay_gradients(Loss *l)
{
    const Classes *c = &l->c;
    double divide = 1;
    if (l->mean && !denominator(l, &divide)) return false;
    memset(l->out.at, 0, (size_t)(c->outer * c->n * c->inner * c->e));
    for (int64_t o = 0; o < c->outer; o++)
        for (int64_t i = 0; i < c->inner; i++) {
            int64_t at = o * c->inner + i, class = -1, base = o * c->n * c->inner + i;
            double g = number(c->type, l->g.at, l->none ? at : 0) / divide;
            if (!l->parts && !target_of(l, at, &class)) return false;
            if (!l->parts && class < 0) continue;
            if (!l->parts && l->smoothing == 0) set_number(c->type, l->out.at, base + class * c->inner, -weight_of(l, class) * g);
            else
                for (int64_t k = 0; k < c->n; k++) set_number(c->type, l->out.at, base + k * c->inner, -part_of(l, at, o, i, k, class) * g);
        }
    return true;
}

static bool gradient(Work *w, bool softmax)
{
    Loss l;
    bool ok = loss_open(&l, w, 1) && flat_in(w, &w->in[0], l.c.type, &l.g) && flat_out(w, &w->out[0], l.c.type, &l.out);
    ok = ok && (!softmax || flat_in(w, &w->in[1], l.c.type, &l.x)) && lay_gradients(&l);
    if (ok && softmax) ok = classes_softmax_grad(&l.c, l.out.at, l.x.at, l.out.at, 1, true);
    loss_close(&l, ok);
    return ok;
}

bool cpu_cross_entropy_grad(Work *w) { return gradient(w, true); }
bool cpu_nll_grad(Work *w) { return gradient(w, false); }

/* ---- MXNet's SoftmaxOutput ---- */

/* p - 1 at the label (less with smoothing, which goes to the others), p elsewhere; nothing where the label is the one to ignore (keeps: that is only not counted). */
static int64_t output_rows(const Loss *l, const Flat *p, bool keeps)
{
    const Classes *c = &l->c;
    int64_t valid = 0;
    for (int64_t o = 0; o < c->outer; o++)
        for (int64_t i = 0; i < c->inner; i++) {
            int64_t at = o * c->inner + i, base = o * c->n * c->inner + i, label = l->parts ? 0 : ((const int64_t *)l->target.at)[at];
            bool ignored = !l->parts && l->ignore != LOSS_NO_LABEL && label == l->ignore;
            valid += !ignored;
            for (int64_t k = 0; k < c->n; k++) {
                int64_t here = base + k * c->inner;
                double v = number(c->type, p->at, here), part = l->smoothing / (double)(c->n > 1 ? c->n - 1 : 1);
                if (l->parts) v -= number(c->type, l->target.at, here);
                else v -= k == label ? 1 - l->smoothing : part;
                set_number(c->type, l->out.at, here, ignored && !keeps ? 0 : v);
            }
        }
    return valid;
}

bool cpu_softmax_output_grad(Work *w)
{
    Loss l;
    Flat p = {.at = NULL};
    const char *divide = w->attrs[loss_reduction].text;
    bool ok = loss_open(&l, w, 0) && flat_in(w, &w->in[0], l.c.type, &p) && flat_out(w, &w->out[0], l.c.type, &l.out);
    if (ok) {
        l.smoothing = w->attrs[loss_smoothing].f;
        bool counted = divide && strcmp(divide, "counted") == 0;
        int64_t valid = output_rows(&l, &p, counted), n = l.c.outer * l.c.n * l.c.inner;
        double factor = w->attrs[loss_beta].f;
        if (divide && strcmp(divide, "batch") == 0 && w->in[0].ndim) factor /= (double)w->in[0].shape[0];
        if (counted || (divide && strcmp(divide, "valid") == 0)) factor /= (double)(valid > 0 ? valid : 1);
        if (factor != 1) l.c.loops->affine(l.out.at, l.out.at, n, factor, 0);
    }
    flat_drop(w, &p);
    loss_close(&l, ok);
    return ok;
}
