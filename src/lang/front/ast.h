/* ast.h: the syntax tree, as Python 3.11's `ast` module describes it.
 *
 * A Node has a kind, a span and the fields of its kind: `n->BinOp.left`, `n->FunctionDef.body.items[i]`.  ast.def is the
 * list of kinds and fields.  Nodes, sequences and texts live in the parse's Arena and go with it; nothing is shared between
 * parses and nothing here is counted.  A node knows no VM object: constants are plain C data (AstConst).
 *
 * Depth: a chain `a + b + c ...`, `x.a.b.c ...`, `f()()() ...` or `elif ...` of any length parses, and its tree is as deep
 * as the chain is long.  Every consumer that recurses must count its depth and give RecursionError, or loop down the
 * left (BinOp.left, Attribute.value, Call.func, Subscript.value) and the right (If.orelse) edges.
 */
#ifndef PERCH_LANG_AST_H
#define PERCH_LANG_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Node Node;

/* An identifier, UTF-8, not zero-terminated by promise (though it is one); equal identifiers of one parse need not share `s`.
 * s == NULL: absent. */
typedef struct AstStr {
    const char *s;
    uint32_t len;
} AstStr;

typedef struct NodeSeq {
    Node **items;
    int n;
} NodeSeq;

typedef struct AstStrSeq {
    AstStr *items;
    int n;
} AstStrSeq;

typedef struct AstOpSeq {
    uint8_t *items; /* AstOp each */
    int n;
} AstOpSeq;

/* Constants. */
typedef enum AstConstKind {
    ACONST_NONE,
    ACONST_TRUE,
    ACONST_FALSE,
    ACONST_ELLIPSIS,
    ACONST_INT,    /* .i */
    ACONST_BIGINT, /* .s, .len: digits only, no prefix and no underscores, in .base (2, 8, 10, 16); does not fit int64 */
    ACONST_FLOAT,  /* .f */
    ACONST_IMAG,   /* .f: the imaginary part */
    ACONST_STR,    /* .s, .len: UTF-8, where lone surrogates stand as three bytes (ED A0 80 ...); may hold zero bytes */
    ACONST_BYTES,  /* .s, .len */
    ACONST_OBJECT, /* .object: of a tree that a program has made, which keeps it: a tuple, a frozenset, a number that no text has */
} AstConstKind;

typedef struct AstConst {
    uint8_t kind; /* AstConstKind */
    uint8_t base; /* of a BIGINT */
    size_t len;
    union {
        int64_t i;
        double f;
        const char *s;
        const void *object;
    };
} AstConst;

/* Operators and contexts: AST_OP_Add ... AST_OP_NotIn, AST_OP_Load, AST_OP_Store, AST_OP_Del in one enum. */
typedef enum AstOp {
#define AST_OPERATOR(list, name, text) AST_OP_##name,
#include "ast.def"
    AST_OP__COUNT
} AstOp;

/* Kinds: AST_Module ... AST_MatchOr. */
typedef enum AstKind {
#define AST_NODE(name, category, has_span, fields) AST_##name,
#include "ast.def"
    AST__COUNT
} AstKind;

typedef enum AstCategory {
    ASTCAT_mod,
    ASTCAT_stmt,
    ASTCAT_expr,
    ASTCAT_comprehension,
    ASTCAT_excepthandler,
    ASTCAT_arguments,
    ASTCAT_arg,
    ASTCAT_keyword,
    ASTCAT_alias,
    ASTCAT_withitem,
    ASTCAT_match_case,
    ASTCAT_pattern,
    ASTCAT_type_ignore,
} AstCategory;

/* The fields of each kind: struct AstFunctionDef ... */
#define AF_NODE(f) Node *f;
#define AF_OPT(f) Node *f;
#define AF_SEQ(f) NodeSeq f;
#define AF_ID(f) AstStr f;
#define AF_OPTID(f) AstStr f;
#define AF_IDS(f) AstStrSeq f;
#define AF_CONST(f) AstConst f;
#define AF_INT(f) int f;
#define AF_OPS(f) AstOpSeq f;
#define AF_OP(f, list) uint8_t f;
#define AST_NODE(name, category, has_span, fields) \
    struct Ast##name {                             \
        fields                                     \
    };
#include "ast.def"
#undef AF_NODE
#undef AF_OPT
#undef AF_SEQ
#undef AF_ID
#undef AF_OPTID
#undef AF_IDS
#undef AF_CONST
#undef AF_INT
#undef AF_OPS
#undef AF_OP

/* Where a node stands: lines from 1, columns in UTF-8 bytes from 0, the end exclusive. */
typedef struct AstSpan {
    int lineno, col_offset, end_lineno, end_col_offset;
} AstSpan;

/* Only as many bytes as its kind needs are allocated: never copy a Node by value. */
struct Node {
    uint8_t kind;  /* AstKind */
    uint8_t flags; /* the parser's own */
    union {
        AstSpan span;
        struct {
            int lineno, col_offset, end_lineno, end_col_offset;
        };
    };
    union {
#define AST_NODE(name, category, has_span, fields) struct Ast##name name;
#include "ast.def"
    };
};

/* "FunctionDef", "arguments", ... */
const char *ast_kind_name(int kind);
AstCategory ast_kind_category(int kind);
/* "Add", "NotIn", "Load"; and as typed: "+", "not in". */
const char *ast_op_name(int op);
const char *ast_op_text(int op);

/* What an expression is called in messages ("cannot assign to %s"): "function call", "literal", "True", ... */
const char *ast_expr_noun(const Node *expr);

/* The tree as text, as `ast.dump(tree, indent=indent, include_attributes=attributes)` gives it; indent < 0: one line.
 * Text goes out through `write`, which returns false to stop.  False: stopped, or too deep to print. */
typedef bool (*AstWrite)(void *ctx, const char *text, size_t len);
bool ast_dump(const Node *tree, int indent, bool attributes, AstWrite write, void *ctx);

#endif
