/* prompt.c: a plain prompt and -m (prompt.h). */
#include "prompt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/lang.h"
#include "lang/front/parse.h"
#include "lang/object/vm.h"

/* One more line into the block; false at the end of input. */
static bool more(char **block, size_t *len, bool first)
{
    char *line = NULL;
    size_t cap = 0;
    FILE *to = isatty(0) ? stdout : stderr; /* as Python does: what a program prints stays apart from prompts */
    fputs(first ? ">>> " : "... ", to);
    fflush(to);
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

static bool is_blank(const char *s, size_t n)
{
    while (n && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\n' || s[n - 1] == '\r')) n--;
    return n == 0;
}

/* Does the block want more lines? Its last newline is the Return just pressed, not an empty line that ends it. */
static bool goes_on(VM *vm, const char *block, size_t len)
{
    int indent;
    return !is_blank(block, len) && parse_is_complete(lang_mem(vm), block, len - 1, &indent) == PARSE_INCOMPLETE;
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
    if (banner) fputs("perch " PERCH_VERSION ": Python 3.11's language. Ctrl-D leaves.\n", stderr);
    Value globals = lang_main_globals(vm);
    if (!globals) return lang_print_error(vm);
    int status = 0;
    bool open = true;
    while (open) {
        char *block = NULL;
        size_t len = 0;
        while ((open = more(&block, &len, len == 0)) && goes_on(vm, block, len)) {}
        if (!is_blank(block, len)) run_block(vm, block, len, globals);
        lang_flush(vm);
        free(block);
        if (!err_occurred(vm)) continue;
        bool leaving = err_matches(vm, EXC_SystemExit);
        int code = lang_print_error(vm);
        if (leaving) {
            status = code;
            break;
        }
    }
    if (!open) fputs("\n", isatty(0) ? stdout : stderr);
    release(vm, globals);
    return status;
}

int main_run_module(VM *vm, const char *module, const char *folder)
{
    Value why, r = import_as_main(vm, module, folder, &why);
    int status = r ? 0 : 1;
    size_t n;
    const char *text = why ? str_utf8(vm, why, &n) : NULL;
    if (err_occurred(vm)) status = lang_print_error(vm);
    else if (text) {
        Ref exe = dict_get_c(vm, vm->sys_dict, "executable");
        const char *program = exe && is_str(exe) ? str_utf8(vm, exe, &n) : "perch";
        const char *hint = module && vm->absent_hint ? vm->absent_hint(module) : NULL;
        fprintf(stderr, "%s: %s\n%s%s%s", program, text, hint ? "note: " : "", hint ? hint : "", hint ? "\n" : "");
    }
    release(vm, why);
    release(vm, r);
    lang_flush(vm);
    return status;
}
