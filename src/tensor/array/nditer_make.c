/* nditer_make.c: what an nditer walks: the shape that its operands share, the order of axes, dtypes, temporaries and new arrays. */
#include "nditer.h"
#include "walk.h"

enum { REDUCTION_AXIS = 1 << 30 };

/* ---- what was asked for fits together ---- */

static bool good_flags(VM *vm, unsigned f)
{
    if ((f & IT_INDEX) == IT_INDEX) return err_false(vm, EXC_ValueError, "Iterator flags C_INDEX and F_INDEX cannot both be specified");
    if (!(f & IT_EXTERNAL_LOOP)) return true;
    if (f & (IT_INDEX | IT_MULTI_INDEX)) return err_false(vm, EXC_ValueError, "Iterator flag EXTERNAL_LOOP cannot be used if an index or multi-index is being tracked");
    if ((f & IT_RANGED) && !(f & IT_BUFFERED)) return err_false(vm, EXC_ValueError, "Iterator flag RANGED cannot be used with the flag EXTERNAL_LOOP unless BUFFERED is also enabled");
    return true;
}

static bool good_op_flags(VM *vm, unsigned f)
{
    unsigned said = f & (OP_SAID_READ | OP_SAID_WRITE | OP_SAID_BOTH);
    if (!said) return err_false(vm, EXC_ValueError, "None of the iterator flags READWRITE, READONLY, or WRITEONLY were specified for an operand");
    if (said & (said - 1)) return err_false(vm, EXC_ValueError, "Only one of the iterator flags READWRITE, READONLY, and WRITEONLY may be specified for an operand");
    if ((f & OP_WRITE) && (f & (OP_COPY | OP_UPDATE)) == OP_COPY)
        return err_false(vm, EXC_ValueError, "If an iterator operand is writeable, must use the flag UPDATEIFCOPY instead of COPY");
    if ((f & OP_WRITEMASKED) && !(f & OP_WRITE)) return err_false(vm, EXC_ValueError, "The iterator flag WRITEMASKED may only be used with READWRITE or WRITEONLY");
    if ((f & OP_WRITEMASKED) && (f & OP_ARRAYMASK)) return err_false(vm, EXC_ValueError, "The iterator flag WRITEMASKED may not be used together with ARRAYMASK");
    if ((f & OP_VIRTUAL) && !(f & OP_SAID_BOTH)) return err_false(vm, EXC_ValueError, "The iterator flag VIRTUAL should be be used together with READWRITE");
    return true;
}

static bool good_absent(VM *vm, unsigned f, unsigned global)
{
    if (f & OP_VIRTUAL) return true;
    if (!(f & OP_ALLOCATE)) return err_false(vm, EXC_ValueError, "Iterator operand was NULL, but neither the ALLOCATE nor the VIRTUAL flag was specified");
    if (!(f & OP_WRITE)) return err_false(vm, EXC_ValueError, "Automatic allocation was requested for an iterator operand, but it wasn't flagged for writing");
    if ((global & IT_BUFFERED) && !(global & IT_DELAY) && (f & OP_READ))
        return err_false(vm, EXC_ValueError, "Automatic allocation was requested for an iterator operand, and it was flagged as readable, but buffering  without delayed allocation was enabled");
    return true;
}

static bool good_array(VM *vm, Nditer *it, NditerOp *op)
{
    NdArray *a = op->array;
    if (op->flags & OP_VIRTUAL) return err_false(vm, EXC_ValueError, "Iterator operand flag VIRTUAL was specified, but the operand was not NULL");
    if (!array_size(a) && !(it->flags & IT_ZEROSIZE_OK)) return err_false(vm, EXC_ValueError, "Iteration of zero-sized operands is not enabled");
    if ((op->flags & OP_WRITE) && !array_writeable(vm, a, "operand array with iterator write flag set")) return false;
    bool refs = descr_has_objects(a->descr) || (op->descr && descr_has_objects(op->descr));
    if (refs && !(it->flags & IT_REFS_OK)) return err_false(vm, EXC_TypeError, "Iterator operand or requested dtype holds references, but the REFS_OK flag was not enabled");
    Descr *d = op->descr ? descr_adapted(vm, op->descr, a) : descr_retain(a->descr);
    if (d && (op->flags & OP_NBO)) {
        Descr *native = descr_canonical(vm, d);
        descr_release(vm, d);
        d = native;
    }
    descr_release(vm, op->descr);
    return (op->descr = d) != NULL;
}

