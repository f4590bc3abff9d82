/* vm.h: the interpreter's own state, for src/lang and the modules of src/lib (embedders use lang.h).
 *
 * One VM is one interpreter: types, interned strings, modules, the value stack, the pending exception. There is no state
 * outside of it. One thread at a time runs in a VM (thread.h); the interrupt flag alone may be set from anywhere (signal handlers too).
 */
#ifndef PERCH_LANG_VM_H
#define PERCH_LANG_VM_H

#include "bytes.h"
#include "call.h"
#include "containers.h"
#include "err.h"
#include "exc.h"
#include "func.h"
#include "gc.h"
#include "lang/lang.h"
#include "mem.h"
#include "module.h"
#include "num.h"
#include "obj.h"
#include "ops.h"
#include "str.h"
#include "type.h"

enum {
#define NAME(id) STR_##id,
#define NAME_AS(id, text) STR_##id,
#include "names.def"
    STR_COUNT
};
/* The interned string of a name known at compile time: NAME(__init__). Borrowed. */
#define NAME(id) ((Ref)vm->names[STR_##id])

enum {
#define TYPE(id, def, base) TYPE_##id,
#include "types.def"
    TYPE_COUNT
};
/* A built-in class: TYPE_OF(list). Borrowed. */
#define CLASS(id) (vm->types[TYPE_##id])

typedef struct TypeCacheRow { uint32_t version, called; Value name; Ref value; } TypeCacheRow; /* name is owned: no address comes back under it; called: eval_attr.c's (0: nobody has asked) */
/* Where instances of a shape have an attribute, for the places in a program that see many classes: see eval_attr.c. Valid while the class has that version, so nothing is owned. */
typedef struct AttrMemo { Shape *shape, *to; Ref name; uint32_t version, index; } AttrMemo;
enum { TYPE_CACHE_SIZE = 2048, UTF8_BUFS = 8, ATTR_MEMO_SIZE = 1024 };

struct VM {
    /* hot */
    Frame *frame;         /* the running one; base_frame outside */
    Value error;          /* the pending exception, or NULL */
    Value handled;        /* the exception being handled (sys.exc_info()), or NULL; owned */
    Value *stack, *stack_end; /* the value stack (reserved address space) */
    volatile uint32_t breaker; /* bits BREAK_*: looked at on backward jumps and calls */
    int depth, depth_limit;   /* recursion, Python and C together */
    char *c_stack_limit;  /* C frames may not go below */
    Mem *mem;
    Type *types[TYPE_COUNT];
    Value names[STR_COUNT];
    Type *exc_types[EXC_COUNT];
    Type *exception_group; /* ExceptionGroup(BaseExceptionGroup, Exception) */
    uint32_t next_type_version;
    uint64_t next_dict_version;
    TypeCacheRow *type_cache;
    AttrMemo *read_memo, *write_memo; /* ATTR_MEMO_SIZE rows each */
    Value *slot_names;    /* interned dunder of each row of slot_wrap.c's table */

    Dict *builtins;       /* the namespace behind every module's globals */
    Value (*prelude_find)(VM *vm, Ref name); /* the scope behind the builtins: lang.h; may be NULL */
    Dict *prelude;        /* what it gave so far, or NULL */
    Dict *unbound;        /* names that an import of a program has failed to bind: "address-of-globals name"; it does not answer for them. Or NULL */
    Dict *modules;        /* sys.modules */
    Value empty_tuple, empty_str, empty_bytes;
    Value chars[256];     /* one-character strings */
    struct Interns *interns;
    Value no_memory;      /* the preallocated MemoryError */
    bool raising_no_memory;

    /* collector */
    GcHead gc_list, gc_old; /* the young and the old: gc.c */
    int64_t gc_live, gc_since, gc_threshold, gc_grown; /* grown: so many have become old since all were looked through */
    int64_t gc_passes[2], gc_collected[2];             /* of the young, whole: how often, and what they found */
    bool gc_enabled, gc_running, gc_stress;
    Dict *gc_nobodys;     /* lang_end: to the collector what this dict holds is held by nobody; or NULL */
    int dealloc_depth;
    int32_t warmth;       /* Code.heat of new code (vm/jit.h) */
    struct { int running /*on the C stacks*/; size_t room; bool refused; struct Jit *dead; } jits; /* machine code: vm/jit.c */
    Obj *trash;
    uint64_t finalized;   /* finalizers and callbacks of the program's that deaths have run */
    struct WeakTable *weak;

