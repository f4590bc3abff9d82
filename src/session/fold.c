/* fold.c: a line of a drawing that is wider than the front, in pieces: it breaks where columns or words end, never inside a name, and the branches
 * of the drawing go on beside what was moved to the next line. A page does not say how wide it is: there drawings are as wide as most screens show
 * them. Other fronts without a width of their own get lines as they are. */
#include "session_impl.h"
#include "lang/text/unicode.h"

enum { PAGE = 110 }; /* columns: what a laptop's browser shows beside the list of files; wider lines it would cut anywhere */

typedef struct Fold { const char *line; size_t n; int room; } Fold;

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

static bool is_branch(uint32_t point) { return point == 0x2514 /* └ */ || point == 0x251C /* ├ */ || point == 0x2500 /* ─ */; }

static int columns(const Fold *f, size_t from, size_t to)
{
    int sum = 0;
    for (size_t at = from, step; at < to; at += step) sum += uni_width(point_at(f, at, &step));
    return sum;
}

/* What stands before the words: blanks, and the drawing's branches. */
static size_t lead(const Fold *f, bool *branches)
{
    size_t at = 0, step;
    *branches = false;
    for (; at < f->n; at += step) {
        uint32_t point = point_at(f, at, &step);
        if (point != ' ' && point != 0x2502 /* │ */ && !is_branch(point)) break;
        *branches |= is_branch(point);
    }
    return at;
}

/* The same for a continued line: branches that go on to lower operands, blanks else. */
static void put_lead(const Fold *f, Text *out, size_t words, bool branches)
{
    for (size_t at = 0, step; at < words; at += step) {
        uint32_t point = point_at(f, at, &step);
        if (point == 0x2502 || point == 0x251C) text_put(out, "\xE2\x94\x82");
        else text_put(out, " ");
    }
    text_put(out, branches ? "   " : "  ");
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

/* A line of words; what shows the program's expression stays whole, since the branches below point into it. */
static bool is_words(const Fold *f, size_t words)
{
    static const char *const begins[] = {"fix:", "note:", "hint:", "修复：", "注意：", "提示：", "["};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (f->n - words >= strlen(begins[i]) && !memcmp(f->line + words, begins[i], strlen(begins[i]))) return true;
    return false;
}

bool fold_line(const Session *s, const char *line, size_t n, Text *out)
{
    Fold f = {line, n, s->folds ? s->config.width : PAGE};
    bool branches;
    if (!(s->folds || session_on_page(s)) || n < 2 || line[0] != ' ' || f.room < 40 || columns(&f, 0, n) <= f.room) return false;
    size_t words = lead(&f, &branches);
    int indent = columns(&f, 0, words) + (branches ? 3 : 2);
    if ((!branches && !is_words(&f, words)) || indent > f.room - 16) return false;
    size_t end = break_at(&f, words, f.room - columns(&f, 0, words));
    out->n = 0;
    text_add(out, line, end);
    while (end < n) {
        size_t from = end;
        while (from < n && line[from] == ' ') from++;
        if (from == n) break;
        end = break_at(&f, from, f.room - indent);
        text_put(out, "\n");
        put_lead(&f, out, words, branches);
        text_add(out, line + from, end - from);
    }
    return !out->failed;
}

bool fold_text(const Session *s, const char *text, size_t n, Text *out)
{
    Text line = {0};
    for (size_t at = 0; at <= n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t len = end ? (size_t)(end - text) - at : n - at;
        if (at) text_put(out, "\n");
        if (fold_line(s, text + at, len, &line)) text_add(out, line.s, line.n);
        else text_add(out, text + at, len);
        at += len + 1;
    }
    text_drop(&line);
    return !out->failed;
}
