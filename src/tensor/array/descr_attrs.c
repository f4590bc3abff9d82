/* descr_attrs.c: what a program sees of a dtype: attributes, fields by name, comparisons, pickling, and the metaclass of dtypes' classes. */
#include "descr.h"
#include "promote.h"

static Descr *self_of(Ref v) { return as_descr(v); }

/* ---- attributes ---- */

static char shown_order(const Descr *d) { return d->order; }
static Value get_alignment(VM *vm, Ref v) { return int_from_i64(vm, self_of(v)->align); }
static Value get_itemsize(VM *vm, Ref v) { return int_from_i64(vm, self_of(v)->size); }
static Value get_num(VM *vm, Ref v) { return (void)vm, make_small(self_of(v)->num); }
static Value get_flags(VM *vm, Ref v) { return (void)vm, make_small((int8_t)self_of(v)->flags); }
static Value get_char(VM *vm, Ref v) { return str_from_char(vm, (uint32_t)np_elements[self_of(v)->num].letter); }
static Value get_kind(VM *vm, Ref v) { return str_from_char(vm, (uint32_t)np_elements[self_of(v)->num].kind); }
static Value get_byteorder(VM *vm, Ref v) { return str_from_char(vm, self_of(v)->says_little ? '<' : (uint32_t)shown_order(self_of(v))); }
static Value get_type(VM *vm, Ref v) { return (void)vm, retain(REF(self_of(v)->scalar)); }
static Value get_hasobject(VM *vm, Ref v) { return (void)vm, make_bool(descr_has_objects(self_of(v))); }
static Value get_aligned(VM *vm, Ref v) { return (void)vm, make_bool(self_of(v)->flags & DESCR_ALIGNED_STRUCT); }
static Value get_ndim(VM *vm, Ref v) { return (void)vm, make_small(self_of(v)->base ? as_tuple(self_of(v)->shape)->len : 0); }
static Value get_shape(VM *vm, Ref v) { return retain(self_of(v)->base ? (Ref)self_of(v)->shape : (Ref)vm->empty_tuple); }
static Value get_base(VM *vm, Ref v) { return (void)vm, retain(self_of(v)->base ? REF(self_of(v)->base) : v); }
static Value get_subdtype(VM *vm, Ref v) { return self_of(v)->base ? tuple_of(vm, 2, REF(self_of(v)->base), (Ref)self_of(v)->shape) : V_NONE; }
static Value get_names(VM *vm, Ref v) { return (void)vm, self_of(v)->names ? retain(self_of(v)->names) : V_NONE; }
static Value get_fields(VM *vm, Ref v) { return self_of(v)->table ? mappingproxy_new(vm, self_of(v)->table) : V_NONE; }
static Value get_metadata(VM *vm, Ref v) { return self_of(v)->metadata ? mappingproxy_new(vm, self_of(v)->metadata) : V_NONE; }
static Value get_name(VM *vm, Ref v) { return np_ask(vm, self_of(v)->np, PY_DTYPE_NAME, &v, 1); }
static bool all_native(const Descr *d)
{
    if (d->base) return all_native(d->base);
    for (int64_t i = 0; i < d->n_fields; i++)
        if (!all_native(d->fields[i].descr)) return false;
    return descr_is_native(d);
}
static Value get_isnative(VM *vm, Ref v) { return (void)vm, make_bool(all_native(self_of(v))); }
/* 1: as it is in the table of numbers */
static Value get_isbuiltin(VM *vm, Ref v)
{
    const Descr *d = self_of(v);
    return (void)vm, make_small(d == d->np->descrs[d->num] || (!d->fields && !d->base && !num_is_flexible((Num)d->num) && !num_is_time((Num)d->num)));
}

