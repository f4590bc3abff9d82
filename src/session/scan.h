/* scan.h: what a person has typed so far, as pieces: half a cell, wrong bytes, magics and all. It never fails: what the lexer refuses is a
 * piece too, and reading goes on behind it.
 *
 * A Scan is the base of everything that looks at text before it runs: colour, brackets, completion, signatures, inspection. Positions are bytes
 * of the text as it was given.
 */
#ifndef PERCH_SESSION_SCAN_H
#define PERCH_SESSION_SCAN_H

#include "lang/front/lex.h"

enum { /* kinds beside the tokens' own (TokenKind) */
    PIECE_COMMENT = TOK__COUNT,
    PIECE_MAGIC,  /* %name, %%name, !, !!, and the ? of a question */
    PIECE_SHELL,  /* the line behind a ! or behind a magic */
    PIECE_BODY,   /* what stands below a cell magic whose body is not Python */
};

enum { /* Piece.flags */
    PIECE_FIRST = 1,  /* a logical line begins with it */
    PIECE_OPEN = 2,   /* a string that nothing closes */
    PIECE_BAD = 4,    /* the lexer refused it */
    PIECE_TRIPLE = 8, /* a string in three quotes */
};

typedef struct Piece {
    uint32_t start, end;
    uint8_t kind, flags;
    uint16_t level; /* brackets open around it (an opening bracket's own not counted) */
} Piece;

typedef struct Scan {
    const char *text; /* as given */
    const char *buf;  /* the same length, as the lexer reads it: no carriage returns, no bytes that are no UTF-8 */
    size_t size;
    Piece *items;     /* in order; blanks and newlines lie between them */
    size_t count;
    uint32_t body;    /* where a cell magic's Python body begins (behind its line), 0: the text has no cell magic */
} Scan;

/* Everything lies in the arena. Where memory ran out the pieces end early. */
void scan_text(Scan *s, Arena *a, const char *text, size_t size);

/* The piece that stands for the bracket matching that of piece `at`; SIZE_MAX: none. */
size_t scan_partner(const Scan *s, size_t at);
bool scan_opens(const Piece *p);
bool scan_closes(const Piece *p);
static inline size_t piece_len(const Piece *p) { return p->end - p->start; }
bool scan_is(const Scan *s, const Piece *p, const char *text);
static inline bool piece_is_word(const Piece *p) { return p->kind == TOK_NAME || (p->kind >= KW_FALSE && p->kind < PIECE_COMMENT); } /* keywords too */
/* Where the line of a position begins. */
size_t scan_line_start(const Scan *s, size_t at);

#endif
