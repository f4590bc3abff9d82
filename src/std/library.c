/* library.c: functions of the machine's libraries that few programs want: such a library is opened when the first of its functions is asked for, and stays open. */
#include <dlfcn.h>

#include "std.h"

void *lib_symbol(const char *library, const char *symbol)
{
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL); /* (counted: the second time it is only found) */
    return opened ? dlsym(opened, symbol) : NULL;
}
