/* beside.h: libraries of perch's own that are no part of the program but opened at run time: where they lie. */
#ifndef PERCH_CORE_BESIDE_H
#define PERCH_CORE_BESIDE_H

#include <stdbool.h>

enum { BESIDE_PATH = 4096 };
/* The file of that name beside the program: in its own folder, in src/`room` of a build, or where it is installed. false: it is in none of them. */
bool beside_find(const char *name, const char *room, char out[static BESIDE_PATH]);

#endif
