/* mappingproxy.c: mappingproxy: a read-only view of a mapping; what C.__dict__ answers. */
#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct Proxy { Obj head; Value map; } Proxy;

static Ref map_of(Ref o) { return ((Proxy *)as_obj(o))->map; }

Value mappingproxy_new(VM *vm, Ref mapping)
{
    Proxy *p = (Proxy *)obj_alloc(vm, CLASS(mappingproxy), sizeof *p);
    if (!p) return NULL;
    p->map = retain(mapping);
    return VAL(p);
}

static Value proxy_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"mapping"};
    Ref a[1] = {NULL};
    if (!args_bind(vm, "mappingproxy", args, n, kwnames, names, 1, a)) return NULL;
    if (!a[0]) return err_raise(vm, EXC_TypeError, "mappingproxy() missing required argument 'mapping' (pos 1)");
    if (!type_of(vm, a[0])->s.getitem || is_list(a[0]) || is_tuple(a[0]))
        return err_raise(vm, EXC_TypeError, "mappingproxy() argument must be a mapping, not %T", a[0]);
    return mappingproxy_new(vm, a[0]);
}

static Value proxy_repr(VM *vm, Ref o) { return str_format(vm, "mappingproxy(%R)", map_of(o)); }
static Value proxy_str(VM *vm, Ref o) { return rec_room(vm) ? op_str(vm, map_of(o)) : NULL; }
static Value proxy_getitem(VM *vm, Ref o, Ref key) { return rec_room(vm) ? op_getitem(vm, map_of(o), key) : NULL; }
static int64_t proxy_len(VM *vm, Ref o) { return rec_room(vm) ? op_len(vm, map_of(o)) : -1; }
static int proxy_contains(VM *vm, Ref o, Ref key) { return rec_room(vm) ? op_contains(vm, map_of(o), key) : -1; }
static Value proxy_iter(VM *vm, Ref o) { return rec_room(vm) ? op_iter(vm, map_of(o)) : NULL; }
static bool proxy_hash(VM *vm, Ref o, int64_t *hash) { return op_hash(vm, map_of(o), hash); }
static bool is_proxy(VM *vm, Ref o) { return is_exact(o, CLASS(mappingproxy)); }

static Value proxy_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    return op_compare(vm, map_of(a), is_proxy(vm, b) ? map_of(b) : b, op);
}

static Value proxy_or(VM *vm, Ref a, Ref b)
{
    if (!rec_room(vm)) return NULL;
    return op_binary(vm, OP_OR, is_proxy(vm, a) ? map_of(a) : a, is_proxy(vm, b) ? map_of(b) : b);
}
static Value proxy_ior(VM *vm, Ref a, Ref b)
{
    return err_raise(vm, EXC_TypeError, "'|=' is not supported by %T; use '|' instead", a);
}

static Value forward(VM *vm, const Ref *args, int n, const char *name)
{
    if (!rec_room(vm)) return NULL;
    Value f = obj_getattr_c(vm, map_of(args[0]), name);
    if (!f) return NULL;
    int given = 0;
    while (given < n - 1 && args[1 + given]) given++;
    Value r = call(vm, f, args + 1, given, NULL);
    release(vm, f);
    return r;
}
static Value proxy_get(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "get"); }
static Value proxy_keys(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "keys"); }
static Value proxy_values(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "values"); }
static Value proxy_items(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "items"); }
static Value proxy_copy(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "copy"); }
static Value proxy_reversed(VM *vm, const Ref *args, int n, Ref kwnames) { return forward(vm, args, n, "__reversed__"); }

static void proxy_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Proxy *)o)->map);
    obj_free(vm, o, sizeof(Proxy));
}
static void proxy_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Proxy *)o)->map) visit(((Proxy *)o)->map, arg);
}

static const NativeDef methods[] = {
    {"get", proxy_get, "self, key, default=None, /", "The value under key; where there is none, default.", 0},
    {"keys", proxy_keys, "self, /", "The mapping's keys.", 0},
    {"values", proxy_values, "self, /", "The mapping's values.", 0},
    {"items", proxy_items, "self, /", "The mapping's pairs (key, value).", 0},
    {"copy", proxy_copy, "self, /", "A copy of the mapping.", 0},
    {"__reversed__", proxy_reversed, "self, /", "The mapping's keys, the last first.", 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0},
};

const TypeDef mappingproxy_def = {
    .name = "mappingproxy",
    .kind = KIND_OPAQUE,
    .size = sizeof(Proxy),
    .flags = TYPE_GC | TYPE_MATCH_MAP,
    .s = {.repr = proxy_repr, .str = proxy_str, .getitem = proxy_getitem, .len = proxy_len, .contains = proxy_contains, .iter = proxy_iter,
          .hash = proxy_hash, .compare = proxy_compare, .new_ = proxy_new, .nb = {[OP_OR] = proxy_or}, .inb = {[OP_OR] = proxy_ior}},
    .dealloc = proxy_dealloc,
    .traverse = proxy_traverse,
    .methods = methods,
};
