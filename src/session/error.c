/* error.c: an exception as a front shows it: its name and words, the whole text plain and coloured. The layout is Python's, with cells by
 * their names; levels inside the session's own code are left out. In colour, source lines look as they do while they are typed; the drawing of its
 * operands is drawing.c's. What a program named or wrote is spelled so that it cannot act on the front. */
#include <stdio.h>
#include <stdlib.h>

#include "session_impl.h"

/* str(value) into t; what to do without: `instead`. Nothing is pending afterwards. */
static void put_value(VM *vm, Text *t, Value text /*taken*/, const char *instead)
{
    size_t n;
    const char *p = text && is_str(text) ? str_utf8(vm, text, &n) : NULL;
    if (p) text_set(t, p, n);
    else text_set(t, instead, strlen(instead));
    release(vm, text);
    err_clear(vm);
}

/* A text of the program's for the front. */
static Value seen(VM *vm, Value text /*taken, may be NULL*/, bool lines)
{
    Value shown = text && is_str(text) ? str_visible(vm, text, lines) : NO_VALUE;
    release(vm, text);
    return shown;
}

/* ---- in colour ---- */

static const ErrorColours *colours_of(const Session *s) { return error_colours(session_on_page(s)); }

/* Is it a name of the code's own? What lives in the session under that name is another value then. */
static bool is_local(const Code *code, Ref name)
{
    for (unsigned i = 0; i < code->nlocals; i++)
        if (code->localnames[i] && str_equal(REF(code->localnames[i]), name)) return true;
    for (unsigned i = 0; i < code->nfree; i++)
        if (str_equal(REF(code->freenames[i]), name)) return true;
    return false;
}

/* The library's names are never the person's. */
static bool speaks_of_session(const Code *code, Ref name) { return code && !(code->flags & CODE_LIBRARY) && !is_local(code, name); }

bool error_put_source(Session *s, StrB *b, Ref line, const Code *code)
{
    size_t n, count;
    const char *text = str_utf8(s->vm, line, &n);
    Text copy = {0}; /* asking for its colours may reuse the VM's buffers */
    if (!text || !text_add(&copy, text, n)) return false;
    const Stretch *p = session_ink(s, copy.s, n, &count);
    for (size_t i = 0; p && i < count; i++) {
        Value piece = str_from_utf8(s->vm, copy.s + p[i].start, p[i].end - p[i].start);
        bool plain = p[i].ink == INK_DEVICE && !(piece && speaks_of_session(code, piece));
        const char *colour = plain ? "" : colours_of(s)->ink(p[i].ink, p[i].device);
        if (*colour) strb_c(b, colour);
        if (piece) strb_str(b, piece);
        if (*colour) strb_c(b, session_ansi_end);
        release(s->vm, piece);
    }
    err_clear(s->vm);
    text_drop(&copy);
    return p != NULL;
}

/* What an exception's text is put together with. */
typedef struct Shown {
    DrawingView drawing;
    ErrorText *error;
} Shown;

static Session *session_in(const void *data) { return ((const Shown *)data)->drawing.session; }

static bool put_program_line(void *data, StrB *b, Ref line, const Code *code) { return error_put_source(session_in(data), b, line, code); }

/* A note that is a drawing; the first one's code is the error's. */
static bool put_note(void *data, StrB *b, Ref note, int64_t i)
{
    Shown *shown = data;
    DrawingView *v = &shown->drawing;
    ErrorText *e = shown->error;
    size_t n;
    if (!drawing_know(v, note)) return false;
    const char *code = i || e->code.n ? NULL : str_utf8(v->session->vm, drawing_code(v), &n);
    if (code) text_set(&e->code, code, n);
    e->error.told |= drawing_repairs(v);
    return drawing_put_line(v, b, i);
}

/* A magic that was not used as it is meant to be (and anything with %xmode Minimal): its words alone say all. */
static bool is_bare(VM *vm, void *data, Ref exception)
{
    if (data && session_in(data)->brief) return true;
    Value name = str_intern_c(vm, "_perch_bare");
    bool bare = name && type_lookup(vm, as_obj(exception)->type, name);
    err_clear(vm);
    release(vm, name);
    return bare;
}

/* %xmode Verbose */
static Value values_of(VM *vm, void *data, Ref traceback) { return ask1(vm, "perch.verbose", "lines", traceback); }

