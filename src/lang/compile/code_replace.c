/* code_replace.c: code.replace(): a copy of a code with other names, constants or lines. Its instructions are the machine's own, not
 * CPython's: what would change them (co_code, co_exceptiontable, ...) is refused by name.
 */
#include "lang/object/args.h"
#include "code.h"
#include "lang/object/vm.h"

static void *copy_block(VM *vm, const void *from, size_t bytes, bool *ok)
{
    if (!bytes || !from || !*ok) return NULL;
    void *to = mem_alloc(vm->mem, bytes);
    if (to) memcpy(to, from, bytes);
    else *ok = false;
    return to;
}

static void *copy_values(VM *vm, const void *from, size_t n, bool *ok)
{
    Value *to = copy_block(vm, from, n * sizeof(Value), ok);
    for (size_t i = 0; to && i < n; i++)
        if (to[i]) retain(to[i]);
    return to;
}

static bool copy_lines(VM *vm, const Code *c, Code *copy)
{
    const Span *spans = code_spans(c);
    bool ok = true;
    copy->ins = NULL, copy->spans = NULL;
    if (!spans) return err_no_memory(vm) != NULL;
    copy->ins = copy_block(vm, c->ins, c->nins * sizeof *c->ins, &ok);
    copy->spans = copy_block(vm, spans, c->nins * sizeof *spans, &ok);
    return ok;
}

/* Before its lines are changed: those of a code of the program's own image are the program's. */
static bool own_lines(VM *vm, Code *c)
{
    if (!(c->flags & CODE_IMAGE)) return true;
    Code own = *c;
    if (!copy_lines(vm, c, &own)) {
        mem_free(vm->mem, own.ins, own.nins * sizeof *own.ins);
        return err_no_memory(vm) != NULL;
    }
    c->ins = own.ins;
    c->spans = own.spans;
    c->image = NULL;
    c->flags &= ~(uint32_t)CODE_IMAGE;
    return true;
}

static Code *code_copy(VM *vm, const Code *c)
{
    Code *d = (Code *)obj_alloc(vm, c->head.type, sizeof *d);
    if (!d) return NULL;
    bool ok = true;
    Obj head = d->head;
    Code copy = *c; /* counts and small things; the arrays follow one by one, so that what failed is NULL with its count 0 */
    copy.head = head;
    copy.jit = NULL;
    copy.heat = vm->warmth;
    if (!(c->flags & CODE_IMAGE)) ok = copy_lines(vm, c, &copy);
    copy.caches = copy_block(vm, c->caches, c->ncaches * sizeof *c->caches, &ok);
    copy.consts = copy_values(vm, c->consts, c->nconsts, &ok);
    copy.names = copy_values(vm, c->names, c->nnames, &ok);
    copy.handlers = copy_block(vm, c->handlers, c->nhandlers * sizeof *c->handlers, &ok);
    copy.excepts = copy_block(vm, c->excepts, c->nexcepts * sizeof *c->excepts, &ok);
    copy.localnames = copy_values(vm, c->localnames, c->nlocals, &ok);
    copy.freenames = copy_values(vm, c->freenames, c->nfree, &ok);
    copy.captures = copy_block(vm, c->captures, c->nfree * sizeof *c->captures, &ok);
    for (uint32_t i = 0; copy.caches && i < c->ncaches; i++) {
        uint16_t name = copy.caches[i].name;
        copy.caches[i] = (Cache){.name = name};
    }
    retain(REF(c->name));
    retain(REF(c->qualname));
    retain(REF(c->filename));
    if (c->doc) retain(c->doc);
    if (c->source) retain(c->source);
    *d = copy;
    d->site_base = ok ? sites_reserve(vm, d) : 0;
    if (!ok) {
        release(vm, VAL(d));
        err_no_memory(vm);
        return NULL;
    }
    return d;
}

static bool put_text(VM *vm, const char *what, Str **at, Ref v)
{
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "replace() argument '%s' must be str, not %T", what, v);
    Value old = VAL(*at);
    *at = (Str *)BITS(retain(v));
    release(vm, old);
    return true;
}

