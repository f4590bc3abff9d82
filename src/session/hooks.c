/* hooks.c: what Python wants to be called for: before a cell, after it, when it failed (%autoreload, %logstart, %pdb, events of programs). */
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

void hook_call(Session *s, int hook)
{
    VM *vm = s->vm;
    Value f = retain(s->hooks[hook]);
    if (!f) return;
    Value r = call0(vm, f), failure = r ? NO_VALUE : err_take(vm);
    release(vm, r);
    release(vm, f);
    if (!failure) return;
    value_clear(vm, &s->hooks[hook]); /* not again at every cell */
    cell_tell(s, failure);
}

void hooks_drop(Session *s)
{
    for (int i = 0; i < HOOKS; i++) value_clear(s->vm, &s->hooks[i]);
}
