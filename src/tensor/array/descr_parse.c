/* descr_parse.c: what dtype(…) takes: classes, texts ("f8", "<U5", "i4,f8", "datetime64[ns]"), pairs, lists of fields, dicts, and whatever has a .dtype. */
#include "array.h"
#include "descr.h"

/* ---- texts ---- */

static Descr *not_understood(VM *vm, Ref text)
{
    return err_raise(vm, EXC_TypeError, "data type %R not understood", text), NULL;
}

/* "i4,f8", "(2,3)f4", "3f8": what needs the reader of several formats. */
static bool is_list_of_formats(const char *s, size_t n)
{
    if (!n) return false;
    if ((s[0] >= '0' && s[0] <= '9') || s[0] == '(') return true; /* (an empty repeat count cannot be told from a name) */
    if (n > 1 && strchr("<>=|", s[0]) && ((s[1] >= '0' && s[1] <= '9') || s[1] == '(')) return true;
    bool inside = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '[') inside = true;
        if (s[i] == ']') inside = false;
        if (s[i] == ',' && !inside) return true;
    }
    return false;
}

static Descr *parse_formats(VM *vm, Np *np, Ref text, bool align)
{
    Value list = np_ask(vm, np, PY_COMMASTRING, &text, 1);
    if (!list || !is_list(list) || !as_list(list)->len) {
        if (list) err_raise(vm, EXC_RuntimeError, "_commastring is not returning a list with len >= 1");
        release(vm, list);
        return NULL;
    }
    Descr *d = NULL;
    int64_t n = as_list(list)->len;
    if (n == 1) d = descr_parse(vm, np, as_list(list)->items[0], align);
    else {
        Value fields = list_new(vm, n);
        bool ok = fields != NO_VALUE;
        for (int64_t i = 0; ok && i < n; i++) {
            Value name = str_from_c(vm, ""), row = name ? tuple_of(vm, 2, (Ref)name, (Ref)as_list(list)->items[i]) : NO_VALUE;
            release(vm, name);
            ok = row && list_append_take(vm, fields, row);
        }
        if (ok) d = descr_parse(vm, np, fields, align);
        release(vm, fields);
    }
    release(vm, list);
    return d;
}

/* A size behind a letter: digits alone. -1: none of these; the number when it is one that fits. */
static int64_t digits_of(const char *s, size_t n)
{
    int64_t v = 0;
    if (!n || n > 10) return -1;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return -1;
        v = v * 10 + (s[i] - '0');
    }
    return v <= INT32_MAX ? v : -1;
}

static Num number_of_kind(char kind, int64_t bytes) /* "f8": the first of that kind and size, of several the one that C calls long */
{
    if (kind == 'b') return bytes == 1 ? NP_BOOL : NP_NONE;
    if (kind == 'i' && bytes == 8) return NP_LONG;
    if (kind == 'u' && bytes == 8) return NP_ULONG;
    if (kind == 'O') return bytes == 8 || bytes == 4 ? NP_OBJECT : NP_NONE;
    if (kind == 'M' || kind == 'm') return bytes != 8 ? NP_NONE : kind == 'M' ? NP_DATETIME : NP_TIMEDELTA;
    if (kind == 't') return NP_NONE;
    for (int i = 0; i < NP_NUMS; i++)
        if (np_elements[i].kind == kind && np_elements[i].bytes == bytes && bytes && !num_is_time((Num)i)) return (Num)i;
    return NP_NONE;
}

static Num number_of_letter(char c)
{
    if (c == 'p') return NP_LONG;
    if (c == 'P') return NP_ULONG;
    if (c == 'a') return NP_STRING;
    for (int i = 0; i < NP_NUMS; i++)
        if (np_elements[i].letter == c) return (Num)i;
    return NP_NONE;
}

static Descr *in_order(VM *vm, Descr *d, char order)
{
    if (!d || order != '>' || d->order == '|') return d;
    Descr *r = descr_ordered(vm, d, '>');
    descr_release(vm, d);
    return r;
}

