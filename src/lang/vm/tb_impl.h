/* tb_impl.h: what the files about the text of exceptions share. Private to tb_*.c. */
#ifndef PERCH_LANG_TB_IMPL_H
#define PERCH_LANG_TB_IMPL_H

#include "lang/object/vm.h"

typedef struct TbText { /* a text in the making */
    VM *vm;
    StrB b;
    Value files;     /* dict: file name to its text, or None */
    Value seen;      /* dict: addresses of the exceptions shown */
    int depth;       /* boxes of exception groups around this line */
    bool need_close; /* the box in the making still needs its bottom line */
    const ExcStyle *style; /* never NULL */
} TbText;

void tb_put(TbText *t, Ref text, bool lines);    /* a text of the program's */
void tb_put_source(TbText *t, Ref line, const Code *code);
void tb_margin(TbText *t); /* what stands before every line of a boxed text */

static inline void tb_on(TbText *t, const char *colour)
{
    if (colour) strb_c(&t->b, colour);
}
static inline void tb_off(TbText *t, const char *colour)
{
    if (colour) strb_c(&t->b, t->style->end);
}

/* tb_caret.c: a source line, stripped, and the carets under the span of it where they tell more than the line does. */
void tb_put_line(TbText *t, Ref line, Span span, const Code *code);

#endif
