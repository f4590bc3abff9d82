/* mod_audioop.h: what the files of the module audioop share. */
#ifndef PERCH_STD_MOD_AUDIOOP_H
#define PERCH_STD_MOD_AUDIOOP_H

#include "mod_squeeze.h"

typedef struct Fragment { /* n samples of `width` bytes; its view is given back by who asked */
    BufferView view;
    const unsigned char *p;
    int64_t n;
    int width;
} Fragment;

bool audio_fails(VM *vm, const char *why); /* audioop.error; false */
bool audio_width(VM *vm, Ref v, int *out);
bool audio_fragment(VM *vm, Ref data, Ref width, Fragment *f);
int64_t audio_get(const unsigned char *p, int width);
void audio_put(unsigned char *p, int width, int64_t v); /* its lowest bytes */

Value audio_fn_lin2ulaw(VM *vm, const Ref *args, int n, Ref kwnames);
Value audio_fn_ulaw2lin(VM *vm, const Ref *args, int n, Ref kwnames);
Value audio_fn_lin2alaw(VM *vm, const Ref *args, int n, Ref kwnames);
Value audio_fn_alaw2lin(VM *vm, const Ref *args, int n, Ref kwnames);
Value audio_fn_lin2adpcm(VM *vm, const Ref *args, int n, Ref kwnames);
Value audio_fn_adpcm2lin(VM *vm, const Ref *args, int n, Ref kwnames);

#endif
