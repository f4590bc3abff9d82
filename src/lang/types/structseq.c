/* structseq.c: tuples whose items have names (sys.version_info, time.struct_time, os.stat_result). Each is an instance of a
 * class made for it: a subclass of tuple with a member for every field and CPython's repr, name(field=value, ...). */
#include "lang/object/args.h"
#include "lang/object/vm.h"

/* The next field of a class in order: its descriptor, or NULL. *pos starts at 0. */
static const MemberDescr *next_field(const Type *t, int64_t *pos)
{
    Ref key, v;
    while (dict_next(REF(t->dict), pos, &key, &v))
        if (is_kind(v, KIND_MEMBER)) return (const MemberDescr *)BITS(v);
    return NULL;
}

static Value full_name(VM *vm, const Type *t)
{
    Ref module = dict_get_str(vm, REF(t->dict), NAME(__module__));
    if (module && is_str(module)) return str_format(vm, "%U.%U", module, REF(t->name));
    return retain(REF(t->name));
}

static Value seq_repr(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Type *t = type_of(vm, args[0]);
    StrB b = STRB_INIT(vm);
    Value name = full_name(vm, t);
    if (name) strb_str(&b, name);
    strb_char(&b, '(');
    bool ok = name != NO_VALUE;
    int64_t pos = 0, i = 0;
    for (const MemberDescr *d; ok && i < as_tuple(args[0])->len && (d = next_field(t, &pos)); i++) {
        if (i) strb_c(&b, ", ");
        strb_str(&b, REF(d->name)); /* unnamed items go by the names of the attributes that follow */
        strb_char(&b, '=');
        ok = strb_repr(&b, as_tuple(args[0])->items[i]);
    }
    strb_char(&b, ')');
    release(vm, name);
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}

static Value seq_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Tuple *self = as_tuple(args[0]);
    Type *t = type_of(vm, args[0]);
    Value items = tuple_from(vm, as_refs(self->items), self->len), hidden = dict_new(vm), both = NULL, r = NULL;
    bool ok = items && hidden;
    int64_t pos = 0;
    for (const MemberDescr *d; ok && (d = next_field(t, &pos));) {
        Ref v = d->item == MEMBER_READ_ONLY ? inst_get(vm, as_obj(args[0]), REF(d->name)) : NULL;
        if (v) ok = dict_set(vm, hidden, REF(d->name), v);
    }
    if (ok) both = tuple_of(vm, 2, (Ref)items, (Ref)hidden);
    if (both) r = tuple_of(vm, 2, REF(t), (Ref)both);
    release(vm, items);
    release(vm, hidden);
    release(vm, both);
    return r;
}

static const NativeDef methods[] = {
    {"__repr__", seq_repr, "self, /", NULL, 0},
    {"__reduce__", seq_reduce, "self, /", NULL, 0},
    {0},
};

/* The hidden fields from the sequence's rest, from the dict, or what the unnamed item of that name says; else None. */
static bool fill_hidden(VM *vm, Ref self, const Tuple *given, Ref more)
{
    const Type *t = type_of(vm, self);
    const int64_t len = as_tuple(self)->len;
    int64_t pos = 0, named = 0, i = 0;
    for (const MemberDescr *d; (d = next_field(t, &pos));) {
        if (d->item != MEMBER_READ_ONLY) {
            named++;
            continue;
        }
        Ref v = len + i < given->len ? (Ref)given->items[len + i] : more ? dict_get_str(vm, more, REF(d->name)) : NULL;
        if ((!v || is_none(v)) && named + i < len) v = as_tuple(self)->items[named + i];
        if (!inst_set(vm, as_obj(self), REF(d->name), v ? v : (Ref)V_NONE)) return false;
        i++;
    }
    return true;
}

static int64_t class_number(VM *vm, const Type *t, const char *name) { return small_of(dict_get_c(vm, REF(t->dict), name)); }

static bool right_length(VM *vm, const Type *t, int64_t got)
{
    int64_t least = class_number(vm, t, "n_sequence_fields"), most = class_number(vm, t, "n_fields");
    if (got >= least && got <= most) return true;
    Value name = full_name(vm, t);
    const char *how = least == most ? "a" : got < least ? "an at least" : "an at most";
    if (name) err_raise(vm, EXC_TypeError, "%U() takes %s %lld-sequence (%lld-sequence given)", (Ref)name, how,
                        (long long)(got < least ? least : most), (long long)got);
    release(vm, name);
    return false;
}