/* "M8[25s]", "datetime64[ns]": *d stays NULL when the text is none of these. false: raised. */
static bool parse_time(VM *vm, Np *np, const char *s, size_t n, Descr **d)
{
    static const struct { const char *word; Num num; } words[] = {{"datetime64", NP_DATETIME}, {"timedelta64", NP_TIMEDELTA}, {"M8", NP_DATETIME}, {"m8", NP_TIMEDELTA}, {"M", NP_DATETIME}, {"m", NP_TIMEDELTA}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i].word);
        if (n < len || memcmp(s, words[i].word, len) || (n > len && s[len] != '[')) continue;
        TimeMeta meta = {UNIT_GENERIC, 1};
        if (n > len && !time_meta_parse(vm, s + len, n - len, &meta)) return false;
        *d = descr_time(vm, np, words[i].num, meta);
        return *d != NULL;
    }
    return true;
}

static const struct { const char *old, *instead; } retired[] = {{"Bool", "bool"}, {"Complex32", "complex64"}, {"Complex64", "complex128"}, {"Datetime64", "datetime64"}, {"Float16", "float16"},
    {"Float32", "float32"}, {"Float64", "float64"}, {"Int8", "int8"}, {"Int16", "int16"}, {"Int32", "int32"}, {"Int64", "int64"}, {"Object0", "object"}, {"Str0", "str"}, {"Timedelta64", "timedelta64"},
    {"UInt8", "uint8"}, {"UInt16", "uint16"}, {"UInt32", "uint32"}, {"UInt64", "uint64"}, {"Void0", "void"}};

/* A name that NumPy's Python half knows (set_typeDict): "float64", "int", "longdouble" … */
static Descr *parse_name(VM *vm, Np *np, Ref text)
{
    Ref found = np->type_dict ? dict_get(vm, np->type_dict, text) : (Ref)NO_VALUE;
    if (!found) return err_occurred(vm) ? NULL : not_understood(vm, text);
    for (size_t i = 0; i < sizeof retired / sizeof *retired; i++)
        if (str_equal_c(text, retired[i].old)) return not_understood(vm, text);
    Value held = retain(found);
    Descr *d = is_type(held) ? descr_of_class(vm, np, held) : descr_parse(vm, np, held, false);
    release(vm, held);
    return d;
}

static Descr *parse_text(VM *vm, Np *np, Ref text, bool align)
{
    size_t n;
    const char *all = str_utf8(vm, text, &n), *s = all;
    if (!all) return NULL;
    if (!n || !str_is_ascii(as_str(text))) return not_understood(vm, text);
    if (is_list_of_formats(s, n)) return parse_formats(vm, np, text, align);
    char order = '=';
    if (strchr("<>=|", *s)) {
        order = *s == '>' ? '>' : '=';
        s++;
        if (!--n) return not_understood(vm, text);
    }
    Descr *d = NULL;
    if (!parse_time(vm, np, s, n, &d)) return NULL;
    if (d) return in_order(vm, d, order);
    if (n == 1) {
        if (*s == 'c') return descr_sized(vm, np, NP_STRING, 1);
        Num num = number_of_letter(*s);
        if (num != NP_NONE) return in_order(vm, descr_of(np, num), order);
    } else {
        int64_t bytes = digits_of(s + 1, n - 1);
        Num flexible = *s == 'S' || *s == 'a' ? NP_STRING : *s == 'U' ? NP_UNICODE : *s == 'V' ? NP_VOID : NP_NONE;
        if (bytes >= 0 && flexible != NP_NONE) {
            if (flexible == NP_UNICODE && bytes > INT32_MAX / 4) return not_understood(vm, text);
            return in_order(vm, descr_sized(vm, np, flexible, flexible == NP_UNICODE ? bytes * 4 : bytes), order);
        }
        Num num = bytes >= 0 ? number_of_kind(*s, bytes) : NP_NONE;
        if (num != NP_NONE) return in_order(vm, descr_of(np, num), order);
    }
    if (s != all) { /* "<float64" is none, "<f8" was */
        return not_understood(vm, text);
    }
    return parse_name(vm, np, text);
}

