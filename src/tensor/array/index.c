/* index.c: arr[key]: integers, slices, None, ..., fields, masks and index arrays, read and written.
 *
 * A key is read into Parts. The plain ones make a view; index arrays (masks become index arrays) are broadcast together and pick, for each of their places, a sub-array of that view.
 */
#include "scalar.h"
#include "shape.h"
#include "transfer.h"
#include "walk.h"

typedef enum PartKind { PART_INT, PART_SLICE, PART_NEW, PART_DOTS, PART_ARRAY, PART_TRUTH /* a 0-d bool: no dimension, one place or none */ } PartKind;
typedef struct Part {
    PartKind kind;
    int64_t at;          /* PART_INT; PART_TRUTH: 0 or 1; PART_DOTS: dimensions it stands for */
    Ref slice;
    NdArray *array;      /* PART_ARRAY: intp; owned */
    int mask_dims;       /* of a mask: over how many dimensions it goes, told by its first part; else 0 */
    int64_t mask_shape;  /* what its dimension should be */
} Part;
enum { PARTS_MOST = 2 * NP_DIMS_MOST };
typedef struct Key {
    VM *vm;
    NdArray *array;
    Part parts[PARTS_MOST];
    int n, used;         /* dimensions of the array that are taken */
    int arrays;
    bool dots;
    NdArray *mask;       /* the key is one mask of the array's own shape; owned */
} Key;

/* (Field by field: most keys have a part or two, of room for many.) */
static void key_open(Key *k, VM *vm, NdArray *a)
{
    k->vm = vm;
    k->array = array_retain(a);
    k->n = k->used = k->arrays = 0;
    k->dots = false;
    k->mask = NULL;
}

static void key_drop(Key *k)
{
    for (int i = 0; i < k->n; i++) array_release(k->vm, k->parts[i].array);
    array_release(k->vm, k->mask);
    array_release(k->vm, k->array);
}

static bool bad_key(VM *vm)
{
    return err_false(vm, EXC_IndexError, "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices");
}

static Part *add(Key *k, PartKind kind)
{
    if (k->n == PARTS_MOST) return err_raise(k->vm, EXC_IndexError, "too many indices for array"), NULL;
    Part *p = &k->parts[k->n++];
    *p = (Part){.kind = kind};
    return p;
}

NdArray *index_array(VM *vm, Np *np, Ref v)
{
    NdArray *a = array_from_any(vm, np, v, NULL, 0);
    if (!a) return NULL;
    if (!array_size(a) && !num_is_integer((Num)a->descr->num) && !is_array(v, np)) { /* [] has no numbers of a wrong kind */
        NdArray *r = array_as(vm, a, np->descrs[NP_LONG], ARRAY_FORCE_CAST | ARRAY_C | ARRAY_ALIGNED);
        array_release(vm, a);
        return r;
    }
    if (!num_is_integer((Num)a->descr->num)) {
        array_release(vm, a);
        return err_raise(vm, EXC_IndexError, "arrays used as indices must be of integer (or boolean) type"), NULL;
    }
    NdArray *r = array_as(vm, a, np->descrs[NP_LONG], ARRAY_FORCE_CAST | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_ENSURE_ARRAY);
    array_release(vm, a);
    return r;
}

/* A mask as index arrays: one for each of its dimensions. */
static bool add_mask(Key *k, NdArray *mask)
{
    VM *vm = k->vm;
    Np *np = np_of(mask);
    int64_t found = 0, n = array_size(mask), index[NP_DIMS_MOST] = {0};
    if (!mask->ndim) {
        Part *p = add(k, PART_TRUTH);
        if (!p) return false;
        p->at = *mask->data != 0;
        k->arrays++;
        return true;
    }
    NdArray *c = array_as(vm, mask, NULL, ARRAY_C | ARRAY_ENSURE_ARRAY);
    if (!c) return false;
    for (int64_t i = 0; i < n; i++) found += c->data[i] != 0;
    int64_t *out[NP_DIMS_MOST];
    int first = k->n;
    bool ok = true;
    for (int d = 0; ok && d < mask->ndim; d++) {
        Part *p = add(k, PART_ARRAY);
        ok = p && (p->array = array_new(vm, np, np->descrs[NP_LONG], &found, 1, ORDER_C));
        if (ok) {
            out[d] = (int64_t *)(void *)p->array->data;
            p->mask_dims = d == 0 ? mask->ndim : 0;
            p->mask_shape = mask->shape[d];
        }
    }
    int64_t j = 0;
    for (int64_t i = 0; ok && i < n; i++) {
        if (c->data[i]) {
            for (int d = 0; d < mask->ndim; d++) out[d][j] = index[d];
            j++;
        }
        for (int d = mask->ndim; d-- > 0;) {
            if (++index[d] < mask->shape[d]) break;
            index[d] = 0;
        }
    }
    if (ok)
        for (int d = first; d < k->n; d++) k->parts[d].mask_dims = -mask->ndim; /* (all of them: checked against the array's dimensions) */
    array_release(vm, c);
    k->used += mask->ndim;
    k->arrays++;
    return ok;
}

