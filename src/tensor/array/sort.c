/* sort.c: sorting, partitioning and searching of arrays along an axis.
 *
 * A line (what lies along the axis at one place of the other dimensions) is brought into memory of its own where it does not lie plain already: aligned, one behind the other, in this
 * machine's order. Numbers are sorted there by the kernels of their type. All else is compared element by element: the places are sorted by a merge, then the elements follow. Objects in a
 * line of its own are held by it, so that what their comparisons do to the array harms nobody.
 */
#include "sort.h"

#include <stdlib.h>

#include "element.h"
#include "promote.h"
#include "transfer.h"
#include "walk.h"

/* ---- places sorted by comparing elements ---- */
typedef struct Compared {
    VM *vm;
    Descr *descr;
    const char *at;
    int64_t size;
    bool failed;
} Compared;

static int compare_at(Compared *c, int64_t i, int64_t j)
{
    const char *a = c->at + i * c->size, *b = c->at + j * c->size;
    if (c->descr->num == NP_STRING) return memcmp(a, b, (size_t)c->size);
    return c->failed ? 0 : element_compare(c->vm, c->descr, a, b, &c->failed);
}
static void merge_compared(Compared *c, int64_t *index, int64_t n, int64_t *work)
{
    if (n < 2 || c->failed) return;
    int64_t half = n / 2, i = 0, j = half, k = 0;
    merge_compared(c, index, half, work);
    merge_compared(c, index + half, n - half, work);
    if (compare_at(c, index[half], index[half - 1]) >= 0) return;
    memcpy(work, index, (size_t)half * sizeof *work);
    while (i < half && j < n) index[k++] = compare_at(c, index[j], work[i]) < 0 ? index[j++] : work[i++];
    memcpy(index + k, work + i, (size_t)(half - i) * sizeof *work);
}
static void compared_exchange(int64_t *index, int64_t i, int64_t j)
{
    int64_t x = index[i];
    index[i] = index[j];
    index[j] = x;
}
/* As argsplit of sort_of.h, of elements that are compared one by one. */
static void split_compared(Compared *c, int64_t *index, int64_t low, int64_t high, int64_t *work)
{
    while (high - low >= 16 && !c->failed) {
        int64_t middle = low + (high - low) / 2, i = low, j = high - 1;
        if (compare_at(c, index[middle], index[low]) < 0) compared_exchange(index, middle, low);
        if (compare_at(c, index[high], index[middle]) < 0) compared_exchange(index, high, middle);
        if (compare_at(c, index[middle], index[low]) < 0) compared_exchange(index, middle, low);
        int64_t pivot = index[middle];
        compared_exchange(index, middle, j);
        for (;;) {
            do i++;
            while (i < high && compare_at(c, index[i], pivot) < 0);
            do j--;
            while (j > low && compare_at(c, pivot, index[j]) < 0);
            if (i >= j) break;
            compared_exchange(index, i, j);
        }
        compared_exchange(index, i, high - 1);
        if (i - low < high - i) {
            split_compared(c, index, low, i - 1, work);
            low = i + 1;
        } else {
            split_compared(c, index, i + 1, high, work);
            high = i - 1;
        }
    }
    if (low < high) merge_compared(c, index + low, high - low + 1, work);
}
/* index holds the places in an order that equal elements keep. */
static bool places_refine(VM *vm, Descr *d, const char *at, int64_t *index, int64_t n, int64_t *work)
{
    const SortKernels *k = sort_kernels(d->num);
    if (k) {
        k->argsort(at, index, n, work);
        return true;
    }
    Compared c = {vm, d, at, d->size, false};
    merge_compared(&c, index, n, work);
    return !c.failed;
}
static bool places_sort(VM *vm, Descr *d, const char *at, int64_t *index, int64_t n, int64_t *work, SortKind kind)
{
    for (int64_t i = 0; i < n; i++) index[i] = i;
    if (kind != SORT_QUICK) return places_refine(vm, d, at, index, n, work);
    const SortKernels *k = sort_kernels(d->num);
    if (k) {
        k->argquick(at, index, n, work);
        return true;
    }
    Compared c = {vm, d, at, d->size, false};
    split_compared(&c, index, 0, n - 1, work);
    return !c.failed;
}
static void places_put(char *at, int64_t stride, const int64_t *index, int64_t n)
{
    for (int64_t i = 0; i < n; i++, at += stride) memcpy(at, &index[i], sizeof *index);
}

