/* text_find.c: searching in texts of any width (str and bytes alike). A needle wider than the hay cannot be in it (both are in their
 * narrowest form); a narrower one is widened first, by its first 256 characters. Positions are in characters; ranges are already clipped. */
#include "text_impl.h"

#include <wchar.h>

#define CH uint8_t
#define FN(x) x##1
#include "text_find.inc"
#define CH uint16_t
#define FN(x) x##2
#include "text_find.inc"
#define CH uint32_t
#define FN(x) x##4
#include "text_find.inc"

enum { SMALL_NEEDLE = 256 };

/* The needle in the hay's width; false: too long to widen here (see find_long). */
typedef struct Needle {
    const void *p;
    uint32_t small[SMALL_NEEDLE];
} Needle;

static bool needle_open(Needle *nd, const Text *hay, const Text *sub)
{
    nd->p = sub->p;
    if (sub->w == hay->w) return true;
    if (sub->n > SMALL_NEEDLE) return false;
    text_copy(nd->small, hay->w, sub->p, sub->w, sub->n);
    nd->p = nd->small;
    return true;
}

bool text_equal_at(const Text *hay, int64_t at, const Text *sub)
{
    if (hay->w == sub->w)
        return memcmp((const char *)hay->p + (size_t)at * hay->w, sub->p, (size_t)sub->n * sub->w) == 0;
    for (int64_t i = 0; i < sub->n; i++)
        if (text_at(hay, at + i) != text_at(sub, i)) return false;
    return true;
}

int64_t text_find_char(const Text *hay, uint32_t c, int64_t start, int64_t end)
{
    const char *p = (const char *)hay->p + (size_t)start * hay->w;
    int64_t n = end - start, at;
    if (n <= 0) return -1;
    at = hay->w == 1 ? find_char1((const void *)p, n, c) : hay->w == 2 ? find_char2((const void *)p, n, c) : find_char4((const void *)p, n, c);
    return at < 0 ? -1 : start + at;
}

/* A needle to be widened and too long for it: its beginning is searched, the rest compared. */
static int64_t find_long(const Text *hay, const Text *sub, int64_t start, int64_t end)
{
    Text head = *sub;
    head.n = SMALL_NEEDLE;
    head.obj = NULL;
    while ((start = text_find(hay, &head, start, end - (sub->n - head.n))) >= 0) {
        if (text_equal_at(hay, start, sub)) return start;
        start++;
    }
    return -1;
}

int64_t text_find(const Text *hay, const Text *sub, int64_t start, int64_t end)
{
    int64_t n = end - start, m = sub->n;
    if (n < m) return -1;
    if (m == 0) return start;
    if (sub->w > hay->w) return -1;
    if (m == 1) return text_find_char(hay, text_at(sub, 0), start, end);
    Needle nd;
    if (!needle_open(&nd, hay, sub)) return find_long(hay, sub, start, end);
    const void *p = (const char *)hay->p + (size_t)start * hay->w;
    int64_t at = hay->w == 1 ? find1(p, n, nd.p, m) : hay->w == 2 ? find2(p, n, nd.p, m) : find4(p, n, nd.p, m);
    return at < 0 ? -1 : start + at;
}

int64_t text_rfind(const Text *hay, const Text *sub, int64_t start, int64_t end)
{
    int64_t n = end - start, m = sub->n, at;
    if (n < m) return -1;
    if (m == 0) return end;
    if (sub->w > hay->w) return -1;
    const void *p = (const char *)hay->p + (size_t)start * hay->w;
    if (m == 1) {
        uint32_t c = text_at(sub, 0);
        at = hay->w == 1 ? rfind_char1(p, n, c) : hay->w == 2 ? rfind_char2(p, n, c) : rfind_char4(p, n, c);
        return at < 0 ? -1 : start + at;
    }
    Needle nd;
    if (!needle_open(&nd, hay, sub)) {
        for (int64_t i = end - m; i >= start; i--)
            if (text_equal_at(hay, i, sub)) return i;
        return -1;
    }
    at = hay->w == 1 ? rfind1(p, n, nd.p, m) : hay->w == 2 ? rfind2(p, n, nd.p, m) : rfind4(p, n, nd.p, m);
    return at < 0 ? -1 : start + at;
}

int64_t text_count(const Text *hay, const Text *sub, int64_t start, int64_t end, int64_t max)
{
    int64_t n = end - start, m = sub->n;
    if (n < m || n < 0) return 0;
    if (m == 0) return n + 1 < max ? n + 1 : max;
    if (sub->w > hay->w) return 0;
    Needle nd;
    if (!needle_open(&nd, hay, sub)) {
        int64_t found = 0;
        for (int64_t at; found < max && (at = find_long(hay, sub, start, end)) >= 0; start = at + m) found++;
        return found;
    }
    const void *p = (const char *)hay->p + (size_t)start * hay->w;
    int64_t found = hay->w == 1 ? count1(p, n, nd.p, m, max) : hay->w == 2 ? count2(p, n, nd.p, m, max) : count4(p, n, nd.p, m, max);
    return found;
}