static bool put_line(VM *vm, Code *c, Ref v)
{
    int64_t line;
    if (!is_int(v) || !int_fits_i64(v, &line)) return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    if (line < 1 || line > INT32_MAX) return err_false(vm, EXC_ValueError, "code: co_firstlineno must be a positive integer");
    if (!own_lines(vm, c)) return false;
    int64_t shift = line - c->first_line;
    for (uint32_t i = 0; i < c->nins; i++) {
        if (!c->spans[i].line) continue;
        c->spans[i].line = (uint32_t)(c->spans[i].line + shift);
        c->spans[i].end_line = (uint32_t)(c->spans[i].end_line + shift);
    }
    c->first_line = (uint32_t)line;
    return true;
}

static bool put_consts(VM *vm, Code *c, Ref v)
{
    if (!is_tuple(v)) return err_false(vm, EXC_TypeError, "replace() argument 'co_consts' must be tuple, not %T", v);
    if (as_tuple(v)->len != c->nconsts) return err_false(vm, EXC_ValueError, "perch keeps the number of a code's constants");
    for (uint32_t i = 0; i < c->nconsts; i++) {
        Ref new = as_tuple(v)->items[i];
        if (!c->consts[i] || new == c->consts[i]) continue;
        if (is_kind(new, KIND_CODE) != is_kind(c->consts[i], KIND_CODE)) return err_false(vm, EXC_ValueError, "perch replaces a code by a code only");
        if (is_kind(new, KIND_CODE) && as_code(new)->nfree != as_code(c->consts[i])->nfree)
            return err_false(vm, EXC_ValueError, "perch replaces a code by one with as many free variables only");
        value_put(vm, &c->consts[i], retain(new));
    }
    return true;
}

/* What a code is by its flags cannot change (its instructions are made for it), but that a generator may be awaited is one of them alone. */
static bool put_flags(VM *vm, Code *c, Ref v)
{
    int64_t flags;
    if (!is_int(v) || !int_fits_i64(v, &flags)) return err_false(vm, EXC_TypeError, "'%T' object cannot be interpreted as an integer", v);
    int64_t free = c->flags & CODE_GENERATOR ? CODE_ITERABLE_COROUTINE : 0;
    if ((flags ^ (int64_t)(c->flags & CODE_SHOWN)) & ~free) return err_false(vm, EXC_ValueError, "perch cannot replace co_flags but for a generator's CO_ITERABLE_COROUTINE");
    c->flags = (c->flags & ~(uint32_t)free) | (uint32_t)(flags & free);
    return true;
}

Value code_replace(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (n > 1) return err_raise(vm, EXC_TypeError, "replace() takes 0 positional arguments but %d was given", n - 1);
    bool same = !kwnames || !as_tuple(kwnames)->len; /* one that is unread may stay so */
    Code *c = same || code_whole(vm, as_code(args[0])) ? code_copy(vm, as_code(args[0])) : NULL;
    bool ok = c != NULL;
    for (int64_t i = 0; ok && kwnames && i < as_tuple(kwnames)->len; i++) {
        Ref name = as_tuple(kwnames)->items[i], v = args[n + i];
        if (str_equal_c(name, "co_name")) ok = put_text(vm, "co_name", &c->name, v);
        else if (str_equal_c(name, "co_qualname")) ok = put_text(vm, "co_qualname", &c->qualname, v);
        else if (str_equal_c(name, "co_filename")) ok = put_text(vm, "co_filename", &c->filename, v);
        else if (str_equal_c(name, "co_firstlineno")) ok = put_line(vm, c, v);
        else if (str_equal_c(name, "co_flags")) ok = put_flags(vm, c, v);
        else if (str_equal_c(name, "co_linetable")) ok = own_lines(vm, c) && code_put_linetable(vm, c, v);
        else if (str_equal_c(name, "co_consts")) ok = put_consts(vm, c, v);
        else { /* the same again is no change */
            Value now = NULL;
            int has = str_has_prefix_c(name, "co_") ? obj_lookup_attr(vm, args[0], name, &now) : 0;
            if (has == 0) ok = err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for replace()", name);
            else {
                int alike = has > 0 ? op_compare_bool(vm, now, v, CMP_EQ) : -1;
                ok = alike > 0 || (alike == 0 && err_false(vm, EXC_ValueError, "perch cannot replace %U", name));
            }
            release(vm, now);
        }
    }
    if (!ok && c) {
        release(vm, VAL(c));
        c = NULL;
    }
    return VAL(c);
}
