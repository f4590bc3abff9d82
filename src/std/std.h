/* std.h: what the C modules under Python's library offer to those who open an interpreter, or start streams of numbers. */
#ifndef PERCH_STD_STD_H
#define PERCH_STD_STD_H

#include "lang/object/module.h"

bool lib_unpack(const unsigned char *packed, size_t n, unsigned char *out, size_t size); /* (mod_frozen.c) */
bool lib_open_streams(VM *vm, Ref sys_namespace); /* sys.stdin, stdout, stderr (mod_io.c) */

bool lib_seed_given(uint64_t *seed);              /* was --seed said? (start_seed.c) */
uint64_t lib_start_seed(void);                    /* that, or the system's entropy */

void *lib_symbol(const char *library, const char *symbol); /* a function of a library of the machine's; NULL: not here (library.c) */

#endif
