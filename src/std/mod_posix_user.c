/* mod_posix_user.c: posix's functions on whose a process is: users, groups, sessions, terminals' groups, priorities. */
#include "mod_posix.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static Value answer(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : V_NONE; }

bool posix_id_arg(VM *vm, const char *what, Ref v, uint32_t *out)
{
    if (!is_int(v) && !type_of(vm, v)->s.to_index) return err_false(vm, EXC_TypeError, "%s should be integer, not %T", what, v);
    Value number = num_index(vm, v);
    if (!number) return false;
    int64_t i = 0;
    bool fits = int_fits_i64(number, &i), low = fits ? i < -1 : int_sign(number) < 0;
    release(vm, number);
    if (low || !fits || i > UINT32_MAX) return err_false(vm, EXC_OverflowError, "%s is %s than %s", what, low ? "less" : "greater", low ? "minimum" : "maximum");
    *out = (uint32_t)i;
    return true;
}

#define ONE(fn, what, call)                                                     \
    FN(fn)                                                                      \
    {                                                                           \
        uint32_t id = 0;                                                          \
        return posix_id_arg(vm, what, args[0], &id) ? answer(vm, call(id)) : NO_VALUE; \
    }
ONE(fn_setuid, "uid", setuid)
ONE(fn_seteuid, "uid", seteuid)
ONE(fn_setgid, "gid", setgid)
ONE(fn_setegid, "gid", setegid)

#define TWO(fn, what, call)                                                                                                         \
    FN(fn)                                                                                                                          \
    {                                                                                                                               \
        uint32_t a = 0, b = 0;                                                                                                            \
        return posix_id_arg(vm, what, args[0], &a) && posix_id_arg(vm, what, args[1], &b) ? answer(vm, call(a, b)) : NO_VALUE;                  \
    }
TWO(fn_setreuid, "uid", setreuid)
TWO(fn_setregid, "gid", setregid)

#define THREE(fn, what, call)                                                                                                                                      \
    FN(fn)                                                                                                                                                         \
    {                                                                                                                                                              \
        uint32_t a = 0, b = 0, c = 0;                                                                                                                                        \
        return posix_id_arg(vm, what, args[0], &a) && posix_id_arg(vm, what, args[1], &b) && posix_id_arg(vm, what, args[2], &c) ? answer(vm, call(a, b, c)) : NO_VALUE;             \
    }
THREE(fn_setresuid, "uid", setresuid)
THREE(fn_setresgid, "gid", setresgid)

FN(fn_getresuid)
{
    uid_t a, b, c;
    return getresuid(&a, &b, &c) < 0 ? err_errno(vm, errno, NULL) : tuple_of(vm, 3, (Ref)make_small(a), (Ref)make_small(b), (Ref)make_small(c));
}
FN(fn_getresgid)
{
    gid_t a, b, c;
    return getresgid(&a, &b, &c) < 0 ? err_errno(vm, errno, NULL) : tuple_of(vm, 3, (Ref)make_small(a), (Ref)make_small(b), (Ref)make_small(c));
}

enum { GROUPS_MAX = 65536 }; /* as many as Linux lets a process have */

FN(fn_setgroups)
{
    if (!is_list(args[0]) && !is_tuple(args[0]) && !type_of(vm, args[0])->s.getitem) return err_raise(vm, EXC_TypeError, "setgroups argument must be a sequence");
    Value items = tuple_from_iter(vm, args[0]);
    if (!items) return NULL;
    int64_t k = as_tuple(items)->len;
    gid_t *groups = k <= GROUPS_MAX ? mem_alloc(vm->mem, (size_t)(k + 1) * sizeof *groups) : NULL;
    bool ok = groups || (k > GROUPS_MAX ? err_false(vm, EXC_ValueError, "too many groups") : err_no_memory(vm) != NO_VALUE);
    for (int64_t i = 0; ok && i < k; i++)
        ok = is_int(as_tuple(items)->items[i]) ? posix_id_arg(vm, "gid", as_tuple(items)->items[i], &groups[i]) : err_false(vm, EXC_TypeError, "groups must be integers");
    Value r = ok ? answer(vm, setgroups((size_t)k, groups)) : NO_VALUE;
    mem_free(vm->mem, groups, groups ? (size_t)(k + 1) * sizeof *groups : 0);
    release(vm, items);
    return r;
}

FN(fn_initgroups)
{
    PathArg name;
    uint32_t group;
    if (!posix_id_arg(vm, "gid", args[1], &group) || !path_arg(vm, "initgroups", "username", args[0], 0, &name)) return NULL;
    int r = initgroups(path_c(&name), group), failed = errno;
    path_done(vm, &name);
    errno = failed;
    return answer(vm, r);
}

