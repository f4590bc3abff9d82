/* failure.c: failures that wait to be told (failure.h). */
#include "failure.h"

#include <string.h>

Failure *failure_new(Core *c)
{
    Failure *f = core_alloc(c, sizeof *f);
    if (f) memset(f, 0, sizeof *f);
    return f;
}

void failure_drop(Core *c, Failure *f) { core_free(c, f, sizeof *f); }

static void let_go(Core *c, Failure *f)
{
    if (--f->refs == 0) failure_drop(c, f);
}

void failure_keep(Core *c, Failure *f)
{
    f->refs++;
    f->after = NULL;
    f->before = c->failures_last;
    if (f->before) f->before->after = f;
    else c->failures = f;
    c->failures_last = f;
}

static void told(Core *c, Failure *f)
{
    f->told = true;
    if (f->before) f->before->after = f->after;
    else c->failures = f->after;
    if (f->after) f->after->before = f->before;
    else c->failures_last = f->before;
    let_go(c, f);
}

void failure_mark(Core *c, Storage *s, Failure *f)
{
    f->refs++;
    failure_unmark(c, s);
    s->failure = f;
    s->waits |= WAITS_FAILED;
}

void failure_unmark(Core *c, Storage *s)
{
    if (!(s->waits & WAITS_FAILED)) return;
    s->waits &= (uint8_t)~WAITS_FAILED;
    let_go(c, s->failure);
}

Failure *failure_of(Core *c, Storage *s)
{
    if (!(s->waits & WAITS_FAILED)) return NULL;
    if (!s->failure->told) return s->failure;
    failure_unmark(c, s);
    return NULL;
}

bool failure_tell(Core *c, Failure *f)
{
    if (f->told) return true;
    if (c->error.kind == CORE_OK) {
        core_fail(c, f->kind, "%s", f->text[0] ? f->text : "a kernel failed");
        c->error.late = true;
        c->error.site = f->site;
        c->error.op = f->op;
        memcpy(c->error.numbers, f->numbers, sizeof f->numbers);
    }
    told(c, f);
    return false;
}

bool failure_tell_all(Core *c)
{
    bool ok = !c->failures || failure_tell(c, c->failures);
    while (c->failures) told(c, c->failures);
    return ok;
}

Failure *failure_of_call(const Call *call)
{
    Failure *f = NULL;
    for (int i = 0; !f && i < call->in_count; i++)
        if (call->in[i].tensor) f = failure_of(call->core, call->in[i].tensor->storage);
    for (int i = 0; !f && i < call->out_count; i++)
        if (call->out[i]) f = failure_of(call->core, call->out[i]->storage);
    return f;
}
