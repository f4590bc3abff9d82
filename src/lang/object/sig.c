/* sig.c: parsing signatures and normalising calls to C functions by them, with CPython's words for wrong calls. */
#include "sig.h"

#include <string.h>

#include "func.h"
#include "vm.h"

static bool is_space(char c) { return c == ' ' || c == '\n'; }

/* The end of a default's text: the comma at depth 0, outside quotes. */
static const char *default_end(const char *p)
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
        else if (*p == ',' && depth == 0) break;
    }
    return p;
}

static bool add_param(VM *vm, Sig *s, ParamKind kind, const char *name, size_t n, const char *dflt, size_t dn)
{
    if (s->nparams >= SIG_MAX) return err_false(vm, EXC_SystemError, "too many parameters in a C signature");
    int i = s->nparams++;
    Value v = str_from_ascii(vm, name, n);
    if (v) v = str_intern(vm, v);
    if (!v) return false;
    s->name[i] = v;
    s->kind[i] = (uint8_t)kind;
    s->default_text[i] = dflt;
    s->default_len[i] = (uint16_t)dn;
    s->required[i] = !dflt && kind != PARAM_VARARGS && kind != PARAM_VARKW;
    return true;
}

static bool parse_into(VM *vm, Sig *s, const NativeDef *def)
{
    const char *p = def->sig ? def->sig : "";
    bool after_star = false, slash = strstr(p, "/") != NULL;
    ParamKind named = (def->flags & NATIVE_KW) || slash ? PARAM_ANY : PARAM_POSONLY;
    while (*p) {
        while (is_space(*p) || *p == ',') p++;
        if (!*p) break;
        if (*p == '/') {
            for (int i = 0; i < s->nparams; i++) s->kind[i] = PARAM_POSONLY;
            p++;
            continue;
        }
        int stars = 0;
        while (*p == '*') stars++, p++;
        const char *name = p;
        while (*p && *p != ',' && *p != '=' && *p != '/' && !is_space(*p)) p++;
        size_t n = (size_t)(p - name);
        if (stars == 1) after_star = true;
        if (stars == 1 && n == 0) continue;
        const char *dflt = NULL;
        size_t dn = 0;
        while (is_space(*p)) p++;
        if (*p == '=') {
            dflt = ++p;
            p = default_end(p);
            dn = (size_t)(p - dflt);
        }
        ParamKind kind = stars == 2 ? PARAM_VARKW : stars == 1 ? PARAM_VARARGS : after_star ? PARAM_KWONLY : named;
        if (!add_param(vm, s, kind, name, n, dflt, dn)) return false;
    }
    return true;
}

Sig *sig_parse(VM *vm, const NativeDef *def, bool method)
{
    Sig *s = mem_zalloc(vm->mem, sizeof *s);
    if (!s) {
        err_no_memory(vm);
        return NULL;
    }
    if (!parse_into(vm, s, def)) {
        sig_free(vm, s);
        return NULL;
    }
    s->self = method && s->nparams > 0;
    if (s->self && s->kind[0] == PARAM_ANY) s->kind[0] = PARAM_POSONLY;
    s->simple = s->padded = true;
    for (int i = 0; i < s->nparams; i++) {
        switch (s->kind[i]) {
        case PARAM_POSONLY: s->nposonly++; s->npos++; break;
        case PARAM_ANY: s->npos++; s->any_kw = true; break;
        case PARAM_VARARGS: s->varargs = true; s->simple = s->padded = false; break;
        case PARAM_KWONLY: s->any_kw = true; s->simple = false; break;
        case PARAM_VARKW: s->varkw = true; s->simple = s->padded = false; break;
        }
        if (s->required[i] && s->kind[i] != PARAM_KWONLY) s->nreq++;
        if (s->required[i] && s->kind[i] == PARAM_KWONLY) s->padded = false;
    }
    if (vm->judge_row) s->judged = (int16_t)vm->judge_row(def, NULL, method);
    s->exact = s->judged || s->varargs || s->varkw || (s->any_kw && !s->simple) ? -1 : s->nparams;
    return s;
}

Sig *sig_share(Sig *s)
{
    s->refs++;
    return s;
}

void sig_free(VM *vm, Sig *s)
{
    if (!s || s->refs-- > 0) return;
    for (int i = 0; i < s->nparams; i++) release(vm, s->name[i]);
    mem_free(vm->mem, s, sizeof *s);
}

