/* ufunc_core_dims.c: ufuncs over whole vectors and matrices: signatures such as "(n?,k),(k,m?)->(n?,m?)", their core dimensions, and calls.
 *
 * A dimension with ? may be missing: of every operand that has it. Sizes in a signature are fixed. The core dimensions of an operand are its last ones, unless axes= or axis= says others.
 */
#include "ufunc_args.h"

/* ---- signatures ---- */
typedef struct Reader { VM *vm; const char *text, *at; Signature *s; } Reader;

static bool bad(Reader *r, const char *why) { return err_false(r->vm, EXC_ValueError, "%s at position %d in \"%s\"", why, (int)(r->at - r->text), r->text); }
static void skip_spaces(Reader *r)
{
    while (*r->at == ' ') r->at++;
}
static bool word_char(char c, bool first) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (!first && c >= '0' && c <= '9'); }
static bool read_dim(Reader *r, int operand)
{
    const char *start = r->at;
    int64_t size = -1;
    if (*r->at >= '1' && *r->at <= '9')
        for (size = 0; *r->at >= '0' && *r->at <= '9'; r->at++) size = size * 10 + (*r->at - '0');
    else if (word_char(*r->at, true))
        while (word_char(*r->at, false)) r->at++;
    else return bad(r, "expect dimension name or non-zero frozen size");
    int length = (int)(r->at - start), which = 0;
    bool optional = *r->at == '?';
    r->at += optional;
    while (which < r->s->n_dims && (r->s->dims[which].length != length || strncmp(r->s->dims[which].name, start, (size_t)length) != 0)) which++;
    if (which == UFUNC_OPERANDS || r->s->count[operand] == NP_DIMS_MOST) return bad(r, "too many dimensions");
    if (which == r->s->n_dims) r->s->dims[r->s->n_dims++] = (CoreDim){start, length, size, optional};
    else if (r->s->dims[which].optional != optional) return bad(r, "? cannot be used, name already seen without ?");
    r->s->which[operand][r->s->count[operand]++] = (int8_t)which;
    skip_spaces(r);
    return true;
}
static bool read_operand(Reader *r, int operand)
{
    if (*r->at++ != '(') return r->at--, bad(r, "expect '('");
    skip_spaces(r);
    while (*r->at != ')') {
        if (!read_dim(r, operand)) return false;
        if (*r->at == ',') {
            r->at++;
            skip_spaces(r);
            if (*r->at == ')') return bad(r, "',' must not be followed by ')'");
        } else if (*r->at != ')')
            return bad(r, "expect ',' or ')'");
    }
    r->at++;
    skip_spaces(r);
    return true;
}
static bool read_all(Reader *r, int nin, int nout)
{
    skip_spaces(r);
    for (int i = 0; i < nin + nout; i++) {
        if (i == nin) {
            if (strncmp(r->at, "->", 2) != 0) return bad(r, "expect '->'");
            r->at += 2;
            skip_spaces(r);
        } else if (i) {
            if (*r->at++ != ',') return r->at--, bad(r, "expect ','");
            skip_spaces(r);
        }
        if (!read_operand(r, i)) return false;
    }
    if (nout == 0 && strncmp(r->at, "->", 2) == 0) r->at += 2;
    return !*r->at || bad(r, "incomplete signature: not all arguments found");
}
Signature *signature_parse(VM *vm, const char *text, int nin, int nout)
{
    Signature *s = mem_zalloc(vm->mem, sizeof *s);
    if (!s) return err_no_memory(vm), NULL;
    s->n_operands = nin + nout;
    if (read_all(&(Reader){vm, text, text, s}, nin, nout)) return s;
    mem_free(vm->mem, s, sizeof *s);
    return NULL;
}

