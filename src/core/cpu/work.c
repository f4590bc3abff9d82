/* work.c: what kernels ask of their Work: errors, scratch memory, threads; and how a Work is made of a call. */
#include "work.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool work_fail(Work *w, ErrorKind kind, const char *format, ...)
{
    if (w->error != CORE_OK) return false;
    w->error = kind;
    va_list args;
    va_start(args, format);
    vsnprintf(w->text, sizeof w->text, format, args);
    va_end(args);
    return false;
}

void *work_scratch(Work *w, size_t bytes)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, bytes ? bytes : 1) != 0) {
        work_fail(w, CE_HOST_MEMORY, "no memory for %zu bytes of scratch", bytes);
        return NULL;
    }
    return p;
}

void work_scratch_free(Work *w, void *p) { (void)w; free(p); }

void work_parallel(Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data)
{
    if (w->threads && n > grain) threads_run(w->threads, n, grain, body, data);
    else if (n > 0) body(data, 0, n);
}

const void *work_thread(void)
{
    static _Thread_local char here;
    return &here;
}

bool work_stopped(Work *w)
{
    if (!w->interrupted) return false;
    if (atomic_load_explicit(&w->stopped, memory_order_relaxed)) return true;
    if (w->asker != work_thread() || !w->interrupted(w->interrupted_data)) return false;
    atomic_store_explicit(&w->stopped, true, memory_order_relaxed);
    return true;
}
