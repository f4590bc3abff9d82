/* sigtext.c: how something is called, as text with the places of its parameters: Python functions by their code, C functions by their rows,
 * classes by __init__ or __new__, partials by what is left. Defaults are written out where that runs no person's code. */
#include "lang/object/sig.h"
#include "typing.h"

typedef struct Maker {
    const Typing *ty;
    Draft text;
    SigParam *params;
    int count, cap;
    int skip;          /* leading parameters that are given already */
    Ref given;         /* names given by keyword (a dict), or NULL */
    bool star, slash;  /* a bare * was written; positional-only ones wait for their / */
    const Function *gives; /* whose annotation says what comes back */
} Maker;

enum { DEEPEST = 8, DEFAULT_MAX = 60 };

static void separate(Maker *m) { if (m->text.p && m->text.p[m->text.len - 1] != '(') draft_c(&m->text, ", "); }

static void close_positional(Maker *m, int kind)
{
    if (!m->slash || kind == PARAM_POSONLY) return;
    m->slash = false;
    separate(m);
    draft_c(&m->text, "/");
}

static void add_param(Maker *m, const char *name, int kind)
{
    if (m->count == m->cap) {
        int cap = m->cap ? m->cap * 2 : 16;
        SigParam *more = arena_grow(m->ty->arena, m->params, (size_t)m->cap * sizeof *more, (size_t)cap * sizeof *more);
        if (!more) return;
        m->params = more;
        m->cap = cap;
    }
    m->params[m->count++] = (SigParam){name, m->text.len, 0, (uint8_t)kind};
}

/* Begins a parameter; false: it is not shown. */
static bool begin(Maker *m, const char *name, int kind)
{
    if (m->skip > 0 && (kind == PARAM_POSONLY || kind == PARAM_ANY)) return m->skip--, false;
    close_positional(m, kind);
    if (kind == PARAM_KWONLY && !m->star) {
        separate(m);
        draft_c(&m->text, "*");
        m->star = true;
    }
    if (kind == PARAM_VARARGS) m->star = true;
    if (kind == PARAM_POSONLY) m->slash = true;
    separate(m);
    add_param(m, name, kind);
    draft_c(&m->text, kind == PARAM_VARARGS ? "*" : kind == PARAM_VARKW ? "**" : "");
    draft_c(&m->text, name);
    return true;
}

static void finish_param(Maker *m) { if (m->count) m->params[m->count - 1].end = m->text.len; }

/* Has its text without a person's code running? */
static bool is_plain(VM *vm, Ref v, int level)
{
    if (!is_heap(v)) return true;
    Type *t = as_obj(v)->type;
    if (is_tuple(v) && t == CLASS(tuple) && level < DEEPEST) {
        for (int64_t i = 0; i < as_tuple(v)->len; i++)
            if (!is_plain(vm, as_tuple(v)->items[i], level + 1)) return false;
        return as_tuple(v)->len < 10;
    }
    return !(t->flags & TYPE_HEAP) && (is_str(v) || is_kind(v, KIND_INT) || is_kind(v, KIND_BYTES) || is_kind(v, KIND_FUNCTION) || is_kind(v, KIND_NATIVE)
                                       || is_kind(v, KIND_OPAQUE) || is_kind(v, KIND_COMPLEX) || (is_list(v) && !as_list(v)->len) || (is_dict(v) && !dict_len(v)))
        && !(is_type(v));
}

static void add_repr(Maker *m, Ref v)
{
    VM *vm = m->ty->vm;
    if (is_type(v) && as_obj(v)->type == CLASS(type)) {
        draft_c(&m->text, "<class '");
        draft_c(&m->text, type_name(vm, as_type(v)));
        draft_c(&m->text, "'>");
        return;
    }
    Value r = is_plain(vm, v, 0) ? op_repr(vm, v) : NO_VALUE;
    size_t n;
    const char *s = r ? str_utf8(vm, r, &n) : NULL;
    if (s && n <= DEFAULT_MAX) draft_add(&m->text, s, n);
    else draft_c(&m->text, "...");
    release(vm, r);
    err_clear(vm);
}

static void add_default(Maker *m, Ref v, bool annotated)
{
    draft_c(&m->text, annotated ? " = " : "=");
    add_repr(m, v);
}

static bool add_annotation(Maker *m, const Function *fn, Ref name, const char *mark)
{
    VM *vm = m->ty->vm;
    Ref v = NULL;
    if (fn->annotations && is_dict(fn->annotations)) v = dict_get_str(vm, fn->annotations, name);
    else if (fn->annotations && is_tuple(fn->annotations))
        for (int64_t i = 0; i + 1 < as_tuple(fn->annotations)->len; i += 2)
            if (is_str(as_tuple(fn->annotations)->items[i]) && str_equal(as_tuple(fn->annotations)->items[i], name)) v = as_tuple(fn->annotations)->items[i + 1];
    if (!v) return false;
    bool named = is_type(v);
    if (!named && !is_plain(vm, v, 0)) return false;
    draft_c(&m->text, mark);
    if (named) draft_c(&m->text, typing_str(m->ty, REF(as_type(v)->qualname ? as_type(v)->qualname : as_type(v)->name)));
    else add_repr(m, v);
    return true;
}

