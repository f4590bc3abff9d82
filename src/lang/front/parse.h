/* parse.h: from source text to a syntax tree.
 *
 *     Arena a; arena_init(&a, mem);
 *     SyntaxErr err;
 *     Node *tree = parse_source(&a, &(ParseInput){.src = s, .len = n, .mode = PARSE_FILE}, &err);
 *     if (!tree) raise(err);          // kind, message, place
 *     ... arena_free(&a);
 *
 * The grammar, the messages and the places of errors are those of Python 3.11.  What only the symbol table or the compiler
 * can know ('return' outside function, duplicate arguments, ...) is not said here.  Nothing is printed and nothing is
 * global; `src` is only read, need not end in a zero byte, and must live as long as the tree and the error.
 */
#ifndef PERCH_LANG_PARSE_H
#define PERCH_LANG_PARSE_H

#include "arena.h"
#include "ast.h"

typedef enum ParseMode {
    PARSE_FILE,   /* Module: compile(..., 'exec') */
    PARSE_SINGLE, /* Interactive: one statement, 'single' */
    PARSE_EVAL,   /* Expression: 'eval' */
    PARSE_FUNC_TYPE, /* FunctionType: (int, *str) -> float, 'func_type' */
} ParseMode;

typedef enum SyntaxErrKind {
    SYN_NONE,
    SYN_SYNTAX,      /* SyntaxError */
    SYN_INDENTATION, /* IndentationError */
    SYN_TAB,         /* TabError */
    SYN_MEMORY,      /* MemoryError: memory ran out, or the source nests deeper than the parser goes; no place */
    SYN_RECURSION,   /* RecursionError; no place */
    SYN_VALUE,       /* ValueError: "source code string cannot contain null bytes"; no place */
} SyntaxErrKind;

/* A parse's failure.  lineno and offset are as SyntaxError's attributes: both from 1, columns in characters. */
typedef struct SyntaxErr {
    SyntaxErrKind kind;
    const char *msg; /* zero-terminated, UTF-8; in the arena or static; never NULL where kind != SYN_NONE */
    int lineno, offset;
    int end_lineno, end_offset; /* -1 or 0 where CPython has no end (shown as None or 0) */
    const char *text;           /* SyntaxError.text: the line without its newline, not zero-terminated; NULL: None */
    size_t text_len;
    bool bare;               /* the line is shown without a newline */
    bool incomplete;            /* more lines could make it right (as codeop sees it) */
} SyntaxErr;

typedef enum ParseWarnKind { PARSE_WARN_DEPRECATION, PARSE_WARN_SYNTAX } ParseWarnKind;

/* What the parser asks of its host.  Every slot may be NULL. */
typedef struct ParseHooks {
    void *ctx;
    /* Decodes a source that names another encoding than UTF-8 or Latin-1 to UTF-8, into the arena: 1 done, 0 unknown encoding, -1 it
     * failed (*msg says why, in the arena). */
    int (*decode)(void *ctx, Arena *a, const char *encoding, const char *s, size_t len, const char **out, size_t *out_len, const char **msg);
    /* A warning.  False makes it a SyntaxError with the same text (warnings turned into errors). */
    bool (*warn)(void *ctx, ParseWarnKind kind, const char *msg, int lineno);
} ParseHooks;

typedef struct ParseInput {
    const char *src;
    size_t len;
    ParseMode mode;
    bool is_text;            /* src was a str: coding cookies mean nothing; a BOM still goes */
    bool is_file;            /* src was read from a file: NUL bytes and bad UTF-8 are told as CPython tells them for files */
    bool partial;            /* more may come: where the source ends before anything can be said, that is "incomplete input" */
    bool keeps_open;         /* single: the end of the source closes no block */
    bool type_comments;      /* comments that name types are kept in the tree */
    int minor;               /* syntax of Python 3.`minor` alone; 0: all */
    int max_int_digits;      /* sys.set_int_max_str_digits: 0 no limit, < 0 the default 4300 */
    const ParseHooks *hooks; /* NULL: none */
} ParseInput;

/* The tree (AST_Module, AST_Interactive or AST_Expression), or NULL and *err. */
Node *parse_source(Arena *a, const ParseInput *in, SyntaxErr *err);

/* ---- For the prompt ---- */

typedef enum ParseComplete { PARSE_COMPLETE, PARSE_INCOMPLETE, PARSE_INVALID } ParseComplete;

/* May `src`, what was typed so far, run?  As IPython sees it: complete, incomplete (*indent: how many columns the next
 * line should begin with), or invalid, which only running shows better.  A block is complete once it ends in a blank line. */
ParseComplete parse_is_complete(Mem *mem, const char *src, size_t len, int *indent);

/* ---- For tools ---- */

/* Tokens one at a time, comments left out. */
typedef struct ParseToken {
    const char *kind, *text; /* "NAME", "LPAR", ... */
    size_t len;
    int lineno, end_lineno, col, end_col; /* columns in bytes; -1: none */
    const char *line;                     /* the lines from the one on which it begins, or a text before it on this line */
    size_t line_len;
} ParseToken;
struct Parser *parse_open_tokens(Arena *a, const ParseInput *in, SyntaxErr *err); /* NULL: *err. The input and the error stay where they are */
bool parse_next_token(struct Parser *p, ParseToken *out);                         /* false: the end, or *err; what only the parser words just ends them */

typedef bool (*ParseWrite)(void *ctx, const char *text, size_t len);
/* The tokens as `python3 -m tokenize -e` rows; on an error the rows so far and *err. */
bool parse_dump_tokens(Arena *a, const ParseInput *in, ParseWrite write, void *ctx, SyntaxErr *err);

#endif
