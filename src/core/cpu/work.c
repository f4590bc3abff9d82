/* work.c: what kernels ask of their Work: errors, scratch memory, threads; and how a Work is made of a call. */
#include "work.h"

#include "blit.h"
#include "core/core.h"
#include "core/said.h"

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

bool work_say(Work *w, ErrorKind kind, Accent library, Said said, const char *slots, ...)
{
    if (w->error != CORE_OK) return false;
    work_fail(w, kind, "%s", core_error_info[kind].title);
    const char *words = w->host && w->host->words[library] ? w->host->words[library][said] : NULL;
    if (!words) return false;
    va_list args;
    va_start(args, slots);
    vsnprintf(w->text, sizeof w->text, words, args);
    va_end(args);
    return false;
}

/* In front of each block: its size, for the host's count. */
enum { HEAD = 64 };

void *work_scratch(Work *w, size_t bytes)
{
    if (w->elsewhere) return w->elsewhere->scratch(w, bytes);
    char *p = NULL;
    bool counted = bytes < SIZE_MAX - HEAD && core_reserve(w->host, bytes + HEAD);
    if (!counted || posix_memalign((void **)&p, HEAD, bytes + HEAD) != 0) {
        if (counted) core_unreserve(w->host, bytes + HEAD);
        work_fail(w, CE_HOST_MEMORY, "no memory for %zu bytes of scratch", bytes);
        return NULL;
    }
    *(size_t *)(void *)p = bytes + HEAD;
    return p + HEAD;
}

void work_scratch_free(Work *w, void *p)
{
    if (!p) return;
    if (w->elsewhere) {
        w->elsewhere->scratch_free(w, p);
        return;
    }
    void *block = (char *)p - HEAD;
    core_unreserve(w->host, *(size_t *)block);
    free(block);
}

bool work_parallel(Work *w, int64_t n, int64_t grain, void (*body)(void *data, int64_t from, int64_t to), void *data)
{
    enum { PIECES = 8 }; /* at a time where one thread does them all */
    if (grain < 1) grain = 1;
    if (w->threads && n > grain) threads_run(w->threads, w, n, grain, body, data);
    else
        for (int64_t from = 0, step = grain > INT64_MAX / PIECES ? INT64_MAX : grain * PIECES; from < n && !work_stopped(w); from += step) {
            body(data, from, n - from < step ? n : from + step);
            if (n - from <= step) break;
        }
    return !atomic_load_explicit(&w->stopped, memory_order_relaxed);
}

const void *work_thread(void)
{
    static _Thread_local char here;
    return &here;
}

bool work_stopped(Work *w)
{
    if (atomic_load_explicit(&w->stopped, memory_order_relaxed)) return true;
    if (!w->host || w->asker != work_thread() || !w->host->interrupted || !w->host->interrupted(w->host->interrupted_data)) return false;
    atomic_store_explicit(&w->stopped, true, memory_order_relaxed);
    return true;
}
