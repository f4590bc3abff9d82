/* alias.c: types.GenericAlias (list[int]) and types.UnionType (int | None). */
#include "lang/object/args.h"
#include "lang/object/vm.h"

typedef struct Alias { Obj head; Value origin, args, params; bool star; } Alias; /* params: made when asked for */
typedef struct Union { Obj head; Value args; } Union;

static Alias *as_alias(Ref v) { return (Alias *)as_obj(v); }
static Union *as_union(Ref v) { return (Union *)as_obj(v); }
static bool is_alias(VM *vm, Ref v) { return is_heap(v) && type_is_subtype(as_obj(v)->type, CLASS(GenericAlias)); }
static bool is_union(VM *vm, Ref v) { return is_exact(v, CLASS(UnionType)); }

/* ---- text ---- */

static bool put_item(StrB *b, Ref v);

static bool put_list(StrB *b, Ref v)
{
    strb_char(b, '[');
    for (int64_t i = 0; i < as_list(v)->len; i++) {
        if (i) strb_c(b, ", ");
        if (!put_item(b, as_list(v)->items[i])) return false;
    }
    strb_char(b, ']');
    return true;
}

/* A class by its qualified name, an ellipsis as dots, anything else as its repr. */
static bool put_item(StrB *b, Ref v)
{
    VM *vm = b->vm;
    if (v == V_ELLIPSIS) return strb_c(b, "..."), true;
    if (is_list(v)) return put_list(b, v);
    if (is_alias(vm, v) || !is_type(v)) return strb_repr(b, v);
    Value module = type_module_name(vm, as_type(v));
    if (!module && err_occurred(vm)) return false;
    if (module && is_str(module) && !str_equal_c(module, "builtins")) {
        strb_str(b, module);
        strb_char(b, '.');
    }
    strb_str(b, REF(as_type(v)->qualname));
    release(vm, module);
    return true;
}

static Value alias_repr(VM *vm, Ref o)
{
    const Alias *a = as_alias(o);
    StrB b = STRB_INIT(vm);
    if (a->star) strb_char(&b, '*');
    bool ok = put_item(&b, a->origin);
    strb_char(&b, '[');
    const Tuple *args = as_tuple(a->args);
    for (int64_t i = 0; ok && i < args->len; i++) {
        if (i) strb_c(&b, ", ");
        ok = put_item(&b, args->items[i]);
    }
    if (args->len == 0) strb_c(&b, "()");
    strb_char(&b, ']');
    if (!ok) return strb_drop(&b), NO_VALUE;
    return strb_take(&b);
}

/* ---- parameters: the type variables among the arguments ---- */

static bool is_type_var(VM *vm, Ref v)
{
    Value hook;
    if (is_type(v)) return false;
    Value name = str_intern_c(vm, "__typing_subst__");
    if (!name) return false;
    int has = obj_lookup_attr(vm, v, name, &hook);
    release(vm, name);
    release(vm, hook);
    return has > 0;
}

static bool add_once(VM *vm, Ref list, Ref v)
{
    for (int64_t i = 0; i < as_list(list)->len; i++)
        if (as_list(list)->items[i] == v) return true;
    return list_append(vm, list, v);
}

static bool collect(VM *vm, Ref out, Ref args)
{
    for (int64_t i = 0; i < as_tuple(args)->len; i++) {
        Ref v = as_tuple(args)->items[i];
        if (is_type(v)) continue;
        if (is_type_var(vm, v)) {
            if (!add_once(vm, out, v)) return false;
            continue;
        }
        Value sub;
        int has = obj_lookup_attr(vm, v, NAME(__parameters__), &sub);
        if (has < 0) return false;
        bool ok = !has || !is_tuple(sub);
        if (!ok) {
            ok = true;
            for (int64_t j = 0; ok && j < as_tuple(sub)->len; j++) ok = add_once(vm, out, as_tuple(sub)->items[j]);
        }
        release(vm, sub);
        if (!ok) return false;
    }
    return true;
}

static Value params_of(VM *vm, Ref args)
{
    Value l = list_new(vm, 2);
    Value t = l && collect(vm, l, args) ? tuple_from(vm, as_refs(as_list(l)->items), as_list(l)->len) : NO_VALUE;
    release(vm, l);
    return t;
}

