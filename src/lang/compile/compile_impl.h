/* compile_impl.h: what the files of the compiler share; nobody else includes it.
 *
 * A Comp compiles one source, a Unit one code object of it. Registers: the locals come first, then temporaries, used as
 * a stack whose top is unit->sp. An expression is compiled by `expr(c, node, want)`, which leaves sp as it was but for
 * a result in a new temporary:
 *     want ANY      the result's register: a local that is read in place, or a new temporary
 *     want NOW      as ANY, and the very next instruction reads it: also a local that := rebinds is read in place
 *     want PUSH     always the new temporary at the old sp
 *     want < ANY    that local: only the last instruction of the expression writes it
 * On an error c->failed is set, an exception is pending, and everything after does nothing.
 */
#ifndef PERCH_LANG_COMPILE_IMPL_H
#define PERCH_LANG_COMPILE_IMPL_H

#include "code.h"
#include "lang/front/parse.h"
#include "symtable.h"

#include <stdio.h>
#include <stdlib.h>

typedef int Reg;
enum { ANY = 1 << 20, NOW = 1 << 21, PUSH = 1 << 22 };
enum { REG_LIMIT = 0xFF00, MAX_BLOCKS = 20 };

typedef int Label;

typedef enum {
    FB_WHILE, FB_FOR, FB_TRY, FB_FINALLY, FB_FINALLY_END, FB_HANDLER, FB_HANDLER_NAME, FB_WITH, FB_TEMP, FB_STAR,
} FBlockKind;

/* What stands around the statement being compiled, innermost first: what a jump out of it must do on its way. */
typedef struct FBlock {
    struct FBlock *up;
    uint8_t kind;
    bool async;         /* WITH */
    bool suspended;     /* its ranges are closed: code of an exit path is being emitted */
    int level;          /* blocks around it */
    Label brk, cont;    /* loops */
    Reg reg;            /* FOR: the iterator; HANDLER, FINALLY_END: the exception; WITH: the exit; TEMP: what to release */
    NodeSeq body;       /* FINALLY: what to run */
    Node *node;         /* HANDLER_NAME: the handler; WITH: the statement */
    Label handler;      /* TRY, FINALLY, WITH, HANDLER_NAME: where errors go, -1 none */
    Reg depth;
    int range_start;    /* of the open handler range or except region */
} FBlock;

typedef struct CodeRange { uint32_t start, end; Label target; Reg depth, reg; int nesting; } CodeRange;

typedef struct Unit {
    struct Unit *up;
    Scope *scope;       /* of the frame */
    Scope *cur;         /* where names are looked up: scope or a comprehension inlined in it */
    Ins *ins;
    Span *spans;
    int n, cap;
    Cache *caches;
    int ncaches, caches_cap;
    Value *consts;
    int nconsts, consts_cap;
    uint32_t *const_map; /* index + 1 by hash */
    int const_map_cap;
    Name **names;
    int nnames, names_cap;
    struct NameSlot { Name *name; int index, caches[4]; } *name_map;
    int name_map_cap;
    struct LabelInfo { int pos, refs; uint64_t *bound; } *labels; /* bound: surely bound at every jump to it so far */
    int nlabels, labels_cap;
    CodeRange *handlers, *excepts;
    int nhandlers, handlers_cap, nexcepts, excepts_cap;
    FBlock *block;
    int nblocks;
    int nlocals, sp, max_sp;
    uint64_t *bound;    /* locals surely bound here */
    uint64_t *deletable; /* locals that may become unbound again */
    bool dead;          /* what follows cannot be reached */
    int words;          /* of a bound set */
    uint32_t flags, first_line;
    int argcount, posonly, kwonly;
    Name *name;
    Value qualname;
    Value doc;
    uint16_t *captures;
} Unit;