/* ---- lines ---- */
typedef struct Lines {
    VM *vm;
    NdArray *a;
    Descr *plain;        /* a's dtype in this machine's order */
    Walk w;              /* over the other dimensions */
    int64_t n, stride;   /* along the axis */
    int64_t i;           /* in the walk's inner dimension */
    char *line;          /* n elements; NULL: the array's own memory serves */
    size_t line_bytes;
    int64_t *index, *work;
    Transfer in, out;
    bool open_in, open_out, owns;
} Lines;

static void lines_close(Lines *l)
{
    VM *vm = l->vm;
    if (l->open_in) transfer_close(vm, &l->in);
    if (l->open_out) transfer_close(vm, &l->out);
    if (l->owns)
        for (int64_t i = 0; i < l->n; i++) element_decref(vm, l->plain, l->line + i * l->plain->size);
    mem_free(vm->mem, l->line, l->line_bytes);
    mem_free(vm->mem, l->index, (size_t)l->n * sizeof *l->index);
    mem_free(vm->mem, l->work, (size_t)l->n * sizeof *l->work);
    descr_release(vm, l->plain);
    array_release(vm, l->a);
}
static bool lines_buffers(Lines *l, bool places)
{
    VM *vm = l->vm;
    bool lies_plain = array_is_behaved(l->a) && descr_equivalent(vm, l->a->descr, l->plain) && l->stride == l->plain->size && !descr_has_objects(l->plain);
    if (!lies_plain) {
        if (__builtin_mul_overflow((size_t)l->n, (size_t)l->plain->size, &l->line_bytes) || !(l->line = mem_zalloc(vm->mem, l->line_bytes ? l->line_bytes : (l->line_bytes = 1)))) return err_no_memory(vm), false;
        l->owns = descr_has_objects(l->plain);
        bool aligned = array_is(l->a, ARRAY_ALIGNED);
        if (!(l->open_in = transfer_open(vm, &l->in, l->a->descr, l->plain, aligned, true))) return false;
        if (!(l->open_out = transfer_open(vm, &l->out, l->plain, l->a->descr, true, aligned))) return false;
    }
    if (!places) return true;
    l->index = mem_alloc(vm->mem, (size_t)l->n * sizeof *l->index);
    l->work = mem_alloc(vm->mem, (size_t)l->n * sizeof *l->work);
    return (l->index && l->work) || (err_no_memory(vm), false);
}
/* places: index and work are wanted. other: an array of one more operand with the same shape (its lines are at l->w.at[1]); or NULL. false: raised, and closed. */
static bool lines_open(Lines *l, VM *vm, NdArray *a, int axis, bool places, NdArray *other)
{
    int64_t shape[NP_DIMS_MOST], strides[2][NP_DIMS_MOST];
    int n = 0;
    *l = (Lines){.vm = vm, .a = array_retain(a), .n = a->shape[axis], .stride = a->strides[axis]};
    for (int d = 0; d < a->ndim; d++) {
        if (d == axis) continue;
        shape[n] = a->shape[d];
        strides[0][n] = a->strides[d];
        strides[1][n++] = other ? other->strides[d] : 0;
    }
    char *data[2] = {a->data, other ? other->data : NULL};
    const int64_t *steps[2] = {strides[0], strides[1]};
    walk_open_ordered(&l->w, n, shape, other ? 2 : 1, data, steps);
    l->plain = descr_canonical(vm, a->descr);
    if (l->plain && lines_buffers(l, places)) return true;
    lines_close(l);
    return false;
}
static char *lines_at(const Lines *l) { return l->w.at[0] + l->i * l->w.inner_strides[0]; }
static char *lines_other(const Lines *l) { return l->w.at[1] + l->i * l->w.inner_strides[1]; }
static bool lines_next(Lines *l)
{
    if (++l->i < l->w.inner) return true;
    l->i = 0;
    return walk_next(&l->w);
}
/* The line as plain memory; NULL: raised. */
static char *line_take(Lines *l)
{
    if (!l->line) return lines_at(l);
    return transfer_run(l->vm, &l->in, lines_at(l), l->stride, l->line, l->plain->size, l->n) ? l->line : NULL;
}
static bool line_give(Lines *l)
{
    return !l->line || transfer_run(l->vm, &l->out, l->line, l->plain->size, lines_at(l), l->stride, l->n);
}
/* The elements of the line in the order of the places: into the array. */
static bool line_permute(Lines *l)
{
    VM *vm = l->vm;
    int64_t size = l->plain->size;
    size_t bytes = (size_t)(l->n * size);
    if (l->line) {
        for (int64_t i = 0; i < l->n; i++)
            if (!transfer_run(vm, &l->out, l->line + l->index[i] * size, size, lines_at(l) + i * l->stride, l->stride, 1)) return false;
        return true;
    }
    char *copy = mem_alloc(vm->mem, bytes ? bytes : 1), *at = lines_at(l);
    if (!copy) return err_no_memory(vm), false;
    memcpy(copy, at, bytes);
    for (int64_t i = 0; i < l->n; i++) memcpy(at + i * size, copy + l->index[i] * size, (size_t)size);
    mem_free(vm->mem, copy, bytes ? bytes : 1);
    return true;
}