static Ref alias_params(VM *vm, Ref o)
{
    Alias *a = as_alias(o);
    if (!a->params) a->params = params_of(vm, a->args);
    return a->params;
}

/* What objects of typing say of themselves: 1 and *out owned, 0 no such thing (a class never has one), -1 raised. */
static int hook_of(VM *vm, Ref v, const char *name, Value *out)
{
    *out = NO_VALUE;
    if (is_type(v)) return 0;
    Value key = str_intern_c(vm, name);
    int has = key ? obj_lookup_attr(vm, v, key, out) : -1;
    release(vm, key);
    if (has > 0 && is_none(*out)) {
        value_clear(vm, out);
        has = 0;
    }
    return has;
}

static int64_t param_index(Ref params, Ref v)
{
    for (int64_t i = 0; i < as_tuple(params)->len; i++)
        if (as_tuple(params)->items[i] == v) return i;
    return -1;
}

static bool extend(VM *vm, Ref list, Ref tuple)
{
    bool ok = true;
    for (int64_t i = 0; ok && i < as_tuple(tuple)->len; i++) ok = list_append(vm, list, as_tuple(tuple)->items[i]);
    return ok;
}

static Value list_as_tuple(VM *vm, Value list /*taken, may be NULL*/)
{
    Value t = list ? tuple_from(vm, as_refs(as_list(list)->items), as_list(list)->len) : NO_VALUE;
    release(vm, list);
    return t;
}

/* What stands in the brackets, as a tuple: `*tuple[int, str]` there is two arguments. */
static Value given_arguments(VM *vm, Ref item)
{
    Value all = is_tuple(item) ? retain(item) : tuple_of(vm, 1, item), list = all ? list_new(vm, as_tuple(all)->len) : NO_VALUE;
    for (int64_t i = 0; list && i < as_tuple(all)->len; i++) {
        Ref v = as_tuple(all)->items[i];
        Value inner;
        int has = hook_of(vm, v, "__typing_unpacked_tuple_args__", &inner);
        int64_t n = has > 0 && is_tuple(inner) ? as_tuple(inner)->len : -1;
        bool open_end = n > 0 && as_tuple(inner)->items[n - 1] == V_ELLIPSIS;
        if (has < 0 || !(n >= 0 && !open_end ? extend(vm, list, inner) : list_append(vm, list, v))) value_clear(vm, &list);
        release(vm, inner);
    }
    release(vm, all);
    return list_as_tuple(vm, list);
}

/* Each parameter may lay out the arguments as it needs them: a TypeVarTuple takes many as one. Takes `given`. */
static Value prepared(VM *vm, Ref self, Ref params, Value given)
{
    for (int64_t i = 0; given && i < as_tuple(params)->len; i++) {
        Value prepare, next = NO_VALUE;
        int has = hook_of(vm, as_tuple(params)->items[i], "__typing_prepare_subst__", &prepare);
        if (has > 0) next = call2(vm, prepare, self, given);
        if (has > 0 && next && !is_tuple(next)) value_put(vm, &next, tuple_of(vm, 1, (Ref)next));
        release(vm, prepare);
        if (has) value_put(vm, &given, next);
    }
    return given;
}

/* An argument that has parameters of its own, with these replaced. */
static Value replaced_inside(VM *vm, Ref v, Ref params, Ref values)
{
    Value inner = NO_VALUE, r = NO_VALUE;
    int has = is_type(v) ? 0 : obj_lookup_attr(vm, v, NAME(__parameters__), &inner);
    if (has < 0) return NULL;
    if (!has || !is_tuple(inner) || !as_tuple(inner)->len) return release(vm, inner), retain(v);
    Value list = list_new(vm, as_tuple(inner)->len);
    for (int64_t i = 0; list && i < as_tuple(inner)->len; i++) {
        Ref param = as_tuple(inner)->items[i];
        int64_t at = param_index(params, param);
        Ref value = at < 0 ? param : (Ref)as_tuple(values)->items[at];
        bool many = at >= 0 && is_tuple(value) && type_of(vm, param)->s.iter;
        if (!(many ? extend(vm, list, value) : list_append(vm, list, value))) value_clear(vm, &list);
    }
    Value picked = list_as_tuple(vm, list);
    if (picked) r = op_getitem(vm, v, picked);
    release(vm, picked);
    release(vm, inner);
    return r;
}

