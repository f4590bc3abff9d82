/* nditer_args.c: what the arguments of nditer() say. */
#include "nditer.h"

typedef struct Word { const char *name; unsigned bits; } Word;
static const Word global_words[] = {{"c_index", IT_C_INDEX}, {"f_index", IT_F_INDEX}, {"multi_index", IT_MULTI_INDEX}, {"external_loop", IT_EXTERNAL_LOOP}, {"common_dtype", IT_COMMON_DTYPE},
    {"refs_ok", IT_REFS_OK}, {"zerosize_ok", IT_ZEROSIZE_OK}, {"reduce_ok", IT_REDUCE_OK}, {"ranged", IT_RANGED}, {"buffered", IT_BUFFERED}, {"growinner", IT_GROW_INNER}, {"delay_bufalloc", IT_DELAY},
    {"copy_if_overlap", IT_COPY_IF_OVERLAP}, {NULL, 0}};
static const Word op_words[] = {{"readonly", OP_READ | OP_SAID_READ}, {"writeonly", OP_WRITE | OP_SAID_WRITE}, {"readwrite", OP_READ | OP_WRITE | OP_SAID_BOTH}, {"copy", OP_COPY}, {"updateifcopy", OP_UPDATE},
    {"nbo", OP_NBO}, {"aligned", OP_ALIGNED}, {"contig", OP_CONTIG}, {"allocate", OP_ALLOCATE}, {"no_subtype", OP_NO_SUBTYPE}, {"virtual", OP_VIRTUAL}, {"no_broadcast", OP_NO_BROADCAST},
    {"writemasked", OP_WRITEMASKED}, {"arraymask", OP_ARRAYMASK}, {"overlap_assume_elementwise", OP_ELEMENTWISE}, {NULL, 0}};

static bool is_row(Ref v) { return is_tuple(v) || is_list(v); }
static int64_t row_len(Ref v) { return is_tuple(v) ? as_tuple(v)->len : as_list(v)->len; }
static Ref row_item(Ref v, int64_t i) { return is_tuple(v) ? as_tuple(v)->items[i] : as_list(v)->items[i]; }

static bool add_word(VM *vm, Ref v, const Word *words, const char *what, unsigned *out)
{
    Value text = is_bytes(v) ? str_from_latin1(vm, as_bytes(v)->data, (size_t)as_bytes(v)->len) : retain(v);
    bool found = false;
    if (!text) return false;
    for (const Word *w = words; w->name && is_str(text) && !found; w++)
        if (str_equal_c(text, w->name)) {
            *out |= w->bits;
            found = true;
        }
    if (!found) err_raise(vm, EXC_ValueError, "Unexpected %s flag \"%S\"", what, text);
    release(vm, text);
    return found;
}

bool nditer_flags(VM *vm, Ref v, unsigned *out)
{
    *out = 0;
    if (!v || is_none(v)) return true;
    if (!is_row(v)) return err_false(vm, EXC_ValueError, "Iterator global flags must be a list or tuple of strings");
    for (int64_t i = 0; i < row_len(v); i++)
        if (!add_word(vm, row_item(v, i), global_words, "iterator global", out)) return false;
    return true;
}

static bool words_of_op(VM *vm, Ref v, unsigned *out)
{
    *out = 0;
    if (!is_row(v)) return err_false(vm, EXC_ValueError, "op_flags must be a tuple or array of per-op flag-tuples");
    for (int64_t i = 0; i < row_len(v); i++)
        if (!add_word(vm, row_item(v, i), op_words, "per-op iterator", out)) return false;
    return true;
}

static bool op_flags(VM *vm, Ref v, NditerAsked *a)
{
    static const char *const wrong = "op_flags must be a tuple or array of per-op flag-tuples";
    if (!v || is_none(v)) {
        for (int i = 0; i < a->nop; i++) a->op_flags[i] = a->arrays[i] ? OP_READ | OP_SAID_READ : OP_WRITE | OP_SAID_WRITE | OP_ALLOCATE;
        return true;
    }
    if (!is_row(v)) return err_false(vm, EXC_ValueError, "%s", wrong);
    if (row_len(v) && (is_str(row_item(v, 0)) || is_bytes(row_item(v, 0)))) { /* one operand's words count for all */
        if (!words_of_op(vm, v, &a->op_flags[0])) return false;
        for (int i = 1; i < a->nop; i++) a->op_flags[i] = a->op_flags[0];
        return true;
    }
    if (row_len(v) != a->nop) return err_false(vm, EXC_ValueError, "%s", wrong);
    for (int i = 0; i < a->nop; i++)
        if (!words_of_op(vm, row_item(v, i), &a->op_flags[i])) return false;
    return true;
}