static bool add_array(Key *k, Ref v)
{
    VM *vm = k->vm;
    Np *np = np_of(k->array);
    NdArray *a = is_array(v, np) ? array_retain(as_array(v)) : array_from_any(vm, np, v, NULL, 0);
    if (!a) return false;
    bool ok;
    if (a->descr->num == NP_BOOL) ok = add_mask(k, a);
    else if (!a->ndim && is_array(v, np) && num_is_integer((Num)a->descr->num)) { /* an integer, which gives an array all the same */
        Value i = element_item(vm, a->descr, a->data, NULL);
        Part *p = i ? add(k, PART_INT) : NULL;
        ok = p && num_index_i64(vm, i, &p->at);
        release(vm, i);
        k->used++;
    } else {
        Part *p = NULL;
        bool given = is_array(v, np);
        if (!given && array_size(a) && !num_is_integer((Num)a->descr->num)) { /* (only of an array is its dtype blamed) */
            array_release(vm, a);
            return bad_key(vm);
        }
        NdArray *index = index_array(vm, np, given ? v : array_size(a) ? REF(a) : v);
        ok = index && (p = add(k, PART_ARRAY));
        if (ok) p->array = index;
        else array_release(vm, index);
        k->used++;
        k->arrays++;
    }
    array_release(vm, a);
    return ok;
}

static bool add_part(Key *k, Ref v)
{
    VM *vm = k->vm;
    Np *np = np_of(k->array);
    Part *p;
    if (v == V_ELLIPSIS) {
        if (k->dots) return err_false(vm, EXC_IndexError, "an index can only have a single ellipsis ('...')");
        return k->dots = true, add(k, PART_DOTS) != NULL;
    }
    if (is_none(v)) return add(k, PART_NEW) != NULL;
    if (is_kind(v, KIND_SLICE)) {
        if (!(p = add(k, PART_SLICE))) return false;
        p->slice = v;
        return k->used++, true;
    }
    if (is_bool(v)) {
        if (!(p = add(k, PART_TRUTH))) return false;
        p->at = v == V_TRUE;
        return k->arrays++, true;
    }
    if (is_int(v)) {
        if (!(p = add(k, PART_INT))) return false;
        if (num_index_i64(vm, v, &p->at)) return k->used++, true;
        if (!err_matches(vm, EXC_OverflowError) && !err_matches(vm, EXC_IndexError)) return false;
        err_clear(vm);
        return bad_key(vm);
    }
    if (is_str(v) || is_bytes(v)) return bad_key(vm);
    if (is_scalar(vm, np, v) && scalar_num(vm, np, v) != NP_BOOL) {
        if (!num_is_integer(scalar_num(vm, np, v))) return bad_key(vm);
        Value i = num_index(vm, v);
        if (!i || !(p = add(k, PART_INT))) return release(vm, i), false;
        bool ok = num_index_i64(vm, i, &p->at);
        release(vm, i);
        return k->used++, ok;
    }
    if (is_array(v, np) || is_list(v) || is_scalar(vm, np, v) || type_of(vm, v)->s.getitem) return add_array(k, v);
    Value i = num_index(vm, v);
    if (i) {
        bool ok = (p = add(k, PART_INT)) && num_index_i64(vm, i, &p->at);
        release(vm, i);
        return k->used++, ok;
    }
    if (!err_matches(vm, EXC_TypeError)) return false;
    err_clear(vm);
    return bad_key(vm);
}

