/* library.c: functions of the machine's libraries that few programs want: such a library is opened when the first of its functions is asked for, and stays open. */
#include <dlfcn.h>
#include <pthread.h>

#include "std.h"

void *lib_symbol(const char *library, const char *symbol)
{
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL); /* (counted: the second time it is only found) */
    return opened ? dlsym(opened, symbol) : NULL;
}

static const char *fill(LibTable *t)
{
    void *opened = dlopen(t->library, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return t->library;
    for (size_t i = 0; i < t->count; i++)
        if (!(t->functions[i] = dlsym(opened, t->names[i]))) return t->names[i];
    if (t->opened) t->opened();
    return NULL;
}

const char *lib_table(LibTable *t)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* interpreters of one process may ask at once */
    pthread_mutex_lock(&lock);
    if (!t->full) t->full = !(t->missing = fill(t));
    pthread_mutex_unlock(&lock);
    return t->missing;
}