/* ---- wrong calls ---- */

/* Whose function is called: a type's, or (owner NULL) the Native's, whose `sig` field the call was given. */
typedef struct Where { const Type *owner; const Native *fn; } Where;
static Where where_of(const NativeDef *def, Sig **sig, const Type *owner, const Ref *args, int n)
{
    if (owner && def->flags & NATIVE_CLASS && n && is_type(args[0])) owner = as_type(args[0]);
    if (owner && !(def->flags & NATIVE_STATIC)) return (Where){owner, NULL};
    return (Where){NULL, owner ? NULL : (const Native *)((const char *)sig - offsetof(Native, sig))};
}

/* What stands before the function's name where CPython names the whole: the type ("list.") or the module ("math."). */
static Value prefix_of(VM *vm, const Where *w)
{
    if (w->owner) return str_format(vm, "%U.", w->owner->qualname ? REF(w->owner->qualname) : REF(w->owner->name));
    Ref module = w->fn ? w->fn->module : (Ref)NULL;
    if (!module || !is_str(module) || str_equal_c(module, "builtins")) return retain(vm->empty_str);
    return str_format(vm, "%U.", module);
}

static Value wrong_count(VM *vm, const NativeDef *def, const Sig *s, const Where *w, int n)
{
    int given = n - s->self, max = s->npos - s->self, req = s->nreq - s->self;
    if (def->flags & NATIVE_PARSED) {
        int bound = given < req ? req : max;
        return err_raise(vm, EXC_TypeError, "%s() takes %s %d argument%s (%d given)", def->name,
                         req == max ? "exactly" : given < req ? "at least" : "at most", bound, bound == 1 ? "" : "s", given);
    }
    if (!s->any_kw && !s->varargs) {
        Value prefix = max == 0 || (max == 1 && req == 1) ? prefix_of(vm, w) : NO_VALUE;
        if (prefix) {
            err_raise(vm, EXC_TypeError, max == 0 ? "%U%s() takes no arguments (%d given)" : "%U%s() takes exactly one argument (%d given)",
                      prefix, def->name, given);
            release(vm, prefix);
            return NULL;
        }
        if (err_occurred(vm)) return NULL;
        int bound = given < req ? req : max;
        const char *how = req == max ? "" : given < req ? "at least " : "at most ";
        return err_raise(vm, EXC_TypeError, "%s expected %s%d argument%s, got %d", def->name, how, bound, bound == 1 ? "" : "s", given);
    }
    if (s->varargs && given < req)
        return err_raise(vm, EXC_TypeError, "%s expected at least %d argument%s, got %d", def->name, req, req == 1 ? "" : "s", given);
    bool kwonly = false;
    int total = 0;
    for (int i = s->self; i < s->nparams; i++) {
        kwonly |= s->kind[i] == PARAM_KWONLY;
        total += s->kind[i] != PARAM_VARARGS && s->kind[i] != PARAM_VARKW;
    }
    if (given > max) {
        const char *how = req == max && !kwonly ? "exactly" : "at most";
        int shown = given > total || !kwonly ? total : max;
        const char *positional = kwonly && given <= total ? "positional " : kwonly && given > total ? "" : "";
        if (max == 0 && kwonly) return err_raise(vm, EXC_TypeError, "%s() takes no positional arguments", def->name);
        return err_raise(vm, EXC_TypeError, "%s() takes %s %d %sargument%s (%d given)", def->name, how, shown, positional,
                         shown == 1 ? "" : "s", given);
    }
    int posonly = 0, first = s->self + given;
    for (int i = s->self; i < s->npos; i++) posonly += s->kind[i] == PARAM_POSONLY && s->required[i];
    if (given >= posonly && first < s->npos && s->kind[first] == PARAM_ANY)
        return err_raise(vm, EXC_TypeError, "%s() missing required argument '%U' (pos %d)", def->name, s->name[first], given + 1);
    return err_raise(vm, EXC_TypeError, "%s() takes at least %d positional argument%s (%d given)", def->name, req,
                     req == 1 ? "" : "s", given);
}

