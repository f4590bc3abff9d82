/* namespace.c: types.SimpleNamespace: attributes from keywords, with a repr and equality. */
#include "lang/object/vm.h"

static Value ns_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    return VAL(obj_alloc(vm, as_type(cls), as_type(cls)->inst_size));
}

static bool ns_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    if (n) return err_false(vm, EXC_TypeError, "no positional arguments expected");
    for (int64_t i = 0; kwnames && i < as_tuple(kwnames)->len; i++)
        if (!inst_set(vm, as_obj(self), as_tuple(kwnames)->items[i], args[i])) return false;
    return true;
}

static Value ns_repr(VM *vm, Ref self)
{
    Ref name = REF(type_of(vm, self)->name);
    bool plain = as_obj(self)->type == CLASS(SimpleNamespace);
    int seen = repr_enter(vm, self);
    if (seen) return seen < 0 ? NO_VALUE : plain ? str_from_c(vm, "namespace(...)") : str_format(vm, "%U(...)", name);
    Value d = obj_dict(vm, self);
    StrB b = STRB_INIT(vm);
    if (plain) strb_c(&b, "namespace");
    else strb_str(&b, name);
    strb_char(&b, '(');
    int64_t pos = 0;
    Ref key, v;
    bool ok = d != NULL, first = true;
    while (ok && dict_next(d, &pos, &key, &v)) {
        if (!is_str(key) || !as_str(key)->len) continue;
        if (!first) strb_c(&b, ", ");
        first = false;
        strb_str(&b, key);
        strb_char(&b, '=');
        ok = strb_repr(&b, v);
    }
    strb_char(&b, ')');
    release(vm, d);
    repr_leave(vm, self);
    if (!ok) return strb_drop(&b), NO_VALUE;
    return strb_take(&b);
}

static Value ns_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if (!type_is_subtype(type_of(vm, b), CLASS(SimpleNamespace))) return V_NOTIMPL;
    Value x = obj_dict(vm, a), y = obj_dict(vm, b);
    Value r = x && y ? op_compare(vm, x, y, op) : NO_VALUE;
    release(vm, x);
    release(vm, y);
    return r;
}

static Value get_dict(VM *vm, Ref o) { return obj_dict(vm, o); }

static Value ns_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value d = obj_dict(vm, args[0]);
    Value r = d ? tuple_of(vm, 3, REF(type_of(vm, args[0])), REF(vm->empty_tuple), REF(d)) : NO_VALUE;
    release(vm, d);
    return r;
}

static const NativeDef methods[] = {
    {"__reduce__", ns_reduce, "self, /", "Return state information for pickling", 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef getsets[] = {
    {"__dict__", get_dict, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef namespace_def = {
    .name = "types.SimpleNamespace",
    .doc = "A simple attribute-based namespace.\n\nSimpleNamespace(**kwargs)",
    .kind = KIND_OPAQUE,
    .size = sizeof(Obj) + sizeof(Value), /* a layout of its own */
    .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE,
    .s = {.repr = ns_repr, .compare = ns_compare, .new_ = ns_new, .init = ns_init},
    .methods = methods,
    .getsets = getsets,
};
