/* device.c: which devices there are (--gpus, PERCH_GPUS, CUDA_VISIBLE_DEVICES), waiting for them, bytes between them. */
#include "device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bundle.h"
#include "core_impl.h"
#include "ledger.h"
#include "plugin.h"
#include "core/sim/model.h"

typedef struct Spec {
    enum { SPEC_AUTO, SPEC_NONE, SPEC_SIM, SPEC_CUDA } kind;
    int count;     /* simulated GPUs; cards that are named, 0: all */
    struct { int number, parts; } cards[MAX_GPUS];
    size_t memory; /* 0: the model's */
    bool model_asked;
    char model[16], link[16];
} Spec;

enum { KEYS = 80 }; /* characters: the names of all models */

static bool one_of(const char *(*key)(size_t), const char *text, size_t n)
{
    const char *k;
    for (size_t i = 0; (k = key(i)); i++)
        if (strlen(k) == n && memcmp(k, text, n) == 0) return true;
    return false;
}

/* All keys, with `between` between them and `last` before the last one: "t4, v100 or h200". */
static const char *listed(const char *(*key)(size_t), const char *between, const char *last, char room[static KEYS])
{
    size_t used = 0;
    room[0] = 0;
    for (size_t i = 0; key(i) && used < KEYS; i++)
        used += (size_t)snprintf(room + used, KEYS - used, "%s%s", i == 0 ? "" : key(i + 1) ? between : last, key(i));
    return room;
}

static bool parse_size(const char *text, size_t n, size_t *out)
{
    char number[32], *end;
    if (n == 0 || n >= sizeof number) return false;
    memcpy(number, text, n);
    number[n] = 0;
    double value = strtod(number, &end);
    if (end == number || !(value > 0)) return false;
    double unit = 1;
    switch (*end) {
    case 'K': case 'k': unit = 1 << 10; end++; break;
    case 'M': case 'm': unit = 1 << 20; end++; break;
    case 'G': case 'g': unit = 1 << 30; end++; break;
    case 'T': case 't': unit = 1ull << 40; end++; break;
    default: break;
    }
    if (*end == 'i') end++;
    if (*end == 'B') end++;
    if (*end || value * unit > 0x1p50 || value * unit < 1) return false;
    *out = (size_t)(value * unit);
    return true;
}

/* N or NxMEM (4x24G), mem=16G, model=…, link=…, between commas. */
static bool parse_sim(const char *at, Spec *spec, char *why, size_t n)
{
    char keys[KEYS];
    while (*at) {
        size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        size_t name = equals ? (size_t)(equals - at) : 0, value = equals ? length - name - 1 : 0;
        if (!equals) {
            char *end;
            long count = strtol(at, &end, 10);
            if (end > at && end < at + length && *end == 'x' && parse_size(end + 1, (size_t)(at + length - end - 1), &spec->memory)) end = (char *)at + length;
            if (end != at + length || length == 0 || count < 0 || count > MAX_GPUS)
                return snprintf(why, n, "'%.*s' is not a number of GPUs from 0 to %d", (int)length, at, MAX_GPUS), false;
            spec->count = (int)count;
        } else if (name == 3 && strncmp(at, "mem", 3) == 0) {
            if (!parse_size(equals + 1, value, &spec->memory))
                return snprintf(why, n, "'%.*s' is not an amount of memory such as 16G", (int)value, equals + 1), false;
        } else if (name == 5 && strncmp(at, "model", 5) == 0) {
            if (!one_of(sim_gpu_key, equals + 1, value))
                return snprintf(why, n, "model is %s, not '%.*s'", listed(sim_gpu_key, ", ", " or ", keys), (int)value, equals + 1), false;
            snprintf(spec->model, sizeof spec->model, "%.*s", (int)value, equals + 1);
            spec->model_asked = true;
        } else if (name == 4 && strncmp(at, "link", 4) == 0) {
            if (!one_of(sim_link_key, equals + 1, value))
                return snprintf(why, n, "link is %s, not '%.*s'", listed(sim_link_key, ", ", " or ", keys), (int)value, equals + 1), false;
            snprintf(spec->link, sizeof spec->link, "%.*s", (int)value, equals + 1);
        } else
            return snprintf(why, n, "'%.*s' is not mem, model or link", (int)name, at), false;
        at += length;
        if (*at == ',') at++;
    }
    return true;
}

