/* vm.c: opening an interpreter. The order matters: types before the first object, strings before names, names before the types'
 * dictionaries; closing (close.c) goes the other way. */
#include "lang/object/vm.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "jit.h"
#include "lang/object/thread.h"
#include "lang/types/weak.h"

/* Address space alone: pages come when they are used. 8 Mi registers. */
static const size_t STACK_BYTES = (size_t)64 << 20;
enum { DEPTH_LIMIT = 1000, C_STACK_SPARE = 256 * 1024 };

#undef NAME
static const char *const name_texts[STR_COUNT] = {
#define NAME(id) #id,
#define NAME_AS(id, text) text,
#include "lang/object/names.def"
};
#define NAME(id) ((Ref)vm->names[STR_##id])

static bool open_stack(VM *vm)
{
    void *p = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return false;
    vm->stack = p;
    vm->stack_end = vm->stack + STACK_BYTES / sizeof(Value);
    vm->frame = &vm->base_frame;
    vm->base_frame.regs = vm->base_frame.top = vm->stack;
    return true;
}

/* How deep C may go below here: what the process's limit leaves, less a reserve for handlers. */
static void measure_c_stack(VM *vm)
{
    char here;
    struct rlimit r;
    size_t room = (size_t)8 << 20;
    if (getrlimit(RLIMIT_STACK, &r) == 0 && r.rlim_cur != RLIM_INFINITY) room = r.rlim_cur;
    if (room > (size_t)64 << 20) room = (size_t)64 << 20;
    room = room > 2 * C_STACK_SPARE ? room - 2 * C_STACK_SPARE : room / 2;
    uintptr_t at = (uintptr_t)&here;
    vm->c_stack_limit = (char *)(at - room);
}

static bool open_names(VM *vm)
{
    for (int i = 0; i < STR_COUNT; i++)
        if (!(vm->names[i] = str_intern_c(vm, name_texts[i]))) return false;
    return true;
}

static bool open_all(VM *vm, const LangConfig *config)
{
    if (!open_stack(vm) || !types_open(vm) || !str_open(vm) || !open_names(vm)) return false;
    if (!(vm->empty_tuple = tuple_new(vm, 0))) return false;
    if (!(vm->empty_bytes = bytes_from(vm, "", 0))) return false;
    if (!types_ready(vm) || !exc_init_types(vm)) return false;
    if (!(vm->modules = (Dict *)BITS(dict_new(vm))) || !(vm->builtins = (Dict *)BITS(dict_new(vm)))) return false;
    return builtins_open(vm) && sys_open(vm, config);
}

/* What a switch asks for: a function of a module, before the program begins. */
static void run_at_start(VM *vm, const char *module, const char *function, Ref given /*or NULL*/)
{
    Value m = import_module(vm, module), f = m ? obj_getattr_c(vm, m, function) : NO_VALUE, r = !f ? NO_VALUE : given ? call1(vm, f, given) : call0(vm, f);
    if (!r) err_unraisable(vm, m);
    release(vm, r);
    release(vm, f);
    release(vm, m);
}

VM *lang_open(const LangConfig *config)
{
    Mem *mem = mem_open();
    VM *vm = mem ? mem_zalloc(mem, sizeof *vm) : NULL;
    if (!vm) {
        if (mem) mem_close(mem);
        return NULL;
    }
    vm->mem = mem;
    vm->gc_list.next = vm->gc_list.prev = &vm->gc_list;
    vm->gc_old.next = vm->gc_old.prev = &vm->gc_old;
    vm->gc_threshold = GC_YOUNG;
    vm->depth_limit = DEPTH_LIMIT;
    const char *wrong; /* (a variable that is wrong is as if it were not there: who has a command line says so) */
    if (config->flags) vm->flags = *config->flags;
    else lang_flags_settle(&vm->flags, &wrong);
    vm->int_max_digits = vm->flags.int_max_str_digits;
    vm->switch_interval = 0.005;
    vm->hash_seed = 0x9E3779B97F4A7C15u + vm->flags.hash_seed * vm->flags.seeded; /* the same in every run, unless PYTHONHASHSEED says otherwise */
    vm->next_site = 1;
    vm->hooks = config->hooks;
    vm->hook_data = config->hook_data;
    vm->module_defs = config->modules;
    vm->frozen = config->frozen;
    vm->absent_hint = config->absent_hint;
    vm->absent_name = config->absent_name;
    vm->star_names = config->star_names;
    vm->prelude_find = config->prelude;
    measure_c_stack(vm);
    if (!open_all(vm, config)) {
        lang_close(vm);
        return NULL;
    }
    vm->gc_enabled = true;
    vm->warmth = jit_warmth(getenv("PERCH_JIT"));
    if (vm->flags.fault_handler) run_at_start(vm, "faulthandler", "enable", NULL);
    if (vm->flags.trace_memory) run_at_start(vm, "_tracemalloc", "start", make_small(vm->flags.trace_memory));
    if (config->mem_limit) mem_set_limit(mem, config->mem_limit);
    return vm;
}

void vm_free(VM *vm)
{
    for (Frame *f = vm->base_frame.next, *next; f; f = next) {
        next = f->next;
        mem_free(vm->mem, f, sizeof *f);
    }
    if (vm->stack) munmap(vm->stack, STACK_BYTES);
    mem_free(vm->mem, vm, sizeof *vm);
}

Mem *lang_mem(VM *vm) { return vm->mem; }

void vm_write(VM *vm, int fd, const char *text, size_t n)
{
    if (vm->hooks.write) {
        if (!vm->hooks.write(vm, vm->hook_data, fd, text, n)) err_clear(vm);
        return;
    }
    while (n) {
        ssize_t k = write(fd, text, n);
        if (k <= 0) return;
        text += k;
        n -= (size_t)k;
    }
}

void lang_interrupt(VM *vm) { __atomic_fetch_or(&vm->breaker, BREAK_INTERRUPT, __ATOMIC_SEQ_CST); }

void lang_trace_steps(VM *vm, void (*step)(VM *vm, Frame *frame, const Ins *at))
{
    vm->hooks.step = step;
    __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST);
}
