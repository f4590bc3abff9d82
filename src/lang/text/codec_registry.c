/* codec_registry.c: codecs that are none of C, and handlers of errors, by name. The package encodings is the first that is asked for a codec: it is imported
 * at the first look-up, so that a program that keeps to UTF-8, ASCII and Latin-1 never does. Handlers that every Python has are C functions of the module _codecs. */
#include "codecs.h"
#include "text_impl.h"

static bool dict_there(VM *vm, Value *d) { return *d || (*d = dict_new(vm)); }

static bool open_registry(VM *vm)
{
    if (vm->codecs.open) return true;
    if (!vm->codecs.search && !(vm->codecs.search = list_new(vm, 0))) return false;
    Value encodings = import_module(vm, "encodings"); /* it registers itself; while it does, it is found as it stands */
    release(vm, encodings);
    return vm->codecs.open = encodings != NO_VALUE;
}

bool codec_register(VM *vm, Ref search)
{
    return open_registry(vm) && list_append(vm, vm->codecs.search, search);
}

bool codec_unregister(VM *vm, Ref search)
{
    Value list = vm->codecs.search ? retain(vm->codecs.search) : NO_VALUE;
    for (int64_t i = 0; list && i < as_list(list)->len; i++) {
        if (as_list(list)->items[i] != search) continue;
        if (vm->codecs.known) dict_clear(vm, vm->codecs.known);
        bool ok = list_set_slice(vm, list, i, i + 1, NULL, 0);
        release(vm, list);
        return ok;
    }
    release(vm, list);
    return true;
}

/* Small letters; whatever is neither letter, digit nor point becomes one underscore between two that are. */
static Value normal_name(VM *vm, Ref name)
{
    size_t n;
    const char *s = str_utf8(vm, name, &n);
    if (!s) return NO_VALUE;
    if (strlen(s) != n) return err_raise(vm, EXC_ValueError, "embedded null character");
    StrB b = STRB_INIT(vm);
    bool gap = false;
    for (; *s; s++) {
        char c = *s >= 'A' && *s <= 'Z' ? (char)(*s + 32) : *s;
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.';
        if (word && gap && b.len) strb_char(&b, '_');
        gap = !word;
        if (word) strb_char(&b, (unsigned char)c);
    }
    return strb_take(&b);
}

Value codec_lookup(VM *vm, Ref name)
{
    Value key = normal_name(vm, name), found = NO_VALUE;
    if (!key || !open_registry(vm) || !dict_there(vm, &vm->codecs.known)) {
        release(vm, key);
        return NO_VALUE;
    }
    Ref known = dict_get_str(vm, vm->codecs.known, key);
    if (known) {
        release(vm, key);
        return retain(known);
    }
    Value list = retain(vm->codecs.search);
    for (int64_t i = 0; !found && !err_occurred(vm) && i < as_list(list)->len; i++) {
        Value search = retain(as_list(list)->items[i]);
        found = call1(vm, search, key);
        release(vm, search);
        if (found && is_none(found)) found = NO_VALUE;
        else if (found && !(is_tuple(found) && as_tuple(found)->len == 4)) {
            value_clear(vm, &found);
            err_raise(vm, EXC_TypeError, "codec search functions must return 4-tuples");
        }
    }
    if (found && vm->codecs.known && !dict_set(vm, vm->codecs.known, key, found)) value_clear(vm, &found);
    if (!found && !err_occurred(vm)) err_raise(vm, EXC_LookupError, "unknown encoding: %U", name);
    release(vm, list);
    release(vm, key);
    return found;
}

/* ---- what a codec's functions raise ---- */

