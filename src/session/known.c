/* known.c: what an expression stands for, told without running a person's code: names, plain attributes, constant indexes of built-in
 * containers, literals, and the class of a call to a class. Only C code and, for objects of perch's own modules, these modules' code runs. */
#include "lang/object/asleep.h"
#include "typing.h"

#include <stdlib.h>

void known_drop(VM *vm, Known *k)
{
    release(vm, k->value);
    *k = (Known){0};
}

/* A result, or nothing: what was raised on the way is forgotten. */
static Value quiet(VM *vm, Value v)
{
    if (err_occurred(vm)) {
        err_clear(vm);
        release(vm, v);
        return NO_VALUE;
    }
    return v;
}

bool known_is_library(Ref fn)
{
    if (is_kind(fn, KIND_METHOD)) fn = ((Method *)BITS(fn))->fn;
    return is_kind(fn, KIND_NATIVE) || is_kind(fn, KIND_METHOD_DESCR) || (is_function(fn) && as_function(fn)->code->flags & CODE_LIBRARY);
}

static bool is_frozen(VM *vm, Ref module) { return is_str(module) && frozen_named(vm, module); }

/* Are a class and all it stems from perch's own? */
static bool type_is_library(VM *vm, Type *t)
{
    for (int64_t i = 0; t->mro && i < t->mro->len; i++) {
        Type *base = as_type(t->mro->items[i]);
        if (!(base->flags & TYPE_HEAP)) continue;
        Ref module = dict_get_str(vm, REF(base->dict), NAME(__module__));
        if (!module || !is_frozen(vm, module)) return false;
    }
    return true;
}

/* ---- names ---- */
Value known_name(const Typing *ty, const char *name, size_t n, bool load)
{
    VM *vm = ty->vm;
    Value key = str_from_utf8(vm, name, n);
    if (key) key = str_intern(vm, key);
    if (!key) return quiet(vm, NO_VALUE);
    Ref v = dict_get_str(vm, REF(ty->names), key);
    if (!v) v = dict_get_str(vm, REF(vm->builtins), key);
    if (!v && vm->prelude) v = dict_get_str(vm, REF(vm->prelude), key);
    Value r = v ? retain(v) : load && vm->prelude_find ? quiet(vm, vm->prelude_find(vm, key)) : NO_VALUE;
    release(vm, key);
    return r;
}

/* ---- attributes ---- */
static Value own_attr(VM *vm, Ref o, Ref name)
{
    if (is_module(o)) return import_stir(vm, o) ? retain(dict_get_str(vm, REF(as_module(o)->dict), name)) : quiet(vm, NO_VALUE);
    if (!is_heap(o) || !(as_obj(o)->type->flags & TYPE_ATTRS) || is_type(o)) return NO_VALUE;
    return retain(inst_get(vm, as_obj(o), name));
}

/* torch's networks keep their parts in three dicts. */
static Value part_attr(VM *vm, Ref o, Ref name)
{
    static const char *const tables[] = {"_parameters", "_modules", "_buffers"};
    if (!is_kind(o, KIND_INSTANCE) || !(as_obj(o)->type->flags & TYPE_ATTRS)) return NO_VALUE;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        Value key = str_intern_c(vm, tables[i]);
        Ref table = key ? inst_get(vm, as_obj(o), key) : NULL, v = table && is_dict(table) ? dict_get_str(vm, table, name) : NULL;
        release(vm, key);
        if (v) return retain(v);
    }
    return NO_VALUE;
}

static Value module_attr(VM *vm, Ref o, Ref name)
{
    Ref fallback = dict_get_str(vm, REF(as_module(o)->dict), NAME(__getattr__));
    return fallback && known_is_library(fallback) ? quiet(vm, call1(vm, fallback, name)) : NO_VALUE;
}