/* ---- what a program asks for ---- */
static bool one_of_texts(VM *vm, Ref v, const char *what, const char *letters, const char *says, int *out)
{
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "%s must be str, not %T", what, v);
    uint32_t c = as_str(v)->len ? str_at(as_str(v), 0) : 0;
    for (int i = 0; letters[i]; i++)
        if (c == (uint32_t)letters[i] || c == (uint32_t)(letters[i] - 32)) return *out = i, true;
    return err_false(vm, EXC_ValueError, "%s must be %s (got %R)", what, says, v);
}
static bool kind_of(VM *vm, Ref v, SortKind *kind)
{
    int i = 0;
    if (!one_of_texts(vm, v, "sort kind", "qhsm", "one of 'quick', 'heap', or 'stable'", &i)) return false;
    *kind = i == 0 ? SORT_QUICK : i == 1 ? SORT_HEAP : SORT_STABLE;
    return true;
}
/* a as its fields are to be compared: a view whose dtype names those of `order` first; owned. */
static NdArray *by_order(VM *vm, NdArray *a, Ref order)
{
    if (!order || is_none(order)) return array_retain(a);
    if (!descr_is_structured(a->descr)) {
        err_raise(vm, EXC_ValueError, "Cannot specify order when the array has no fields.");
        return NULL;
    }
    Ref newnames = np_python(vm, np_of(a), PY_NEWNAMES);
    Value names = newnames ? call2(vm, newnames, REF(a->descr), order) : NO_VALUE;
    Descr *d = names ? descr_copy(vm, a->descr) : NULL;
    NdArray *view = NULL;
    if (d && is_tuple(names) && as_tuple(names)->len == d->n_fields) {
        Field *fields = mem_alloc(vm->mem, (size_t)d->n_fields * sizeof *fields);
        if (!fields) err_no_memory(vm);
        for (int64_t i = 0; fields && i < d->n_fields; i++) {
            const Field *f = descr_field(vm, a->descr, as_tuple(names)->items[i]);
            fields[i] = f ? *f : d->fields[i];
        }
        Descr *made = fields ? descr_struct(vm, d->np, fields, d->n_fields, d->size, false, false) : NULL;
        mem_free(vm->mem, fields, (size_t)d->n_fields * sizeof *fields);
        if (made) view = array_make(vm, np_of(a), NULL, made, a->shape, a->strides, a->ndim, a->data, a->flags & (ARRAY_WRITEABLE | ARRAY_ALIGNED), retain(REF(a)), NULL);
        descr_release(vm, made);
    }
    release(vm, names);
    descr_release(vm, d);
    return view;
}
/* Along which axis of what: None flattens (a copy), and a single number is a line of one. Owned; NULL: raised. */
static NdArray *along(VM *vm, NdArray *a, Ref axis, int64_t *out, bool flatten)
{
    int64_t one = array_size(a);
    *out = -1;
    if (axis && !is_none(axis) && !np_integer(vm, axis, out, "an integer is required for the axis")) return NULL;
    if (!flatten || (a->ndim && !(axis && is_none(axis)))) {
        if (!np_axis(vm, out, a->ndim)) return NULL;
        return array_retain(a);
    }
    if (!a->ndim && axis && !is_none(axis) && *out != 0 && *out != -1) {
        np_axis(vm, out, 0);
        return NULL;
    }
    NdArray *flat = array_copy(vm, a, ORDER_C, false);
    NdArray *view = flat ? array_make(vm, np_of(a), NULL, flat->descr, &one, NULL, 1, flat->data, flat->flags, retain(REF(flat)), NULL) : NULL;
    array_release(vm, flat);
    *out = 0;
    return view;
}

