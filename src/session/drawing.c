/* drawing.c: the drawing under an error (perch/mistakes/drawing.py) as a front shows it: in its width, and in colour. What a line is comes with it: an operand's row has its
 * device's colour up to its place, the expression looks like source, the repair and the code have colours of their own, other words stay plain. */
#include "session_impl.h"

/* One line: lead (blanks and branches), head, tail; where the parts end in its text, in bytes. */
typedef struct Line {
    LineKind kind;
    Text text;
    size_t lead, head;
    int device; /* 0: the CPU, i + 1: GPU i, -1: none */
} Line;

static bool take_line(VM *vm, Ref row, Line *l)
{
    Value *items = is_tuple(row) && as_tuple(row)->len == 5 ? as_tuple(row)->items : NULL;
    if (!items || !is_small(items[0]) || !is_small(items[4])) return false;
    size_t ends[3];
    for (int i = 0; i < 3; i++) {
        size_t n;
        const char *p = is_str(items[i + 1]) ? str_utf8(vm, items[i + 1], &n) : NULL;
        if (!p || !text_add(&l->text, p, n)) return false;
        ends[i] = l->text.n;
    }
    l->kind = (LineKind)small_of(items[0]);
    l->lead = ends[0];
    l->head = ends[1];
    l->device = (int)small_of(items[4]);
    return true;
}

bool drawing_know(DrawingView *v, Ref note)
{
    VM *vm = v->session->vm;
    if (!is_str(note) || as_obj(note)->type == CLASS(str)) return false;
    if (v->note != note) {
        drawing_forget(v);
        v->note = retain(note);
        Value told = ask1(vm, "perch.mistakes.drawing", "lines_of", note);
        if (told && is_tuple(told) && as_tuple(told)->len == 3) v->told = told, told = NO_VALUE;
        release(vm, told);
        err_clear(vm);
    }
    return v->told != NO_VALUE;
}

Ref drawing_code(const DrawingView *v) { return as_tuple(v->told)->items[0]; }
bool drawing_repairs(const DrawingView *v) { return as_tuple(v->told)->items[1] == V_TRUE; }

void drawing_forget(DrawingView *v)
{
    value_clear(v->session->vm, &v->note);
    value_clear(v->session->vm, &v->told);
}

static void put_bytes(VM *vm, StrB *b, const char *p, size_t n)
{
    Value text = str_from_utf8(vm, p, n);
    if (text) strb_str(b, text);
    release(vm, text);
}

static void put_in(VM *vm, StrB *b, const char *colour, const char *p, size_t n)
{
    strb_c(b, colour);
    put_bytes(vm, b, p, n);
    strb_c(b, session_ansi_end);
}

static bool put_expression(DrawingView *v, StrB *b, const Line *l)
{
    Value text = str_from_utf8(v->session->vm, l->text.s, l->text.n);
    bool put = text && error_put_source(v->session, b, text, v->code);
    release(v->session->vm, text);
    return put;
}

/* The stretch of a line's text from `from` to `end`, behind `lead`; a repair that is folded has its colour on its first line. */
static void put_piece(DrawingView *v, StrB *b, const Line *l, size_t from, size_t end, const Text *lead)
{
    VM *vm = v->session->vm;
    const ErrorColours *c = error_colours(session_on_page(v->session));
    const char *p = l->text.s;
    if (l->kind == LINE_SOURCE && put_expression(v, b, l)) return;
    if (l->kind == LINE_ROW && l->device >= 0 && !from && l->head <= end) {
        put_bytes(vm, b, p, l->lead);
        put_in(vm, b, c->ink(INK_DEVICE, (int8_t)(l->device > 90 ? 90 : l->device)), p + l->lead, l->head - l->lead);
        put_bytes(vm, b, p + l->head, end - l->head);
        return;
    }
    const char *colour = l->kind == LINE_CODE || (l->kind == LINE_FIX && from >= l->head) ? c->code : l->kind == LINE_FIX && !from ? c->fix : "";
    strb_c(b, colour);
    if (lead->n) put_bytes(vm, b, lead->s, lead->n);
    put_bytes(vm, b, p + from, end - from);
    if (*colour) strb_c(b, session_ansi_end);
}

static void put_line(DrawingView *v, StrB *b, const Line *l)
{
    Fold f;
    size_t from = 0, n = l->text.n, end = fold_begin(v->session, &f, l->text.s, n, l->lead, l->kind) ? fold_end(&f, 0) : n;
    Text lead = {0};
    for (;;) {
        if (v->coloured) put_piece(v, b, l, from, end, &lead);
        else {
            put_bytes(v->session->vm, b, lead.s ? lead.s : "", lead.n);
            put_bytes(v->session->vm, b, l->text.s + from, end - from);
        }
        if (end >= n || (from = fold_next(&f, end)) >= n) break;
        end = fold_end(&f, from);
        lead.n = 0;
        fold_lead(&f, &lead);
        strb_c(b, "\n");
    }
    text_drop(&lead);
}

bool drawing_put_line(DrawingView *v, StrB *b, int64_t i)
{
    Ref lines = as_tuple(v->told)->items[2];
    Line l = {0};
    bool put = is_list(lines) && i < as_list(lines)->len && take_line(v->session->vm, as_list(lines)->items[i], &l) && l.text.s;
    if (put) {
        put_line(v, b, &l);
        if (i + 1 < as_list(lines)->len) strb_c(b, "\n");
    }
    text_drop(&l.text);
    return put;
}
