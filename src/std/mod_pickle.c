/* mod_pickle.c: the module _pickle: its functions, exceptions and PickleBuffer, and what the pickler and the unpickler share. */
#include "mod_pickle.h"

static Value raise_as(VM *vm, Type *type, const char *fmt, __builtin_va_list ap)
{
    Value text = str_format_v(vm, fmt, ap), e = text ? call1(vm, REF(type), text) : NO_VALUE;
    release(vm, text);
    return e ? err_raise_obj(vm, e) : NULL;
}
Value pickling_error(VM *vm, const char *fmt, ...)
{
    PickleState *s = pickle_state(vm);
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    if (s) raise_as(vm, s->pickling_error, fmt, ap);
    __builtin_va_end(ap);
    return NULL;
}
Value unpickling_error(VM *vm, const char *fmt, ...)
{
    PickleState *s = pickle_state(vm);
    __builtin_va_list ap;
    __builtin_va_start(ap, fmt);
    if (s) raise_as(vm, s->unpickling_error, fmt, ap);
    __builtin_va_end(ap);
    return NULL;
}

Value pickle_table(VM *vm, const char *module, const char *name)
{
    Value table = import_attr(vm, module, name);
    if (table && !is_dict(table)) {
        err_raise(vm, EXC_RuntimeError, "%s.%s should be a dict, not %T", module, name, REF(table));
        value_clear(vm, &table);
    }
    return table;
}

int pickle_deep_attribute(VM *vm, Ref module, Ref path, Value *out, Value *parent)
{
    Value at = retain(module), up = NO_VALUE;
    const Str *s = as_str(path);
    int got = 1;
    for (int64_t from = 0, i = 0; got > 0 && i <= s->len; i++) {
        if (i < s->len && str_at(s, i) != '.') continue;
        Value part = str_substr(vm, path, from, i), name = part ? str_intern(vm, part) : NO_VALUE, next = NO_VALUE;
        got = name ? obj_lookup_attr(vm, at, name, &next) : -1;
        release(vm, name);
        if (got > 0) {
            value_put(vm, &up, at);
            at = next;
        }
        from = i + 1;
    }
    if (got > 0 && parent) *parent = up;
    else release(vm, up);
    if (got > 0) *out = at;
    else release(vm, at);
    return got;
}

