/* nditer.c: the class numpy.nditer, and nested_iters: several of them, each within the one before. */
#include "nditer.h"

static Nditer *as_iter(Ref v) { return (Nditer *)BITS(v); }

/* ---- life ---- */

/* Everything goes back to where it came from. false: raised; it is closed all the same. */
static bool finish(VM *vm, Nditer *it)
{
    bool ok = !it->ready || it->delayed || nditer_flush(vm, it);
    it->ready = false;
    value_clear(vm, &it->child);
    if (!it->ops) return ok;
    nditer_drop_buffers(vm, it);
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        NdArray *back = op->back;
        op->back = NULL;
        if (back) {
            back->flags |= ARRAY_WRITEABLE;
            op->array->flags &= ~(uint32_t)ARRAY_WRITEBACK;
            if (ok) ok = array_copy_into(vm, back, op->array);
            value_clear(vm, &op->array->base);
        }
        array_release(vm, back);
        array_release(vm, op->array);
        descr_release(vm, op->descr);
        op->array = NULL;
        op->descr = NULL;
    }
    mem_free(vm->mem, it->ops, (size_t)it->nop * sizeof *it->ops);
    it->ops = NULL;
    return ok;
}

static void dealloc(VM *vm, Obj *o)
{
    Nditer *it = (Nditer *)o;
    bool waiting = false;
    for (int i = 0; it->ops && i < it->nop; i++) waiting = waiting || it->ops[i].back;
    Value pending = err_take(vm);
    if (it->ready && waiting &&
        !err_warn(vm, EXC_RuntimeWarning, str_from_c(vm, "Temporary data has not been written back to one of the operands. Typically nditer is used as a context manager otherwise 'close' must be called before reading iteration results.")))
        err_unraisable(vm, REF(it->head.type));
    if (!finish(vm, it)) err_unraisable(vm, REF(it->head.type));
    err_put(vm, pending);
    obj_free(vm, o, sizeof *it);
}
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Nditer *it = (Nditer *)o;
    if (it->child) visit(it->child, arg);
    for (int i = 0; it->ops && i < it->nop; i++) {
        if (it->ops[i].array) visit(VAL(it->ops[i].array), arg);
        if (it->ops[i].back) visit(VAL(it->ops[i].back), arg);
        if (it->ops[i].descr) visit(VAL(it->ops[i].descr), arg);
    }
}

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"op", "flags", "op_flags", "op_dtypes", "order", "casting", "op_axes", "itershape", "buffersize"};
    Np *np = np_state(vm);
    Ref given[9];
    if (!np || !args_bind(vm, "nditer", args, n, kwnames, names, 9, given)) return NULL;
    if (!given[0]) return err_raise(vm, EXC_TypeError, "nditer() missing required argument 'op' (pos 1)");
    NditerAsked asked;
    Nditer *it = nditer_asked(vm, np, given, &asked) ? (Nditer *)obj_alloc(vm, as_type(cls), sizeof *it) : NULL;
    bool ok = it != NULL;
    if (it) {
        it->np = np;
        ok = nditer_settle(vm, it, &asked);
    }
    nditer_asked_drop(vm, &asked);
    if (ok) return VAL(it);
    if (it) it->ready = false;
    release(vm, VAL(it));
    return NULL;
}

/* ---- what it gives ---- */

static bool alive(VM *vm, const Nditer *it) { return it->ready || err_false(vm, EXC_ValueError, "Iterator is invalid"); }
static bool within(VM *vm, const Nditer *it)
{
    if (!it->ready || it->finished) return err_false(vm, EXC_ValueError, "Iterator is past the end");
    return true;
}
static bool seen(VM *vm, const Nditer *it)
{
    if (!within(vm, it)) return false;
    return !it->delayed || err_false(vm, EXC_ValueError, "Iterator construction used delayed buffer allocation, and no reset has been done yet");
}

static NdArray *operand_now(VM *vm, Nditer *it, int i) /* what stands there: an element, or with external_loop a row */
{
    NditerOp *op = &it->ops[i];
    bool row = it->flags & IT_EXTERNAL_LOOP;
    int64_t n = row ? nditer_inner(it) : 1, step = op->step;
    char nothing = 0;
    return array_make(vm, it->np, NULL, op->descr, &n, &step, row ? 1 : 0, op->at ? op->at : &nothing, op->flags & OP_WRITE ? ARRAY_WRITEABLE : 0, retain(REF(it)), NULL);
}