/* ---- sort and argsort ---- */
bool array_sort(VM *vm, NdArray *a, int64_t axis, SortKind kind, Ref order)
{
    Lines l;
    (void)kind; /* what numbers are sorted by cannot be told from a stable sort, and the rest is stable */
    if (!array_writeable(vm, a, "sort array")) return false;
    NdArray *view = by_order(vm, a, order);
    if (!view) return false;
    const SortKernels *k = sort_kernels(view->descr->num);
    bool ok = true;
    if (view->shape[axis] > 1 && array_size(view) && (ok = lines_open(&l, vm, view, (int)axis, !k, NULL))) {
        do {
            char *at = line_take(&l);
            ok = at != NULL;
            if (ok && k) {
                k->sort(at, l.n);
                ok = line_give(&l);
            } else if (ok) ok = places_sort(vm, l.plain, at, l.index, l.n, l.work, SORT_STABLE) && line_permute(&l);
        } while (ok && (ok = vm_poll(vm)) && lines_next(&l));
        lines_close(&l);
    }
    array_release(vm, view);
    return ok;
}
/* For numbers of elements: zeros, of a's class. */
static NdArray *places_made(VM *vm, NdArray *a, const int64_t *shape, int ndim)
{
    Descr *intp = descr_of(np_of(a), NP_LONG);
    NdArray *out = array_make(vm, np_of(a), as_obj(REF(a))->type, intp, shape, NULL, ndim, NULL, 0, NO_VALUE, REF(a));
    if (out) memset(out->data, 0, (size_t)(array_size(out) * out->descr->size));
    descr_release(vm, intp);
    return out;
}
NdArray *array_argsort(VM *vm, NdArray *a, int64_t axis, SortKind kind, Ref order)
{
    Lines l;
    NdArray *view = by_order(vm, a, order), *out = view ? places_made(vm, a, view->shape, view->ndim) : NULL;
    if (out && view->shape[axis] > 1 && array_size(view)) {
        bool ok = lines_open(&l, vm, view, (int)axis, true, out);
        if (ok) {
            do {
                char *at = line_take(&l);
                ok = at && places_sort(vm, l.plain, at, l.index, l.n, l.work, kind);
                if (ok) places_put(lines_other(&l), out->strides[axis], l.index, l.n);
            } while (ok && (ok = vm_poll(vm)) && lines_next(&l));
            lines_close(&l);
        }
        if (!ok) {
            array_release(vm, out);
            out = NULL;
        }
    }
    array_release(vm, view);
    return out;
}

