/* mod_operator.c: the module _operator: operators as functions, and itemgetter, attrgetter, methodcaller. */
#include "lang/object/args.h"
#include "lang/types/seq.h"
#include "lang/object/vm.h"

typedef struct OperatorState { Type *item, *attr, *method; } OperatorState;
extern const ModuleDef operator_module;

/* ---- functions ---- */
#define FN(name, expr) \
    static Value fn_##name(VM *vm, const Ref *a, int n, Ref kw) { return (expr); }
#define BINARY(name, op) FN(name, op_binary(vm, OP_##op, a[0], a[1])) FN(i##name, op_inplace(vm, OP_##op, a[0], a[1]))
BINARY(add, ADD) BINARY(and, AND) BINARY(floordiv, FLOORDIV) BINARY(lshift, LSHIFT) BINARY(mod, MOD) BINARY(mul, MUL) BINARY(matmul, MATMUL)
BINARY(or, OR) BINARY(pow, POW) BINARY(rshift, RSHIFT) BINARY(sub, SUB) BINARY(truediv, DIV) BINARY(xor, XOR)
FN(lt, op_compare(vm, a[0], a[1], CMP_LT)) FN(le, op_compare(vm, a[0], a[1], CMP_LE)) FN(eq, op_compare(vm, a[0], a[1], CMP_EQ))
FN(ne, op_compare(vm, a[0], a[1], CMP_NE)) FN(ge, op_compare(vm, a[0], a[1], CMP_GE)) FN(gt, op_compare(vm, a[0], a[1], CMP_GT))
FN(neg, op_neg(vm, a[0])) FN(pos, op_pos(vm, a[0])) FN(inv, op_invert(vm, a[0])) FN(index, num_index(vm, a[0]))
FN(getitem, op_getitem(vm, a[0], a[1])) FN(setitem, op_setitem(vm, a[0], a[1], a[2]) ? V_NONE : NULL)
FN(delitem, op_setitem(vm, a[0], a[1], NULL) ? V_NONE : NULL) FN(is, make_bool(a[0] == a[1])) FN(is_not, make_bool(a[0] != a[1]))

static Value answer(int truth, bool invert) { return truth < 0 ? NULL : make_bool((truth != 0) != invert); }
FN(not, answer(op_truth(vm, a[0]), true)) FN(truth, answer(op_truth(vm, a[0]), false)) FN(contains, answer(op_contains(vm, a[0], a[1]), false))

static Value fn_abs(VM *vm, const Ref *a, int n, Ref kw)
{
    Slots *s = &type_of(vm, a[0])->s;
    return s->abs ? s->abs(vm, a[0]) : err_raise(vm, EXC_TypeError, "bad operand type for abs(): '%T'", a[0]);
}

static bool sequence(VM *vm, Ref v)
{
    Slots *s = &type_of(vm, v)->s;
    return (s->getitem && !is_dict(v)) || err_false(vm, EXC_TypeError, "'%T' object can't be concatenated", v);
}
FN(concat, sequence(vm, a[0]) ? op_binary(vm, OP_ADD, a[0], a[1]) : NULL)
FN(iconcat, sequence(vm, a[0]) ? op_inplace(vm, OP_ADD, a[0], a[1]) : NULL)

/* Walks an iterable, looking for equals: their count, or (first) the place of the first, -1 absent; -2 raised. */
static int64_t count_equal(VM *vm, Ref o, Ref wanted, bool first)
{
    Value it = op_iter(vm, o), v;
    if (!it) return -2;
    int64_t found = 0, at = 0;
    int eq = 0;
    for (; eq >= 0 && (v = op_next(vm, it)); at++) {
        eq = op_compare_bool(vm, v, wanted, CMP_EQ);
        release(vm, v);
        if (eq > 0 && first) break;
        if (eq > 0) found++;
        if ((at & 1023) == 1023 && !vm_poll(vm)) eq = -1;
    }
    release(vm, it);
    if (eq < 0 || err_occurred(vm)) return -2;
    return !first ? found : eq > 0 ? at : -1;
}