static Value item(VM *vm, Ref v, int64_t i)
{
    Nditer *it = as_iter(v);
    if (!seen(vm, it)) return NULL;
    if (i < 0) i += it->nop;
    if (i < 0 || i >= it->nop) return err_raise(vm, EXC_IndexError, "Iterator operand index %lld is out of bounds", (long long)i);
    return VAL(operand_now(vm, it, (int)i));
}
static bool put_item(VM *vm, Ref v, int64_t i, Ref value)
{
    Nditer *it = as_iter(v);
    if (!seen(vm, it)) return false;
    if (i < 0) i += it->nop;
    if (i < 0 || i >= it->nop) return err_false(vm, EXC_IndexError, "Iterator operand index %lld is out of bounds", (long long)i);
    if (!(it->ops[i].flags & OP_WRITE)) return err_false(vm, EXC_RuntimeError, "Iterator operand %lld is not writeable", (long long)i);
    NdArray *a = operand_now(vm, it, (int)i);
    bool ok = a && array_assign(vm, a, value);
    array_release(vm, a);
    return ok;
}

static Value items(VM *vm, Ref v, int64_t from, int64_t to)
{
    Value t = tuple_new(vm, to > from ? to - from : 0);
    for (int64_t i = from; t && i < to; i++)
        if (!(as_tuple(t)->items[i - from] = item(vm, v, i))) value_clear(vm, &t);
    return t;
}
static Value get_value(VM *vm, Ref v)
{
    Nditer *it = as_iter(v);
    if (!seen(vm, it)) return NULL;
    return it->nop == 1 ? item(vm, v, 0) : items(vm, v, 0, it->nop);
}

static Value getitem(VM *vm, Ref v, Ref key)
{
    Nditer *it = as_iter(v);
    int64_t i, stop, step, count, n = it->nop;
    if (!seen(vm, it)) return NULL;
    if (is_kind(key, KIND_SLICE)) {
        if (!slice_indices(vm, key, &n, &i, &stop, &step, &count)) return NULL;
        if (step != 1) return err_raise(vm, EXC_ValueError, "Iterator slicing only supports a step of 1");
        return items(vm, v, i, stop);
    }
    if (!is_int(key) && !is_scalar(vm, it->np, key)) return err_raise(vm, EXC_TypeError, "invalid index type for iterator indexing");
    return num_index_i64(vm, key, &i) ? item(vm, v, i) : NO_VALUE;
}
static bool setitem(VM *vm, Ref v, Ref key, Ref value)
{
    Nditer *it = as_iter(v);
    int64_t i, stop, step, count, n = it->nop;
    if (!value) return err_false(vm, EXC_TypeError, "Cannot delete iterator elements");
    if (!seen(vm, it)) return false;
    if (!is_kind(key, KIND_SLICE)) {
        if (!is_int(key) && !is_scalar(vm, it->np, key)) return err_false(vm, EXC_TypeError, "invalid index type for iterator indexing");
        return num_index_i64(vm, key, &i) && put_item(vm, v, i, value);
    }
    if (!slice_indices(vm, key, &n, &i, &stop, &step, &count)) return false;
    if (step != 1) return err_false(vm, EXC_ValueError, "Iterator slice assignment only supports a step of 1");
    Value row = tuple_from_iter(vm, value);
    bool ok = row && (as_tuple(row)->len == count || err_false(vm, EXC_ValueError, "Wrong size to assign to iterator slice"));
    for (int64_t k = 0; ok && k < count; k++) ok = put_item(vm, v, i + k, as_tuple(row)->items[k]);
    release(vm, row);
    return ok;
}
static int64_t length(VM *vm, Ref v) { return (void)vm, as_iter(v)->ready ? as_iter(v)->nop : 0; }

/* ---- moving ---- */

