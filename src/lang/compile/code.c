/* code.c: Code objects: opcodes by name, and where an instruction stands in the source. */
#include "code.h"
#include "lang/object/vm.h"

const char *const opcode_names[BC_COUNT] = {
#define BC(name, form, doc) #name,
#include "opcodes.def"
};
const char *const opcode_forms[BC_COUNT] = {
#define BC(name, form, doc) form,
#include "opcodes.def"
};

Span code_span(const Code *c, int32_t pc)
{
    if (pc < 0 || (uint32_t)pc >= c->nins) return (Span){c->first_line, c->first_line, 0xFFFF, 0xFFFF};
    const Span *all = code_spans(c);
    return all ? all[pc] : (Span){c->first_line, c->first_line, 0xFFFF, 0xFFFF};
}

int code_line(const Code *c, int32_t pc)
{
    uint32_t line = code_span(c, pc).line;
    while (!line && pc-- > 0) line = code_span(c, pc).line;
    return (int)(line ? line : c->first_line);
}

const Span *code_spans(const Code *c)
{
    if (c->spans || !c->image) return c->spans;
    Span *all = image_spans(c->image);
    return all ? ((Code *)c)->spans = all + c->image_at : NULL;
}