/* ---- partitions ---- */
typedef struct Places { int64_t *v, n; } Places; /* ascending */

static int places_compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}
static bool places_of(VM *vm, Np *np, Ref kth, int64_t n, bool nothing /*there is no element: any will do*/, Places *out)
{
    *out = (Places){NULL, 0};
    NdArray *given = array_from_any(vm, np, kth, NULL, 0);
    if (!given) return false;
    bool ok = true;
    if (!num_is_integer(given->descr->num) && !num_is_bool(given->descr->num)) ok = err_false(vm, EXC_TypeError, "Partition index must be integer");
    else if (num_is_bool(given->descr->num)) ok = err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "Passing booleans as partition index is deprecated"));
    if (ok && given->ndim > 1) ok = err_false(vm, EXC_ValueError, "object too deep for desired array");
    Descr *intp = descr_of(np, NP_LONG);
    NdArray *k = ok ? array_as(vm, given, intp, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST) : NULL;
    descr_release(vm, intp);
    array_release(vm, given);
    if (!k) return false;
    int64_t count = array_size(k);
    out->v = mem_alloc(vm->mem, (size_t)count * sizeof *out->v);
    if (!out->v) err_no_memory(vm);
    else {
        out->n = count;
        memcpy(out->v, k->data, (size_t)count * sizeof *out->v);
    }
    array_release(vm, k);
    for (int64_t i = 0; i < out->n; i++) {
        if (out->v[i] < 0) out->v[i] += n;
        if ((out->v[i] >= 0 && out->v[i] < n) || nothing) continue;
        err_raise(vm, EXC_ValueError, "kth(=%lld) out of bounds (%lld)", (long long)out->v[i], (long long)n);
        mem_free(vm->mem, out->v, (size_t)count * sizeof *out->v);
        return false;
    }
    if (out->v) qsort(out->v, (size_t)count, sizeof *out->v, places_compare);
    return out->v != NULL;
}
static void places_drop(VM *vm, Places *p) { mem_free(vm->mem, p->v, (size_t)p->n * sizeof *p->v); }

static const SortKernels *partition_kernels(Num num) /* NULL: a whole sort is the partition */
{
    return num == NP_DATETIME || num == NP_TIMEDELTA ? NULL : sort_kernels(num);
}
static void line_select(const SortKernels *k, char *at, int64_t *index /*or NULL: the elements themselves*/, int64_t n, const Places *places)
{
    Pivots known = {.n = 0};
    for (int64_t i = 0; index && i < n; i++) index[i] = i;
    for (int64_t i = 0; i < places->n; i++)
        if (index) k->argselect(at, index, n, places->v[i], &known);
        else k->select(at, n, places->v[i], &known);
}
bool array_partition(VM *vm, NdArray *a, Ref kth, int64_t axis, Ref order)
{
    Places places;
    if (!array_writeable(vm, a, "partition array") || !places_of(vm, np_of(a), kth, a->shape[axis], !array_size(a), &places)) return false;
    const SortKernels *k = partition_kernels(a->descr->num);
    bool ok = true;
    if (!k) ok = array_sort(vm, a, axis, SORT_QUICK, order);
    else if (order && !is_none(order)) ok = err_false(vm, EXC_ValueError, "Cannot specify order when the array has no fields.");
    else if (a->shape[axis] > 1 && array_size(a)) {
        Lines l;
        if ((ok = lines_open(&l, vm, a, (int)axis, false, NULL))) {
            do {
                char *at = line_take(&l);
                if (at) line_select(k, at, NULL, l.n, &places);
                ok = at && line_give(&l) && vm_poll(vm);
            } while (ok && lines_next(&l));
            lines_close(&l);
        }
    }
    places_drop(vm, &places);
    return ok;
}
static bool lines_argselect(VM *vm, NdArray *a, int64_t axis, const Places *places, NdArray *out)
{
    const SortKernels *k = partition_kernels(a->descr->num);
    Lines l;
    if (!lines_open(&l, vm, a, (int)axis, true, out)) return false;
    bool ok = true;
    do {
        char *at = line_take(&l);
        if ((ok = at != NULL)) {
            line_select(k, at, l.index, l.n, places);
            places_put(lines_other(&l), out->strides[axis], l.index, l.n);
        }
    } while (ok && (ok = vm_poll(vm)) && lines_next(&l));
    lines_close(&l);
    return ok;
}
NdArray *array_argpartition(VM *vm, NdArray *a, Ref kth, int64_t axis, Ref order)
{
    Places places;
    if (!places_of(vm, np_of(a), kth, a->shape[axis], !array_size(a), &places)) return NULL;
    NdArray *out = NULL;
    if (!partition_kernels(a->descr->num) || (order && !is_none(order)) || a->shape[axis] < 2 || !array_size(a)) out = array_argsort(vm, a, axis, SORT_QUICK, order);
    else {
        out = places_made(vm, a, a->shape, a->ndim);
        if (out && !lines_argselect(vm, a, axis, &places, out)) {
            array_release(vm, out);
            out = NULL;
        }
    }
    places_drop(vm, &places);
    return out;
}