FN(fn_getgrouplist)
{
    uint32_t group;
    size_t bytes;
    if (!is_str(args[0])) return err_raise(vm, EXC_TypeError, "getgrouplist() argument 1 must be str, not %T", args[0]);
    const char *name = str_utf8(vm, args[0], &bytes);
    if (!name || !posix_id_arg(vm, "gid", args[1], &group)) return NULL;
    int room = GROUPS_MAX, k = 0;
    gid_t *groups = mem_alloc(vm->mem, GROUPS_MAX * sizeof *groups);
    if (!groups) return err_no_memory(vm);
    Value list = NO_VALUE;
    if (getgrouplist(name, group, groups, &room) < 0) err_errno(vm, errno, NULL);
    else list = list_new(vm, room);
    for (; list && k < room; k++)
        if (!list_append(vm, list, make_small(groups[k]))) value_clear(vm, &list);
    mem_free(vm->mem, groups, GROUPS_MAX * sizeof *groups);
    return list;
}

FN(fn_getsid)
{
    int pid;
    if (!int_arg(vm, args[0], &pid)) return NULL;
    pid_t r = getsid(pid);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_setpgrp) { return answer(vm, setpgid(0, 0)); }

FN(fn_tcgetpgrp)
{
    int fd;
    if (!int_arg(vm, args[0], &fd)) return NULL;
    pid_t r = tcgetpgrp(fd);
    return r < 0 ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_tcsetpgrp)
{
    int fd, group;
    return int_arg(vm, args[0], &fd) && int_arg(vm, args[1], &group) ? answer(vm, tcsetpgrp(fd, group)) : NO_VALUE;
}
FN(fn_ctermid)
{
    char name[L_ctermid];
    return path_text(vm, ctermid(name));
}

FN(fn_getpriority)
{
    int which, who;
    if (!int_arg(vm, args[0], &which) || !int_arg(vm, args[1], &who)) return NULL;
    errno = 0;
    int r = getpriority((__priority_which_t)which, (id_t)who);
    return r == -1 && errno ? err_errno(vm, errno, NULL) : make_small(r);
}
FN(fn_setpriority)
{
    int which, who, priority;
    return int_arg(vm, args[0], &which) && int_arg(vm, args[1], &who) && int_arg(vm, args[2], &priority) ? answer(vm, setpriority((__priority_which_t)which, (id_t)who, priority)) : NO_VALUE;
}

const NativeDef posix_user_functions[] = {
    {"setuid", fn_setuid, "uid, /", "Become another user.", 0},
    {"seteuid", fn_seteuid, "euid, /", "Take another user's rights.", 0},
    {"setgid", fn_setgid, "gid, /", "Change the group.", 0},
    {"setegid", fn_setegid, "egid, /", "Take another group's rights.", 0},
    {"setreuid", fn_setreuid, "ruid, euid, /", "Set the real user and the one whose rights count.", 0},
    {"setregid", fn_setregid, "rgid, egid, /", "Set the real group and the one whose rights count.", 0},
    {"setresuid", fn_setresuid, "ruid, euid, suid, /", "Set the real, the effective and the saved user.", 0},
    {"setresgid", fn_setresgid, "rgid, egid, sgid, /", "Set the real, the effective and the saved group.", 0},
    {"getresuid", fn_getresuid, "", "(real, effective, saved) user.", 0},
    {"getresgid", fn_getresgid, "", "(real, effective, saved) group.", 0},
    {"setgroups", fn_setgroups, "groups, /", "Set the further groups of the process.", 0},
    {"initgroups", fn_initgroups, "username, gid, /", "Set the further groups to those of a user, and one more.", 0},
    {"getgrouplist", fn_getgrouplist, "user, group, /", "The groups of a user, and one more.", 0},
    {"getsid", fn_getsid, "pid, /", "The session of a process.", 0},
    {"setpgrp", fn_setpgrp, "", "Become the leader of a group of processes.", 0},
    {"tcgetpgrp", fn_tcgetpgrp, "fd, /", "The group of processes in a terminal's foreground.", 0},
    {"tcsetpgrp", fn_tcsetpgrp, "fd, pgid, /", "Set the group of processes in a terminal's foreground.", 0},
    {"ctermid", fn_ctermid, "", "The path of the controlling terminal.", 0},
    {"getpriority", fn_getpriority, "which, who", "The priority of processes.", NATIVE_KW},
    {"setpriority", fn_setpriority, "which, who, priority", "Set the priority of processes.", NATIVE_KW},
    {0},
};