static Value get_str(VM *vm, Ref v)
{
    const Descr *d = self_of(v);
    char order = d->order == '=' ? '<' : d->order;
    if (d->num == NP_OBJECT) return str_from_c(vm, "|O");
    if (!num_is_time((Num)d->num)) return str_format(vm, "%c%c%lld", order, np_elements[d->num].kind, (long long)(d->num == NP_UNICODE ? d->size / 4 : d->size));
    Value unit = time_meta_text(vm, d->time, true), r = unit ? str_format(vm, "%c%c8%U", order, np_elements[d->num].kind, (Ref)unit) : NO_VALUE;
    release(vm, unit);
    return r;
}
/* A list of fields; of what has none, of one that has no name. */
static Value get_descr(VM *vm, Ref v)
{
    if (descr_is_structured(self_of(v))) return np_ask(vm, self_of(v)->np, PY_ARRAY_DESCR, &v, 1);
    Value text = get_str(vm, v), name = text ? str_from_c(vm, "") : NO_VALUE, pair = name ? tuple_of(vm, 2, (Ref)name, (Ref)text) : NO_VALUE, list = pair ? list_new(vm, 1) : NO_VALUE;
    if (list && !list_append_take(vm, list, pair)) {
        release(vm, list);
        list = NO_VALUE;
    } else if (!list) release(vm, pair);
    release(vm, name);
    release(vm, text);
    return list;
}

static bool set_names(VM *vm, Ref v, Ref names)
{
    Descr *d = self_of(v);
    if (!d->fields) return err_false(vm, EXC_ValueError, "there are no fields defined");
    if (!names) return err_false(vm, EXC_AttributeError, "Cannot delete dtype names attribute");
    int64_t n = is_tuple(names) || is_list(names) || is_str(names) ? op_len(vm, names) : -1;
    if (n != d->n_fields) {
        if (err_occurred(vm)) return false;
        return err_false(vm, EXC_ValueError, "must replace all names at once with a sequence of length %lld", (long long)d->n_fields);
    }
    Value items = tuple_from_iter(vm, names);
    bool ok = items && as_tuple(items)->len == n;
    for (int64_t i = 0; ok && i < n; i++) {
        Ref name = as_tuple(items)->items[i];
        if (!is_str(name)) ok = err_false(vm, EXC_ValueError, "item #%lld of names is of type %T and not string", (long long)i, name);
        for (int64_t j = 0; ok && j < i; j++)
            if (str_equal(as_tuple(items)->items[j], name)) ok = err_false(vm, EXC_ValueError, "Duplicate field names given.");
    }
    ok = ok && descr_rename(vm, d, items);
    release(vm, items);
    return ok;
}

static const GetSetDef getsets[] = {
    {"alignment", get_alignment, getset_readonly, NULL}, {"base", get_base, NULL, NULL}, {"byteorder", get_byteorder, getset_readonly, NULL}, {"char", get_char, getset_readonly, NULL},
    {"descr", get_descr, NULL, NULL}, {"fields", get_fields, NULL, NULL}, {"flags", get_flags, getset_readonly, NULL}, {"hasobject", get_hasobject, NULL, NULL},
    {"isalignedstruct", get_aligned, NULL, NULL}, {"isbuiltin", get_isbuiltin, NULL, NULL}, {"isnative", get_isnative, NULL, NULL}, {"itemsize", get_itemsize, getset_readonly, NULL},
    {"kind", get_kind, getset_readonly, NULL}, {"metadata", get_metadata, NULL, NULL}, {"name", get_name, NULL, NULL}, {"names", get_names, set_names, NULL},
    {"ndim", get_ndim, NULL, NULL}, {"num", get_num, getset_readonly, NULL}, {"shape", get_shape, NULL, NULL}, {"str", get_str, NULL, NULL}, {"subdtype", get_subdtype, NULL, NULL},
    {"type", get_type, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};

/* ---- order, pickling ---- */

static Value newbyteorder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    char order = 's';
    if (args[1] && !np_byteorder(vm, args[1], &order)) return NULL;
    Descr *d = descr_ordered(vm, self_of(args[0]), order);
    if (d) d->says_little = order == 's' && d->order == '=';
    return VAL(d);
}

