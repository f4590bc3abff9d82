/* fixes.c: the repairs that a failed cell's error is offered with, and how far the one that is followed has come; perch/views/fix.py finds and tries them, perch/spelling.py those of wrong characters. */
#include "lang/object/module.h"
#include "session_impl.h"

static bool take(VM *vm, Text *t, Ref v)
{
    size_t n;
    const char *p = is_str(v) ? str_utf8(vm, v, &n) : NULL;
    return p && text_set(t, p, n);
}

/* A list of cells, one behind the other, each with its zero. */
static bool take_cells(VM *vm, Text *t, Ref v)
{
    t->n = 0;
    for (int64_t i = 0; is_list(v) && i < as_list(v)->len; i++) {
        size_t n;
        const char *p = is_str(as_list(v)->items[i]) ? str_utf8(vm, as_list(v)->items[i], &n) : NULL;
        if (!p || memchr(p, 0, n) || !text_add(t, p, n) || !text_add(t, "", 1)) return false;
    }
    return t->n != 0;
}

/* What a magic says of its use is no error of the program's: what was offered stays. */
static bool is_usage(VM *vm, Ref exception)
{
    Value name = str_intern_c(vm, "_perch_bare");
    bool bare = name && type_lookup(vm, as_obj(exception)->type, name);
    err_clear(vm);
    release(vm, name);
    return bare;
}

void fixes_find(Session *s, Ref exception)
{
    VM *vm = s->vm;
    Branch *b = branch_of(s);
    if (s->trial || is_usage(vm, exception)) return;
    b->fix_count = 0;
    b->fix_done = false;
    Value notes = obj_getattr_c(vm, exception, "__notes__");
    err_clear(vm);
    if (!notes && !err_is(vm, exception, EXC_SyntaxError)) return;
    release(vm, notes);
    Value list = ask1(vm, notes ? "perch.views.fix" : "perch.spelling", "offers", exception);
    for (int64_t i = 0; list && is_list(list) && i < as_list(list)->len && b->fix_count < FIXES_MOST; i++) {
        Ref row = as_list(list)->items[i];
        FixText *f = &b->fix_texts[b->fix_count];
        if (!is_tuple(row) || as_tuple(row)->len != 3) break;
        Value *items = as_tuple(row)->items;
        if (!take_cells(vm, &f->cells, items[0]) || !take(vm, &f->line, items[1]) || !take(vm, &f->cost, items[2])) break;
        b->fixes[b->fix_count++] = (Fix){f->cells.s, f->line.s, f->cost.s, (int)as_list(items[0])->len - 1};
    }
    err_clear(vm);
    release(vm, list);
}

void fixes_put(Session *s, ErrorText *e)
{
    Branch *b = branch_of(s);
    e->error.fixes = b->fix_count ? b->fixes : NULL;
    e->error.fix_count = b->fix_count;
    if (b->fix_count && e->code.n && session_on_page(s)) error_add_line(s, e, b->fixes[0].line);
}

void fixes_follow(Session *s, const char *cell, size_t n)
{
    Branch *b = branch_of(s);
    for (int i = 0; i < b->fix_count; i++) {
        Fix f = b->fixes[i];
        size_t len = strlen(f.cell);
        while (len && (f.cell[len - 1] == '\n' || f.cell[len - 1] == '\r')) len--;
        if (len != n || memcmp(f.cell, cell, n)) continue;
        b->fix_count = f.more > 0;
        b->fix_done = !f.more;
        if (f.more > 0) {
            FixText *t = &b->fix_texts[i];
            const char *next = f.cell + strlen(f.cell) + 1;
            text_set(&t->line, next, strcspn(next, "\n"));
            text_set(&t->cost, "", 0);
            b->fixes[0] = (Fix){next, t->line.s, t->cost.s, f.more - 1};
            if (i) { /* the row's texts go with it */
                FixText first = b->fix_texts[0];
                b->fix_texts[0] = *t;
                *t = first;
            }
        }
        b->last.error.fix_count = b->fix_count; /* none is left: its `fixes` say that there were some */
        return;
    }
}

void fixes_drop(Branch *b)
{
    for (int i = 0; i < FIXES_MOST; i++) {
        text_drop(&b->fix_texts[i].cells);
        text_drop(&b->fix_texts[i].line);
        text_drop(&b->fix_texts[i].cost);
    }
}
