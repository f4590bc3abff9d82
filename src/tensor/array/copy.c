/* copy.c: the elements of one array into another: broadcast, cast, under a mask, wherever the two overlap (transfer.h).
 *
 * Where source and destination may share memory the source is copied first. What the processor says of numbers that were cast (too large, not
 * a number) is told as seterr asks for it.
 */
#include <fenv.h>

#include "element.h"
#include "transfer.h"
#include "ufunc_impl.h"
#include "walk.h"

enum { POLL_EVERY = 1 << 20 }; /* elements between two looks for an interrupt */


static bool run_in_blocks(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    while (n > 0) {
        int64_t m = n < POLL_EVERY ? n : POLL_EVERY;
        if (!transfer_run(vm, t, src, src_stride, dst, dst_stride, m)) return false;
        if (m < n && !vm_poll(vm)) return false;
        src += m * src_stride;
        dst += m * dst_stride;
        n -= m;
    }
    return true;
}
void casts_begin(void) { feclearexcept(FE_ALL_EXCEPT); }
bool casts_tell(VM *vm, Np *np, bool calls)
{
    ErrorState e;
    if (calls || !fetestexcept(FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO)) return true;
    if (!errors_read(vm, np, NULL, &e)) return false;
    bool ok = errors_tell(vm, &e, "cast");
    errors_drop(vm, &e);
    return ok;
}
static bool copy_walk(VM *vm, NdArray *dst, NdArray *src, const int64_t *src_strides, const Transfer *t)
{
    Walk w;
    char *data[2] = {dst->data, src->data};
    const int64_t *strides[2] = {dst->strides, src_strides};
    int64_t count = 0;
    (t->calls ? walk_open_ordered : walk_open)(&w, dst->ndim, dst->shape, 2, data, strides);
    do {
        if (w.inner && !run_in_blocks(vm, t, w.at[1], w.inner_strides[1], w.at[0], w.inner_strides[0], w.inner)) return false;
        count += w.inner + 1;
        if (count >= POLL_EVERY) {
            count = 0;
            if (!vm_poll(vm)) return false;
        }
    } while (walk_next(&w));
    return true;
}
static bool same_place(const NdArray *a, const NdArray *b)
{
    if (a->data != b->data || a->ndim != b->ndim) return false;
    return !memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape) && !memcmp(a->strides, b->strides, (size_t)a->ndim * sizeof *a->strides);
}


bool array_copy_into(VM *vm, NdArray *dst, NdArray *src)
{
    int64_t strides[NP_DIMS_MOST];
    if (!array_strides_in(vm, src, dst->shape, dst->ndim, strides)) return false;
    if (!array_size(dst)) return transfer_tells(vm, src->descr, dst->descr);
    NdArray *from = array_retain(src);
    bool shares = array_overlap(dst, src);
    if (shares && src->descr == dst->descr && same_place(dst, src)) {
        array_release(vm, from);
        return true;
    }
    if (shares) {
        NdArray *apart = array_copy(vm, src, ORDER_KEEP, false);
        array_release(vm, from);
        if (!apart) return false;
        from = apart;
        if (!array_strides_in(vm, from, dst->shape, dst->ndim, strides)) {
            array_release(vm, from);
            return false;
        }
    }
    Transfer t;
    bool ok = transfer_open(vm, &t, from->descr, dst->descr, array_is(from, ARRAY_ALIGNED), array_is(dst, ARRAY_ALIGNED));
    if (ok) {
        casts_begin();
        array_retain(dst);
        ok = copy_walk(vm, dst, from, strides, &t) && casts_tell(vm, np_of(dst), t.calls);
        array_release(vm, dst);
        transfer_close(vm, &t);
    }
    array_release(vm, from);
    return ok;
}

/* ---- under a mask ---- */
typedef struct Masked { const Transfer *t; int64_t src_stride, dst_stride, mask_stride; } Masked;