/* What stands in a class, as an attribute of an instance of it (self) or of the class itself (self NULL). */
static Value bind(const Typing *ty, Ref raw, Ref self, Type *owner, Ref name)
{
    VM *vm = ty->vm;
    if (!is_heap(raw)) return retain(raw);
    switch (as_obj(raw)->kind) {
    case KIND_FUNCTION: return self ? quiet(vm, method_new(vm, raw, self)) : retain(raw);
    case KIND_STATICMETHOD: return retain(((Wrapped *)BITS(raw))->fn);
    case KIND_CLASSMETHOD: return quiet(vm, method_new(vm, ((Wrapped *)BITS(raw))->fn, REF(owner)));
    case KIND_METHOD_DESCR: case KIND_GETSET: case KIND_MEMBER:
        return self ? quiet(vm, obj_generic_getattr(vm, self, name)) : retain(raw);
    case KIND_PROPERTY: {
        Value get = ((Property *)BITS(raw))->get;
        if (!self) return retain(raw);
        return get && known_is_library(get) && type_is_library(vm, owner) ? quiet(vm, call1(vm, get, self)) : NO_VALUE;
    }
    default: break;
    }
    Type *t = as_obj(raw)->type;
    if (!t->s.descr_get) return retain(raw);
    if (t->flags & TYPE_HEAP) return NO_VALUE; /* a descriptor in Python */
    return self ? quiet(vm, t->s.descr_get(vm, raw, self, REF(owner))) : retain(raw);
}

static bool is_data(Ref raw)
{
    return is_kind(raw, KIND_GETSET) || is_kind(raw, KIND_MEMBER) || is_kind(raw, KIND_PROPERTY);
}

Value known_getattr(const Typing *ty, Ref o, Ref name)
{
    VM *vm = ty->vm;
    Type *t = type_of(vm, o);
    if (is_type(o)) {
        Ref raw = type_find(vm, as_type(o), name);
        if (raw) return bind(ty, raw, NULL, as_type(o), name);
        raw = type_find(vm, t, name);
        return raw && !(t->flags & TYPE_HEAP) ? bind(ty, raw, o, t, name) : NO_VALUE;
    }
    Ref raw = type_find(vm, t, name);
    if (raw && is_data(raw)) return bind(ty, raw, o, t, name);
    Value v = own_attr(vm, o, name);
    if (!v && raw) return bind(ty, raw, o, t, name);
    if (!v) v = part_attr(vm, o, name);
    if (!v && is_module(o)) v = module_attr(vm, o, name);
    return quiet(vm, v);
}

Known known_attr(const Typing *ty, Known of, Ref name)
{
    VM *vm = ty->vm;
    Known k = {0};
    if (of.value && !of.instance) {
        k.value = known_getattr(ty, of.value, name);
        if (k.value && is_module(of.value)) k.module = typing_str(ty, dict_get_str(vm, REF(as_module(of.value)->dict), NAME(__name__)));
    }
    else if (of.value) {
        Ref raw = type_find(vm, as_type(of.value), name);
        if (raw && (is_function(raw) || is_kind(raw, KIND_METHOD_DESCR))) k.value = retain(raw);
    }
    known_drop(vm, &of);
    return k;
}

/* ---- lists of names ---- */
static bool names_of_dict(Dict *d, NameFound found, void *context, bool in_class)
{
    int64_t pos = 0;
    Ref key, value;
    while (d && dict_next(REF(d), &pos, &key, &value))
        if (is_str(key) && !found(context, key, value, in_class)) return false;
    return true;
}

static bool names_of_instance(VM *vm, Obj *o, NameFound found, void *context)
{
    Attrs *attrs = obj_attrs(o);
    if (!attrs->shape) return names_of_dict(attrs->dict, found, context, false);
    for (const Shape *s = attrs->shape; s && s->name; s = s->parent) {
        Ref v = inst_get(vm, o, REF(s->name));
        if (v && !found(context, REF(s->name), v, false)) return false;
    }
    return true;
}

static bool names_of_parts(VM *vm, Obj *o, NameFound found, void *context)
{
    static const char *const tables[] = {"_parameters", "_modules", "_buffers"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        Value key = str_intern_c(vm, tables[i]);
        Ref table = key ? inst_get(vm, o, key) : NULL;
        release(vm, key);
        if (table && is_dict(table) && !names_of_dict(as_dict(table), found, context, false)) return false;
    }
    return true;
}

/* A frozen module's own __dir__ knows names that are loaded when they are used. */
static void names_of_lazy(VM *vm, Ref module, NameFound found, void *context)
{
    Ref fn = dict_get_str(vm, REF(as_module(module)->dict), NAME(__dir__));
    Value names = fn && known_is_library(fn) ? quiet(vm, call0(vm, fn)) : NO_VALUE;
    for (int64_t i = 0; names && is_list(names) && i < as_list(names)->len; i++) {
        Ref name = as_list(names)->items[i];
        if (is_str(name) && !dict_get_str(vm, REF(as_module(module)->dict), name) && !found(context, name, NULL, false)) break;
    }
    release(vm, names);
}

