/* input.c: a line from the person at the front: input(), getpass. */
#include <stdlib.h>

#include "session_impl.h"
#include "lang/object/thread.h"

static void refuse(VM *vm, bool password)
{
    char words[100];
    snprintf(words, sizeof words, "%s was called, but this frontend does not support input requests.", password ? "getpass" : "raw_input");
    Value class = import_attr(vm, "IPython.core.error", "StdinNotImplementedError");
    Value text = class ? str_from_c(vm, words) : NULL, e = text ? call1(vm, class, text) : NULL;
    if (e) err_raise_obj(vm, e);
    release(vm, text);
    release(vm, class);
}

Value input_ask(Session *s, const char *prompt, bool password)
{
    VM *vm = s->vm;
    char *line = NULL;
    lang_flush(vm);
    streams_settle(s);
    InputStatus status = sink_of(s)->input ? sink_of(s)->input(sink_of(s)->data, prompt, password, &line) : INPUT_REFUSED;
    Value r = NULL;
    switch (status) {
    case INPUT_GIVEN:
        r = line ? str_from_utf8(vm, line, strlen(line)) : err_no_memory(vm);
        break;
    case INPUT_EOF: err_raise(vm, EXC_EOFError, "EOF when reading a line"); break;
    case INPUT_INTERRUPTED:
        thread_ready(vm);
        err_interrupt(vm);
        break;
    case INPUT_REFUSED:
        refuse(vm, password);
        break;
    }
    free(line);
    return r;
}

Value input_line(VM *vm, void *data, const char *prompt) { return input_ask(data, prompt, false); }
