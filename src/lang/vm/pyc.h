/* pyc.h: the code of a source file, out of what is kept beside it where that is good (pyc.c). */
#ifndef PERCH_LANG_PYC_H
#define PERCH_LANG_PYC_H

#include <sys/stat.h>

#include "lang/object/vm.h"

typedef struct Pyc {
    Ref path;           /* of the source; borrowed */
    Value cached;       /* where its bytecode is or would be; None: nowhere */
    char *text;         /* the source, size bytes */
    size_t size;
    struct stat status; /* of the source */
    Value code;         /* what is kept and good, or NULL */
    bool keeps;         /* it may be written */
    bool odd;           /* something is kept that only the import system can judge */
} Pyc;

bool pyc_open(VM *vm, Ref path, Pyc *pyc); /* false: raised (the source cannot be read), and nothing is to be closed */
Value pyc_code(VM *vm, Pyc *pyc);          /* kept, or compiled and kept from now on */
void pyc_close(VM *vm, Pyc *pyc);
/* A file that is to be run: is it bytecode (by its name, or as it begins)? Its code. */
bool pyc_is_program(const char *text, size_t n, const char *filename);
Value pyc_program(VM *vm, const char *text, size_t n);

#endif
