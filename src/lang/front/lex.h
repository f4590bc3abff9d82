/* lex.h: source text to tokens, one at a time.
 *
 * A Lexer reads a prepared buffer (UTF-8, newlines as '\n', three zero bytes behind the end) and keeps lines, columns,
 * indentation and open brackets as CPython's tokenizer does, because the places of errors hang on that state.  On an error
 * lex_next returns TOK_ERRORTOKEN: either `err` is filled, or `done` says what went wrong and the parser words it.
 */
#ifndef PERCH_LANG_LEX_H
#define PERCH_LANG_LEX_H

#include "arena.h"
#include "parse.h"

enum {
    LEX_MAX_LEVEL = 200,  /* open brackets; CPython's limit, which its message names */
    LEX_MAX_INDENT = 100, /* indentation levels; likewise */
    LEX_TAB_SIZE = 8,     /* tabs go to the next multiple of eight, and count as one in the second measure */
};

typedef enum TokenKind {
#define TOKEN(name, text) TOK_##name,
#define TOKEN_OP(name, text) TOK_##name,
#define TOKEN_KW(name, text) KW_##name,
#include "token.def"
#undef TOKEN
#undef TOKEN_OP
#undef TOKEN_KW
    TOK__COUNT
} TokenKind;

typedef struct Token {
    uint8_t kind; /* TokenKind */
    uint8_t level; /* brackets open behind it */
    uint32_t len;
    const char *start; /* in the lexer's buffer; NULL for INDENT, DEDENT, ENDMARKER and errors */
    int lineno, col, end_lineno, end_col; /* columns in bytes from 0; -1: none */
} Token;

/* Why there are no more tokens. */
typedef enum LexDone { LEX_OK, LEX_EOF, LEX_DEDENT, LEX_TABSPACE, LEX_TOODEEP, LEX_LINECONT, LEX_ERROR } LexDone;

typedef struct Lexer {
    Arena *arena;
    const ParseHooks *hooks; /* never NULL */
    SyntaxErr *err;
    const char *buf, *end;        /* end: where the zero byte stands */
    const char *cur;              /* the next byte */
    const char *start;            /* the current token; NULL before one */
    const char *chunk;            /* the line on which the current token began: what errors on this line show */
    const char *line_start;       /* the line that cur is on */
    const char *multi_line_start; /* the line on which the current string began */
    int lineno, first_lineno;     /* of cur; of the current string */
    bool at_bol, blank; /* blank: nothing but a comment on this line */
    LexDone done;
    bool cut; /* the source ended inside a string */
    int pending; /* > 0 INDENTs, < 0 DEDENTs to give */
    int indent, level;
    int indents[LEX_MAX_INDENT], alt_indents[LEX_MAX_INDENT];
    char parens[LEX_MAX_LEVEL];
    int paren_lines[LEX_MAX_LEVEL], paren_cols[LEX_MAX_LEVEL];
    bool type_comments; /* comments that name types are tokens */
    bool old_async;     /* before Python 3.7: `async` and `await` are words of an `async def` alone */
    bool in_async, async_line; /* within one; its first line has ended */
    int async_indent;
    bool keep_comments; /* dumps want COMMENT and NL, which the parser never sees */
    uint8_t extra;      /* with keep_comments: 1 COMMENT, 2 NL (kind is OP then) */
} Lexer;

/* `buf` to `end` as the invariant above says. */
void lex_init(Lexer *lx, Arena *a, const ParseHooks *hooks, SyntaxErr *err, const char *buf, const char *end);
void lex_next(Lexer *lx, Token *t);

bool lex_is_keyword(const char *s, size_t n); /* if, True, … */
/* "NAME", "LPAR", ...; keywords are NAME. */
const char *lex_kind_name(int kind);
/* What a keyword or an operator looks like; NULL for the others. */
const char *lex_kind_text(int kind);

/* Decodes one UTF-8 character (strictly: no surrogates, no overlong forms).  Returns its bytes; 0: invalid, and then *reason and
 * *bad (how many bytes are wrong) are Python's. */
int lex_decode_utf8(const char *s, const char *end, uint32_t *c, const char **reason, int *bad);
/* Writes one character, surrogates too; returns its bytes. */
int lex_encode_utf8(uint32_t c, char *out);
/* Characters in a text, an invalid byte counting as one. */
int lex_count_chars(const char *s, const char *end);

/* Copies the source to what a Lexer wants: newlines, BOM, coding cookie, NUL bytes, encoding.  False: *err. */
bool lex_prepare(Arena *a, const ParseInput *in, const char **buf, const char **end, SyntaxErr *err);

#endif