static bool read_key(Key *k, Ref key)
{
    VM *vm = k->vm;
    bool ok = true;
    if (is_tuple(key)) {
        if (as_tuple(key)->len > PARTS_MOST) return err_false(vm, EXC_IndexError, "too many indices for array: array is %d-dimensional, but %lld were indexed", k->array->ndim, (long long)as_tuple(key)->len);
        for (int64_t i = 0; ok && i < as_tuple(key)->len; i++) ok = add_part(k, as_tuple(key)->items[i]);
    } else {
        Np *np = np_of(k->array);
        if (is_array(key, np) && as_array(key)->descr->num == NP_BOOL && as_array(key)->ndim == k->array->ndim && k->array->ndim > 0) {
            bool same = true;
            for (int i = 0; i < k->array->ndim; i++) same = same && as_array(key)->shape[i] == k->array->shape[i];
            if (same) return k->mask = array_retain(as_array(key)), true;
        }
        ok = add_part(k, key);
    }
    if (!ok) return false;
    if (k->used > k->array->ndim) return err_false(vm, EXC_IndexError, "too many indices for array: array is %d-dimensional, but %d were indexed", k->array->ndim, k->used);
    if (!k->dots && k->used < k->array->ndim && !add(k, PART_DOTS)) return false;
    for (int i = 0; i < k->n; i++)
        if (k->parts[i].kind == PART_DOTS) k->parts[i].at = k->array->ndim - k->used;
    return true;
}

static bool out_of_bounds(VM *vm, int64_t i, int axis, int64_t n) { return err_false(vm, EXC_IndexError, "index %lld is out of bounds for axis %d with size %lld", (long long)i, axis, (long long)n); }

/* ---- views ---- */

/* What the plain parts leave: a shape; `owner[d]`: the index array that picks along the dimension, or NULL. */
typedef struct View {
    char *data;
    int ndim;
    int64_t shape[NP_DIMS_MOST + 1], strides[NP_DIMS_MOST + 1];
    NdArray *owner[NP_DIMS_MOST + 1];
    int first;           /* the first index array's place among the parts; -1: none */
    bool apart;          /* something stands between index arrays: what they pick comes first */
    int before;          /* dimensions in front of the first index array */
    bool none;           /* a False among the parts: no place at all */
    bool any_truth;
} View;

static bool frame(Key *k, View *f)
{
    VM *vm = k->vm;
    NdArray *a = k->array;
    f->data = a->data;
    f->ndim = f->before = 0;
    f->first = -1;
    f->apart = f->none = f->any_truth = false;
    int axis = 0;
    bool gap = false;
    for (int i = 0; i < k->n; i++) {
        Part *p = &k->parts[i];
        bool fancy = p->kind == PART_ARRAY || p->kind == PART_TRUTH || (p->kind == PART_INT && k->arrays);
        if (fancy) {
            if (f->first >= 0 && gap) f->apart = true;
            if (f->first < 0) f->first = i, f->before = f->ndim;
            gap = false;
        } else if (f->first >= 0)
            gap = true;
        int more = p->kind == PART_DOTS ? (int)p->at : p->kind == PART_SLICE || p->kind == PART_NEW || p->kind == PART_ARRAY ? 1 : 0;
        if (f->ndim + more > NP_DIMS_MOST) return err_false(vm, EXC_IndexError, "number of dimensions must be within [0, %d], indexing result would have %d", NP_DIMS_MOST, f->ndim + more);
        switch (p->kind) {
        case PART_DOTS:
            for (int64_t d = 0; d < p->at; d++, axis++) {
                f->shape[f->ndim] = a->shape[axis];
                f->owner[f->ndim] = NULL;
                f->strides[f->ndim++] = a->strides[axis];
            }
            break;
        case PART_NEW:
            f->shape[f->ndim] = 1;
            f->owner[f->ndim] = NULL;
            f->strides[f->ndim++] = 0;
            break;
        case PART_SLICE: {
            int64_t start, stop, step, count;
            if (!slice_indices(vm, p->slice, &a->shape[axis], &start, &stop, &step, &count)) return false;
            if (count) f->data += start * a->strides[axis];
            f->shape[f->ndim] = count;
            f->owner[f->ndim] = NULL;
            f->strides[f->ndim++] = a->strides[axis++] * step;
            break;
        }
        case PART_INT: {
            int64_t at = p->at, len = a->shape[axis];
            if (at < -len || at >= len) return out_of_bounds(vm, at, axis, len);
            f->data += (at < 0 ? at + len : at) * a->strides[axis++];
            break;
        }
        case PART_ARRAY:
            if (p->mask_dims && p->mask_shape != a->shape[axis])
                return err_false(vm, EXC_IndexError, "boolean index did not match indexed array along dimension %d; dimension is %lld but corresponding boolean dimension is %lld", axis, (long long)a->shape[axis], (long long)p->mask_shape);
            f->shape[f->ndim] = a->shape[axis];
            f->owner[f->ndim] = p->array;
            f->strides[f->ndim++] = a->strides[axis++];
            break;
        case PART_TRUTH:
            f->any_truth = true;
            if (!p->at) f->none = true;
            break;
        }
    }
    return true;
}