bool np_byteorder(VM *vm, Ref v, char *out)
{
    Value text = is_bytes(v) ? codec_decode(vm, as_bytes(v)->data, as_bytes(v)->len, "ascii", NULL) : retain(v);
    if (!text) return false;
    if (!is_str(text)) {
        release(vm, text);
        return err_false(vm, EXC_TypeError, "byteorder must be str, not %T", v);
    }
    static const struct { const char *letters; char order; } rows[] = {{">bB", '>'}, {"<lL", '<'}, {"=nN", '='}, {"|iI", '|'}, {"sS", 's'}};
    uint32_t c = as_str(text)->len ? str_at(as_str(text), 0) : 0;
    char found = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (c && c < 128 && strchr(rows[i].letters, (int)c)) found = rows[i].order;
    if (!found && !as_str(text)->len) err_raise(vm, EXC_ValueError, "Byteorder string must be at least length 1");
    else if (!found) err_raise(vm, EXC_ValueError, "byteorder not recognized (got %R)", (Ref)text);
    release(vm, text);
    *out = found;
    return found != 0;
}

static Value state_of(VM *vm, const Descr *d)
{
    bool time = num_is_time((Num)d->num), sized = num_is_flexible((Num)d->num);
    Value order = str_from_char(vm, d->order == '=' ? '<' : (uint32_t)d->order), base = d->base ? get_subdtype(vm, REF(d)) : V_NONE, meta = NO_VALUE, r = NO_VALUE;
    if (!order || !base) goto done;
    if (time) {
        static const char *const units[] = {"Y", "M", "W", "", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "generic"};
        Value own = d->metadata ? retain(d->metadata) : dict_new(vm), unit = bytes_from(vm, units[d->time.unit], (int64_t)strlen(units[d->time.unit]));
        Value four = own && unit ? tuple_of(vm, 4, (Ref)unit, (Ref)make_small(d->time.count), (Ref)make_small(1), (Ref)make_small(1)) : NO_VALUE;
        if (four) meta = tuple_of(vm, 2, (Ref)own, (Ref)four);
        release(vm, own);
        release(vm, unit);
        release(vm, four);
    } else
        meta = d->metadata ? retain(d->metadata) : V_NONE;
    if (!meta) goto done;
    Ref rows[9] = {make_small(time || d->metadata ? 4 : 3), order, base, d->names ? (Ref)d->names : (Ref)V_NONE, d->table ? (Ref)d->table : (Ref)V_NONE, make_small(sized ? d->size : -1),
                   make_small(sized ? d->align : -1), make_small((int8_t)d->flags), meta};
    r = tuple_from(vm, rows, time || d->metadata ? 9 : 8);
done:
    release(vm, order);
    release(vm, base);
    release(vm, meta);
    return r;
}

static Value reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const Descr *d = self_of(args[0]);
    bool own_class = d->scalar != d->np->scalars[d->num];
    Value what = NO_VALUE, given = NO_VALUE, state = NO_VALUE, r = NO_VALUE;
    if (own_class) what = retain(REF(d->scalar));
    else if (num_is_time((Num)d->num) || d->num == NP_BOOL) what = str_format(vm, "%c%lld", np_elements[d->num].kind, (long long)d->size);
    else what = str_format(vm, "%c%lld", np_elements[d->num].kind, (long long)(d->num == NP_UNICODE ? d->size / 4 : d->size));
    if (what) given = tuple_of(vm, 3, (Ref)what, (Ref)V_FALSE, (Ref)V_TRUE);
    if (given) state = state_of(vm, d);
    if (state) r = tuple_of(vm, 3, REF(d->np->dtype), (Ref)given, (Ref)state);
    release(vm, what);
    release(vm, given);
    release(vm, state);
    return r;
}

