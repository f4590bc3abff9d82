/* fuzz_compile.c: any bytes as source: tokens, tree, code; each input in all three modes. Never a crash, never a byte left. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "lib/lib.h"
#include "lang/object/mem.h"
#include "mutate.h"
#include "runner.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const char *const mutate_atoms[] = {NULL}, *const mutate_wraps[] = {NULL};

/* One VM serves many inputs; a fresh one now and then shows what the old one still holds. */
static VM *vm;
static unsigned uses;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!vm) {
        LangConfig config = {.mem_limit = 256 << 20, .modules = lib_modules, .frozen = &lib_frozen, .hooks = {.write = runner_swallow}};
        vm = lang_open(&config);
    }
    for (LangMode mode = LANG_EXEC; mode <= LANG_EVAL; mode++) {
        Value code = lang_compile(vm, (const char *)data, size, "<fuzz>", mode);
        if (!code) lang_print_error(vm);
        release(vm, code);
    }
    if (++uses % 500 == 0) {
        if (lang_close(vm)) abort();
        vm = NULL;
    }
    return 0;
}
