/* ufunc_run.c: a loop over operands of one shape: straight over memory where dtypes agree, else through buffers, some thousand elements at a time. */
#include "ufunc_impl.h"

enum { POLL_EVERY = 1 << 18 };

bool ufunc_loop_run(VM *vm, const Resolved *r, char *const *args, int64_t n, const int64_t *steps)
{
    const void *data = r->loop->data ? r->loop->data : r;
    if (n <= POLL_EVERY) return r->loop->run(vm, args, &n, steps, data);
    char *at[UFUNC_OPERANDS];
    int operands = (int)strlen(r->loop->types);
    memcpy(at, args, sizeof *at * (size_t)operands);
    for (int64_t left = n; left > 0;) {
        int64_t m = left < POLL_EVERY ? left : POLL_EVERY;
        if (!r->loop->run(vm, at, &m, steps, data) || !vm_poll(vm)) return false;
        left -= m;
        for (int i = 0; i < operands; i++) at[i] += m * steps[i];
    }
    return true;
}

/* ---- operands whose dtype the loop does not take ---- */
typedef struct Lane {
    bool cast;
    Transfer t;
    char *room;
    Descr *descr; /* the loop's */
} Lane;
typedef struct Lanes {
    VM *vm;
    const Ufunc *u;
    const Resolved *r;
    int operands;
    int64_t chunk;
    bool any;
    Lane lane[UFUNC_OPERANDS];
} Lanes;

static bool needs_cast(const NdArray *a, const Descr *d) { return a->descr != d && !(a->descr->num == d->num && a->descr->size == d->size && !num_is_time((Num)d->num) && num_is_number((Num)d->num) && descr_is_native(a->descr)); }

static void lanes_close(Lanes *l)
{
    for (int i = 0; i < l->operands; i++) {
        Lane *lane = &l->lane[i];
        if (!lane->cast) continue;
        if (lane->room) {
            if (descr_has_objects(lane->descr))
                for (int64_t k = 0; k < l->chunk; k++) element_decref(l->vm, lane->descr, lane->room + k * lane->descr->size);
            mem_free(l->vm->mem, lane->room, (size_t)(l->chunk * lane->descr->size) + 1);
        }
        transfer_close(l->vm, &lane->t);
    }
}
static bool lanes_open(Lanes *l, VM *vm, const Ufunc *u, const Resolved *r, NdArray *const *ops, int64_t size, const ErrorState *errors)
{
    memset(l, 0, sizeof *l);
    l->vm = vm;
    l->u = u;
    l->r = r;
    l->chunk = size < errors->buffer ? size : errors->buffer;
    for (int i = 0; i < ufunc_nargs(u); i++, l->operands++) {
        Lane *lane = &l->lane[i];
        bool aligned = array_is(ops[i], ARRAY_ALIGNED), input = i < u->nin;
        lane->descr = r->descrs[i];
        if (aligned && !needs_cast(ops[i], lane->descr)) continue;
        bool ok = input ? transfer_open(vm, &lane->t, ops[i]->descr, lane->descr, aligned, true) : transfer_open(vm, &lane->t, lane->descr, ops[i]->descr, true, aligned);
        if (!ok) {
            lanes_close(l);
            return false;
        }
        lane->cast = l->any = true;
        lane->room = mem_zalloc(vm->mem, (size_t)(l->chunk * lane->descr->size) + 1);
        if (!lane->room) {
            l->operands++;
            lanes_close(l);
            return err_no_memory(vm), false;
        }
    }
    return true;
}
static bool lanes_run(Lanes *l, char *const *args, int64_t n, const int64_t *steps)
{
    if (!l->any) return ufunc_loop_run(l->vm, l->r, args, n, steps);
    char *at[UFUNC_OPERANDS], *inner[UFUNC_OPERANDS];
    int64_t inner_steps[UFUNC_OPERANDS];
    memcpy(at, args, sizeof *at * (size_t)l->operands);
    for (int64_t left = n; left > 0;) {
        int64_t m = left < l->chunk ? left : l->chunk;
        for (int i = 0; i < l->operands; i++) {
            const Lane *lane = &l->lane[i];
            inner[i] = lane->cast ? lane->room : at[i];
            inner_steps[i] = !lane->cast ? steps[i] : steps[i] == 0 && i < l->u->nin ? 0 : lane->descr->size;
            if (lane->cast && i < l->u->nin && !transfer_run(l->vm, &lane->t, at[i], steps[i], lane->room, lane->descr->size, inner_steps[i] ? m : 1)) return false;
        }
        if (!ufunc_loop_run(l->vm, l->r, inner, m, inner_steps)) return false;
        for (int i = 0; i < l->operands; i++) {
            const Lane *lane = &l->lane[i];
            if (lane->cast && i >= l->u->nin && !transfer_run(l->vm, &lane->t, lane->room, lane->descr->size, at[i], steps[i], m)) return false;
            at[i] += m * steps[i];
        }
        left -= m;
        if (left && !vm_poll(l->vm)) return false;
    }
    return true;
}
/* Only where the mask (behind the operands) is true. */
static bool lanes_run_masked(Lanes *l, char *const *args, int64_t n, const int64_t *steps)
{
    const char *mask = args[l->operands];
    int64_t mask_step = steps[l->operands];
    for (int64_t i = 0; i < n;) {
        if (!mask[i * mask_step]) {
            i++;
            continue;
        }
        int64_t end = i + 1;
        while (end < n && mask[end * mask_step]) end++;
        char *at[UFUNC_OPERANDS];
        for (int k = 0; k < l->operands; k++) at[k] = args[k] + i * steps[k];
        if (!lanes_run(l, at, end - i, steps)) return false;
        i = end;
    }
    return true;
}

