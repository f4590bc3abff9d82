/* parse_impl.h: what the parser's files share.
 *
 * The parser reads tokens with one or two of lookahead and builds the tree in a first pass that knows no messages.  Where
 * that pass finds no parse, a second one goes over the failing statement again with `diagnose` set: the same functions then also
 * try the wrong programs that have a message of their own (parse_invalid.c), in the order in which CPython tries
 * them, and remember results by token and rule (`second`), so that trying twice stays linear.
 *
 * A rule returns its node, or NULL: no parse here (the cursor may then stand anywhere: who tries something else sets it
 * back), or `failed`: an error is recorded and everything unwinds.
 */
#ifndef PERCH_LANG_PARSE_IMPL_H
#define PERCH_LANG_PARSE_IMPL_H

#include "lex.h"
#include "parse.h"

/* CPython's own limit on nested rules; ours count fewer levels for the same source. */
enum { PARSE_MAX_DEPTH = 6000 };

/* Rules whose results the second pass remembers. */
typedef enum MemoRule {
    MEMO_EXPRESSION,
    MEMO_DISJUNCTION,
    MEMO_BITWISE_OR,
    MEMO_PRIMARY,
    MEMO_STAR_TARGET,
    MEMO_INVALID_NAMED,
    MEMO_STRINGS,
    MEMO_ARGS,
} MemoRule;

typedef struct Memo {
    struct Memo *next;
    Node *node;
    int rule, end;
} Memo;

typedef struct NodeVec {
    Node **items;
    int n, cap;
} NodeVec;

typedef struct Parser {
    Arena *arena;
    const ParseInput *in;
    const ParseHooks *hooks;
    SyntaxErr *err;
    Lexer lx;
    Token *tokens;
    Memo **memos; /* of the second pass, one list a token */
    NodeVec ignores; /* comments of types to ignore */
    int pos, fill, cap, memo_cap;
    int depth;
    bool failed;   /* *err is set */
    bool diagnose; /* try the rules with messages */
    bool second;   /* remember results */
    bool started;  /* a token has been given (single mode ends in a NEWLINE of its own) */
    bool is_fstring;
    int start_line, start_col; /* of an f-string's expression in its file */
} Parser;

typedef struct Place {
    int lineno, col;
} Place;

/* ---- parse.c: tokens, nodes ---- */

Token *parse_fill(Parser *p);

static inline Token *peek(Parser *p)
{
    return p->pos < p->fill ? &p->tokens[p->pos] : parse_fill(p);
}

static inline bool at(Parser *p, int kind)
{
    return peek(p)->kind == kind;
}

/* The token behind the next. */
static inline int peek2(Parser *p)
{
    if (peek(p)->kind == TOK_ERRORTOKEN || peek(p)->kind == TOK_ENDMARKER)
        return TOK_ERRORTOKEN;
    p->pos++;
    int kind = peek(p)->kind;
    p->pos--;
    return kind;
}

/* The next token if it is of that kind, and goes past it; else NULL. */
static inline Token *accept(Parser *p, int kind)
{
    Token *t = peek(p);
    if (t->kind != kind)
        return NULL;
    p->pos++;
    return t;
}

/* The type that a comment names here, or none. */
AstStr parse_type_comment(Parser *p);
/* Syntax that came with Python 3.`minor`; false: it was asked for an older one. */
bool parse_needs(Parser *p, int minor, const char *what);
bool parse_is_word(Parser *p, const char *word); /* is the next token this name? */
/* `kind` must come now: else "expected 'text'" at once. */
bool parse_force(Parser *p, int kind);

static inline Place here(Parser *p)
{
    Token *t = peek(p);
    return (Place){t->lineno, t->col};
}

static inline Place start_of(const Node *n)
{
    return (Place){n->lineno, n->col_offset};
}

/* A node from `from` to the last token read. */
Node *parse_node(Parser *p, int kind, Place from, const void *fields, size_t size);
#define NEW(p, Kind, from, ...) parse_node(p, AST_##Kind, from, &(struct Ast##Kind){__VA_ARGS__}, sizeof(struct Ast##Kind))

/* The node ends with the last token read, line ends and dedents aside. */
void parse_end_here(Parser *p, Node *n);
bool parse_push(Parser *p, NodeVec *v, Node *n); /* n NULL is pushed too */
static inline NodeSeq seq_of(NodeVec v)
{
    return (NodeSeq){v.items, v.n};
}
bool parse_push_name(Parser *p, AstStrSeq *names, AstStr name);
NodeSeq parse_one(Parser *p, Node *n); /* items NULL: out of memory */
bool parse_name(Parser *p, AstStr *out); /* a NAME; false: there is none */
AstStr parse_token_name(Parser *p, const Token *t);

bool parse_enter(Parser *p); /* false: nested too deep, an error */
static inline void parse_leave(Parser *p)
{
    p->depth--;
}

bool parse_recall(Parser *p, MemoRule rule, Node **out); /* true: known; the cursor is behind it */
Node *parse_remember(Parser *p, MemoRule rule, int pos, Node *n);

/* ---- parse_error.c: all return NULL (or false) after recording ---- */