static void finish(Maker *m, SigText *out)
{
    close_positional(m, PARAM_KWONLY);
    draft_c(&m->text, ")");
    Value name = m->gives ? str_intern_c(m->ty->vm, "return") : NO_VALUE;
    if (name) add_annotation(m, m->gives, name, " -> ");
    release(m->ty->vm, name);
    *out = (SigText){draft_take(&m->text), m->params, m->count};
}

static bool is_given(Maker *m, Ref name) { return m->given && dict_get_str(m->ty->vm, m->given, name); }

static void of_function(Maker *m, const Function *fn)
{
    VM *vm = m->ty->vm;
    const Code *c = fn->code;
    int npos = c->argcount, ndef = fn->defaults && is_tuple(fn->defaults) ? (int)as_tuple(fn->defaults)->len : 0, at = npos;
    int vararg = c->flags & CODE_VARARGS ? npos + c->kwonly : -1, varkw = c->flags & CODE_VARKEYWORDS ? npos + c->kwonly + (vararg >= 0) : -1;
    bool by_name = false; /* behind one that a partial gave by keyword, all are by keyword */
    for (int i = 0; i < npos && i < c->nlocals; i++) {
        Ref name = REF(c->localnames[i]);
        bool given = is_given(m, name);
        by_name |= given;
        int kind = i < c->posonly ? PARAM_POSONLY : by_name ? PARAM_KWONLY : PARAM_ANY;
        if (!begin(m, typing_str(m->ty, name), kind)) continue;
        bool annotated = add_annotation(m, fn, name, ": ");
        if (given) add_default(m, dict_get_str(vm, m->given, name), annotated);
        else if (i >= npos - ndef) add_default(m, as_tuple(fn->defaults)->items[i - (npos - ndef)], annotated);
        finish_param(m);
    }
    if (vararg >= 0 && !by_name) {
        begin(m, typing_str(m->ty, REF(c->localnames[vararg])), PARAM_VARARGS);
        add_annotation(m, fn, REF(c->localnames[vararg]), ": ");
        finish_param(m);
    }
    for (; at < npos + c->kwonly; at++) {
        Ref name = REF(c->localnames[at]), d = is_given(m, name) ? dict_get_str(vm, m->given, name)
                                               : fn->kwdefaults && is_dict(fn->kwdefaults) ? dict_get_str(vm, fn->kwdefaults, name) : NULL;
        begin(m, typing_str(m->ty, name), PARAM_KWONLY);
        bool annotated = add_annotation(m, fn, name, ": ");
        if (d) add_default(m, d, annotated);
        finish_param(m);
    }
    if (varkw >= 0) {
        begin(m, typing_str(m->ty, REF(c->localnames[varkw])), PARAM_VARKW);
        add_annotation(m, fn, REF(c->localnames[varkw]), ": ");
        finish_param(m);
    }
}

/* The end of a parameter in a row's text: its comma outside of brackets and quotes. */
static const char *param_end(const char *p)
{
    int depth = 0;
    char quote = 0;
    for (; *p; p++) {
        if (quote) {
            if (*p == '\\' && p[1]) p++;
            else if (*p == quote) quote = 0;
        } else if (*p == '\'' || *p == '"') quote = *p;
        else if (*p == '(' || *p == '[' || *p == '{') depth++;
        else if (*p == ')' || *p == ']' || *p == '}') depth--;
        else if (*p == ',' && !depth) break;
    }
    return p;
}

/* A signature as a row has it: "self, sep=None, /, *, maxsplit=-1". */
static void of_row(Maker *m, const char *sig)
{
    const char *slash = NULL;
    for (const char *p = sig, *end; *p; p = *end ? end + 1 : end) {
        end = param_end(p);
        while (*p == ' ') p++;
        if (*p == '/' && end == p + 1) slash = p;
    }
    bool star = false;
    for (const char *p = sig, *end; *p; p = *end ? end + 1 : end) {
        end = param_end(p);
        while (*p == ' ') p++;
        if (p == end || *p == '/') continue;
        if (*p == '*' && end == p + 1) {
            star = true;
            continue;
        }
        int stars = p[0] == '*' ? p[1] == '*' ? 2 : 1 : 0;
        const char *name = p + stars, *stop = name;
        while (stop < end && *stop != '=' && *stop != ':') stop++;
        int kind = stars == 2 ? PARAM_VARKW : stars ? PARAM_VARARGS : star ? PARAM_KWONLY : slash && p < slash ? PARAM_POSONLY : PARAM_ANY;
        if (stars == 1) star = true;
        size_t n = (size_t)(stop - name);
        const char *word = arena_dup(m->ty->arena, name, n);
        if (!word || (!m->count && !m->text.p[1] && (!strcmp(word, "module") || !strcmp(word, "$module")))) continue;
        if (!begin(m, *word == '$' ? word + 1 : word, kind)) continue;
        draft_add(&m->text, stop, (size_t)(end - stop));
        finish_param(m);
    }
}

