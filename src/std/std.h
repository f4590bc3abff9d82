/* std.h: what the C modules under Python's library offer to those who open an interpreter, or start streams of numbers. */
#ifndef PERCH_STD_STD_H
#define PERCH_STD_STD_H

#include "lang/object/module.h"

bool lib_unpack(const unsigned char *packed, size_t n, unsigned char *out, size_t size); /* (mod_frozen.c) */
bool lib_open_streams(VM *vm, Ref sys_namespace); /* sys.stdin, stdout, stderr (mod_io.c) */

bool lib_seed_given(uint64_t *seed);              /* was --seed said? (start_seed.c) */
uint64_t lib_start_seed(void);                    /* that, or the system's entropy */

void *lib_symbol(const char *library, const char *symbol); /* a function of a library of the machine's; NULL: not here (library.c) */

/* All functions of a library that a module uses, as the process has them once they were asked for: functions[i] is the one called names[i]. */
typedef struct LibTable {
    const char *library;
    const char *const *names;
    void **functions;
    size_t count;
    void (*opened)(void); /* once, when all are there; may be NULL */
    bool full;
    const char *missing;
} LibTable;
const char *lib_table(LibTable *t); /* NULL: full; else what is not here: the library, or one of its functions */

/* A class of exceptions of a C module: "module.name", of one base or two. (error_class.c) */
Value lib_error_class(VM *vm, const char *module, const char *name, const char *doc, Ref base, Ref second /*or NULL*/);

#endif