    struct Core *core;    /* of the library's tensors, for who embeds it; NULL before their first use (written by one thread, read by any) */
    bool (*before_fork)(struct VM *); /* of who has core: it comes to rest; false: raised. And the child's first step. NULL: nothing to do */
    void (*after_fork)(struct VM *);
    struct { int state; Value find_and_load, import, wait_for; } imports; /* import_system.c */
    Value docs; /* doc.c: words that were given, by the row; NULL: none */
    struct { bool open; Value search /*a list*/, known, handlers /*dicts*/; } codecs; /* codec_registry.c; NULL while nobody asked */
    struct Importing *importing; /* modules whose bodies are running now, innermost first (import.c) */

    /* sites and source */
    uint32_t next_site;
    struct SiteTable *sites;
    bool places_ready;    /* dump_prepare: a frozen module that is loaded has its places unpacked */
    bool keep_sites;      /* lang_keep_sites */
    bool cell_annotations; /* a cell has said `from __future__ import annotations`: it holds for those that follow */

    struct { char *p; size_t cap; } utf8[UTF8_BUFS];
    unsigned utf8_next;
    uint64_t nan_serial;

    /* module states of C modules by address of their def */
    struct ModuleStates *module_states;
    Value c_types; /* a list: the types that C modules made */

    void (*at_exit)(VM *vm); /* the module atexit's callbacks, once it was imported */
    bool (*on_signal)(VM *vm); /* the module _signal: runs the handlers of signals that came (BREAK_SIGNAL); false: raised */
    LangHooks hooks;
    LangFlags flags;      /* Python's switches; its x_options are not kept */
    void *hook_data;
    uint32_t outside;     /* system calls that wait or write, children that were waited for, signals: so often may something have been printed past the hooks */
    const ModuleDef *const *module_defs; /* what can be imported: lang.h */
    const FrozenTable *frozen; /* or NULL */
    const char *(*absent_hint)(const char *module);
    const AbsentName *(*absent_name)(const char *module, const char *owner, const char *name); /* lang.h */
    const char *(*star_names)(const char *module);
    bool trace_busy;      /* an event of --trace is being printed */
    uint32_t trace;       /* TRACE_* bits (trace.h) */
    struct Watch *watch;  /* sys.settrace and sys.setprofile of the running thread (watch.h); NULL: it never had any */
    Value asyncgen_hooks[2]; /* sys.set_asyncgen_hooks: firstiter, finalizer; NULL none */
    Value audit_hooks;    /* sys.addaudithook: a list, or NULL (audit.h) */
    Value sys_dict;       /* namespace of sys: argv, path, stdout ... */
    int int_max_digits;   /* 4300 */
    double switch_interval; /* sys.setswitchinterval, seconds */
    struct Threads *threads; /* thread.h; NULL while there is but one */
    /* A library's own words for arguments that its native function does not take (a TypeError is pending): true when it said them. NULL: none. */
    bool (*on_bad_arguments)(VM *vm, const struct NativeDef *def, bool method, const Ref *args, int n, Ref kwnames);
    /* A library that looks at what a program gives to its functions before they run. judge_row: a number of the function's (of native ones def is given, of Python's the name),
     * 0: it is not looked at; judge: false with a TypeError pending. Calls from a library's own code are not judged. */
    int (*judge_row)(const struct NativeDef *def, const char *name, bool method);
    bool (*judge)(VM *vm, int row, const Ref *args, int n, Ref kwnames);
    /* Asked when judge refused: is it a form of the call that the library still takes, though it has a newer one? true: `again` has the arguments as the newer takes them, nothing is
     * pending. NULL: there is none. */
    bool (*judge_again)(VM *vm, int row, const Ref *args, int n, Ref kwnames, struct Again *again);
    const char *(*judge_alias)(const char *name, const char *parameter); /* the parameter, where its library knows it by this keyword too */
    /* A library whose functions first ask the classes of what they are given. answers: there is such a class (until then nobody is asked, and nothing is lost); on_class: a class was made
     * (it sets TYPE_ANSWERS where it is one; false: raised). answer: of a native function (owner NULL) or method, or of Python's function fn; answer_attribute: of what C gives for an
     * attribute (v NULL: it is read; V_NOTIMPL: deleted). true: *result is the answer, NULL: raised. gives: code that returns its first register: what a call of Python's runs instead. */
    bool answers;
    bool (*on_class)(VM *vm, struct Type *t);
    bool (*answer)(VM *vm, const struct NativeDef *def, struct Type *owner, struct Function *fn, const Ref *args, int n, Ref kwnames, Value *result);
    bool (*answer_attribute)(VM *vm, Ref descriptor, Ref o, Ref v, Value *result);
    struct Code *gives;
    void (*on_threads_end)(VM *vm); /* the module _thread: waits for the threads that the program is to wait for */
    enum { VM_OPEN, VM_ENDING, VM_CLOSED } end; /* lang_end: ENDING: the program's last code runs, nothing new is imported or started; CLOSED: none of its code runs any more */
    bool unwinding;       /* the running thread is being ended: no handler of its code runs */
    Value origin;         /* what the embedder says that the running thread works on, or NULL; threads that it starts inherit it */
    void *own;            /* what the embedder keeps by thread; NULL at first */
    uint64_t hash_seed;
    Frame base_frame;     /* the chain of reusable frames begins here */
};
enum {
    BREAK_INTERRUPT = 1, BREAK_SIGNAL = 2, BREAK_GC = 4, BREAK_TRACE = 8,
    BREAK_SWITCH = 16, /* another thread waits for its turn */
    BREAK_DIE = 32,    /* the running thread is to end: the VM closes */
    BREAK_COPY = 64,   /* the running thread's copy of an interrupt that another thread has taken: nobody else's */
    BREAK_CALLED = BREAK_INTERRUPT | BREAK_COPY,
};

