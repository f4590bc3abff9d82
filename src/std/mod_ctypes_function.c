/* mod_ctypes_function.c: CFuncPtr: function types and their instances: made from a library's function, an address or a Python function; called with flags, defaults and results
 * by reference as the prototype says. */
#include "mod_ctypes.h"

enum { PARAM_IN = 1, PARAM_OUT = 2, PARAM_LCID = 4 };

/* ---- the class ---- */

/* A restype's check of results, or NULL; false: raised. */
static bool checker_of(VM *vm, Ref restype, Value *checker)
{
    Value name = str_intern_c(vm, "_check_retval_");
    int has = name ? obj_lookup_attr(vm, restype, name, checker) : -1;
    release(vm, name);
    if (has == 0) *checker = NULL;
    return has >= 0;
}
static bool may_return(VM *vm, Ref v) { return is_none(v) || info_of(v) || (is_heap(v) && type_of(vm, v)->s.call); }

bool call_setup(VM *vm, CtypesState *st, Ref type, Info *info)
{
    info->size = info->align = sizeof(void *);
    info->length = 1;
    info->has_pointer = true;
    Ref flags = ctypes_attribute(vm, type, "_flags_");
    int64_t bits;
    if (!flags || !is_int(flags) || !int_fits_i64(flags, &bits)) return err_false(vm, EXC_TypeError, "class must define _flags_ which must be an integer");
    info->flags = (int)bits;
    Ref argtypes = ctypes_attribute(vm, type, "_argtypes_"), restype = ctypes_attribute(vm, type, "_restype_");
    if (argtypes && !is_none(argtypes)) {
        Value held = retain(argtypes);
        value_put(vm, &info->argtypes, held);
        value_put(vm, &info->converters, converters_of(vm, held));
        if (!info->converters) return false;
        restype = ctypes_attribute(vm, type, "_restype_");
    }
    if (restype && !is_none(restype) && !may_return(vm, restype)) return err_false(vm, EXC_TypeError, "_restype_ must be a type, a callable, or None");
    if (restype) {
        Value checker;
        value_put(vm, &info->restype, retain(restype));
        if (!checker_of(vm, info->restype, &checker)) return false;
        value_put(vm, &info->checker, checker);
    }
    return info_format(vm, info, "X{}");
}

/* ---- the life of an instance ---- */

static void call_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Callable *c = (Callable *)o;
    Value const all[] = {c->callable, c->thunk, c->argtypes, c->converters, c->restype, c->checker, c->errcheck, c->paramflags};
    data_visit(&c->data, visit, arg);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]) visit(all[i], arg);
}
static void call_clear(VM *vm, Obj *o)
{
    Callable *c = (Callable *)o;
    Value *const all[] = {&c->callable, &c->thunk, &c->argtypes, &c->converters, &c->restype, &c->checker, &c->errcheck, &c->paramflags};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) value_clear(vm, all[i]);
    data_clear(vm, o);
}
static void call_dealloc(VM *vm, Obj *o)
{
    call_clear(vm, o);
    data_drop(vm, (Data *)o);
    obj_free(vm, o, o->type->inst_size);
}

/* ---- paramflags ---- */

static bool wrong_flags(VM *vm) { return err_false(vm, EXC_TypeError, "paramflags must be a sequence of (int [,string [,value]]) tuples"); }
static bool out_right(VM *vm, Ref type, int64_t number)
{
    const Info *info = info_of(type);
    if (info && (info->kind == CT_POINTER || info->kind == CT_ARRAY)) return true;
    if (info && info->scalar && info->scalar->points && info->scalar->code != 'O') return true;
    if (is_type(type)) return err_false(vm, EXC_TypeError, "'out' parameter %lld must be a pointer type, not %N", (long long)number, as_type(type));
    return err_false(vm, EXC_TypeError, "'out' parameter %lld must be a pointer type, not %T", (long long)number, type);
}
static bool flag_right(VM *vm, Ref item, Ref type, int64_t number)
{
    int64_t flag;
    if (!is_tuple(item) || as_tuple(item)->len < 1 || as_tuple(item)->len > 3) return wrong_flags(vm);
    const Tuple *t = as_tuple(item);
    if (!is_int(t->items[0]) || !int_fits_i64(t->items[0], &flag) || (t->len > 1 && !is_none(t->items[1]) && !is_str(t->items[1]))) return wrong_flags(vm);
    switch (flag & (PARAM_IN | PARAM_OUT | PARAM_LCID)) {
    case 0: case PARAM_IN: case PARAM_IN | PARAM_LCID: case PARAM_IN | PARAM_OUT: return true;
    case PARAM_OUT: return out_right(vm, type, number);
    default: return err_false(vm, EXC_TypeError, "paramflag value %lld not supported", (long long)flag);
    }
}
static bool flags_right(VM *vm, const Info *info, Ref paramflags)
{
    if (!paramflags || is_none(paramflags) || !info->argtypes) return true;
    if (!is_tuple(paramflags)) return err_false(vm, EXC_TypeError, "paramflags must be a tuple or None");
    if (as_tuple(paramflags)->len != as_tuple(info->argtypes)->len) return err_false(vm, EXC_ValueError, "paramflags must have the same length as argtypes");
    for (int64_t i = 0; i < as_tuple(paramflags)->len; i++)
        if (!flag_right(vm, as_tuple(paramflags)->items[i], as_tuple(info->argtypes)->items[i], i + 1)) return false;
    return true;
}

