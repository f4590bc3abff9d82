/* chars.c: what numpy.char asks of C: texts compared element by element, and a method of str or bytes called for each. */
#include "element.h"
#include "special.h"

/* ---- compare_chararrays ---- */
static bool is_blank(uint32_t c) { return c == 0 || c == ' ' || (c >= '\t' && c <= '\r'); }
static uint32_t unit_at(const char *at, int64_t i, bool wide)
{
    uint32_t c;
    if (!wide) return (unsigned char)at[i];
    memcpy(&c, at + 4 * i, 4);
    return c;
}

/* Characters without the zeros (and, stripped, the blanks) that end them. */
static int64_t text_length(const char *at, int64_t n, bool wide, bool strip)
{
    while (n > 0 && (strip ? is_blank(unit_at(at, n - 1, wide)) : unit_at(at, n - 1, wide) == 0)) n--;
    return n;
}

typedef struct Compare { int64_t n, m; bool wide, strip; CmpOp op; } Compare; /* characters of the left and the right */

static bool compare_texts(const Compare *c, const char *a, const char *b)
{
    int64_t n = text_length(a, c->n, c->wide, c->strip), m = text_length(b, c->m, c->wide, c->strip), common = n < m ? n : m, i = 0;
    while (i < common && unit_at(a, i, c->wide) == unit_at(b, i, c->wide)) i++;
    uint32_t x = i < n ? unit_at(a, i, c->wide) : 0, y = i < m ? unit_at(b, i, c->wide) : 0;
    int order = x < y ? -1 : x > y;
    if (i == common) order = n < m ? -1 : n > m;
    switch (c->op) {
    case CMP_LT: return order < 0;
    case CMP_LE: return order <= 0;
    case CMP_EQ: return order == 0;
    case CMP_NE: return order != 0;
    case CMP_GT: return order > 0;
    default: return order >= 0;
    }
}

static bool compare_named(VM *vm, Ref v, CmpOp *out)
{
    static const struct { const char *name; CmpOp op; } rows[] = {{"==", CMP_EQ}, {"!=", CMP_NE}, {"<", CMP_LT}, {">", CMP_GT}, {"<=", CMP_LE}, {">=", CMP_GE}};
    if (!is_str(v) && !is_bytes(v)) return err_false(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", v);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].name);
        bool same = is_str(v) ? str_equal_c(v, rows[i].name) : as_bytes(v)->len == (int64_t)n && !memcmp(as_bytes(v)->data, rows[i].name, n);
        if (same) return *out = rows[i].op, true;
    }
    return err_false(vm, EXC_ValueError, "comparison must be '==', '!=', '<', '>', '<=', '>='");
}

static NdArray *compare_arrays(VM *vm, Np *np, NdArray *a, NdArray *b, CmpOp op, bool strip)
{
    NpDims shape;
    int64_t left[NP_DIMS_MOST], right[NP_DIMS_MOST];
    if (!operands_broadcast(vm, (NdArray *const[]){a, b}, 2, &shape)) return NULL;
    NdArray *out = array_new(vm, np, descr_shared(np, NP_BOOL), shape.v, shape.n, ORDER_C);
    if (!out || !array_strides_in(vm, a, shape.v, shape.n, left) || !array_strides_in(vm, b, shape.v, shape.n, right)) return array_release(vm, out), NULL;
    bool wide = a->descr->num == NP_UNICODE;
    Compare c = {a->descr->size / (wide ? 4 : 1), b->descr->size / (wide ? 4 : 1), wide, strip, op};
    Walk w;
    walk_open(&w, shape.n, shape.v, 3, (char *const[]){out->data, a->data, b->data}, (const int64_t *const[]){out->strides, left, right});
    do {
        for (int64_t i = 0; i < w.inner; i++)
            w.at[0][i * w.inner_strides[0]] = compare_texts(&c, w.at[1] + i * w.inner_strides[1], w.at[2] + i * w.inner_strides[2]);
    } while (walk_next(&w));
    return out;
}

static Value compare_chararrays(VM *vm, const Ref *args, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    CmpOp op = CMP_EQ;
    int strip = op_truth(vm, args[3]);
    if (!np || strip < 0 || !compare_named(vm, args[2], &op)) return NULL;
    NdArray *a = array_from_any(vm, np, args[0], NULL, ARRAY_NATIVE), *b = a ? array_from_any(vm, np, args[1], NULL, ARRAY_NATIVE) : NULL;
    Value r = NO_VALUE;
    if (b) {
        Num x = (Num)a->descr->num, y = (Num)b->descr->num;
        bool texts = (x == NP_STRING || x == NP_UNICODE) && (y == NP_STRING || y == NP_UNICODE);
        if (!texts) err_raise(vm, EXC_TypeError, "comparison of non-string arrays");
        else r = x == y ? VAL(compare_arrays(vm, np, a, b, op, strip)) : V_NOTIMPL;
    }
    array_release(vm, a);
    array_release(vm, b);
    return r;
}