static Value fn_count_of(VM *vm, const Ref *a, int n, Ref kw)
{
    int64_t c = count_equal(vm, a[0], a[1], false);
    return c < 0 ? NULL : make_small(c);
}

static Value fn_index_of(VM *vm, const Ref *a, int n, Ref kw)
{
    int64_t i = count_equal(vm, a[0], a[1], true);
    if (i == -1) return err_raise(vm, EXC_ValueError, "sequence.index(x): x not in sequence");
    return i < 0 ? NULL : make_small(i);
}

static Value fn_length_hint(VM *vm, const Ref *a, int n, Ref kw)
{
    int64_t absent = 0;
    if (a[1] && !is_int(a[1])) return err_raise(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", a[1]);
    if (a[1] && !num_index_i64(vm, a[1], &absent)) return NULL;
    int64_t len = op_len_hint(vm, a[0], absent);
    return len == -1 && err_occurred(vm) ? NULL : int_from_i64(vm, len);
}

static Value fn_call(VM *vm, const Ref *a, int n, Ref kw)
{
    if (n < 1) return err_raise(vm, EXC_TypeError, "call expected at least 1 argument, got 0");
    return call(vm, a[0], a + 1, n - 1, kw);
}

/* Equal texts or bytes? Looks at every byte, so that the time taken tells nothing. */
static Value fn_compare_digest(VM *vm, const Ref *a, int n, Ref kw)
{
    BufferView x, y;
    unsigned diff = 0;
    if (is_str(a[0]) && is_str(a[1])) {
        const Str *s = as_str(a[0]), *t = as_str(a[1]);
        if (!str_is_ascii(s) || !str_is_ascii(t)) return err_raise(vm, EXC_TypeError, "comparing strings with non-ASCII characters is not supported");
        if (s->len != t->len) return V_FALSE;
        for (int64_t i = 0; i < s->len; i++) diff |= s->data[i] ^ t->data[i];
        return make_bool(diff == 0);
    }
    if (!buffer_check(vm, a[0]) && !buffer_check(vm, a[1]))
        return err_raise(vm, EXC_TypeError, "unsupported operand types(s) or combination of types: '%T' and '%T'", a[0], a[1]);
    if (!buffer_get(vm, a[0], &x)) return NULL;
    if (!buffer_get(vm, a[1], &y)) {
        buffer_release(vm, &x);
        return NULL;
    }
    diff = x.len != y.len;
    for (int64_t i = 0; i < x.len && x.len == y.len; i++) diff |= x.data[i] ^ y.data[i];
    buffer_release(vm, &x);
    buffer_release(vm, &y);
    return make_bool(diff == 0);
}

#define ROW1(name, doc) {#name, fn_##name, "a, /", doc, 0}
#define ROW2(name, doc) {#name, fn_##name, "a, b, /", doc, 0}
static const NativeDef functions[] = {
    ROW2(lt, "Same as a < b."), ROW2(le, "Same as a <= b."), ROW2(eq, "Same as a == b."), ROW2(ne, "Same as a != b."), ROW2(ge, "Same as a >= b."),
    ROW2(gt, "Same as a > b."), ROW1(truth, "The truth of a, as a bool."), ROW2(is_not, "Same as a is not b."), ROW1(abs, "Same as abs(a)."),
    {"not_", fn_not, "a, /", "Same as not a.", 0}, {"is_", fn_is, "a, b, /", "Same as a is b.", 0}, {"and_", fn_and, "a, b, /", "Same as a & b.", 0},
    {"or_", fn_or, "a, b, /", "Same as a | b.", 0}, {"iand", fn_iand, "a, b, /", "Same as a &= b.", 0}, {"ior", fn_ior, "a, b, /", "Same as a |= b.", 0},
    ROW2(add, "Same as a + b."), ROW2(floordiv, "Same as a // b."), ROW1(index, "Same as a.__index__()"), ROW1(inv, "Same as ~a."),
    {"invert", fn_inv, "a, /", "Same as ~a.", 0}, ROW2(lshift, "Same as a << b."), ROW2(mod, "Same as a % b."), ROW2(mul, "Same as a * b."),
    ROW2(matmul, "Same as a @ b."), ROW1(neg, "Same as -a."), ROW1(pos, "Same as +a."), ROW2(pow, "Same as a ** b."), ROW2(rshift, "Same as a >> b."),
    ROW2(sub, "Same as a - b."), ROW2(truediv, "Same as a / b."), ROW2(xor, "Same as a ^ b."), ROW2(concat, "a + b where both are sequences."),
    ROW2(contains, "Same as b in a: the container is the first argument."), {"countOf", fn_count_of, "a, b, /", "How many items of a equal b.", 0},
    ROW2(delitem, "Same as del a[b]."), ROW2(getitem, "Same as a[b]."), {"indexOf", fn_index_of, "a, b, /", "Where b stands first in a.", 0},
    {"setitem", fn_setitem, "a, b, c, /", "Same as a[b] = c.", 0}, {"length_hint", fn_length_hint, "obj, default=0, /", "About how many items obj will yield.", 0},
    {"call", fn_call, "obj, /, *args, **kwargs", "Same as obj(*args, **kwargs).", NATIVE_RAW}, {"_compare_digest", fn_compare_digest, "a, b, /", "a == b, in a time that does not tell where they differ.", 0},
    ROW2(iadd, "Same as a += b."), ROW2(iconcat, "a += b where both are sequences."), ROW2(ifloordiv, "Same as a //= b."), ROW2(ilshift, "Same as a <<= b."),
    ROW2(imod, "Same as a %= b."), ROW2(imul, "Same as a *= b."), ROW2(imatmul, "Same as a @= b."), ROW2(ipow, "Same as a **= b."),
    ROW2(irshift, "Same as a >>= b."), ROW2(isub, "Same as a -= b."), ROW2(itruediv, "Same as a /= b."), ROW2(ixor, "Same as a ^= b."),
    {NULL, NULL, NULL, NULL, 0},
};

/* ---- itemgetter, attrgetter, methodcaller: what was given stands in `items` ---- */
typedef struct Getter { Obj head; Value items; Value kw; /* methodcaller's dict, or NULL */ Value paths; /* attrgetter's tuple of interned names or tuples of them */ } Getter;
static Getter *as_getter(Ref v) { return (Getter *)BITS(v); }

static Getter *getter_alloc(VM *vm, Ref cls, const Ref *args, int n)
{
    Getter *g = (Getter *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (g && !(g->items = tuple_from(vm, args, n))) {
        release(vm, VAL(g));
        return NULL;
    }
    return g;
}

static Value item_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "itemgetter", kwnames) || !args_count(vm, "itemgetter", n, 1, n > 1 ? -1 : 1)) return NULL;
    return VAL(getter_alloc(vm, cls, args, n));
}

