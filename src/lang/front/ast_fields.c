/* ast_fields.c: the tables of ast_fields.h. A field's macro does not know its node: `This` is what ast_fields calls each struct in turn. */
#include "ast_fields.h"

#include <stddef.h>

#define AF_NODE(f) {F_NODE, (uint16_t)offsetof(This, f), #f},
#define AF_OPT(f) {F_OPT, (uint16_t)offsetof(This, f), #f},
#define AF_SEQ(f) {F_SEQ, (uint16_t)offsetof(This, f), #f},
#define AF_ID(f) {F_ID, (uint16_t)offsetof(This, f), #f},
#define AF_OPTID(f) {F_OPTID, (uint16_t)offsetof(This, f), #f},
#define AF_IDS(f) {F_IDS, (uint16_t)offsetof(This, f), #f},
#define AF_CONST(f) {F_CONST, (uint16_t)offsetof(This, f), #f},
#define AF_INT(f) {F_INT, (uint16_t)offsetof(This, f), #f},
#define AF_OPS(f) {F_OPS, (uint16_t)offsetof(This, f), #f},
#define AF_OP(f, list) {F_OP, (uint16_t)offsetof(This, f), #f},

const FieldRow *ast_fields(int kind)
{
    switch (kind) {
#define AST_NODE(Name, category, has_span, fields)                    \
    case AST_##Name: {                                                \
        typedef struct Ast##Name This __attribute__((unused));        \
        static const FieldRow rows[MAX_FIELDS + 1] = {fields {0, 0, NULL}}; \
        return rows;                                                  \
    }
#include "ast.def"
    default: return NULL;
    }
}

static const bool kind_spans[] = {
#define AST_NODE(Name, category, has_span, fields) has_span,
#include "ast.def"
};

bool ast_has_span(int kind) { return kind_spans[kind]; }