/* ---- a call ---- */
typedef struct Core {
    VM *vm;
    Np *np;
    const Ufunc *u;
    const Signature *s;
    Running *r;
    bool missing[UFUNC_OPERANDS];                 /* by dim */
    int64_t size[UFUNC_OPERANDS];                 /* by dim; -1: not known yet */
    int n_core[UFUNC_OPERANDS];                   /* by operand, without missing ones */
    int axes[UFUNC_OPERANDS][NP_DIMS_MOST];       /* where each core dimension stands, by operand; -1: missing */
    bool moved[UFUNC_OPERANDS];                   /* said by axes= or axis= */
    int64_t given[UFUNC_OPERANDS][NP_DIMS_MOST];
    bool keepdims;
    NpDims outer;
} Core;

static bool find_missing(Core *k)
{
    for (int d = 0; d < k->s->n_dims; d++) k->size[d] = k->s->dims[d].size;
    for (int i = 0; i < k->s->n_operands; i++) {
        if (!k->r->ops[i] || (i >= k->u->nin && k->keepdims)) continue;
        int short_of = k->s->count[i] - k->r->ops[i]->ndim;
        for (int c = 0; c < k->s->count[i]; c++) short_of -= k->missing[k->s->which[i][c]];
        for (int c = 0; c < k->s->count[i] && short_of > 0; c++) {
            int d = k->s->which[i][c];
            if (!k->s->dims[d].optional || k->missing[d]) continue;
            k->missing[d] = true;
            short_of--;
        }
    }
    for (int i = 0; i < k->s->n_operands; i++) {
        k->n_core[i] = 0;
        for (int c = 0; c < k->s->count[i]; c++) k->n_core[i] += !k->missing[k->s->which[i][c]];
        const NdArray *a = k->r->ops[i];
        int wanted = i >= k->u->nin && k->keepdims ? k->n_core[0] : k->n_core[i];
        if (a && a->ndim < wanted)
            return err_false(k->vm, EXC_ValueError, "%s: %s operand %d does not have enough dimensions (has %d, gufunc core with signature %s requires %d)", k->u->name,
                i < k->u->nin ? "Input" : "Output", i < k->u->nin ? i : i - k->u->nin, a->ndim, k->u->signature, wanted);
    }
    return true;
}

/* ---- axes=, axis= ---- */
static bool take_axes(Core *k, Ref list)
{
    VM *vm = k->vm;
    if (!is_list(list)) return err_false(vm, EXC_TypeError, "axes should be a list.");
    bool bare = true; /* outputs without core dimensions need no entry */
    for (int i = k->u->nin; i < k->s->n_operands; i++) bare &= k->n_core[i] == 0;
    int64_t n = as_list(list)->len;
    if (n != k->s->n_operands && !(bare && n == k->u->nin))
        return err_false(vm, EXC_ValueError, "axes should be a list with an entry for all %d inputs and outputs; entries for outputs can only be omitted if none of them has core axes.", k->s->n_operands);
    for (int i = 0; i < n && i < as_list(list)->len; i++) {
        Value item = retain(as_list(list)->items[i]);
        int count = i >= k->u->nin && k->keepdims ? k->n_core[0] : k->n_core[i];
        bool ok;
        if (is_tuple(item)) {
            ok = as_tuple(item)->len == count || err_false(vm, EXC_ValueError, "axes item %d should be a tuple with %d elements, or an integer", i, count);
            for (int c = 0; ok && c < count; c++) ok = num_index_i64(vm, as_tuple(item)->items[c], &k->given[i][c]);
        } else {
            ok = count == 1 ? num_index_i64(vm, item, &k->given[i][0]) : err_false(vm, EXC_TypeError, "axes item %d should be a tuple.", i);
        }
        release(vm, item);
        if (!ok) return false;
        k->moved[i] = true;
    }
    return true;
}
static bool take_axis(Core *k, Ref v)
{
    int64_t axis;
    for (int d = 0; d < k->s->n_operands; d++)
        if (k->n_core[d] > 1 || k->s->n_dims != 1) return err_false(k->vm, EXC_TypeError, "%s: axis can only be used with a single shared core dimension, not with the %d distinct ones implied by signature %s.", k->u->name, k->s->n_dims, k->u->signature);
    if (!num_index_i64(k->vm, v, &axis)) return false;
    for (int i = 0; i < k->s->n_operands; i++) {
        k->moved[i] = k->n_core[i] == 1 || (i >= k->u->nin && k->keepdims);
        k->given[i][0] = axis;
    }
    return true;
}
static bool place_axes(Core *k, int i, int ndim) /* where the core dimensions of operand i, of so many dimensions, are */
{
    int next = ndim - k->n_core[i], at = 0;
    for (int c = 0; c < k->s->count[i]; c++) {
        if (k->missing[k->s->which[i][c]]) {
            k->axes[i][c] = -1;
            continue;
        }
        int64_t axis = k->moved[i] ? k->given[i][at] : next + at;
        if (!np_axis(k->vm, &axis, ndim)) return false;
        for (int e = 0; e < c; e++)
            if (k->axes[i][e] == axis) return err_false(k->vm, EXC_ValueError, "axes item %d has value %lld repeated", i, axis);
        k->axes[i][c] = (int)axis;
        at++;
    }
    return true;
}
static bool is_core_axis(const Core *k, int i, int d)
{
    for (int c = 0; c < k->s->count[i]; c++)
        if (k->axes[i][c] == d) return true;
    return false;
}

