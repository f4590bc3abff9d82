/* prompt.h: the plain line-by-line prompt of the language alone (the real REPL is src/repl's, over a session), and -m. */
#ifndef PERCH_PROMPT_H
#define PERCH_PROMPT_H

#include "lang/object/value.h"

int prompt_loop(VM *vm, bool banner);                 /* until end of input; the exit code */
int main_run_module(VM *vm, const char *module, const char *folder); /* perch -m, or a folder with a __main__.py; the other is NULL */

#endif