/* Cards between commas: N, or N/PARTS for several logical GPUs on one; mem=16G limits each. */
static bool parse_cuda(const char *at, Spec *spec, char *why, size_t n)
{
    for (; *at; at += *at == ',') {
        int length = (int)strcspn(at, ",");
        const char *end = at + length;
        if (strncmp(at, "mem=", 4) == 0) {
            if (!parse_size(at + 4, (size_t)length - 4, &spec->memory)) return snprintf(why, n, "'%.*s' is not an amount of memory such as 16G", length - 4, at + 4), false;
        } else {
            char *behind;
            long number = strtol(at, &behind, 10), parts = 1;
            bool good = behind > at && number >= 0 && number < 1024;
            if (good && *behind == '/') {
                const char *from = behind + 1;
                parts = strtol(from, &behind, 10);
                good = behind > from && parts >= 1 && parts <= MAX_GPUS;
            }
            if (!good || behind != end) return snprintf(why, n, "'%.*s' is not a card's number, or number/parts", length, at), false;
            if (spec->count == MAX_GPUS) return snprintf(why, n, "more than %d cards are named", MAX_GPUS), false;
            spec->cards[spec->count].number = (int)number;
            spec->cards[spec->count++].parts = (int)parts;
        }
        at = end;
    }
    return true;
}

static bool parse_spec(const char *text, Spec *spec, char *why, size_t n)
{
    *spec = (Spec){.kind = SPEC_AUTO, .count = 2, .model = "t4", .link = "pcie3"};
    if (strcmp(text, "auto") == 0) return true;
    if (strcmp(text, "none") == 0) { spec->kind = SPEC_NONE; spec->count = 0; return true; }
    if (strncmp(text, "cuda", 4) == 0 && (text[4] == 0 || text[4] == ':')) {
        spec->kind = SPEC_CUDA;
        spec->count = 0;
        return parse_cuda(text + 4 + (text[4] == ':'), spec, why, n);
    }
    if (strncmp(text, "sim", 3) == 0 && (text[3] == 0 || text[3] == ':')) {
        spec->kind = SPEC_SIM;
        return parse_sim(text + 3 + (text[3] == ':'), spec, why, n);
    }
    if (*text >= '0' && *text <= '9') { /* as one says it: 2, 4x24G */
        spec->kind = SPEC_SIM;
        return parse_sim(text, spec, why, n);
    }
    char models[KEYS], links[KEYS];
    snprintf(why, n, "'%.40s' is not auto, none, cuda[:CARD[/PARTS]], a number or sim[:N[,mem=16G][,model=%s][,link=%s]]", text, listed(sim_gpu_key, "|", "|", models),
             listed(sim_link_key, "|", "|", links));
    return false;
}

/* "8 simulated A100 GPUs of 16 GB"; what is left open is not said. */
static void describe_sim(const Spec *spec, char *said, size_t n)
{
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
    char kind[sizeof spec->model + 1] = "", memory[40] = "";
    if (spec->model_asked) snprintf(kind, sizeof kind, "%s ", spec->model);
    for (char *p = kind; *p; p++) *p = (char)toupper((unsigned char)*p);
    if (spec->memory) {
        double amount = (double)spec->memory;
        size_t unit = 0;
        for (; amount >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++) amount /= 1024;
        snprintf(memory, sizeof memory, " of %g %s", amount, units[unit]);
    }
    snprintf(said, n, "%d simulated %sGPU%s%s", spec->count, kind, spec->count == 1 ? "" : "s", memory);
}

/* How many cards there are, the named ones among them; 0 or less: why not. */
static int cuda_cards(const Spec *spec, const GpuPlugin **plugin, char *why, size_t n)
{
    *plugin = plugin_open(why, n);
    int cards = *plugin ? (*plugin)->cards(plugin_host(), why, n) : 0;
    for (int i = 0; i < spec->count && cards > 0 && spec->kind == SPEC_CUDA; i++)
        if (spec->cards[i].number >= cards) return snprintf(why, n, "there is no card %d: %d %s", spec->cards[i].number, cards, cards == 1 ? "answers" : "answer"), 0;
    return cards;
}

bool core_check_spec(const char *gpus, char *said, size_t n)
{
    Spec spec;
    const GpuPlugin *plugin;
    if (!parse_spec(gpus, &spec, said, n)) return false;
    if (spec.kind == SPEC_SIM) describe_sim(&spec, said, n);
    else if (spec.kind == SPEC_CUDA) return cuda_cards(&spec, &plugin, said, n) > 0;
    else snprintf(said, n, "%s", spec.kind == SPEC_NONE ? "no GPU" : "");
    return true;
}

bool core_reads_spec(const char *gpus)
{
    Spec spec;
    char why[200];
    return parse_spec(gpus, &spec, why, sizeof why);
}