static inline bool rec_room(VM *vm)
{
    return (char *)__builtin_frame_address(0) >= vm->c_stack_limit || rec_no_room(vm);
}
static inline void vm_idle(VM *vm)
{
    vm->outside++;
    if (vm->hooks.idle) vm->hooks.idle(vm, vm->hook_data);
}
static inline bool err_occurred(VM *vm) { return vm->error != NO_VALUE; }
static inline bool is_int_exact(VM *vm, Ref v)
{
    return is_small(v) || (is_kind(v, KIND_INT) && as_obj(v)->type == vm->types[TYPE_int]);
}
/* The next item of a list or tuple is taken here: no code of the program runs, so nothing has to be held. */
static inline Value op_next(VM *vm, Ref it)
{
    if (is_heap(it) && !vm->breaker) {
        SeqIter *s = (SeqIter *)as_obj(it);
        if (s->head.kind == KIND_LIST_ITER && s->seq && s->next < as_list(s->seq)->len) return retain(as_list(s->seq)->items[s->next++]);
        if (s->head.kind == KIND_TUPLE_ITER && s->seq && s->next < as_tuple(s->seq)->len) return retain(as_tuple(s->seq)->items[s->next++]);
    }
    return op_next_any(vm, it);
}
static inline bool is_exact(Ref v, const Type *t) { return is_heap(v) && as_obj(v)->type == t; }
/* Where type_lookup remembers what it found; the row's version and name say whether that is what it holds. */
static inline TypeCacheRow *type_cache_row(VM *vm, const Type *t, Ref name) { return &vm->type_cache[(t->version * 31u ^ (uint32_t)(BITS(name) >> 4)) % TYPE_CACHE_SIZE]; }

/* vm.c: the parts of a VM that other files open and close, in this order. */
bool types_open(VM *vm);
bool types_ready(VM *vm);
void types_clear(VM *vm);
void types_close(VM *vm);
bool str_open(VM *vm);
void str_close(VM *vm);
bool builtins_open(VM *vm);
bool sys_open(VM *vm, const LangConfig *config);
void modules_close(VM *vm);
void vm_free(VM *vm); /* the end of lang_close: frames, stack, the VM itself */
void sites_close(VM *vm);
/* sites.c: numbers for the instructions of a new code. */
uint32_t sites_reserve(VM *vm, Code *code);
void sites_forget(VM *vm, Code *code); /* the code dies */

/* Text to sys.stdout (1) or sys.stderr (2) of the process or the hook; for messages that must come out also when the language
 * cannot run. */
void vm_write(VM *vm, int fd, const char *text, size_t n);

/* eval.c: run a frame until it returns; result owned, NULL raised (or, for generators, see gen.c) */
Value vm_run(VM *vm, Frame *f);
Value function_call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames);

#endif
