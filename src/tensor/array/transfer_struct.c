/* transfer_struct.c: structures and subarrays.
 *
 * Two structures are moved field by field, the first to the first; their names do not count. What is no structure goes to every field; a structure of one field stands for that field. A
 * subarray is broadcast to the other's shape from its last dimension on; where the source has too few elements there are zeros, where it has too many they are left out.
 */
#include "transfer_impl.h"

static bool parts_new(VM *vm, Transfer *t, int64_t n)
{
    t->room = (size_t)(n ? n : 1) * sizeof(TransferPart);
    t->parts = mem_zalloc(vm->mem, t->room);
    if (!t->parts) err_no_memory(vm);
    return t->parts != NULL; /* n_parts grows as they are opened */
}
static TransferPart *part_add(VM *vm, Transfer *t, Descr *from, Descr *to)
{
    TransferPart *p = (TransferPart *)t->parts + t->n_parts;
    if (!transfer_open(vm, &p->t, from, to, false, false)) return NULL;
    t->calls |= p->t.calls;
    t->n_parts++;
    return p;
}

/* ---- fields ---- */
static bool run_fields(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    const TransferPart *parts = t->parts;
    for (int64_t i = 0; i < t->n_parts; i++)
        if (!transfer_run(vm, &parts[i].t, src + parts[i].from_offset, src_stride, dst + parts[i].to_offset, dst_stride, n)) return false;
    return true;
}
static bool fields_plan(VM *vm, Transfer *t)
{
    bool from = descr_is_structured(t->from), to = descr_is_structured(t->to);
    int64_t n = to ? t->to->n_fields : 1;
    if (from && (to ? t->from->n_fields != n : t->from->n_fields != 1)) return raise_cannot_cast(vm, t->from, t->to, CASTING_UNSAFE, false);
    if (!parts_new(vm, t, n)) return false;
    t->run = run_fields;
    for (int64_t i = 0; i < n; i++) {
        const Field *a = from ? &t->from->fields[i] : NULL, *b = to ? &t->to->fields[i] : NULL;
        TransferPart *p = part_add(vm, t, a ? a->descr : t->from, b ? b->descr : t->to);
        if (!p) return false;
        p->from_offset = a ? a->offset : 0;
        p->to_offset = b ? b->offset : 0;
    }
    return true;
}

/* ---- subarrays ---- */
static bool zero_element(VM *vm, const TransferPart *p, char *dst, int64_t stride, int64_t n)
{
    const Descr *d = p->t.to;
    for (; n > 0; n--, dst += stride) {
        if (descr_has_objects(d)) element_decref(vm, d, dst);
        memset(dst, 0, (size_t)d->size);
    }
    return true;
}
/* The elements of all n subarrays at one place of theirs, then those at the next. */
static bool run_mapped(VM *vm, const TransferPart *p, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    for (int64_t i = 0; i < p->to_count; i++) {
        char *at = dst + i * p->t.to->size;
        bool ok = p->map[i] < 0 ? zero_element(vm, p, at, dst_stride, n) : transfer_run(vm, &p->t, src + p->map[i] * p->t.from->size, src_stride, at, dst_stride, n);
        if (!ok) return false;
    }
    return true;
}
static bool run_subarray(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    const TransferPart *p = t->parts;
    int64_t from = p->t.from->size, to = p->t.to->size;
    if (p->map) return run_mapped(vm, p, src, src_stride, dst, dst_stride, n);
    if (src_stride == from * p->from_count && dst_stride == to * p->to_count) return transfer_run(vm, &p->t, src, from, dst, to, n * p->to_count);
    for (; n > 0; n--, src += src_stride, dst += dst_stride)
        if (!transfer_run(vm, &p->t, src, from, dst, to, p->to_count)) return false;
    return true;
}
typedef struct SubShape { int64_t v[NP_DIMS_MOST], count; int n; } SubShape;

static void shape_of(const Descr *d, SubShape *s)
{
    *s = (SubShape){.count = 1};
    if (!d->base) return;
    const Tuple *t = as_tuple(d->shape);
    for (int64_t i = 0; i < t->len && s->n < NP_DIMS_MOST; i++) {
        s->v[s->n++] = small_of(t->items[i]);
        s->count *= s->v[s->n - 1];
    }
}
/* Which element of a subarray of shape `from` stands at element `at` of shape `to`; below 0: none. Dimensions that the destination lacks are at their first place. */
static int64_t source_of(const SubShape *from, const SubShape *to, int64_t at)
{
    int64_t where = 0, step = 1;
    if (!from->count) return -1;
    for (int k = 1; k <= to->n || k <= from->n; k++) { /* from the last dimension on */
        int64_t size = k <= from->n ? from->v[from->n - k] : 1, i = 0;
        if (k <= to->n) {
            i = at % to->v[to->n - k];
            at /= to->v[to->n - k];
        }
        if (size == 1) i = 0;
        if (i >= size) return -1;
        where += i * step;
        step *= size;
    }
    return where;
}
static bool map_make(VM *vm, TransferPart *p, const SubShape *from, const SubShape *to)
{
    p->map = mem_alloc(vm->mem, (size_t)to->count * sizeof *p->map);
    if (!p->map) return err_no_memory(vm), false;
    for (int64_t i = 0; i < to->count; i++) p->map[i] = source_of(from, to, i);
    return true;
}
static bool shapes_equal(const SubShape *a, const SubShape *b) { return a->n == b->n && !memcmp(a->v, b->v, (size_t)a->n * sizeof *a->v); }

static bool subarray_plan(VM *vm, Transfer *t)
{
    SubShape from, to;
    shape_of(t->from, &from);
    shape_of(t->to, &to);
    if (!parts_new(vm, t, 1)) return false;
    t->run = run_subarray;
    TransferPart *p = part_add(vm, t, t->from->base ? t->from->base : t->from, t->to->base ? t->to->base : t->to);
    if (!p) return false;
    p->from_count = from.count;
    p->to_count = to.count;
    return shapes_equal(&from, &to) || map_make(vm, p, &from, &to);
}

bool struct_plan(VM *vm, Transfer *t)
{
    return t->from->base || t->to->base ? subarray_plan(vm, t) : fields_plan(vm, t);
}
void struct_drop(VM *vm, Transfer *t)
{
    if (t->run != run_fields && t->run != run_subarray) return;
    TransferPart *parts = t->parts;
    for (int64_t i = 0; i < t->n_parts; i++) {
        transfer_close(vm, &parts[i].t);
        mem_free(vm->mem, parts[i].map, (size_t)parts[i].to_count * sizeof *parts[i].map);
    }
}