/* ---- index arrays ---- */

typedef struct Pick { /* places × a sub-array of the view for each */
    NpDims places;                                 /* what the index arrays broadcast to */
    NpDims rest;                                   /* the sub-array's shape */
    int64_t rest_strides[NP_DIMS_MOST];
    int64_t *offsets, n;                           /* of each place, in bytes from view.data */
    int before;
    NdArray *arrays[NP_DIMS_MOST]; /* the key's index arrays: m of them */
    int64_t strides[NP_DIMS_MOST], lengths[NP_DIMS_MOST];
    int axes[NP_DIMS_MOST], m;
} Pick;

static void pick_drop(VM *vm, Pick *p)
{
    if (p->offsets) mem_free(vm->mem, p->offsets, (size_t)(p->n ? p->n : 1) * sizeof *p->offsets);
}

static bool shapes_differ(const Key *k)
{
    VM *vm = k->vm;
    StrB b = STRB_INIT(vm);
    strb_c(&b, "shape mismatch: indexing arrays could not be broadcast together with shapes ");
    for (int i = 0; i < k->n; i++) { /* a truth is as an array of one place or none */
        const Part *part = &k->parts[i];
        if (part->kind == PART_TRUTH) strb_c(&b, part->at ? "(1,) " : "(0,) ");
        if (part->kind != PART_ARRAY) continue;
        Value t = np_shape_text(vm, part->array->shape, part->array->ndim);
        if (t) strb_format(&b, "%U ", (Ref)t);
        release(vm, t);
    }
    Value words = strb_take(&b);
    if (words) err_raise(vm, EXC_IndexError, "%U", (Ref)words);
    release(vm, words);
    return false;
}

static bool pick_open(Key *k, View *f, Pick *p)
{
    VM *vm = k->vm;
    int m = 0;
    p->before = f->apart ? 0 : f->before;
    p->places.n = p->rest.n = 0;
    p->offsets = NULL;
    for (int i = 0, axis = 0; i < k->n; i++) {
        Part *part = &k->parts[i];
        if (part->kind == PART_ARRAY) p->axes[m] = axis, p->arrays[m++] = part->array;
        axis += part->kind == PART_DOTS ? (int)part->at : part->kind == PART_NEW || part->kind == PART_TRUTH ? 0 : 1;
    }
    m = 0;
    for (int d = 0; d < f->ndim; d++)
        if (f->owner[d]) {
            p->strides[m] = f->strides[d];
            p->lengths[m++] = f->shape[d];
        } else {
            p->rest.v[p->rest.n] = f->shape[d];
            p->rest_strides[p->rest.n++] = f->strides[d];
        }
    if (m && !np_broadcast(vm, p->arrays, m, &p->places)) return err_matches(vm, EXC_ValueError) ? err_clear(vm), shapes_differ(k) : false;
    if (f->any_truth) { /* one place more, or none */
        bool ones = true;
        for (int i = 0; i < p->places.n; i++) ones = ones && p->places.v[i] == 1;
        if (!p->places.n) p->places = (NpDims){{!f->none}, 1};
        else if (f->none) {
            if (!ones && p->places.n) {
                for (int i = 0; i < p->places.n; i++)
                    if (p->places.v[i] != 1 && p->places.v[i] != 0) return shapes_differ(k);
            }
            p->places.v[p->places.n - 1] = 0;
        }
    }
    p->m = m;
    p->n = 1;
    for (int i = 0; i < p->places.n; i++) p->n *= p->places.v[i];
    return true;
}

/* Where each place lies; a bad index is one also where nothing is picked. */
static bool pick_offsets(VM *vm, Pick *p)
{
    if (!(p->offsets = mem_zalloc(vm->mem, (size_t)(p->n ? p->n : 1) * sizeof *p->offsets))) return err_no_memory(vm), false;
    for (int i = 0; i < p->m; i++) { /* each array adds what it picks */
        int64_t steps[NP_DIMS_MOST], at[NP_DIMS_MOST] = {0}, length = p->lengths[i], stride = p->strides[i];
        if (!array_strides_in(vm, p->arrays[i], p->places.v, p->places.n, steps)) return false;
        const char *from = p->arrays[i]->data;
        for (int64_t j = 0; j < p->n; j++) {
            int64_t index;
            memcpy(&index, from, sizeof index);
            if (index < -length || index >= length) return out_of_bounds(vm, index, p->axes[i], length);
            p->offsets[j] += (index < 0 ? index + length : index) * stride;
            for (int d = p->places.n; d-- > 0;) {
                from += steps[d];
                if (++at[d] < p->places.v[d]) break;
                from -= steps[d] * p->places.v[d];
                at[d] = 0;
            }
            if ((j & 0xFFFF) == 0xFFFF && !vm_poll(vm)) return false;
        }
    }
    return true;
}

