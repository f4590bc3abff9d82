/* kiwi.c: the module kiwisolver._cext: strengths, errors, and what its types ask of arguments. */
#include "kiwi.h"

#include "std/std.h"

/* ---- arguments ---- */
Value kiwi_wrong(VM *vm, const char *wanted, Ref got) { return err_raise(vm, EXC_TypeError, "Expected object of type `%s`. Got object of type `%T` instead.", wanted, got); }
bool kiwi_number(VM *vm, Ref v, double *out)
{
    bool ok = true;
    if (is_float_any(v)) *out = float_any_of(v);
    else if (is_int(v)) *out = int_to_double(vm, v, &ok);
    else ok = kiwi_wrong(vm, "float, int, or long", v) != NULL;
    return ok;
}
bool kiwi_count(VM *vm, int n, int least, int most)
{
    if (n >= least && n <= most) return true;
    int limit = n < least ? least : most;
    return err_false(vm, EXC_TypeError, "function takes %s %d argument%s (%d given)", least == most ? "exactly" : n < least ? "at least" : "at most", limit, limit == 1 ? "" : "s", n);
}
Value kiwi_raise(VM *vm, KiwiError error, Ref about)
{
    KiwiState *s = kiwi_state(vm);
    Value e = s ? call1(vm, s->errors[error], about) : NULL;
    return e ? err_raise_obj(vm, e) : NULL;
}

/* ---- strengths: three digits of base 1000 ---- */
static double strength_of(double strong, double medium, double weak, double weight)
{
    double parts[] = {strong * weight, medium * weight, weak * weight}, all = 0, unit = 1000000;
    for (int i = 0; i < 3; i++, unit /= 1000) all += (parts[i] < 0 ? 0 : parts[i] > 1000 ? 1000 : parts[i]) * unit;
    return all;
}
static const struct { const char *name; double value; } strengths[] = {{"required", KIWI_REQUIRED}, {"strong", 1000000}, {"medium", 1000}, {"weak", 1}};
bool kiwi_strength(VM *vm, Ref v, double *out)
{
    if (!is_str(v)) return kiwi_number(vm, v, out);
    for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++)
        if (str_equal_c(v, strengths[i].name)) return *out = strengths[i].value, true;
    return err_false(vm, EXC_ValueError, "string strength must be 'required', 'strong', 'medium', or 'weak', not '%U'", v);
}
static Value get_required(VM *vm, Ref self) { return make_float(strengths[0].value); }
static Value get_strong(VM *vm, Ref self) { return make_float(strengths[1].value); }
static Value get_medium(VM *vm, Ref self) { return make_float(strengths[2].value); }
static Value get_weak(VM *vm, Ref self) { return make_float(strengths[3].value); }
static Value strength_create(VM *vm, const Ref *args, int n, Ref kwnames)
{
    double part[4] = {0, 0, 0, 1};
    if (!args_no_kw(vm, "Strength.create", kwnames) || !kiwi_count(vm, n - 1, 3, 4)) return NULL;
    for (int i = 1; i < n; i++)
        if (!kiwi_number(vm, args[i], &part[i - 1])) return NULL;
    return make_float_any(strength_of(part[0], part[1], part[2], part[3]));
}
static const NativeDef strength_methods[] = {{"create", strength_create, "self, *args", "A strength of so many strong, medium and weak ones, all times a weight.", NATIVE_RAW}, {0}};
static const GetSetDef strength_getsets[] = {
    {"weak", get_weak, NULL, "Of the least strength."}, {"medium", get_medium, NULL, "Before all weak ones."}, {"strong", get_strong, NULL, "Before all medium ones."},
    {"required", get_required, NULL, "It must hold."}, {0}};
const TypeDef kiwi_strength_def = {.name = "kiwisolver.Strength", .kind = KIND_OPAQUE, .size = sizeof(Obj), .s = {.new_ = object_new}, .methods = strength_methods, .getsets = strength_getsets};

/* ---- the module ---- */
static bool init(VM *vm, Ref module, Dict *ns)
{
    KiwiState *s = as_module(module)->state;
    const struct { Type **type; const TypeDef *def; bool shown; } types[] = {
        {&s->variable, &kiwi_variable_def, true}, {&s->term, &kiwi_term_def, true}, {&s->expression, &kiwi_expression_def, true}, {&s->constraint, &kiwi_constraint_def, true},
        {&s->solver, &kiwi_solver_def, true}, {&s->strength, &kiwi_strength_def, false}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!(*types[i].type = type_from_def(vm, types[i].def, NULL)) || (types[i].shown && !module_add_type(vm, ns, *types[i].type))) return false;
    static const char *const names[KIWI_ERRORS] = {"BadRequiredStrength", "DuplicateConstraint", "DuplicateEditVariable", "UnknownConstraint", "UnknownEditVariable", "UnsatisfiableConstraint"};
    for (int i = 0; i < KIWI_ERRORS; i++)
        if (!(s->errors[i] = lib_error_class(vm, "kiwisolver", names[i], NULL, REF(vm->exc_types[EXC_Exception]), NULL)) || !module_add(vm, ns, names[i], retain(s->errors[i]))) return false;
    return module_add(vm, ns, "strength", call0(vm, REF(s->strength)));
}
static void done(VM *vm, void *state)
{
    KiwiState *s = state;
    Type *types[] = {s->variable, s->term, s->expression, s->constraint, s->solver, s->strength};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) release(vm, VAL(types[i]));
    for (int i = 0; i < KIWI_ERRORS; i++) release(vm, s->errors[i]);
}
static const ModuleConst constants[] = {{.name = "__version__", .kind = CONST_STR, .s = "1.4.4"}, {.name = "__kiwi_version__", .kind = CONST_STR, .s = "1.4.2"}, {0}};
const ModuleDef kiwi_module = {.name = "kiwisolver._cext", .doc = "Constraints between variables, and who solves them.", .constants = constants, .init = init, .state_size = sizeof(KiwiState), .done = done};
