/* said.h: sentences that are a library's own. Core names one (said.def) and gives what is filled in; its words stand in the libraries' folders and come with CoreConfig. A Core
 * that has none says the kind's title. */
#ifndef PERCH_CORE_SAID_H
#define PERCH_CORE_SAID_H

#include "accent.h"
#include "error.h"

typedef enum Said {
    SAID_NONE,
#define SAID(NAME, slots) SAID_##NAME,
#include "said.def"
#undef SAID
    SAID_COUNT
} Said;
#define SAID(NAME, slots) static const char said_slots_##NAME[] = slots " "; /* for the compiler, which compares them with what is given */
#include "said.def"
#undef SAID

/* core_fail with the sentence NAME of the first library that has it. */
#define core_said(core, kind, NAME, ...) core_say(core, kind, SAID_##NAME, said_slots_##NAME, ##__VA_ARGS__)
bool core_say(Core *c, ErrorKind kind, Said said, const char *slots, ...) __attribute__((format(printf, 4, 5)));
/* The same of a kernel: with a library's. */
struct Work;
#define work_said(w, kind, library, NAME, ...) work_say(w, kind, library, SAID_##NAME, said_slots_##NAME, ##__VA_ARGS__)
bool work_say(struct Work *w, ErrorKind kind, Accent library, Said said, const char *slots, ...) __attribute__((format(printf, 5, 6))); /* false */
const char *const *core_words(const Core *c, Accent library); /* its sentences by their numbers, NULL where it has none; NULL: no table */

#endif
