/* runner.h: how a fuzz target runs a program: without output, for so many lines and seconds and no longer. */
#ifndef PERCH_TESTS_FUZZ_RUNNER_H
#define PERCH_TESTS_FUZZ_RUNNER_H

#include <stdint.h>

#include "lang/lang.h"

/* The hooks for LangConfig: what is printed goes nowhere; on_line counts in the unsigned that hook_data points to. */
bool runner_swallow(VM *vm, void *data, int fd, const char *text, size_t n);
bool runner_on_line(VM *vm, void *data, uint32_t site);

/* Compiles and runs data as a program in `globals`. One that goes on beyond the lines or the seconds is interrupted, again each second. An input with one of
 * `words` (ended by NULL) is not run: it could touch the world outside. */
void runner_run(VM *vm, const uint8_t *data, size_t size, Ref globals, const char *const *words);

#endif