/* ---- made ---- */

static Value from_address(VM *vm, Ref type, const void *p)
{
    Value f = data_new(vm, type, NULL, 0, NULL);
    if (f) memcpy(as_data(f)->ptr, &p, sizeof p);
    return f;
}
/* (name, library) */
static Value from_library(VM *vm, Ref type, Ref pair, Ref paramflags)
{
    const Info *info = info_of(type);
    if (as_tuple(pair)->len != 2) return err_raise(vm, EXC_TypeError, "illegal func_spec argument");
    Ref name = as_tuple(pair)->items[0], library = as_tuple(pair)->items[1];
    if (is_int(name)) return err_raise(vm, EXC_AttributeError, "function ordinals are not of this system: a name is wanted");
    if (!is_str(name) && !is_bytes(name)) return err_raise(vm, EXC_TypeError, "function name must be string, bytes object or integer");
    size_t size;
    const char *text = is_str(name) ? str_utf8(vm, name, &size) : (const char *)as_bytes(name)->data;
    if (!text) return NULL;
    if (is_bytes(name)) size = (size_t)as_bytes(name)->len;
    if (strlen(text) != size) return err_raise(vm, EXC_ValueError, "embedded null character");
    Value handle = obj_getattr_c(vm, library, "_handle"), f = NULL;
    if (!handle) return NULL;
    void *p = is_int(handle) ? library_symbol(vm, handle, text, EXC_AttributeError) : (void *)err_raise(vm, EXC_TypeError, "the _handle attribute of the second argument must be an integer");
    if (p && flags_right(vm, info, paramflags) && (f = from_address(vm, type, p))) {
        if (paramflags && !is_none(paramflags)) as_callable(f)->paramflags = retain(paramflags);
        if (!data_keep(vm, f, 0, retain(library))) value_clear(vm, &f);
    }
    release(vm, handle);
    return f;
}
static Value from_python(VM *vm, Ref type, Ref callable)
{
    const Info *info = info_of(type);
    if (!type_of(vm, callable)->s.call) return err_raise(vm, EXC_TypeError, "argument must be callable or integer function address");
    if (!info->argtypes) return err_raise(vm, EXC_TypeError, "cannot construct instance of this class: no argtypes");
    Value thunk = thunk_new(vm, ctypes_state(vm), callable, info->argtypes, info->restype ? info->restype : V_NONE, info->flags);
    Value f = thunk ? from_address(vm, type, ((Thunk *)BITS(thunk))->code) : NULL;
    if (f) {
        as_callable(f)->callable = retain(callable);
        as_callable(f)->thunk = retain(thunk);
        if (!data_keep(vm, f, 0, retain(thunk))) value_clear(vm, &f);
    }
    release(vm, thunk);
    return f;
}
static Value call_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames)
{
    if (!info_of(type)) return err_raise(vm, EXC_TypeError, "abstract class");
    if (!n) return data_new(vm, type, NULL, 0, NULL);
    if (is_tuple(args[0])) return n > 2 ? err_raise(vm, EXC_TypeError, "function takes at most 2 arguments (%d given)", n) : from_library(vm, type, args[0], n > 1 ? args[1] : NULL);
    if (n == 1 && is_int(args[0])) {
        void *p;
        const Scalar *s = scalar_of('P');
        return s->set(vm, s, (unsigned char *)&p, args[0], (Bits){0, 0}) ? from_address(vm, type, p) : NO_VALUE;
    }
    if (n > 1) return err_raise(vm, EXC_TypeError, "function takes exactly 1 argument (%d given)", n);
    return from_python(vm, type, args[0]);
}

/* ---- arguments by the prototype ---- */

typedef struct Bound { Value args /*a tuple*/; uint64_t out, both; int results; bool by_flags; } Bound; /* out, both: which of them are results (of the first 64) */

