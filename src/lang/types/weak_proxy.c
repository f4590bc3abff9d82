/* weak_proxy.c: weakref.proxy objects: every slot forwards to the target, or raises ReferenceError when it is gone. */
#include "lang/object/vm.h"
#include "weak.h"

void weakref_dealloc(VM *vm, Obj *o);
void weakref_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
void weakref_clear(VM *vm, Obj *o);

static bool is_proxy(VM *vm, Ref v) { return is_weakref(v) && (as_obj(v)->type == CLASS(weakproxy) || as_obj(v)->type == CLASS(weakcallableproxy)); }

/* The object itself, owned; a proxy's target, or ReferenceError. */
static Value target_of(VM *vm, Ref v)
{
    if (!is_proxy(vm, v)) return retain(v);
    Value t = weak_get(vm, v);
    return t ? t : err_raise(vm, EXC_ReferenceError, "weakly-referenced object no longer exists");
}

static Value binary(VM *vm, BinOp op, Ref a, Ref b, bool inplace)
{
    Value x = target_of(vm, a), y = x ? target_of(vm, b) : NULL, r = NULL;
    if (y) r = inplace ? op_inplace(vm, op, x, y) : op_binary(vm, op, x, y);
    release(vm, x);
    release(vm, y);
    return r;
}
#define BINOP(op, sym, dunder, rdunder, idunder) \
    static Value proxy_##op(VM *vm, Ref a, Ref b) { return binary(vm, OP_##op, a, b, false); } \
    static Value proxy_i##op(VM *vm, Ref a, Ref b) { return binary(vm, OP_##op, a, b, true); }
#include "lang/object/slots.def"

#define FORWARD(ret, fail, name, params, expr)      \
    static ret proxy_##name params                  \
    {                                               \
        Value t = target_of(vm, self);              \
        if (!t) return fail;                        \
        ret r = expr;                               \
        release(vm, t);                             \
        return r;                                   \
    }
FORWARD(Value, NULL, neg, (VM *vm, Ref self), op_neg(vm, t))
FORWARD(Value, NULL, pos, (VM *vm, Ref self), op_pos(vm, t))
FORWARD(Value, NULL, invert, (VM *vm, Ref self), op_invert(vm, t))
FORWARD(Value, NULL, abs, (VM *vm, Ref self), call_method(vm, t, NAME(__abs__), NULL, 0))
FORWARD(Value, NULL, to_int, (VM *vm, Ref self), call_method(vm, t, NAME(__int__), NULL, 0))
FORWARD(Value, NULL, to_float, (VM *vm, Ref self), call_method(vm, t, NAME(__float__), NULL, 0))
FORWARD(Value, NULL, to_index, (VM *vm, Ref self), num_index(vm, t))
FORWARD(Value, NULL, str, (VM *vm, Ref self), op_str(vm, t))
FORWARD(int, -1, truth, (VM *vm, Ref self), op_truth(vm, t))
FORWARD(Value, NULL, getattr, (VM *vm, Ref self, Ref name), obj_getattr(vm, t, name))
FORWARD(bool, false, setattr, (VM *vm, Ref self, Ref name, Ref v), obj_setattr(vm, t, name, v))
FORWARD(Value, NULL, compare, (VM *vm, Ref self, Ref b, CmpOp op), op_compare(vm, t, b, op))
FORWARD(Value, NULL, iter, (VM *vm, Ref self), op_iter(vm, t))
FORWARD(Value, NULL, next, (VM *vm, Ref self), type_of(vm, t)->s.next ? op_next(vm, t) :
        err_raise(vm, EXC_TypeError, "Weakref proxy referenced a non-iterator '%T' object", (Ref)t))
FORWARD(int64_t, -1, len, (VM *vm, Ref self), op_len(vm, t))
FORWARD(Value, NULL, getitem, (VM *vm, Ref self, Ref k), op_getitem(vm, t, k))
FORWARD(bool, false, setitem, (VM *vm, Ref self, Ref k, Ref v), op_setitem(vm, t, k, v))
FORWARD(int, -1, contains, (VM *vm, Ref self, Ref k), op_contains(vm, t, k))
FORWARD(Value, NULL, call, (VM *vm, Ref self, const Ref *args, int n, Ref kwnames), call(vm, t, args, n, kwnames))

static Value proxy_repr(VM *vm, Ref self)
{
    Value t = target_of(vm, self);
    if (!t) return NULL;
    Value r = str_format(vm, "<weakproxy at 0x%zx to %T at 0x%zx>", (size_t)BITS(self), t, (size_t)BITS(t));
    release(vm, t);
    return r;
}

static bool proxy_hash(VM *vm, Ref self, int64_t *out)
{
    (void)out;
    return err_false(vm, EXC_TypeError, "unhashable type: 'weakref.ProxyType'");
}

static Value proxy_method(VM *vm, Ref self, Ref name)
{
    Value t = target_of(vm, self), r = t ? call_method(vm, t, name, NULL, 0) : NULL;
    release(vm, t);
    return r;
}
static Value m_bytes(VM *vm, const Ref *args, int n, Ref kwnames) { return proxy_method(vm, args[0], NAME(__bytes__)); }
static Value m_reversed(VM *vm, const Ref *args, int n, Ref kwnames) { return proxy_method(vm, args[0], NAME(__reversed__)); }

static const NativeDef methods[] = {
    {"__bytes__", m_bytes, "self, /", NULL, 0},
    {"__reversed__", m_reversed, "self, /", NULL, 0},
    {0},
};

#define PROXY_SLOTS                                                                                                        \
    .neg = proxy_neg, .pos = proxy_pos, .invert = proxy_invert, .abs = proxy_abs, .to_int = proxy_to_int,                  \
    .to_float = proxy_to_float, .to_index = proxy_to_index, .repr = proxy_repr, .str = proxy_str, .hash = proxy_hash,      \
    .truth = proxy_truth, .getattr = proxy_getattr, .setattr = proxy_setattr, .compare = proxy_compare,                    \
    .iter = proxy_iter, .next = proxy_next, .len = proxy_len, .getitem = proxy_getitem, .setitem = proxy_setitem,          \
    .contains = proxy_contains

const TypeDef weakproxy_def = {
    .name = "weakref.ProxyType",
    .kind = KIND_WEAKREF,
    .size = sizeof(WeakRef),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {
#define BINOP(op, sym, dunder, rdunder, idunder) .nb[OP_##op] = proxy_##op, .inb[OP_##op] = proxy_i##op,
#include "lang/object/slots.def"
        PROXY_SLOTS,
    },
    .dealloc = weakref_dealloc,
    .traverse = weakref_traverse,
    .clear = weakref_clear,
    .methods = methods,
};

const TypeDef weakcallableproxy_def = {
    .name = "weakref.CallableProxyType",
    .kind = KIND_WEAKREF,
    .size = sizeof(WeakRef),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {
#define BINOP(op, sym, dunder, rdunder, idunder) .nb[OP_##op] = proxy_##op, .inb[OP_##op] = proxy_i##op,
#include "lang/object/slots.def"
        PROXY_SLOTS,
        .call = proxy_call,
    },
    .dealloc = weakref_dealloc,
    .traverse = weakref_traverse,
    .clear = weakref_clear,
    .methods = methods,
};