static bool one_object(VM *vm, const char *name, int n, Ref kwnames) { return args_no_kw(vm, name, kwnames) && args_count(vm, name, n, 1, 1); }

static Value item_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!one_object(vm, "itemgetter", n, kwnames)) return NULL;
    Tuple *t = as_tuple(as_getter(self)->items);
    if (t->len == 1) return op_getitem(vm, args[0], t->items[0]);
    Value r = tuple_new(vm, t->len);
    for (int64_t i = 0; r && i < t->len; i++)
        if (!(as_tuple(r)->items[i] = op_getitem(vm, args[0], t->items[i]))) value_clear(vm, &r);
    return r;
}

/* "a.b" as an interned name or, with dots, a tuple of them. */
static Value make_path(VM *vm, Ref name)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "attribute name must be a string");
    bool plain = is_exact(name, CLASS(str));
    for (int64_t i = 0; plain && i < as_str(name)->len; i++) plain = str_at(as_str(name), i) != '.';
    if (plain) return str_intern(vm, retain(name));
    Value dot = str_from_char(vm, '.'), list = dot ? call_method(vm, name, NAME(split), (Ref[]){dot}, 1) : NULL, r = NULL;
    release(vm, dot);
    if (!list || !is_list(list)) return list;
    List *l = as_list(list);
    for (int64_t i = 0; i < l->len; i++)
        if (!(l->items[i] = str_intern(vm, l->items[i]))) {
            l->items[i] = V_NONE;
            goto out;
        }
    r = l->len == 1 ? retain(l->items[0]) : tuple_from(vm, as_refs(l->items), l->len);
