/* hooks.c: what Python wants to be called for: before a cell, after it, when it failed (%autoreload, %logstart, %pdb, %undo, events of programs);
 * with the cell's text, and whether nothing has failed. */
#include "session_impl.h"

static const char *const names[HOOKS] = {"before", "after", "failed"};

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

void hooks_drop(Session *s)
{
    for (int i = 0; i < HOOKS; i++) value_clear(s->vm, &s->hooks[i]);
}