/* The iterators within start anew at the elements that this one stands on. */
static bool move_children(VM *vm, Nditer *it)
{
    while (it->child) {
        Nditer *c = as_iter(it->child);
        if (!c->ready) return true;
        if (!c->delayed && !nditer_flush(vm, c)) return false;
        for (int i = 0; i < c->nop && i < it->nop; i++)
            if (it->ops[i].at) c->ops[i].start = it->ops[i].at + c->ops[i].offset;
        if (!nditer_buffers(vm, c) || !nditer_goto(vm, c, c->begin)) return false;
        c->started = c->finished = c->begin >= c->end;
        it = c;
    }
    return true;
}

static bool restart(VM *vm, Nditer *it, int64_t index)
{
    if (!nditer_buffers(vm, it) || !nditer_goto(vm, it, index)) return false;
    it->started = it->finished = index >= it->end;
    return move_children(vm, it);
}

static int step_on(VM *vm, Nditer *it)
{
    int more = it->delayed ? err_minus(vm, EXC_ValueError, "Iterator construction used delayed buffer allocation, and no reset has been done yet") : nditer_next(vm, it);
    if (more <= 0) it->finished = true;
    return more > 0 && !move_children(vm, it) ? -1 : more;
}

static Value iterate(VM *vm, Ref v) { return (void)vm, retain(v); }
static Value next(VM *vm, Ref v)
{
    Nditer *it = as_iter(v);
    if (!it->ready || it->finished) return NULL;
    if (it->started && step_on(vm, it) <= 0) return NULL;
    it->started = true;
    return get_value(vm, v);
}

static Value m_iternext(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    if (!it->ready || it->finished) return it->finished = true, V_FALSE;
    int more = step_on(vm, it);
    return more < 0 ? NO_VALUE : make_bool(more);
}
static Value m_reset(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    return alive(vm, it) && restart(vm, it, it->begin) ? V_NONE : NO_VALUE;
}

static Value m_copy(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    if (!alive(vm, it) || (!it->delayed && !nditer_flush(vm, it))) return NULL;
    Nditer *c = (Nditer *)obj_alloc(vm, it->head.type, sizeof *c);
    if (!c) return NULL;
    NditerOp *ops = mem_alloc(vm->mem, (size_t)it->nop * sizeof *ops);
    bool ok = ops || (err_no_memory(vm), false);
    if (ok) {
        memcpy((char *)c + sizeof c->head, (char *)it + sizeof it->head, sizeof *c - sizeof c->head);
        memcpy(ops, it->ops, (size_t)it->nop * sizeof *ops);
        c->ops = ops;
        c->child = NO_VALUE;
        for (int i = 0; i < c->nop; i++) {
            NditerOp *op = &ops[i];
            if (op->array) array_retain(op->array);
            descr_retain(op->descr);
            op->back = NULL;
            op->buffer = NULL;
            op->room = 0;
            op->open = op->filled = false;
        }
        if (!it->delayed && !it->finished) ok = nditer_goto(vm, it, it->index) && nditer_buffers(vm, c) && nditer_goto(vm, c, c->index);
    }
    if (ok) return VAL(c);
    release(vm, VAL(c));
    return NULL;
}

static Value m_close(VM *vm, const Ref *args, int n, Ref kwnames) { return finish(vm, as_iter(args[0])) ? V_NONE : NO_VALUE; }
static Value m_enter(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!as_iter(args[0])->ready) return err_raise(vm, EXC_RuntimeError, "operation on non-initialized iterator");
    return retain(args[0]);
}
static Value m_exit(VM *vm, const Ref *args, int n, Ref kwnames) { return m_close(vm, args, 1, NULL); }