out:
    release(vm, list);
    return r;
}

static Value attr_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "attrgetter", kwnames) || !args_count(vm, "attrgetter", n, 1, n > 1 ? -1 : 1)) return NULL;
    Getter *g = getter_alloc(vm, cls, args, n);
    if (!g) return NULL;
    g->paths = tuple_new(vm, n);
    bool ok = g->paths != NULL;
    for (int i = 0; ok && i < n; i++) ok = (as_tuple(g->paths)->items[i] = make_path(vm, args[i])) != NULL;
    if (ok) return VAL(g);
    release(vm, VAL(g));
    return NULL;
}

static Value walk(VM *vm, Ref o, Ref path)
{
    if (!is_tuple(path)) return obj_getattr(vm, o, path);
    Value v = retain(o);
    for (int64_t i = 0; v && i < as_tuple(path)->len; i++) {
        Value next = obj_getattr(vm, v, as_tuple(path)->items[i]);
        release(vm, v);
        v = next;
    }
    return v;
}

static Value attr_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!one_object(vm, "attrgetter", n, kwnames)) return NULL;
    Tuple *t = as_tuple(as_getter(self)->paths);
    if (t->len == 1) return walk(vm, args[0], t->items[0]);
    Value r = tuple_new(vm, t->len);
    for (int64_t i = 0; r && i < t->len; i++)
        if (!(as_tuple(r)->items[i] = walk(vm, args[0], t->items[i]))) value_clear(vm, &r);
    return r;
}

static Value method_new_(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (n < 1) return err_raise(vm, EXC_TypeError, "methodcaller needs at least one argument, the method name");
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "method name must be a string");
    Getter *g = getter_alloc(vm, cls, args, n);
    if (!g) return NULL;
    Tuple *t = as_tuple(g->items);
    bool ok = !is_exact(args[0], CLASS(str)) || (t->items[0] = str_intern(vm, t->items[0]));
    if (ok && kwnames && as_tuple(kwnames)->len) {
        ok = (g->kw = dict_new(vm)) != NULL;
        for (int64_t i = 0; ok && i < as_tuple(kwnames)->len; i++) ok = dict_set(vm, g->kw, as_tuple(kwnames)->items[i], args[n + i]);
    }
    if (ok) return VAL(g);
    release(vm, VAL(g));
    return NULL;
}

static Value method_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (!one_object(vm, "methodcaller", n, kwnames)) return NULL;
    Getter *g = as_getter(self);
    Tuple *t = as_tuple(g->items);
    if (!g->kw) return call_method(vm, args[0], t->items[0], as_refs(t->items) + 1, (int)t->len - 1);
    Value fn = obj_getattr(vm, args[0], t->items[0]), rest = fn ? tuple_from(vm, as_refs(t->items) + 1, t->len - 1) : NULL;
    Value r = rest ? call_tuple(vm, fn, rest, g->kw) : NULL;
    release(vm, fn);
    release(vm, rest);
    return r;
}