static Value next_input(VM *vm, int *at, Ref name, Ref otherwise, const Ref *args, int n, Ref kwnames)
{
    if (*at < n) return retain(args[(*at)++]);
    for (int64_t k = 0; name && kwnames && k < as_tuple(kwnames)->len; k++)
        if (str_equal(as_tuple(kwnames)->items[k], name)) return (*at)++, retain(args[n + k]);
    if (otherwise) return retain(otherwise);
    return name ? err_raise(vm, EXC_TypeError, "required argument '%U' missing", name) : err_raise(vm, EXC_TypeError, "not enough arguments");
}
static Value new_output(VM *vm, Ref type)
{
    const Info *info = info_of(type);
    if (!info || info->scalar) return err_raise(vm, EXC_TypeError, "%s 'out' parameter must be passed as default value", is_type(type) ? type_name(vm, as_type(type)) : "?");
    return call0(vm, info->kind == CT_ARRAY || !info->proto ? type : (Ref)info->proto);
}
static Value bind_one(VM *vm, Bound *b, int i, Ref item, Ref type, int *at, const Ref *args, int n, Ref kwnames)
{
    const Tuple *t = as_tuple(item);
    int64_t flag = 0;
    Ref name = t->len > 1 && is_str(t->items[1]) ? (Ref)t->items[1] : NULL, otherwise = t->len > 2 ? (Ref)t->items[2] : NULL;
    int_fits_i64(t->items[0], &flag);
    switch (flag & (PARAM_IN | PARAM_OUT | PARAM_LCID)) {
    case PARAM_IN | PARAM_LCID: return otherwise ? retain(otherwise) : make_small(0);
    case PARAM_IN | PARAM_OUT:
        b->both |= (uint64_t)1 << i;
        b->results++;
        return next_input(vm, at, name, otherwise, args, n, kwnames);
    case PARAM_OUT:
        b->out |= (uint64_t)1 << i;
        b->results++;
        return otherwise ? retain(otherwise) : new_output(vm, type);
    default: return next_input(vm, at, name, otherwise, args, n, kwnames);
    }
}
static bool bind(VM *vm, const Callable *self, const Info *info, const Ref *args, int n, Ref kwnames, Bound *b)
{
    *b = (Bound){0};
    Ref argtypes = self->argtypes ? self->argtypes : info->argtypes, flags = self->paramflags;
    int count = argtypes && flags ? (int)as_tuple(argtypes)->len : 0, at = 0;
    if (!count) return (b->args = tuple_from(vm, args, n)) != NULL;
    if (as_tuple(flags)->len != count) return err_false(vm, EXC_ValueError, "paramflags must have the same length as argtypes");
    if (count > 64) return err_false(vm, EXC_ValueError, "paramflags may be given for 64 parameters at most");
    b->by_flags = true;
    if (!(b->args = tuple_new(vm, count))) return false;
    for (int i = 0; i < count; i++) {
        Value v = bind_one(vm, b, i, as_tuple(flags)->items[i], as_tuple(argtypes)->items[i], &at, args, n, kwnames);
        if (!v) return false;
        as_tuple(b->args)->items[i] = v;
    }
    int given = n + (kwnames ? (int)as_tuple(kwnames)->len : 0);
    return given == at || err_false(vm, EXC_TypeError, "call takes exactly %d arguments (%d given)", at, given);
}

/* The results that came by reference, in place of the function's own. */
static Value outputs(VM *vm, const Bound *b, Value result /*taken*/)
{
    if (!result || !b->results) return result;
    release(vm, result);
    Value all = tuple_new(vm, b->results), name = str_intern_c(vm, "__ctypes_from_outparam__");
    int k = 0;
    for (int64_t i = 0; all && name && i < as_tuple(b->args)->len; i++) {
        Ref v = as_tuple(b->args)->items[i];
        if (!((b->out | b->both) >> i & 1)) continue;
        Value r = b->both >> i & 1 ? retain(v) : call_method(vm, v, name, NULL, 0);
        if (!r) value_clear(vm, &all);
        else as_tuple(all)->items[k++] = r;
    }
    release(vm, name);
    if (!all || k != 1) return all;
    Value only = retain(as_tuple(all)->items[0]);
    release(vm, all);
    return only;
}

/* ---- called ---- */

