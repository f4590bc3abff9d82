/* error.c: the record of what failed. */
#include "error.h"
#include "said.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core_impl.h"

const CoreErrorInfo core_error_info[CORE_ERROR_COUNT] = {
    [CORE_OK] = {"", "nothing failed"},
#define CORE_ERROR(NAME, code, title) [CE_##NAME] = {code, title},
#include "errors.def"
#undef CORE_ERROR
};

bool core_fail(Core *c, ErrorKind kind, const char *format, ...)
{
    CoreError *e = &c->error;
    if (e->kind != CORE_OK) return false;
    e->kind = kind;
    e->op = NULL;
    e->by = NULL;
    e->site = c->site;
    e->late = e->replayed = false;
    e->operand_count = 0;
    e->wrong[0] = e->wrong[1] = -1;
    e->in_place = e->adds = e->said = false;
    memset(e->numbers, 0, sizeof e->numbers);
    e->shapes[0].n = e->shapes[1].n = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
    return false;
}

const char *const *core_words(const Core *c, Accent library) { return c->config.words[library]; }

bool core_say(Core *c, ErrorKind kind, Said said, const char *slots, ...)
{
    CoreError *e = &c->error;
    if (e->kind != CORE_OK) return false;
    core_fail(c, kind, "%s", core_error_info[kind].title);
    const char *words = NULL;
    for (int i = 0; i < CORE_LIBRARIES && !words; i++) words = c->config.words[i] ? c->config.words[i][said] : NULL;
    if (!words) return false;
    va_list args;
    va_start(args, slots);
    vsnprintf(e->text, sizeof e->text, words, args);
    e->said = true;
    va_end(args);
    return false;
}

CoreError *core_error(Core *c) { return &c->error; }

void core_error_clear(Core *c)
{
    CoreError *e = &c->error;
    int n = e->operand_count;
    e->kind = CORE_OK;
    e->operand_count = 0;
    for (int i = 0; i < n; i++) tensor_release(c, e->operands[i]);
}
