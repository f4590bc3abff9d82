/* hooks.c: what Python wants to be called for: before a cell, after it, when it failed (%autoreload, %logstart, %pdb, %undo, events of programs);
 * with the cell's text, and whether nothing has failed; instead of its error's being told (set_custom_exc), with the exception; for what is run in a cell's place (%autopx). */
#include "session_impl.h"

static const char *const names[HOOKS] = {"before", "after", "failed", "error", "instead"};

bool hook_set(Session *s, const char *name, Ref function)
{
    for (int i = 0; i < HOOKS; i++)
        if (!strcmp(names[i], name)) {
            value_put(s->vm, &s->hooks[i], is_none(function) ? NO_VALUE : retain(function));
            return true;
        }
    return false;
}

void hook_call(Session *s, int hook, const char *cell, size_t n, bool well)
{
    VM *vm = s->vm;
    Value f = retain(s->hooks[hook]);
    if (!f) return;
    Value text = str_from_utf8(vm, cell, n), r = text ? call2(vm, f, text, make_bool(well)) : NO_VALUE, failure = r ? NO_VALUE : err_take(vm);
    release(vm, r);
    release(vm, text);
    release(vm, f);
    if (!failure) return;
    value_clear(vm, &s->hooks[hook]); /* not again at every cell */
    cell_tell(s, failure);
}

bool hook_tells(Session *s, Ref exception)
{
    VM *vm = s->vm;
    Value f = retain(s->hooks[HOOK_ERROR]);
    if (!f) return false;
    Value r = call1(vm, f, exception), failure = r ? NO_VALUE : err_take(vm);
    bool told = r && op_truth(vm, r) > 0;
    release(vm, r);
    release(vm, f);
    if (!failure) return told;
    value_clear(vm, &s->hooks[HOOK_ERROR]); /* it is not asked again */
    cell_tell(s, failure);
    return false;
}

Value hook_instead(Session *s, const char *cell, size_t n)
{
    VM *vm = s->vm;
    Value f = retain(s->hooks[HOOK_INSTEAD]);
    if (!f) return NO_VALUE;
    Value text = str_from_utf8(vm, cell, n), r = text ? call1(vm, f, text) : NO_VALUE;
    release(vm, text);
    release(vm, f);
    if (r && !is_str(r)) value_clear(vm, &r);
    if (err_occurred(vm)) value_clear(vm, &s->hooks[HOOK_INSTEAD]); /* not again; the cell runs as it is, and says what happens */
    err_clear(vm);
    return r;
}

void hooks_drop(Session *s)
{
    for (int i = 0; i < HOOKS; i++) value_clear(s->vm, &s->hooks[i]);
}
