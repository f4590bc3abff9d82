/* ast.c: what the rows of ast.def say: names, categories, fields. */
#include "ast.h"

static const char *const kind_names[] = {
#define AST_NODE(name, category, has_span, fields) #name,
#include "ast.def"
};

static const uint8_t kind_categories[] = {
#define AST_NODE(name, category, has_span, fields) ASTCAT_##category,
#include "ast.def"
};

static const char *const op_names[] = {
#define AST_OPERATOR(list, name, text) #name,
#include "ast.def"
};

static const char *const op_texts[] = {
#define AST_OPERATOR(list, name, text) text,
#include "ast.def"
};

const char *ast_kind_name(int kind)
{
    return kind_names[kind];
}

AstCategory ast_kind_category(int kind)
{
    return (AstCategory)kind_categories[kind];
}

const char *ast_op_name(int op)
{
    return op_names[op];
}

const char *ast_op_text(int op)
{
    return op_texts[op];
}

static const char *constant_noun(const AstConst *c)
{
    switch (c->kind) {
    case ACONST_NONE: return "None";
    case ACONST_TRUE: return "True";
    case ACONST_FALSE: return "False";
    case ACONST_ELLIPSIS: return "ellipsis";
    default: return "literal";
    }
}

const char *ast_expr_noun(const Node *e)
{
    switch (e->kind) {
    case AST_Attribute: return "attribute";
    case AST_Subscript: return "subscript";
    case AST_Starred: return "starred";
    case AST_Name: return "name";
    case AST_List: return "list";
    case AST_Tuple: return "tuple";
    case AST_Lambda: return "lambda";
    case AST_Call: return "function call";
    case AST_BoolOp: case AST_BinOp: case AST_UnaryOp: return "expression";
    case AST_GeneratorExp: return "generator expression";
    case AST_Yield: case AST_YieldFrom: return "yield expression";
    case AST_Await: return "await expression";
    case AST_ListComp: return "list comprehension";
    case AST_SetComp: return "set comprehension";
    case AST_DictComp: return "dict comprehension";
    case AST_Dict: return "dict literal";
    case AST_Set: return "set display";
    case AST_JoinedStr: case AST_FormattedValue: return "f-string expression";
    case AST_Constant: return constant_noun(&e->Constant.value);
    case AST_Compare: return "comparison";
    case AST_IfExp: return "conditional expression";
    case AST_NamedExpr: return "named expression";
    default: return "expression";
    }
}
