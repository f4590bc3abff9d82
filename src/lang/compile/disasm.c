/* disasm.c: code as text (--dump bytecode): an instruction a line, with its source line, operands by name and constants
 * by value; then the handlers, and the code objects among the constants. */
#include "code.h"
#include "lang/object/vm.h"

static void put_reg(StrB *b, const Code *c, unsigned r)
{
    if (r == NO_REG) strb_c(b, "-");
    else if (r < c->nlocals) strb_format(b, "%U", REF(c->localnames[r]));
    else strb_format(b, "t%d", (int)(r - c->nlocals));
}

static void put_const(StrB *b, const Code *c, uint32_t k)
{
    if (k >= c->nconsts) {
        strb_c(b, "?");
        return;
    }
    Ref v = c->consts[k];
    if (is_kind(v, KIND_CODE)) strb_format(b, "<code %U>", REF(as_code(v)->qualname));
    else strb_format(b, "%.80R", v);
}

static void put_name(StrB *b, const Code *c, unsigned n)
{
    if (n < c->nnames) strb_format(b, ".%U", REF(c->names[n]));
    else strb_c(b, "?");
}

static void put_operand(StrB *b, const Code *c, const Ins *ins, uint32_t at, char form, unsigned v)
{
    switch (form) {
    case 'd': case 's': case 'k': case 'u': case 'b': case 'r': case 'o': put_reg(b, c, v); break;
    case 'n': put_const(b, c, v); break;
    case 'm': put_name(b, c, v); break;
    case 'i': strb_format(b, "%d", (int)v); break;
    case 'c': put_name(b, c, v < c->ncaches ? c->caches[v].name : 0xFFFF); break;
    case 'f':
        if (v < c->nfree) strb_format(b, "%U", REF(c->freenames[v]));
        break;
    case 'w':
        if (ins->op == BC_LOADK) put_const(b, c, (uint32_t)ins_bc(*ins));
        else if (ins->op == BC_LOAD_INT) strb_format(b, "%d", ins_bc(*ins));
        else strb_format(b, "-> %d", (int)at + 1 + ins_bc(*ins));
        break;
    default: break;
    }
}

void code_put_operands(StrB *b, const Code *c, uint32_t i)
{
    const Ins *ins = &c->ins[i];
    const char *form = opcode_forms[ins->op];
    const unsigned operand[3] = {ins->a, ins->b, ins->c};
    bool first = true;
    for (int k = 0; k < 3 && form[k]; k++) {
        if (form[k] == '-') continue;
        if (!first) strb_c(b, ", ");
        first = false;
        put_operand(b, c, ins, i, form[k], operand[k]);
        if (form[k] == 'w') break;
    }
}

void code_put_instruction(StrB *b, const Code *c, uint32_t i)
{
    char head[64];
    const char *form = opcode_forms[c->ins[i].op];
    bool bare = form[0] == '-' && form[1] == '-' && form[2] == '-';
    snprintf(head, sizeof head, bare ? "%5u  %-16s" : "%5u  %-16s ", i, opcode_names[c->ins[i].op]);
    strb_c(b, head);
    code_put_operands(b, c, i);
}

static void put_code(VM *vm, StrB *b, const Code *c)
{
    if (!code_whole(vm, c)) return;
    strb_format(b, "%U  (line %d, %d locals, %d registers", REF(c->qualname), (int)c->first_line, (int)c->nlocals, (int)c->nregs);
    if (c->nfree) {
        strb_c(b, ", free:");
        for (unsigned i = 0; i < c->nfree; i++) {
            bool outer = c->captures[i] >= 0x8000;
            strb_format(b, " %U=%s%d", REF(c->freenames[i]), outer ? "free " : "r", (int)(c->captures[i] & 0x7FFF));
        }
    }
    strb_c(b, ")\n");
    uint32_t line = 0;
    for (uint32_t i = 0; i < c->nins; i++) {
        char head[64];
        uint32_t here = code_span(c, (int32_t)i).line;
        if (here && here != line) snprintf(head, sizeof head, "%5u ", here);
        else snprintf(head, sizeof head, "      ");
        if (here) line = here;
        strb_c(b, head);
        code_put_instruction(b, c, i);
        strb_c(b, "\n");
    }
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        const Handler *h = &c->handlers[i];
        strb_format(b, "      handler %d..%d -> %d  depth t%d, in ", (int)h->start, (int)h->end, (int)h->target, (int)h->depth - c->nlocals);
        put_reg(b, c, h->reg);
        strb_c(b, "\n");
    }
    for (uint32_t i = 0; i < c->nexcepts; i++) {
        strb_format(b, "      handling %d..%d  ", (int)c->excepts[i].start, (int)c->excepts[i].end);
        put_reg(b, c, c->excepts[i].reg);
        strb_c(b, "\n");
    }
    for (uint32_t i = 0; i < c->nconsts && !b->failed; i++) {
        if (!is_kind(c->consts[i], KIND_CODE) || !rec_enter(vm, " while printing code")) continue;
        strb_c(b, "\n");
        put_code(vm, b, as_code(c->consts[i]));
        rec_leave(vm);
    }
}

Value code_disassemble(VM *vm, Ref code)
{
    StrB b = STRB_INIT(vm);
    put_code(vm, &b, as_code(code));
    if (err_occurred(vm)) strb_drop(&b);
    return err_occurred(vm) ? NO_VALUE : strb_take(&b);
}
