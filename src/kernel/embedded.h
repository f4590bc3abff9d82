/* embedded.h: files that are part of the binary (made by tools/embed.py). */
#ifndef PERCH_KERNEL_EMBEDDED_H
#define PERCH_KERNEL_EMBEDDED_H

#include <stddef.h>

typedef struct Embedded { const char *name; const unsigned char *data; size_t size; } Embedded;
extern const Embedded kernel_files[]; /* what lies in jupyter/: logos; ended by a row without a name */

#endif