typedef struct Comp {
    VM *vm;
    Arena *arena;
    Symtable st;
    Unit *u;
    Ref filename, source;
    int mode;         /* LangMode */
    struct Node *shown; /* LANG_CELL: the statement whose value is shown */
    bool shows_all;   /* every expression statement on the outermost level shows its value */
    int depth;
    int in_comp_body; /* inside an inlined comprehension: counts */
    bool failed;
    bool future_annotations;
    const AstSpan *loc;   /* what instructions emitted now stand for */
    struct WarnSeen { int line; const char *msg; struct WarnSeen *next; } *warned;
} Comp;

/* ---- compile.c: units, instructions, constants, names ---- */
Unit *unit_open(Comp *c, Scope *scope, Name *name, const AstSpan *span);
Value unit_close(Comp *c); /* the Code; NULL: failed. The unit is gone either way */
int emit(Comp *c, Opcode op, int a, int b, int cc);
void emit_wide(Comp *c, Opcode op, int a, int32_t w);
/* What follows is of no line (leaving a handler, jumping over an else); what was: the line before. */
const AstSpan *loc_nowhere(Comp *c);
void mark_line(Comp *c); /* c->loc is a line that is told (watch.h), also where it has no instruction */
void emit_jump(Comp *c, Opcode op, int a, Label target);
static inline bool ends_flow(int op) { return op == BC_RETURN || op == BC_RETURN_NONE || op == BC_RAISE || op == BC_RERAISE || op == BC_JMP || op == BC_JMP_BACK; }
static inline bool has_pair(int op) { return op == BC_FOR_ITER || (op >= BC_TEST_LT && op <= BC_TEST_TRUE); } /* a jump follows that belongs to it */
void finish_jumps(Comp *c); /* compile_jumps.c */
Label label_new(Comp *c);
void label_here(Comp *c, Label l);
bool label_is_set(Comp *c, Label l);
int const_add(Comp *c, Value v /*taken*/); /* index */
int name_index(Comp *c, Name *name);
int cache_new(Comp *c, Name *name);
int cache_shared(Comp *c, Name *name, int which); /* which: 0 load global, 1 store global, 2 load name, 3 store name */
Ref name_str(Comp *c, Name *name); /* borrowed */
Name *comp_name(Comp *c, AstStr id);        /* mangled */
Name *comp_name_plain(Comp *c, AstStr id);
Reg temp_push(Comp *c);
Reg temp_dest(Comp *c, Reg want); /* ANY, PUSH: a new temporary */
static inline bool is_temp(Comp *c, Reg r) { return r >= c->u->nlocals; }
void load_const(Comp *c, Reg d, Value v /*taken*/);
Reg push_const(Comp *c, Value v /*taken*/);
void fail_memory_c(Comp *c);
void *comp_alloc(Comp *c, size_t n);
void *comp_grow(Comp *c, void *p, int *cap, size_t item);

/* ---- bound sets: labels collect them from the jumps to them ---- */
void bound_forget(Comp *c);                          /* a loop begins: names that may be deleted are not sure any more */
void bound_to_label(Comp *c, Label l, bool forget);  /* an error may go there from here */
bool bound_has(Comp *c, Reg local);
void bound_add(Comp *c, Reg local);
void bound_drop(Comp *c, Reg local);

