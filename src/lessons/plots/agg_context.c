/* agg_context.c: what a graphics context of Python's says: read once a call, by its attributes and methods. */
#include "agg.h"

static bool number_of(VM *vm, Ref v, void *out) { return num_to_double(vm, v, out); }
static bool truth_of(VM *vm, Ref v, void *out)
{
    int truth = op_truth(vm, v);
    *(bool *)out = truth > 0;
    return truth >= 0;
}

bool rgba_from(VM *vm, Ref v, Rgba *out)
{
    *out = (Rgba){0, 0, 0, 0};
    if (!v || is_none(v)) return true;
    Value t = tuple_from_iter(vm, v);
    double *const parts[] = {&out->r, &out->g, &out->b, &out->a};
    bool ok = t && ((as_tuple(t)->len >= 3 && as_tuple(t)->len <= 4) || err_false(vm, EXC_TypeError, "rgba() takes %s arguments (%lld given)", as_tuple(t)->len < 3 ? "at least 3" : "at most 4", as_tuple(t)->len));
    out->a = 1;
    for (int i = 0; ok && i < as_tuple(t)->len; i++) ok = num_to_double(vm, as_tuple(t)->items[i], parts[i]);
    release(vm, t);
    return ok;
}
static bool color_from(VM *vm, Ref v, void *out) { return rgba_from(vm, v, out); }

bool face_from(VM *vm, Ref v, const Context *c, Rgba *out)
{
    if (!rgba_from(vm, v, out)) return false;
    if (!v || is_none(v)) return true;
    int64_t n = c->forced_alpha ? 3 : op_len(vm, v);
    if (n == 3) out->a = c->alpha;
    return n >= 0;
}

typedef struct Word { const char *word; int value; } Word;
static bool word_of(VM *vm, Ref v, const Word *words, const char *what, int *out)
{
    for (; words->word; words++)
        if (is_str(v) && str_equal_c(v, words->word)) return *out = words->value, true;
    return err_false(vm, EXC_ValueError, "invalid %s value", what);
}
static bool cap_from(VM *vm, Ref v, void *out)
{
    static const Word words[] = {{"butt", CAP_BUTT}, {"round", CAP_ROUND}, {"projecting", CAP_SQUARE}, {0}};
    int value = CAP_BUTT;
    bool ok = is_none(v) || word_of(vm, v, words, "capstyle", &value);
    *(Cap *)out = (Cap)value;
    return ok;
}
static bool join_from(VM *vm, Ref v, void *out)
{
    static const Word words[] = {{"miter", JOIN_MITER}, {"round", JOIN_ROUND}, {"bevel", JOIN_BEVEL}, {0}};
    int value = JOIN_MITER;
    bool ok = is_none(v) || word_of(vm, v, words, "joinstyle", &value);
    *(Join *)out = (Join)value;
    return ok;
}

bool dashes_from(VM *vm, Ref v, Dashes *out)
{
    *out = (Dashes){0};
    Value pair = tuple_from_iter(vm, v), parts = NO_VALUE;
    bool ok = pair && (as_tuple(pair)->len == 2 || err_false(vm, EXC_TypeError, "dashes() takes exactly 2 arguments (%lld given)", as_tuple(pair)->len));
    if (ok && !is_none(as_tuple(pair)->items[0])) ok = num_to_double(vm, as_tuple(pair)->items[0], &out->offset);
    if (ok && !is_none(as_tuple(pair)->items[1])) {
        parts = tuple_from_iter(vm, as_tuple(pair)->items[1]);
        const int64_t given = parts ? as_tuple(parts)->len : 0, n = given % 2 ? 2 * given : given; /* an odd row counts twice: dashes and gaps by turns */
        ok = parts && (n < INT32_MAX || (err_no_memory(vm), false));
        if (ok && n && !(out->parts = mem_zalloc(vm->mem, (size_t)n * sizeof *out->parts))) ok = (err_no_memory(vm), false);
        if (ok) out->n = (int)n;
        for (int64_t i = 0; ok && i < n; i++) ok = num_to_double(vm, as_tuple(parts)->items[i % given], &out->parts[i]) && (out->parts[i] >= 0 || err_false(vm, EXC_ValueError, "dashes must not be negative"));
    }
    release(vm, pair);
    release(vm, parts);
    if (!ok) dashes_free(vm, out);
    return ok;
}
void dashes_free(VM *vm, Dashes *d)
{
    mem_free(vm->mem, d->parts, (size_t)d->n * sizeof *d->parts);
    *d = (Dashes){0};
}
static bool dashes_of(VM *vm, Ref v, void *out) { return dashes_from(vm, v, out); }

