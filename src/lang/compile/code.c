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

/* ---- code that was made elsewhere ---- */

static bool give_filename(VM *vm, Code *c, Ref old, Ref path)
{
    if (!str_equal(REF(c->filename), old)) return true;
    if (!rec_enter(vm, " while naming code")) return false;
    Str *before = c->filename;
    c->filename = as_str(retain(path));
    release(vm, VAL(before));
    bool ok = true;
    for (uint32_t i = 0; ok && i < c->nconsts; i++)
        if (is_kind(c->consts[i], KIND_CODE)) ok = give_filename(vm, as_code(c->consts[i]), old, path);
    rec_leave(vm);
    return ok;
}

bool code_give_filename(VM *vm, Ref code, Ref path)
{
    Value old = retain(REF(as_code(code)->filename));
    bool ok = give_filename(vm, as_code(code), old, path);
    release(vm, old);
    return ok;
}

static void give_source(VM *vm, Code *c, Ref source)
{
    if (!rec_enter(vm, " while naming code")) {
        err_clear(vm);
        return;
    }
    value_put(vm, &c->source, retain(source));
    for (uint32_t i = 0; i < c->nconsts; i++)
        if (is_kind(c->consts[i], KIND_CODE)) give_source(vm, as_code(c->consts[i]), source);
    rec_leave(vm);
}

void code_give_source(VM *vm, Ref code, const char *text, size_t n)
{
    Value source = str_from_utf8(vm, text, n);
    if (source) give_source(vm, as_code(code), source);
    else err_clear(vm); /* as compile_parsed: a source in another encoding has none */
    release(vm, source);
}
