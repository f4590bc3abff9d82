/* code_linetable.c: co_linetable: where instructions stand, as CPython writes it. An entry is for up to eight instructions: a byte with the highest bit set, its form and how many
 * there are, then numbers that its form has. Lines are told from one entry to the next. Numbers are of six bits a byte, the lowest first; signs stand in the lowest bit. */
#include "code.h"
#include "lang/object/vm.h"

enum { MOST = 8 /* instructions of an entry */, NO_COLUMN = 0xFFFF, MARK = 128, MORE = 64, SIX = 63 };
enum { ONE_LINE = 10 /* to 12: so many lines on, columns of a byte each */, NO_COLUMNS = 13, LONG = 14, NOWHERE = 15 };

/* ---- writing ---- */

static void put_number(StrB *b, uint64_t v)
{
    for (; v > SIX; v >>= 6) strb_ascii(b, (const char[]){(char)(MORE | (v & SIX))}, 1);
    strb_ascii(b, (const char[]){(char)v}, 1);
}
static void put_signed(StrB *b, int64_t v) { put_number(b, v < 0 ? (uint64_t)-v << 1 | 1 : (uint64_t)v << 1); }

static void put_head(StrB *b, int form, uint32_t count) { strb_ascii(b, (const char[]){(char)(MARK | form << 3 | (int)(count - 1))}, 1); }

static void put_entry(StrB *b, Span s, uint32_t count, uint32_t *line)
{
    int64_t step = (int64_t)s.line - *line;
    bool columns = s.col != NO_COLUMN && s.end_col != NO_COLUMN;
    if (!s.line) return put_head(b, NOWHERE, count);
    *line = s.line;
    if (columns && s.end_line == s.line && step >= 0 && step < 3 && s.col < 128 && s.end_col < 128) {
        put_head(b, ONE_LINE + (int)step, count);
        strb_ascii(b, (const char[]){(char)s.col, (char)s.end_col}, 2);
        return;
    }
    put_head(b, columns ? LONG : NO_COLUMNS, count);
    put_signed(b, step);
    if (!columns) return;
    put_number(b, s.end_line - s.line);
    put_number(b, s.col + 1u);
    put_number(b, s.end_col + 1u);
}

Value code_linetable(VM *vm, const Code *c)
{
    StrB b = STRB_INIT(vm);
    uint32_t line = c->first_line;
    for (uint32_t i = 0, n; i < c->nins; i += n) {
        Span s = code_span(c, (int32_t)i);
        for (n = 1; n < MOST && i + n < c->nins && same_place(s, code_span(c, (int32_t)(i + n))); n++) {}
        put_entry(&b, s, n, &line);
    }
    Value r = b.failed ? NO_VALUE : bytes_from(vm, b.data ? b.data : "", (int64_t)b.len);
    strb_drop(&b);
    return r;
}

/* ---- reading ---- */

typedef struct Reader { const uint8_t *at, *end; } Reader;

static uint64_t read_number(Reader *r)
{
    uint64_t v = 0;
    for (int shift = 0; r->at < r->end; shift += 6) {
        uint8_t b = *r->at++;
        if (shift < 60) v |= (uint64_t)(b & SIX) << shift;
        if (!(b & MORE)) break;
    }
    return v;
}
static int64_t read_signed(Reader *r)
{
    uint64_t v = read_number(r);
    return v & 1 ? -(int64_t)(v >> 1) : (int64_t)(v >> 1);
}
static uint8_t read_byte(Reader *r) { return r->at < r->end ? *r->at++ : 0; }
static uint16_t column(uint64_t v) { return v && v - 1 < NO_COLUMN ? (uint16_t)(v - 1) : NO_COLUMN; }

/* The place of an entry of this form; *line is that of the one before. */
static Span read_entry(Reader *r, int form, int64_t *line)
{
    Span s = {.col = NO_COLUMN, .end_col = NO_COLUMN};
    if (form == NOWHERE) return s;
    if (form == LONG || form == NO_COLUMNS) *line += read_signed(r);
    else if (form >= ONE_LINE) *line += form - ONE_LINE;
    s.line = s.end_line = *line > 0 && *line < INT32_MAX ? (uint32_t)*line : 0;
    if (form == LONG) {
        uint64_t lines = read_number(r);
        if (lines < INT32_MAX - s.line) s.end_line += (uint32_t)lines;
        s.col = column(read_number(r));
        s.end_col = column(read_number(r));
    } else if (form >= ONE_LINE && form < NO_COLUMNS) {
        s.col = read_byte(r);
        s.end_col = read_byte(r);
    } else if (form < ONE_LINE) { /* a column below 80 and how much there is, below 16 */
        uint8_t low = read_byte(r);
        s.col = (uint16_t)(form << 3 | low >> 4);
        s.end_col = (uint16_t)(s.col + (low & 15));
    }
    return s;
}

/* Instructions behind the table's end stand nowhere. */
bool code_put_linetable(VM *vm, Code *c, Ref v)
{
    if (!is_bytes(v)) return err_false(vm, EXC_TypeError, "replace() argument 'co_linetable' must be bytes, not %T", v);
    Reader r = {as_bytes(v)->data, as_bytes(v)->data + as_bytes(v)->len};
    int64_t line = c->first_line;
    uint32_t i = 0;
    while (i < c->nins) {
        int head = r.at < r.end ? *r.at++ : -1;
        uint32_t n = head < 0 ? c->nins - i : (uint32_t)(head & 7) + 1;
        Span s = read_entry(&r, head < 0 ? NOWHERE : head >> 3 & 15, &line);
        for (; n && i < c->nins; n--, i++) c->spans[i] = s;
    }
    return true;
}
