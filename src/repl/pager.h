/* pager.h: other programs on the same terminal: a pager for long texts, an editor for a cell. */
#ifndef PERCH_REPL_PAGER_H
#define PERCH_REPL_PAGER_H

#include <stddef.h>

/* Shows a text of whole lines; through $PAGER (or less) where it does not fit in lines - 1 rows. */
void pager_show(const char *text, size_t size, int lines, int columns);
/* Lets $VISUAL or $EDITOR (or vi) change a text; malloc-ed, without its last newline; NULL: it could not be started, or failed. */
char *pager_edit(const char *text, size_t size);

#endif
