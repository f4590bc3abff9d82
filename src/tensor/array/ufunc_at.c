/* ufunc_at.c: at(): an operation in place on the elements that indices name, once for each time they are named. */
#include "ufunc_args.h"

/* Where the named elements stand in a's memory, as offsets in bytes: an int64 array of the shape that a[indices] has. */
static NdArray *offsets_of(VM *vm, Np *np, NdArray *a, Ref indices)
{
    NdArray *all = array_new(vm, np, descr_shared(np, NP_LONG), a->shape, a->ndim, ORDER_C);
    if (!all) return NULL;
    int64_t index[NP_DIMS_MOST] = {0}, n = array_size(all), *to = (int64_t *)all->data, offset = 0;
    for (int64_t i = 0; i < n; i++) {
        to[i] = offset;
        for (int d = a->ndim - 1; d >= 0; d--) {
            offset += a->strides[d];
            if (++index[d] < a->shape[d]) break;
            offset -= a->strides[d] * a->shape[d];
            index[d] = 0;
        }
    }
    Value named = op_getitem(vm, REF(all), indices);
    array_release(vm, all);
    NdArray *r = named ? array_from_any(vm, np, named, descr_shared(np, NP_LONG), ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE) : NULL;
    release(vm, named);
    return r;
}
/* One index array along the one axis there is: no table of all places. NULL without an error: something else. */
static NdArray *offsets_of_row(VM *vm, Np *np, NdArray *a, Ref indices)
{
    if (a->ndim != 1 || !is_array(indices, np) || !num_is_integer((Num)as_array(indices)->descr->num)) return NULL;
    NdArray *own = array_as(vm, as_array(indices), descr_shared(np, NP_LONG), ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    NdArray *r = own ? array_copy(vm, own, ORDER_C, false) : NULL;
    array_release(vm, own);
    if (!r) return NULL;
    int64_t n = array_size(r), *to = (int64_t *)r->data, length = a->shape[0];
    for (int64_t i = 0; i < n; i++) {
        if (to[i] < -length || to[i] >= length) {
            err_raise(vm, EXC_IndexError, "index %lld is out of bounds for axis 0 with size %lld", to[i], length);
            array_release(vm, r);
            return NULL;
        }
        to[i] = (to[i] < 0 ? to[i] + length : to[i]) * a->strides[0];
    }
    return r;
}

typedef struct AtRun {
    VM *vm;
    const Ufunc *u;
    const Resolved *r;
    NdArray *a, *offsets, *b;
    const int64_t *b_strides;
    bool cast;
    Transfer in, back;
    char *room;
} AtRun;

static bool one_element(AtRun *w, char *at, char *operand)
{
    static const int64_t one = 1, steps[3] = {0, 0, 0};
    const LoopRow *loop = w->r->loop;
    const void *data = loop->data ? loop->data : w->r;
    if (!w->cast) return loop->run(w->vm, w->u->nin == 1 ? (char *[]){at, at} : (char *[]){at, operand, at}, &one, steps, data);
    char *x = w->room, *y = w->room + w->r->descrs[0]->size;
    bool ok = transfer_run(w->vm, &w->in, at, 0, x, 0, 1) && loop->run(w->vm, w->u->nin == 1 ? (char *[]){x, y} : (char *[]){x, operand, y}, &one, steps, data);
    return ok && transfer_run(w->vm, &w->back, y, 0, at, 0, 1);
}
static bool all_elements(AtRun *w)
{
    int64_t n = array_size(w->offsets), index[NP_DIMS_MOST] = {0};
    const int64_t *offsets = (const int64_t *)w->offsets->data;
    char *operand = w->b ? w->b->data : NULL;
    for (int64_t i = 0; i < n; i++) {
        if ((i & 4095) == 4095 && !vm_poll(w->vm)) return false;
        if (!one_element(w, w->a->data + offsets[i], operand)) return false;
        for (int d = w->offsets->ndim - 1; w->b && d >= 0; d--) {
            operand += w->b_strides[d];
            if (++index[d] < w->offsets->shape[d]) break;
            operand -= w->b_strides[d] * w->offsets->shape[d];
            index[d] = 0;
        }
    }
    return true;
}
static bool run_at(VM *vm, Np *np, const Ufunc *u, NdArray *a, NdArray *offsets, NdArray *b, const ErrorState *errors)
{
    Resolved r;
    NdArray *ops[3] = {a, u->nin == 2 ? b : a, u->nin == 2 ? a : NULL};
    if (!ufunc_resolve(vm, np, u, ops, NULL, CASTING_UNSAFE, &r)) return false;
    int out = u->nin;
    int64_t b_strides[NP_DIMS_MOST], room = 2 * (r.descrs[0]->size + r.descrs[out]->size) + 64;
    AtRun w = {.vm = vm, .u = u, .r = &r, .a = a, .offsets = offsets, .b_strides = b_strides};
    bool ok = true, opened = false; /* whatever comes of it is stored: any cast will do */
    if (ok && u->nin == 2) {
        w.b = array_as(vm, b, r.descrs[1], ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
        if (w.b && array_overlap(w.b, a)) {
            NdArray *copy = array_copy(vm, w.b, ORDER_C, false);
            array_release(vm, w.b);
            w.b = copy;
        }
        ok = w.b && array_strides_in(vm, w.b, offsets->shape, offsets->ndim, b_strides);
        if (w.b && !ok && err_matches(vm, EXC_ValueError)) err_clear(vm), err_raise(vm, EXC_ValueError, "array is not broadcastable to correct shape");
    }
    w.cast = !array_is_behaved(a) || a->descr->num != r.descrs[0]->num || a->descr->num != r.descrs[out]->num;
    if (ok && w.cast) {
        w.room = mem_zalloc(vm->mem, (size_t)room);
        ok = w.room ? transfer_open(vm, &w.in, a->descr, r.descrs[0], array_is(a, ARRAY_ALIGNED), true) : (err_no_memory(vm), false);
        opened = ok;
        if (ok && !(ok = transfer_open(vm, &w.back, r.descrs[out], a->descr, true, array_is(a, ARRAY_ALIGNED)))) {
            transfer_close(vm, &w.in);
            opened = false;
        }
    }
    if (ok) {
        errors_begin();
        ok = all_elements(&w);
        if (u->flags & UFUNC_QUIET) errors_begin();
        ok = ok && errors_tell(vm, errors, "at");
    }
    if (opened) {
        transfer_close(vm, &w.in);
        transfer_close(vm, &w.back);
        if (descr_has_objects(r.descrs[0])) element_decref(vm, r.descrs[0], w.room);
        if (descr_has_objects(r.descrs[out])) element_decref(vm, r.descrs[out], w.room + r.descrs[0]->size);
    }
    if (w.room) mem_free(vm->mem, w.room, (size_t)room);
    array_release(vm, w.b);
    resolved_drop(vm, u, &r);
    return ok;
}

Value ufunc_method_at(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    const Ufunc *u = as_ufunc(args[0]);
    Value result;
    if (!np || !args_no_kw(vm, "at", kwnames) || !args_count(vm, "at", n - 1, 2, 3)) return NO_VALUE;
    if (ufunc_override(vm, np, args[0], "at", args + 1, n - 1, kwnames, &result)) return result;
    if (u->nin > 2) return err_raise(vm, EXC_ValueError, "Only unary and binary ufuncs supported at this time");
    if (u->nout != 1) return err_raise(vm, EXC_ValueError, "Only single output ufuncs supported at this time");
    if (u->core) return err_raise(vm, EXC_TypeError, "method at is not allowed in ufunc with non-trivial signature");
    if (u->nin == 2 && n < 4) return err_raise(vm, EXC_ValueError, "second operand needed for ufunc");
    if (u->nin == 1 && n == 4) return err_raise(vm, EXC_ValueError, "second operand provided when ufunc is unary");
    if (!is_array(args[1], np)) return err_raise(vm, EXC_TypeError, "first operand must be array");
    NdArray *a = as_array(args[1]), *offsets = NULL, *b = NULL;
    if (!array_writeable(vm, a, "operand array with iterator write flag set")) return NO_VALUE;
    ErrorState errors;
    bool ok = errors_read(vm, np, NULL, &errors);
    if (ok) {
        offsets = offsets_of_row(vm, np, a, args[2]);
        if (!offsets && !err_occurred(vm)) offsets = offsets_of(vm, np, a, args[2]);
        ok = offsets && (u->nin == 1 || (b = ufunc_operand(vm, np, args[3]))) && run_at(vm, np, u, a, offsets, b, &errors);
        errors_drop(vm, &errors);
    }
    array_release(vm, offsets);
    array_release(vm, b);
    return ok ? V_NONE : NO_VALUE;
}
