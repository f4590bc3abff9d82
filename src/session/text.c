/* text.c: growing texts, and positions in UTF-8: bytes and code points. Knows no VM. */
#include <stdlib.h>

#include "session_impl.h"

bool text_add(Text *t, const char *s, size_t n)
{
    if (t->n + n + 1 > t->cap) {
        size_t cap = t->cap ? t->cap : 64;
        while (cap < t->n + n + 1) cap *= 2;
        char *more = realloc(t->s, cap);
        if (!more) return !(t->failed = true);
        t->s = more;
        t->cap = cap;
    }
    if (n) memcpy(t->s + t->n, s, n);
    t->n += n;
    t->s[t->n] = 0;
    return true;
}

bool text_put(Text *t, const char *s) { return text_add(t, s, strlen(s)); }

bool text_set(Text *t, const char *s, size_t n)
{
    t->n = 0;
    t->failed = false;
    return text_add(t, s, n);
}

void text_drop(Text *t)
{
    free(t->s);
    *t = (Text){0};
}

size_t session_points(const char *text, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++) n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

size_t session_bytes(const char *text, size_t size, size_t points)
{
    size_t i = 0;
    while (i < size && points--)
        for (i++; i < size && ((unsigned char)text[i] & 0xC0) == 0x80; i++) {}
    return i;
}
