/* symtable.h: what every name of a source means, found before any code is made.
 *
 * A Scope is a module, a class body, a function or a comprehension; its Syms say of each name in it whether it is a
 * register, a shared cell, a free variable of an enclosing function, or looked up by name. List, set and dict
 * comprehensions outside of class bodies are `inlined`: they have a Scope, but their variables are registers of the
 * frame around them. All of it lives in the compilation's arena.
 */
#ifndef PERCH_LANG_SYMTABLE_H
#define PERCH_LANG_SYMTABLE_H

#include "lang/front/arena.h"
#include "lang/front/ast.h"
#include "lang/object/vm.h"

/* An identifier; equal text, same Name, within one compilation. */
typedef struct Name {
    const char *s;
    uint32_t len, hash;
    Value str; /* the interned str, made when first needed; owned by the table */
    struct Name *next;
} Name;

typedef struct NameTable {
    Name **slots;
    uint32_t cap, n;
} NameTable;

enum { /* Sym.flags */
    SYM_PARAM = 1, SYM_ASSIGNED = 2, SYM_USED = 4, SYM_GLOBAL = 8, SYM_NONLOCAL = 16, SYM_ANNOT = 32, SYM_IMPORT = 64,
    SYM_ITER = 128,   /* target of a comprehension */
    SYM_GLOBAL_BELOW = 512, /* of a module: an inner block says `global`, so the module too binds it among the globals */
    SYM_WALRUS = 256, /* bound by := somewhere: an expression may rebind it */
    SYM_DELETED = 512, /* bound by `except as` or deleted somewhere: may become unbound again */
    SYM_BOUND = SYM_PARAM | SYM_ASSIGNED | SYM_IMPORT,
};
typedef enum { /* how code reaches the name */
    SYM_K_UNKNOWN,
    SYM_K_LOCAL,  /* register reg */
    SYM_K_CELL,   /* a cell in register reg */
    SYM_K_FREE,   /* free variable `free` */
    SYM_K_GLOBAL, /* the module's namespace, then builtins */
    SYM_K_NAME,   /* the frame's namespace first */
} SymKind;

typedef struct Sym {
    Name *name;
    uint16_t flags;
    uint8_t kind; /* SymKind */
    int reg;      /* LOCAL, CELL */
    int free;     /* number of the free variable, -1: none. In a class body a name may have both its own binding and one */
    struct Sym *next; /* in order of appearance */
} Sym;

typedef enum { SCOPE_MODULE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_LAMBDA, SCOPE_COMP } ScopeType;

typedef struct Directive { Name *name; const AstSpan *span; struct Directive *next; } Directive;

typedef struct Scope {
    uint8_t type;
    bool inlined;      /* a comprehension in its parent's frame */
    bool generator;    /* holds a yield, or is a generator expression */
    bool async;
    bool returns_value;
    bool nested;       /* inside a function */
    bool needs_class_cell; /* a class whose methods use __class__ */
    bool annotated;    /* module or class with annotations */
    const Node *node;
    struct Scope *parent, *first, *last, *next;
    Name *name;
    Name *private_name; /* the class whose private names are mangled here */
    Sym **table;
    uint32_t cap, n;
    Sym *syms, *last_sym;
    Sym **frees;       /* free variables in order */
    int nfree, frees_cap;
    int nlocals;       /* registers of the frame (not inlined scopes) */
    int nparams;
    Name **reg_names;  /* nlocals */
    int iter_expr, iter_target; /* nesting inside comprehension parts, while building */
    const AstSpan *return_span; /* of a return with a value: an error in async generators */
    Directive *directives;
} Scope;

typedef struct Symtable {
    VM *vm;
    Arena *arena;
    NameTable names;
    Scope *top, *cur;
    struct ScopeSlot { const void *node; Scope *scope; } *map; /* node -> scope */
    uint32_t map_cap, map_n;
    bool future_annotations;
    int in_annotation; /* inside an annotation that will be a string */
    int depth;
    bool failed;
    /* raise a SyntaxError here; given by the compiler */
    void (*raise)(void *ctx, const AstSpan *span, const char *msg);
    void *raise_ctx;
} Symtable;

Name *name_get(Symtable *t, const char *s, size_t len); /* NULL: no memory */
Name *name_mangle(Symtable *t, Name *private_name, AstStr id);
/* Build and resolve everything; false: an error is pending. */
bool symtable_build(Symtable *t, Node *module);
Scope *symtable_scope(const Symtable *t, const void *node);
Sym *scope_find(const Scope *s, const Name *name);
void symtable_close(Symtable *t); /* releases what names hold */
/* Too deep? Raises RecursionError. */
bool compile_enter(VM *vm, int *depth);

#endif