static Value checked(VM *vm, Ref self, const Bound *b, Value result /*taken*/)
{
    Ref errcheck = as_callable(self)->errcheck;
    if (!result || !errcheck) return outputs(vm, b, result);
    Value v = call3(vm, errcheck, result, self, b->args);
    if (v != b->args) { /* it said what is to come back; its arguments mean: go on */
        release(vm, result);
        return v;
    }
    release(vm, v);
    return outputs(vm, b, result);
}
static Value call_bound(VM *vm, Ref self, const Info *info, const Bound *b)
{
    Callable *c = as_callable(self);
    void (*f)(void);
    memcpy(&f, c->data.ptr, sizeof f);
    if (!f) return err_raise(vm, EXC_ValueError, "NULL function pointer");
    /* what may be set anew while it runs is held */
    Value converters = c->converters ? retain(c->converters) : info->converters ? retain(info->converters) : NULL, restype = c->restype ? retain(c->restype) : info->restype ? retain(info->restype) : NULL;
    Value checker = c->restype ? (c->checker ? retain(c->checker) : NULL) : info->checker ? retain(info->checker) : NULL;
    int64_t required = converters ? as_tuple(converters)->len : 0, given = as_tuple(b->args)->len;
    Value r = NULL;
    if (required > given) err_raise(vm, EXC_TypeError, "this function takes at least %lld argument%s (%lld given)", (long long)required, required == 1 ? "" : "s", (long long)given);
    else r = ctypes_call(vm, f, as_refs(as_tuple(b->args)->items), (int)given, info->flags, converters, restype, checker);
    release(vm, converters);
    release(vm, restype);
    release(vm, checker);
    return checked(vm, self, b, r);
}
static Value call_call(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    const Info *info = info_of(REF(as_obj(self)->type));
    Bound b;
    Value held = retain(self), r = bind(vm, as_callable(self), info, args, n, kwnames, &b) ? call_bound(vm, self, info, &b) : NULL;
    release(vm, b.args);
    release(vm, held);
    return r;
}

/* ---- attributes ---- */

static Value get_errcheck(VM *vm, Ref self) { return retain(as_callable(self)->errcheck ? as_callable(self)->errcheck : V_NONE); }
static bool set_errcheck(VM *vm, Ref self, Ref v)
{
    if (v && !type_of(vm, v)->s.call) return err_false(vm, EXC_TypeError, "the errcheck attribute must be callable");
    value_put(vm, &as_callable(self)->errcheck, v ? retain(v) : NULL);
    return true;
}
static Value get_restype(VM *vm, Ref self)
{
    const Callable *c = as_callable(self);
    Value v = c->restype ? c->restype : info_of(REF(as_obj(self)->type))->restype;
    return retain(v ? v : V_NONE);
}
static bool set_restype(VM *vm, Ref self, Ref v)
{
    Callable *c = as_callable(self);
    Value checker = NULL;
    if (v && !may_return(vm, v)) return err_false(vm, EXC_TypeError, "restype must be a type, a callable, or None");
    if (v && !checker_of(vm, v, &checker)) return false;
    value_put(vm, &c->checker, checker);
    value_put(vm, &c->restype, v ? retain(v) : NULL);
    return true;
}
static Value get_argtypes(VM *vm, Ref self)
{
    const Callable *c = as_callable(self);
    Value v = c->argtypes ? c->argtypes : info_of(REF(as_obj(self)->type))->argtypes;
    return retain(v ? v : V_NONE);
}
static bool set_argtypes(VM *vm, Ref self, Ref v)
{
    Callable *c = as_callable(self);
    Value types = NULL, converters = NULL;
    if (v && !is_none(v)) {
        types = is_tuple(v) || !type_of(vm, v)->s.iter ? retain(v) : tuple_from_iter(vm, v);
        if (!types || !(converters = converters_of(vm, types))) return release(vm, types), false;
    }
    value_put(vm, &c->converters, converters);
    value_put(vm, &c->argtypes, types);
    return true;
}
static int call_truth(VM *vm, Ref self)
{
    void *p;
    memcpy(&p, as_data(self)->ptr, sizeof p);
    return p != NULL;
}
static Value call_repr(VM *vm, Ref self) { return str_format(vm, "<%T object at 0x%llx>", self, (long long)BITS(self)); }

static const GetSetDef getsets[] = {
    {"errcheck", get_errcheck, set_errcheck, "Called with the result, the function and the arguments; what it gives is the result."},
    {"restype", get_restype, set_restype, "The type of the result, a function that is called with an int, or None."},
    {"argtypes", get_argtypes, set_argtypes, "The types of the first arguments, or None."},
    {0},
};
const TypeDef ctypes_call_def = {.name = "_ctypes.CFuncPtr", .doc = "Base of the types of C functions: _restype_, _argtypes_, _flags_.", .kind = KIND_OPAQUE, .size = sizeof(Callable), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE,
    .s = {.new_ = call_new, .call = call_call, .truth = call_truth, .repr = call_repr}, .dealloc = call_dealloc, .traverse = call_traverse, .clear = call_clear, .getsets = getsets};