/* Runs of trues are moved as one. */
static bool masked_run(VM *vm, const Masked *m, const char *src, char *dst, const char *mask, int64_t n)
{
    int64_t i = 0;
    while (i < n) {
        while (i < n && !mask[i * m->mask_stride]) i++;
        int64_t start = i;
        while (i < n && mask[i * m->mask_stride]) i++;
        if (i > start && !transfer_run(vm, m->t, src + start * m->src_stride, m->src_stride, dst + start * m->dst_stride, m->dst_stride, i - start)) return false;
    }
    return true;
}
static bool masked_walk(VM *vm, NdArray *dst, char *const *data, const int64_t *const *strides, const Transfer *t)
{
    Walk w;
    (t->calls ? walk_open_ordered : walk_open)(&w, dst->ndim, dst->shape, 3, data, strides);
    do {
        Masked m = {t, w.inner_strides[1], w.inner_strides[0], w.inner_strides[2]};
        if (w.inner && !masked_run(vm, &m, w.at[1], w.at[0], w.at[2], w.inner)) return false;
    } while (walk_next(&w));
    return vm_poll(vm);
}
/* src itself, or a copy of it where writing to dst would change it; owned. */
static NdArray *apart_from(VM *vm, NdArray *src, NdArray *dst)
{
    return array_overlap(dst, src) ? array_copy(vm, src, ORDER_KEEP, false) : array_retain(src);
}
bool array_copy_where(VM *vm, NdArray *dst, NdArray *src, NdArray *mask)
{
    int64_t from_strides[NP_DIMS_MOST], mask_strides[NP_DIMS_MOST];
    NdArray *from = apart_from(vm, src, dst), *where = from ? apart_from(vm, mask, dst) : NULL;
    bool ok = where && array_strides_in(vm, from, dst->shape, dst->ndim, from_strides) && array_strides_in_as(vm, where, dst->shape, dst->ndim, mask_strides, "where mask");
    Transfer t;
    if (ok && array_size(dst) && (ok = transfer_open(vm, &t, from->descr, dst->descr, array_is(from, ARRAY_ALIGNED), array_is(dst, ARRAY_ALIGNED)))) {
        char *data[3] = {dst->data, from->data, where->data};
        const int64_t *strides[3] = {dst->strides, from_strides, mask_strides};
        casts_begin();
        array_retain(dst);
        ok = masked_walk(vm, dst, data, strides, &t) && casts_tell(vm, np_of(dst), t.calls);
        array_release(vm, dst);
        transfer_close(vm, &t);
    }
    array_release(vm, where);
    array_release(vm, from);
    return ok;
}

/* ---- one element everywhere ---- */
static bool fill_walk(VM *vm, NdArray *dst, const Transfer *t, const char *at)
{
    Walk w;
    char *data[1] = {dst->data};
    const int64_t *strides[1] = {dst->strides};
    walk_open(&w, dst->ndim, dst->shape, 1, data, strides);
    do {
        if (w.inner && !run_in_blocks(vm, t, at, 0, w.at[0], w.inner_strides[0], w.inner)) return false;
    } while (walk_next(&w));
    return vm_poll(vm);
}
/* The element is made dst's kind once, then copied. */
bool array_fill_element(VM *vm, NdArray *dst, Descr *d, const char *at)
{
    char few[64] __attribute__((aligned(16)));
    size_t size = (size_t)dst->descr->size;
    char *one = size <= sizeof few ? few : mem_alloc(vm->mem, size);
    if (!one) return err_no_memory(vm), false;
    memset(one, 0, size);
    Transfer t;
    bool ok = transfer_open(vm, &t, d, dst->descr, false, true);
    if (ok) {
        casts_begin();
        ok = transfer_run(vm, &t, at, d->size, one, dst->descr->size, 1) && casts_tell(vm, np_of(dst), t.calls);
        transfer_close(vm, &t);
    }
    if (ok && (ok = transfer_open(vm, &t, dst->descr, dst->descr, true, array_is(dst, ARRAY_ALIGNED)))) {
        array_retain(dst);
        ok = fill_walk(vm, dst, &t, one);
        transfer_close(vm, &t);
        if (descr_has_objects(dst->descr)) element_decref(vm, dst->descr, one);
        array_release(vm, dst);
    }
    if (one != few) mem_free(vm->mem, one, size);
    return ok;
}
