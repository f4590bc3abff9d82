/* branch.c: several conversations with one interpreter, each on a thread of its own; and whose output is whose. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "session_impl.h"
#include "lang/object/thread.h"
#include "typing.h"

enum { C_STACK = 16 << 20 };

void branch_drop(VM *vm, Branch *b)
{
    error_drop(&b->last);
    error_drop(&b->other);
    bundle_drop(&b->result);
    bundle_drop(&b->evaluated);
    fixes_drop(b);
    typing_close(b);
}

typedef struct Start {
    Session *s;
    void (*body)(void *data, bool came);
    void *data;
} Start;

static void *branch_main(void *data)
{
    Start *start = data, st = *start;
    free(start);
    VM *vm = st.s->vm;
    Branch *b = calloc(1, sizeof *b);
    Thread *me = b ? thread_attach(vm, C_STACK) : NULL;
    if (me) vm->own = b;
    st.body(st.data, me != NULL);
    if (me) {
        branch_drop(vm, b);
        vm->own = NULL;
        thread_detach(vm, me);
    }
    free(b);
    return NULL;
}

bool session_branch(Session *s, void (*body)(void *data, bool came), void *data)
{
    Start *start = malloc(sizeof *start);
    pthread_t id;
    pthread_attr_t attr;
    if (!start) return false;
    *start = (Start){s, body, data};
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, C_STACK);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    sigset_t all, old; /* signals are the session's thread's */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    bool ok = pthread_create(&id, &attr, branch_main, start) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attr);
    if (!ok) free(start);
    return ok;
}

/* ---- origins ---- */

bool session_set_origin(Session *s, const char *text)
{
    VM *vm = s->vm;
    Value v = text ? bytes_from(vm, text, (int64_t)strlen(text)) : NULL;
    if (text && !v) return err_clear(vm), false;
    value_put(vm, &vm->origin, v);
    return true;
}

const char *session_origin(const Session *s)
{
    Ref v = s->telling ? s->telling : s->vm->origin ? REF(s->vm->origin) : NULL;
    return v && is_bytes(v) ? (const char *)as_bytes(v)->data : NULL;
}

/* A descriptor does not say who wrote to it: it is taken for the cell of the session's thread while one runs there, else for the last that began. */
void origin_of_descriptors(Session *s)
{
    VM *vm = s->vm;
    if (branch_of(s) == &s->main || !s->main.cell.running) value_put(vm, &s->descriptors, vm->origin ? retain(vm->origin) : NULL);
}
