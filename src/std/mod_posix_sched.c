/* mod_posix_sched.c: posix's functions on who runs when, and where: policies, parameters, processors. */
#include "mod_posix.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

#include "lang/object/args.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

static Value answer(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : V_NONE; }
static Value number(VM *vm, int r) { return r < 0 ? err_errno(vm, errno, NULL) : make_small(r); }

bool sched_param_arg(VM *vm, Ref v, struct sched_param *out)
{
    PosixState *s = module_state(vm, &posix_module);
    if (!s) return false;
    if (!is_heap(v) || as_obj(v)->type != as_type(s->sched_param)) return err_false(vm, EXC_TypeError, "must have a sched_param object");
    return int_arg(vm, as_tuple(v)->items[0], &out->sched_priority);
}

FN(fn_priority_max)
{
    int policy;
    return int_arg(vm, args[0], &policy) ? number(vm, sched_get_priority_max(policy)) : NO_VALUE;
}
FN(fn_priority_min)
{
    int policy;
    return int_arg(vm, args[0], &policy) ? number(vm, sched_get_priority_min(policy)) : NO_VALUE;
}
FN(fn_getscheduler)
{
    int pid;
    return int_arg(vm, args[0], &pid) ? number(vm, sched_getscheduler(pid)) : NO_VALUE;
}
FN(fn_setscheduler)
{
    int pid, policy;
    struct sched_param param;
    return int_arg(vm, args[0], &pid) && int_arg(vm, args[1], &policy) && sched_param_arg(vm, args[2], &param) ? answer(vm, sched_setscheduler(pid, policy, &param)) : NO_VALUE;
}
FN(fn_getparam)
{
    int pid;
    struct sched_param param;
    PosixState *s = module_state(vm, &posix_module);
    if (!s || !int_arg(vm, args[0], &pid)) return NULL;
    if (sched_getparam(pid, &param) < 0) return err_errno(vm, errno, NULL);
    return structseq_new(vm, s->sched_param, (Ref[]){make_small(param.sched_priority)}, 1);
}
FN(fn_setparam)
{
    int pid;
    struct sched_param param;
    return int_arg(vm, args[0], &pid) && sched_param_arg(vm, args[1], &param) ? answer(vm, sched_setparam(pid, &param)) : NO_VALUE;
}
FN(fn_rr_interval)
{
    int pid;
    struct timespec t;
    if (!int_arg(vm, args[0], &pid)) return NULL;
    return sched_rr_get_interval(pid, &t) < 0 ? err_errno(vm, errno, NULL) : make_float((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
}
FN(fn_yield) { return answer(vm, sched_yield()); }

/* Sets of processors of any size: this machine's may be larger than a cpu_set_t. */
enum { PROCESSORS_MOST = 1 << 20 };

FN(fn_getaffinity)
{
    int pid;
    if (!int_arg(vm, args[0], &pid)) return NULL;
    Value r = NO_VALUE;
    for (int count = CPU_SETSIZE; count <= PROCESSORS_MOST; count *= 2) {
        size_t size = CPU_ALLOC_SIZE(count);
        cpu_set_t *set = CPU_ALLOC(count);
        if (!set) return err_no_memory(vm);
        int got = sched_getaffinity(pid, size, set), failed = errno;
        if (got >= 0) r = set_new(vm);
        for (int i = 0; r && i < count; i++)
            if (CPU_ISSET_S(i, size, set) && set_add(vm, r, make_small(i)) < 0) value_clear(vm, &r);
        CPU_FREE(set);
        if (got >= 0) return r;
        if (failed != EINVAL) return err_errno(vm, failed, NULL);
    }
    return err_errno(vm, EINVAL, NULL);
}

FN(fn_setaffinity)
{
    int pid;
    if (!int_arg(vm, args[0], &pid)) return NULL;
    Value items = list_from_iter(vm, args[1]);
    int top = CPU_SETSIZE;
    bool ok = items != NO_VALUE;
    for (int64_t i = 0; ok && i < as_list(items)->len; i++) {
        int cpu = 0;
        Ref item = as_list(items)->items[i];
        if (!is_int(item)) ok = err_false(vm, EXC_TypeError, "expected an iterator of ints, but iterator yielded %R", REF(type_of(vm, item)));
        else if ((ok = int_arg(vm, item, &cpu)) && cpu < 0) ok = err_false(vm, EXC_ValueError, "negative CPU number");
        else if (ok && cpu >= PROCESSORS_MOST) ok = err_false(vm, EXC_OverflowError, "CPU number too large");
        if (ok && cpu >= top) top = cpu + 1;
    }
    size_t size = CPU_ALLOC_SIZE(top);
    cpu_set_t *set = ok ? CPU_ALLOC(top) : NULL;
    if (ok && !set) ok = err_no_memory(vm) != NO_VALUE;
    if (ok) CPU_ZERO_S(size, set);
    for (int64_t i = 0; ok && i < as_list(items)->len; i++) CPU_SET_S((size_t)small_of(as_list(items)->items[i]), size, set);
    Value r = ok ? answer(vm, sched_setaffinity(pid, size, set)) : NO_VALUE;
    if (set) CPU_FREE(set);
    release(vm, items);
    return r;
}

/* sched_param(sched_priority): its one field itself, not a sequence of it. */
static Value param_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames)
{
    static const char *const names[] = {"sched_priority"};
    Ref field[1] = {NULL};
    if (!args_bind(vm, "sched_param", args, n, kwnames, names, 1, field)) return NULL;
    if (!field[0]) return err_raise(vm, EXC_TypeError, "sched_param() missing required argument 'sched_priority' (pos 1)");
    return structseq_new(vm, cls, field, 1);
}
static Value param_reduce(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Value field = tuple_from(vm, as_refs(as_tuple(args[0])->items), 1), r = field ? tuple_of(vm, 2, REF(as_obj(args[0])->type), (Ref)field) : NO_VALUE;
    release(vm, field);
    return r;
}
static const NativeDef param_methods[] = {
    {"__reduce__", param_reduce, "self, /", NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

bool posix_sched_open(VM *vm, PosixState *s, Dict *ns)
{
    static const char *const fields[] = {"sched_priority"};
    s->sched_param = structseq_type(vm, "posix.sched_param", fields, 1, 1);
    if (!s->sched_param) return false;
    as_type(s->sched_param)->s.new_ = param_new;
    return type_add_methods(vm, as_type(s->sched_param), param_methods) && dict_set_c(vm, REF(ns), "sched_param", s->sched_param);
}

const NativeDef posix_sched_functions[] = {
    {"sched_get_priority_max", fn_priority_max, "policy", "The highest priority of a policy.", NATIVE_KW},
    {"sched_get_priority_min", fn_priority_min, "policy", "The lowest priority of a policy.", NATIVE_KW},
    {"sched_getscheduler", fn_getscheduler, "pid, /", "The policy of a process.", 0},
    {"sched_setscheduler", fn_setscheduler, "pid, policy, param, /", "Set the policy of a process.", 0},
    {"sched_getparam", fn_getparam, "pid, /", "The parameters of a process's policy.", 0},
    {"sched_setparam", fn_setparam, "pid, param, /", "Set the parameters of a process's policy.", 0},
    {"sched_rr_get_interval", fn_rr_interval, "pid, /", "How long a process runs in its turn, in seconds.", 0},
    {"sched_yield", fn_yield, "", "Let others run.", 0},
    {"sched_getaffinity", fn_getaffinity, "pid, /", "The processors that a process may run on.", 0},
    {"sched_setaffinity", fn_setaffinity, "pid, mask, /", "Set the processors that a process may run on.", 0},
    {0},
};