enum { CURRENT_POS = -5 };
void *parse_no_memory(Parser *p);
/* Columns in bytes from 0; -1: none. */
void *parse_raise_at(Parser *p, SyntaxErrKind kind, int lineno, int col, int end_lineno, int end_col, const char *msg);
void *parse_raise(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* at the last token read */
void *parse_raise_indent(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void *parse_raise_node(Parser *p, const Node *n, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void *parse_raise_range(Parser *p, const Node *a, const Node *b, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void *parse_raise_token(Parser *p, const Token *t, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void *parse_raise_span(Parser *p, AstSpan s, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* From a place to the lexer's cursor. */
void *parse_raise_from(Parser *p, Place from, const char *msg);
bool parse_has_ended(const Parser *p);
void *parse_raise_incomplete(Parser *p); /* and nothing else of what was found */
void *parse_raise_unclosed(Parser *p);
void parse_raise_lexer(Parser *p); /* the lexer has stopped: says why */
/* Neither pass found a parse or a message: `last` is where the first one stopped. */
void parse_raise_generic(Parser *p, const Token *last);
/* Errors of tokens further on win over a message of the parser. */
void parse_check_rest(Parser *p);
AstSpan parse_token_span(const Token *t);
enum { TARGET_STAR, TARGET_DEL, TARGET_FOR };
void *parse_raise_target(Parser *p, int targets, Node *n); /* NULL without an error when n is a target */
bool parse_warn(Parser *p, ParseWarnKind kind, int lineno, const Token *at, const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* ---- Expressions: parse_expr.c, parse_atom.c, parse_call.c, parse_params.c, parse_string.c, parse_number.c ---- */

bool parse_starts_expr(int kind); /* may an expression begin so? */
Node *parse_star_expressions(Parser *p);
Node *parse_star_expression(Parser *p);
Node *parse_star_named_expression(Parser *p);
bool parse_star_named_expressions(Parser *p, NodeVec *v, int closer);
Node *parse_named_expression(Parser *p);
Node *parse_assignment_or_expression(Parser *p); /* NAME := expression, or an expression not followed by := */
Node *parse_expression(Parser *p);
Node *parse_expression_plain(Parser *p); /* without messages */
Node *parse_expressions(Parser *p);
Node *parse_starred_expression(Parser *p);
Node *parse_disjunction(Parser *p);
Node *parse_bitwise_or(Parser *p);
Node *parse_primary(Parser *p);
Node *parse_yield(Parser *p);
Node *parse_atom(Parser *p);
Node *parse_paren_atom(Parser *p); /* by their first tokens */
Node *parse_list_atom(Parser *p);
Node *parse_for_ifs_into(Parser *p, NodeVec *v); /* any non-NULL: done */
Node *parse_call(Parser *p, Place from, Node *func);
Node *parse_lambda(Parser *p);
Node *parse_params(Parser *p, bool lambda); /* arguments, perhaps empty */
bool parse_arguments(Parser *p, NodeVec *args, NodeVec *keywords);
Node *parse_strings(Parser *p);
Node *parse_number(Parser *p);
/* The tree of an f-string's expression, the text between its braces; the opening one stands on the lineno of a file, at column col. */
Node *parse_fstring_expr(Parser *p, Place brace, const char *from, const char *to);
bool parse_decode_str(Parser *p, const char *s, size_t len, const Token *t, const char **out, size_t *out_len);
bool parse_decode_bytes(Parser *p, const char *s, size_t len, const Token *t, const char **out, size_t *out_len);

/* ---- Targets: parse_target.c ---- */

void parse_set_ctx(Node *n, int ctx);
bool parse_is_star_target(const Node *n);   /* may stand left of = */
bool parse_is_single_target(const Node *n); /* may be annotated, or stand left of += */
Node *parse_star_target(Parser *p);
Node *parse_star_targets(Parser *p);
bool parse_del_targets(Parser *p, NodeVec *v);

/* ---- Statements: parse_stmt.c, parse_compound.c, parse_pattern.c ---- */

bool parse_statement(Parser *p, NodeVec *v);
bool parse_simple_stmts(Parser *p, NodeVec *v);
Node *parse_compound(Parser *p); /* NULL also where no compound statement begins */
bool parse_starts_compound(Parser *p);
bool parse_block(Parser *p, NodeSeq *body);
Node *parse_match(Parser *p);
Node *parse_patterns(Parser *p);

/* ---- Wrong programs that have a message: parse_invalid.c; called only with `diagnose` ---- */

bool invalid_expression(Parser *p); /* true: an error was recorded */
bool invalid_named_expression(Parser *p);
bool invalid_group(Parser *p, int pos);
bool invalid_comprehension(Parser *p, int pos);
bool invalid_dict(Parser *p, int pos);
bool invalid_dict_comprehension(Parser *p, int pos);
bool invalid_arguments(Parser *p, int pos);
bool invalid_assignment(Parser *p, int pos);
bool invalid_block_after(Parser *p, const Token *kw, const char *what); /* at ':' NEWLINE without INDENT */
bool invalid_no_colon(Parser *p);                                       /* at NEWLINE where ':' should be */

#endif