/* An exception that a new one of its class with another text can stand for: plain, with a text at most, and nothing of the program's in it. */
static bool can_be_told(VM *vm, Exception *e)
{
    Type *t = e->head.type, *base = vm->exc_types[EXC_BaseException];
    Tuple *args = as_tuple(e->args);
    Attrs *attrs = t->flags & TYPE_ATTRS ? obj_attrs(&e->head) : NULL;
    bool bare = !attrs || (attrs->shape ? attrs->shape->count == 0 : !attrs->dict || dict_len(REF(attrs->dict)) == 0);
    return (e->head.aux == EXCL_PLAIN || e->head.aux == EXCL_KEY) && t->s.init == base->s.init && t->s.new_ == base->s.new_ && !t->slot_count && bare &&
           (args->len == 0 || (args->len == 1 && is_exact(args->items[0], CLASS(str))));
}

void codec_tell_name(VM *vm, int which, const char *name)
{
    if (!can_be_told(vm, as_exception(vm->error))) return;
    Value e = err_take(vm), text = str_format(vm, "%s with '%s' codec failed (%T: %S)", which ? "decoding" : "encoding", name, (Ref)e, (Ref)e);
    Value told = text ? call1(vm, REF(as_obj(e)->type), text) : NO_VALUE;
    release(vm, text);
    if (!told || !is_exception(told)) { /* the first one stays */
        release(vm, told);
        err_clear(vm);
        err_put(vm, e);
        return;
    }
    err_pend(vm, told);
    err_from(vm, e);
}

static bool is_of_text(VM *vm, Ref info)
{
    if (is_exact(info, CLASS(tuple))) return true;
    Value flag = obj_getattr_c(vm, info, "_is_text_encoding");
    if (!flag) return err_matches(vm, EXC_AttributeError) ? (err_clear(vm), true) : false;
    int is = op_truth(vm, flag);
    release(vm, flag);
    return is > 0;
}

Value codec_apply(VM *vm, int which, Ref object, Ref name, Ref errors, bool text)
{
    static const char *const verbs[] = {"encode", "decode"};
    Value info = codec_lookup(vm, name), f = NO_VALUE, pair = NO_VALUE, r = NO_VALUE, held = NO_VALUE;
    if (!info) return info;
    if (text && !is_of_text(vm, info)) {
        if (!err_occurred(vm)) err_raise(vm, EXC_LookupError, "'%U' is not a text encoding; use codecs.%s() to handle arbitrary codecs", name, verbs[which]);
    } else {
        f = retain(as_tuple(info)->items[which]);
        pair = errors ? call2(vm, f, object, errors) : call1(vm, f, object);
        if (!pair) {
            size_t n;
            held = retain(name);
            const char *shown = str_utf8(vm, held, &n);
            if (shown) codec_tell_name(vm, which, shown);
        } else if (!is_tuple(pair) || as_tuple(pair)->len != 2) err_raise(vm, EXC_TypeError, "%sr must return a tuple (object, integer)", verbs[which]);
        else r = retain(as_tuple(pair)->items[0]);
    }
    release(vm, held);
    release(vm, pair);
    release(vm, f);
    release(vm, info);
    return r;
}

/* ---- handlers of errors ---- */

static bool open_handlers(VM *vm)
{
    if (vm->codecs.handlers) return true;
    Value module = import_module(vm, "_codecs"); /* brings those that every Python has */
    release(vm, module);
    return module && dict_there(vm, &vm->codecs.handlers);
}

bool codec_set_handler(VM *vm, Ref name, Ref handler) { return dict_there(vm, &vm->codecs.handlers) && dict_set(vm, vm->codecs.handlers, name, handler); }

Value codec_handler(VM *vm, Ref name)
{
    if (!open_handlers(vm)) return NO_VALUE;
    Ref handler = dict_get_str(vm, vm->codecs.handlers, name);
    return handler ? retain(handler) : err_raise(vm, EXC_LookupError, "unknown error handler name '%U'", name);
}

void codecs_forget(VM *vm)
{
    value_clear(vm, &vm->codecs.search);
    value_clear(vm, &vm->codecs.known);
    value_clear(vm, &vm->codecs.handlers);
    vm->codecs.open = false;
}