static bool make(Maker *m, Ref callee, int level);

static Ref found_in(const Typing *ty, Type *t, Ref name, Type **owner)
{
    for (int64_t i = 0; t->mro && i < t->mro->len; i++) {
        *owner = as_type(t->mro->items[i]);
        Ref v = (*owner)->dict ? dict_get_str(ty->vm, REF((*owner)->dict), name) : NULL;
        if (v) return v;
    }
    return NULL;
}

static bool of_class(Maker *m, Type *t, int level)
{
    VM *vm = m->ty->vm;
    Type *init_owner = NULL, *new_owner = NULL, *object = CLASS(object);
    Ref init = found_in(m->ty, t, NAME(__init__), &init_owner), new_ = found_in(m->ty, t, NAME(__new__), &new_owner);
    if (new_ && is_kind(new_, KIND_STATICMETHOD)) new_ = ((Wrapped *)BITS(new_))->fn;
    Ref made = init && is_function(init) ? init : new_ && is_function(new_) ? new_ : NULL;
    if (made) {
        m->skip++;
        bool ok = make(m, made, level + 1);
        m->gives = NULL; /* an instance comes back, whatever __init__ says */
        return ok;
    }
    for (int64_t i = 0; t->mro && i < t->mro->len; i++) {
        const TypeDef *def = as_type(t->mro->items[i])->def;
        if (def && def->text_signature && (as_type(t->mro->items[i]) != object || t == object || t->flags & TYPE_HEAP)) return of_row(m, def->text_signature), true;
    }
    return false;
}

static bool of_partial(Maker *m, Ref partial, int level)
{
    VM *vm = m->ty->vm;
    Value fn = obj_getattr_c(vm, partial, "func"), args = fn ? obj_getattr_c(vm, partial, "args") : NO_VALUE, kw = args ? obj_getattr_c(vm, partial, "keywords") : NO_VALUE;
    bool ok = false;
    if (kw && is_tuple(args) && is_dict(kw)) {
        m->skip += (int)as_tuple(args)->len;
        m->given = kw;
        ok = make(m, fn, level + 1);
        m->given = NULL;
    }
    err_clear(vm);
    release(vm, fn);
    release(vm, args);
    release(vm, kw);
    return ok;
}

/* An instance is called by its class's __call__; a network by its forward. */
static bool of_instance(Maker *m, Ref o, int level)
{
    VM *vm = m->ty->vm;
    Type *t = type_of(vm, o);
    if (!strcmp(type_name(vm, t), "functools.partial")) return of_partial(m, o, level);
    Ref fn = type_find(vm, t, NAME(__call__));
    if (!fn || !is_function(fn)) return false;
    if (known_is_library(fn)) {
        Value forward = str_intern_c(vm, "forward");
        Ref own = forward ? type_find(vm, t, forward) : NULL;
        if (own && is_function(own)) fn = own;
        release(vm, forward);
    }
    m->skip++;
    return make(m, fn, level + 1);
}

static Ref wrapped(VM *vm, Ref fn)
{
    return as_obj(fn)->type->flags & TYPE_ATTRS ? inst_get(vm, as_obj(fn), NAME(__wrapped__)) : NULL;
}

static bool make(Maker *m, Ref callee, int level)
{
    VM *vm = m->ty->vm;
    if (!is_heap(callee) || level > DEEPEST) return false;
    switch (as_obj(callee)->kind) {
    case KIND_FUNCTION: {
        Ref inner = wrapped(vm, callee);
        if (inner) return make(m, inner, level + 1);
        if (!code_whole(vm, as_function(callee)->code)) return err_clear(vm), false;
        of_function(m, as_function(callee));
        m->gives = as_function(callee);
        return true;
    }
    case KIND_METHOD: m->skip++; return make(m, ((Method *)BITS(callee))->fn, level + 1);
    case KIND_CLASSMETHOD: m->skip++; return make(m, ((Wrapped *)BITS(callee))->fn, level + 1);
    case KIND_STATICMETHOD: return make(m, ((Wrapped *)BITS(callee))->fn, level + 1);
    case KIND_NATIVE: {
        const Native *f = (const Native *)BITS(callee);
        if (!f->def || !f->def->sig) return false;
        if (f->self && f->owner && !(f->def->flags & NATIVE_STATIC)) m->skip++;
        of_row(m, f->def->sig);
        return true;
    }
    case KIND_METHOD_DESCR: {
        const MethodDescr *f = (const MethodDescr *)BITS(callee);
        if (!f->def || !f->def->sig) return false;
        of_row(m, f->def->sig);
        return true;
    }
    case KIND_TYPE: return of_class(m, as_type(callee), level);
    default: return of_instance(m, callee, level);
    }
}

bool sigtext_of(const Typing *ty, Ref callee, bool bound, SigText *out)
{
    Maker m = {.ty = ty, .text = {.arena = ty->arena}, .skip = bound};
    draft_c(&m.text, "(");
    if (ty->arena->failed || !make(&m, callee, 0)) return false;
    finish(&m, out);
    return !ty->arena->failed;
}