void known_names(const Typing *ty, Known of, NameFound found, void *context)
{
    VM *vm = ty->vm;
    Ref o = of.value;
    Type *t = of.instance || is_type(o) ? as_type(o) : type_of(vm, o);
    if (!of.instance && is_module(o)) {
        if (!import_stir(vm, o)) err_clear(vm);
        if (names_of_dict(as_module(o)->dict, found, context, false)) names_of_lazy(vm, o, found, context);
        return;
    }
    if (!of.instance && is_heap(o) && !is_type(o) && t->flags & TYPE_ATTRS)
        if (!names_of_instance(vm, as_obj(o), found, context) || !names_of_parts(vm, as_obj(o), found, context)) return;
    for (int64_t i = 0; t->mro && i < t->mro->len; i++) {
        Dict *own = as_type(t->mro->items[i])->dict;
        Ref annotated = own && of.instance ? dict_get_str(vm, REF(own), NAME(__annotations__)) : NULL; /* fields of a dataclass */
        if (!names_of_dict(own, found, context, true)) return;
        int64_t pos = 0;
        Ref key, what;
        while (annotated && is_dict(annotated) && dict_next(annotated, &pos, &key, &what))
            if (is_str(key) && !found(context, key, NULL, true)) return;
    }
    if (is_type(o) && !of.instance) /* a class answers to what its own class has: mro */
        for (int64_t i = 0; as_obj(o)->type->mro && i < as_obj(o)->type->mro->len; i++)
            if (!names_of_dict(as_type(as_obj(o)->type->mro->items[i])->dict, found, context, true)) return;
    quiet(vm, NO_VALUE);
}

/* ---- expressions ---- */
static Known literal_type(Type *t) { return (Known){.value = retain(REF(t)), .instance = true}; }

static Known string_type(const Typing *ty, const Scan *s, const Piece *p)
{
    bool bytes = false;
    for (size_t i = p->start; i < p->end && s->buf[i] != '"' && s->buf[i] != '\''; i++) bytes |= s->buf[i] == 'b' || s->buf[i] == 'B';
    VM *vm = ty->vm;
    return literal_type(bytes ? CLASS(bytes) : CLASS(str));
}

static Known number_type(const Typing *ty, const Scan *s, const Piece *p)
{
    VM *vm = ty->vm;
    const char *text = s->buf + p->start;
    size_t n = piece_len(p);
    bool hex = n > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (memchr(text, 'j', n) || memchr(text, 'J', n)) return literal_type(CLASS(complex));
    if (!hex && (memchr(text, '.', n) || memchr(text, 'e', n) || memchr(text, 'E', n))) return literal_type(CLASS(float));
    return literal_type(CLASS(int));
}

/* A constant between brackets: a string without escapes, a small number, one of these with a minus. NULL: another thing. */
static Value constant_key(const Typing *ty, const Scan *s, size_t first, size_t last)
{
    VM *vm = ty->vm;
    const Piece *p = &s->items[first];
    bool minus = p->kind == TOK_MINUS;
    if (minus && first < last) p = &s->items[++first];
    if (first != last) return NO_VALUE;
    const char *text = s->buf + p->start;
    size_t n = piece_len(p);
    if (p->kind == TOK_NUMBER && n < 10) {
        char *end, room[12];
        memcpy(room, text, n);
        room[n] = 0;
        long i = strtol(room, &end, 10);
        return *end ? NO_VALUE : make_small(minus ? -i : i);
    }
    if (minus || p->kind != TOK_STRING || p->flags & (PIECE_OPEN | PIECE_TRIPLE) || n < 2 || memchr(text, '\\', n)) return NO_VALUE;
    if (text[0] == '"' || text[0] == '\'') return quiet(vm, str_from_utf8(vm, s->text + p->start + 1, n - 2));
    if (text[0] == 'b' && n >= 3) return quiet(vm, bytes_from(vm, s->text + p->start + 2, (int64_t)n - 3));
    return NO_VALUE;
}