static bool restore_fields(VM *vm, Descr *d, Ref names, Ref table)
{
    int64_t n = as_tuple(names)->len;
    Field *fields = mem_zalloc(vm->mem, (size_t)(n ? n : 1) * sizeof *fields);
    if (!fields) return err_no_memory(vm), false;
    bool ok = true;
    for (int64_t i = 0; ok && i < n; i++) {
        Ref name = as_tuple(names)->items[i];
        Ref row = is_str(name) ? dict_get(vm, table, name) : (Ref)NO_VALUE;
        ok = row && is_tuple(row) && as_tuple(row)->len >= 2 && is_descr(vm, d->np, as_tuple(row)->items[0]) && is_small(as_tuple(row)->items[1]);
        if (ok) fields[i] = (Field){(Value)BITS(name), as_tuple(row)->len > 2 ? as_tuple(row)->items[2] : NO_VALUE, as_descr(as_tuple(row)->items[0]), small_of(as_tuple(row)->items[1])};
        else if (!err_occurred(vm)) err_raise(vm, EXC_ValueError, "inconsistent fields and names in Numpy dtype unpickling");
    }
    Descr *made = ok ? descr_struct(vm, d->np, fields, n, d->size, false, false) : NULL;
    mem_free(vm->mem, fields, (size_t)(n ? n : 1) * sizeof *fields);
    if (!made) return false;
    Field *f = d->fields;
    int64_t had = d->n_fields;
    d->fields = made->fields;
    d->n_fields = made->n_fields;
    made->fields = f;
    made->n_fields = had;
    d->flags |= made->flags; /* above all that there are objects: their references are counted */
    value_put(vm, &d->names, retain(made->names));
    value_put(vm, &d->table, retain(made->table));
    descr_release(vm, made);
    return true;
}

static bool restore_time(VM *vm, Descr *d, Ref meta)
{
    Ref four = is_tuple(meta) && as_tuple(meta)->len == 2 ? (Ref)as_tuple(meta)->items[1] : (Ref)V_NONE;
    if (!is_tuple(four) || as_tuple(four)->len != 4 || !is_small(as_tuple(four)->items[1])) return err_false(vm, EXC_ValueError, "Invalid datetime dtype (metadata, c_metadata)");
    Ref unit = as_tuple(four)->items[0];
    Value text = is_bytes(unit) ? codec_decode(vm, as_bytes(unit)->data, as_bytes(unit)->len, "ascii", NULL) : retain(unit), spelt = NO_VALUE;
    size_t n;
    const char *s = NULL;
    if (text && is_str(text)) spelt = str_equal_c(text, "generic") ? str_from_c(vm, "") : str_format(vm, "[%lld%U]", (long long)small_of(as_tuple(four)->items[1]), (Ref)text);
    if (spelt) s = str_utf8(vm, spelt, &n);
    bool ok = s && time_meta_parse(vm, s, n, &d->time);
    release(vm, spelt);
    release(vm, text);
    Ref own = as_tuple(meta)->items[0];
    if (ok && is_dict(own) && dict_len(own)) value_put(vm, &d->metadata, retain(own));
    return ok || (err_occurred(vm) ? false : err_false(vm, EXC_ValueError, "Invalid datetime dtype (metadata, c_metadata)"));
}