/* CUDA's reading of CUDA_VISIBLE_DEVICES: numbers up to the first that is none or too large; a number twice makes all invalid. */
static int visible_devices(const char *text, int count, int out[MAX_GPUS])
{
    int n = 0;
    if (!text) {
        for (; n < count; n++) out[n] = n;
        return n;
    }
    while (n < MAX_GPUS) {
        char *end;
        long number = strtol(text, &end, 10);
        if (end == text || number < 0 || number >= count) break;
        for (int i = 0; i < n; i++)
            if (out[i] == number) return 0;
        out[n++] = (int)number;
        while (*end == ' ') end++;
        if (*end != ',') break;
        text = end + 1;
    }
    return n;
}

Device *core_new_gpu(Core *c, int index, int physical)
{
    Device *d = core_alloc(c, sizeof *d);
    if (d) *d = (Device){.core = c, .wait_from = INT64_MAX, .kind = DEVICE_GPU, .index = index, .info.physical = physical};
    return d;
}

static bool add_gpu(Core *c, Device *d, bool opened, const char *why)
{
    if (!opened) {
        core_free(c, d, sizeof *d);
        return false;
    }
    snprintf(d->info.why, sizeof d->info.why, "%.*s", (int)sizeof d->info.why - 1, why);
    c->gpus[c->gpu_count] = d;
    __atomic_store_n(&c->gpu_count, c->gpu_count + 1, __ATOMIC_RELEASE); /* whole: other threads look at it (device_pulse) */
    return true;
}

static bool open_simulated(Core *c, const Spec *spec, const char *why)
{
    int visible[MAX_GPUS], n = visible_devices(c->config.visible ? c->config.visible : getenv("CUDA_VISIBLE_DEVICES"), spec->count, visible);
    for (int i = 0; i < n; i++) {
        Device *d = core_new_gpu(c, c->gpu_count, visible[i]);
        if (!d) return false;
        if (!add_gpu(c, d, sim_open(d, spec->model, spec->memory, spec->link), why)) return false;
    }
    return true;
}

/* Cards that are not named are all, whole. false: recorded. */
static bool open_cuda(Core *c, Spec *spec, const GpuPlugin *plugin, int cards, const char *why)
{
    if (!spec->count)
        for (; spec->count < cards && spec->count < MAX_GPUS; spec->count++) spec->cards[spec->count].number = spec->count, spec->cards[spec->count].parts = 1;
    for (int i = 0; i < spec->count; i++)
        for (int part = 0; part < spec->cards[i].parts && c->gpu_count < MAX_GPUS; part++) {
            Device *d = core_new_gpu(c, c->gpu_count, spec->cards[i].number);
            if (!d) return false;
            d->parts = spec->cards[i].parts;
            d->most = spec->memory;
            if (!add_gpu(c, d, plugin->open(d, spec->cards[i].number, spec->cards[i].parts, spec->memory), why)) return false;
        }
    return true;
}

static bool open_gpus(Core *c)
{
    if (c->gpus_open) return true;
    Spec spec;
    char why[sizeof c->error.text - 16];
    if (!parse_spec(c->spec, &spec, why, sizeof why)) return core_fail(c, CE_BAD_VALUE, "--gpus: %s", why);
    const GpuPlugin *plugin = NULL;
    bool automatic = spec.kind == SPEC_AUTO;
    int cards = automatic || spec.kind == SPEC_CUDA ? cuda_cards(&spec, &plugin, why, sizeof why) : 0;
    if (spec.kind == SPEC_CUDA && cards <= 0) return core_fail(c, CE_NO_SUCH_DEVICE, "--gpus: %s", why);
    c->gpus_open = true;
    if (spec.kind == SPEC_NONE) return true;
    if (cards > 0) {
        const char *lacks = plugin->lacks();
        snprintf(why, sizeof why, "a CUDA driver answers%s%s", lacks ? "; " : "", lacks ? lacks : "");
        return open_cuda(c, &spec, plugin, cards, why);
    }
    if (automatic) why[strcspn(why, ":")] = 0; /* that no driver answers; not what it would need */
    return open_simulated(c, &spec, automatic ? why : "--gpus or PERCH_GPUS asks for it");
}

Device *device_cpu(Core *c) { return &c->cpu; }

int device_gpu_count(Core *c)
{
    return open_gpus(c) ? c->gpu_count : 0;
}

bool device_gpu_versions(Core *c, GpuVersions *out)
{
    char why[200];
    if (!device_gpu_count(c) || c->gpus[0]->info.simulated) return false;
    const GpuPlugin *plugin = plugin_open(why, sizeof why);
    if (plugin) *out = plugin->versions();
    return plugin != NULL;
}