static int64_t rest_size(const Pick *p)
{
    int64_t n = 1;
    for (int i = 0; i < p->rest.n; i++) n *= p->rest.v[i];
    return n;
}

/* A result as it lies (places first) seen in the key's order. */
static NdArray *in_place(VM *vm, NdArray *a, const Pick *p)
{
    if (!p->before || !p->places.n) return array_retain(a);
    NpDims axes = {.n = a->ndim};
    int k = 0;
    for (int i = 0; i < p->before; i++) axes.v[k++] = p->places.n + i;
    for (int i = 0; i < p->places.n; i++) axes.v[k++] = i;
    for (int i = p->before; i < p->rest.n; i++) axes.v[k++] = p->places.n + i;
    return array_transpose(vm, a, &axes);
}

static bool result_shape(VM *vm, const Pick *p, NpDims *out)
{
    out->n = 0;
    if (p->places.n + p->rest.n > NP_DIMS_MOST) return err_false(vm, EXC_IndexError, "number of dimensions must be within [0, %d], indexing result would have %d", NP_DIMS_MOST, p->places.n + p->rest.n);
    for (int i = 0; i < p->places.n; i++) out->v[out->n++] = p->places.v[i];
    for (int i = 0; i < p->rest.n; i++) out->v[out->n++] = p->rest.v[i];
    return true;
}

/* Elements between the places' sub-arrays of the view and rows of `rows` (places first). */
static bool move_rows(Key *k, View *f, Pick *p, NdArray *rows, bool into_view)
{
    VM *vm = k->vm;
    Descr *d = k->array->descr;
    int64_t row = rest_size(p), size = d->size;
    if (!p->n || !row) return true;
    if (p->rest.n == 0 && into_view == false && !descr_has_objects(d)) { /* single elements of a size that the compiler knows */
        char *to = rows->data;
        switch (size) {
        case 1: for (int64_t i = 0; i < p->n; i++) to[i] = f->data[p->offsets[i]]; return true;
        case 4: for (int64_t i = 0; i < p->n; i++) memcpy(to + 4 * i, f->data + p->offsets[i], 4); return true;
        case 8: for (int64_t i = 0; i < p->n; i++) memcpy(to + 8 * i, f->data + p->offsets[i], 8); return true;
        default: break;
        }
    }
    Transfer t;
    Descr *other = rows->descr;
    bool aligned = array_is(k->array, ARRAY_ALIGNED), ok = true;
    if (!transfer_open(vm, &t, into_view ? other : d, into_view ? d : other, into_view ? array_is(rows, ARRAY_ALIGNED) : aligned, into_view ? aligned : array_is(rows, ARRAY_ALIGNED))) return false;
    int64_t steps[NP_DIMS_MOST];
    for (int i = 0; i < p->rest.n; i++) steps[i] = rows->strides[p->places.n + i];
    int64_t at[NP_DIMS_MOST] = {0};
    char *row_at = rows->data;
    casts_begin();
    for (int64_t i = 0; ok && i < p->n; i++) {
        char *in_view = f->data + p->offsets[i];
        if (!p->rest.n) ok = transfer_run(vm, &t, into_view ? row_at : in_view, 0, into_view ? in_view : row_at, 0, 1);
        else {
            Walk w;
            char *data[2] = {into_view ? in_view : row_at, into_view ? row_at : in_view};
            const int64_t *strides[2] = {into_view ? p->rest_strides : steps, into_view ? steps : p->rest_strides};
            walk_open(&w, p->rest.n, p->rest.v, 2, data, strides);
            do ok = transfer_run(vm, &t, w.at[1], w.inner_strides[1], w.at[0], w.inner_strides[0], w.inner);
            while (ok && walk_next(&w));
        }
        for (int d2 = p->places.n; d2-- > 0;) {
            row_at += rows->strides[d2];
            if (++at[d2] < p->places.v[d2]) break;
            row_at -= rows->strides[d2] * p->places.v[d2];
            at[d2] = 0;
        }
        if ((i & 0xFFF) == 0xFFF) ok = ok && vm_poll(vm);
    }
    ok = ok && casts_tell(vm, np_of(k->array), t.calls);
    transfer_close(vm, &t);
    return ok;
}