static Value m_external_loop(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    if (!alive(vm, it)) return NULL;
    if (it->flags & (IT_INDEX | IT_MULTI_INDEX)) return err_raise(vm, EXC_ValueError, "Iterator flag EXTERNAL_LOOP cannot be used if an index or multi-index is being tracked");
    if ((it->flags & (IT_RANGED | IT_BUFFERED | IT_EXTERNAL_LOOP)) == IT_RANGED)
        return err_raise(vm, EXC_ValueError, "Iterator flag EXTERNAL_LOOP cannot be used with ranged iteration unless buffering is also enabled");
    it->flags |= IT_EXTERNAL_LOOP;
    return restart(vm, it, it->begin) ? V_NONE : NO_VALUE;
}
static Value m_remove_multi_index(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    if (!alive(vm, it)) return NULL;
    if (it->flags & IT_MULTI_INDEX) {
        if (!it->delayed && !nditer_flush(vm, it)) return NULL;
        it->flags &= ~(unsigned)IT_MULTI_INDEX;
        nditer_join_axes(it);
    }
    return restart(vm, it, it->begin) ? V_NONE : NO_VALUE;
}
static Value m_remove_axis(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Nditer *it = as_iter(args[0]);
    int64_t axis;
    if (!alive(vm, it) || !num_index_i64(vm, args[1], &axis)) return NULL;
    if (!(it->flags & IT_MULTI_INDEX)) return err_raise(vm, EXC_RuntimeError, "Iterator RemoveAxis may only be called if a multi-index is being tracked");
    if (it->flags & IT_INDEX) return err_raise(vm, EXC_RuntimeError, "Iterator RemoveAxis may not be called on an index is being tracked");
    if (it->flags & IT_BUFFERED) return err_raise(vm, EXC_RuntimeError, "Iterator RemoveAxis may not be called on a buffered iterator");
    if (axis < 0 || axis >= it->ndim) return err_raise(vm, EXC_ValueError, "axis out of bounds in iterator RemoveAxis");
    int at = 0;
    while (it->axis_of[at] != axis) at++;
    for (int i = 0; i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        if (it->flipped[at]) op->start += op->strides[at] * (it->shape[at] - 1); /* its element 0 */
        memmove(op->strides + at, op->strides + at + 1, (size_t)(it->ndim - at - 1) * sizeof *op->strides);
        memmove(op->axis + axis, op->axis + axis + 1, (size_t)(it->ndim - axis - 1) * sizeof *op->axis);
    }
    memmove(it->shape + at, it->shape + at + 1, (size_t)(it->ndim - at - 1) * sizeof *it->shape);
    memmove(it->axis_of + at, it->axis_of + at + 1, (size_t)(it->ndim - at - 1) * sizeof *it->axis_of);
    memmove(it->flipped + at, it->flipped + at + 1, (size_t)(it->ndim - at - 1) * sizeof *it->flipped);
    it->ndim--;
    it->axes--;
    it->size = 1;
    for (int d = 0; d < it->ndim; d++) {
        if (it->axis_of[d] > axis) it->axis_of[d]--;
        if (__builtin_mul_overflow(it->size, it->shape[d], &it->size)) return err_raise(vm, EXC_ValueError, "iterator is too large");
    }
    it->begin = 0;
    it->end = it->size;
    return restart(vm, it, 0) ? V_NONE : NO_VALUE;
}

static Value m_debug_print(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Nditer *it = as_iter(args[0]);
    StrB b = STRB_INIT(vm);
    if (!it->ready) strb_c(&b, "Iterator: (nil)\n");
    else {
        strb_format(&b, "\n------ BEGIN ITERATOR DUMP ------\n| Flags: %x\n| NDim: %d\n| NOp: %d\n| IterSize: %lld\n| IterStart: %lld\n| IterEnd: %lld\n| IterIndex: %lld\n", it->flags, it->ndim, it->nop,
            (long long)it->size, (long long)it->begin, (long long)it->end, (long long)it->index);
        for (int d = 0; d < it->ndim; d++) {
            strb_format(&b, "| Axis %d%s: %lld by", it->axis_of[d], it->flipped[d] ? " (from its end)" : "", (long long)it->shape[d]);
            for (int i = 0; i < it->nop; i++) strb_format(&b, " %lld", (long long)it->ops[i].strides[d]);
            strb_char(&b, '\n');
        }
        strb_c(&b, "------- END ITERATOR DUMP -------\n\n");
    }
    Value text = strb_take(&b);
    size_t bytes;
    const char *s = text ? str_utf8(vm, text, &bytes) : NULL;
    if (s) vm_write(vm, 1, s, bytes);
    release(vm, text);
    return s ? V_NONE : NO_VALUE;
}

/* ---- where it stands ---- */

static int64_t at_axis(const Nditer *it, int d, int64_t coord) { return it->flipped[d] ? it->shape[d] - 1 - coord : coord; }