/* CLASS(sequence, dict={}) */
static Value seq_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"sequence", "dict"};
    Ref a[2] = {NULL, NULL};
    Type *t = as_type(cls);
    Value name = full_name(vm, t), r = NULL;
    size_t len;
    const char *fn = name ? str_utf8(vm, name, &len) : NULL;
    if (!fn || !args_bind(vm, fn, args, n, kwnames, names, 2, a)) goto done;
    if (!a[0]) {
        err_raise(vm, EXC_TypeError, "%s() missing required argument 'sequence' (pos 1)", fn);
        goto done;
    }
    Value given = tuple_from_iter(vm, a[0]);
    if (!given) {
        if (err_matches(vm, EXC_TypeError) && !type_of(vm, a[0])->s.iter) {
            err_clear(vm);
            err_raise(vm, EXC_TypeError, "constructor requires a sequence");
        }
        goto done;
    }
    const int64_t items = class_number(vm, t, "n_sequence_fields");
    if (a[1] && !is_dict(a[1])) err_raise(vm, EXC_TypeError, "%s() takes a dict as second arg, if any", fn);
    else if (right_length(vm, t, as_tuple(given)->len)) {
        Value head = tuple_from(vm, as_refs(as_tuple(given)->items), items);
        Ref one[1] = {head};
        if (head && (r = CLASS(tuple)->s.new_(vm, cls, one, 1, NULL)) && !fill_hidden(vm, r, as_tuple(given), a[1])) value_clear(vm, &r);
        release(vm, head);
    }
    release(vm, given);
done:
    release(vm, name);
    return r;
}

static bool add_field(VM *vm, Type *t, const char *name, int32_t item)
{
    Value key = str_intern_c(vm, name), d = key ? member_new(vm, t, key, 0) : NULL;
    if (d) ((MemberDescr *)BITS(d))->item = item;
    bool ok = d && type_set_attr(vm, t, key, d);
    release(vm, key);
    release(vm, d);
    return ok;
}

/* The class: `name` is "module.name"; the n fields are the items, of which the first `named` can be asked for by name; `hidden`
 * fields are attributes alone (None unless given). */
Value structseq_type_hidden(VM *vm, const char *name, const char *const *fields, int n, int named, const char *const *hidden, int nhidden)
{
    const char *dot = strrchr(name, '.');
    Value ns = dict_new(vm), bases = tuple_of(vm, 1, REF(CLASS(tuple))), args = tuple_new(vm, named), text = NULL, cls = NULL, mod = NULL;
    bool ok = ns && bases && args;
    for (int i = 0; ok && i < named; i++) ok = (as_tuple(args)->items[i] = str_intern_c(vm, fields[i])) != NO_VALUE;
    mod = ok ? str_from_utf8(vm, name, (size_t)(dot - name)) : NULL;
    text = mod ? str_intern_c(vm, dot + 1) : NULL;
    ok = ok && text && dict_set(vm, ns, NAME(__module__), mod) && dict_set(vm, ns, NAME(__match_args__), args) &&
         dict_set_c(vm, ns, "n_fields", make_small(n + nhidden)) && dict_set_c(vm, ns, "n_sequence_fields", make_small(n)) &&
         dict_set_c(vm, ns, "n_unnamed_fields", make_small(n - named)) && (nhidden || dict_set(vm, ns, NAME(__slots__), vm->empty_tuple));
    if (ok) cls = type_make(vm, REF(CLASS(type)), text, bases, ns, NULL);
    ok = cls != NO_VALUE;
    for (int i = 0; ok && i < named; i++) ok = add_field(vm, as_type(cls), fields[i], MEMBER_ITEM0 + i);
    for (int i = 0; ok && i < nhidden; i++) ok = add_field(vm, as_type(cls), hidden[i], MEMBER_READ_ONLY);
    for (const NativeDef *m = methods; ok && m->name; m++) {
        Value f = method_descr_new(vm, as_type(cls), m), key = f ? str_intern_c(vm, m->name) : NULL;
        ok = key && type_set_attr(vm, as_type(cls), key, f);
        release(vm, f);
        release(vm, key);
    }
    if (ok) {
        as_type(cls)->s.new_ = seq_new;
        as_type(cls)->flags &= ~(uint32_t)TYPE_BASE;
        as_type(cls)->flags |= TYPE_IMMUTABLE;
    } else value_clear(vm, &cls);
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

/* values: n items, then the nhidden attributes. */
Value structseq_new_hidden(VM *vm, Ref cls, const Ref *values, int n, const char *const *hidden, int nhidden)
{
    Value all = tuple_from(vm, values, n + nhidden);
    Ref one[1] = {all};
    Value r = all ? seq_new(vm, cls, one, 1, NULL) : NULL;
    release(vm, all);
    return r;
}

Value structseq_new(VM *vm, Ref cls, const Ref *values, int n) { return structseq_new_hidden(vm, cls, values, n, NULL, 0); }

Value structseq_make(VM *vm, const char *name, const char *const *fields, const Ref *values, int n)
{
    Value cls = structseq_type(vm, name, fields, n, n), r = cls ? structseq_new(vm, cls, values, n) : NULL;
    release(vm, cls);
    return r;
}
