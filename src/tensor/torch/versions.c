/* versions.c: which PyTorch is spoken, 1.13 or 2, and what that changes (versions.def).
 *
 * It is the process's, as its devices are: PERCH_TORCH says it when torch is imported. The sentences that 2 words otherwise are put into the table of all (sentences.c) then,
 * so that who says one does not ask which version it is.
 */
#include <stdlib.h>
#include <string.h>

#include "torch.h"

static const struct { const char *name, *before, *now; } rows[] = {
#define TEXT(NAME, before, now) [TORCH_TEXT_##NAME] = {#NAME, before, now},
#define FLAG(NAME, does) [TORCH_FLAG_##NAME] = {#NAME, NULL, NULL},
#include "versions.def"
};

static struct { int sentence; const char *before, *now; } newer[] = {
#define NEWER(NAME, words) {TORCH_##NAME, NULL, words},
#include "versions.def"
};

static const struct { const char *before, *now; } renamed[] = {
#define RENAMED(before, now) {before, now},
#include "versions.def"
};

static bool two;

/* (all words again, in both directions: an interpreter of this process may have asked for the other version before) */
void torch_speak_as_asked(void)
{
    const char *asked = getenv("PERCH_TORCH");
    two = asked && *asked == '2';
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) {
        if (!newer[i].before) newer[i].before = torch_sentences[newer[i].sentence];
        torch_sentences[newer[i].sentence] = two ? newer[i].now : newer[i].before;
    }
}

bool torch_two(TorchVersioned flag) { return two && !rows[flag].now; }

const char *torch_versioned(TorchVersioned text) { return two ? rows[text].now : rows[text].before; }

const char *torch_renamed(const char *name)
{
    for (size_t i = 0; two && i < sizeof renamed / sizeof *renamed; i++)
        if (!strcmp(renamed[i].before, name)) return renamed[i].now;
    return name;
}

void torch_respell(char *text)
{
    const char *now = torch_versioned(TORCH_TEXT_SYM_INTS);
    size_t before = strlen("SymInts"), after = strlen(now);
    for (char *at = text; (at = strstr(at, "SymInts")); at += after) {
        memcpy(at, now, after);
        memmove(at + after, at + before, strlen(at + before) + 1);
    }
}

const char *torch_index_words(void) { return TORCH_SAYS(INDEX_DTYPE); }
const char *torch_device_forms(void) { return TORCH_SAYS(DEVICE_FORMS); }
bool torch_indexes_int32(void) { return torch_two(TORCH_FLAG_INT32_INDICES); }

/* Is that word one of those, which a comma and a blank divide? */
static bool listed(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *at = words; at; at = strchr(at, ',') ? strchr(at, ',') + 2 : NULL)
        if (strcspn(at, ",") == n && !memcmp(at, word, n)) return true;
    return false;
}

bool torch_knows_device(const char *kind) { return listed(kind, torch_versioned(TORCH_TEXT_DEVICE_WORDS)); }

void torch_refuse_device(VM *vm, const char *kind)
{
    const char *known = torch_versioned(TORCH_TEXT_DEVICE_WORDS);
    if (!listed(kind, known) || !strcmp(kind, "meta")) err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DEVICE_KIND), known, kind);
    else err_raise(vm, EXC_RuntimeError, TORCH_SAYS(DEVICE_UNLINKED), kind);
}

/* The row of that name; its number, or -1: raised. */
static int row_of(VM *vm, Ref name, bool flag)
{
    for (size_t i = 0; is_str(name) && i < sizeof rows / sizeof *rows; i++)
        if (str_equal_c(name, rows[i].name) && flag == !rows[i].now) return (int)i;
    err_raise(vm, EXC_KeyError, "%R", name);
    return -1;
}

static Value fn_version(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int row = row_of(vm, args[0], false);
    return row < 0 ? NO_VALUE : str_from_c(vm, torch_versioned((TorchVersioned)row));
}

static Value fn_two(VM *vm, const Ref *args, int n, Ref kwnames)
{
    int row = row_of(vm, args[0], true);
    return row < 0 ? NO_VALUE : make_bool(two);
}

static Value fn_renamed(VM *vm, const Ref *args, int n, Ref kwnames)
{
    size_t size;
    const char *name = str_utf8(vm, args[0], &size);
    return name ? str_from_c(vm, torch_renamed(name)) : NO_VALUE;
}

const NativeDef torch_versions_functions[] = {
    {"_version", fn_version, "name", "A text of versions.def, as the version that is spoken has it.", 0},
    {"_two", fn_two, "name", "Does the version that is spoken do what that row of versions.def says?", 0},
    {"_renamed", fn_renamed, "name", "1.13's name of a step or a kernel, as the version that is spoken has it.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
