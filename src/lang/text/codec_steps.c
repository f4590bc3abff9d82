/* codec_steps.c: codecs that go character by character through functions of their own (those of several bytes a character): the loops, and errors' handlers. */
#include "codec_impl.h"

bool steps_decode(VM *vm, const CodecSteps *s, const void *p, int64_t n, const char *errors, bool final, Value *text, int64_t *used)
{
    Coding c = {.vm = vm, .name = s->name, .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .p = p, .n = n, .unit = 1, .partial = !final, .steps = s};
    int64_t i = 0;
    while (i >= 0 && i < c.n && !c.out.failed) {
        uint32_t u[2] = {CODEC_NOTHING, CODEC_NOTHING};
        int k = s->decode(s->context, c.p + i, c.n - i, u);
        for (int j = 0; j < 2 && u[j] != CODEC_NOTHING; j++) strb_char(&c.out, u[j]);
        if (k > 0) i += k;
        else if (k == 0 && c.partial) break;
        else if (k == 0) i = decode_error(&c, i, c.n, "incomplete multibyte sequence");
        else i = decode_error(&c, i, i - k, "illegal multibyte sequence");
    }
    *used = final ? n : i;
    coding_done(&c);
    *text = i >= 0 && !c.out.failed ? strb_take(&c.out) : NO_VALUE;
    if (!*text) strb_drop(&c.out);
    return *text != NO_VALUE;
}

/* One character of the text, or of what a handler puts in its place, and next what stands behind it: how many were put, 0: none can, CODEC_WAIT. */
static int put(Coding *c, uint32_t u, uint32_t next)
{
    unsigned char bytes[CODEC_STEP_MAX];
    int used = 1, k = c->steps->encode(c->steps->context, (const uint32_t[]){u, next}, bytes, &used);
    if (k > 0) strb_ascii(&c->out, (const char *)bytes, (size_t)k);
    return k > 0 ? used : k;
}

void steps_put(Coding *c, uint32_t u)
{
    if (c->out.failed || put(c, u, CODEC_NOTHING) > 0) return;
    coding_raise(c, false, c->bad_start, c->bad_end, "illegal multibyte sequence");
    c->out.failed = true;
}

Value steps_encode(VM *vm, const CodecSteps *s, Ref str, const char *errors, bool final, int64_t *used)
{
    Coding c = {.vm = vm, .name = s->name, .errors = errors ? errors : "strict", .out = STRB_INIT(vm), .str = str, .text = text_of_str(str), .unit = 1, .steps = s};
    int64_t i = 0;
    while (i >= 0 && i < c.text.n && !c.out.failed) {
        int k = put(&c, text_at(&c.text, i), i + 1 < c.text.n ? text_at(&c.text, i + 1) : final ? CODEC_NOTHING : CODEC_LATER);
        if (k == CODEC_WAIT) break;
        if (k > 0) i += k;
        else i = encode_error(&c, i, i + 1, "illegal multibyte sequence");
    }
    *used = i;
    if (i >= 0 && final) put(&c, CODEC_NOTHING, CODEC_NOTHING);
    Value b = i >= 0 && !c.out.failed ? bytes_from(vm, c.out.data ? c.out.data : "", c.out.len) : NO_VALUE;
    coding_done(&c);
    strb_drop(&c.out);
    return b;
}