/* ---- searching ---- */
typedef struct Search { NdArray *a, *keys, *out, *sorter /*or NULL*/; bool right; } Search;

static bool place_of(VM *vm, const Search *s, const char *key, int64_t *out)
{
    Descr *d = s->a->descr;
    int64_t n = s->a->shape[0], low = 0, high = n;
    while (low < high) {
        int64_t middle = low + (high - low) / 2, i = s->sorter ? ((const int64_t *)s->sorter->data)[middle] : middle;
        bool failed = false;
        if (i < 0 || i >= n) return err_false(vm, EXC_ValueError, "Sorter index out of range.");
        int order = element_compare(vm, d, s->a->data + i * d->size, key, &failed);
        if (failed) return false;
        if (s->right ? order <= 0 : order < 0) low = middle + 1;
        else high = middle;
    }
    *out = low;
    return true;
}
static bool search_run(VM *vm, const Search *s)
{
    const SortKernels *k = sort_kernels(s->a->descr->num);
    int64_t count = array_size(s->keys), *out = (int64_t *)s->out->data;
    if (k && !s->sorter) {
        k->search(s->a->data, s->a->shape[0], s->keys->data, count, out, s->right);
        return true;
    }
    for (int64_t i = 0; i < count; i++)
        if (!place_of(vm, s, s->keys->data + i * s->keys->descr->size, &out[i]) || ((i & 1023) == 1023 && !vm_poll(vm))) return false;
    return true;
}
static bool one_dimension(VM *vm, const NdArray *a)
{
    if (a->ndim == 1) return true;
    return err_false(vm, EXC_ValueError, a->ndim ? "object too deep for desired array" : "object of too small depth for desired array");
}
static NdArray *sorter_of(VM *vm, Np *np, Ref v, int64_t n)
{
    NdArray *given = array_from_any(vm, np, v, NULL, 0), *made = NULL;
    if (!given) return NULL;
    Descr *intp = descr_of(np, NP_LONG);
    if (given->ndim != 1) err_raise(vm, EXC_TypeError, "could not parse sorter argument");
    else if (!num_is_integer(given->descr->num)) err_raise(vm, EXC_TypeError, "sorter must only contain integers");
    else if (array_size(given) != n) err_raise(vm, EXC_ValueError, "sorter.size must equal a.size");
    else made = array_as(vm, given, intp, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST);
    descr_release(vm, intp);
    array_release(vm, given);
    return made;
}
NdArray *array_searchsorted(VM *vm, NdArray *a, Ref keys, bool right, Ref sorter)
{
    enum { PLAIN = ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST };
    Np *np = np_of(a);
    Search s = {.right = right};
    NdArray *given = array_from_any(vm, np, keys, NULL, 0);
    Descr *common = given ? descr_promote(vm, a->descr, given->descr) : NULL, *intp = descr_of(np, NP_LONG);
    bool ok = common && one_dimension(vm, a);
    if (ok) s.a = array_as(vm, a, common, PLAIN);
    if (s.a) s.keys = array_as(vm, given, common, PLAIN);
    if (s.keys) s.out = array_new(vm, np, intp, s.keys->shape, s.keys->ndim, ORDER_C);
    ok = s.out != NULL;
    if (ok && sorter && !is_none(sorter)) ok = (s.sorter = sorter_of(vm, np, sorter, s.a->shape[0])) != NULL;
    if (ok) ok = search_run(vm, &s);
    if (!ok) {
        array_release(vm, s.out);
        s.out = NULL;
    }
    array_release(vm, s.a);
    array_release(vm, s.keys);
    array_release(vm, s.sorter);
    array_release(vm, given);
    descr_release(vm, common);
    descr_release(vm, intp);
    return s.out;
}