static Value getter_repr(VM *vm, Ref self)
{
    Getter *g = as_getter(self);
    int seen = repr_enter(vm, self);
    if (seen) return seen < 0 ? NULL : str_format(vm, "%T(...)", self);
    StrB b = STRB_INIT(vm);
    strb_format(&b, "%T(", self);
    bool ok = true;
    for (int64_t i = 0; ok && i < as_tuple(g->items)->len; i++) {
        if (i) strb_c(&b, ", ");
        ok = strb_repr(&b, as_tuple(g->items)->items[i]);
    }
    int64_t pos = 0;
    Ref key, value;
    while (ok && g->kw && dict_next(g->kw, &pos, &key, &value)) {
        strb_format(&b, ", %S=", key);
        ok = strb_repr(&b, value);
    }
    repr_leave(vm, self);
    strb_char(&b, ')');
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}

static Value getter_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Getter *g = as_getter(args[0]);
    Ref type = REF(as_obj(args[0])->type);
    if (!g->kw) return tuple_of(vm, 2, type, (Ref)g->items);
    Value partial = import_attr(vm, "functools", "partial");
    Value inner = partial ? tuple_of(vm, 2, type, (Ref)as_tuple(g->items)->items[0]) : NULL, fn = inner ? call_tuple(vm, partial, inner, g->kw) : NULL;
    Value rest = fn ? tuple_from(vm, as_refs(as_tuple(g->items)->items) + 1, as_tuple(g->items)->len - 1) : NULL;
    Value r = rest ? tuple_of(vm, 2, (Ref)fn, (Ref)rest) : NULL;
    release(vm, partial);
    release(vm, inner);
    release(vm, fn);
    release(vm, rest);
    return r;
}

static void getter_dealloc(VM *vm, Obj *o)
{
    Getter *g = (Getter *)o;
    value_clear(vm, &g->items);
    value_clear(vm, &g->kw);
    value_clear(vm, &g->paths);
    obj_free(vm, o, o->type->inst_size);
}

static void getter_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    seq_visit(((Getter *)o)->items, visit, arg);
    seq_visit(((Getter *)o)->kw, visit, arg);
    seq_visit(((Getter *)o)->paths, visit, arg);
}

static const NativeDef getter_methods[] = {{"__reduce__", getter_reduce, "self, /", "Return state information for pickling", 0}, {NULL, NULL, NULL, NULL, 0}};
#define GETTER(id, make, run, text)                                                                                                        \
    static const TypeDef id##_def = {                                                                                                      \
        .name = "operator." #id, .doc = text, .kind = KIND_OPAQUE, .size = sizeof(Getter), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,  \
        .s = {.new_ = make, .call = run, .repr = getter_repr}, .dealloc = getter_dealloc, .traverse = getter_traverse, .methods = getter_methods}
GETTER(itemgetter, item_new, item_call, "A function that looks up the given items.");
GETTER(attrgetter, attr_new, attr_call, "A function that looks up the given attributes.");
GETTER(methodcaller, method_new_, method_call, "A function that calls the named method.");

/* ---- the module ---- */
static bool init(VM *vm, Ref module, Dict *ns)
{
    OperatorState *s = as_module(module)->state;
    return (s->item = type_from_def(vm, &itemgetter_def, NULL)) && (s->attr = type_from_def(vm, &attrgetter_def, NULL)) &&
           (s->method = type_from_def(vm, &methodcaller_def, NULL)) && module_add_type(vm, ns, s->item) && module_add_type(vm, ns, s->attr) &&
           module_add_type(vm, ns, s->method);
}

static void done(VM *vm, void *state)
{
    OperatorState *s = state;
    release(vm, VAL(s->item));
    release(vm, VAL(s->attr));
    release(vm, VAL(s->method));
}

const ModuleDef operator_module = {
    .name = "_operator",
    .doc = "Operator interface.",
    .functions = functions,
    .init = init,
    .state_size = sizeof(OperatorState),
    .done = done,
};
