/* exc.c: the built-in exception classes and their attributes. (Raising: err.c; the text of tracebacks: tb_text.c.) */
#include "lang/object/exc.h"

#include "lang/object/vm.h"

Type *err_errno_type(VM *vm, int64_t number);

static unsigned layout_of_type(const Type *t)
{
    while (!t->def) t = t->base;
    return t->text_layout;
}

/* An instance with these args (taken), its fields not yet set. */
static Exception *exc_alloc(VM *vm, Type *type, Value args)
{
    if (!args) return NULL;
    Exception *e = (Exception *)obj_alloc(vm, type, type->inst_size);
    if (!e) {
        release(vm, args);
        return NULL;
    }
    e->head.aux = (uint16_t)layout_of_type(type);
    e->args = args;
    return e;
}

static inline Tuple *args_of(Exception *e) { return as_tuple(e->args); }

static void set_field(VM *vm, Exception *e, int i, Ref v) { value_put(vm, &e->x[i], v ? retain(v) : NULL); }

/* encoding, object, start, end, reason: the classes they must have. */
static bool unicode_field_fits(VM *vm, Exception *e, int number, int field, Ref v)
{
    if (field == 2 || field == 3) return is_int(v) || err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    if (field == 1 && type_is_subtype(e->head.type, vm->exc_types[EXC_UnicodeDecodeError]))
        return buffer_check(vm, v) || err_false(vm, EXC_TypeError, "a bytes-like object is required, not '%T'", v);
    return is_str(v) || err_false(vm, EXC_TypeError, "argument %d must be str, not %T", number, v);
}

/* The fields that follow from the positional arguments alone. */
static bool fields_from_args(VM *vm, Exception *e)
{
    Tuple *a = args_of(e);
    switch (e->head.aux) {
    case EXCL_EXIT: set_field(vm, e, 0, a->len == 0 ? V_NONE : a->len == 1 ? a->items[0] : e->args); break;
    case EXCL_STOP: set_field(vm, e, 0, a->len ? a->items[0] : V_NONE); break;
    case EXCL_IMPORT: if (a->len == 1) set_field(vm, e, 0, a->items[0]); break;
    case EXCL_OS:
        if (a->len == 3 && type_is_subtype(e->head.type, vm->exc_types[EXC_BlockingIOError]) && is_int(a->items[2])) {
            set_field(vm, e, 0, a->items[0]);
            set_field(vm, e, 1, a->items[1]);
            set_field(vm, e, 4, a->items[2]); /* characters_written */
        } else if (a->len >= 2 && a->len <= 5) {
            set_field(vm, e, 0, a->items[0]);
            set_field(vm, e, 1, a->items[1]);
            if (a->len >= 3) set_field(vm, e, 2, a->items[2]);
            if (a->len == 5) set_field(vm, e, 3, a->items[4]);
            if (a->len >= 3 && !is_none(a->items[2])) { /* the file name stays out of args */
                Value two = tuple_from(vm, as_refs(a->items), 2);
                if (!two) return false;
                value_put(vm, &e->args, two);
            }
        }
        break;
    case EXCL_SYNTAX:
        if (a->len >= 1) set_field(vm, e, 0, a->items[0]);
        if (a->len == 2) {
            Value info = tuple_from_iter(vm, a->items[1]);
            if (!info) return false;
            Tuple *t = as_tuple(info);
            if (t->len != 4 && t->len != 6) {
                bool few = t->len < 4;
                err_false(vm, EXC_TypeError, few ? "function takes at least 4 arguments (%lld given)"
                                                 : "function takes at most 6 arguments (%lld given)", (long long)t->len);
                release(vm, info);
                return false;
            }
            for (int i = 0; i < t->len; i++) set_field(vm, e, i + 1, t->items[i]);
            release(vm, info);
        }
        break;
    case EXCL_UNICODE: {
        bool translate = type_is_subtype(e->head.type, vm->exc_types[EXC_UnicodeTranslateError]);
        int want = translate ? 4 : 5;
        if (a->len != want)
            return err_false(vm, EXC_TypeError, "function takes exactly %d arguments (%lld given)", want, (long long)a->len);
        for (int i = 0; i < want; i++)
            if (!unicode_field_fits(vm, e, i + 1, translate ? i + 1 : i, a->items[i])) return false;
        for (int i = 0; i < want; i++) set_field(vm, e, translate ? i + 1 : i, a->items[i]);
        if (!is_str(e->x[1]) && !is_bytes(e->x[1])) { /* bytes as they are now */
            BufferView view;
            if (!buffer_get(vm, e->x[1], &view)) return false;
            Value bytes = bytes_from(vm, view.data, view.len);
            buffer_release(vm, &view);
            if (!bytes) return false;
            value_put(vm, &e->x[1], bytes);
        }
        break;
    }
    case EXCL_GROUP:
        if (a->len == 2) {
            set_field(vm, e, 0, a->items[0]);
            Value t = tuple_from_iter(vm, a->items[1]);
            if (!t) return false;
            value_put(vm, &e->x[1], t);
        }
        break;
    default: break;
    }
    return true;
}

