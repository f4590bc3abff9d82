/* ast_fields.h: what the kinds of nodes consist of, as tables made from ast.def: for whoever walks a tree without knowing its kinds
 * (its text, its objects).
 */
#ifndef PERCH_LANG_AST_FIELDS_H
#define PERCH_LANG_AST_FIELDS_H

#include "ast.h"

typedef enum FieldType { F_NODE, F_OPT, F_SEQ, F_ID, F_OPTID, F_IDS, F_CONST, F_INT, F_OPS, F_OP } FieldType;

typedef struct FieldRow {
    uint8_t type;
    uint16_t offset;
    const char *name;
} FieldRow;
enum { MAX_FIELDS = 8 };

/* The rows of one kind, ended by a row without a name; NULL: there is no such kind. */
const FieldRow *ast_fields(int kind);
bool ast_has_span(int kind);

#endif
