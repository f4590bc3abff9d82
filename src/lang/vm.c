/* vm.c: opening and closing an interpreter. The order matters: types before the first object, strings before names, names
 * before the types' dictionaries; closing goes the other way and ends with nothing left alive. */
#include "vm.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "thread.h"
#include "weak.h"

/* Address space alone: pages come when they are used. 8 Mi registers. */
static const size_t STACK_BYTES = (size_t)64 << 20;
enum { DEPTH_LIMIT = 1000, C_STACK_SPARE = 256 * 1024 };

#undef NAME
static const char *const name_texts[STR_COUNT] = {
#define NAME(id) #id,
#define NAME_AS(id, text) text,
#include "names.def"
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
    vm->gc_threshold = 10000;
    vm->depth_limit = DEPTH_LIMIT;
    vm->int_max_digits = 4300;
    vm->switch_interval = 0.005;
    vm->hash_seed = 0x9E3779B97F4A7C15u;
    vm->next_site = 1;
    vm->hooks = config->hooks;
    vm->hook_data = config->hook_data;
    vm->module_defs = config->modules;
    vm->frozen = config->frozen;
    vm->absent_hint = config->absent_hint;
    vm->prelude_find = config->prelude;
    measure_c_stack(vm);
    if (!open_all(vm, config)) {
        lang_close(vm);
        return NULL;
    }
    vm->gc_enabled = true;
    if (config->mem_limit) mem_set_limit(mem, config->mem_limit);
    return vm;
}

static void close_frames(VM *vm)
{
    for (Frame *f = vm->base_frame.next, *next; f; f = next) {
        next = f->next;
        mem_free(vm->mem, f, sizeof *f);
    }
    vm->base_frame.next = NULL;
}

/* Modules go last to first, their names None-d by releasing the dicts; then what cycles are left. */
static void drop_modules(VM *vm)
{
    if (!vm->modules) return;
    Value main = NULL;
    Ref m = dict_get_c(vm, REF(vm->modules), "__main__");
    if (m) main = retain(m);
    if (main && is_module(main)) { /* the program's own objects first, while everything they use still is there */
        Ref key, value;
        int64_t pos = 0;
        Value keys = dict_keys_list(vm, REF(as_module(main)->dict));
        (void)key, (void)value, (void)pos;
        for (int64_t i = 0; keys && i < as_list(keys)->len; i++) {
            Ref k = as_list(keys)->items[i];
            if (is_str(k) && str_has_prefix_c(k, "__")) continue;
            dict_del(vm, REF(as_module(main)->dict), k);
            err_clear(vm);
        }
        release(vm, keys);
    }
    release(vm, main);
    gc_collect(vm);
    Dict *mods = vm->modules;
    vm->modules = NULL;
    dict_clear(vm, REF(mods));
    release(vm, VAL(mods));
    gc_collect(vm);
}

size_t lang_close(VM *vm)
{
    Mem *mem = vm->mem;
    vm->breaker = 0;
    mem_fail_after(mem, -1, false);
    mem_set_limit(mem, 0);
    err_clear(vm);
    value_clear(vm, &vm->handled);
    threads_finish(vm);
    if (vm->at_exit) vm->at_exit(vm);
    vm_threads_close(vm);
    vm->at_exit = NULL;
    drop_modules(vm);
    value_clear(vm, &vm->asyncgen_hooks[0]);
    value_clear(vm, &vm->asyncgen_hooks[1]);
    /* Streams and what else sys and builtins hold may be of C modules' types: those go last. */
    value_clear(vm, &vm->sys_dict);
    if (vm->prelude) release(vm, VAL(vm->prelude));
    vm->prelude = NULL;
    Dict *builtins = vm->builtins;
    vm->builtins = NULL;
    if (builtins) {
        dict_clear(vm, REF(builtins));
        release(vm, VAL(builtins));
    }
    if (vm->no_memory) { /* where it was raised last */
        value_clear(vm, &as_exception(vm->no_memory)->traceback);
        value_clear(vm, &as_exception(vm->no_memory)->context);
    }
    gc_collect(vm);
    modules_close(vm);
    for (int i = 0; i < 8 && gc_collect(vm) > 0; i++) {}
    for (int64_t i = 0; vm->c_types && i < as_list(vm->c_types)->len; i++) { /* a class may hold instances of itself: enum members */
        Type *t = as_type(as_list(vm->c_types)->items[i]);
        if (t->dict) dict_clear(vm, REF(t->dict));
    }
    gc_collect(vm);
    value_clear(vm, &vm->c_types);
    gc_collect(vm);
    value_clear(vm, &vm->no_memory);
    Type *group = vm->exception_group;
    vm->exception_group = NULL;
    release(vm, VAL(group));
    for (int i = EXC_COUNT; i-- > 0;) {
        Type *t = vm->exc_types[i];
        vm->exc_types[i] = NULL;
        release(vm, VAL(t));
    }
    gc_collect(vm);
    types_clear(vm);
    gc_collect(vm);
    value_clear(vm, &vm->empty_tuple);
    value_clear(vm, &vm->empty_bytes);
    for (int i = 0; i < STR_COUNT; i++) value_clear(vm, &vm->names[i]);
    sites_close(vm);
    str_close(vm);
    weak_table_free(vm);
    types_close(vm);
    close_frames(vm);
    if (vm->stack) munmap(vm->stack, STACK_BYTES);
    mem_free(mem, vm, sizeof *vm);
    return mem_close(mem);
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

void lang_trace_lines(VM *vm, bool on)
{
    vm->trace_lines = on;
    __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST);
}