Value exc_make(VM *vm, Type *type, Value args)
{
    if (type->flags & TYPE_HEAP) {
        Value r = call_tuple(vm, REF(type), args, NULL);
        release(vm, args);
        return r;
    }
    Exception *e = exc_alloc(vm, type, args);
    if (!e) return NULL;
    if (!fields_from_args(vm, e)) {
        release(vm, VAL(e));
        return NULL;
    }
    return VAL(e);
}

/* ---- BaseException.__new__ and __init__ ---- */

static Value exc_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames);
static bool exc_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames);

/* OSError's own rule: its fields are set in __new__, unless a subclass brings an __init__ and no __new__ of its own: then in __init__. */
static bool os_fields_in_init(const Type *t) { return t->s.init != exc_init && t->s.new_ == exc_new; }

static Value exc_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    Type *type = as_type(cls);
    unsigned layout = layout_of_type(type);
    if (layout == EXCL_OS && n >= 2 && type == vm->exc_types[EXC_OSError] && is_small(args[0]))
        type = err_errno_type(vm, small_of(args[0]));
    if (layout == EXCL_GROUP) return group_new(vm, type, args, n);
    bool later = layout == EXCL_OS && os_fields_in_init(as_type(cls));
    if (layout == EXCL_OS && !later && kwnames && as_tuple(kwnames)->len) return err_raise(vm, EXC_TypeError, "%N() takes no keyword arguments", as_type(cls));
    Exception *e = exc_alloc(vm, type, later ? retain(vm->empty_tuple) : tuple_from(vm, args, n));
    if (!e) return NULL;
    if (layout == EXCL_OS && !later && !fields_from_args(vm, e)) {
        release(vm, VAL(e));
        return NULL;
    }
    return VAL(e);
}

static bool exc_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames)
{
    Exception *e = as_exception(self);
    unsigned layout = e->head.aux;
    int nkw = kwnames ? (int)as_tuple(kwnames)->len : 0;
    if (layout == EXCL_OS && !os_fields_in_init(e->head.type)) return true;
    for (int i = 0; i < 3 && layout == EXCL_IMPORT; i++) set_field(vm, e, i, NULL); /* what is not said again is gone */
    for (int i = 0; i < nkw; i++) {
        Ref name = as_tuple(kwnames)->items[i];
        int field = -1;
        if (layout == EXCL_ATTR) field = str_equal_c(name, "name") ? 0 : str_equal_c(name, "obj") ? 1 : -1;
        else if (layout == EXCL_NAME) field = str_equal_c(name, "name") ? 0 : -1;
        else if (layout == EXCL_IMPORT) field = str_equal_c(name, "name") ? 1 : str_equal_c(name, "path") ? 2 : -1;
        else
            return err_false(vm, EXC_TypeError, "%N() takes no keyword arguments", e->head.type);
        if (field < 0)
            return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %N()", name,
                             layout == EXCL_ATTR ? vm->exc_types[EXC_AttributeError]
                             : layout == EXCL_NAME ? vm->exc_types[EXC_NameError] : vm->exc_types[EXC_ImportError]);
        set_field(vm, e, field, args[n + i]);
    }
    Value t = tuple_from(vm, args, n);
    if (!t) return false;
    value_put(vm, &e->args, t);
    if (layout == EXCL_GROUP) return true;
    return fields_from_args(vm, e);
}