static Value pick_get(Key *k, View *f)
{
    VM *vm = k->vm;
    Pick p;
    NpDims dims;
    NdArray *rows = NULL, *r = NULL;
    bool ok = pick_open(k, f, &p) && pick_offsets(vm, &p) && result_shape(vm, &p, &dims);
    if (ok && (rows = array_new(vm, np_of(k->array), k->array->descr, dims.v, dims.n, ORDER_C)) && move_rows(k, f, &p, rows, false)) r = in_place(vm, rows, &p);
    pick_drop(vm, &p);
    array_release(vm, rows);
    if (r && k->array->head.type != np_of(k->array)->ndarray) { /* of a subclass */
        NdArray *s = array_make(vm, np_of(r), k->array->head.type, r->descr, r->shape, r->strides, r->ndim, r->data, r->flags, retain(REF(r)), REF(k->array));
        array_release(vm, r);
        r = s;
    }
    return VAL(r);
}

static bool pick_set(Key *k, View *f, Ref value)
{
    VM *vm = k->vm;
    Np *np = np_of(k->array);
    Pick p;
    NpDims dims;
    bool ok = pick_open(k, f, &p) && result_shape(vm, &p, &dims);
    NdArray *from = ok ? array_from_any(vm, np, value, is_array(value, np) ? NULL : k->array->descr, ARRAY_FORCE_CAST) : NULL;
    ok = from != NULL;
    if (ok && array_overlap(from, k->array)) {
        NdArray *c = array_copy(vm, from, ORDER_KEEP, false);
        array_release(vm, from);
        from = c;
        ok = c != NULL;
    }
    if (ok) { /* the value in the result's shape, then with the places in front */
        NpDims seen = {.n = 0};
        if (p.before && p.places.n) {
            for (int i = 0; i < p.before; i++) seen.v[seen.n++] = p.rest.v[i];
            for (int i = 0; i < p.places.n; i++) seen.v[seen.n++] = p.places.v[i];
            for (int i = p.before; i < p.rest.n; i++) seen.v[seen.n++] = p.rest.v[i];
        } else
            seen = dims;
        int64_t strides[NP_DIMS_MOST], ordered[NP_DIMS_MOST];
        int skip = 0; /* ones in front that the result has no place for */
        while (from->ndim - skip > seen.n && from->shape[skip] == 1) skip++;
        NdArray *lean = skip ? array_view(vm, from, NULL, from->shape + skip, from->strides + skip, from->ndim - skip, from->data) : array_retain(from);
        ok = lean && array_strides_in(vm, lean, seen.v, seen.n, strides);
        if (lean && !ok && err_matches(vm, EXC_ValueError)) {
            err_clear(vm);
            Value x = np_shape_text(vm, from->shape, from->ndim), y = np_shape_text(vm, seen.v, seen.n);
            if (x && y) err_raise(vm, EXC_ValueError, "shape mismatch: value array of shape %U could not be broadcast to indexing result of shape %U", (Ref)x, (Ref)y);
            release(vm, x);
            release(vm, y);
        }
        ok = ok && pick_offsets(vm, &p);
        if (ok) {
            int kk = 0;
            bool moved = p.before && p.places.n;
            for (int i = 0; i < p.places.n; i++) ordered[kk++] = strides[(moved ? p.before : 0) + i];
            for (int i = 0; i < p.rest.n; i++) ordered[kk++] = strides[moved ? (i < p.before ? i : p.places.n + i) : p.places.n + i];
            NdArray *rows = array_make(vm, np, NULL, from->descr, dims.v, ordered, dims.n, lean->data, 0, retain(REF(lean)), NULL);
            ok = rows && move_rows(k, f, &p, rows, true);
            array_release(vm, rows);
        }
        array_release(vm, lean);
    }
    array_release(vm, from);
    pick_drop(vm, &p);
    return ok;
}

/* ---- one mask over all ---- */

