/* module.h: modules, those in C (const tables), the frozen ones in Python, and import. */
#ifndef PERCH_LANG_MODULE_H
#define PERCH_LANG_MODULE_H

#include "type.h"

typedef struct ModuleConst { /* a plain constant of a module */
    const char *name;
    enum { CONST_INT, CONST_FLOAT, CONST_STR } kind;
    int64_t i;
    double f;
    const char *s;
} ModuleConst;

/* A module as a const table; registered by its name in modules.def, made at its first import. */
typedef struct ModuleDef {
    const char *name;
    const char *doc;
    const NativeDef *functions;   /* may be NULL */
    const ModuleConst *constants; /* may be NULL */
    bool (*init)(VM *vm, Ref module, Dict *ns); /* types, other values; may be NULL */
    size_t state_size;            /* zeroed state of this module in this VM: module_state() */
    void (*done)(VM *vm, void *state); /* release what the state owns */
    /* Would anybody outside see that a process ends without the ends of this module's objects, and without `done`? NULL: nobody (memory and descriptors are the system's). */
    bool (*noticed)(VM *vm, void *state);
} ModuleDef;

struct Module {
    Obj head;
    Dict *dict;
    const ModuleDef *def;
    void *state;
};
static inline Module *as_module(Ref v) { return (Module *)BITS(v); }
static inline bool is_module(Ref v) { return is_kind(v, KIND_MODULE); }

Value module_new(VM *vm, const char *name);
Value module_from_def(VM *vm, const ModuleDef *def);
/* The state of a C module in this VM; imports it if need be. NULL: raised. */
void *module_state(VM *vm, const ModuleDef *def);
bool module_add(VM *vm, Dict *ns, const char *name, Value v /*taken*/);
bool module_add_type(VM *vm, Dict *ns, Type *t); /* under its name; retains */
bool module_is_noticed(VM *vm, void *state); /* ModuleDef.noticed of those whose objects write to files as they go, or have threads: yes */
bool modules_noticed(VM *vm);                /* one of those that are there */
void modules_forget(VM *vm, void (*forget)(VM *vm, Ref ns)); /* for the namespace of each C module */

/* A module's C types are made once a VM and kept in its state: `s->deque = type_from_def(vm, &deque_def, NULL)`. */

/* Compiled code as constant data (code_image.c). */
typedef struct CodeImage {
    const uint64_t *ins;   /* Ins of all codes */
    const unsigned char *data;
    size_t size;
    /* Their Spans lie packed (image_spans_flat, then `unpack`): few are ever looked at. */
    const unsigned char *packed;
    uint32_t packed_size, count;
    struct Span **spans;   /* unpacked, by the first who asks; for all interpreters of the process, as long as it lives */
    bool (*unpack)(const unsigned char *packed, size_t n, unsigned char *out, size_t size); /* false: it cannot (no memory) */
} CodeImage;

/* A module in Python that is frozen into the binary (tools/freeze.py writes the table, src/freeze.c the code). */
typedef struct FrozenModule {
    const char *name;
    bool package;
    uint8_t taken;               /* which library it was taken from, counted from 1; 0: it is perch's own */
    const unsigned char *packed; /* source: for tracebacks and inspect, and to be compiled where there is no code */
    uint32_t packed_size, size;
    const CodeImage *code;       /* or NULL, or of size 0: its text is compiled when it is imported */
} FrozenModule;

typedef struct FrozenLibrary { /* Python code of others, in the binary as it is */
    const char *name, *words;    /* "Python's library"; which one it is */
    const char *folder, *package; /* where it was taken from; the one package of that folder that is meant, "": all that lies there */
    size_t count;                /* modules */
} FrozenLibrary;

typedef struct FrozenTable {
    const FrozenModule *modules; /* in the order of their names */
    size_t count;
    const FrozenLibrary *libraries; /* the first is Python's own */
    size_t library_count;
    bool (*unpack)(const unsigned char *packed, size_t n, unsigned char *out, size_t size); /* false: it cannot (no memory) */
} FrozenTable;

/* frozen.c: those of vm->frozen */
const FrozenModule *frozen_find(VM *vm, const char *name, size_t n); /* or NULL */
const FrozenModule *frozen_named(VM *vm, Ref name);
/* What perch adds to a module that was taken, "NAME+": it runs behind it, in the same namespace, and is no module of its own. NULL: nothing */
const FrozenModule *frozen_layer(VM *vm, const FrozenModule *m);
bool frozen_is_layer(const FrozenModule *m);
const FrozenModule *frozen_by_file(VM *vm, Ref filename); /* of "<frozen NAME>" */
/* Where a module was taken from, as CPython says it of what it has frozen. *file: as long as it lies there; *folder: of a package, there or not; else NULL */
bool frozen_place(VM *vm, const FrozenModule *m, Value *file, Value *folder);
bool frozen_is_library(const VM *vm, const char *folder); /* a folder of a library that was taken */
Value frozen_source(VM *vm, const FrozenModule *m);       /* a str */
Value frozen_code(VM *vm, const FrozenModule *m);         /* compiled when perch was built, or else now */

/* module_spec.c: a new module's __spec__ (origin, paths: NULL = None; located: the origin is a file). */
bool module_set_spec(VM *vm, Ref ns, Ref name, Ref origin, Ref paths, bool located);

typedef struct Importing { /* a module whose body runs now */
    struct Importing *up;
    Ref module; /* borrowed from the import that runs */
} Importing;

/* import_system.c: CPython's import system, asleep until a program looks at it */
bool import_wake(VM *vm);                          /* false: raised */
bool import_is_awake(const VM *vm);
bool import_is_system_name(Ref name);              /* of sys.meta_path and its like: asked for, it wakes */
bool import_wants_system(VM *vm, Ref name);        /* a module that wakes it, while it sleeps */
bool import_looked_at(VM *vm, Ref code);           /* a main program about to run: where it names __loader__ it wakes. false: raised */
bool import_path_has_files(VM *vm);                /* something that only it can look into, while it sleeps */
bool import_is_ready(VM *vm, Ref name, Ref module); /* waits for another thread that imports it */
bool import_system_is_importing(VM *vm, Ref module);
Value import_by_system(VM *vm, Ref name);
void import_system_forget(VM *vm);

/* import.c */
bool import_read_file(VM *vm, Ref path, char **text, size_t *len); /* *text: len + 1 bytes of vm->mem, without a 0 */
const ModuleDef *module_def_named(VM *vm, Ref name /*a str*/); /* one in C; or NULL */
Value import_name(VM *vm, Ref name, Ref globals, Ref fromlist, int level); /* __import__ */
Value import_module(VM *vm, const char *dotted); /* the innermost module */
Value import_dotted(VM *vm, Ref name);           /* the same, by a str */
Value import_attr(VM *vm, const char *dotted, const char *name); /* what the module has by that name */
Value import_call(VM *vm, const char *dotted, const char *name, const Ref *args, int n); /* what its function answers */
Value import_from(VM *vm, Ref module, Ref name);
bool import_is_running(VM *vm, Ref module); /* is its body not done yet (a circular import)? */
/* perch -m, and running a folder or an archive: finds `name` (folder: `__main__` in it, which is the first of sys.path; name NULL) and runs it as __main__. *missing: nothing was found
 * and no exception is pending; *why says it (a str, owned). */
Value import_as_main(VM *vm, const char *name, const char *folder, Value *why);
bool import_star(VM *vm, Ref module, Ref ns);

#endif
