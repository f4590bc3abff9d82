/* hash_table.h: the class Table of the module _tables: a table from values to codes that Python keeps, of numbers (hashes.h) or of any objects, which are equal as pandas has it: by hash and ==,
 * all NaN alike in tuples and complex numbers too; an error in == says no. */
#ifndef PERCH_TABLES_HASH_TABLE_H
#define PERCH_TABLES_HASH_TABLE_H

#include "lang/object/type.h"

extern const TypeDef hash_table_def;
Value hash_missing(VM *vm, const Ref *args, int n, Ref kwnames); /* values, out: a bool for each object, whether it stands for nothing */

/* What the table has to know of missing values: the two objects NaT and NA, and a function that says of an object whether it stands for nothing (None: none of its class does). */
typedef struct Nothing { Value nat, na, ask; } Nothing;
typedef struct TablesState { Nothing nothing; Type *table; } TablesState;
TablesState *tables_state(VM *vm);

#endif