static Value setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Descr *d = self_of(args[0]);
    if (d == d->np->descrs[d->num]) return V_NONE; /* the shared ones are what they are */
    Ref s = args[1];
    int64_t len = is_tuple(s) ? as_tuple(s)->len : 0, size, align, version;
    if (len < 5 || !is_small(as_tuple(s)->items[0])) return err_raise(vm, EXC_ValueError, "bad dtype state");
    const Value *at = as_tuple(s)->items;
    version = small_of(at[0]);
    if (version < 0 || version > 4) return err_raise(vm, EXC_ValueError, "can't handle version %lld of numpy.dtype pickle", (long long)version);
    if (len < 7 || !num_index_i64(vm, at[5], &size) || !num_index_i64(vm, at[6], &align)) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_ValueError, "bad dtype state");
    char order;
    if (!np_byteorder(vm, at[1], &order)) return NULL;
    if (order == '<') order = '=';
    if (d->order != '|' || order == '>') d->order = order == '|' ? d->order : order;
    if (num_is_flexible((Num)d->num) && size >= 0) d->size = size;
    if (num_is_flexible((Num)d->num) && align >= 1) d->align = align;
    if (is_tuple(at[2]) && as_tuple(at[2])->len == 2 && is_descr(vm, d->np, as_tuple(at[2])->items[0]) && is_tuple(as_tuple(at[2])->items[1])) {
        Descr *sub = descr_subarray(vm, as_descr(as_tuple(at[2])->items[0]), as_tuple(at[2])->items[1]);
        if (!sub) return NULL;
        Descr *base = d->base;
        d->base = descr_retain(sub->base);
        value_put(vm, &d->shape, retain(sub->shape));
        d->size = sub->size;
        d->flags |= sub->flags;
        descr_release(vm, sub);
        descr_release(vm, base);
    }
    if (is_tuple(at[3]) && is_dict(at[4]) && !restore_fields(vm, d, at[3], at[4])) return NULL;
    if (len > 7 && is_small(at[7]) && num_is_flexible((Num)d->num)) {
        uint8_t said = (uint8_t)small_of(at[7]);
        d->flags |= said & DESCR_ALIGNED_STRUCT;
    }
    if (len > 8 && num_is_time((Num)d->num) && !is_none(at[8]) && !restore_time(vm, d, at[8])) return NULL;
    if (len > 8 && !num_is_time((Num)d->num) && is_dict(at[8])) value_put(vm, &d->metadata, retain(at[8]));
    d->hash = -1;
    return V_NONE;
}

/* ---- as a mapping of fields ---- */

static int64_t length(VM *vm, Ref v) { return (void)vm, self_of(v)->n_fields; }
static int truth(VM *vm, Ref v) { return (void)vm, (void)v, 1; }

static Value field_subset(VM *vm, Descr *d, Ref names)
{
    int64_t n = as_list(names)->len, found = 0;
    Field *fields = mem_zalloc(vm->mem, (size_t)(n ? n : 1) * sizeof *fields);
    if (!fields) return err_no_memory(vm);
    Value r = NO_VALUE;
    for (; found < n; found++) {
        Ref name = as_list(names)->items[found];
        const Field *f = is_str(name) ? descr_field(vm, d, name) : NULL;
        if (!f) {
            err_raise_value(vm, EXC_KeyError, name);
            goto done;
        }
        fields[found] = (Field){f->name, f->title, f->descr, f->offset};
        if (!str_equal(f->name, name)) fields[found].name = f->name;
    }
    r = VAL(descr_struct(vm, d->np, fields, n, d->size, false, false));
    if (r) as_descr(r)->flags |= d->flags & DESCR_ALIGNED_STRUCT;
done:
    mem_free(vm->mem, fields, (size_t)(n ? n : 1) * sizeof *fields);
    return r;
}
Value descr_subset(VM *vm, Descr *d, Ref names)
{
    for (int64_t i = 0; i < as_list(names)->len; i++)
        for (int64_t j = 0; j < i; j++)
            if (is_str(as_list(names)->items[i]) && is_str(as_list(names)->items[j]) && str_equal(as_list(names)->items[i], as_list(names)->items[j]))
                return err_raise(vm, EXC_ValueError, "duplicate field of name %S", (Ref)as_list(names)->items[i]);
    return field_subset(vm, d, names);
}

static bool is_names(Ref v)
{
    if (!is_list(v)) return false;
    for (int64_t i = 0; i < as_list(v)->len; i++)
        if (!is_str(as_list(v)->items[i])) return false;
    return true;
}