/* ---- lexsort: by the last key, equals by the one before it … ---- */
static void lines_number(NdArray *out, int axis) /* 0, 1, 2 … along the axis */
{
    int64_t block = 1, n = out->shape[axis], *at = (int64_t *)out->data, size = array_size(out);
    for (int d = axis + 1; d < out->ndim; d++) block *= out->shape[d];
    for (int64_t i = 0; i < size; i++) at[i] = i / block % n;
}
static bool lexsort_by(VM *vm, NdArray *key, NdArray *out, int axis)
{
    Lines l;
    if (!lines_open(&l, vm, key, axis, true, out)) return false;
    bool ok;
    do {
        char *at = line_take(&l), *places = lines_other(&l);
        int64_t stride = out->strides[axis];
        for (int64_t i = 0; i < l.n; i++) memcpy(&l.index[i], places + i * stride, sizeof *l.index);
        ok = at && places_refine(vm, l.plain, at, l.index, l.n, l.work) && vm_poll(vm);
        if (ok) places_put(places, stride, l.index, l.n);
    } while (ok && lines_next(&l));
    lines_close(&l);
    return ok;
}
static bool same_shape(const NdArray *a, const NdArray *b) { return a->ndim == b->ndim && !memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof *a->shape); }

static NdArray *lexsort_keys(VM *vm, Np *np, Ref keys /*a list of arrays*/, int64_t axis)
{
    NdArray *first = as_array(as_list(keys)->items[0]), *out = NULL;
    if (first->ndim ? !np_axis(vm, &axis, first->ndim) : false) return NULL;
    Descr *intp = descr_of(np, NP_LONG);
    out = array_zeros(vm, np, intp, first->shape, first->ndim, ORDER_C);
    descr_release(vm, intp);
    if (!out || !first->ndim || !array_size(out)) return out;
    lines_number(out, (int)axis);
    for (int64_t i = 0; i < as_list(keys)->len; i++)
        if (!lexsort_by(vm, as_array(as_list(keys)->items[i]), out, (int)axis)) {
            array_release(vm, out);
            return NULL;
        }
    return out;
}
static Value keys_of(VM *vm, Np *np, Ref v)
{
    Value given = list_from_iter(vm, v), keys = NO_VALUE;
    if (!given) {
        if (!err_matches(vm, EXC_TypeError)) return NO_VALUE;
        err_clear(vm);
    }
    if (!given || !as_list(given)->len) {
        release(vm, given);
        return err_raise(vm, EXC_TypeError, "need sequence of keys with len > 0 in lexsort");
    }
    keys = list_new(vm, as_list(given)->len);
    for (int64_t i = 0; keys && i < as_list(given)->len; i++) {
        Value item = retain(as_list(given)->items[i]);
        NdArray *a = array_from_any(vm, np, item, NULL, 0);
        release(vm, item);
        bool ok = a && (!i || same_shape(as_array(as_list(keys)->items[0]), a) || err_false(vm, EXC_ValueError, "all keys need to be the same shape"));
        ok = ok && list_append(vm, keys, REF(a));
        array_release(vm, a);
        if (!ok) value_clear(vm, &keys);
    }
    release(vm, given);
    return keys;
}
static Value function_lexsort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    int64_t axis = -1;
    (void)n;
    (void)kwnames;
    if (!np || (args[1] && !num_index_i64(vm, args[1], &axis))) return NO_VALUE;
    Value keys = keys_of(vm, np, args[0]);
    NdArray *out = keys ? lexsort_keys(vm, np, keys, axis) : NULL;
    release(vm, keys);
    return array_return(vm, out);
}
const NativeDef multiarray_sort_functions[] = {
    {"lexsort", function_lexsort, "keys, axis=-1", NULL, NATIVE_KW},
    {0},
};

