/* tb_text.c: the text of exceptions. */
#include "vm.h"

Value exc_format_only(VM *vm, Ref exception)
{
    Value s = op_str(vm, exception);
    if (!s) return NULL;
    Value r = as_str(s)->len ? str_format(vm, "%T: %U", exception, s) : str_format(vm, "%T", exception);
    release(vm, s);
    return r;
}

Value exc_format(VM *vm, Ref exception)
{
    StrB b = STRB_INIT(vm);
    Ref tb = as_exception(exception)->traceback;
    if (tb) strb_c(&b, "Traceback (most recent call last):\n");
    for (; tb; tb = ((Traceback *)BITS(tb))->next) {
        Traceback *t = (Traceback *)BITS(tb);
        strb_format(&b, "  File \"%U\", line %d, in %U\n", REF(t->code->filename), tb_line(tb), REF(t->code->name));
    }
    Value last = exc_format_only(vm, exception);
    if (last) strb_str(&b, last);
    strb_char(&b, '\n');
    release(vm, last);
    return strb_take(&b);
}

Value exc_suggest(VM *vm, Ref exception) { return NULL; }