static bool take_operands(VM *vm, Nditer *it, NditerAsked *asked)
{
    int masks = 0, masked = 0;
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        op->flags = asked->op_flags[i];
        op->array = asked->arrays[i];
        op->descr = asked->descrs[i];
        asked->arrays[i] = NULL;
        asked->descrs[i] = NULL;
    }
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!good_op_flags(vm, op->flags) || !(op->array ? good_array(vm, it, op) : good_absent(vm, op->flags, it->flags))) return false;
        masks += (op->flags & OP_ARRAYMASK) != 0;
        masked += (op->flags & OP_WRITEMASKED) != 0;
    }
    if (masks > 1) return err_false(vm, EXC_ValueError, "Only one iterator operand may receive an ARRAYMASK flag");
    if (masked && !masks) return err_false(vm, EXC_ValueError, "An iterator operand was flagged as WRITEMASKED, but no ARRAYMASK operand was given to supply the mask");
    if (masks && !masked) return err_false(vm, EXC_ValueError, "An iterator operand was flagged as the ARRAYMASK, but no WRITEMASKED operands were given to use the mask");
    return true;
}

/* ---- the shape ---- */

static void remapped(const Nditer *it, const NditerOp *op, int64_t *out)
{
    for (int d = 0; d < it->axes; d++) out[d] = op->axis[d] < 0 ? -1 : op->array->shape[op->axis[d]];
}

static bool raise_no_broadcast(VM *vm, const Nditer *it, const NditerAsked *a)
{
    bool any = a->has_itershape;
    StrB b = STRB_INIT(vm);
    for (int i = 0; i < it->nop; i++) any = any || a->has_axes[i];
    for (int i = 0; i < it->nop; i++) {
        const NditerOp *op = &it->ops[i];
        if (!op->array) continue;
        Value own = np_shape_text(vm, op->array->shape, op->array->ndim), there = NO_VALUE;
        if (own) strb_str(&b, own);
        if (own && a->has_axes[i]) {
            int64_t dims[NP_DIMS_MOST];
            remapped(it, op, dims);
            there = np_shape_text(vm, dims, it->axes);
            strb_c(&b, "->");
            if (there) strb_str(&b, there);
        }
        strb_char(&b, ' ');
        release(vm, own);
        release(vm, there);
    }
    Value shapes = strb_take(&b), asked = shapes && a->has_itershape ? np_shape_text(vm, a->itershape, it->axes) : NO_VALUE;
    const char *what = any ? "operands could not be broadcast together with remapped shapes [original->remapped]:" : "operands could not be broadcast together with shapes";
    if (asked) err_raise(vm, EXC_ValueError, "%s %U and requested shape %U", what, shapes, asked);
    else if (shapes) err_raise(vm, EXC_ValueError, "%s %U", what, shapes);
    release(vm, shapes);
    release(vm, asked);
    return false;
}

static bool raise_stiff(VM *vm, const Nditer *it, const NditerOp *op, bool has_axes) /* an operand that may not be stretched */
{
    int64_t dims[NP_DIMS_MOST];
    remapped(it, op, dims);
    Value own = np_shape_text(vm, op->array->shape, op->array->ndim), all = np_shape_text(vm, it->shape, it->axes), there = has_axes ? np_shape_text(vm, dims, it->axes) : NO_VALUE;
    const char *output = op->flags & OP_WRITE ? "output " : "";
    if (own && all && there) err_raise(vm, EXC_ValueError, "non-broadcastable %soperand with shape %U [remapped to %U] doesn't match the broadcast shape %U", output, own, there, all);
    else if (own && all && !has_axes) err_raise(vm, EXC_ValueError, "non-broadcastable %soperand with shape %U doesn't match the broadcast shape %U", output, own, all);
    release(vm, own);
    release(vm, all);
    release(vm, there);
    return false;
}