static bool meet_size(Core *k, int i, int c, int told)
{
    int d = k->s->which[i][c];
    int64_t size = k->r->ops[i]->shape[k->axes[i][c]];
    if (k->size[d] < 0) k->size[d] = size;
    if (k->size[d] == size) return true;
    bool input = i < k->u->nin;
    return err_false(k->vm, EXC_ValueError, "%s: %s operand %d has a mismatch in its core dimension %d, with gufunc signature %s (size %lld is different from %lld)", k->u->name, input ? "Input" : "Output",
        input ? i : i - k->u->nin, told, k->u->signature, size, k->size[d]);
}
static bool sizes_of(Core *k)
{
    for (int i = 0; i < k->s->n_operands; i++) {
        if (!k->r->ops[i]) continue;
        if (i >= k->u->nin && k->keepdims) continue;
        if (!place_axes(k, i, k->r->ops[i]->ndim)) return false;
        for (int c = 0, told = 0; c < k->s->count[i]; c++)
            if (k->axes[i][c] >= 0 && !meet_size(k, i, c, told++)) return false;
    }
    for (int i = k->u->nin; i < k->s->n_operands; i++)
        for (int c = 0; c < k->s->count[i]; c++)
            if (!k->missing[k->s->which[i][c]] && k->size[k->s->which[i][c]] < 0)
                return err_false(k->vm, EXC_ValueError, "%s: Output operand %d has core dimension %d unspecified, with gufunc signature %s", k->u->name, i - k->u->nin, c, k->u->signature);
    return true;
}
/* An operand's dimensions as the loop sees them: the outer ones, then the outputs' core dimensions, which inputs have not. */
static void seen_by_loop(const Core *k, int i, int outer, int cores, int64_t *dims)
{
    const NdArray *a = k->r->ops[i];
    int at = 0, own = a->ndim - k->n_core[i];
    for (; at < outer - own; at++) dims[at] = -1;
    for (int d = 0; d < a->ndim; d++)
        if (!is_core_axis(k, i, d)) dims[at++] = a->shape[d];
    for (int c = 0; c < cores; c++) dims[at++] = i < k->u->nin || k->axes[i][c] < 0 ? -1 : a->shape[k->axes[i][c]];
}
static bool raise_outer(Core *k)
{
    VM *vm = k->vm;
    int outer = 0, cores = 0, n = 0;
    int64_t dims[2 * NP_DIMS_MOST], asked[NP_DIMS_MOST];
    for (int i = 0; i < k->s->n_operands; i++) outer = k->r->ops[i] && k->r->ops[i]->ndim - k->n_core[i] > outer ? k->r->ops[i]->ndim - k->n_core[i] : outer;
    for (int i = k->u->nin; i < k->s->n_operands; i++)
        for (int c = 0; c < k->s->count[i]; c++)
            if (!k->missing[k->s->which[i][c]] && cores++ < NP_DIMS_MOST) asked[n++] = k->size[k->s->which[i][c]];
    StrB b = STRB_INIT(vm);
    for (int i = 0; i < k->s->n_operands; i++) {
        const NdArray *a = k->r->ops[i];
        if (!a) continue;
        int own_cores = i < k->u->nin ? n : k->n_core[i];
        seen_by_loop(k, i, outer, own_cores, dims);
        Value own = np_shape_text(vm, a->shape, a->ndim), there = own ? np_shape_text(vm, dims, outer + own_cores) : NO_VALUE;
        if (there) strb_format(&b, "%U->%U ", (Ref)own, (Ref)there);
        release(vm, own);
        release(vm, there);
    }
    Value shapes = strb_take(&b), wanted = shapes ? np_shape_text(vm, asked, n) : NO_VALUE;
    if (wanted) err_raise(vm, EXC_ValueError, "operands could not be broadcast together with remapped shapes [original->remapped]: %U and requested shape %U", (Ref)shapes, (Ref)wanted);
    release(vm, shapes);
    release(vm, wanted);
    return false;
}
/* Where nothing is computed a size of one is too much. */
static bool raise_out(const Core *k, const NdArray *a)
{
    int64_t all[NP_DIMS_MOST];
    memcpy(all, a->shape, sizeof *all * (size_t)a->ndim);
    memcpy(all, k->outer.v, sizeof *all * (size_t)k->outer.n);
    Value own = np_shape_text(k->vm, a->shape, a->ndim), there = own ? np_shape_text(k->vm, all, a->ndim) : NO_VALUE;
    if (there) err_raise(k->vm, EXC_ValueError, "non-broadcastable output operand with shape %U doesn't match the broadcast shape %U", (Ref)own, (Ref)there);
    release(k->vm, own);
    release(k->vm, there);
    return false;
}
/* An output has every outer dimension in full. */
static bool fills_outer(Core *k, int i)
{
    const NdArray *a = k->r->ops[i];
    int own = a->ndim - k->n_core[i], at = own, out = -1;
    bool full = own == k->outer.n;
    for (int d = a->ndim - 1; full && d >= 0; d--) {
        if (is_core_axis(k, i, d) || k->outer.v[--at] == a->shape[d]) continue;
        full = false, out = at;
    }
    if (!full && out >= 0 && !k->outer.v[out]) return raise_out(k, a);
    return full || err_false(k->vm, EXC_ValueError, "output operand requires a reduction along dimension %d, but the reduction is not enabled. The dimension size of 1 does not match the expected output shape.", out);
}
static bool outer_of(Core *k)
{
    k->outer.n = 0;
    for (int i = 0; i < k->s->n_operands; i++) { /* outputs that are given count too: inputs are repeated for them */
        const NdArray *a = k->r->ops[i];
        if (!a || (i >= k->u->nin && k->keepdims)) continue;
        int own = a->ndim - k->n_core[i];
        for (; k->outer.n < own; k->outer.n++) {
            memmove(k->outer.v + 1, k->outer.v, sizeof *k->outer.v * (size_t)k->outer.n);
            k->outer.v[0] = 1;
        }
        for (int d = 0, at = k->outer.n - own; d < a->ndim; d++) {
            if (is_core_axis(k, i, d)) continue;
            int64_t *to = &k->outer.v[at++];
            if (a->shape[d] == *to || a->shape[d] == 1) continue;
            if (*to != 1) return raise_outer(k);
            *to = a->shape[d];
        }
    }
    for (int i = k->u->nin; i < k->s->n_operands && !k->keepdims; i++)
        if (k->r->ops[i] && !fills_outer(k, i)) return false;
    return true;
}

