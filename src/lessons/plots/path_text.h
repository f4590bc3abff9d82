/* path_text.h: steps as operators of a page's language. */
#ifndef PERCH_LESSONS_PATH_TEXT_H
#define PERCH_LESSONS_PATH_TEXT_H

#include "path.h"

typedef struct TextForm {
    BufferView codes[5]; /* the operators: MOVETO, LINETO, CURVE3 (empty: such curves become CURVE4), CURVE4, CLOSEPOLY */
    int precision;       /* digits behind the point, without zeros at the end; -1: whole numbers */
    bool postfix;        /* operators behind their points? */
} TextForm;
Value steps_text(const Steps *s, const TextForm *form); /* bytes; NULL: raised */

#endif