/* ---- compile_err.c ---- */
void comp_fail(Comp *c, const AstSpan *span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void raise_syntax_at(Comp *c, const AstSpan *span, const char *msg);
void comp_warn(Comp *c, const AstSpan *span, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
Value syntax_error_new(VM *vm, ExcId id, const char *msg, Ref filename, Value place[5]);
bool warn_syntax(VM *vm, ExcId category, Ref filename, int line, const char *msg, Ref source);
Value source_line(VM *vm, Ref source, int line); /* with its newline; NULL without error: no such line */

/* ---- compile_fold.c ---- */
Value fold_const(Comp *c, const Node *n); /* the value of an AST constant */
Value fold(Comp *c, Node *n);     /* a constant expression's value, or NULL */
Value fold_binary(Comp *c, int op, Ref a, Ref b); /* AstOp; NULL: not worth it */
int fold_truth(Comp *c, Node *n); /* 1, 0, -1: not known */
int binop_of(int ast_op);         /* BinOp of an AstOp */

/* ---- compile_expr.c ---- */
Reg expr(Comp *c, Node *n, Reg want);
void cond(Comp *c, Node *n, bool when, Label target); /* jump if its truth is `when`, else fall through */
void mark_awaiting(Comp *c);
void emit_await(Comp *c, Reg d, Reg from, int how);   /* d = await from; d is the last temporary; how as in GET_AWAITABLE */
void expr_drop(Comp *c, Node *n);                     /* for its effects */
Sym *resolve_name(Comp *c, Name *name, SymKind *kind);
Reg name_load(Comp *c, Node *at, AstStr id, Reg want);
void name_store(Comp *c, AstStr id, Reg from);        /* from is consumed if temporary */
void name_store_mangled(Comp *c, Name *name, Reg from);
void name_delete(Comp *c, AstStr id);
Reg name_local(Comp *c, AstStr id); /* the plain local's register to write into, or -1 */
bool forbidden(Comp *c, AstStr id, bool store, const AstSpan *span);
void store(Comp *c, Node *target, Reg from);
const AstSpan *attr_span(Comp *c, const Node *attr, const Node *whole);
void slice_push(Comp *c, Node *n);
void unpack(Comp *c, NodeSeq elts, Reg from, const AstSpan *span);
Value const_str(Comp *c, AstStr s);

/* ---- compile_call.c ---- */
Reg expr_call(Comp *c, Node *n, Reg want);
void call_args(Comp *c, Reg callee, NodeSeq args, NodeSeq keywords, int extra, Reg d, const AstSpan *loc); /* of __build_class__ */
Reg expr_sequence(Comp *c, Node *n, Reg want);
Reg expr_dict(Comp *c, Node *n, Reg want);
bool check_keywords(Comp *c, NodeSeq keywords);

/* ---- compile_func.c ---- */
void stmt_function(Comp *c, Node *n);
void stmt_class(Comp *c, Node *n);
Reg expr_lambda(Comp *c, Node *n, Reg want);
void make_function(Comp *c, Value code /*taken*/, Reg extras /* -1 none */, Reg d);
void set_qualname(Comp *c, Scope *s);
/* unparse.c: the text of an annotation under `from __future__ import annotations` */
Value annotation_text(Comp *c, Node *n);
void push_annotation(Comp *c, Node *n);
void enter_cells(Comp *c);

/* ---- compile_comp.c ---- */
Reg expr_comp(Comp *c, Node *n, Reg want);

/* ---- compile_stmt.c ---- */
void stmt(Comp *c, Node *n);
void stmt_show_assigned(Comp *c, Node *last); /* LANG_CELL_ASSIGN */
void body(Comp *c, NodeSeq seq);
bool is_docstring(NodeSeq body);
static inline bool comp_keeps_docs(const Comp *c) { return c->vm->flags.optimize < 2; } /* -OO */

/* ---- compile_try.c ---- */
void block_push(Comp *c, FBlock *b); /* opens its range */
void block_pop(Comp *c);             /* closes it */
void unwind_to(Comp *c, FBlock *to, Reg value); /* emit what leaving the blocks inside `to` takes; value: a temporary to keep, -1 none */
void unwind_end(Comp *c, FBlock *to);
void stmt_try(Comp *c, Node *n);
void stmt_with(Comp *c, Node *n, int item);
/* One step of an async for over R[it]: its item in a new temporary. The end of the loop goes to a handler, which
 * async_end emits behind the loop; `step` is kept until then. */
Reg async_step(Comp *c, FBlock *step, Reg it);
void async_end(Comp *c, FBlock *step, Reg it);

/* ---- compile_match.c ---- */
void stmt_match(Comp *c, Node *n);

#endif
