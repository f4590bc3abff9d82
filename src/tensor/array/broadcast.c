/* broadcast.c: np.broadcast: operands walked side by side in the shape that they share. */
#include "broadcast.h"
#include "element.h"
#include "walk.h"

enum { OPERANDS_MOST = 32 };
typedef struct Broadcast {
    Obj head;
    int n;
    Value arrays;           /* a tuple of ndarrays */
    NpDims dims;
    int64_t size, next;
    int64_t strides[OPERANDS_MOST][NP_DIMS_MOST];
} Broadcast;
static Broadcast *as_broadcast(Ref v) { return (Broadcast *)BITS(v); }

static void dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Broadcast *)o)->arrays);
    obj_free(vm, o, sizeof(Broadcast));
}
static void traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Broadcast *)o)->arrays) visit(((Broadcast *)o)->arrays, arg);
}

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np || !args_no_kw(vm, "broadcast", kwnames)) return NULL;
    Value list = list_new(vm, n), r = NO_VALUE;
    bool ok = list != NO_VALUE;
    for (int i = 0; ok && i < n; i++) {
        if (is_heap(args[i]) && as_obj(args[i])->type == np->broadcast) { /* another one's operands */
            const Tuple *t = as_tuple(as_broadcast(args[i])->arrays);
            for (int64_t k = 0; ok && k < t->len; k++) ok = list_append(vm, list, t->items[k]);
            continue;
        }
        NdArray *a = array_from_any(vm, np, args[i], NULL, 0);
        ok = a && list_append_take(vm, list, VAL(a));
    }
    int64_t m = ok ? as_list(list)->len : 0;
    if (ok && m > OPERANDS_MOST) ok = err_false(vm, EXC_ValueError, "Need at least 0 and at most %d array objects.", OPERANDS_MOST);
    Broadcast *b = ok ? (Broadcast *)obj_alloc(vm, as_type(cls), sizeof *b) : NULL;
    if (b) {
        NdArray *arrays[OPERANDS_MOST];
        b->n = (int)m;
        b->arrays = tuple_from(vm, as_refs(as_list(list)->items), m);
        for (int64_t i = 0; i < m; i++) arrays[i] = as_array(as_list(list)->items[i]);
        ok = b->arrays && (m == 0 || np_broadcast(vm, arrays, (int)m, &b->dims));
        b->size = 1;
        for (int i = 0; ok && i < b->dims.n; i++)
            if (__builtin_mul_overflow(b->size, b->dims.v[i], &b->size)) ok = err_false(vm, EXC_ValueError, "broadcast dimensions too large.");
        for (int64_t i = 0; ok && i < m; i++) ok = array_strides_in(vm, arrays[i], b->dims.v, b->dims.n, b->strides[i]);
        r = VAL(b);
        if (!ok) value_clear(vm, &r);
    }
    release(vm, list);
    return r;
}

static char *place(const Broadcast *b, int k, int64_t i)
{
    char *at = as_array(as_tuple(b->arrays)->items[k])->data;
    for (int d = b->dims.n; d-- > 0;) {
        at += i % b->dims.v[d] * b->strides[k][d];
        i /= b->dims.v[d];
    }
    return at;
}
static Value next(VM *vm, Ref v)
{
    Broadcast *b = as_broadcast(v);
    if (b->next >= b->size) return NULL;
    Value t = tuple_new(vm, b->n);
    for (int k = 0; t && k < b->n; k++) {
        NdArray *a = as_array(as_tuple(b->arrays)->items[k]);
        if (!(as_tuple(t)->items[k] = scalar_new(vm, a->descr, place(b, k, b->next), REF(a)))) value_clear(vm, &t);
    }
    b->next++;
    return t;
}
static Value iterate(VM *vm, Ref v) { return (void)vm, retain(v); }
static Value reset(VM *vm, const Ref *args, int n, Ref kwnames) { return as_broadcast(args[0])->next = 0, V_NONE; }

static Value get_shape(VM *vm, Ref v) { return np_dims_tuple(vm, as_broadcast(v)->dims.v, as_broadcast(v)->dims.n); }
static Value get_size(VM *vm, Ref v) { return int_from_i64(vm, as_broadcast(v)->size); }
static Value get_index(VM *vm, Ref v) { return int_from_i64(vm, as_broadcast(v)->next); }
static Value get_ndim(VM *vm, Ref v) { return (void)vm, make_small(as_broadcast(v)->dims.n); }
static Value get_numiter(VM *vm, Ref v) { return (void)vm, make_small(as_broadcast(v)->n); }
/* One flat iterator an operand, over the shared shape. */
static Value get_iters(VM *vm, Ref v)
{
    const Broadcast *b = as_broadcast(v);
    Value t = tuple_new(vm, b->n);
    for (int k = 0; t && k < b->n; k++) {
        NdArray *a = as_array(as_tuple(b->arrays)->items[k]);
        NdArray *wide = array_make(vm, np_of(a), NULL, a->descr, b->dims.v, b->strides[k], b->dims.n, a->data, 0, retain(REF(a)), NULL);
        Value flat = wide ? obj_getattr_c(vm, REF(wide), "flat") : NO_VALUE;
        array_release(vm, wide);
        if (flat) as_tuple(t)->items[k] = flat;
        else value_clear(vm, &t);
    }
    return t;
}
static const NativeDef methods[] = {{"reset", reset, "self, /", NULL, 0}, {NULL, NULL, NULL, NULL, 0}};
static const GetSetDef getsets[] = {{"shape", get_shape, NULL, NULL}, {"size", get_size, NULL, NULL}, {"index", get_index, NULL, NULL}, {"nd", get_ndim, NULL, NULL}, {"ndim", get_ndim, NULL, NULL},
    {"numiter", get_numiter, NULL, NULL}, {"iters", get_iters, NULL, NULL}, {NULL, NULL, NULL, NULL}};
static const TypeDef def = {.name = "numpy.broadcast", .kind = KIND_OPAQUE, .size = sizeof(Broadcast), .flags = TYPE_GC | TYPE_IMMUTABLE, .dealloc = dealloc, .traverse = traverse, .methods = methods,
    .getsets = getsets, .s = {.new_ = make, .iter = iterate, .next = next}};

bool broadcast_open(VM *vm, Np *np, Dict *ns) { return (np->broadcast = type_from_def(vm, &def, NULL)) && module_add_type(vm, ns, np->broadcast); }