static Value missing(VM *vm, const NativeDef *def, const Sig *s, int i, int given)
{
    if (s->kind[i] == PARAM_POSONLY) {
        int req = 0;
        for (int k = s->self; k < s->npos; k++) req += s->kind[k] == PARAM_POSONLY && s->required[k];
        return err_raise(vm, EXC_TypeError, "%s() takes %s %d positional argument%s (%d given)", def->name,
                         "at least", req, req == 1 ? "" : "s", given);
    }
    if (s->kind[i] == PARAM_KWONLY)
        return err_raise(vm, EXC_TypeError, "%s() missing required keyword-only argument: '%U'", def->name, s->name[i]);
    return err_raise(vm, EXC_TypeError, "%s() missing required argument '%U' (pos %d)", def->name, s->name[i], i - s->self + 1);
}

/* ---- the call ---- */

typedef struct Bound {
    Ref slot[SIG_MAX];
    Value extra_args, extra_kw; /* owned by the call */
} Bound;

static bool bind_keyword(VM *vm, const NativeDef *def, const Sig *s, Bound *b, int n, Ref name, Ref value)
{
    for (int i = s->self; i < s->nparams; i++) {
        if ((s->kind[i] != PARAM_ANY && s->kind[i] != PARAM_KWONLY) || !str_equal(s->name[i], name)) continue;
        if (b->slot[i] && i < n)
            return err_false(vm, EXC_TypeError, "argument for %s() given by name ('%U') and position (%d)", def->name, name, i - s->self + 1);
        b->slot[i] = value;
        return true;
    }
    if (s->varkw) return dict_set(vm, b->extra_kw, name, value);
    for (int i = s->self; s->judged && i < s->nparams; i++) { /* the library knows the parameter by another word too */
        size_t len;
        const char *said = str_utf8(vm, name, &len), *own = str_utf8(vm, s->name[i], &len);
        if (!said || !own) return false;
        if (s->kind[i] != PARAM_ANY || b->slot[i] || !vm->judge_alias(said, own)) continue;
        b->slot[i] = value;
        return true;
    }
    if (def->flags & NATIVE_UNEXPECTED) return err_false(vm, EXC_TypeError, "%s() got an unexpected keyword argument '%U'", def->name, name);
    return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s()", name, def->name);
}

static bool bind(VM *vm, const NativeDef *def, const Sig *s, const Where *w, const Ref *args, int n, Ref kwnames, Bound *b)
{
    int nkw = kwnames ? (int)as_tuple(kwnames)->len : 0;
    if (nkw && !s->any_kw && !s->varkw) {
        Value prefix = prefix_of(vm, w);
        if (prefix) err_raise(vm, EXC_TypeError, "%U%s() takes no keyword arguments", prefix, def->name);
        release(vm, prefix);
        return false;
    }
    if (n > s->npos && !s->varargs) return wrong_count(vm, def, s, w, n + (s->any_kw ? nkw : 0)) != NULL;
    int positional = n < s->npos ? n : s->npos;
    for (int i = 0; i < positional; i++) b->slot[i] = args[i];
    if (s->varkw && !(b->extra_kw = dict_new(vm))) return false;
    for (int k = 0; k < nkw; k++)
        if (!bind_keyword(vm, def, s, b, n, as_tuple(kwnames)->items[k], args[n + k])) return false;
    for (int i = 0; i < s->nparams; i++) {
        if (s->kind[i] == PARAM_VARARGS) {
            b->extra_args = tuple_from(vm, args + positional, n - positional);
            if (!b->extra_args) return false;
            b->slot[i] = b->extra_args;
        } else if (s->kind[i] == PARAM_VARKW) b->slot[i] = b->extra_kw;
        else if (s->required[i] && !b->slot[i]) {
            if (!s->any_kw || s->varargs) return wrong_count(vm, def, s, w, n) != NULL;
            return missing(vm, def, s, i, n - s->self) != NULL;
        }
    }
    return true;
}

/* A function that answers although something was raised in it (a truth that it asked for, and did not look whether there was one) has failed: else the exception would
 * come out of whatever runs next. */
static inline Value answered(VM *vm, Value r)
{
    if (__builtin_expect(!err_occurred(vm), 1) || !r) return r;
    release(vm, r);
    return NULL;
}

static Value call_bound(VM *vm, const NativeDef *def, const Sig *s, const Where *w, const Ref *args, int n, Ref kwnames)
{
    Bound b;
    b.extra_args = b.extra_kw = NULL;
    for (int i = 0; i < s->nparams; i++) b.slot[i] = NULL;
    Value r = NULL;
    if (bind(vm, def, s, w, args, n, kwnames, &b)) r = answered(vm, def->fn(vm, b.slot, s->nparams, NULL));
    else if (vm->on_bad_arguments) vm->on_bad_arguments(vm, def, w->owner != NULL, args, n, kwnames);
    release(vm, b.extra_args);
    release(vm, b.extra_kw);
    return r;
}

