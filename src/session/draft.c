/* draft.c: a text that grows in an arena (typing.h). */
#include <stdarg.h>
#include <stdio.h>

#include "typing.h"

static bool room(Draft *t, size_t n)
{
    if (t->cap - t->len > n) return true;
    size_t cap = (t->len + n + 1) * 2;
    char *p = arena_grow(t->arena, t->p, t->cap, cap);
    if (!p) return false;
    t->p = p;
    t->cap = cap;
    return true;
}

void draft_add(Draft *t, const char *s, size_t n)
{
    if (!room(t, n)) return;
    memcpy(t->p + t->len, s, n);
    t->len += n;
    t->p[t->len] = 0;
}

void draft_c(Draft *t, const char *s) { draft_add(t, s, strlen(s)); }

void draft_format(Draft *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0 || !room(t, (size_t)n)) return;
    va_start(ap, fmt);
    vsnprintf(t->p + t->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    t->len += (size_t)n;
}

const char *draft_take(Draft *t) { return t->p ? t->p : ""; }

const char *typing_str(const Typing *ty, Ref s)
{
    size_t n;
    const char *p = s && is_str(s) ? str_utf8(ty->vm, s, &n) : NULL;
    if (!p) return err_clear(ty->vm), "";
    p = arena_dup(ty->arena, p, n);
    return p ? p : "";
}