/* The line that stands for levels of the library. */
static bool put_folded_levels(void *data, StrB *b, int64_t count, Ref packages)
{
    Session *s = session_in(data);
    char number[24];
    size_t n;
    const char *where = str_utf8(s->vm, packages, &n);
    Text line = {0};
    snprintf(number, sizeof number, "%lld", (long long)count);
    if (where) words_put(s, &line, count == 1 ? "error.folded_one" : "error.folded", (const char *[]){number, where}, 2);
    if (line.s) strb_c(b, line.s);
    bool put = line.s != NULL;
    text_drop(&line);
    return put;
}

/* The innermost level that is the program's own: what a drawing shows is a line of it. Borrowed from the exception. */
static const Code *code_drawn(Ref exception)
{
    const Code *found = NULL;
    for (Traceback *t = (Traceback *)BITS(as_exception(exception)->traceback); t; t = (Traceback *)BITS(t->next))
        if (!(t->code->flags & CODE_LIBRARY)) found = t->code;
    return found;
}

void error_take(Session *s, ErrorText *e, Value exception)
{
    VM *vm = s->vm;
    Shown shown = {.drawing = {.session = s, .code = code_drawn(exception)}, .error = e};
    ExcStyle plain = {.cells = true, .hidden = "<frozen perch.", .note = put_note, .values = s->verbose ? values_of : NULL, .bare = is_bare, .end = "", .data = &shown,
                      .visible = true, .folded = s->verbose || s->whole ? NULL : put_folded_levels};
    ExcStyle coloured = plain;
    const ErrorColours *c = colours_of(s);
    coloured.type = c->error;
    coloured.head = coloured.caret = c->mark;
    coloured.place = c->place;
    coloured.name = c->name;
    coloured.end = session_ansi_end;
    coloured.source = put_program_line;
    e->code.n = 0;
    e->error.told = false;
    put_value(vm, &e->name, seen(vm, obj_getattr(vm, REF(as_obj(exception)->type), NAME(__name__)), false), "Exception");
    put_value(vm, &e->value, seen(vm, op_str(vm, exception), true), "<exception str() failed>");
    put_value(vm, &e->plain, exc_format_as(vm, exception, &plain), "MemoryError\n");
    shown.drawing.coloured = true;
    put_value(vm, &e->coloured, exc_format_as(vm, exception, &coloured), "MemoryError\n");
    drawing_forget(&shown.drawing);
    e->error = (CellError){e->name.s ? e->name.s : "", e->value.s ? e->value.s : "", e->plain.s ? e->plain.s : "", e->coloured.s ? e->coloured.s : "",
                           e->code.n ? e->code.s : NULL, NULL, 0, e->error.told};
    release(vm, exception);
}

/* In a notebook the repaired line stands once more, alone and from its first column: that is what can be copied. */
void error_add_line(Session *s, ErrorText *e, const char *line)
{
    const char *say = session_text(s, "fix.copy");
    text_add(&e->plain, "\n", 1);
    text_add(&e->plain, say, strlen(say));
    text_add(&e->plain, "\n", 1);
    Value source = seen(s->vm, str_from_c(s->vm, line), false);
    size_t n = 0;
    const char *p = source ? str_utf8(s->vm, source, &n) : NULL;
    if (p) text_add(&e->plain, p, n);
    text_add(&e->plain, "\n", 1);
    StrB b = STRB_INIT(s->vm);
    strb_c(&b, "\n");
    strb_c(&b, say);
    strb_c(&b, "\n");
    if (source && !error_put_source(s, &b, source, NULL)) strb_visible(&b, source, false);
    strb_c(&b, "\n");
    release(s->vm, source);
    Value text = strb_take(&b);
    p = text && is_str(text) ? str_utf8(s->vm, text, &n) : NULL;
    if (p) text_add(&e->coloured, p, n);
    err_clear(s->vm);
    release(s->vm, text);
    e->error.plain = e->plain.s ? e->plain.s : "";
    e->error.coloured = e->coloured.s ? e->coloured.s : "";
}

void error_tell(Session *s, const ErrorText *e)
{
    streams_settle(s);
    if (sink_of(s)->error) sink_of(s)->error(sink_of(s)->data, &e->error);
}

void error_drop(ErrorText *e)
{
    Text *texts[] = {&e->name, &e->value, &e->plain, &e->coloured, &e->code};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_drop(texts[i]);
}

const CellError *session_last_error(const Session *s) { return branch_of(s)->failed_yet ? &branch_of(s)->last.error : NULL; }