/* Containers whose indexing runs C code alone; numbers and texts as keys have a C hash. */
static bool indexes_plainly(VM *vm, Ref o)
{
    if (!is_heap(o)) return false;
    Type *t = as_obj(o)->type;
    BinaryFn plain = is_tuple(o) ? CLASS(tuple)->s.getitem : is_list(o) ? CLASS(list)->s.getitem : is_dict(o) ? CLASS(dict)->s.getitem : NULL;
    if (plain && t->s.getitem == plain) return !is_dict(o) || !type_find(vm, t, NAME(__missing__));
    if (t->flags & TYPE_HEAP) {
        size_t n;
        const char *name = str_utf8(vm, REF(t->name), &n); /* torch's containers of layers */
        return name && (!strcmp(name, "Sequential") || !strcmp(name, "ModuleList") || !strcmp(name, "HybridSequential")) && type_is_library(vm, t);
    }
    return is_str(o) || is_kind(o, KIND_BYTES);
}

static Known known_item(const Typing *ty, const Scan *s, Known of, size_t open, size_t close)
{
    VM *vm = ty->vm;
    Known k = {0};
    if (of.value && of.instance && as_type(of.value)->inst_kind == KIND_EMBEDDED) return of;
    if (of.value && !of.instance && is_kind(of.value, KIND_EMBEDDED)) k = (Known){.value = retain(REF(as_obj(of.value)->type)), .instance = true}; /* no op is run for a look */
    else if (of.value && !of.instance && close > open + 1 && indexes_plainly(vm, of.value)) {
        Value key = constant_key(ty, s, open + 1, close - 1);
        if (key) k.value = quiet(vm, op_getitem(vm, of.value, key));
        release(vm, key);
    }
    known_drop(vm, &of);
    return k;
}

/* The class that a call gives, if what is called is a class or says it in its annotation. */
static Known known_call(const Typing *ty, Known of)
{
    VM *vm = ty->vm;
    Known k = {0};
    if (of.value && !of.instance) {
        Ref f = of.value;
        Type *tensor = known_tensor_of(ty, f, of.module);
        if (tensor) {
            k = (Known){.value = retain(REF(tensor)), .instance = true};
            known_drop(vm, &of);
            return k;
        }
        if (is_kind(f, KIND_METHOD)) f = ((Method *)BITS(f))->fn;
        if (is_type(f) && f != REF(CLASS(type)) && f != REF(CLASS(super))) k = (Known){.value = retain(f), .instance = true};
        else if (is_function(f) && as_function(f)->annotations && is_dict(as_function(f)->annotations)) {
            Ref r = dict_get_c(vm, as_function(f)->annotations, "return");
            if (r && is_type(r)) k = (Known){.value = retain(r), .instance = true};
        } else if (is_function(f) && as_function(f)->annotations && is_tuple(as_function(f)->annotations)) {
            Tuple *pairs = as_tuple(as_function(f)->annotations);
            for (int64_t i = 0; i + 1 < pairs->len; i += 2)
                if (is_str(pairs->items[i]) && str_equal_c(pairs->items[i], "return") && is_type(pairs->items[i + 1])) k = (Known){.value = retain(pairs->items[i + 1]), .instance = true};
        }
    }
    known_drop(vm, &of);
    return k;
}

static bool is_value_end(const Piece *p)
{
    return p->kind == TOK_NAME || p->kind == TOK_STRING || p->kind == TOK_NUMBER || scan_closes(p) || p->kind == KW_TRUE || p->kind == KW_FALSE || p->kind == KW_NONE;
}

/* Does a bracket at `open` belong to a value before it (a call, an index)? */
static bool trails(const Scan *s, size_t open)
{
    return open && !(s->items[open].flags & PIECE_FIRST) && is_value_end(&s->items[open - 1]);
}

static bool has_at_level(const Scan *s, size_t open, size_t close, int kind)
{
    for (size_t i = open + 1; i < close; i++)
        if (s->items[i].kind == kind && s->items[i].level == s->items[open].level + 1) return true;
    return false;
}

static Known display(const Typing *ty, const Scan *s, size_t open, size_t close, bool load)
{
    VM *vm = ty->vm;
    switch (s->items[open].kind) {
    case TOK_LSQB: return literal_type(CLASS(list));
    case TOK_LBRACE: return literal_type(close == open + 1 || has_at_level(s, open, close, TOK_COLON) ? CLASS(dict) : CLASS(set));
    default: break;
    }
    if (close == open + 1 || has_at_level(s, open, close, TOK_COMMA)) return literal_type(CLASS(tuple));
    size_t from;
    Known k = known_expression(ty, s, close - 1, &from, load);
    if (from != open + 1) known_drop(vm, &k);
    return k;
}