/* One argument of the alias for what comes of it: the value of a parameter, as the parameter takes it, or itself. */
static Value replaced(VM *vm, Ref v, Ref params, Ref values)
{
    Value subst;
    int has = hook_of(vm, v, "__typing_subst__", &subst);
    int64_t at = has > 0 ? param_index(params, v) : -1;
    Value r = has < 0 ? NO_VALUE : at >= 0 ? call1(vm, subst, as_tuple(values)->items[at]) : replaced_inside(vm, v, params, values);
    release(vm, subst);
    return r;
}

static bool put_replaced(VM *vm, Ref list, Ref v, Ref params, Ref values)
{
    Value mark;
    int has = hook_of(vm, v, "__typing_is_unpacked_typevartuple__", &mark), many = has > 0 ? op_truth(vm, mark) : has;
    release(vm, mark);
    Value r = many < 0 ? NO_VALUE : is_type(v) ? retain(v) : replaced(vm, v, params, values);
    bool ok = r && (many && is_tuple(r) ? extend(vm, list, r) : list_append(vm, list, r));
    release(vm, r);
    return ok;
}

/* args with the parameters replaced by `item` (one value or a tuple): list[T][int]. */
static Value substitute(VM *vm, Ref self, Ref args, Ref params, Ref item)
{
    int64_t want = as_tuple(params)->len;
    if (want == 0) return err_raise(vm, EXC_TypeError, "%R is not a generic class", self);
    Value given = given_arguments(vm, item), values = given ? prepared(vm, self, params, given) : NO_VALUE;
    if (!values) return NULL;
    int64_t got = as_tuple(values)->len;
    if (got != want) {
        err_raise(vm, EXC_TypeError, "Too %s arguments for %R; actual %lld, expected %lld", got > want ? "many" : "few", self, (long long)got, (long long)want);
        return release(vm, values), NO_VALUE;
    }
    Value out = list_new(vm, as_tuple(args)->len);
    for (int64_t i = 0; out && i < as_tuple(args)->len; i++)
        if (!put_replaced(vm, out, as_tuple(args)->items[i], params, values)) value_clear(vm, &out);
    release(vm, values);
    return list_as_tuple(vm, out);
}

/* ---- GenericAlias ---- */

static Value alias_make(VM *vm, Type *cls, Ref origin, Ref args)
{
    Alias *a = (Alias *)obj_alloc(vm, cls, cls->inst_size);
    if (!a) return NULL;
    a->origin = retain(origin);
    a->args = is_tuple(args) ? retain(args) : tuple_of(vm, 1, args);
    if (!a->args) return release(vm, VAL(a)), NO_VALUE;
    return VAL(a);
}

Value generic_alias_new(VM *vm, Ref origin, Ref args) { return alias_make(vm, CLASS(GenericAlias), origin, args); }
Value alias_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames) { return generic_alias_new(vm, args[0], args[1]); }

static Value alias_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    if (!args_no_kw(vm, "GenericAlias", kwnames) || !args_count(vm, "GenericAlias", n, 2, 2)) return NULL;
    return alias_make(vm, as_type(cls), args[0], args[1]);
}

static Value alias_call(VM *vm, Ref o, const Ref *args, int n, Ref kwnames)
{
    Value r = call(vm, as_alias(o)->origin, args, n, kwnames);
    if (r && is_heap(r) && (as_obj(r)->type->flags & TYPE_ATTRS) && !obj_setattr(vm, r, NAME(__orig_class__), o)) {
        if (!err_matches(vm, EXC_AttributeError) && !err_matches(vm, EXC_TypeError)) return release(vm, r), NO_VALUE;
        err_clear(vm);
    }
    return r;
}

