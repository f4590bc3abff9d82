/* runner.h: how a fuzz target runs a program: without output, for so many instructions and seconds and no longer. */
#ifndef PERCH_TESTS_FUZZ_RUNNER_H
#define PERCH_TESTS_FUZZ_RUNNER_H

#include <stdint.h>

#include "lang/lang.h"

/* The hook for LangConfig: what is printed goes nowhere. */
bool runner_swallow(VM *vm, void *data, int fd, const char *text, size_t n);

/* Compiles and runs data as a program in `globals`. One that goes on beyond them is interrupted, again each second. An input with one of
 * `words` (ended by NULL) is not run: it could touch the world outside. */
void runner_run(VM *vm, const uint8_t *data, size_t size, Ref globals, const char *const *words);

#endif
