/* dump.h: tracebacks of threads written straight to a descriptor, for handlers of signals: no memory is asked for, no lock is taken, none of the program's code runs. What
 * another thread is changing at that moment may come out torn.
 *
 * Places of frozen modules lie packed until somebody looks: dump_prepare, which may not be called from a handler, unpacks those of the modules that are loaded, and of those to come.
 */
#ifndef PERCH_LANG_DUMP_H
#define PERCH_LANG_DUMP_H

#include "obj.h"

void dump_prepare(VM *vm);
void dump_text(int fd, const char *text);
void dump_number(int fd, uint64_t n, int least_digits);
/* The innermost frames first. current: the thread that is told as the current one; 0: none is. */
void dump_threads(const VM *vm, int fd, uint64_t current);
void dump_thread(const VM *vm, int fd, uint64_t ident); /* it alone; nothing where the VM does not know it */
void dump_extensions(const VM *vm, int fd);             /* modules in C that are not of Python's library */
/* An error of ours that nothing can be done about, as Python tells it, and the end of the process. */
_Noreturn void dump_fatal_error(const VM *vm, const char *function, const char *what);

#endif