static bool clip_from(VM *vm, Ref v, void *out) { return rect_from(vm, v, out); }
static bool snap_of(VM *vm, Ref v, void *out) { return snap_from(vm, v, out); }
static bool hatch_from(VM *vm, Ref v, void *out) { return path_open(vm, v, out); }
static bool sketch_of(VM *vm, Ref v, void *out) { return sketch_from(vm, v, out); }

/* (path, transform) */
static bool clip_path_from(VM *vm, Ref v, void *out)
{
    Context *c = out;
    if (is_none(v)) return true;
    Value pair = tuple_from_iter(vm, v);
    bool ok = pair && (as_tuple(pair)->len == 2 || err_false(vm, EXC_TypeError, "clippath() takes exactly 2 arguments (%lld given)", as_tuple(pair)->len)) &&
              path_open(vm, as_tuple(pair)->items[0], &c->clip_path) && affine_from(vm, as_tuple(pair)->items[1], &c->clip_by);
    release(vm, pair);
    return ok;
}

typedef struct Part { const char *name; bool method; size_t at; bool (*from)(VM *vm, Ref v, void *out); } Part;
static const Part parts[] = {
    {"_linewidth", false, offsetof(Context, line_width), number_of}, {"_alpha", false, offsetof(Context, alpha), number_of}, {"_forced_alpha", false, offsetof(Context, forced_alpha), truth_of},
    {"_rgb", false, offsetof(Context, color), color_from}, {"_antialiased", false, offsetof(Context, smooth), truth_of}, {"_capstyle", false, offsetof(Context, cap), cap_from},
    {"_joinstyle", false, offsetof(Context, join), join_from}, {"get_dashes", true, offsetof(Context, dashes), dashes_of}, {"_cliprect", false, offsetof(Context, clip), clip_from},
    {"get_clip_path", true, 0, clip_path_from}, {"get_snap", true, offsetof(Context, snap), snap_of}, {"get_hatch_path", true, offsetof(Context, hatch), hatch_from},
    {"get_hatch_color", true, offsetof(Context, hatch_color), color_from}, {"get_hatch_linewidth", true, offsetof(Context, hatch_width), number_of},
    {"get_sketch_params", true, offsetof(Context, sketch), sketch_of},
};

bool context_open(VM *vm, Ref gc, Context *out)
{
    memset(out, 0, sizeof *out);
    out->clip_by = AFFINE_NONE;
    out->line_width = out->alpha = 1;
    out->smooth = true;
    out->join = JOIN_ROUND;
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof parts / sizeof *parts; i++) {
        Value name = str_intern_c(vm, parts[i].name), v = NO_VALUE;
        int has = name ? obj_lookup_attr(vm, gc, name, &v) : -1;
        release(vm, name);
        if (!has) continue; /* a context need not say everything */
        if (v && parts[i].method) {
            Value method = v;
            v = call0(vm, method);
            release(vm, method);
        }
        ok = v && parts[i].from(vm, v, (char *)out + parts[i].at);
        release(vm, v);
    }
    if (!ok) context_close(vm, out);
    return ok;
}

void context_close(VM *vm, Context *c)
{
    dashes_free(vm, &c->dashes);
    path_close(vm, &c->clip_path);
    path_close(vm, &c->hatch);
}
