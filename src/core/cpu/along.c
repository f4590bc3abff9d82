/* along.c: one answer a line, and running sums: argmax argmin max_axis min_axis cumsum cumprod. */
#include "kernels.h"
#include "lines.h"

static int type_index(DType t) { return t == DT_FLOAT32 ? 0 : t == DT_FLOAT64 ? 1 : 2; }

static bool smallest(const Lines *l) { return l->w->op->id == OP_argmin || l->w->op->id == OP_min_axis; }

static bool find_where(const Lines *l, const void *x, void *const *out, void *scratch)
{
    (void)scratch;
    l->isa->largest[type_index(l->type)](l->len, x, smallest(l), out[0]);
    return true;
}

static void pick(DType type, void *to, const void *x, int64_t at)
{
    if (type == DT_FLOAT32) *(float *)to = ((const float *)x)[at];
    else if (type == DT_FLOAT64) *(double *)to = ((const double *)x)[at];
    else *(int64_t *)to = ((const int64_t *)x)[at];
}

static bool find_both(const Lines *l, const void *x, void *const *out, void *scratch)
{
    (void)scratch;
    int64_t *at = out[1];
    l->isa->largest[type_index(l->type)](l->len, x, smallest(l), at);
    pick(l->type, out[0], x, *at);
    return true;
}

static bool where(Work *w)
{
    Lines l;
    lines_open(&l, w);
    l.outs = 1;
    l.out_len[0] = 1;
    l.out_type[0] = DT_INT64;
    l.body = find_where;
    return lines_run(&l);
}

static bool both(Work *w)
{
    Lines l;
    lines_open(&l, w);
    l.outs = 2;
    l.out_len[0] = l.out_len[1] = 1;
    l.out_type[0] = l.type;
    l.out_type[1] = DT_INT64;
    l.body = find_both;
    return lines_run(&l);
}

bool cpu_argmax(Work *w) { return where(w); }
bool cpu_argmin(Work *w) { return where(w); }
bool cpu_max_axis(Work *w) { return both(w); }
bool cpu_min_axis(Work *w) { return both(w); }

/* ---- running sums and products: floats in double, but in NumPy's accent float32 rounds at each step ---- */
static bool accumulate(const Lines *l, const void *x, void *const *out, void *scratch)
{
    (void)scratch;
    bool product = l->w->op->id == OP_cumprod;
    if (l->type == DT_INT64) {
        const int64_t *v = x;
        if (l->out_type[0] == DT_FLOAT64) {
            double a = product, *o = out[0];
            for (int64_t i = 0; i < l->len; i++) {
                o[i] = a = product ? a * (double)v[i] : a + (double)v[i];
                if (work_paced(l->w, i)) return false;
            }
            return true;
        }
        uint64_t a = product;
        int64_t *o = out[0];
        for (int64_t i = 0; i < l->len; i++) {
            o[i] = (int64_t)(a = product ? a * (uint64_t)v[i] : a + (uint64_t)v[i]);
            if (work_paced(l->w, i)) return false;
        }
        return true;
    }
    double a = product, *o = out[0];
    bool rounds = l->type == DT_FLOAT32 && accent_rules(l->w->accent)->running_sums_round && l->w->out[0].dtype == DT_FLOAT32;
    if (l->type == DT_FLOAT64)
        for (int64_t i = 0; i < l->len; i++) {
            o[i] = a = product ? a * ((const double *)x)[i] : a + ((const double *)x)[i];
            if (work_paced(l->w, i)) return false;
        }
    else
        for (int64_t i = 0; i < l->len; i++) {
            double v = (double)((const float *)x)[i];
            a = product ? a * v : a + v;
            if (rounds) a = (double)(float)a;
            o[i] = a;
            if (work_paced(l->w, i)) return false;
        }
    return true;
}

static bool running(Work *w)
{
    Lines l;
    lines_open(&l, w);
    l.outs = 1;
    bool flat = l.flat;
    l.out_type[0] = l.type == DT_INT64 && !dtype_is_float(w->out[0].dtype) ? DT_INT64 : DT_FLOAT64;
    l.body = accumulate;
    int axis = flat ? 0 : (int)w->attrs[axis_axis].i;
    l.out_len[0] = flat ? l.len : w->in[0].shape[axis < 0 ? axis + w->in[0].ndim : axis];
    return lines_run(&l);
}

bool cpu_cumsum(Work *w) { return running(w); }
bool cpu_cumprod(Work *w) { return running(w); }