static bool tracks(VM *vm, const Nditer *it)
{
    if (!within(vm, it)) return false;
    if (!(it->flags & IT_MULTI_INDEX)) return err_false(vm, EXC_ValueError, "Iterator is not tracking a multi-index");
    return !it->delayed || err_false(vm, EXC_ValueError, "Iterator construction used delayed buffer allocation, and no reset has been done yet");
}
static Value get_multi_index(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    int64_t coords[NP_DIMS_MOST], out[NP_DIMS_MOST];
    if (!tracks(vm, it)) return NULL;
    nditer_coords(it, coords);
    for (int d = 0; d < it->ndim; d++) out[it->axis_of[d]] = at_axis(it, d, coords[d]);
    return np_dims_tuple(vm, out, it->ndim);
}
static bool may_jump(VM *vm, const Nditer *it, const char *what)
{
    if (it->flags & IT_EXTERNAL_LOOP) return err_false(vm, EXC_ValueError, "Cannot call %s on an iterator which has the flag EXTERNAL_LOOP", what);
    if (it->flags & IT_BUFFERED) return err_false(vm, EXC_ValueError, "Cannot call %s on an iterator which is buffered", what);
    return true;
}
static bool jump(VM *vm, Nditer *it, int64_t index, const char *out_of_range)
{
    if (index < it->begin || index >= it->end) return err_false(vm, EXC_ValueError, "%s", out_of_range);
    if (!nditer_buffers(vm, it) || !nditer_goto(vm, it, index)) return false;
    it->started = it->finished = false;
    return move_children(vm, it);
}
static bool set_multi_index(VM *vm, Ref v, Ref value)
{
    Nditer *it = as_iter(v);
    NpDims at;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete nditer multi_index");
    if (!alive(vm, it)) return false;
    if (!(it->flags & IT_MULTI_INDEX)) return err_false(vm, EXC_ValueError, "Iterator is not tracking a multi-index");
    if (!may_jump(vm, it, "GotoMultiIndex")) return false;
    Value row = tuple_from_iter(vm, value);
    bool ok = row && np_dims(vm, row, &at);
    release(vm, row);
    if (!ok) return false;
    if (at.n != it->ndim) return err_false(vm, EXC_ValueError, "Wrong number of indices");
    int64_t index = 0;
    for (int d = 0; d < it->ndim; d++) {
        int64_t c = at.v[it->axis_of[d]];
        if (c < 0 || c >= it->shape[d]) return err_false(vm, EXC_ValueError, "Iterator GotoMultiIndex called with an out-of-bounds multi-index");
        index = index * it->shape[d] + at_axis(it, d, c);
    }
    return jump(vm, it, index, "Iterator GotoMultiIndex called with a multi-index outside the restricted iteration range");
}

