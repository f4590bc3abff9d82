/* error.c: an exception as a front shows it: name, words, the whole text plain and coloured. */
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

void error_take(Session *s, ErrorText *e, Value exception)
{
    VM *vm = s->vm;
    put_value(vm, &e->name, obj_getattr(vm, REF(as_obj(exception)->type), NAME(__name__)), "Exception");
    put_value(vm, &e->value, op_str(vm, exception), "<exception str() failed>");
    put_value(vm, &e->plain, exc_format(vm, exception), "MemoryError\n");
    text_set(&e->coloured, e->plain.s ? e->plain.s : "", e->plain.n);
    e->error = (CellError){e->name.s ? e->name.s : "", e->value.s ? e->value.s : "", e->plain.s ? e->plain.s : "", e->coloured.s ? e->coloured.s : "", NULL, NULL, 0};
    release(vm, exception);
}

void error_tell(Session *s, const ErrorText *e)
{
    streams_settle(s);
    if (s->config.sink.error) s->config.sink.error(s->config.sink.data, &e->error);
}

void error_drop(ErrorText *e)
{
    Text *texts[] = {&e->name, &e->value, &e->plain, &e->coloured, &e->code};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_drop(texts[i]);
}

const CellError *session_last_error(const Session *s) { return s->failed_yet ? &s->last.error : NULL; }
