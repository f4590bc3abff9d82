/* mod_posixshmem.c: the module _posixshmem: pieces of memory with names, which processes share. */
#include <errno.h>
#include <sys/mman.h>

#include "mod_posix.h"

static const char *name_arg(VM *vm, const char *fn, Ref v)
{
    size_t n;
    const char *name = is_str(v) ? str_utf8(vm, v, &n) : NULL;
    if (!is_str(v)) err_raise(vm, EXC_TypeError, "%s() argument 'path' must be str, not %T", fn, v);
    else if (name && strlen(name) != n) return err_raise(vm, EXC_ValueError, "embedded null character"), NULL;
    return name;
}
static Value fn_open(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int flags, mode = 0777;
    if (!int_arg(vm, args[1], &flags) || (args[2] && !int_arg(vm, args[2], &mode))) return NO_VALUE;
    const char *name = name_arg(vm, "shm_open", args[0]);
    if (!name) return NO_VALUE;
    int fd = shm_open(name, flags, (mode_t)mode);
    return fd < 0 ? err_errno(vm, errno, args[0]) : make_small(fd);
}
static Value fn_unlink(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *name = name_arg(vm, "shm_unlink", args[0]);
    if (!name) return NO_VALUE;
    return shm_unlink(name) < 0 ? err_errno(vm, errno, args[0]) : V_NONE;
}
static const NativeDef functions[] = {
    {"shm_open", fn_open, "path, flags, mode=511", "Open or make shared memory of that name; a descriptor.", NATIVE_KW},
    {"shm_unlink", fn_unlink, "path", "Take away its name; it goes with the last process that has it.", NATIVE_KW},
    {0},
};
const ModuleDef posixshmem_module = {.name = "_posixshmem", .doc = "Shared memory with names.", .functions = functions};