static Value mask_get(Key *k)
{
    VM *vm = k->vm;
    NdArray *a = k->array, *mask = array_as(vm, k->mask, NULL, ARRAY_C | ARRAY_ENSURE_ARRAY), *r = NULL;
    if (!mask) return NULL;
    int64_t n = array_size(a), found = 0;
    for (int64_t i = 0; i < n; i++) found += mask->data[i] != 0;
    NdArray *out = array_new(vm, np_of(a), a->descr, &found, 1, ORDER_C);
    Transfer t;
    bool ok = out && transfer_open(vm, &t, a->descr, out->descr, array_is(a, ARRAY_ALIGNED), true);
    if (ok) {
        Walk w;
        char *data[2] = {mask->data, a->data};
        const int64_t *strides[2] = {mask->strides, a->strides};
        walk_open_ordered(&w, a->ndim, a->shape, 2, data, strides);
        char *to = out->data;
        if (found)
            do {
                const char *m = w.at[0], *from = w.at[1];
                for (int64_t i = 0; ok && i < w.inner;) { /* runs of what is chosen */
                    if (!m[i * w.inner_strides[0]]) {
                        i++;
                        continue;
                    }
                    int64_t j = i;
                    while (j < w.inner && m[j * w.inner_strides[0]]) j++;
                    ok = transfer_run(vm, &t, from + i * w.inner_strides[1], w.inner_strides[1], to, out->descr->size, j - i);
                    to += (j - i) * out->descr->size;
                    i = j;
                }
            } while (ok && walk_next(&w));
        transfer_close(vm, &t);
    }
    array_release(vm, mask);
    if (ok && a->head.type != np_of(a)->ndarray) r = array_make(vm, np_of(a), a->head.type, out->descr, out->shape, out->strides, 1, out->data, out->flags, retain(REF(out)), REF(a));
    else if (ok) return VAL(out);
    array_release(vm, out);
    return VAL(r);
}

static bool mask_set(Key *k, Ref value)
{
    VM *vm = k->vm;
    NdArray *a = k->array;
    Np *np = np_of(a);
    NdArray *from = array_from_any(vm, np, value, is_array(value, np) ? NULL : a->descr, ARRAY_FORCE_CAST);
    if (!from) return false;
    bool ok;
    if (from->ndim == 0) ok = array_copy_where(vm, a, from, k->mask);
    else {
        NdArray *mask = array_as(vm, k->mask, NULL, ARRAY_C | ARRAY_ENSURE_ARRAY);
        int64_t n = array_size(a), found = 0;
        for (int64_t i = 0; mask && i < n; i++) found += mask->data[i] != 0;
        if (mask && from->ndim == 1 && from->shape[0] != 1 && from->shape[0] != found)
            err_raise(vm, EXC_ValueError, "NumPy boolean array indexing assignment cannot assign %lld input values to the %lld output values where the mask is true", (long long)from->shape[0], (long long)found);
        else if (mask && from->ndim > 1)
            err_raise(vm, EXC_TypeError, "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has %d dimensions", from->ndim);
        if (mask && from->ndim == 1 && array_overlap(from, a)) {
            NdArray *c = array_copy(vm, from, ORDER_C, false);
            array_release(vm, from);
            from = c;
        }
        ok = mask && from && !err_occurred(vm);
        Transfer t;
        if (ok && found && (ok = transfer_open(vm, &t, from->descr, a->descr, array_is(from, ARRAY_ALIGNED), array_is(a, ARRAY_ALIGNED)))) {
            Walk w;
            char *data[2] = {mask->data, a->data};
            const int64_t *strides[2] = {mask->strides, a->strides};
            int64_t step = from->shape[0] == 1 ? 0 : from->strides[0];
            const char *src = from->data;
            walk_open_ordered(&w, a->ndim, a->shape, 2, data, strides);
            casts_begin();
            do
                for (int64_t i = 0; ok && i < w.inner; i++)
                    if (w.at[0][i * w.inner_strides[0]]) {
                        ok = transfer_run(vm, &t, src, 0, w.at[1] + i * w.inner_strides[1], 0, 1);
                        src += step;
                    }
            while (ok && walk_next(&w));
            ok = ok && casts_tell(vm, np_of(a), t.calls);
            transfer_close(vm, &t);
        }
        array_release(vm, mask);
    }
    array_release(vm, from);
    return ok;
}

/* ---- fields ---- */

NdArray *array_field(VM *vm, NdArray *a, Ref name)
{
    const Field *f = descr_field(vm, a->descr, name);
    if (!f) return err_raise(vm, EXC_ValueError, "no field of name %S", name), NULL;
    return array_view(vm, a, f->descr, a->shape, a->strides, a->ndim, a->data + f->offset);
}