/* ---- _vec_string ---- */
enum { VEC_OPERANDS = 32 };
typedef struct Vec {
    NdArray *in[VEC_OPERANDS], *out; /* the texts first */
    int n;
    Value method;
} Vec;

static bool vec_store(VM *vm, NdArray *out, int64_t at, Value r /*taken*/)
{
    bool ok = r && element_put(vm, out->descr, out->data + at * out->descr->size, r);
    if (!ok && r && (num_is_number((Num)out->descr->num)) && (is_str(r) || is_bytes(r) || is_list(r) || is_tuple(r)) && (err_matches(vm, EXC_ValueError) || err_matches(vm, EXC_TypeError))) {
        err_clear(vm);
        err_raise(vm, EXC_TypeError, "result array type does not match underlying function");
    }
    release(vm, r);
    return ok;
}

static bool vec_run(VM *vm, Vec *v, const NpDims *shape)
{
    int64_t strides[VEC_OPERANDS][NP_DIMS_MOST], index[NP_DIMS_MOST] = {0}, size = array_size(v->out);
    for (int i = 0; i < v->n; i++)
        if (!array_strides_in(vm, v->in[i], shape->v, shape->n, strides[i])) return false;
    for (int64_t at = 0; at < size; at++) {
        Value items[VEC_OPERANDS] = {NULL};
        bool ok = true;
        for (int i = 0; ok && i < v->n; i++) {
            const char *p = v->in[i]->data;
            for (int d = 0; d < shape->n; d++) p += index[d] * strides[i][d];
            ok = (items[i] = element_item(vm, v->in[i]->descr, p, REF(v->in[i]))) != NO_VALUE;
        }
        ok = ok && vec_store(vm, v->out, at, call(vm, v->method, as_refs(items), v->n, NULL));
        for (int i = 0; i < v->n; i++) release(vm, items[i]);
        if (!ok || !vm_poll(vm)) return false;
        for (int d = shape->n - 1; d >= 0 && ++index[d] == shape->v[d]; d--) index[d] = 0;
    }
    return true;
}

static bool vec_arguments(VM *vm, Np *np, Vec *v, Ref args)
{
    if (!args) return true;
    if (!is_tuple(args) && !is_list(args) && !is_str(args) && !type_lookup(vm, type_of(vm, args), NAME(__getitem__))) return err_false(vm, EXC_TypeError, "'args' must be a sequence of arguments");
    Value items = tuple_from_iter(vm, args);
    if (!items) return false;
    int64_t n = as_tuple(items)->len;
    bool ok = n < VEC_OPERANDS || err_false(vm, EXC_ValueError, "len(args) must be < %d", VEC_OPERANDS - 1);
    for (int64_t i = 0; ok && i < n; i++) {
        NdArray *a = array_from_any(vm, np, as_tuple(items)->items[i], NULL, 0);
        ok = a != NULL;
        if (ok) v->in[v->n++] = a;
    }
    release(vm, items);
    return ok;
}

static bool vec_method(VM *vm, Vec *v, Ref name)
{
    Num num = (Num)v->in[0]->descr->num;
    if (num != NP_STRING && num != NP_UNICODE) return err_false(vm, EXC_TypeError, "string operation on non-string array");
    if (!is_str(name)) return err_false(vm, EXC_TypeError, "attribute name must be string, not '%T'", name);
    Value interned = str_intern(vm, retain(name));
    v->method = interned ? obj_getattr(vm, num == NP_STRING ? REF(CLASS(bytes)) : REF(CLASS(str)), interned) : NO_VALUE;
    release(vm, interned);
    return v->method != NO_VALUE;
}

static Value vec_string(VM *vm, const Ref *args, int n, Ref kw)
{
    (void)n, (void)kw;
    Np *np = np_state(vm);
    Vec v = {.n = 0};
    NpDims shape;
    if (!np || !(v.in[0] = array_from_any(vm, np, args[0], NULL, 0))) return NULL;
    v.n = 1;
    Descr *d = descr_parse(vm, np, args[1], false);
    bool ok = d && vec_method(vm, &v, args[2]) && vec_arguments(vm, np, &v, args[3]) && np_broadcast(vm, v.in, v.n, &shape);
    ok = ok && (v.out = array_zeros(vm, np, d, shape.v, shape.n, ORDER_C)) && vec_run(vm, &v, &shape);
    descr_release(vm, d);
    release(vm, v.method);
    for (int i = 0; i < v.n; i++) array_release(vm, v.in[i]);
    if (ok) return VAL(v.out);
    array_release(vm, v.out);
    return NULL;
}

const NativeDef multiarray_chars_functions[] = {
    {"compare_chararrays", compare_chararrays, "x1, x2, cmp, rstrip", "Texts compared element by element", NATIVE_KW},
    {"_vec_string", vec_string, "a, dtype, method, args=(), /", "A method of str or bytes called for each element", 0},
    {NULL, NULL, NULL, NULL, 0},
};