static bool reduces(VM *vm, Nditer *it, NditerOp *op, int d)
{
    if (!(op->flags & OP_WRITE)) return true;
    if (!(it->flags & IT_REDUCE_OK))
        return err_false(vm, EXC_ValueError, "output operand requires a reduction along dimension %d, but the reduction is not enabled. The dimension size of 1 does not match the expected output shape.", d);
    if (!(op->flags & OP_READ)) return err_false(vm, EXC_ValueError, "output operand requires a reduction, but is flagged as write-only, not read-write");
    if (op->flags & OP_ARRAYMASK) return err_false(vm, EXC_ValueError, "output operand requires a reduction, but is flagged as the ARRAYMASK operand which is not permitted to be the result of a reduction");
    op->flags |= OP_REDUCES;
    it->flags |= IT_REDUCES;
    return true;
}

/* Which axis of each operand lies along which of the iterator; -1: none. *reduced: those that a program marked as reduced. */
static bool map_axes(VM *vm, Nditer *it, const NditerAsked *a, uint32_t *reduced)
{
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        reduced[i] = 0;
        int n = op->array ? op->array->ndim : it->axes;
        if (!a->has_axes[i] && n > it->axes) return err_false(vm, EXC_ValueError, "input operand has more dimensions than allowed by the axis remapping");
        for (int d = 0; d < it->axes; d++) {
            int axis = a->has_axes[i] ? a->op_axes[i][d] : d - (it->axes - n);
            if (a->has_axes[i] && axis >= REDUCTION_AXIS - 1) {
                axis -= REDUCTION_AXIS;
                reduced[i] |= 1u << d;
            }
            if (op->array && axis >= op->array->ndim)
                return err_false(vm, EXC_ValueError, "Iterator input op_axes[%d][%d] (==%d) is not a valid axis of op[%d], which has %d dimensions ", i, d, axis, i, op->array->ndim);
            op->axis[d] = axis < 0 ? -1 : axis;
            if (op->array && (reduced[i] >> d & 1) && axis >= 0 && op->array->shape[axis] != 1)
                return err_false(vm, EXC_ValueError, "operand was set up as a reduction along axis %d, but the length of the axis is %zd (it has to be 1)", d, (size_t)op->array->shape[axis]);
        }
    }
    return true;
}

static bool share_shape(VM *vm, Nditer *it, const NditerAsked *a)
{
    uint32_t reduced[NDITER_OPERANDS_MOST];
    if (!map_axes(vm, it, a, reduced)) return false;
    for (int d = 0; d < it->axes; d++) {
        it->shape[d] = a->has_itershape && a->itershape[d] >= 0 ? a->itershape[d] : 1;
        bool fixed = a->has_itershape && a->itershape[d] == 1;
        for (int i = 0; i < it->nop; i++) {
            const NditerOp *op = &it->ops[i];
            int64_t n = op->array && op->axis[d] >= 0 ? op->array->shape[op->axis[d]] : 1;
            if (n == 1 || n == it->shape[d]) continue;
            if (it->shape[d] != 1 || fixed) return raise_no_broadcast(vm, it, a);
            it->shape[d] = n;
        }
    }
    for (int i = 0; i < it->nop; i++)
        for (int d = 0; d < it->axes; d++) {
            NditerOp *op = &it->ops[i];
            bool marked = reduced[i] >> d & 1;
            if (marked && !reduces(vm, it, op, d)) return false;
            if (marked || it->shape[d] == 1 || (op->flags & OP_VIRTUAL)) continue;
            if (!op->array) {
                if (op->axis[d] < 0 && !reduces(vm, it, op, d)) return false;
                continue;
            }
            if (op->axis[d] >= 0 && op->array->shape[op->axis[d]] != 1) continue;
            if (op->flags & OP_NO_BROADCAST) return raise_stiff(vm, it, op, a->has_axes[i]);
            if ((op->flags & OP_WRITE) && !(it->flags & IT_REDUCE_OK) && (op->axis[d] >= 0 || !a->has_axes[i])) return raise_stiff(vm, it, op, a->has_axes[i]);
            if (!reduces(vm, it, op, d)) return false;
        }
    it->size = 1;
    for (int d = 0; d < it->axes; d++)
        if (__builtin_mul_overflow(it->size, it->shape[d], &it->size)) {
            for (int k = 0; k < it->axes; k++)
                if (!it->shape[k]) return it->size = 0, true;
            return err_false(vm, EXC_ValueError, "iterator is too large");
        }
    return true;
}

