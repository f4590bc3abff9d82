/* complete_name.c: names, keywords, attributes and keyword arguments. */
#include "complete.h"
#include "lib/lib.h"
#include "lang/object/sig.h"

static void add_dict(Completer *c, Dict *d)
{
    int64_t pos = 0;
    Ref key, value;
    VM *vm = c->ty.vm;
    while (d && dict_next(REF(d), &pos, &key, &value)) {
        size_t n;
        const char *name = is_str(key) ? str_utf8(vm, key, &n) : NULL;
        if (name && complete_fits(c, name, n) && strcmp(name, "__builtins__")) complete_add_value(c, name, n, value, false);
    }
    err_clear(vm);
}

/* Names of the prelude that nothing has loaded yet: what they are shows in how they are spelt and in what they are known as. */
static void add_prelude(Completer *c)
{
    VM *vm = c->ty.vm;
    size_t n;
    const char *const *names = lib_prelude_names(&n);
    static const char *const modules[] = {"autograd", "gluon", "init", "mx", "mxnet", "nd", "nn", "np", "npx", "random", "torch"};
    for (size_t i = 0; i < n; i++) {
        if (!complete_fits(c, names[i], strlen(names[i]))) continue;
        Value key = str_from_c(vm, names[i]);
        Ref known = key && vm->prelude ? dict_get_str(vm, REF(vm->prelude), key) : NULL;
        bool has = key && lib_prelude_has(vm, key);
        bool module = false;
        for (size_t k = 0; k < sizeof modules / sizeof *modules; k++) module |= !strcmp(modules[k], names[i]);
        if (known) complete_add_value(c, names[i], strlen(names[i]), known, false);
        else if (has) complete_add(c, names[i], module ? "module" : names[i][0] >= 'A' && names[i][0] <= 'Z' ? "class" : "function");
        release(vm, key);
    }
    err_clear(vm);
}

void complete_names(Completer *c)
{
    add_dict(c, c->ty.names);
    for (int kind = KW_FALSE; kind < TOK__COUNT; kind++)
        if (lex_kind_text(kind)) complete_add(c, lex_kind_text(kind), "keyword");
    add_dict(c, c->ty.vm->builtins);
    add_prelude(c);
}

/* ---- attributes ---- */
typedef struct AttrList { Completer *c; Known of; bool hidden; /* _names too */ } AttrList;

static bool add_attr(void *context, Ref name, Ref raw, bool in_class)
{
    AttrList *a = context;
    Completer *c = a->c;
    VM *vm = c->ty.vm;
    size_t n;
    const char *text = str_utf8(vm, name, &n);
    if (!text) return false;
    if ((text[0] == '_' && !a->hidden) || !complete_fits(c, text, n) || !str_is_identifier(name)) return true;
    bool bound = in_class && raw && (is_function(raw) || is_kind(raw, KIND_METHOD_DESCR)) && (a->of.instance || !is_type(a->of.value));
    complete_add_value(c, text, n, raw && is_kind(raw, KIND_PROPERTY) ? NULL : raw, bound);
    return true;
}

void complete_attrs(Completer *c, size_t dot)
{
    VM *vm = c->ty.vm;
    size_t from;
    Known of = dot ? known_expression(&c->ty, &c->scan, dot - 1, &from, true) : (Known){0};
    if (!of.value) return;
    AttrList a = {c, of, c->prefix_len && c->prefix[0] == '_'};
    known_names(&c->ty, of, add_attr, &a);
    err_clear(vm);
    known_drop(vm, &of);
}

/* ---- keyword arguments ---- */
static bool is_given(const Scan *s, size_t open, const char *name)
{
    for (size_t i = open + 1; i + 1 < s->count; i++)
        if (s->items[i].level == s->items[open].level + 1 && s->items[i + 1].kind == TOK_EQUAL && scan_is(s, &s->items[i], name)) return true;
    return false;
}

void complete_keywords_of_call(Completer *c, size_t open)
{
    VM *vm = c->ty.vm;
    size_t from;
    SigText sig;
    Known callee = open ? known_expression(&c->ty, &c->scan, open - 1, &from, true) : (Known){0};
    if (callee.value && !callee.instance && sigtext_of(&c->ty, callee.value, false, &sig))
        for (int i = 0; i < sig.count; i++) {
            const SigParam *p = &sig.params[i];
            if ((p->kind != PARAM_ANY && p->kind != PARAM_KWONLY) || is_given(&c->scan, open, p->name)) continue;
            Draft t = {.arena = c->ty.arena};
            draft_c(&t, p->name);
            draft_c(&t, "=");
            complete_add(c, draft_take(&t), "param");
        }
    known_drop(vm, &callee);
}