/* An output of the loop's dtype: the operand itself where it will do, else memory that is copied into it afterwards. */
static NdArray *output_of(Core *k, int i, const NpDims *shape)
{
    NdArray *a = k->r->ops[i];
    Descr *d = k->r->resolved.descrs[i];
    if (!a) {
        a = k->r->ops[i] = array_new(k->vm, k->np, d, shape->v, shape->n, k->r->order == ORDER_F ? ORDER_F : ORDER_C);
        return a ? array_retain(a) : NULL;
    }
    bool apart = a->descr->num == d->num && array_is_behaved(a);
    for (int e = 0; apart && e < k->u->nin; e++) apart = !array_overlap(a, k->r->ops[e]);
    return apart ? array_retain(a) : array_new(k->vm, k->np, d, shape->v, shape->n, ORDER_C);
}
static bool output_shape(Core *k, int i, NpDims *shape)
{
    int n_core = k->keepdims ? k->n_core[0] : k->n_core[i], ndim = k->outer.n + n_core;
    if (ndim > NP_DIMS_MOST) return err_false(k->vm, EXC_ValueError, "too many dimensions");
    shape->n = ndim;
    if (k->keepdims) {
        for (int d = 0; d < ndim; d++) shape->v[d] = 1;
        bool taken[NP_DIMS_MOST] = {false};
        for (int c = 0; c < n_core; c++) {
            int64_t axis = k->moved[i] ? k->given[i][c] : k->moved[0] ? k->given[0][c] : ndim - n_core + c;
            if (!np_axis(k->vm, &axis, ndim)) return false;
            taken[axis] = true;
        }
        for (int d = 0, at = 0; d < ndim; d++)
            if (!taken[d] && at < k->outer.n) shape->v[d] = k->outer.v[at++];
        for (int c = 0; c < k->s->count[i]; c++) k->axes[i][c] = -1;
        for (int d = 0, c = 0; d < ndim; d++)
            if (taken[d]) k->given[i][c++] = d;
        return true;
    }
    if (!place_axes(k, i, ndim)) return false;
    for (int d = 0, at = 0; d < ndim; d++)
        if (!is_core_axis(k, i, d)) shape->v[d] = k->outer.v[at++];
    for (int c = 0; c < k->s->count[i]; c++)
        if (k->axes[i][c] >= 0) shape->v[k->axes[i][c]] = k->size[k->s->which[i][c]];
    return true;
}