static bool operands(VM *vm, Np *np, Ref op, Ref flags, NditerAsked *a)
{
    Value row = is_row(op) ? tuple_from_iter(vm, op) : tuple_from(vm, &op, 1);
    if (!row) return false;
    const Tuple *t = as_tuple(row);
    bool ok = true;
    if (!t->len) ok = err_false(vm, EXC_ValueError, "Must provide at least one operand");
    else if (t->len > NDITER_OPERANDS_MOST) ok = err_false(vm, EXC_ValueError, "Too many operands");
    else {
        a->nop = (int)t->len;
        for (int i = 0; i < a->nop; i++) a->arrays[i] = is_none(t->items[i]) ? NULL : (NdArray *)BITS(t->items[i]); /* whether there is one: flags ask */
        ok = op_flags(vm, flags, a);
        for (int i = 0; i < a->nop; i++) a->arrays[i] = NULL;
    }
    for (int i = 0; ok && i < a->nop; i++) {
        Ref v = t->items[i];
        if (is_none(v)) continue;
        if (!is_array(v, np) && (a->op_flags[i] & OP_WRITE))
            ok = err_false(vm, EXC_TypeError, "Iterator operand is flagged as writeable, but is an object which cannot be written back to via WRITEBACKIFCOPY");
        else ok = (a->arrays[i] = array_from_any(vm, np, v, NULL, 0)) != NULL;
    }
    release(vm, row);
    return ok;
}

static bool dtypes(VM *vm, Np *np, Ref v, NditerAsked *a)
{
    if (!v || is_none(v)) return true;
    if (is_row(v) && row_len(v) == a->nop) {
        for (int i = 0; i < a->nop; i++)
            if (!is_none(row_item(v, i)) && !(a->descrs[i] = descr_parse(vm, np, row_item(v, i), false))) {
                if (a->nop > 1) return false;
                err_clear(vm);
                break;
            }
        if (a->nop > 1 || a->descrs[0] || is_none(row_item(v, 0))) return true;
    }
    if (a->nop == 1) return (a->descrs[0] = descr_parse(vm, np, v, false)) != NULL;
    return err_false(vm, EXC_ValueError, "op_dtypes must be a tuple/list matching the number of ops");
}

enum { REDUCTION_AXIS = 1 << 30 }; /* added to an axis: it is to be reduced over */
static bool axes_row(VM *vm, Ref v, NditerAsked *a, int i)
{
    if (is_none(v)) return true;
    if (!is_row(v)) return err_false(vm, EXC_ValueError, "Each entry of op_axes must be None or a tuple/list");
    int64_t n = row_len(v);
    if (a->op_ndim < 0) {
        if (n > NP_DIMS_MOST) return err_false(vm, EXC_ValueError, "Too many dimensions in op_axes");
        a->op_ndim = (int)n;
    }
    if (n != a->op_ndim) return err_false(vm, EXC_ValueError, "Each entry of op_axes must have the same size");
    a->has_axes[i] = true;
    for (int d = 0; d < n; d++) {
        int64_t axis = -1;
        Ref e = row_item(v, d);
        if (!is_none(e) && !num_index_i64(vm, e, &axis)) return false;
        if (axis < -1 || (axis >= NP_DIMS_MOST && axis < REDUCTION_AXIS - 1) || axis > REDUCTION_AXIS + NP_DIMS_MOST)
            return err_false(vm, EXC_ValueError, "The 'op_axes' provided to the iterator constructor for operand %d contained invalid values %d", i, (int)axis);
        for (int k = 0; k < d; k++)
            if (axis >= 0 && axis < NP_DIMS_MOST && a->op_axes[i][k] == axis)
                return err_false(vm, EXC_ValueError, "The 'op_axes' provided to the iterator constructor for operand %d contained duplicate value %d", i, (int)axis);
        a->op_axes[i][d] = (int)axis;
    }
    return true;
}

static bool shape_and_axes(VM *vm, Ref axes, Ref shape, NditerAsked *a)
{
    a->op_ndim = -1;
    if (axes && !is_none(axes)) {
        if (!is_row(axes) || row_len(axes) != a->nop) return err_false(vm, EXC_ValueError, "op_axes must be a tuple/list matching the number of ops");
        for (int i = 0; i < a->nop; i++)
            if (!axes_row(vm, row_item(axes, i), a, i)) return false;
        if (a->op_ndim < 0) return err_false(vm, EXC_ValueError, "If op_axes is provided, at least one list of axes must be contained within it");
    }
    if (!shape || is_none(shape)) return true;
    NpDims dims;
    if (!np_dims(vm, shape, &dims)) return false;
    if (a->op_ndim >= 0 && a->op_ndim != dims.n) return err_false(vm, EXC_ValueError, "'op_axes' and 'itershape' must have the same number of entries equal to the iterator ndim");
    a->op_ndim = dims.n;
    a->has_itershape = true;
    memcpy(a->itershape, dims.v, (size_t)dims.n * sizeof *dims.v);
    return true;
}

bool nditer_asked(VM *vm, Np *np, const Ref *given, NditerAsked *a)
{
    memset(a, 0, sizeof *a);
    a->order = ORDER_KEEP;
    a->casting = CASTING_SAFE;
    if (!nditer_flags(vm, given[1], &a->flags) || !np_order(vm, given[4], &a->order) || !np_casting(vm, given[5], &a->casting)) return false;
    if (given[8] && !num_index_i64(vm, given[8], &a->buffersize)) return false;
    return operands(vm, np, given[0], given[2], a) && dtypes(vm, np, given[3], a) && shape_and_axes(vm, given[6], given[7], a);
}
void nditer_asked_drop(VM *vm, NditerAsked *a)
{
    for (int i = 0; i < a->nop; i++) {
        array_release(vm, a->arrays[i]);
        descr_release(vm, a->descrs[i]);
    }
}
