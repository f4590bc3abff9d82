/* glyph.h: characters as a terminal shows them: their bytes in UTF-8 and their columns. Knows no locale. */
#ifndef PERCH_REPL_GLYPH_H
#define PERCH_REPL_GLYPH_H

#include <stddef.h>
#include <stdint.h>

/* The character at `text`: its bytes, at least 1 if size is. A byte that is no UTF-8 stands for itself: *point = GLYPH_BYTE | byte. */
enum { GLYPH_BYTE = 0x200000 };
size_t glyph_next(const char *text, size_t size, uint32_t *point);
/* Where the character before text + at begins. */
size_t glyph_before(const char *text, size_t at);

/* Columns: 0, 1 or 2; -1: a control character or a stray byte, which has to be spelled out. */
int glyph_width(uint32_t point);

/* Columns of a text without control characters; escape sequences (ESC [ … letter, and \001 … \002 of Readline's prompts) count nothing. */
int glyph_columns(const char *text, size_t size);
/* The bytes of an escape sequence (or of a \001, \002 mark) at `text`; 0: there is none. */
size_t glyph_escape(const char *text, size_t size);

#endif
