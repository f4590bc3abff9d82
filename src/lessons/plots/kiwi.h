/* kiwi.h: what the files of kiwisolver._cext share: its objects, and the tableau in which constraints are solved.
 *
 * Variables, terms, expressions and constraints are values of Python; an expression's terms are a tuple. The solver's tableau knows none of them: there a symbol stands for each
 * variable (EXTERNAL), for what an inequality leaves over (SLACK), for how far a wish may be missed (ERROR), and for what marks an equality that must hold (DUMMY).
 */
#ifndef PERCH_LESSONS_KIWI_H
#define PERCH_LESSONS_KIWI_H

#include "lang/object/args.h"
#include "lang/object/vm.h"

/* ---- objects ---- */
typedef struct KiwiVariable { Obj head; Value name /*a str*/, context /*or NULL*/; double value; int64_t serial; } KiwiVariable;
typedef struct KiwiTerm { Obj head; Value variable; double factor; } KiwiTerm;
typedef struct KiwiExpression { Obj head; Value terms; double constant; } KiwiExpression;
typedef enum KiwiRelation { KIWI_LE, KIWI_GE, KIWI_EQ, KIWI_RELATIONS } KiwiRelation;
typedef struct KiwiConstraint { Obj head; Value expression /*each variable once, in the order of their serials*/; double strength; int64_t serial; KiwiRelation relation; } KiwiConstraint;

typedef enum KiwiError {
    KIWI_BadRequiredStrength, KIWI_DuplicateConstraint, KIWI_DuplicateEditVariable, KIWI_UnknownConstraint, KIWI_UnknownEditVariable, KIWI_UnsatisfiableConstraint, KIWI_ERRORS
} KiwiError;
typedef struct KiwiState {
    Type *variable, *term, *expression, *constraint, *solver, *strength;
    Value errors[KIWI_ERRORS];
    int64_t serials; /* given to variables and constraints: the order in which they were made */
} KiwiState;
extern const ModuleDef kiwi_module;
extern const TypeDef kiwi_variable_def, kiwi_term_def, kiwi_expression_def, kiwi_constraint_def, kiwi_solver_def, kiwi_strength_def;
static inline KiwiState *kiwi_state(VM *vm) { return module_state(vm, &kiwi_module); }
static inline KiwiVariable *as_variable(Ref v) { return (KiwiVariable *)BITS(v); }
static inline KiwiTerm *as_term(Ref v) { return (KiwiTerm *)BITS(v); }
static inline KiwiExpression *as_expression(Ref v) { return (KiwiExpression *)BITS(v); }
static inline KiwiConstraint *as_constraint(Ref v) { return (KiwiConstraint *)BITS(v); }

#define KIWI_REQUIRED 1001001000.0
Value kiwi_raise(VM *vm, KiwiError error, Ref about);
Value kiwi_wrong(VM *vm, const char *wanted, Ref got);      /* TypeError "Expected object of type …"; NULL */
bool kiwi_number(VM *vm, Ref v, double *out);
bool kiwi_strength(VM *vm, Ref v /*a number or a name*/, double *out);
bool kiwi_count(VM *vm, int n, int least, int most);       /* of arguments */
void kiwi_put_expression(StrB *b, Ref expression);         /* "2 * x + 1" */
extern const char *const kiwi_relations[KIWI_RELATIONS];
static inline double kiwi_clipped(double strength) { return strength < 0 ? 0 : strength > KIWI_REQUIRED ? KIWI_REQUIRED : strength; }
/* expression relation 0, required: kiwi_constraint.c. NULL: raised */
Value kiwi_constraint_new(VM *vm, KiwiState *s, Type *type, Ref expression, KiwiRelation relation, double strength);

/* ---- the tableau ---- */
typedef uint64_t Symbol; /* its number << 3 | what it is; 0: none. So they are in the order in which they were made */
enum { SYMBOL_EXTERNAL = 1, SYMBOL_SLACK, SYMBOL_ERROR, SYMBOL_DUMMY };
static inline unsigned symbol_kind(Symbol s) { return s & 7; }
typedef struct KiwiCell { Symbol symbol; double factor; } KiwiCell;
typedef struct KiwiRow { Symbol basic; double constant; int64_t n, cap; KiwiCell *cells; /* basic = constant + the cells, in the order of their symbols */ } KiwiRow;
typedef struct Tableau {
    VM *vm;
    KiwiRow **rows;              /* in the order of their basic symbols */
    int64_t n, cap;
    KiwiRow objective, *artificial /*or NULL*/, spare /*whose cells are room to merge in*/;
    Symbol *infeasible;          /* basic symbols whose rows may have become negative; the last one is looked at first */
    int64_t n_infeasible, infeasible_cap;
    uint64_t made;               /* symbols */
} Tableau;
typedef enum Added { ADDED, ADDED_NOT /*it contradicts what must hold*/, ADDED_RAISED } Added;

bool kiwi_near_zero(double v);
Symbol tableau_symbol(Tableau *t, unsigned kind);
bool row_put(Tableau *t, KiwiRow *r, Symbol symbol, double factor);    /* plus factor * symbol */
bool row_add(Tableau *t, KiwiRow *r, const KiwiRow *other, double k);  /* plus k * other */
void row_negate(KiwiRow *r);
void row_free(VM *vm, KiwiRow *r);                                    /* what it holds */
KiwiRow *tableau_row(const Tableau *t, Symbol basic);                  /* or NULL */
/* The row of a constraint = 0, whose symbols are already in terms of what is not basic. Emptied. */
Added tableau_add(Tableau *t, KiwiRow *row, Symbol marker, Symbol other);
bool tableau_remove(Tableau *t, Symbol marker);
bool tableau_shift(Tableau *t, Symbol marker, Symbol other, double delta); /* the constant of the wish that these mark */
bool tableau_optimize(Tableau *t);
void tableau_clear(Tableau *t);

#endif
