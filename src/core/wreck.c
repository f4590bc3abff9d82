/* wreck.c: a real card whose context was lost begins anew; what lay on it stays lost, and whoever asks for it is told.
 *
 * The Device that its tensors point at is marked and kept until the core closes (as one that a forked child cannot reach is); another one takes its number. All logical
 * GPUs of the card go the same way: a context is the whole card's.
 */
#include <string.h>

#include "bundle.h"
#include "core_impl.h"
#include "plugin.h"

static bool on_card(const Device *d, const Device *card) { return d && d->driver == card->driver && d->info.physical == card->info.physical; }

static void count_lost(Core *c, const Device *card, CardReset *lost)
{
    for (const Storage *s = c->storages; s; s = s->after)
        if (on_card(s->device, card) && !s->device->wrecked) lost->values++, lost->bytes += s->size;
}

/* Puts a new Device in the place of a wrecked one. false: recorded, and the number stays with the wreck. */
static bool replace(Core *c, const GpuPlugin *plugin, Device *wreck)
{
    Device *d = core_new_gpu(c, wreck->index, wreck->info.physical);
    if (!d) return false;
    d->parts = wreck->parts;
    d->most = wreck->most;
    if (!plugin->open(d, d->info.physical, d->parts, d->most)) {
        core_free(c, d, sizeof *d);
        return false;
    }
    memcpy(d->info.why, wreck->info.why, sizeof d->info.why);
    wreck->next_wreck = c->wrecks;
    c->wrecks = wreck;
    c->gpus[d->index] = d;
    return true;
}

bool device_reset(Core *c, int gpu, CardReset *lost)
{
    *lost = (CardReset){0};
    Device *card = device_gpu(c, gpu);
    if (!card) return false;
    for (int i = 0; i < c->gpu_count; i++)
        if (c->gpus[i]) bundle_gives(c->gpus[i]);
    if (!card->driver->reset) return core_fail(c, CE_BAD_VALUE, "gpu(%d) is simulated: what goes wrong on it does not stay, and there is nothing to reset", gpu);
    if (!core_gpu_here(card, false) && !card->wrecked) return false;
    core_error_clear(c);
    char why[200];
    const GpuPlugin *plugin = plugin_open(why, sizeof why);
    Device *of_card[MAX_GPUS];
    count_lost(c, card, lost);
    for (int i = 0; i < c->gpu_count; i++)
        if (on_card(c->gpus[i], card)) of_card[lost->gpus++] = c->gpus[i];
    for (int i = 0; i < lost->gpus; i++) of_card[i]->lost = of_card[i]->wrecked = true;
    bool ok = plugin != NULL;
    for (int i = 0; i < lost->gpus; i++) ok = card->driver->reset(of_card[i], i + 1 == lost->gpus) && ok;
    for (int i = 0; ok && i < lost->gpus; i++) ok = replace(c, plugin, of_card[i]);
    return ok;
}

size_t core_close_wrecks(Core *c)
{
    size_t left = 0;
    for (Device *d = c->wrecks, *next; d; d = next) {
        next = d->next_wreck;
        left += core_close_gpu(c, d);
    }
    c->wrecks = NULL;
    return left;
}