/* Goes back from the last piece to the first one of the chain, then forward. */
static size_t chain_start(const Scan *s, size_t last)
{
    for (size_t i = last;;) {
        const Piece *p = &s->items[i];
        if (!is_value_end(p)) return SIZE_MAX;
        if (scan_closes(p)) {
            size_t open = scan_partner(s, i);
            if (open == SIZE_MAX) return SIZE_MAX;
            if (trails(s, open)) {
                i = open - 1;
                continue;
            }
            i = open;
        }
        if (i >= 2 && s->items[i - 1].kind == TOK_DOT && s->items[i].kind == TOK_NAME && is_value_end(&s->items[i - 2])) {
            i -= 2;
            continue;
        }
        return i && s->items[i - 1].kind == TOK_DOT && !(s->items[i - 1].flags & PIECE_FIRST) ? SIZE_MAX : i;
    }
}

/* A name that begins an expression; the prelude's functions are mxnet's. */
static Known known_first(const Typing *ty, const char *name, size_t n, bool load)
{
    VM *vm = ty->vm;
    Known k = {.value = known_name(ty, name, n, load)};
    Value key = vm->prelude && k.value ? str_from_utf8(vm, name, n) : NO_VALUE;
    if (key && dict_get_str(vm, REF(vm->prelude), key) == k.value) k.module = "mxnet";
    err_clear(vm);
    release(vm, key);
    return k;
}

static Known first_value(const Typing *ty, const Scan *s, size_t *i, bool load)
{
    const Piece *p = &s->items[*i];
    switch (p->kind) {
    case TOK_NAME: return known_first(ty, s->text + p->start, piece_len(p), load);
    case TOK_STRING: return string_type(ty, s, p);
    case TOK_NUMBER: return number_type(ty, s, p);
    case KW_TRUE: case KW_FALSE: return (Known){.value = make_bool(p->kind == KW_TRUE)};
    case KW_NONE: return (Known){.value = V_NONE};
    default: break;
    }
    if (!scan_opens(p)) return (Known){0};
    size_t open = *i, close = scan_partner(s, open);
    if (close == SIZE_MAX) return (Known){0};
    *i = close;
    return display(ty, s, open, close, load);
}

static Value name_of_piece(const Typing *ty, const Scan *s, const Piece *p)
{
    Value name = str_from_utf8(ty->vm, s->text + p->start, piece_len(p));
    if (name) name = str_intern(ty->vm, name);
    return quiet(ty->vm, name);
}

Known known_expression(const Typing *ty, const Scan *s, size_t last, size_t *from, bool load)
{
    VM *vm = ty->vm;
    Known none = {0};
    *from = SIZE_MAX;
    if (last >= s->count || s->items[last].flags & (PIECE_BAD | PIECE_OPEN)) return none;
    size_t start = chain_start(s, last), i = start;
    if (start == SIZE_MAX || !rec_enter(vm, "")) return err_clear(vm), none;
    *from = start;
    Known k = first_value(ty, s, &i, load);
    for (i++; i <= last && k.value; i++) {
        const Piece *p = &s->items[i];
        if (p->kind == TOK_DOT && i < last) {
            Value name = name_of_piece(ty, s, &s->items[++i]);
            if (name) k = known_attr(ty, k, name);
            else known_drop(vm, &k);
            release(vm, name);
            continue;
        }
        size_t close = scan_opens(p) ? scan_partner(s, i) : SIZE_MAX;
        if (close == SIZE_MAX || close > last) known_drop(vm, &k);
        else if (p->kind == TOK_LSQB) k = known_item(ty, s, k, i, close);
        else if (p->kind == TOK_LPAR) k = known_call(ty, k);
        else known_drop(vm, &k);
        i = close == SIZE_MAX ? last : close;
    }
    rec_leave(vm);
    return k;
}

size_t typing_around(const Scan *s, size_t at)
{
    int depth = 0;
    for (size_t i = at < s->count ? at : s->count; i--;) {
        const Piece *p = &s->items[i];
        if (scan_closes(p)) depth++;
        else if (scan_opens(p) && depth-- == 0) return i;
    }
    return SIZE_MAX;
}

bool typing_is_call(const Scan *s, size_t open) { return s->items[open].kind == TOK_LPAR && trails(s, open); }
