/* of_card.h: how the stand-ins for NVIDIA's libraries reach the emulated card, the process's plugin. */
#ifndef PERCH_FAKE_OF_CARD_H
#define PERCH_FAKE_OF_CARD_H

#include <dlfcn.h>
#include <stdlib.h>

/* A function of the card's, or NULL. */
static inline void *of_card(const char *name)
{
    void *plugin = dlopen(getenv("PERCH_CUDA"), RTLD_NOW | RTLD_NOLOAD);
    return plugin ? dlsym(plugin, name) : NULL;
}

/* What a call is to say; that it fails as it was asked to is counted. */
static inline int fails_with(const char *call, int status)
{
    void (*failed)(const char *) = status ? (void (*)(const char *))of_card("emulated_failed") : NULL;
    if (failed) failed(call);
    return status;
}

#endif