static Value getitem(VM *vm, Ref v, Ref key)
{
    Descr *d = self_of(v);
    if (!descr_is_structured(d)) {
        Value text = descr_text(vm, d), words = text ? str_format(vm, "There are no fields in dtype %U.", (Ref)text) : NO_VALUE;
        if (words) err_raise_value(vm, EXC_KeyError, words);
        release(vm, text);
        release(vm, words);
        return NULL;
    }
    if (is_str(key)) {
        const Field *f = descr_field(vm, d, key);
        if (f) return VAL(descr_retain(f->descr));
        Value words = str_format(vm, "Field named %R not found.", key);
        if (words) err_raise_value(vm, EXC_KeyError, words);
        release(vm, words);
        return NULL;
    }
    if (is_names(key)) return field_subset(vm, d, key);
    int64_t i;
    if (!num_index_i64(vm, key, &i)) {
        if (!err_matches(vm, EXC_TypeError)) return NULL;
        return err_raise(vm, EXC_TypeError, "Field key must be an integer field offset, single field name, or list of field names.");
    }
    int64_t at = i < 0 ? i + d->n_fields : i;
    if (at < 0 || at >= d->n_fields) return err_raise(vm, EXC_IndexError, "Field index %lld out of range.", (long long)i);
    return VAL(descr_retain(d->fields[at].descr));
}

static Value repeat(VM *vm, Ref a, Ref b)
{
    Np *np = np_state(vm);
    bool left = np && is_descr(vm, np, a);
    Ref d = left ? a : b, count = left ? b : a;
    if (!np || !is_int(count)) return np ? V_NOTIMPL : NO_VALUE;
    int64_t n;
    if (!num_index_i64(vm, count, &n)) return NULL;
    if (n < 0) return err_raise(vm, EXC_ValueError, "Array length must be >= 0, not %lld", (long long)n);
    if (n == 1) return retain(d);
    Value shape = tuple_of(vm, 1, count), r = shape ? VAL(descr_subarray(vm, as_descr(d), shape)) : NO_VALUE;
    release(vm, shape);
    return r;
}

static Value compare(VM *vm, Ref a, Ref b, CmpOp op)
{
    Descr *d = self_of(a), *e = NULL;
    if (is_descr(vm, d->np, b)) e = descr_retain(as_descr(b));
    else if (!(e = descr_parse(vm, d->np, b, false))) { /* what is no dtype is not equal to one */
        if (!err_matches(vm, EXC_TypeError) && !err_matches(vm, EXC_ValueError) && !err_matches(vm, EXC_KeyError) && !err_matches(vm, EXC_SyntaxError)) return NULL;
        err_clear(vm);
        return V_NOTIMPL;
    }
    bool same = descr_equivalent(vm, d, e), r = false;
    switch (op) {
    case CMP_EQ: r = same; break;
    case CMP_NE: r = !same; break;
    case CMP_LT: r = !same && descr_can_cast(vm, d, e, CASTING_SAFE); break;
    case CMP_LE: r = descr_can_cast(vm, d, e, CASTING_SAFE); break;
    case CMP_GT: r = !same && descr_can_cast(vm, e, d, CASTING_SAFE); break;
    case CMP_GE: r = descr_can_cast(vm, e, d, CASTING_SAFE); break;
    }
    descr_release(vm, e);
    return err_occurred(vm) ? NO_VALUE : make_bool(r);
}

static bool hash(VM *vm, Ref v, int64_t *out) { return descr_hash(vm, self_of(v), out); }
static Value repr(VM *vm, Ref v) { return np_ask(vm, self_of(v)->np, PY_DTYPE_REPR, &v, 1); }
static Value text(VM *vm, Ref v) { return descr_text(vm, self_of(v)); }

/* ---- making ---- */

