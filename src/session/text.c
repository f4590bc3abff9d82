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

int utf8_length(const unsigned char *p, size_t n)
{
    if (*p < 0x80) return 1;
    int len = *p >= 0xF0 && *p < 0xF5 ? 4 : *p >= 0xE0 ? 3 : *p >= 0xC2 ? 2 : -1;
    if (len < 0 || *p >= 0xF5) return -1;
    for (int i = 1; i < len; i++) {
        if ((size_t)i >= n) return 0;
        unsigned low = 0x80, high = 0xBF; /* of the second byte: neither overlong forms, surrogates nor beyond U+10FFFF */
        if (i == 1 && *p == 0xE0) low = 0xA0;
        if (i == 1 && *p == 0xED) high = 0x9F;
        if (i == 1 && *p == 0xF0) low = 0x90;
        if (i == 1 && *p == 0xF4) high = 0x8F;
        if (p[i] < low || p[i] > high) return -1;
    }
    return len;
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