/* ---- methods ---- */
static Value method_sort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = as_array(args[0]);
    int64_t axis = -1;
    SortKind kind = SORT_QUICK;
    (void)n;
    (void)kwnames;
    if ((args[1] && !np_plain_integer(vm, args[1], &axis)) || !kind_of(vm, args[2], &kind) || !np_axis(vm, &axis, a->ndim)) return NO_VALUE;
    return array_sort(vm, a, axis, kind, args[3]) ? V_NONE : NO_VALUE;
}
static Value method_argsort(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    SortKind kind = SORT_QUICK;
    (void)n;
    (void)kwnames;
    if (!kind_of(vm, args[2], &kind)) return NO_VALUE;
    NdArray *a = along(vm, as_array(args[0]), args[1], &axis, true);
    NdArray *out = a ? array_argsort(vm, a, axis, kind, args[3]) : NULL;
    array_release(vm, a);
    return array_return(vm, out);
}
static bool select_kind(VM *vm, Ref v)
{
    int i;
    return one_of_texts(vm, v, "select kind", "i", "'introselect'", &i);
}
static Value method_partition(VM *vm, const Ref *args, int n, Ref kwnames)
{
    NdArray *a = as_array(args[0]);
    int64_t axis = -1;
    (void)n;
    (void)kwnames;
    if ((args[2] && !np_plain_integer(vm, args[2], &axis)) || !select_kind(vm, args[3]) || !np_axis(vm, &axis, a->ndim)) return NO_VALUE;
    return array_partition(vm, a, args[1], axis, args[4]) ? V_NONE : NO_VALUE;
}
static Value method_argpartition(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t axis;
    (void)n;
    (void)kwnames;
    if (!select_kind(vm, args[3])) return NO_VALUE;
    NdArray *a = along(vm, as_array(args[0]), args[2], &axis, true);
    NdArray *out = a ? array_argpartition(vm, a, args[1], axis, args[4]) : NULL;
    array_release(vm, a);
    return array_return(vm, out);
}
static Value method_searchsorted(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int side = 0;
    (void)n;
    (void)kwnames;
    if (!one_of_texts(vm, args[2], "search side", "lr", "'left' or 'right'", &side)) return NO_VALUE;
    return array_return(vm, array_searchsorted(vm, as_array(args[0]), args[1], side == 1, args[3]));
}
const NativeDef array_sort_methods[] = {
    {"sort", method_sort, "self, axis=-1, kind=None, order=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"argsort", method_argsort, "self, axis=-1, kind=None, order=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"partition", method_partition, "self, kth, axis=-1, kind='introselect', order=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"argpartition", method_argpartition, "self, kth, axis=-1, kind='introselect', order=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {"searchsorted", method_searchsorted, "self, v, side='left', sorter=None", NULL, NATIVE_KW | NATIVE_UNEXPECTED},
    {0},
};