int device_nccl_version(Core *c)
{
    char why[200];
    if (!device_gpu_count(c) || c->gpus[0]->info.simulated) return 0;
    const GpuPlugin *plugin = plugin_open(why, sizeof why);
    return plugin ? plugin->nccl() : 0;
}

Device *device_gpu(Core *c, int index)
{
    if (!open_gpus(c)) return NULL;
    if (index >= 0 && index < c->gpu_count) return c->gpus[index];
    core_fail(c, CE_NO_SUCH_DEVICE, "there is no gpu(%d): %d GPU%s", index, c->gpu_count, c->gpu_count == 1 ? " is here" : "s are here");
    c->error.numbers[0] = index;
    c->error.numbers[1] = c->gpu_count;
    return NULL;
}

/* The CPU by another number: the same threads, its own blocks and statistics. */
static Device *other_cpu(Core *c, int index)
{
    Device **at = &c->cpu.next_cpu;
    for (int count = 0; *at; at = &(*at)->next_cpu, count++)
        if ((*at)->index == index || count == MAX_CPUS) return *at; /* so many that nobody tells them apart */
    Device *d = core_alloc(c, sizeof *d);
    if (!d) return NULL;
    *d = (Device){.core = c, .driver = c->cpu.driver, .kind = DEVICE_CPU, .index = index, .info = c->cpu.info, .state = c->cpu.state,
                    .wait_from = c->cpu.wait_from};
    *at = d;
    return d;
}

Device *device_find(Core *c, DeviceKind kind, int index)
{
    if (kind == DEVICE_META) return device_meta(c);
    if (kind == DEVICE_CPU) return index > 0 ? other_cpu(c, index) : &c->cpu;
    return device_gpu(c, index);
}

bool device_wait(Device *d) { return d->driver->wait(d); }
bool device_settle(Device *d) { return (d->driver->settle ? d->driver->settle : d->driver->wait)(d); }

bool device_wait_all(Core *c)
{
    bool ok = !c->cpu.driver || c->cpu.driver->wait(&c->cpu);
    for (int i = 0; i < c->gpu_count; i++)
        if (c->gpus[i] && c->gpus[i]->driver && !c->gpus[i]->driver->wait(c->gpus[i])) ok = false;
    return ok;
}

void device_told(Device *to_device, Device *from_device, size_t bytes, uint32_t site)
{
    Core *c = to_device->core;
    if (c->watch.copy) c->watch.copy(c->watch.data, to_device, from_device, bytes, site);
    to_device->copies_in++;
    from_device->copies_out++;
}

bool device_copy(Device *to_device, void *to, Device *from_device, const void *from, size_t bytes, uint32_t site)
{
    Core *c = to_device->core;
    if (c->mode.dry && !(to_device->kind == DEVICE_CPU && from_device->kind == DEVICE_CPU)) return true;
    if (from_device->wrecked || to_device->wrecked) return core_gpu_here(from_device->wrecked ? from_device : to_device, false);
    bundle_gives(to_device);
    bundle_gives(from_device);
    if (to_device->kind == DEVICE_META) return true;
    if (from_device->kind == DEVICE_META) return from_device->driver->copy_out(from_device, to, from, bytes, site);
    if (!to_device->captures || to_device == from_device) device_told(to_device, from_device, bytes, site);
    if (to_device->kind == DEVICE_CPU && from_device->kind == DEVICE_CPU) {
        memcpy(to, from, bytes);
        return true;
    }
    if (from_device->kind == DEVICE_CPU) return to_device->driver->copy_in(to_device, to, from, bytes, site);
    if (to_device->kind == DEVICE_CPU) return from_device->driver->copy_out(from_device, to, from, bytes, site);
    if (to_device->driver == from_device->driver && to_device->driver->copy_peer)
        return to_device->driver->copy_peer(to_device, to, from_device, from, bytes, site);
    /* two kinds of GPUs: over the host */
    void *between = core_alloc(c, bytes);
    if (!between) return false;
    bool ok = from_device->driver->copy_out(from_device, between, from, bytes, site) && to_device->driver->copy_in(to_device, to, between, bytes, site);
    core_free(c, between, bytes);
    return ok;
}

int device_pulse_count(const Core *c) { return __atomic_load_n(&c->gpu_count, __ATOMIC_ACQUIRE); }

bool device_pulse(const Core *c, int gpu, DevicePulse *out)
{
    if (gpu >= device_pulse_count(c)) return false;
    const Device *d = gpu < 0 ? &c->cpu : c->gpus[gpu];
    if (!d) return false;
    *out = (DevicePulse){__atomic_load_n(&d->memory.allocated, __ATOMIC_RELAXED), d->info.memory, ledger_busy(c, gpu + 1), d->info.simulated};
    return true;
}