/* ---- the order ---- */

void nditer_place(Nditer *it, NditerOp *op)
{
    op->offset = 0;
    for (int d = 0; d < it->ndim; d++) {
        int axis = op->axis[it->axis_of[d]];
        int64_t step = !op->array || axis < 0 || op->array->shape[axis] == 1 ? 0 : op->array->strides[axis];
        if (it->flipped[d]) {
            op->offset += (it->shape[d] - 1) * step;
            step = -step;
        }
        op->strides[d] = step;
    }
    op->start = op->array ? op->array->data + op->offset : NULL;
}

static bool nearer(const Nditer *it, int a, int b, bool *says) /* does axis a lie closer in memory than b? *says: any operand has a word in it */
{
    bool yes = false;
    *says = false;
    for (int i = 0; i < it->nop; i++) {
        const NditerOp *op = &it->ops[i];
        int64_t s[2];
        for (int k = 0; k < 2; k++) {
            int axis = op->axis[k ? b : a];
            s[k] = !op->array || axis < 0 || op->array->shape[axis] == 1 ? 0 : op->array->strides[axis];
            if (s[k] < 0) s[k] = -s[k];
        }
        if (!s[0] || !s[1]) continue;
        if (s[1] <= s[0]) yes = false;
        else if (!*says) yes = true;
        *says = true;
    }
    return yes;
}

static void order_by_memory(Nditer *it)
{
    int inner[NP_DIMS_MOST], n = it->axes; /* the innermost first */
    for (int d = 0; d < n; d++) inner[d] = n - 1 - d;
    for (int i = 1; i < n; i++) {
        int moved = inner[i], to = i;
        for (int j = i; j-- > 0;) {
            bool says, near = nearer(it, moved, inner[j], &says);
            if (!says) continue;
            if (!near) break;
            to = j;
        }
        memmove(inner + to + 1, inner + to, (size_t)(i - to) * sizeof *inner);
        inner[to] = moved;
    }
    for (int d = 0; d < n; d++) it->axis_of[d] = inner[n - 1 - d];
}

static void turn_round(Nditer *it) /* axes that all operands run down */
{
    for (int d = 0; d < it->axes; d++) {
        bool down = false, up = false;
        for (int i = 0; i < it->nop; i++) {
            const NditerOp *op = &it->ops[i];
            int axis = op->axis[it->axis_of[d]];
            int64_t step = !op->array || axis < 0 || op->array->shape[axis] == 1 ? 0 : op->array->strides[axis];
            down = down || step < 0;
            up = up || step > 0;
        }
        it->flipped[d] = down && !up;
    }
}

static void settle_order(Nditer *it, Order order)
{
    bool fortran = order == ORDER_F, absent = false;
    if (order == ORDER_ANY) fortran = true;
    for (int i = 0; i < it->nop; i++) {
        const NdArray *a = it->ops[i].array;
        absent = absent || !a;
        if (order == ORDER_ANY && a && !array_is(a, ARRAY_F)) fortran = false;
    }
    for (int d = 0; d < it->axes; d++) it->axis_of[d] = fortran ? it->axes - 1 - d : d;
    if (order == ORDER_KEEP) {
        order_by_memory(it);
        if (!absent) turn_round(it);
    }
    int64_t by_axis[NP_DIMS_MOST], step = 1, shape[NP_DIMS_MOST];
    for (int k = 0; k < it->axes; k++) {
        int axis = it->flags & IT_F_INDEX ? k : it->axes - 1 - k;
        by_axis[axis] = it->shape[axis] == 1 ? 0 : step;
        step *= it->shape[axis];
    }
    memcpy(shape, it->shape, sizeof shape);
    it->ndim = it->axes;
    it->index_start = 0;
    for (int d = 0; d < it->ndim; d++) {
        it->shape[d] = shape[it->axis_of[d]];
        it->index_strides[d] = it->flipped[d] ? -by_axis[it->axis_of[d]] : by_axis[it->axis_of[d]];
        if (it->flipped[d]) it->index_start += (it->shape[d] - 1) * by_axis[it->axis_of[d]];
    }
    for (int i = 0; i < it->nop; i++) nditer_place(it, &it->ops[i]);
}

