/* complete_key.c: the keys of a dict behind its opening bracket, with and without a quote typed. */
#include "complete.h"

/* The text of a str as it stands between quotes of one sort: backslashes, newlines and that quote are escaped. */
static const char *between_quotes(Completer *c, Ref key, char quote)
{
    VM *vm = c->ty.vm;
    size_t n;
    const char *s = str_utf8(vm, key, &n);
    Draft t = {.arena = c->ty.arena};
    for (size_t i = 0; s && i < n; i++) {
        unsigned char b = (unsigned char)s[i];
        if (b == (unsigned char)quote || b == '\\') draft_format(&t, "\\%c", b);
        else if (b == '\n') draft_c(&t, "\\n");
        else if (b == '\t') draft_c(&t, "\\t");
        else if (b < 32 || b == 127) draft_format(&t, "\\x%02x", b);
        else draft_add(&t, s + i, 1);
    }
    err_clear(vm);
    return draft_take(&t);
}

static bool plain_key(Ref key)
{
    if (is_none(key) || is_bool(key) || is_small(key) || is_float(key)) return true;
    return is_heap(key) && !(as_obj(key)->type->flags & TYPE_HEAP) && (is_str(key) || is_kind(key, KIND_BYTES) || is_kind(key, KIND_INT));
}

/* value: what stands under the key, or NULL: its place is told. */
static void add_key(Completer *c, Ref key, Ref value, bool in_string, char quote)
{
    VM *vm = c->ty.vm;
    if (!plain_key(key)) return;
    if (in_string) {
        if (is_str(key)) complete_add_key(c, between_quotes(c, key, quote), value);
        return;
    }
    Value r = op_repr(vm, key);
    if (r) complete_add_key(c, typing_str(&c->ty, r), value);
    release(vm, r);
    err_clear(vm);
}

/* What a class says itself of its keys (IPython's protocol): it is there to be called for this. */
static Value own_keys(Completer *c, Ref o)
{
    VM *vm = c->ty.vm;
    Value name = str_intern_c(vm, "_ipython_key_completions_"), list = NO_VALUE;
    if (name && is_heap(o) && type_lookup(vm, type_of(vm, o), name)) {
        Value got = call_method(vm, o, name, NULL, 0);
        list = got ? list_from_iter(vm, got) : NO_VALUE;
        release(vm, got);
    }
    release(vm, name);
    err_clear(vm);
    return list;
}

void complete_keys(Completer *c, size_t open, bool in_string, char quote)
{
    VM *vm = c->ty.vm;
    size_t from;
    if (!open || c->scan.items[open].flags & PIECE_FIRST) return;
    Known of = known_expression(&c->ty, &c->scan, open - 1, &from, true);
    Value own = of.value && !of.instance ? own_keys(c, of.value) : NO_VALUE;
    for (int64_t i = 0; own && i < as_list(own)->len; i++) add_key(c, as_list(own)->items[i], NULL, in_string, quote);
    if (!own && of.value && !of.instance && is_dict(of.value)) {
        int64_t pos = 0;
        Ref key, value;
        while (dict_next(of.value, &pos, &key, &value)) add_key(c, key, value, in_string, quote);
    }
    release(vm, own);
    known_drop(vm, &of);
}