/* Strides of operand i along the outer dimensions, from the last one backwards; 0 where it is repeated. */
static void outer_strides(const Core *k, int i, const NdArray *a, int64_t *strides)
{
    int at = k->outer.n - 1;
    for (int d = 0; d < k->outer.n; d++) strides[d] = 0;
    for (int d = a->ndim - 1; d >= 0 && at >= 0; d--) {
        bool core = is_core_axis(k, i, d);
        for (int c = 0; k->keepdims && i >= k->u->nin && c < k->n_core[0]; c++) core |= k->given[i][c] == d;
        if (core) continue;
        strides[at] = a->shape[d] == 1 && k->outer.v[at] != 1 ? 0 : a->strides[d];
        at--;
    }
}

static bool walk_outer(Core *k, NdArray *const *ops)
{
    int n = k->s->n_operands, inner_at = k->outer.n - 1;
    int64_t strides[UFUNC_OPERANDS][NP_DIMS_MOST], steps[UFUNC_OPERANDS * 4], count[1 + UFUNC_OPERANDS], index[NP_DIMS_MOST] = {0};
    char *at[UFUNC_OPERANDS];
    int s = n;
    for (int i = 0; i < n; i++) {
        outer_strides(k, i, ops[i], strides[i]);
        at[i] = ops[i]->data;
        steps[i] = inner_at >= 0 ? strides[i][inner_at] : 0;
        for (int c = 0; c < k->s->count[i] && s < UFUNC_OPERANDS * 4; c++) steps[s++] = k->axes[i][c] >= 0 ? ops[i]->strides[k->axes[i][c]] : 0;
    }
    count[0] = inner_at >= 0 ? k->outer.v[inner_at] : 1;
    for (int d = 0; d < k->s->n_dims; d++) count[1 + d] = k->missing[d] ? 1 : k->size[d];
    for (int d = 0; d < k->outer.n; d++)
        if (k->outer.v[d] == 0) return true;
    const LoopRow *loop = k->r->resolved.loop;
    for (;;) {
        if (!loop->run(k->vm, at, count, steps, loop->data) || !vm_poll(k->vm)) return false;
        int d = inner_at - 1;
        for (; d >= 0; d--) {
            for (int i = 0; i < n; i++) at[i] += strides[i][d];
            if (++index[d] < k->outer.v[d]) break;
            for (int i = 0; i < n; i++) at[i] -= strides[i][d] * k->outer.v[d];
            index[d] = 0;
        }
        if (d < 0) return true;
    }
}