/* ---- PickleBuffer ---- */
static PickleBuffer *as_buffer(Ref v) { return (PickleBuffer *)BITS(v); }
static Value buffer_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"object"};
    Ref in[1];
    if (!args_bind(vm, "PickleBuffer", args, n, kwnames, names, 1, in)) return NULL;
    if (!in[0]) return err_raise(vm, EXC_TypeError, "PickleBuffer() missing required argument 'object' (pos 1)");
    BufferView view;
    if (!buffer_get_strided(vm, in[0], &view)) return NULL;
    PickleBuffer *b = (PickleBuffer *)obj_alloc(vm, as_type(cls), as_type(cls)->inst_size);
    if (!b) {
        buffer_release(vm, &view);
        return NULL;
    }
    b->view = view;
    return VAL(b);
}
static void let_go(VM *vm, PickleBuffer *b)
{
    if (b->released || !b->view.owner) return;
    b->released = true;
    BufferView old = b->view;
    b->view = (BufferView){0};
    buffer_release(vm, &old);
}
static void buffer_dealloc(VM *vm, Obj *o)
{
    let_go(vm, (PickleBuffer *)o);
    obj_free(vm, o, o->type->inst_size);
}
static void buffer_traverse(VM *vm, Obj *o, VisitFn visit, void *arg)
{
    if (((PickleBuffer *)o)->view.owner) visit(((PickleBuffer *)o)->view.owner, arg);
}
static bool buffer_lend(VM *vm, Ref self, BufferView *out) /* the object's own memory: who looks sees that object as its owner */
{
    PickleBuffer *b = as_buffer(self);
    if (b->released) return err_false(vm, EXC_ValueError, "operation forbidden on released PickleBuffer object");
    return out->strided ? buffer_get_strided(vm, b->view.owner, out) : buffer_get(vm, b->view.owner, out);
}
static Value m_raw(VM *vm, const Ref *a, int n, Ref kw)
{
    PickleBuffer *b = as_buffer(a[0]);
    if (b->released) return err_raise(vm, EXC_ValueError, "operation forbidden on released PickleBuffer object");
    int64_t step = b->view.itemsize, back = step;
    bool rows = true, columns = true;
    for (int i = b->view.ndim - 1, k = 0; i >= 0; i--, k++) {
        rows = rows && (b->view.shape[i] <= 1 || b->view.strides[i] == step);
        columns = columns && (b->view.shape[k] <= 1 || b->view.strides[k] == back);
        step *= b->view.shape[i];
        back *= b->view.shape[k];
    }
    if (!rows && !columns) return err_raise(vm, EXC_BufferError, "cannot extract raw buffer from non-contiguous buffer");
    Value flat = call1(vm, REF(CLASS(memoryview)), a[0]), name = flat ? str_intern_c(vm, "cast") : NO_VALUE, form = name ? str_from_c(vm, "B") : NO_VALUE;
    Value r = form ? call_method(vm, flat, name, (Ref[]){form}, 1) : NO_VALUE;
    release(vm, flat);
    release(vm, name);
    release(vm, form);
    return r;
}
static Value m_release(VM *vm, const Ref *a, int n, Ref kw)
{
    let_go(vm, as_buffer(a[0]));
    return V_NONE;
}
static const NativeDef buffer_methods[] = {
    {"raw", m_raw, "self, /", "The memory as plain bytes, a memoryview.", 0},
    {"release", m_release, "self, /", "Give the memory back.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
const TypeDef pickle_buffer_def = {
    .name = "_pickle.PickleBuffer", .doc = "Memory that protocol 5 may keep out of the pickle.", .kind = KIND_OPAQUE, .size = sizeof(PickleBuffer), .flags = TYPE_GC | TYPE_WEAKREF | TYPE_IMMUTABLE,
    .s = {.new_ = buffer_new, .buffer = buffer_lend}, .dealloc = buffer_dealloc, .traverse = buffer_traverse, .methods = buffer_methods, .text_signature = "object",
};

/* ---- functions ---- */
static Value fn_dump(VM *vm, const Ref *a, int n, Ref kw)
{
    Value p = pickler_open(vm, a[1], a[2], a[3], a[4]), r = p ? pickler_run(vm, p, a[0]) : NO_VALUE;
    release(vm, p);
    return r;
}
static Value fn_dumps(VM *vm, const Ref *a, int n, Ref kw)
{
    Value p = pickler_open(vm, NULL, a[1], a[2], a[3]), r = p ? pickler_run(vm, p, a[0]) : NO_VALUE;
    release(vm, p);
    return r;
}
static Value fn_load(VM *vm, const Ref *a, int n, Ref kw)
{
    Value u = unpickler_open(vm, a[0], NULL, a[1], a[2], a[3], a[4]), r = u ? unpickler_run(vm, u) : NO_VALUE;
    release(vm, u);
    return r;
}
static Value fn_loads(VM *vm, const Ref *a, int n, Ref kw)
{
    Value u = unpickler_open(vm, NULL, a[0], a[1], a[2], a[3], a[4]), r = u ? unpickler_run(vm, u) : NO_VALUE;
    release(vm, u);
    return r;
}
static const NativeDef functions[] = {
    {"dump", fn_dump, "obj, file, protocol=None, *, fix_imports=True, buffer_callback=None", "Write an object into a file.", NATIVE_KW},
    {"dumps", fn_dumps, "obj, protocol=None, *, fix_imports=True, buffer_callback=None", "An object as bytes.", NATIVE_KW},
    {"load", fn_load, "file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()", "Read an object from a file.", NATIVE_KW},
    {"loads", fn_loads, "data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=()", "Read an object from bytes.", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};

#define ERROR(id, text) static const TypeDef id = {.name = "_pickle." text, .kind = KIND_EXCEPTION, .size = sizeof(Exception), .flags = TYPE_GC | TYPE_ATTRS | TYPE_BASE | TYPE_WEAKREF}
ERROR(error_def, "PickleError");
ERROR(pickling_error_def, "PicklingError");
ERROR(unpickling_error_def, "UnpicklingError");

static bool init(VM *vm, Ref module, Dict *ns)
{
    PickleState *s = as_module(module)->state;
    bool ok = (s->error = type_from_def(vm, &error_def, vm->exc_types[EXC_Exception])) && (s->pickling_error = type_from_def(vm, &pickling_error_def, s->error)) &&
              (s->unpickling_error = type_from_def(vm, &unpickling_error_def, s->error)) && (s->pickler = type_from_def(vm, &pickler_def, NULL)) &&
              (s->unpickler = type_from_def(vm, &unpickler_def, NULL)) && (s->buffer = type_from_def(vm, &pickle_buffer_def, NULL)) &&
              (s->pickler_memo = type_from_def(vm, &pickler_memo_def, NULL)) && (s->unpickler_memo = type_from_def(vm, &unpickler_memo_def, NULL));
    Type *const named[] = {s->error, s->pickling_error, s->unpickling_error, s->pickler, s->unpickler, s->buffer};
    for (int i = 0; ok && i < 6; i++) ok = module_add_type(vm, ns, named[i]);
    return ok;
}

static void done(VM *vm, void *state)
{
    PickleState *s = state;
    Type *const types[] = {s->pickler, s->unpickler, s->buffer, s->pickler_memo, s->unpickler_memo, s->error, s->pickling_error, s->unpickling_error};
    for (int i = 0; i < 8; i++) release(vm, VAL(types[i]));
}

const ModuleDef pickle_module = {.name = "_pickle", .doc = "Objects as bytes and back.", .functions = functions, .init = init, .state_size = sizeof(PickleState), .done = done};
