/* torch.c: torch's accent: the rows of torch.def and the code of tensor_torch_*.c, as methods of Tensor and as the module _torch,
 * on which the package py/torch is built. */
#define ROWS_FILE "tensor/torch/torch.def"
#define ROWS_ACCENT ACCENT_TORCH
#include "tensor/object/rows.h"
#include "torch.h"

bool tensor_torch_open(TensorLib *lib)
{
    VM *vm = lib->vm;
    Type *t = lib->types[ACCENT_TORCH];
    torch_refusals_open(lib);
    return (lib->torch_size_type = type_from_def(vm, &torch_size_def, vm->types[TYPE_tuple])) && type_add_methods(vm, t, row_methods)
           && type_add_methods(vm, t, torch_attrs_methods) && type_add_methods(vm, t, torch_make_methods) && type_add_methods(vm, t, torch_move_methods)
           && type_add_methods(vm, t, torch_shape_methods) && type_add_getsets(vm, t, torch_attrs_getsets);
}

bool torch_owns(const NativeDef *def)
{
    const NativeDef *tables[] = {row_functions, row_methods, torch_make_functions, torch_shape_functions, torch_attrs_methods, torch_make_methods, torch_move_methods, torch_shape_methods};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const NativeDef *row = tables[i]; row->name; row++)
            if (row == def) return true;
    return false;
}

static int judge_row(const NativeDef *def, const char *name, bool method) { return def && !torch_owns(def) ? 0 : torch_judge_row(def ? def->name : name, method); }

static bool init(VM *vm, Ref module, Dict *ns)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib || !module_add_type(vm, ns, lib->torch_size_type) || !(lib->torch_stream_type = type_from_def(vm, &torch_stream_def, NULL))) return false;
    torch_speak_as_asked();
    torch_refusals_open(lib);
    core_set_raw_gradients(lib->core, !torch_two(TORCH_FLAG_GRAD_HOOKED));
    lib->torch_print.width_as_shown = torch_two(TORCH_FLAG_WIDTH_AS_SHOWN);
    vm->on_bad_arguments = torch_bad_arguments;
    vm->judge_row = judge_row;
    vm->judge = torch_judge;
    vm->judge_again = torch_judge_again;
    vm->judge_alias = torch_judge_alias;
    const NativeDef *tables[] = {torch_make_functions, torch_shape_functions, torch_says_functions, torch_judge_functions, torch_versions_functions, torch_places_functions, torch_foreign_functions, torch_answer_functions, torch_optimize_functions, torch_plain_functions};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const NativeDef *row = tables[i]; row->name; row++) {
            Value f = native_new(vm, row, NULL, V_NONE);
            if (!f || !module_add(vm, ns, row->name, f)) return false;
        }
    return torch_answers_open(lib, dict_get_c(vm, REF(ns), "_disabled_torch_function_impl"));
}

const ModuleDef torch_c_module = {.name = "_torch", .functions = row_functions, .init = init};