/* ---- classes ---- */

static Num number_of_python_class(VM *vm, Ref type)
{
    const struct { Ref type; Num num; } rows[] = {{REF(CLASS(int)), NP_LONG}, {REF(CLASS(float)), NP_DOUBLE}, {REF(CLASS(complex)), NP_CDOUBLE}, {REF(CLASS(bool)), NP_BOOL}, {REF(CLASS(bytes)), NP_STRING},
        {REF(CLASS(str)), NP_UNICODE}, {REF(CLASS(memoryview)), NP_VOID}, {REF(CLASS(object)), NP_OBJECT}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type) return rows[i].num;
    return NP_NONE;
}

static bool warn_abstract(VM *vm, const char *words) { return err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, words)); }

/* What an abstract class stood for, once: with NumPy's warning. */
static Descr *of_abstract(VM *vm, Np *np, Ref type, bool *was)
{
    static const struct { ScalarClass class, also; Num num; const char *words; } rows[] = {
        {NPC_INEXACT, NPC_FLOATING, NP_DOUBLE, "Converting `np.inexact` or `np.floating` to a dtype is deprecated. The current result is `float64` which is not strictly correct."},
        {NPC_NUMBER, NPC_NUMBER, NP_DOUBLE, "Converting `np.inexact` or `np.floating` to a dtype is deprecated. The current result is `float64` which is not strictly correct."},
        {NPC_COMPLEXFLOATING, NPC_COMPLEXFLOATING, NP_CDOUBLE, "Converting `np.complex` to a dtype is deprecated. The current result is `complex128` which is not strictly correct."},
        {NPC_INTEGER, NPC_SIGNED, NP_LONG, "Converting `np.integer` or `np.signedinteger` to a dtype is deprecated. The current result is `np.dtype(np.int_)` which is not strictly correct. Note that the result depends on the system. To ensure stable results use may want to use `np.int64` or `np.int32`."},
        {NPC_UNSIGNED, NPC_UNSIGNED, NP_ULONG, "Converting `np.unsignedinteger` to a dtype is deprecated. The current result is `np.dtype(np.uint)` which is not strictly correct. Note that the result depends on the system. To ensure stable results you may want to use `np.uint64` or `np.uint32`."},
        {NPC_CHARACTER, NPC_CHARACTER, NP_STRING, "Converting `np.character` to a dtype is deprecated. The current result is `np.dtype(np.str_)` which is not strictly correct. Note that `np.character` is generally deprecated and 'S1' should be used."},
        {NPC_GENERIC, NPC_FLEXIBLE, NP_VOID, "Converting `np.generic` to a dtype is deprecated. The current result is `np.dtype(np.void)` which is not strictly correct."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (type == REF(np->abstract[rows[i].class]) || type == REF(np->abstract[rows[i].also])) {
            *was = true;
            return warn_abstract(vm, rows[i].words) ? descr_of(np, rows[i].num) : NULL;
        }
    *was = false;
    return NULL;
}

/* An object's (or class's) own .dtype: 1: *out; 0: it has none; -1: raised */
static int of_attribute(VM *vm, Np *np, Ref v, Descr **out)
{
    Value key = str_intern_c(vm, "dtype"), found = NO_VALUE;
    int has = key ? obj_lookup_attr(vm, v, key, &found) : -1;
    release(vm, key);
    if (has <= 0) return has;
    if (is_descr(vm, np, found)) {
        *out = as_descr(found);
        return 1;
    }
    bool is_slot = is_type(v) && type_of(vm, found)->s.descr_get; /* an attribute of the class's instances */
    if (!is_slot && rec_enter(vm, " while trying to convert the given data type from its `.dtype` attribute.")) {
        *out = descr_parse(vm, np, found, false);
        rec_leave(vm);
    }
    release(vm, found);
    if (is_slot) return 0;
    return *out ? 1 : -1;
}

static bool is_ctypes_class(VM *vm, Ref type)
{
    for (const Type *t = as_type(type); t; t = t->base)
        if (t->def && !strcmp(t->def->name, "_ctypes._CData")) return true;
    (void)vm;
    return false;
}

Descr *descr_of_class(VM *vm, Np *np, Ref type)
{
    Num num = number_of_python_class(vm, type);
    if (num != NP_NONE) return descr_of(np, num);
    for (int i = 0; i < NP_NUMS; i++)
        if (type == REF(np->scalars[i])) return descr_of(np, (Num)i);
    bool was;
    Descr *d = of_abstract(vm, np, type, &was);
    if (was) return d;
    for (int i = 0; i < NP_NUMS; i++) /* a class derived from one of ours: records */
        if (type_is_subtype(as_type(type), np->scalars[i])) {
            int has = i == NP_VOID ? 0 : of_attribute(vm, np, type, &d);
            if (has) return has > 0 ? d : NULL;
            if (!(d = descr_copy(vm, np->descrs[i]))) return NULL;
            Type *own = d->scalar;
            d->scalar = (Type *)BITS(retain(type));
            release(vm, VAL(own));
            return d;
        }
    int has = of_attribute(vm, np, type, &d);
    if (has) return has > 0 ? d : NULL;
    if (is_ctypes_class(vm, type)) {
        Value made = np_ask(vm, np, PY_DTYPE_CTYPES, &type, 1);
        if (made && is_descr(vm, np, made)) return as_descr(made);
        release(vm, made);
        return err_occurred(vm) ? NULL : (err_raise(vm, EXC_RuntimeError, "ctypes type %R has no dtype", type), NULL);
    }
    return descr_of(np, NP_OBJECT);
}

/* ---- pairs ---- */

/* (descr, {fields}) and (base, new): the new one's fields over the base's element. */
static Descr *over_base(VM *vm, Descr *base, Descr *d)
{
    if (d->size && base->size != d->size && base->size) return err_raise(vm, EXC_ValueError, "mismatch in size of old and new data-descriptor"), NULL;
    if (!d->size && base->size) return err_raise(vm, EXC_ValueError, "mismatch in size of old and new data-descriptor"), NULL;
    if (base->size && (descr_has_objects(d) || descr_has_objects(base))) return err_raise(vm, EXC_TypeError, "invalid reinterpretation of dtype with objects"), NULL;
    Descr *r = descr_copy(vm, base);
    if (!r) return NULL;
    if (!descr_is_structured(d)) return r;
    Descr *with = descr_struct(vm, base->np, d->fields, d->n_fields, d->size, false, false);
    if (!with) return descr_release(vm, r), NULL;
    if (base->num == NP_VOID) {
        descr_release(vm, r);
        Type *own = with->scalar;
        with->scalar = (Type *)BITS(retain(REF(base->scalar)));
        with->flags |= d->flags & DESCR_ALIGNED_STRUCT;
        release(vm, VAL(own));
        return with;
    }
    r->fields = with->fields;
    r->n_fields = with->n_fields;
    r->names = with->names ? retain(with->names) : NO_VALUE;
    r->table = with->table ? retain(with->table) : NO_VALUE;
    with->fields = NULL;
    with->n_fields = 0;
    descr_release(vm, with);
    return r;
}

static bool shape_of(VM *vm, Ref v, Value *out) /* an int or a tuple of ints, as a tuple; false: it is none. Nothing is raised. */
{
    *out = NO_VALUE;
    if (is_int(v)) *out = tuple_of(vm, 1, v);
    else if (is_tuple(v) || is_list(v)) {
        Value t = tuple_from_iter(vm, v);
        for (int64_t i = 0; t && i < as_tuple(t)->len; i++) {
            Value n = is_int(as_tuple(t)->items[i]) ? retain(as_tuple(t)->items[i]) : num_index(vm, as_tuple(t)->items[i]);
            if (!n) {
                err_clear(vm);
                release(vm, t);
                return false;
            }
            value_put(vm, &as_tuple(t)->items[i], n);
        }
        *out = t;
    } else {
        Value n = num_index(vm, v);
        if (!n) {
            err_clear(vm);
            return false;
        }
        *out = tuple_of(vm, 1, (Ref)n);
        release(vm, n);
    }
    return *out != NO_VALUE;
}

static Descr *parse_pair(VM *vm, Np *np, Ref pair, bool align)
{
    if (as_tuple(pair)->len != 2) return err_raise(vm, EXC_TypeError, "Tuple must have size 2, but has size %lld", (long long)as_tuple(pair)->len), NULL;
    Ref second = as_tuple(pair)->items[1];
    Descr *d = descr_parse(vm, np, as_tuple(pair)->items[0], align), *r = NULL;
    if (!d) return NULL;
    Value shape = NO_VALUE;
    int64_t bytes;
    if (is_dict(second) && !descr_is_structured(d) && d->num != NP_VOID && dict_len(second) == 0) r = descr_retain(d);
    else if (num_is_flexible((Num)d->num) && !d->size && !d->base && !descr_is_structured(d) && is_int(second)) { /* ("S", 5) */
        if (!num_index_i64(vm, second, &bytes)) goto done;
        if (bytes < 0 || bytes > (d->num == NP_UNICODE ? INT32_MAX / 4 : INT32_MAX)) {
            err_raise(vm, EXC_ValueError, "invalid itemsize in generic type tuple");
            goto done;
        }
        r = descr_sized(vm, np, (Num)d->num, d->num == NP_UNICODE ? bytes * 4 : bytes);
        if (r && d->scalar != np->scalars[d->num]) { /* (np.record, 8) */
            Descr *own = descr_copy(vm, r);
            descr_release(vm, r);
            if ((r = own)) {
                Type *was = r->scalar;
                r->scalar = (Type *)BITS(retain(REF(d->scalar)));
                release(vm, VAL(was));
            }
        }
    } else if (!is_str(second) && !is_dict(second) && !is_type(second) && !is_descr(vm, np, second) && shape_of(vm, second, &shape)) {
        bool one = as_tuple(shape)->len == 1 && is_int(second) && small_of(as_tuple(shape)->items[0]) == 1 && is_small(as_tuple(shape)->items[0]);
        if (one) {
            r = err_warn(vm, EXC_FutureWarning, str_from_c(vm, "Passing (type, 1) or '1type' as a synonym of type is deprecated; in a future version of numpy, it will be understood as (type, (1,)) / '(1,)type'.")) ? descr_retain(d) : NULL;
        } else if (!as_tuple(shape)->len)
            r = descr_retain(d);
        else
            r = descr_subarray(vm, d, shape);
    } else {
        Descr *e = err_occurred(vm) ? NULL : descr_parse(vm, np, second, align);
        if (e) r = over_base(vm, d, e);
        descr_release(vm, e);
    }
done:
    release(vm, shape);
    descr_release(vm, d);
    return r;
}

/* ---- lists of fields ---- */

typedef struct Building { Field *fields; int64_t n, room, end, align; } Building;

static void building_drop(VM *vm, Building *b)
{
    for (int64_t i = 0; i < b->n; i++) {
        release(vm, b->fields[i].name);
        release(vm, b->fields[i].title);
        descr_release(vm, b->fields[i].descr);
    }
    if (b->fields) mem_free(vm->mem, b->fields, (size_t)b->room * sizeof *b->fields);
}
static bool building_open(VM *vm, Building *b, int64_t n)
{
    *b = (Building){.room = n ? n : 1, .align = 1};
    b->fields = mem_zalloc(vm->mem, (size_t)b->room * sizeof *b->fields);
    return b->fields || (err_no_memory(vm), false);
}

static bool place_field(VM *vm, Building *b, Field *f, bool align)
{
    if (align) {
        b->end = (b->end + f->descr->align - 1) / f->descr->align * f->descr->align;
        if (f->descr->align > b->align) b->align = f->descr->align;
    }
    f->offset = b->end;
    if (__builtin_add_overflow(b->end, f->descr->size, &b->end) || b->end > INT32_MAX)
        return err_false(vm, EXC_ValueError, "total size of the structure does not fit into a C int");
    return true;
}

static bool name_is_free(VM *vm, const Building *b, Ref name)
{
    for (int64_t i = 0; i < b->n; i++)
        if (str_equal(b->fields[i].name, name) || (b->fields[i].title && is_str(b->fields[i].title) && str_equal(b->fields[i].title, name)))
            return err_false(vm, EXC_ValueError, "field %R occurs more than once", name);
    return true;
}

/* ("name", format[, shape]) or (("title", "name"), format[, shape]). */
static bool read_field(VM *vm, Np *np, Building *b, Ref item, int64_t i, bool align)
{
    if (!is_tuple(item) || (as_tuple(item)->len != 2 && as_tuple(item)->len != 3)) {
        Value shown = op_repr(vm, item);
        if (shown) err_raise(vm, EXC_TypeError, "Field elements must be 2- or 3-tuples, got '%U'", (Ref)shown);
        release(vm, shown);
        return false;
    }
    Ref name = as_tuple(item)->items[0], title = NULL;
    if (is_tuple(name)) {
        if (as_tuple(name)->len != 2) return err_false(vm, EXC_TypeError, "If a tuple, the first element of a field tuple must have two elements, not %lld", (long long)as_tuple(name)->len);
        title = as_tuple(name)->items[0];
        name = as_tuple(name)->items[1];
        if (!is_str(name)) return err_false(vm, EXC_TypeError, "Field name must be a str");
    } else if (!is_str(name))
        return err_false(vm, EXC_TypeError, "First element of field tuple is neither a tuple nor str");
    Field *f = &b->fields[b->n];
    *f = (Field){.title = title ? retain(title) : NO_VALUE};
    if (as_str(name)->len) f->name = retain(name);
    else if (title && is_str(title) && as_str(title)->len) f->name = retain(title);
    else f->name = str_format(vm, "f%lld", (long long)i);
    if (title && is_str(title) && !as_str(name)->len) value_clear(vm, &f->title);
    if (f->name) {
        Ref what = as_tuple(item)->items[1];
        Value pair = as_tuple(item)->len == 3 ? tuple_of(vm, 2, what, (Ref)as_tuple(item)->items[2]) : NO_VALUE;
        if (as_tuple(item)->len == 2 || pair) f->descr = descr_parse(vm, np, pair ? (Ref)pair : what, align);
        release(vm, pair);
    }
    bool ok = f->name && f->descr && name_is_free(vm, b, f->name) && (!f->title || !is_str(f->title) || name_is_free(vm, b, f->title)) && place_field(vm, b, f, align);
    if (ok) {
        b->n++;
        return true;
    }
    release(vm, f->name);
    release(vm, f->title);
    descr_release(vm, f->descr);
    return false;
}

static Descr *parse_list(VM *vm, Np *np, Ref list, bool align)
{
    Value items = tuple_from_iter(vm, list); /* (what reads a field may change the list) */
    Building b = {0};
    bool ok = items && building_open(vm, &b, as_tuple(items)->len);
    for (int64_t i = 0; ok && i < as_tuple(items)->len; i++) ok = read_field(vm, np, &b, as_tuple(items)->items[i], i, align);
    Descr *d = ok ? descr_struct(vm, np, b.fields, b.n, -1, align, false) : NULL;
    building_drop(vm, &b);
    release(vm, items);
    return d;
}

/* ---- dicts ---- */

static Value asked(VM *vm, Ref dict, const char *key) /* owned; NULL without error: absent */
{
    Ref v = dict_get_c(vm, dict, key);
    return v ? retain(v) : NO_VALUE;
}

static bool read_row(VM *vm, Np *np, Building *b, int64_t i, Ref names, Ref formats, Ref offsets, Ref titles, bool align)
{
    Value at = int_from_i64(vm, i), name = at ? op_getitem(vm, names, at) : NO_VALUE, format = name ? op_getitem(vm, formats, at) : NO_VALUE;
    Value title = format && titles && !is_none(titles) ? op_getitem(vm, titles, at) : NO_VALUE;
    Field *f = &b->fields[b->n];
    *f = (Field){.descr = format && !err_occurred(vm) ? descr_parse(vm, np, format, align) : NULL};
    bool ok = f->descr != NULL;
    if (ok && !is_str(name)) ok = err_false(vm, EXC_ValueError, "field names must be strings");
    if (ok && align && f->descr->align > b->align) b->align = f->descr->align;
    if (ok && offsets) {
        Value offset = op_getitem(vm, offsets, at);
        int64_t where;
        ok = offset && num_index_i64(vm, offset, &where);
        if (ok && where < 0) ok = err_false(vm, EXC_ValueError, "offset cannot be negative");
        if (ok && align && where % f->descr->align)
            ok = err_false(vm, EXC_ValueError, "offset %lld for NumPy dtype with fields is not divisible by the field alignment %lld with align=True", (long long)where, (long long)f->descr->align);
        if (ok) {
            f->offset = where;
            if (where + f->descr->size > b->end) b->end = where + f->descr->size;
        }
        release(vm, offset);
    } else if (ok)
        ok = place_field(vm, b, f, align);
    if (ok) {
        f->name = retain(name);
        f->title = title && !is_none(title) ? retain(title) : NO_VALUE;
        for (int64_t j = 0; ok && j < b->n; j++)
            if (str_equal(b->fields[j].name, f->name) || (f->title && is_str(f->title) && str_equal(b->fields[j].name, f->title))) ok = err_false(vm, EXC_ValueError, "name already used as a name or title");
    }
    release(vm, at);
    release(vm, name);
    release(vm, format);
    release(vm, title);
    if (ok) {
        b->n++;
        return true;
    }
    release(vm, f->name);
    release(vm, f->title);
    descr_release(vm, f->descr);
    return false;
}

static Descr *parse_dict(VM *vm, Np *np, Ref dict, bool align)
{
    Value names = asked(vm, dict, "names"), formats = asked(vm, dict, "formats"), offsets = asked(vm, dict, "offsets"), titles = asked(vm, dict, "titles"), aligned = asked(vm, dict, "aligned"),
          size = asked(vm, dict, "itemsize");
    Building b = {0};
    Descr *d = NULL;
    int64_t bytes = -1;
    if (!names || !formats) { /* {"name": (format, offset[, title])} */
        Ref given[] = {dict, make_bool(align)};
        if (err_occurred(vm)) goto done;
        Value made = np_ask(vm, np, PY_USEFIELDS, given, 2);
        if (made && is_descr(vm, np, made)) d = as_descr(made);
        else release(vm, made);
        goto done;
    }
    int is_aligned = aligned ? op_truth(vm, aligned) : 0;
    if (is_aligned < 0) goto done;
    align = align || is_aligned;
    int64_t n = op_len(vm, names), m = n < 0 ? -1 : op_len(vm, formats);
    if (m < 0) goto done;
    int64_t o = offsets && !is_none(offsets) ? op_len(vm, offsets) : n, t = titles && !is_none(titles) ? op_len(vm, titles) : n;
    if (o < 0 || t < 0) goto done;
    if (n != m || n != o || n != t) {
        err_raise(vm, EXC_ValueError, "'names', 'formats', 'offsets', and 'titles' dict entries must have the same length");
        goto done;
    }
    bool ok = building_open(vm, &b, n);
    for (int64_t i = 0; ok && i < n; i++) ok = read_row(vm, np, &b, i, names, formats, offsets && !is_none(offsets) ? (Ref)offsets : (Ref)NULL, titles, align);
    if (!ok) goto done;
    int64_t whole = (b.end + b.align - 1) / b.align * b.align;
    if (size && !is_none(size)) {
        if (!num_index_i64(vm, size, &bytes)) goto done;
        if (bytes < b.end) {
            err_raise(vm, EXC_ValueError, "NumPy dtype descriptor requires %lld bytes, cannot override to smaller itemsize of %lld", (long long)whole, (long long)bytes);
            goto done;
        }
        if (align && bytes % b.align) {
            err_raise(vm, EXC_ValueError, "NumPy dtype descriptor requires alignment of %lld bytes, which is not divisible into the specified itemsize %lld", (long long)b.align, (long long)bytes);
            goto done;
        }
    }
    d = descr_struct(vm, np, b.fields, b.n, bytes, align, true);
    Value meta = d ? asked(vm, dict, "metadata") : NO_VALUE;
    if (meta && is_dict(meta)) value_put(vm, &d->metadata, retain(meta));
    release(vm, meta);
done:
    building_drop(vm, &b);
    release(vm, names);
    release(vm, formats);
    release(vm, offsets);
    release(vm, titles);
    release(vm, aligned);
    release(vm, size);
    return d;
}

/* ---- anything ---- */

static Descr *parse(VM *vm, Np *np, Ref v, bool align)
{
    if (is_none(v)) return descr_of(np, NP_DOUBLE);
    if (is_descr(vm, np, v)) return descr_retain(as_descr(v));
    if (is_type(v)) return descr_of_class(vm, np, v);
    if (is_str(v)) return parse_text(vm, np, v, align);
    if (is_bytes(v)) {
        Value text = codec_decode(vm, as_bytes(v)->data, as_bytes(v)->len, "ascii", "strict");
        if (!text) return err_clear(vm), err_raise(vm, EXC_TypeError, "data type not understood"), NULL;
        Descr *d = parse_text(vm, np, text, align);
        release(vm, text);
        return d;
    }
    if (is_tuple(v)) return parse_pair(vm, np, v, align);
    if (is_list(v)) return parse_list(vm, np, v, align);
    if (is_dict(v)) return parse_dict(vm, np, v, align);
    if (is_exact(v, CLASS(mappingproxy))) { /* (what dtype.fields is) */
        Value dict = call1(vm, REF(CLASS(dict)), v);
        Descr *d = dict ? parse_dict(vm, np, dict, align) : NULL;
        release(vm, dict);
        return d;
    }
    Descr *d = NULL;
    if (type_of(vm, v) != np->ndarray) {
        int has = of_attribute(vm, np, v, &d);
        if (has) return has > 0 ? d : NULL;
    }
    if (is_array(v, np)) return err_raise(vm, EXC_TypeError, "Cannot construct a dtype from an array"), NULL;
    return err_raise(vm, EXC_TypeError, "Cannot interpret '%R' as a data type", v), NULL;
}

Descr *descr_parse(VM *vm, Np *np, Ref v, bool align)
{
    if (!rec_enter(vm, " while making a dtype")) return NULL;
    Descr *d = parse(vm, np, v, align);
    rec_leave(vm);
    return d;
}

Descr *descr_parse_optional(VM *vm, Np *np, Ref v, Descr **out)
{
    *out = NULL;
    if (!v || is_none(v)) return np->descrs[NP_DOUBLE];
    return *out = descr_parse(vm, np, v, false);
}