static Value get_index(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    int64_t coords[NP_DIMS_MOST], index = it->index_start;
    if (!within(vm, it)) return NULL;
    if (!(it->flags & IT_INDEX)) return err_raise(vm, EXC_ValueError, "Iterator does not have an index");
    nditer_coords(it, coords);
    for (int d = 0; d < it->ndim; d++) index += coords[d] * it->index_strides[d];
    return int_from_i64(vm, index);
}
static bool set_index(VM *vm, Ref v, Ref value)
{
    Nditer *it = as_iter(v);
    int64_t want, index = 0;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete nditer index");
    if (!alive(vm, it)) return false;
    if (!(it->flags & IT_INDEX)) return err_false(vm, EXC_ValueError, "Iterator does not have an index");
    if (!num_index_i64(vm, value, &want) || !may_jump(vm, it, "GotoIndex")) return false;
    if (want < 0 || want >= it->size) return err_false(vm, EXC_ValueError, "Iterator GotoIndex called with an out-of-bounds index");
    for (int d = 0; d < it->ndim; d++) {
        int64_t s = it->index_strides[d], c = s ? want / (s < 0 ? -s : s) % it->shape[d] : 0;
        index = index * it->shape[d] + (s < 0 ? it->shape[d] - 1 - c : c);
    }
    return jump(vm, it, index, "Iterator GotoIndex called with an index outside the restricted iteration range.");
}
static Value get_iterindex(VM *vm, Ref v) { return alive(vm, as_iter(v)) ? int_from_i64(vm, as_iter(v)->index) : NO_VALUE; }
static bool set_iterindex(VM *vm, Ref v, Ref value)
{
    Nditer *it = as_iter(v);
    int64_t index;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete nditer iterindex");
    if (!alive(vm, it) || !num_index_i64(vm, value, &index)) return false;
    if (it->flags & IT_EXTERNAL_LOOP) return err_false(vm, EXC_ValueError, "Cannot call GotoIterIndex on an iterator which has the flag EXTERNAL_LOOP");
    return jump(vm, it, index, "Iterator GotoIterIndex called with an iterindex outside the iteration range.");
}
static Value get_iterrange(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    return alive(vm, it) ? np_dims_tuple(vm, (int64_t[]){it->begin, it->end}, 2) : NO_VALUE;
}
static bool set_iterrange(VM *vm, Ref v, Ref value)
{
    Nditer *it = as_iter(v);
    NpDims range;
    if (!value) return err_false(vm, EXC_AttributeError, "Cannot delete nditer iterrange");
    if (!alive(vm, it) || !np_dims(vm, value, &range)) return false;
    if (range.n != 2) return err_false(vm, EXC_TypeError, "function takes exactly 2 arguments (%d given)", range.n);
    long long from = (long long)range.v[0], to = (long long)range.v[1];
    if (!(it->flags & IT_RANGED)) return err_false(vm, EXC_ValueError, "Cannot call ResetToIterIndexRange on an iterator without requesting ranged iteration support in the constructor");
    if (from < 0 || to > it->size) return err_false(vm, EXC_ValueError, "Out-of-bounds range [%lld, %lld) passed to ResetToIterIndexRange", from, to);
    if (to < from) return err_false(vm, EXC_ValueError, "Invalid range [%lld, %lld) passed to ResetToIterIndexRange", from, to);
    if (!nditer_flush(vm, it)) return false;
    it->begin = from;
    it->end = to;
    return restart(vm, it, from);
}

/* ---- what it is ---- */

static Value get_operands(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    if (!alive(vm, it)) return NULL;
    Value t = tuple_new(vm, it->nop);
    for (int i = 0; t && i < it->nop; i++) as_tuple(t)->items[i] = it->ops[i].array ? retain(REF(it->ops[i].array)) : V_NONE;
    return t;
}
static Value get_dtypes(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    if (!alive(vm, it)) return NULL;
    Value t = tuple_new(vm, it->nop);
    for (int i = 0; t && i < it->nop; i++) as_tuple(t)->items[i] = retain(REF(it->ops[i].descr));
    return t;
}
static Value get_itviews(VM *vm, Ref v)
{
    Nditer *it = as_iter(v);
    if (!alive(vm, it)) return NULL;
    if (it->flags & IT_BUFFERED) return err_raise(vm, EXC_ValueError, "cannot provide an iterator view when buffering is enabled");
    Value t = tuple_new(vm, it->nop);
    for (int i = 0; t && i < it->nop; i++) {
        NditerOp *op = &it->ops[i];
        Value view = !op->array ? V_NONE : VAL(array_make(vm, it->np, NULL, op->array->descr, it->shape, op->strides, it->ndim, op->start, op->flags & OP_WRITE ? ARRAY_WRITEABLE : 0, retain(REF(op->array)), NULL));
        if (view) as_tuple(t)->items[i] = view;
        else value_clear(vm, &t);
    }
    return t;
}
static Value get_shape(VM *vm, Ref v)
{
    const Nditer *it = as_iter(v);
    int64_t shape[NP_DIMS_MOST];
    if (!alive(vm, it)) return NULL;
    for (int d = 0; d < it->ndim; d++) shape[it->flags & IT_MULTI_INDEX ? it->axis_of[d] : it->ndim - 1 - d] = it->shape[d];
    return np_dims_tuple(vm, shape, it->ndim);
}
#define ASKED(name, what) static Value get_##name(VM *vm, Ref v) { const Nditer *it = as_iter(v); return alive(vm, it) ? what : NO_VALUE; }
ASKED(ndim, make_small(it->ndim))
ASKED(nop, make_small(it->nop))
ASKED(itersize, int_from_i64(vm, it->size))
ASKED(has_index, make_bool(it->flags & IT_INDEX))
ASKED(has_multi_index, make_bool(it->flags & IT_MULTI_INDEX))
ASKED(has_delayed, make_bool(it->delayed))
ASKED(needs_api, make_bool(it->flags & IT_CALLS))
static Value get_finished(VM *vm, Ref v) { return (void)vm, make_bool(!as_iter(v)->ready || as_iter(v)->finished); }

