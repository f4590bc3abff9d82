/* ast_objects.h: the syntax tree as a program sees it: objects of the module `ast`. */
#ifndef PERCH_LANG_AST_OBJECTS_H
#define PERCH_LANG_AST_OBJECTS_H

#include "code.h"

Value ast_tree_objects(VM *vm, struct Node *tree, void *unused); /* a TreeFn (code.h): the tree as an object */
Ref ast_classes(VM *vm);                  /* the classes of nodes by their names; operators and contexts: their one instance. NULL: raised */
const char *ast_category_name(int category);
int ast_field_category(int kind, const char *name); /* ASTCAT_*: what nodes may stand in a field */
bool ast_check(VM *vm, const struct Node *tree); /* could the parser have made it? false: raised (ast_check.c) */
bool ast_is_object(VM *vm, Ref o);                               /* an instance of ast.AST? */
Value ast_compile_object(VM *vm, Ref o, Ref filename, int mode /* LangMode */, int how);

#endif
