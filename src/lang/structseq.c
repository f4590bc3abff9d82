/* structseq.c: tuples whose items have names (sys.version_info, time.struct_time, os.stat_result). Each is an instance of a
 * class made for it: a subclass of tuple with a property for every field and CPython's repr, name(field=value, ...). */
#include "vm.h"

static Value field_get(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t i = small_of(args[0]); /* bound: the field's number */
    if (!is_tuple(args[1]) || i >= as_tuple(args[1])->len) return err_raise(vm, EXC_TypeError, "descriptor of a named tuple applied to '%T'", args[1]);
    return retain(as_tuple(args[1])->items[i]);
}
static const NativeDef field_getter = {"field", field_get, "number, self, /", NULL, 0};

static Value seq_repr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Ref self = args[0];
    Value fields = obj_getattr(vm, REF(type_of(vm, self)), NAME(__match_args__));
    if (!fields) return NULL;
    StrB b = STRB_INIT(vm);
    Ref module = dict_get_str(vm, REF(type_of(vm, self)->dict), NAME(__module__));
    if (module && is_str(module)) strb_format(&b, "%U.", module);
    strb_format(&b, "%U(", REF(type_of(vm, self)->name));
    bool ok = true;
    for (int64_t i = 0; ok && i < as_tuple(fields)->len && i < as_tuple(self)->len; i++) {
        if (i) strb_c(&b, ", ");
        strb_str(&b, as_tuple(fields)->items[i]);
        strb_char(&b, '=');
        ok = strb_repr(&b, as_tuple(self)->items[i]);
    }
    strb_char(&b, ')');
    release(vm, fields);
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
static const NativeDef repr_method = {"__repr__", seq_repr, "self, /", NULL, 0};

/* The class: `name` is "module.name"; the n fields are the items, of which the first `named` can be asked for by name; `hidden`
 * fields are attributes alone (None unless given). */
Value structseq_type_hidden(VM *vm, const char *name, const char *const *fields, int n, int named, const char *const *hidden, int nhidden)
{
    const char *dot = strrchr(name, '.');
    Value ns = dict_new(vm), bases = tuple_of(vm, 1, REF(CLASS(tuple))), args = tuple_new(vm, n), text = NULL, cls = NULL, mod = NULL;
    bool ok = ns && bases && args;
    for (int i = 0; ok && i < n; i++) {
        Value key = str_intern_c(vm, fields[i]), getter = NULL, prop = NULL;
        getter = key ? native_new(vm, &field_getter, make_small(i), NULL) : NULL;
        if (getter) ((Native *)BITS(getter))->owner = CLASS(object); /* bound to its number */
        prop = getter ? call1(vm, REF(CLASS(property)), getter) : NULL;
        ok = prop && (i >= named || dict_set(vm, ns, key, prop));
        if (ok) as_tuple(args)->items[i] = retain(key);
        release(vm, key);
        release(vm, getter);
        release(vm, prop);
    }
    for (int i = 0; ok && i < nhidden; i++) ok = dict_set_c(vm, ns, hidden[i], V_NONE);
    mod = ok ? str_from_utf8(vm, name, (size_t)(dot - name)) : NULL;
    text = mod ? str_intern_c(vm, dot + 1) : NULL;
    ok = ok && text && dict_set(vm, ns, NAME(__module__), mod) && dict_set(vm, ns, NAME(__match_args__), args) &&
         dict_set_c(vm, ns, "n_fields", make_small(n + nhidden)) && dict_set_c(vm, ns, "n_sequence_fields", make_small(n)) &&
         dict_set_c(vm, ns, "n_unnamed_fields", make_small(n - named)) && (nhidden || dict_set(vm, ns, NAME(__slots__), vm->empty_tuple));
    if (ok) cls = type_make(vm, REF(CLASS(type)), text, bases, ns, NULL);
    if (cls) {
        Value repr = method_descr_new(vm, as_type(cls), &repr_method);
        if (!repr || !obj_setattr(vm, cls, NAME(__repr__), repr)) value_clear(vm, &cls);
        release(vm, repr);
    }
    release(vm, ns);
    release(vm, bases);
    release(vm, args);
    release(vm, text);
    release(vm, mod);
    return cls;
}

Value structseq_type(VM *vm, const char *name, const char *const *fields, int n, int shown)
{
    return structseq_type_hidden(vm, name, fields, shown, shown, fields + shown, n - shown);
}

/* values: n items, then the nhidden attributes named by `hidden`. */
Value structseq_new_hidden(VM *vm, Ref cls, const Ref *values, int n, const char *const *hidden, int nhidden)
{
    Value t = tuple_from(vm, values, n), r = t ? call1(vm, cls, t) : NULL;
    release(vm, t);
    for (int i = 0; r && i < nhidden; i++) {
        Value name = str_intern_c(vm, hidden[i]);
        if (!name || !obj_setattr(vm, r, name, values[n + i])) value_clear(vm, &r);
        release(vm, name);
    }
    return r;
}

Value structseq_new(VM *vm, Ref cls, const Ref *values, int n) { return structseq_new_hidden(vm, cls, values, n, NULL, 0); }

Value structseq_make(VM *vm, const char *name, const char *const *fields, const Ref *values, int n)
{
    Value cls = structseq_type(vm, name, fields, n, n), r = cls ? structseq_new(vm, cls, values, n) : NULL;
    release(vm, cls);
    return r;
}