static void exc_dealloc(VM *vm, Obj *o)
{
    Exception *e = (Exception *)o;
    value_clear(vm, &e->args);
    value_clear(vm, &e->traceback);
    value_clear(vm, &e->context);
    value_clear(vm, &e->cause);
    for (int i = 0; i < EXC_FIELDS; i++) value_clear(vm, &e->x[i]);
    obj_free(vm, o, o->type->inst_size);
}

static void exc_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    Exception *e = (Exception *)o;
    if (e->args) visit(e->args, arg);
    if (e->traceback) visit(e->traceback, arg);
    if (e->context) visit(e->context, arg);
    if (e->cause) visit(e->cause, arg);
    for (int i = 0; i < EXC_FIELDS; i++)
        if (e->x[i]) visit(e->x[i], arg);
}

static void exc_clear(VM *vm, Obj *o)
{
    Exception *e = (Exception *)o;
    value_clear(vm, &e->traceback);
    value_clear(vm, &e->context);
    value_clear(vm, &e->cause);
    for (int i = 0; i < EXC_FIELDS; i++) value_clear(vm, &e->x[i]);
    if (e->args) value_put(vm, &e->args, retain(vm->empty_tuple));
}

/* ---- text ---- */

static Value exc_repr(VM *vm, Ref self)
{
    Exception *e = as_exception(self);
    Ref name = REF(e->head.type->name);
    if (args_of(e)->len == 1) return str_format(vm, "%U(%R)", name, args_of(e)->items[0]);
    return str_format(vm, "%U%R", name, e->args);
}

static Value plain_str(VM *vm, Exception *e)
{
    switch (args_of(e)->len) {
    case 0: return retain(vm->empty_str);
    case 1: return op_str(vm, args_of(e)->items[0]);
    default: return op_str(vm, e->args);
    }
}

static inline bool has(Ref v) { return v && !is_none(v); }

static Value syntax_str(VM *vm, Exception *e)
{
    Ref msg = e->x[0] ? e->x[0] : V_NONE, file = e->x[1], line = e->x[2];
    bool with_file = file && is_str(file), with_line = line && is_int_exact(vm, line);
    if (!with_file && !with_line) return op_str(vm, msg);
    Ref base = file;
    Value tail = NULL;
    if (with_file) {
        int64_t slash = -1, n = as_str(file)->len;
        for (int64_t i = 0; i < n; i++)
            if (str_at(as_str(file), i) == '/') slash = i;
        tail = str_substr(vm, file, slash + 1, n);
        if (!tail) return NULL;
        base = tail;
    }
    Value r;
    if (with_file && with_line) r = str_format(vm, "%S (%U, line %S)", msg, base, line);
    else if (with_file) r = str_format(vm, "%S (%U)", msg, base);
    else r = str_format(vm, "%S (line %S)", msg, line);
    release(vm, tail);
    return r;
}

