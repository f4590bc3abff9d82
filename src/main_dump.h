/* main_dump.h: --dump tokens|ast|bytecode. */
#ifndef PERCH_MAIN_DUMP_H
#define PERCH_MAIN_DUMP_H

#include "lang/object/value.h"

int main_dump(VM *vm, const char *what, const char *source, size_t n, const char *filename); /* the exit code */

#endif
