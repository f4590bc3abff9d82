/* fixes.c: the repairs that a failed cell's error is offered with; perch/views/fix.py finds and tries them. */
#include "module.h"
#include "session_impl.h"

static bool take(VM *vm, Text *t, Ref v)
{
    size_t n;
    const char *p = is_str(v) ? str_utf8(vm, v, &n) : NULL;
    return p && text_set(t, p, n);
}

void fixes_find(Session *s, ErrorText *e, Ref exception)
{
    VM *vm = s->vm;
    e->error.fixes = NULL;
    e->error.fix_count = 0;
    if (s->trial || !e->error.code || !strstr(e->error.plain, "perch explain")) return;
    Value list = ask1(vm, "perch.views.fix", "offers", exception);
    for (int64_t i = 0; list && is_list(list) && i < as_list(list)->len && e->error.fix_count < FIXES_MOST; i++) {
        Ref row = as_list(list)->items[i];
        FixText *f = &branch_of(s)->fix_texts[e->error.fix_count];
        if (!is_tuple(row) || as_tuple(row)->len != 3) break;
        Value *items = as_tuple(row)->items;
        if (!take(vm, &f->cell, items[0]) || !take(vm, &f->line, items[1]) || !take(vm, &f->cost, items[2])) break;
        branch_of(s)->fixes[e->error.fix_count++] = (Fix){f->cell.s, f->line.s, f->cost.s};
    }
    if (e->error.fix_count) e->error.fixes = branch_of(s)->fixes;
    if (e->error.fix_count && session_on_page(s)) error_add_line(s, e, branch_of(s)->fixes[0].line);
    err_clear(vm);
    release(vm, list);
}

void fixes_drop(Branch *b)
{
    for (int i = 0; i < FIXES_MOST; i++) {
        text_drop(&b->fix_texts[i].cell);
        text_drop(&b->fix_texts[i].line);
        text_drop(&b->fix_texts[i].cost);
    }
}