static Value unicode_str(VM *vm, Exception *e)
{
    Ref object = e->x[1], reason = e->x[4] ? e->x[4] : V_NONE;
    int64_t start = 0, end = 0;
    if (!object) return retain(vm->empty_str);
    if (e->x[2]) int_fits_i64(e->x[2], &start);
    if (e->x[3]) int_fits_i64(e->x[3], &end);
    bool translate = type_is_subtype(e->head.type, vm->exc_types[EXC_UnicodeTranslateError]);
    if (is_bytes(object)) {
        if (start >= 0 && start < as_bytes(object)->len && end == start + 1)
            return str_format(vm, "'%S' codec can't decode byte 0x%02x in position %lld: %S", e->x[0],
                              as_bytes(object)->data[start], (long long)start, reason);
        return str_format(vm, "'%S' codec can't decode bytes in position %lld-%lld: %S", e->x[0], (long long)start,
                          (long long)end - 1, reason);
    }
    Value what = translate ? str_from_c(vm, "can't translate") : str_format(vm, "'%S' codec can't encode", e->x[0]), r;
    if (!what) return NULL;
    if (is_str(object) && start >= 0 && start < as_str(object)->len && end == start + 1) {
        unsigned c = str_at(as_str(object), start);
        const char *form = c <= 0xFF ? "%U character '\\x%02x' in position %lld: %S"
                         : c <= 0xFFFF ? "%U character '\\u%04x' in position %lld: %S"
                                       : "%U character '\\U%08x' in position %lld: %S";
        r = str_format(vm, form, what, c, (long long)start, reason);
    } else r = str_format(vm, "%U characters in position %lld-%lld: %S", what, (long long)start, (long long)end - 1, reason);
    release(vm, what);
    return r;
}

/* Whose text it has: that of the first class with a text of its own, which need not be the one it is laid out as. */
#define OWN_TEXT(layout) ((layout) != EXCL_PLAIN && (layout) != EXCL_EXIT && (layout) != EXCL_STOP)
static unsigned text_of(const Exception *e)
{
    const Type *t = e->head.type;
    for (int64_t i = 0; i < t->mro->len; i++) {
        const Type *c = as_type(t->mro->items[i]);
        if (c->def && OWN_TEXT(c->text_layout)) return c->text_layout == EXCL_KEY || c->text_layout == e->head.aux ? c->text_layout : EXCL_PLAIN;
    }
    return EXCL_PLAIN;
}
static Value exc_str(VM *vm, Ref self)
{
    Exception *e = as_exception(self);
    switch (text_of(e)) {
    case EXCL_KEY:
        if (args_of(e)->len == 1) return op_repr(vm, args_of(e)->items[0]);
        return plain_str(vm, e);
    case EXCL_OS:
        if (has(e->x[2]) && has(e->x[3]))
            return str_format(vm, "[Errno %S] %S: %R -> %R", e->x[0], e->x[1], e->x[2], e->x[3]);
        if (has(e->x[2])) return str_format(vm, "[Errno %S] %S: %R", e->x[0], e->x[1], e->x[2]);
        if (e->x[0] && e->x[1]) return str_format(vm, "[Errno %S] %S", e->x[0], e->x[1]);
        return plain_str(vm, e);
    case EXCL_IMPORT:
        if (e->x[0] && is_str(e->x[0])) return retain(e->x[0]);
        return plain_str(vm, e);
    case EXCL_SYNTAX: return syntax_str(vm, e);
    case EXCL_UNICODE: return unicode_str(vm, e);
    case EXCL_GROUP: {
        int64_t n = e->x[1] ? as_tuple(e->x[1])->len : 0;
        return str_format(vm, "%S (%lld sub-exception%s)", e->x[0] ? e->x[0] : V_NONE, (long long)n, n == 1 ? "" : "s");
    }
    default: return plain_str(vm, e);
    }
}

/* ---- attributes ---- */