static bool joins(const Nditer *it, int outer, int inner)
{
    int64_t n = it->shape[outer], m = it->shape[inner];
    if ((it->flags & IT_INDEX) && n != 1 && m != 1 && it->index_strides[outer] != it->index_strides[inner] * m) return false;
    if (n == 1 || m == 1) return true;
    for (int i = 0; i < it->nop; i++)
        if (it->ops[i].strides[outer] != it->ops[i].strides[inner] * m) return false;
    return true;
}

void nditer_join_axes(Nditer *it)
{
    int to = 0;
    for (int d = 1; d < it->ndim; d++) {
        bool join = joins(it, to, d), inner_counts = it->shape[d] != 1;
        if (!join) to++;
        if (!join || inner_counts) {
            for (int i = 0; i < it->nop; i++) it->ops[i].strides[to] = it->ops[i].strides[d];
            it->index_strides[to] = it->index_strides[d];
        }
        it->shape[to] = join ? it->shape[to] * it->shape[d] : it->shape[d];
    }
    if (it->ndim > 1) it->ndim = to + 1;
}

/* ---- dtypes ---- */

static Descr *meet(VM *vm, Nditer *it, bool inputs_only)
{
    NdArray *arrays[NDITER_OPERANDS_MOST];
    Descr *descrs[NDITER_OPERANDS_MOST];
    int n = 0, m = 0;
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!op->array || (inputs_only && !(op->flags & OP_READ))) continue;
        if (!op->array->ndim && descr_equivalent(vm, op->array->descr, op->descr)) arrays[n++] = op->array;
        else descrs[m++] = op->descr;
    }
    if (!n && !m) return descr_retain(descr_shared(it->np, NP_DOUBLE));
    return descr_result(vm, it->np, arrays, n, descrs, m);
}

static bool settle_dtypes(VM *vm, Nditer *it)
{
    bool common = it->flags & IT_COMMON_DTYPE, wanted = common;
    for (int i = 0; i < it->nop; i++) wanted = wanted || !it->ops[i].descr;
    Descr *all = wanted ? meet(vm, it, !common) : NULL;
    if (wanted && !all) return false;
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!common && op->descr) continue;
        descr_release(vm, op->descr);
        op->descr = descr_retain(all);
    }
    descr_release(vm, all);
    return true;
}

static bool raise_cast(VM *vm, int i, const NdArray *a, const Descr *d, Casting casting, bool writes)
{
    const char *rule = casting_name(casting);
    if (writes) return err_false(vm, EXC_TypeError, "Iterator requested dtype could not be cast from %R to %R, the operand %d dtype, according to the rule '%s'", REF(d), REF(a->descr), i, rule);
    return err_false(vm, EXC_TypeError, "Iterator operand %d dtype could not be cast from %R to %R according to the rule '%s'", i, REF(a->descr), REF(d), rule);
}

static bool check_casts(VM *vm, Nditer *it, Casting casting)
{
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        NdArray *a = op->array;
        if (op->descr && descr_has_objects(op->descr)) it->flags |= IT_CALLS;
        if (!a) continue;
        if (descr_has_objects(a->descr)) it->flags |= IT_CALLS;
        if ((op->flags & OP_ALIGNED) && !array_is(a, ARRAY_ALIGNED)) op->flags |= OP_CASTS;
        if (descr_equivalent(vm, a->descr, op->descr)) continue;
        if ((op->flags & OP_READ) && !array_can_cast(vm, a, op->descr, casting)) return err_occurred(vm) ? false : raise_cast(vm, i, a, op->descr, casting, false);
        if ((op->flags & OP_WRITE) && !descr_can_cast(vm, op->descr, a->descr, casting)) return err_occurred(vm) ? false : raise_cast(vm, i, a, op->descr, casting, true);
        op->flags |= OP_CASTS;
    }
    return !err_occurred(vm);
}

