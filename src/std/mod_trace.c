/* mod_trace.c: the module _trace: what tools want to know of code: its source (to ask and to give) and its instructions. */
#include "lang/compile/code.h"
#include "lang/object/func.h"
#include "lang/object/vm.h"

static Value fn_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "a code object is wanted, not %T", args[0]);
    Value source = as_code(args[0])->source;
    return source ? retain(source) : V_NONE;
}

static void put_source(VM *vm, Code *code, Ref text)
{
    value_put(vm, &code->source, retain(text));
    for (uint32_t i = 0; i < code->nconsts; i++)
        if (is_kind(code->consts[i], KIND_CODE)) put_source(vm, as_code(code->consts[i]), text);
}

static Value fn_set_source(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE) || !is_str(args[1])) return err_raise(vm, EXC_TypeError, "a code object and a str are wanted");
    put_source(vm, as_code(args[0]), args[1]);
    return V_NONE;
}

/* ---- instructions as objects ---- */

/* What an instruction is about, first of all: where it jumps to, a constant, a name, a number; NULL: registers alone. *arg: as a number, -1: none. */
static Value subject(VM *vm, const Code *c, uint32_t at, int64_t *arg, bool *jumps)
{
    const Ins *ins = &c->ins[at];
    const char *form = opcode_forms[ins->op];
    const unsigned operand[3] = {ins->a, ins->b, ins->c};
    *arg = -1;
    *jumps = false;
    for (int k = 0; k < 3 && form[k]; k++) {
        unsigned v = operand[k];
        switch (form[k]) {
        case 'w':
            *arg = ins_bc(*ins);
            if (ins->op == BC_LOAD_INT) return make_small(*arg);
            if (ins->op == BC_LOADK) return c->consts[*arg] ? retain(c->consts[*arg]) : V_NONE;
            *jumps = true;
            return make_small(2 * ((int64_t)at + 1 + *arg));
        case 'n': *arg = v; return v < c->nconsts && c->consts[v] ? retain(c->consts[v]) : V_NONE;
        case 'm': case 'c':
            *arg = v;
            if (form[k] == 'c') v = v < c->ncaches ? c->caches[v].name : NO_REG;
            return v < c->nnames ? retain(REF(c->names[v])) : V_NONE;
        case 'f': *arg = v; return v < c->nfree ? retain(REF(c->freenames[v])) : V_NONE;
        case 'i': *arg = v; return make_small(v);
        default: break;
        }
    }
    return V_NONE;
}

static Value row_of(VM *vm, const Code *c, uint32_t at)
{
    int64_t arg;
    bool jumps;
    Value value = subject(vm, c, at, &arg, &jumps), name = str_from_c(vm, opcode_names[c->ins[at].op]), row = NO_VALUE;
    StrB b = STRB_INIT(vm);
    code_put_operands(&b, c, at);
    Value shown = strb_take(&b);
    if (arg == -1 && !jumps && shown && as_str(shown)->len) arg = c->ins[at].a;
    if (value && name && shown)
        row = tuple_of(vm, 6, name, (Ref)make_small(c->ins[at].op), arg == -1 && !jumps ? (Ref)V_NONE : (Ref)make_small(arg), value, shown, (Ref)make_bool(jumps));
    release(vm, value);
    release(vm, name);
    release(vm, shown);
    return row;
}

static Value fn_instructions(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_kind(args[0], KIND_CODE)) return err_raise(vm, EXC_TypeError, "a code object is wanted, not %T", args[0]);
    const Code *c = as_code(args[0]);
    if (!code_whole(vm, c)) return NO_VALUE;
    Value rows = list_new(vm, c->nins);
    for (uint32_t i = 0; rows && i < c->nins; i++) {
        Value row = row_of(vm, c, i);
        if (!row || !list_append_take(vm, rows, row)) value_clear(vm, &rows);
    }
    return rows;
}

static bool init(VM *vm, Ref module, Dict *ns)
{
    Value all = tuple_new(vm, BC_COUNT);
    for (int i = 0; all && i < BC_COUNT; i++)
        if (!(as_tuple(all)->items[i] = str_from_c(vm, opcode_names[i]))) value_clear(vm, &all);
    return module_add(vm, ns, "opcodes", all);
}

static const NativeDef functions[] = {
    {"source", fn_source, "code, /", "The text that a code object was compiled from, or None.", 0},
    {"set_source", fn_set_source, "code, text, /", "Of code that was compiled from a tree: the text that its lines are lines of.", 0},
    {"instructions", fn_instructions, "code, /", "A list of a code's instructions: (name, opcode, argument, what that stands for, operands as text, does it jump there?).", 0},
    {0},
};
const ModuleDef trace_module = {.name = "_trace", .doc = "Sources and instructions of code.", .functions = functions, .init = init};