static Value get_args(VM *vm, Ref self) { return retain(as_exception(self)->args); }
static bool set_args(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "args may not be deleted");
    Value t = tuple_from_iter(vm, v);
    if (!t) return false;
    value_put(vm, &as_exception(self)->args, t);
    return true;
}
static Value or_none(Value v) { return v ? retain(v) : V_NONE; }
static Value get_traceback(VM *vm, Ref self) { return or_none(as_exception(self)->traceback); }
static bool set_traceback(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "__traceback__ may not be deleted");
    if (!is_none(v) && !is_kind(v, KIND_TRACEBACK))
        return err_false(vm, EXC_TypeError, "__traceback__ must be a traceback or None");
    value_put(vm, &as_exception(self)->traceback, is_none(v) ? NULL : retain(v));
    return true;
}
static Value get_context(VM *vm, Ref self) { return or_none(as_exception(self)->context); }
static bool set_context(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "__context__ may not be deleted");
    if (!is_none(v) && !is_exception(v))
        return err_false(vm, EXC_TypeError, "exception context must be None or derive from BaseException");
    value_put(vm, &as_exception(self)->context, is_none(v) ? NULL : retain(v));
    return true;
}
static Value get_cause(VM *vm, Ref self) { return or_none(as_exception(self)->cause); }
static bool set_cause(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "__cause__ may not be deleted");
    if (!is_none(v) && !is_exception(v))
        return err_false(vm, EXC_TypeError, "exception cause must be None or derive from BaseException");
    value_put(vm, &as_exception(self)->cause, is_none(v) ? NULL : retain(v));
    as_exception(self)->suppress_context = true;
    return true;
}
static Value get_suppress(VM *vm, Ref self) { return make_bool(as_exception(self)->suppress_context); }
static bool set_suppress(VM *vm, Ref self, Ref v)
{
    if (!v) return err_false(vm, EXC_TypeError, "can't delete numeric/char attribute");
    if (!is_bool(v)) return err_false(vm, EXC_TypeError, "attribute value type must be bool");
    as_exception(self)->suppress_context = v == V_TRUE;
    return true;
}

static Value get_dict(VM *vm, Ref self) { return inst_dict_getset.get(vm, self); }
static bool set_dict(VM *vm, Ref self, Ref v) { return inst_dict_getset.set(vm, self, v); }

/* One pair of accessors a field number. */
#define FIELD(i)                                                                                       \
    static Value get_field##i(VM *vm, Ref self) { return or_none(as_exception(self)->x[i]); }          \
    static bool set_field##i(VM *vm, Ref self, Ref v)                                                  \
    {                                                                                                  \
        set_field(vm, as_exception(self), i, v);                                                       \
        return true;                                                                                   \
    }
FIELD(0) FIELD(1) FIELD(2) FIELD(3) FIELD(4) FIELD(5) FIELD(6)
#define ROW(name, i) {name, get_field##i, set_field##i, NULL}

static const GetSetDef base_getsets[] = {
    {"args", get_args, set_args, NULL},
    {"__traceback__", get_traceback, set_traceback, NULL},
    {"__context__", get_context, set_context, "exception context"},
    {"__cause__", get_cause, set_cause, "exception cause"},
    {"__suppress_context__", get_suppress, set_suppress, NULL},
    {"__dict__", get_dict, set_dict, NULL},
    {0},
};
static const GetSetDef exit_getsets[] = {ROW("code", 0), {0}};
static const GetSetDef stop_getsets[] = {ROW("value", 0), {0}};
static const GetSetDef attr_getsets[] = {ROW("name", 0), ROW("obj", 1), {0}};
static const GetSetDef name_getsets[] = {ROW("name", 0), {0}};
static const GetSetDef import_getsets[] = {ROW("msg", 0), ROW("name", 1), ROW("path", 2), {0}};
static const GetSetDef os_getsets[] = {ROW("errno", 0), ROW("strerror", 1), ROW("filename", 2), ROW("filename2", 3), {0}};
static Value get_written(VM *vm, Ref self)
{
    Value n = as_exception(self)->x[4];
    return n ? retain(n) : err_raise(vm, EXC_AttributeError, "characters_written");
}
static bool set_written(VM *vm, Ref self, Ref v)
{
    if (!v && !as_exception(self)->x[4]) return err_false(vm, EXC_AttributeError, "characters_written");
    if (v && !is_int(v)) return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    value_put(vm, &as_exception(self)->x[4], v ? retain(v) : NULL);
    return true;
}
static const GetSetDef blocking_getsets[] = {{"characters_written", get_written, set_written, NULL}, {0}};
/* Its presence tells who prints a SyntaxError to show the place apart from the message. */
static Value get_print_file(VM *vm, Ref self) { return V_NONE; }
static const GetSetDef syntax_getsets[] = {{"print_file_and_line", get_print_file, NULL, "exception print_file_and_line"}, ROW("msg", 0), ROW("filename", 1), ROW("lineno", 2), ROW("offset", 3),
                                           ROW("text", 4), ROW("end_lineno", 5), ROW("end_offset", 6), {0}};