static Value make(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"dtype", "align", "copy", "metadata"};
    Ref given[4];
    Np *np = np_state(vm);
    if (!np) return NULL;
    int kw = kwnames ? (int)as_tuple(kwnames)->len : 0;
    if (REF(cls) != REF(np->dtype)) { /* one of its classes, as it is */
        for (int i = 0; i < NP_NUMS; i++)
            if (cls == REF(np->dtype_classes[i]) && !n && !kw) return VAL(descr_of(np, (Num)i));
        return err_raise(vm, EXC_NotImplementedError, "`%N` instances cannot be created with arguments", as_type(cls));
    }
    if (!n && !kw) return err_raise(vm, EXC_TypeError, "dtype() missing required argument 'dtype' (pos 1)");
    if (!args_bind(vm, "dtype", args, n, kwnames, names, 4, given)) return NULL;
    int align = given[1] ? op_truth(vm, given[1]) : 0, copy = given[2] ? op_truth(vm, given[2]) : 0;
    if (align < 0 || copy < 0) return NULL;
    if (given[3] && !is_dict(given[3])) return err_raise(vm, EXC_TypeError, "argument 4 must be dict, not %T", given[3]);
    Descr *d = descr_parse(vm, np, given[0], align);
    bool keep = given[3] && dict_len(given[3]) > 0;
    if (d && (copy || keep)) {
        Descr *own = descr_copy(vm, d);
        descr_release(vm, d);
        d = own;
    }
    if (d && keep) {
        Value merged = d->metadata ? dict_copy(vm, d->metadata) : dict_copy(vm, given[3]);
        if (merged && (!d->metadata || dict_update(vm, merged, given[3]))) value_put(vm, &d->metadata, merged);
        else {
            release(vm, merged);
            descr_release(vm, d);
            return NULL;
        }
    }
    return VAL(d);
}

static const NativeDef methods[] = {
    {"newbyteorder", newbyteorder, "self, new_order=None, /", NULL, 0},
    {"__reduce__", reduce, "self, /", NULL, 0},
    {"__setstate__", setstate, "self, state, /", NULL, 0},
    CLASS_GETITEM_ROW,
    {NULL, NULL, NULL, NULL, 0}};

const TypeDef descr_def = {.name = "numpy.dtype", .kind = KIND_OPAQUE, .size = sizeof(Descr), .flags = TYPE_GC | TYPE_BASE | TYPE_IMMUTABLE, .dealloc = descr_dealloc_row, .traverse = descr_traverse_row,
    .methods = methods, .getsets = getsets,
    .s = {.new_ = make, .repr = repr, .str = text, .hash = hash, .compare = compare, .len = length, .truth = truth, .getitem = getitem, .nb = {[OP_MUL] = repeat}}};

/* ---- the metaclass ---- */

static int number_of(VM *vm, Ref cls)
{
    Np *np = np_state(vm);
    for (int i = 0; np && i < NP_NUMS; i++)
        if (cls == REF(np->dtype_classes[i])) return i;
    return -1;
}
static Value meta_type(VM *vm, Ref cls)
{
    int num = number_of(vm, cls);
    return num < 0 ? V_NONE : retain(REF(np_state(vm)->scalars[num]));
}
static Value meta_abstract(VM *vm, Ref cls) { return make_bool(number_of(vm, cls) < 0); }
static Value meta_legacy(VM *vm, Ref cls) { return make_bool(number_of(vm, cls) >= 0); }
static Value meta_parametric(VM *vm, Ref cls)
{
    int num = number_of(vm, cls);
    return make_bool(num >= 0 && (num_is_flexible((Num)num) || num_is_time((Num)num)));
}
static Value meta_new(VM *vm, Ref meta, const Ref *args, int n, Ref kwnames)
{
    (void)meta, (void)args, (void)n, (void)kwnames;
    return err_raise(vm, EXC_TypeError, "Preliminary-API: Cannot subclass DType.");
}
static const GetSetDef meta_getsets[] = {
    {"type", meta_type, getset_readonly, NULL}, {"_abstract", meta_abstract, getset_readonly, NULL}, {"_legacy", meta_legacy, getset_readonly, NULL},
    {"_parametric", meta_parametric, getset_readonly, NULL}, {NULL, NULL, NULL, NULL}};
const TypeDef dtype_meta_def = {.name = "numpy._DTypeMeta", .kind = KIND_TYPE, .size = sizeof(Type), .flags = TYPE_IMMUTABLE, .getsets = meta_getsets, .s = {.new_ = meta_new}};