static const NativeDef methods[] = {
    {"reset", m_reset, "self, /", NULL, 0}, {"copy", m_copy, "self, /", NULL, 0}, {"__copy__", m_copy, "self, /", NULL, 0}, {"iternext", m_iternext, "self, /", NULL, 0},
    {"remove_axis", m_remove_axis, "self, i, /", NULL, 0}, {"remove_multi_index", m_remove_multi_index, "self, /", NULL, 0}, {"enable_external_loop", m_external_loop, "self, /", NULL, 0},
    {"debug_print", m_debug_print, "self, /", NULL, 0}, {"close", m_close, "self, /", NULL, 0}, {"__enter__", m_enter, "self, /", NULL, 0}, {"__exit__", m_exit, "self, *args", NULL, 0},
    {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getsets[] = {
    {"value", get_value, NULL, NULL}, {"shape", get_shape, NULL, NULL}, {"multi_index", get_multi_index, set_multi_index, NULL}, {"index", get_index, set_index, NULL},
    {"iterindex", get_iterindex, set_iterindex, NULL}, {"iterrange", get_iterrange, set_iterrange, NULL}, {"operands", get_operands, NULL, NULL}, {"itviews", get_itviews, NULL, NULL},
    {"has_delayed_bufalloc", get_has_delayed, NULL, NULL}, {"iterationneedsapi", get_needs_api, NULL, NULL}, {"has_multi_index", get_has_multi_index, NULL, NULL}, {"has_index", get_has_index, NULL, NULL},
    {"dtypes", get_dtypes, NULL, NULL}, {"ndim", get_ndim, NULL, NULL}, {"nop", get_nop, NULL, NULL}, {"itersize", get_itersize, NULL, NULL}, {"finished", get_finished, NULL, NULL},
    {NULL, NULL, NULL, NULL}};
static const TypeDef def = {.name = "numpy.nditer", .kind = KIND_OPAQUE, .size = sizeof(Nditer), .flags = TYPE_GC | TYPE_IMMUTABLE | TYPE_BASE, .dealloc = dealloc, .traverse = traverse, .methods = methods,
    .getsets = getsets, .s = {.new_ = make, .iter = iterate, .next = next, .len = length, .getitem = getitem, .setitem = setitem}};

bool nditer_open(VM *vm, Np *np, Dict *ns) { return (np->nditer = type_from_def(vm, &def, NULL)) && module_add_type(vm, ns, np->nditer); }

/* ---- nested_iters ---- */

typedef struct Levels { int n, counts[NP_DIMS_MOST], axes[NP_DIMS_MOST][NP_DIMS_MOST]; } Levels;

static bool read_levels(VM *vm, Ref v, Levels *out)
{
    Value rows = tuple_from_iter(vm, v);
    uint32_t used = 0;
    bool ok = rows != NO_VALUE;
    if (ok && as_tuple(rows)->len < 2) ok = err_false(vm, EXC_ValueError, "axes must have at least 2 entries for nested iteration");
    if (ok && as_tuple(rows)->len > NP_DIMS_MOST) ok = err_false(vm, EXC_ValueError, "axes must have at most %d entries for nested iteration", NP_DIMS_MOST);
    out->n = ok ? (int)as_tuple(rows)->len : 0;
    for (int i = 0; ok && i < out->n; i++) {
        NpDims row;
        ok = np_dims(vm, as_tuple(rows)->items[i], &row);
        out->counts[i] = ok ? row.n : 0;
        for (int k = 0; ok && k < row.n; k++) {
            int64_t axis = row.v[k];
            if (axis < 0 || axis >= NP_DIMS_MOST) ok = err_false(vm, EXC_ValueError, "An axis is out of bounds");
            else if (used >> axis & 1) ok = err_false(vm, EXC_ValueError, "An axis is used more than once");
            else {
                used |= 1u << axis;
                out->axes[i][k] = (int)axis;
            }
        }
    }
    release(vm, rows);
    return ok;
}

/* One level: it walks the axes that it is told, over the operands as the level outside made them. */
static Nditer *level(VM *vm, Np *np, const NditerAsked *all, const Levels *levels, int i, int ndim, const Nditer *outer)
{
    NditerAsked a = *all;
    bool last = i == levels->n - 1;
    a.op_ndim = levels->counts[i];
    for (int k = 0; k < a.nop; k++) {
        NdArray *array = outer && outer->ops[k].array ? outer->ops[k].array : all->arrays[k];
        a.arrays[k] = array ? array_retain(array) : NULL;
        bool here = last || !(all->flags & IT_BUFFERED); /* casts through buffers happen where the elements are seen */
        a.descrs[k] = all->descrs[k] && here ? descr_retain(all->descrs[k]) : NULL;
        if (outer && array) a.op_flags[k] &= ~(unsigned)OP_ALLOCATE;
        if (outer && !(all->flags & IT_BUFFERED)) a.op_flags[k] &= ~(unsigned)(OP_COPY | OP_UPDATE);
        if (!last && (all->flags & IT_BUFFERED)) a.op_flags[k] &= ~(unsigned)(OP_NBO | OP_ALIGNED | OP_CONTIG);
        a.has_axes[k] = true;
        for (int d = 0; d < levels->counts[i]; d++) {
            int axis = levels->axes[i][d];
            if (all->has_axes[k]) a.op_axes[k][d] = axis < all->op_ndim ? all->op_axes[k][axis] : -1;
            else if (array) a.op_axes[k][d] = axis - (ndim - array->ndim) < 0 ? -1 : axis - (ndim - array->ndim);
            else a.op_axes[k][d] = axis;
        }
    }
    if (!last) {
        a.flags &= ~(unsigned)(IT_EXTERNAL_LOOP | IT_BUFFERED | IT_DELAY | IT_GROW_INNER);
        if (all->flags & IT_BUFFERED) a.flags &= ~(unsigned)IT_COMMON_DTYPE;
        a.buffersize = 0;
    }
    Nditer *it = (Nditer *)obj_alloc(vm, np->nditer, sizeof *it);
    if (it) {
        it->np = np;
        if (!nditer_settle(vm, it, &a)) {
            it->ready = false;
            release(vm, VAL(it));
            it = NULL;
        }
    }
    nditer_asked_drop(vm, &a);
    return it;
}

static Value f_nested_iters(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    /* nditer's own arguments in their order: op, flags, op_flags, op_dtypes, order, casting, op_axes, itershape, buffersize */
    Ref given[] = {args[0], args[2], args[3], args[4], args[5], args[6], args[7], NULL, args[8]};
    Levels levels;
    NditerAsked all;
    if (!np || !read_levels(vm, args[1], &levels)) return NULL;
    Value t = nditer_asked(vm, np, given, &all) ? tuple_new(vm, levels.n) : NO_VALUE;
    int ndim = all.op_ndim > 0 ? all.op_ndim : 0;
    for (int k = 0; t && k < all.nop; k++)
        if (all.arrays[k] && all.arrays[k]->ndim > ndim) ndim = all.arrays[k]->ndim;
    Nditer *outer = NULL;
    for (int i = 0; t && i < levels.n; i++) {
        Nditer *it = level(vm, np, &all, &levels, i, ndim, outer);
        if (!it) value_clear(vm, &t);
        else as_tuple(t)->items[i] = VAL(it);
        if (it && outer) outer->child = retain(REF(it));
        outer = it;
    }
    nditer_asked_drop(vm, &all);
    if (t && !move_children(vm, as_iter(as_tuple(t)->items[0]))) value_clear(vm, &t);
    return t;
}

const NativeDef multiarray_nditer_functions[] = {
    {"nested_iters", f_nested_iters, "op, axes, flags=None, op_flags=None, op_dtypes=None, order='K', casting='safe', op_axes=None, buffersize=0", NULL, NATIVE_KW}, {NULL, NULL, NULL, NULL, 0}};
