/* prompt.c: a plain prompt and -m (prompt.h). */
#include "prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang.h"
#include "parse.h"
#include "vm.h"

/* One more line into the block; false at the end of input. */
static bool more(char **block, size_t *len, bool first)
{
    char *line = NULL;
    size_t cap = 0;
    fputs(first ? ">>> " : "... ", stdout);
    fflush(stdout);
    ssize_t n = getline(&line, &cap, stdin);
    char *grown = n >= 0 ? realloc(*block, *len + (size_t)n + 1) : NULL;
    if (grown) {
        memcpy(grown + *len, line, (size_t)n + 1);
        *block = grown;
        *len += (size_t)n;
    }
    free(line);
    return grown != NULL;
}

static void run_block(VM *vm, const char *block, size_t len, Ref globals)
{
    Value code = lang_compile(vm, block, len, "<stdin>", LANG_SINGLE);
    Value r = code ? lang_run(vm, code, globals) : NULL;
    release(vm, r);
    release(vm, code);
}

int prompt_loop(VM *vm, bool banner)
{
    if (banner) fputs("perch " PERCH_VERSION ": Python 3.11's language. Ctrl-D leaves.\n", stdout);
    Value globals = lang_main_globals(vm);
    if (!globals) return lang_print_error(vm);
    int status = 0;
    bool open = true;
    while (open) {
        char *block = NULL;
        size_t len = 0;
        int indent = 0;
        while ((open = more(&block, &len, len == 0)) && parse_is_complete(lang_mem(vm), block, len, &indent) == PARSE_INCOMPLETE) {}
        if (open) run_block(vm, block, len, globals);
        free(block);
        if (!err_occurred(vm)) continue;
        bool leaving = err_matches(vm, EXC_SystemExit);
        int code = lang_print_error(vm);
        if (leaving) {
            status = code;
            break;
        }
    }
    if (!open) fputs("\n", stdout);
    release(vm, globals);
    return status;
}

int main_run_module(VM *vm, const char *module)
{
    Value name = str_from_c(vm, module), text = name ? str_format(vm, "import runpy\nrunpy._run_module_as_main(%R)\n", name) : NULL;
    release(vm, name);
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    int status = p ? lang_main_text(vm, p, n, "<string>") : lang_print_error(vm);
    release(vm, text);
    return status;
}