static const GetSetDef unicode_getsets[] = {ROW("encoding", 0), ROW("object", 1), ROW("start", 2), ROW("end", 3),
                                            ROW("reason", 4), {0}};
static const GetSetDef group_getsets[] = {ROW("message", 0), ROW("exceptions", 1), {0}};

static Value with_traceback(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!set_traceback(vm, args[0], args[1])) return NULL;
    return retain(args[0]);
}

static Value add_note(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "note must be a str, not '%T'", args[1]);
    Value notes = NULL;
    if (obj_lookup_attr(vm, args[0], NAME(__notes__), &notes) < 0) return NULL;
    if (!notes) {
        notes = list_new(vm, 1);
        if (!notes || !obj_setattr(vm, args[0], NAME(__notes__), notes)) goto fail;
    }
    if (!is_list(notes)) {
        err_raise(vm, EXC_TypeError, "Cannot add note: __notes__ is not a list");
        goto fail;
    }
    if (!list_append(vm, notes, args[1])) goto fail;
    release(vm, notes);
    return V_NONE;
fail:
    release(vm, notes);
    return NULL;
}

static Value exc_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Exception *e = as_exception(args[0]);
    Value dict = obj_dict(vm, args[0]), from = retain(e->args);
    if (!dict && err_occurred(vm)) return release(vm, from), NULL;
    if (e->head.aux == EXCL_OS && args_of(e)->len == 2 && has(e->x[2])) { /* what __init__ took off comes back */
        Ref all[5] = {args_of(e)->items[0], args_of(e)->items[1], e->x[2], V_NONE, has(e->x[3]) ? (Ref)e->x[3] : V_NONE};
        value_put(vm, &from, tuple_from(vm, all, has(e->x[3]) ? 5 : 3));
    }
    if (e->head.aux == EXCL_IMPORT && (has(e->x[1]) || has(e->x[2]))) {
        value_put(vm, &dict, dict ? dict_copy(vm, dict) : dict_new(vm));
        if (dict && ((has(e->x[1]) && !dict_set_c(vm, dict, "name", e->x[1])) || (has(e->x[2]) && !dict_set_c(vm, dict, "path", e->x[2])))) value_clear(vm, &dict);
        if (!dict) return release(vm, from), NULL;
    }
    Value r = !from ? NO_VALUE : dict && dict_len(dict) ? tuple_of(vm, 3, REF(e->head.type), (Ref)from, (Ref)dict)
                                                        : tuple_of(vm, 2, REF(e->head.type), (Ref)from);
    release(vm, from);
    release(vm, dict);
    return r;
}

static Value exc_setstate(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int64_t pos = 0;
    Ref key, value;
    if (is_none(args[1])) return V_NONE;
    if (!is_dict(args[1])) return err_raise(vm, EXC_TypeError, "state is not a dictionary");
    while (dict_next(args[1], &pos, &key, &value))
        if (!obj_setattr(vm, args[0], key, value)) return NULL;
    return V_NONE;
}

static const NativeDef base_methods[] = {
    {"with_traceback", with_traceback, "self, tb", "Put tb into __traceback__; the exception itself comes back.", 0},
    {"add_note", add_note, "self, note", "Append a text that tracebacks print below the message.", 0},
    {"__reduce__", exc_reduce, "self", NULL, 0},
    {"__setstate__", exc_setstate, "self, state", NULL, 0},
    {0},
};

