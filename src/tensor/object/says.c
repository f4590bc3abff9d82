/* says.c: a library's sentences for its Python: _says("NAME", ...) is the row NAME of its sentences.def with these values filled in, each as str() has it. */
#include "accents.h"

/* The value that the directive at *p wants, *p behind it; "%2$d" names its place, "%d" takes the next. */
static bool fill(StrB *b, const char **p, const Tuple *values, int *next)
{
    const char *at = *p;
    int place = 0;
    while (*at >= '0' && *at <= '9') place = place * 10 + (*at++ - '0');
    if (*at == '$') at++;
    else place = ++*next;
    at += strspn(at, ".0123456789lz");
    *p = at + 1;
    if (place < 1 || place > values->len) return err_false(b->vm, EXC_TypeError, "the sentence has more places than there are values");
    return strb_to_str(b, values->items[place - 1]);
}

Value accent_says(VM *vm, const SentenceRow *rows, Ref name, Ref values)
{
    if (!is_str(name)) return err_raise(vm, EXC_TypeError, "a sentence has a name, not %T", name);
    const SentenceRow *row = rows;
    while (row->name && !str_equal_c(name, row->name)) row++;
    if (!row->name) return err_raise(vm, EXC_KeyError, "%U", name);
    StrB b = STRB_INIT(vm);
    int next = 0;
    for (const char *p = *row->words; *p;) {
        size_t plain = strcspn(p, "%");
        strb_ascii(&b, p, plain);
        p += plain;
        if (!*p) break;
        p++;
        if (*p == '%') strb_ascii(&b, p++, 1);
        else if (!fill(&b, &p, as_tuple(values), &next)) {
            strb_drop(&b);
            return NO_VALUE;
        }
    }
    return strb_take(&b);
}