static Value wrong_call(VM *vm, const NativeDef *def, Sig **sig, Type *owner, const Ref *args, int n)
{
    Where w = where_of(def, sig, owner, args, n);
    wrong_count(vm, def, *sig, &w, n);
    if (vm->on_bad_arguments) vm->on_bad_arguments(vm, def, owner != NULL, args, n, NULL);
    return NULL;
}

/* A loop over a handful of words is not worth the call of memcpy or memset that gcc makes of it. */
#ifdef __clang__
#define SHORT_LOOPS
#else
#define SHORT_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif
/* The commonest call with something to bind: some optional arguments were left out. */
static __attribute__((noinline)) SHORT_LOOPS Value call_padded(VM *vm, const NativeDef *def, const Sig *s, const Ref *args, int n)
{
    Ref slot[SIG_MAX];
    int i = 0;
    for (; i < n; i++) slot[i] = args[i];
    for (; i < s->nparams; i++) slot[i] = NULL;
    return answered(vm, def->fn(vm, slot, s->nparams, NULL));
}

/* A judged function's call that did not fit, in its newer form, where it has one. */
static __attribute__((noinline)) Value called_again(VM *vm, const NativeDef *def, Sig **sig, Type *owner, const Ref *args, int n, Ref kwnames)
{
    Again again;
    if (!call_again(vm, (*sig)->judged, args, n, kwnames, &again)) return NULL;
    Value r = native_call(vm, def, sig, owner, again.args, again.n, (Ref)again.kwnames);
    release(vm, again.kwnames);
    return r;
}

Value native_call(VM *vm, const NativeDef *def, Sig **sig, Type *owner, const Ref *args, int n, Ref kwnames)
{
    if (def->flags & NATIVE_RAW) return answered(vm, def->fn(vm, args, n, kwnames));
    Sig *s = *sig;
    if (__builtin_expect(!s, 0)) {
        s = *sig = sig_parse(vm, def, owner != NULL && !(def->flags & NATIVE_STATIC));
        if (!s) return NULL;
    }
    Value answer;
    if (__builtin_expect(vm->answers, 0) && s->judged && vm->answer(vm, def, owner, NULL, args, n, kwnames, &answer)) return answer;
    if (__builtin_expect(s->judged, 0) && !call_fits(vm, s->judged, vm->frame, args, n, kwnames)) return called_again(vm, def, sig, owner, args, n, kwnames);
    if (!kwnames && !s->varargs && !s->varkw) {
        if (n == s->nparams && (s->simple || !s->any_kw)) return answered(vm, def->fn(vm, args, n, NULL));
        if (s->padded && n >= s->nreq && n <= s->npos) return call_padded(vm, def, s, args, n);
        if (!s->any_kw && (n < s->nreq || n > s->npos)) return wrong_call(vm, def, sig, owner, args, n);
    }
    Where w = where_of(def, sig, owner, args, n);
    return call_bound(vm, def, s, &w, args, n, kwnames);
}

/* ---- asking first ---- */
static void mark(VM *vm, Sig **sig, const NativeDef *def, bool method)
{
    if (def->flags & NATIVE_RAW) return;
    if (!*sig && !(*sig = sig_parse(vm, def, method))) return;
    if (!(*sig)->judged) (*sig)->judged = -1, (*sig)->exact = -1;
}

const void *call_asked(VM *vm, Ref v)
{
    if (is_kind(v, KIND_GETSET)) return as_obj(v);
    if (is_function(v)) {
        Function *fn = as_function(v);
        if (!fn->judged) fn->judged = -1;
        fn->code->flags &= ~(uint32_t)CODE_SIMPLE;
        return fn;
    }
    if (is_kind(v, KIND_NATIVE)) {
        Native *f = (Native *)as_obj(v);
        mark(vm, &f->sig, f->def, f->owner != NULL);
        return f->def;
    }
    if (!is_kind(v, KIND_METHOD_DESCR) || !((MethodDescr *)as_obj(v))->def) return NULL;
    MethodDescr *d = (MethodDescr *)as_obj(v);
    mark(vm, &d->sig, d->def, true);
    return d->def;
}
