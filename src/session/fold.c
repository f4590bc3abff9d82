/* fold.c: a line of a drawing that is wider than the front, in pieces: it breaks where columns or words end, never inside a name, and the branches
 * of the drawing go on beside what was moved to the next line. A page does not say how wide it is: there drawings are as wide as most screens show
 * them. Other fronts without a width of their own get lines as they are. What shows the program's expression stays whole, since the branches below point into it. */
#include "session_impl.h"
#include "lang/text/unicode.h"

enum { PAGE = 110 }; /* columns: what a laptop's browser shows beside the list of files; wider lines it would cut anywhere */

static uint32_t point_at(const Fold *f, size_t at, size_t *bytes)
{
    const unsigned char *p = (const unsigned char *)f->line + at;
    int len = utf8_length(p, f->n - at);
    *bytes = len > 0 ? (size_t)len : 1;
    if (len <= 1) return *p;
    uint32_t point = *p & (0x7Fu >> len);
    for (int i = 1; i < len; i++) point = point << 6 | (p[i] & 0x3F);
    return point;
}

static int columns(const Fold *f, size_t from, size_t to)
{
    int sum = 0;
    for (size_t at = from, step; at < to; at += step) sum += uni_width(point_at(f, at, &step));
    return sum;
}

/* Branches that go on to lower operands, blanks else. */
void fold_lead(const Fold *f, Text *out)
{
    for (size_t at = 0, step; at < f->words; at += step) {
        uint32_t point = point_at(f, at, &step);
        text_put(out, point == 0x2502 /* │ */ || point == 0x251C /* ├ */ ? "│" : " ");
    }
    text_put(out, f->branches ? "   " : "  ");
}

/* Where the piece that begins at `from` ends when it has so many columns: before a gap of two blanks, else before a blank or a wide character,
 * else anywhere. */
static size_t break_at(const Fold *f, size_t from, int room)
{
    size_t gap = 0, blank = 0, wide = 0, any = from, step;
    int used = 0;
    for (size_t at = from; at < f->n; at += step) {
        uint32_t point = point_at(f, at, &step);
        if (point == ' ' && at > from) {
            if (at + 1 < f->n && f->line[at + 1] == ' ' && f->line[at - 1] != ' ') gap = at;
            if (f->line[at - 1] != ' ') blank = at;
        }
        if (used && uni_width(point) == 2) wide = at;
        used += uni_width(point);
        if (used > room) return gap ? gap : blank > wide ? blank : wide ? wide : any > from ? any : at + step;
        any = at + step;
    }
    return f->n;
}

bool fold_begin(const Session *s, Fold *f, const char *line, size_t n, size_t lead, LineKind kind)
{
    *f = (Fold){.line = line, .n = n, .words = lead, .room = s->folds ? s->config.width : PAGE, .branches = kind == LINE_ROW};
    if (!(s->folds || session_on_page(s)) || kind == LINE_SOURCE || kind == LINE_LOOSE || f->room < 40 || columns(f, 0, n) <= f->room) return false;
    f->indent = columns(f, 0, lead) + (f->branches ? 3 : 2);
    return f->indent <= f->room - 16;
}

size_t fold_end(const Fold *f, size_t from) { return from ? break_at(f, from, f->room - f->indent) : break_at(f, f->words, f->room - columns(f, 0, f->words)); }

size_t fold_next(const Fold *f, size_t end)
{
    while (end < f->n && f->line[end] == ' ') end++;
    return end;
}