static bool own_attribute(Ref name)
{
    static const char *const own[] = {"__class__", "__bases__", "__origin__", "__args__", "__unpacked__", "__parameters__", "__typing_unpacked_tuple_args__",
                                      "__mro_entries__", "__reduce_ex__", "__reduce__", "__copy__", "__deepcopy__"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (str_equal_c(name, own[i])) return true;
    return false;
}

static Value alias_getattr(VM *vm, Ref o, Ref name)
{
    if (!own_attribute(name)) return obj_getattr(vm, as_alias(o)->origin, name);
    return obj_generic_getattr(vm, o, name);
}

static Value alias_getitem(VM *vm, Ref o, Ref item)
{
    Ref params = alias_params(vm, o);
    if (!params) return NULL;
    Value args = substitute(vm, o, as_alias(o)->args, params, item);
    Value r = args ? alias_make(vm, as_obj(o)->type, as_alias(o)->origin, args) : NO_VALUE;
    if (r) as_alias(r)->star = as_alias(o)->star;
    release(vm, args);
    return r;
}

static Value alias_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_alias(vm, b)) return V_NOTIMPL;
    int same = op_compare_bool(vm, as_alias(a)->origin, as_alias(b)->origin, CMP_EQ);
    if (same > 0) same = as_alias(a)->star == as_alias(b)->star;
    if (same > 0) same = op_compare_bool(vm, as_alias(a)->args, as_alias(b)->args, CMP_EQ);
    return same < 0 ? NO_VALUE : make_bool(same == (op == CMP_EQ));
}

static bool alias_hash(VM *vm, Ref o, int64_t *hash)
{
    int64_t h0, h1;
    if (!op_hash(vm, as_alias(o)->origin, &h0) || !op_hash(vm, as_alias(o)->args, &h1)) return false;
    *hash = h0 ^ h1;
    if (*hash == -1) *hash = -2;
    return true;
}

/* *list[int]: iteration gives the one unpacked alias. */
static Value alias_iter(VM *vm, Ref o)
{
    Value star = alias_make(vm, as_obj(o)->type, as_alias(o)->origin, as_alias(o)->args);
    if (!star) return NULL;
    as_alias(star)->star = true;
    Value t = tuple_of(vm, 1, REF(star)), it = t ? op_iter(vm, t) : NO_VALUE;
    release(vm, t);
    release(vm, star);
    return it;
}

static Value get_origin(VM *vm, Ref o) { return retain(as_alias(o)->origin); }
static Value get_args(VM *vm, Ref o) { return retain(as_alias(o)->args); }
static Value get_params(VM *vm, Ref o)
{
    Ref p = alias_params(vm, o);
    return p ? retain(p) : NO_VALUE;
}
static Value get_unpacked(VM *vm, Ref o) { return make_bool(as_alias(o)->star); }

static Value get_unpacked_args(VM *vm, Ref o)
{
    const Alias *a = as_alias(o);
    return a->star && a->origin == REF(CLASS(tuple)) ? retain(a->args) : V_NONE;
}

static Value mro_entries(VM *vm, const Ref *args, int n, Ref kwnames) { return tuple_of(vm, 1, REF(as_alias(args[0])->origin)); }
static Value instancecheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return err_raise(vm, EXC_TypeError, "isinstance() argument 2 cannot be a parameterized generic");
}
static Value subclasscheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    return err_raise(vm, EXC_TypeError, "issubclass() argument 2 cannot be a parameterized generic");
}
static Value alias_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value inner = tuple_of(vm, 2, REF(as_alias(args[0])->origin), REF(as_alias(args[0])->args));
    Value r = inner ? tuple_of(vm, 2, REF(as_obj(args[0])->type), REF(inner)) : NO_VALUE;
    release(vm, inner);
    return r;
}

static void alias_dealloc(VM *vm, Obj *o)
{
    Alias *a = (Alias *)o;
    value_clear(vm, &a->origin);
    value_clear(vm, &a->args);
    value_clear(vm, &a->params);
    obj_free(vm, o, o->type->inst_size);
}
static void alias_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    const Alias *a = (const Alias *)o;
    if (a->origin) visit(a->origin, arg);
    if (a->args) visit(a->args, arg);
    if (a->params) visit(a->params, arg);
}

