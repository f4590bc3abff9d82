/* fuzz_program.c: whole programs are run, in a VM with a memory limit and a budget of lines; the seeds are the corpus's
 * cases. What could touch the world outside (open, os, subprocess ...) is not there: only modules that compute are.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang.h"
#include "lib.h"
#include "mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const harmless[] = {"math", "itertools", "_collections", "_functools", "_operator", "_struct", "_json", "_heapq", "_bisect", NULL};
enum { LINES = 20000 };

static bool swallow(VM *vm, void *data, int fd, const char *text, size_t n)
{
    (void)vm, (void)data, (void)fd, (void)text, (void)n;
    return true;
}

static bool on_line(VM *vm, void *data, uint32_t site)
{
    (void)site;
    if (++*(unsigned *)data > LINES) lang_interrupt(vm);
    return true;
}

static const ModuleDef **harmless_modules(void)
{
    static const ModuleDef *chosen[16];
    size_t n = 0;
    for (size_t i = 0; lib_modules[i]; i++)
        for (size_t k = 0; harmless[k]; k++)
            if (!strcmp(lib_modules[i]->name, harmless[k]) && n < 15) chosen[n++] = lib_modules[i];
    return chosen;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned lines = 0;
    LangConfig config = {.mem_limit = 64 << 20, .modules = harmless_modules(), .hooks = {.write = swallow, .line = on_line}, .hook_data = &lines};
    VM *vm = lang_open(&config);
    if (!vm) return 0;
    Value globals = lang_main_globals(vm);
    /* The first bytes that name a builtin to the outside make the input worthless: it is not run. */
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    if (!strstr(text, "open") && !strstr(text, "input") && !strstr(text, "__import__")) {
        Value code = lang_compile(vm, text, size, "<fuzz>", LANG_EXEC);
        lang_trace_lines(vm, true);
        Value result = code ? lang_run(vm, code, globals) : NULL;
        lang_trace_lines(vm, false);
        if (!result) lang_print_error(vm);
        release(vm, result);
        release(vm, code);
    }
    free(text);
    release(vm, globals);
    if (lang_close(vm)) abort();
    return 0;
}
