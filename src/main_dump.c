/* main_dump.c: --dump tokens|ast|bytecode (main_dump.h). */
#include "main_dump.h"

#include <stdio.h>
#include <string.h>

#include "lang/compile/code.h"
#include "lang/lang.h"
#include "lang/front/parse.h"
#include "lang/object/vm.h"

static bool to_stdout(void *ctx, const char *text, size_t n)
{
    (void)ctx;
    return fwrite(text, 1, n, stdout) == n;
}

static int print_value(VM *vm, Value text)
{
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    if (p) fwrite(p, 1, n, stdout);
    release(vm, text);
    return p ? 0 : lang_print_error(vm);
}

static int complain(const SyntaxErr *err)
{
    fflush(stdout);
    fprintf(stderr, "%d:%d: %s\n", err->lineno, err->offset, err->msg);
    return 1;
}

int main_dump(VM *vm, const char *what, const char *source, size_t n, const char *filename)
{
    if (!strcmp(what, "bytecode")) {
        Value code = lang_compile(vm, source, n, filename, LANG_EXEC);
        if (!code) return lang_print_error(vm);
        int status = print_value(vm, code_disassemble(vm, code));
        release(vm, code);
        return status;
    }
    Arena a;
    arena_init(&a, lang_mem(vm));
    SyntaxErr err = {0};
    ParseInput in = {.src = source, .len = n, .mode = PARSE_FILE, .max_int_digits = -1};
    int status = 0;
    if (!strcmp(what, "tokens")) status = parse_dump_tokens(&a, &in, to_stdout, NULL, &err) ? 0 : complain(&err);
    else if (!strcmp(what, "ast")) {
        Node *tree = parse_source(&a, &in, &err);
        if (!tree) status = complain(&err);
        else if (ast_dump(tree, 2, false, to_stdout, NULL)) fputc('\n', stdout);
        else status = 1;
    } else {
        fprintf(stderr, "perch: --dump takes tokens, ast or bytecode, not '%s'\n", what);
        status = 2;
    }
    arena_free(&a);
    return status;
}
