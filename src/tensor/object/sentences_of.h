/* sentences_of.h: an accent's table of sentences, for C by number and for its Python by name; included once by its sentences.c. Before it stand
 *   LIBRARY     its prefix: torch
 *   OWNS(NAME)  the number of a row of its own: TORCH_NAME
 *   SENTENCES   where its sentences.def lies
 *   SETTLED     const, where the words never change
 */
#define JOINED(a, b) a##b
#define OF(library, name) JOINED(library, name)

const char *SETTLED OF(LIBRARY, _sentences)[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [OWNS(NAME)] = words,
#include SENTENCES
#undef SENTENCE
#undef OWN
};

static const SentenceRow rows[] = {
#define SENTENCE(NAME, words) {#NAME, &OF(LIBRARY, _sentences)[SAID_##NAME]},
#define OWN(NAME, words) {#NAME, &OF(LIBRARY, _sentences)[OWNS(NAME)]},
#include SENTENCES
#undef SENTENCE
#undef OWN
    {NULL, NULL},
};

static Value fn_says(VM *vm, const Ref *args, int n, Ref kwnames) { return accent_says(vm, rows, args[0], args[1]); }
const NativeDef OF(LIBRARY, _says_functions)[] = {
    {"_says", fn_says, "name, *values", "The sentence of that name, filled in.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