/* ---- the classes ---- */

static const GetSetDef *const layout_getsets[] = {
    [EXCL_PLAIN] = NULL, [EXCL_EXIT] = exit_getsets, [EXCL_STOP] = stop_getsets, [EXCL_KEY] = NULL, [EXCL_ATTR] = attr_getsets,
    [EXCL_NAME] = name_getsets, [EXCL_IMPORT] = import_getsets, [EXCL_OS] = os_getsets, [EXCL_SYNTAX] = syntax_getsets,
    [EXCL_UNICODE] = unicode_getsets, [EXCL_GROUP] = group_getsets,
};

#define EXC(id, base, layout, text)                                                                            \
    {.name = #id, .doc = text, .kind = KIND_EXCEPTION, .size = sizeof(Exception),                              \
     .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF,                                                 \
     .s = {.new_ = exc_new, .init = exc_init, .repr = EXC_##id == EXC_BaseException ? exc_repr : NULL, .str = EXC_##id == EXC_BaseException || OWN_TEXT(EXCL_##layout) ? exc_str : NULL}, \
     .dealloc = exc_dealloc, .traverse = exc_traverse, .clear = exc_clear},
static const TypeDef exc_defs[EXC_COUNT] = {
#include "lang/object/exceptions.def"
};
static const uint8_t exc_layouts[EXC_COUNT] = {
#define EXC(id, base, layout, text) EXCL_##layout,
#include "lang/object/exceptions.def"
};

enum { EXC_object = -1 };
static const int exc_bases[EXC_COUNT] = {
#define EXC(id, base, layout, text) EXC_##base,
#include "lang/object/exceptions.def"
};

bool exc_init_types(VM *vm)
{
    for (int i = 0; i < EXC_COUNT; i++) {
        Type *base = exc_bases[i] < 0 ? CLASS(object) : vm->exc_types[exc_bases[i]];
        bool first = exc_bases[i] < 0 || exc_layouts[exc_bases[i]] != exc_layouts[i];
        Type *t = vm->exc_types[i] = type_from_def(vm, &exc_defs[i], base);
        if (!t) return false;
        t->text_layout = exc_layouts[i];
        if (exc_bases[i] < 0) {
            if (!type_add_methods(vm, t, base_methods) || !type_add_getsets(vm, t, base_getsets)) return false;
        }
        if (first && layout_getsets[exc_layouts[i]] && !type_add_getsets(vm, t, layout_getsets[exc_layouts[i]])) return false;
        if (i == EXC_BlockingIOError && !type_add_getsets(vm, t, blocking_getsets)) return false;
        if (i == EXC_BaseExceptionGroup && !type_add_methods(vm, t, group_methods)) return false;
    }
    /* ExceptionGroup has two bases, which the table cannot say: exc_group.c. */
    return exc_group_init(vm) && (vm->no_memory = exc_make(vm, vm->exc_types[EXC_MemoryError], retain(vm->empty_tuple))) != NULL;
}

int tb_line(Ref traceback)
{
    Traceback *t = (Traceback *)BITS(traceback);
    return t->line ? t->line : code_line(t->code, t->pc);
}

void tb_add(VM *vm, Code *code, Dict *globals, int32_t pc)
{
    if (!vm->error) return;
    Exception *e = as_exception(vm->error);
    Value pending = vm->error;
    vm->error = NULL;
    Traceback *t = (Traceback *)obj_alloc(vm, CLASS(traceback), sizeof(Traceback));
    if (!t) { /* without memory the level is lost, not the exception */
        err_clear(vm);
        vm->error = pending;
        return;
    }
    vm->error = pending;
    t->code = (Code *)BITS(retain(REF(code)));
    t->globals = (Dict *)BITS(retain(REF(globals)));
    t->pc = pc;
    t->next = e->traceback;
    e->traceback = VAL(t);
}
