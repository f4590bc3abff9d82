/* pulse.c: the line at the foot of the screen that follows the devices while a cell runs. Any thread asks; nothing is locked: a line that was
 * put together while numbers changed is a line that is soon replaced.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/ledger.h"
#include "session_impl.h"

enum { LANES = 17 };
typedef struct Pulse {
    _Atomic bool watching;
    _Atomic uint64_t asked;          /* nanoseconds: when the last line was asked for */
    _Atomic uint64_t busy[LANES];    /* nanoseconds of work given by then */
} Pulse;

bool pulse_open(Session *s) { return (s->pulse = calloc(1, sizeof(Pulse))) != NULL; }

void pulse_close(Session *s)
{
    free(s->pulse);
    s->pulse = NULL;
}

void pulse_watch(Session *s, bool on) { atomic_store(&s->pulse->watching, on); }

void pulse_begin(Session *s)
{
    if (s->vm->core) ledger_look(s->vm->core);
}

static uint64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int amount(char *room, size_t n, double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    while (bytes >= 1024 && unit < 4) bytes /= 1024, unit++;
    return snprintf(room, n, unit && bytes < 100 ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

/* "gpu(0) 12% 1.2 GiB/16 GiB" */
static int lane(Pulse *p, const struct Core *core, int gpu, double passed, char *room, size_t n)
{
    DevicePulse d;
    if (!device_pulse(core, gpu, &d)) return 0;
    uint64_t now = (uint64_t)(d.busy * 1e9), before = atomic_exchange_explicit(&p->busy[gpu + 1], now, memory_order_relaxed);
    double share = passed > 0 && now > before ? (double)(now - before) / passed * 100 : 0;
    char used[24], total[24], name[16];
    amount(used, sizeof used, (double)d.allocated);
    amount(total, sizeof total, (double)d.total);
    snprintf(name, sizeof name, gpu < 0 ? "cpu" : "gpu(%d)", gpu);
    return snprintf(room, n, "%s %.0f%% %s/%s", name, share > 100 ? 100 : share, used, total);
}

size_t session_pulse(Session *s, char *room, size_t size)
{
    Pulse *p = s->pulse;
    const struct Core *core = __atomic_load_n(&s->vm->core, __ATOMIC_ACQUIRE);
    if (size) room[0] = 0;
    if (!size || !p || !core || !atomic_load(&p->watching)) return 0;
    uint64_t now = nanoseconds(), before = atomic_exchange(&p->asked, now);
    double passed = before ? (double)(now - before) : 0;
    int count = device_pulse_count(core);
    size_t at = 0;
    for (int i = count ? 0 : -1; i < count; i++) {
        char text[96];
        int n = lane(p, core, i, passed, text, sizeof text);
        static const char between[] = " \xC2\xB7 ";
        size_t gap = at ? sizeof between - 1 : 0;
        if (n <= 0 || at + gap + (size_t)n + 1 > size) break;
        memcpy(room + at, between, gap);
        memcpy(room + at + gap, text, (size_t)n + 1);
        at += gap + (size_t)n;
    }
    return at;
}