/* ---- temporaries and new arrays ---- */

static bool same_walk(VM *vm, const NdArray *a, const NdArray *b)
{
    if (a->data != b->data || a->ndim != b->ndim || !descr_equivalent(vm, a->descr, b->descr)) return false;
    for (int d = 0; d < a->ndim; d++)
        if (a->shape[d] != b->shape[d] || a->strides[d] != b->strides[d]) return false;
    return true;
}

static void mark_overlaps(VM *vm, Nditer *it)
{
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!op->array || !(op->flags & OP_WRITE)) continue;
        for (int k = 0; k < it->nop; k++) {
            NditerOp *other = &it->ops[k];
            if (k == i || !other->array || !((op->flags | other->flags) & OP_WRITE) || (other->flags & OP_FORCE_COPY) || !array_overlap(op->array, other->array)) continue;
            bool elementwise = (op->flags & OP_ELEMENTWISE) && (other->flags & OP_ELEMENTWISE) && same_walk(vm, op->array, other->array);
            if (elementwise) continue;
            if (other->flags & OP_WRITE) op->flags |= OP_FORCE_COPY;
            else op->flags |= OP_FORCE_COPY;
            break;
        }
    }
}

static bool temporary(VM *vm, NditerOp *op, Order order)
{
    NdArray *t = array_like(vm, op->array, order == ORDER_ANY ? ORDER_KEEP : order, op->descr, false);
    if (!t) return false;
    if ((op->flags & (OP_READ | OP_FORCE_COPY)) && !array_copy_into(vm, t, op->array)) return array_release(vm, t), false;
    if (op->flags & OP_WRITE) { /* the array waits, and is not written to meanwhile */
        op->back = op->array;
        value_put(vm, &t->base, retain(REF(op->back)));
        t->flags |= ARRAY_WRITEBACK;
        op->back->flags &= ~(uint32_t)ARRAY_WRITEABLE;
    } else {
        array_release(vm, op->array);
        t->flags &= ~(uint32_t)ARRAY_WRITEABLE;
    }
    op->array = t;
    op->flags &= ~(unsigned)OP_CASTS;
    return true;
}

static Type *foremost_class(VM *vm, Nditer *it) /* of the operands' classes the one with the highest __array_priority__; NULL: raised */
{
    Type *best = it->np->ndarray;
    double most = 0;
    bool any = false;
    for (int i = 0; i < it->nop; i++) {
        NdArray *a = it->ops[i].array;
        if (!a || a->head.type == it->np->ndarray) continue;
        Value v = obj_getattr_c(vm, REF(a), "__array_priority__");
        double p = 0;
        if (!v || !num_to_double(vm, v, &p)) {
            release(vm, v);
            return NULL;
        }
        release(vm, v);
        if (p <= most && any) continue;
        if (p < 0 && !any) continue;
        best = a->head.type;
        most = p;
        any = true;
    }
    return best;
}

