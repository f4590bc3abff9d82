/* lex_impl.h: what the lexer's files share. */
#ifndef PERCH_LANG_LEX_IMPL_H
#define PERCH_LANG_LEX_IMPL_H

#include "lex.h"

/* Record an error at the cursor, or from offset to end_offset (characters from 1; -1: the cursor).  msg NULL: out of memory.
 * Always false. */
bool lex_fail(Lexer *lx, const char *msg);
bool lex_fail_range(Lexer *lx, int offset, int end_offset, const char *msg);
/* False: the warning became an error. */
bool lex_warn(Lexer *lx, ParseWarnKind kind, const char *msg, int lineno);

/* Goes to the line that begins at cur, unless the source ends there. */
void lex_begin_line(Lexer *lx);

/* The rest of a token from cur: TOK_NUMBER, TOK_STRING or TOK_ERRORTOKEN. */
int lex_number(Lexer *lx);
int lex_string(Lexer *lx);
/* Is the non-ASCII name from start to cur an identifier?  False: an error is recorded. */
bool lex_check_name(Lexer *lx);
bool lex_is_name_byte(unsigned char c);

#endif
