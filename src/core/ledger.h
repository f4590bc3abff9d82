/* ledger.h: what ran where and when, and what moved: rings of bounded size that views read afterwards (timeline, transfers, the life of a value).
 *
 * Off, it costs a test of one byte in a call; on, a row of 64 bytes and, on the CPU, one reading of the processor's counter for a small
 * call. Times are seconds on one axis (CLOCK_MONOTONIC, or the host's modelled clock): measured on the CPU and on a real GPU (there by the driver, and
 * written into the rows when somebody waits or looks), what the driver's model says on a simulated one. Values are known by the serial number of their storage. Rows are numbered from 0 in the order of the calls; the oldest
 * are overwritten. Only the Core's thread may call these functions, ledger_pulse excepted.
 */
#ifndef PERCH_CORE_LEDGER_H
#define PERCH_CORE_LEDGER_H

#include "core.h"

enum { LEDGER_DEVICES = 17, LEDGER_INPUTS = 3, LEDGER_HOST = 255, LEDGER_NET = 254, LEDGER_PLACES = LEDGER_DEVICES + 2, LEDGER_FEW = 1024 };
/* device 0: the CPU, 1 + i: GPU i; LEDGER_HOST: the program's own memory; LEDGER_NET: the network between ranks that simulated GPUs have */
typedef enum LedgerKind { LEDGER_CALL, LEDGER_COPY, LEDGER_WAIT /* the host waited for `device` */ } LedgerKind;

typedef struct LedgerRow {
    double start, end;
    float busy;             /* seconds of work within: less than end - start where calls of one line were put together */
    uint32_t site, count;   /* calls in it: the same op of the same line, one right after the other */
    uint32_t out, in[LEDGER_INPUTS]; /* serials of storages: the last result, the first call's operands; 0: none */
    uint32_t first_out;     /* of the first call */
    uint64_t bytes;         /* of the results */
    uint16_t op;            /* OpId */
    uint8_t kind, device, from;
} LedgerRow;

typedef struct LedgerMove {
    double start;
    float seconds;          /* on the link */
    uint32_t site;
    uint64_t bytes;
    uint32_t from_serial, to_serial;   /* 0: the program's own memory */
    uint32_t from_version, to_version; /* of the storages, when it moved */
    int64_t offset;         /* of the bytes in their storage */
    uint8_t from, to;
} LedgerMove;

typedef struct Ledger Ledger;
typedef struct LedgerTotal { uint64_t count, bytes; double seconds; } LedgerTotal; /* also of rows that were overwritten */

bool ledger_open(Core *c);                 /* begins to record; true too if it does already; false: no memory */
void ledger_close(Core *c);
void ledger_look(Core *c);                 /* time has passed: the next call looks at the clock (a new cell) */
bool ledger_is_open(const Core *c);
void ledger_clear(Core *c);                /* forgets all rows; numbers go on */
double ledger_now(Core *c);                /* on the axis of the rows */
void ledger_rows(Core *c, uint64_t *first, uint64_t *end);
bool ledger_row(Core *c, uint64_t i, LedgerRow *out);
void ledger_moves(Core *c, uint64_t *first, uint64_t *end);
bool ledger_move(Core *c, uint64_t i, LedgerMove *out);
LedgerTotal ledger_total(Core *c, int from, int to); /* places; behind the devices LEDGER_HOST's and LEDGER_NET's */
int ledger_place(int device);              /* which of LEDGER_PLACES it is */
/* Seconds of work given to a device since it began. Any thread. */
double ledger_busy(const Core *c, int device);

/* ---- for core's own files ---- */
typedef struct LedgerStart { uint64_t ticks; } LedgerStart;
LedgerStart ledger_begin(Core *c);
void ledger_quick(Core *c, Device *d, const Op *op, const Tensor *a, const Tensor *b, const Tensor *out, LedgerStart start);
void ledger_call(Core *c, const Call *call, LedgerStart start);
/* Queued work: when it ran is known when it is done, by the clock that its worker reads (any thread). */
enum { LEDGER_PUT_OFF = 64 };
uint64_t ledger_ticks(void);
int ledger_put_off(Core *c, uint64_t rows[LEDGER_PUT_OFF]); /* the rows of the calls that wait for a pass, which is queued now; how many */
void ledger_ran(Core *c, const uint64_t *rows, int count, uint64_t began, uint64_t ended); /* equal shares */
/* A pass that did the work of the calls that waited (their results' storages waited for it when they were written down): it goes to their rows in equal shares. Not
 * done: it was given up, and the rows stay without time. Without a ledger nothing happens. */
void ledger_pass(Core *c, LedgerStart start, bool done);
/* Calls that a graph did once more, in one piece of the device's work: equal shares. */
typedef struct LedgerNote { const Op *op; uint32_t site, out, in[LEDGER_INPUTS]; uint64_t bytes; } LedgerNote;
LedgerNote ledger_note(const Call *call);
void ledger_replayed(Core *c, Device *d, const LedgerNote *notes, int count);
/* from or to NULL: the program's own memory (then the other one says which device) */
void ledger_copy(Core *c, const Tensor *from, const Tensor *to, uint64_t bytes, uint32_t site);
void ledger_net(Core *c, const Tensor *t, uint64_t bytes, uint32_t site); /* what its device has just said to other ranks, by its model */
void ledger_waited(Core *c, Device *d, double start, double end);
void ledger_device_waited(Device *d, double start); /* until now, and its work is done: what a real card took for it is known */

#endif