static bool make_array(VM *vm, Nditer *it, NditerOp *op, Type *class)
{
    int64_t shape[NP_DIMS_MOST], strides[NP_DIMS_MOST], step = op->descr->size;
    int n = 0;
    for (int d = 0; d < it->ndim; d++)
        if (op->axis[d] >= n) n = op->axis[d] + 1;
    for (int k = 0; k < n; k++) shape[k] = -1;
    for (int d = it->ndim; d-- > 0;) {
        int axis = op->axis[it->axis_of[d]];
        if (axis < 0) continue;
        shape[axis] = it->shape[d];
        strides[axis] = step;
        step *= it->shape[d] ? it->shape[d] : 1;
    }
    for (int k = 0; k < n; k++)
        if (shape[k] < 0) return err_false(vm, EXC_ValueError, "automatically allocated output array specified with an inconsistent axis mapping; the axis mapping cannot include dimension %d which is too large for the iterator dimension of %d.", n - 1, it->ndim);
    op->array = array_make(vm, it->np, class, op->descr, shape, NULL, n, NULL, ARRAY_WRITEABLE, NO_VALUE, NULL);
    if (!op->array) return false;
    if (op->array->ndim != n) return err_false(vm, EXC_RuntimeError, "Iterator automatic output has an array subtype which changed the dimensions of the output");
    memcpy(op->array->strides, strides, (size_t)n * sizeof *strides);
    array_update_flags(op->array);
    return true;
}

static bool settle_arrays(VM *vm, Nditer *it, Order order)
{
    Type *class = NULL;
    if (it->flags & IT_COPY_IF_OVERLAP) mark_overlaps(vm, it);
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (!op->array && !(op->flags & OP_VIRTUAL)) {
            if (!(op->flags & OP_NO_SUBTYPE) && !class && !(class = foremost_class(vm, it))) return false;
            if (!make_array(vm, it, op, op->flags & OP_NO_SUBTYPE ? it->np->ndarray : class)) return false;
        } else if (op->array && ((op->flags & OP_FORCE_COPY) || ((op->flags & OP_CASTS) && (op->flags & (OP_COPY | OP_UPDATE))))) {
            if (!temporary(vm, op, order)) return false;
        } else if ((op->flags & OP_CASTS) && !(it->flags & IT_BUFFERED))
            return err_false(vm, EXC_TypeError, "Iterator operand required copying or buffering, but neither copying nor buffering was enabled");
        nditer_place(it, op);
        if (op->array && (op->flags & OP_CONTIG) && it->size > 1) {
            int64_t want = op->descr->size;
            bool contiguous = true;
            for (int d = it->ndim; contiguous && d-- > 0;) {
                contiguous = it->shape[d] == 1 || op->strides[d] == want;
                want *= it->shape[d];
            }
            if (contiguous) continue;
            if (!(it->flags & IT_BUFFERED)) return err_false(vm, EXC_TypeError, "Iterator operand required buffering, to be contiguous as requested, but buffering is not enabled");
            op->flags |= OP_CASTS;
        }
    }
    return true;
}

bool nditer_settle(VM *vm, Nditer *it, NditerAsked *a)
{
    it->nop = a->nop;
    it->flags = a->flags;
    if (!(it->flags & IT_BUFFERED)) it->flags &= ~(unsigned)(IT_DELAY | IT_GROW_INNER);
    if (!(it->ops = mem_zalloc(vm->mem, (size_t)it->nop * sizeof *it->ops))) return err_no_memory(vm), false;
    if (!good_flags(vm, it->flags) || !take_operands(vm, it, a)) return false;
    it->axes = a->op_ndim;
    for (int i = 0; a->op_ndim < 0 && i < it->nop; i++)
        if (it->ops[i].array && it->ops[i].array->ndim > it->axes) it->axes = it->ops[i].array->ndim;
    if (it->axes < 0) it->axes = 0;
    if (!share_shape(vm, it, a)) return false;
    if (!it->size && !(it->flags & IT_ZEROSIZE_OK)) return err_false(vm, EXC_ValueError, "Iteration of zero-sized operands is not enabled");
    settle_order(it, a->order);
    if (!settle_dtypes(vm, it) || !check_casts(vm, it, a->casting) || !settle_arrays(vm, it, a->order)) return false;
    if (!(it->flags & IT_MULTI_INDEX)) nditer_join_axes(it);
    it->end = it->size;
    it->buffersize = a->buffersize > 0 ? a->buffersize : 8192;
    if (it->buffersize > it->size && it->size) it->buffersize = it->size;
    it->ready = true;
    it->delayed = it->flags & IT_DELAY;
    it->finished = it->started = !it->size;
    return it->delayed || !it->size || (nditer_buffers(vm, it) && nditer_goto(vm, it, 0));
}
