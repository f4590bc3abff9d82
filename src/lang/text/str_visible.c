/* str_visible.c: a text from a program as it may stand on a screen or a page: what would move the cursor, set a terminal's title, hide or turn around
 * other text is spelled as ascii() spells it. For names, file names, messages and the like that perch shows; what a program prints itself is its own. */
#include "lang/object/str.h"

/* Line feeds and tabs are kept where a text may have lines. */
static bool is_unseen(uint32_t c, bool lines)
{
    if (c < 0x20) return !(lines && (c == '\n' || c == '\t'));
    if (c < 0x7F) return false;
    if (c < 0xA0) return true;                                  /* DEL; C1: one byte of them is ESC [ */
    if (c < 0x61C) return false;
    return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) /* direction, ends of lines */
        || (c >= 0xD800 && c <= 0xDFFF) || c == 0xFFFE || c == 0xFFFF; /* no UTF-8 has them */
}

int visible_width(uint32_t c, bool lines)
{
    if (!is_unseen(c, lines)) return 1;
    return c == '\n' || c == '\r' || c == '\t' ? 2 : c < 0x100 ? 4 : 6;
}

static void put_spelled(StrB *b, uint32_t c)
{
    static const char digits[] = "0123456789abcdef";
    strb_char(b, '\\');
    if (c == '\n' || c == '\r' || c == '\t') return strb_char(b, c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    strb_char(b, c < 0x100 ? 'x' : 'u');
    for (int shift = c < 0x100 ? 4 : 12; shift >= 0; shift -= 4) strb_char(b, (unsigned char)digits[c >> shift & 15]);
}

void strb_visible(StrB *b, Ref text, bool lines)
{
    const Str *s = as_str(text);
    int64_t from = 0;
    for (int64_t i = 0; i < s->len; i++) {
        uint32_t c = str_at(s, i);
        if (!is_unseen(c, lines)) continue;
        strb_slice(b, text, from, i);
        put_spelled(b, c);
        from = i + 1;
    }
    strb_slice(b, text, from, s->len);
}

Value str_visible(VM *vm, Ref text, bool lines)
{
    const Str *s = as_str(text);
    for (int64_t i = 0; i < s->len; i++) {
        if (!is_unseen(str_at(s, i), lines)) continue;
        StrB b = STRB_INIT(vm);
        strb_visible(&b, text, lines);
        return strb_take(&b);
    }
    return retain(text);
}