static bool is_name_list(Ref key)
{
    if (!is_list(key) || !as_list(key)->len) return false;
    for (int64_t i = 0; i < as_list(key)->len; i++)
        if (!is_str(as_list(key)->items[i])) return false;
    return true;
}

/* ---- together ---- */

static Value view_of(Key *k, View *f, bool item)
{
    VM *vm = k->vm;
    if (f->ndim == 0 && item) return scalar_new(vm, k->array->descr, f->data, REF(k->array));
    return VAL(array_view(vm, k->array, NULL, f->shape, f->strides, f->ndim, f->data));
}

Value array_getitem(VM *vm, Ref v, Ref key)
{
    NdArray *a = as_array(v);
    if (is_small(key) && a->ndim) { /* the usual ones: a[i] */
        int64_t i = small_of(key), n = a->shape[0];
        if (i < -n || i >= n) return out_of_bounds(vm, i, 0, n), NO_VALUE;
        char *at = a->data + (i < 0 ? i + n : i) * a->strides[0];
        if (a->ndim == 1) return scalar_new(vm, a->descr, at, v);
        return VAL(array_view(vm, a, NULL, a->shape + 1, a->strides + 1, a->ndim - 1, at));
    }
    if (a->descr->fields && is_str(key)) return VAL(array_field(vm, a, key));
    if (a->descr->fields && is_name_list(key)) {
        for (int64_t i = 0; i < as_list(key)->len; i++)
            if (!descr_field(vm, a->descr, as_list(key)->items[i])) {
                err_raise_value(vm, EXC_KeyError, as_list(key)->items[i]);
                return NULL;
            }
        Value d = descr_subset(vm, a->descr, key);
        NdArray *r = d ? array_view(vm, a, as_descr(d), a->shape, a->strides, a->ndim, a->data) : NULL;
        release(vm, d);
        return VAL(r);
    }
    Key k;
    key_open(&k, vm, a);
    View f;
    Value r = NO_VALUE;
    if (read_key(&k, key)) {
        if (k.mask) r = mask_get(&k);
        else if (frame(&k, &f)) r = k.arrays ? pick_get(&k, &f) : view_of(&k, &f, !k.dots);
    }
    key_drop(&k);
    return r;
}

/* A list of truths for a row, or one truth for a single number, is a mask. NULL without an error: the key is none of these. */
static NdArray *mask_said(VM *vm, NdArray *a, Ref key)
{
    bool row = is_list(key) && a->ndim == 1 && as_list(key)->len == a->shape[0], one = is_bool(key) && a->ndim == 0;
    for (int64_t i = 0; row && i < as_list(key)->len; i++) row = is_bool(as_list(key)->items[i]);
    return (row && a->shape[0]) || one ? array_from_any(vm, np_of(a), key, NULL, 0) : NULL;
}
bool array_setitem(VM *vm, Ref v, Ref key, Ref value)
{
    NdArray *a = as_array(v);
    if (!value) return err_false(vm, EXC_ValueError, "cannot delete array elements");
    if (!array_writeable(vm, a, "assignment destination")) return false;
    if (is_small(key) && a->ndim == 1) {
        int64_t i = small_of(key), n = a->shape[0];
        if (i < -n || i >= n) return out_of_bounds(vm, i, 0, n);
        Value held = retain(v);
        bool ok = element_put(vm, a->descr, a->data + (i < 0 ? i + n : i) * a->strides[0], value);
        release(vm, held);
        return ok;
    }
    if (a->descr->fields && (is_str(key) || is_name_list(key))) {
        Value view = array_getitem(vm, v, key);
        bool ok = view && array_assign(vm, as_array(view), value);
        release(vm, view);
        return ok;
    }
    Key k;
    key_open(&k, vm, a);
    View f;
    k.mask = mask_said(vm, a, key);
    bool ok = k.mask || (!err_occurred(vm) && read_key(&k, key));
    if (ok && k.mask) ok = mask_set(&k, value);
    else if (ok && (ok = frame(&k, &f))) {
        if (k.arrays) ok = pick_set(&k, &f, value);
        else if (!f.ndim && !is_array(value, np_of(a)) && !is_list(value)) ok = element_put(vm, a->descr, f.data, value);
        else {
            NdArray *view = array_make(vm, np_of(a), NULL, a->descr, f.shape, f.strides, f.ndim, f.data, ARRAY_WRITEABLE, retain(v), NULL);
            ok = view && array_assign(vm, view, value);
            array_release(vm, view);
        }
    }
    key_drop(&k);
    return ok;
}