/* ---- the walk ---- */
typedef struct Stood { int64_t strides[UFUNC_OPERANDS + 1][NP_DIMS_MOST]; char *at[UFUNC_OPERANDS + 1]; } Stood;

static bool walk_few(Lanes *l, Stood *s, int operands, const int64_t *shape, int ndim, bool ordered, bool masked)
{
    const int64_t *strides[WALK_OPERANDS];
    /* The first output counts most: what was just made lies in the inputs' order. */
    for (int i = 0; i < operands; i++) strides[i] = s->strides[i];
    Walk w;
    (ordered ? walk_open_ordered : walk_open)(&w, ndim, shape, operands, s->at, strides);
    if (w.inner == 0) return true;
    do {
        if (!(masked ? lanes_run_masked : lanes_run)(l, w.at, w.inner, w.inner_strides)) return false;
    } while (walk_next(&w));
    return true;
}
/* More operands than a Walk has room for: as they lie, the last dimension innermost. */
static bool walk_many(Lanes *l, Stood *s, int operands, const int64_t *shape, int ndim, bool masked)
{
    int64_t index[NP_DIMS_MOST] = {0}, steps[UFUNC_OPERANDS + 1] = {0}, inner = ndim ? shape[ndim - 1] : 1;
    for (int i = 0; i < operands && ndim; i++) steps[i] = s->strides[i][ndim - 1];
    for (;;) {
        if (!(masked ? lanes_run_masked : lanes_run)(l, s->at, inner, steps)) return false;
        int d = ndim - 2;
        for (; d >= 0; d--) {
            for (int i = 0; i < operands; i++) s->at[i] += s->strides[i][d];
            if (++index[d] < shape[d]) break;
            for (int i = 0; i < operands; i++) s->at[i] -= shape[d] * s->strides[i][d];
            index[d] = 0;
        }
        if (d < 0) return true;
    }
}

static bool one_run(const Ufunc *u, NdArray *const *ops, const Resolved *r, int64_t size, int64_t *steps, char **at)
{
    for (int i = 0; i < ufunc_nargs(u); i++) {
        const NdArray *a = ops[i];
        bool single = i < u->nin && array_size(a) == 1 && a->ndim == 0;
        if (!single && (!array_is(a, ARRAY_C) || array_size(a) != size)) return false;
        if (!array_is(a, ARRAY_ALIGNED) || needs_cast(a, r->descrs[i])) return false;
        at[i] = a->data;
        steps[i] = single ? 0 : a->descr->size;
    }
    return true;
}

bool ufunc_run(VM *vm, const Ufunc *u, const Resolved *r, NdArray *const *ops, const int64_t *shape, int ndim, NdArray *mask, const ErrorState *errors)
{
    int operands = ufunc_nargs(u);
    int64_t size = 1, steps[UFUNC_OPERANDS];
    char *at[UFUNC_OPERANDS];
    for (int d = 0; d < ndim; d++) size *= shape[d];
    if (size == 0) return true;
    if (!mask && one_run(u, ops, r, size, steps, at)) return ufunc_loop_run(vm, r, at, size, steps);
    Stood s;
    bool ordered = false;
    for (int i = 0; i < operands; i++) {
        if (!array_strides_in(vm, ops[i], shape, ndim, s.strides[i])) return false;
        s.at[i] = ops[i]->data;
        ordered |= descr_has_objects(r->descrs[i]);
    }
    if (mask) {
        if (!array_strides_in(vm, mask, shape, ndim, s.strides[operands])) return false;
        s.at[operands] = mask->data;
    }
    Lanes l;
    if (!lanes_open(&l, vm, u, r, ops, size, errors)) return false;
    int all = operands + (mask != NULL);
    bool ok = all <= WALK_OPERANDS ? walk_few(&l, &s, all, shape, ndim, ordered, mask != NULL) : walk_many(&l, &s, all, shape, ndim, mask != NULL);
    lanes_close(&l);
    return ok;
}

/* ---- outputs that lie across inputs ---- */
static bool same_elements(const NdArray *a, const NdArray *b)
{
    if (a->data != b->data || a->ndim != b->ndim || a->descr->size != b->descr->size) return false;
    for (int d = 0; d < a->ndim; d++)
        if (a->shape[d] != b->shape[d] || (a->strides[d] != b->strides[d] && a->shape[d] > 1)) return false;
    return true;
}
bool ufunc_untangle(VM *vm, const Ufunc *u, NdArray **ops)
{
    for (int i = 0; i < u->nin; i++)
        for (int o = u->nin; o < ufunc_nargs(u); o++) {
            if (!ops[o] || (same_elements(ops[i], ops[o]) && !descr_has_objects(ops[o]->descr)) || !array_overlap(ops[i], ops[o])) continue;
            NdArray *copy = array_copy(vm, ops[i], ORDER_KEEP, false);
            if (!copy) return false;
            array_release(vm, ops[i]);
            ops[i] = copy;
            break;
        }
    return true;
}
