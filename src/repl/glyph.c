/* glyph.c: UTF-8 and the columns of characters (glyph.h). The table of widths is Unicode's, so that a Chinese lesson is laid out
 * alike in every locale. */
#include "glyph.h"

#include <stdbool.h>

typedef struct Width { uint32_t first, last; int columns; } Width;
static const Width widths[] = {
#define WIDTH(first, last, columns) {first, last, columns},
#include "widths.def"
#undef WIDTH
};

size_t glyph_next(const char *text, size_t size, uint32_t *point)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t more = s[0] < 0x80 ? 0 : s[0] >= 0xC2 && s[0] < 0xE0 ? 1 : s[0] >= 0xE0 && s[0] < 0xF0 ? 2 : s[0] >= 0xF0 && s[0] < 0xF5 ? 3 : 9;
    uint32_t p = more == 0 ? s[0] : s[0] & (0x3Fu >> more);
    *point = GLYPH_BYTE | s[0];
    if (more >= size) return 1;
    for (size_t i = 1; i <= more; i++) {
        if ((s[i] & 0xC0) != 0x80) return 1;
        p = p << 6 | (s[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000}; /* shorter forms exist below */
    if (p < least[more] || p > 0x10FFFF || (p >= 0xD800 && p < 0xE000)) return 1;
    *point = p;
    return more + 1;
}

size_t glyph_before(const char *text, size_t at)
{
    if (at == 0) return 0;
    uint32_t point;
    for (size_t back = 1; back <= 4 && back <= at; back++)
        if (glyph_next(text + at - back, back, &point) == back) return at - back;
    return at - 1;
}

int glyph_width(uint32_t point)
{
    if (point < 0x7F) return point < 0x20 ? -1 : 1;
    if (point < 0xA0 || point >= GLYPH_BYTE) return -1;
    if (point == 0x61C || point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x206F)) return -1; /* turn text around, end lines */
    size_t low = 0, high = sizeof widths / sizeof *widths;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (widths[middle].last < point) low = middle + 1;
        else high = middle;
    }
    return low < sizeof widths / sizeof *widths && widths[low].first <= point ? widths[low].columns : 1;
}

size_t glyph_escape(const char *text, size_t size)
{
    if (!size) return 0;
    if (text[0] == '\001' || text[0] == '\002') return 1;
    if (text[0] != '\033' || size < 2) return 0;
    if (text[1] == ']') { /* a title, a link: up to BEL or ESC \ */
        for (size_t i = 2; i < size; i++) {
            if (text[i] == '\a') return i + 1;
            if (text[i] == '\033' && i + 1 < size && text[i + 1] == '\\') return i + 2;
        }
        return 0;
    }
    if (text[1] != '[') return 2;
    for (size_t i = 2; i < size; i++)
        if (text[i] >= 0x40 && text[i] < 0x7F) return i + 1;
    return 0;
}

int glyph_columns(const char *text, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size;) {
        size_t escape = glyph_escape(text + i, size - i);
        if (escape) {
            i += escape;
            continue;
        }
        uint32_t point;
        i += glyph_next(text + i, size - i, &point);
        int width = glyph_width(point);
        if (width > 0) columns += width;
    }
    return columns;
}