static const NativeDef alias_methods[] = {
    {"__mro_entries__", mro_entries, "self, bases, /", NULL, 0},
    {"__instancecheck__", instancecheck, "self, instance, /", NULL, 0},
    {"__subclasscheck__", subclasscheck, "self, cls, /", NULL, 0},
    {"__reduce__", alias_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static const GetSetDef alias_getsets[] = {
    {"__origin__", get_origin, NULL, NULL},
    {"__args__", get_args, NULL, NULL},
    {"__parameters__", get_params, NULL, "Type variables in the GenericAlias."},
    {"__unpacked__", get_unpacked, NULL, NULL},
    {"__typing_unpacked_tuple_args__", get_unpacked_args, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const TypeDef generic_alias_def = {
    .name = "types.GenericAlias",
    .doc = "A class with type arguments: list[int] keeps list in __origin__ and (int,) in __args__.",
    .kind = KIND_OPAQUE,
    .size = sizeof(Alias),
    .flags = TYPE_GC | TYPE_BASE | TYPE_WEAKREF,
    .s = {.repr = alias_repr, .call = alias_call, .getattr = alias_getattr, .getitem = alias_getitem, .compare = alias_compare, .hash = alias_hash,
          .iter = alias_iter, .new_ = alias_new, .nb = {[OP_OR] = union_or}},
    .dealloc = alias_dealloc,
    .traverse = alias_traverse,
    .methods = alias_methods,
    .getsets = alias_getsets,
};

/* ---- UnionType ---- */

static bool unionable(VM *vm, Ref v) { return is_none(v) || is_type(v) || is_alias(vm, v) || is_union(vm, v); }

/* The members of a union to be, borrowed: those that it is made of hold them. */
typedef struct Members {
    Ref few[8], *items;
    int64_t n;
} Members;

static bool add_flat(VM *vm, Members *m, Ref v)
{
    if (is_union(vm, v)) {
        const Tuple *args = as_tuple(as_union(v)->args);
        for (int64_t i = 0; i < args->len; i++)
            if (!add_flat(vm, m, args->items[i])) return false;
        return true;
    }
    if (is_none(v)) v = REF(CLASS(NoneType));
    for (int64_t i = 0; i < m->n; i++) {
        Ref have = m->items[i];
        if (have == v) return true;
        int same = is_alias(vm, have) && is_alias(vm, v) ? op_compare_bool(vm, have, v, CMP_EQ) : 0;
        if (same) return same > 0;
    }
    m->items[m->n++] = v;
    return true;
}

static Value union_of(VM *vm, const Members *m)
{
    if (m->n == 1) return retain(m->items[0]);
    Value args = tuple_from(vm, m->items, m->n);
    Union *u = args ? (Union *)obj_alloc(vm, CLASS(UnionType), sizeof *u) : NULL;
    if (u) u->args = args;
    else release(vm, args);
    return VAL(u);
}

/* Of parts that may be unions themselves, whose members are none. */
static Value union_make(VM *vm, const Ref *parts, int64_t n)
{
    Members m = {.items = m.few};
    int64_t most = 0;
    for (int64_t i = 0; i < n; i++) most += is_union(vm, parts[i]) ? as_tuple(as_union(parts[i])->args)->len : 1;
    size_t bytes = (size_t)most * sizeof *m.items;
    if (most > (int64_t)(sizeof m.few / sizeof *m.few) && !(m.items = mem_alloc(vm->mem, bytes))) return err_no_memory(vm);
    bool ok = true;
    for (int64_t i = 0; ok && i < n; i++) ok = add_flat(vm, &m, parts[i]);
    Value r = ok ? union_of(vm, &m) : NO_VALUE;
    if (m.items != m.few) mem_free(vm->mem, m.items, bytes);
    return r;
}

Value union_or(VM *vm, Ref a, Ref b)
{
    if (!unionable(vm, a) || !unionable(vm, b) || (is_none(a) && is_none(b))) return V_NOTIMPL;
    return union_make(vm, (Ref[]){a, b}, 2);
}

static Value union_repr(VM *vm, Ref o)
{
    const Tuple *args = as_tuple(as_union(o)->args);
    StrB b = STRB_INIT(vm);
    bool ok = true;
    for (int64_t i = 0; ok && i < args->len; i++) {
        if (i) strb_c(&b, " | ");
        if (args->items[i] == VAL(CLASS(NoneType))) strb_c(&b, "None");
        else ok = put_item(&b, args->items[i]);
    }
    if (!ok) return strb_drop(&b), NO_VALUE;
    return strb_take(&b);
}

static Value as_frozenset(VM *vm, Ref args)
{
    Value s = frozenset_new(vm);
    for (int64_t i = 0; s && i < as_tuple(args)->len; i++)
        if (set_add(vm, s, as_tuple(args)->items[i]) < 0) value_clear(vm, &s);
    return s;
}

static Value union_compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    if ((op != CMP_EQ && op != CMP_NE) || !is_union(vm, b)) return V_NOTIMPL;
    Value x = as_frozenset(vm, as_union(a)->args), y = as_frozenset(vm, as_union(b)->args);
    Value r = x && y ? op_compare(vm, x, y, op) : NO_VALUE;
    release(vm, x);
    release(vm, y);
    return r;
}

static bool union_hash(VM *vm, Ref o, int64_t *hash)
{
    Value s = as_frozenset(vm, as_union(o)->args);
    bool ok = s && op_hash(vm, s, hash);
    release(vm, s);
    return ok;
}

static Value union_getitem(VM *vm, Ref o, Ref item)
{
    Value params = params_of(vm, as_union(o)->args);
    Value args = params ? substitute(vm, o, as_union(o)->args, params, item) : NO_VALUE;
    release(vm, params);
    if (!args) return NULL;
    Value r = union_make(vm, as_refs(as_tuple(args)->items), as_tuple(args)->len);
    release(vm, args);
    return r;
}

static Value union_check(VM *vm, Ref o, Ref v, int (*test)(VM *, Ref, Ref), const char *name)
{
    const Tuple *args = as_tuple(as_union(o)->args);
    for (int64_t i = 0; i < args->len; i++) {
        if (is_alias(vm, args->items[i])) return err_raise(vm, EXC_TypeError, "%s() argument 2 cannot be a parameterized generic", name);
        int yes = test(vm, v, args->items[i]);
        if (yes) return yes < 0 ? NO_VALUE : V_TRUE;
    }
    return V_FALSE;
}
static Value union_instancecheck(VM *vm, const Ref *args, int n, Ref kwnames) { return union_check(vm, args[0], args[1], op_isinstance, "isinstance"); }
static Value union_subclasscheck(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_type(args[1])) return err_raise(vm, EXC_TypeError, "issubclass() arg 1 must be a class");
    return union_check(vm, args[0], args[1], op_issubclass, "issubclass");
}

static Value union_args(VM *vm, Ref o) { return retain(as_union(o)->args); }
static Value union_params(VM *vm, Ref o) { return params_of(vm, as_union(o)->args); }

static void union_dealloc(VM *vm, Obj *o)
{
    value_clear(vm, &((Union *)o)->args);
    obj_free(vm, o, sizeof(Union));
}
static void union_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((Union *)o)->args) visit(((Union *)o)->args, arg);
}

static const NativeDef union_methods[] = {
    {"__instancecheck__", union_instancecheck, "self, instance, /", NULL, 0},
    {"__subclasscheck__", union_subclasscheck, "self, cls, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static Value union_module(VM *vm, Ref o) { return str_from_c(vm, "types"); }
static const GetSetDef union_getsets[] = {
    {"__module__", union_module, NULL, NULL},
    {"__args__", union_args, NULL, NULL},
    {"__parameters__", union_params, NULL, "Type variables in the types.UnionType."},
    {NULL, NULL, NULL, NULL},
};

const TypeDef union_def = {
    .name = "types.UnionType",
    .doc = "Represent a PEP 604 union type\n\nE.g. for int | str",
    .kind = KIND_OPAQUE,
    .size = sizeof(Union),
    .flags = TYPE_GC | TYPE_NO_NEW,
    .s = {.repr = union_repr, .getitem = union_getitem, .compare = union_compare, .hash = union_hash, .nb = {[OP_OR] = union_or}},
    .dealloc = union_dealloc,
    .traverse = union_traverse,
    .methods = union_methods,
    .getsets = union_getsets,
};
