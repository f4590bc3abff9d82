/* fuzz_program.c: whole programs are run, in a VM with a memory limit and a budget of instructions; the seeds are the corpus's
 * cases. A program that runs too long without a new line is interrupted: one that goes on all the same is a finding
 * (libFuzzer's timeout). What could touch the world outside (open, os, subprocess ...) is not there: only modules that compute are.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/lib.h"
#include "lang/object/mem.h"
#include "mutate.h"
#include "runner.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const char *const mutate_atoms[] = {NULL}, *const mutate_wraps[] = {NULL};
static const char *const harmless[] = {"math", "itertools", "_collections", "_functools", "_operator", "_struct", "_json", "_heapq", "_bisect", NULL};
static const char *const outside[] = {"open", "input", "__import__", NULL};

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
    LangConfig config = {.mem_limit = 64 << 20, .modules = harmless_modules(), .hooks = {.write = runner_swallow}};
    VM *vm = lang_open(&config);
    if (!vm) return 0;
    Value globals = lang_main_globals(vm);
    runner_run(vm, data, size, globals, outside);
    release(vm, globals);
    if (lang_close(vm)) abort();
    return 0;
}