static bool run_core(Core *k)
{
    NdArray *ops[UFUNC_OPERANDS] = {NULL};
    bool ok = true;
    for (int i = 0; ok && i < k->u->nin; i++) {
        ops[i] = array_as(k->vm, k->r->ops[i], k->r->resolved.descrs[i], ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
        ok = ops[i] != NULL;
    }
    for (int i = k->u->nin; ok && i < k->s->n_operands; i++) {
        NpDims shape;
        ok = output_shape(k, i, &shape);
        const NdArray *a = ok ? k->r->ops[i] : NULL;
        bool same = !a || a->ndim == shape.n;
        for (int d = 0; ok && a && same && d < shape.n; d++) same = a->shape[d] == shape.v[d];
        if (ok && !same) ok = err_false(k->vm, EXC_ValueError, "non-broadcastable output operand with shape of the wrong size for %s", k->u->name);
        ok = ok && (ops[i] = output_of(k, i, &shape)) != NULL;
    }
    if (ok) {
        errors_begin();
        ok = walk_outer(k, ops) && errors_tell(k->vm, &k->r->errors, k->u->name);
    }
    for (int i = k->u->nin; ok && i < k->s->n_operands; i++)
        if (ops[i] != k->r->ops[i]) ok = array_copy_into(k->vm, k->r->ops[i], ops[i]);
    for (int i = 0; i < k->s->n_operands; i++) array_release(k->vm, ops[i]);
    return ok;
}

static bool take_keywords(Core *k, const CallArgs *c)
{
    VM *vm = k->vm;
    if (c->axis && c->axes) return err_false(vm, EXC_TypeError, "cannot specify both 'axis' and 'axes'");
    if (c->keepdims) {
        if (!is_bool(c->keepdims)) return err_false(vm, EXC_TypeError, "'keepdims' must be a boolean");
        k->keepdims = c->keepdims == V_TRUE;
        for (int i = 0; i < k->s->n_operands; i++) {
            bool input = i < k->u->nin;
            if (k->s->count[i] == (input ? k->s->count[0] : 0)) continue;
            return err_false(vm, EXC_TypeError, "%s does not support keepdims: its signature %s requires %s %d to have %d core dimensions, but keepdims can only be used when all inputs have the same number of core dimensions and all outputs have no core dimensions.",
                k->u->name, k->u->signature, input ? "input" : "output", input ? i : i - k->u->nin, k->s->count[i]);
        }
    }
    return true;
}

Value ufunc_core_call(VM *vm, Np *np, Ufunc *u, CallArgs *c)
{
    Running r;
    Core k = {.vm = vm, .np = np, .u = u, .s = u->core, .r = &r};
    Value result = NO_VALUE;
    bool ok = running_open(vm, np, u, c, &r) && running_resolve(vm, np, u, c, &r) && take_keywords(&k, c) && find_missing(&k);
    ok = ok && (!c->axes || take_axes(&k, c->axes)) && (!c->axis || is_none(c->axis) || take_axis(&k, c->axis));
    ok = ok && sizes_of(&k) && outer_of(&k);
    if (ok && run_core(&k)) result = running_results(vm, np, u, c, &r);
    running_close(vm, u, &r);
    return result;
}
