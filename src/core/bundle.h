/* bundle.h: what a GPU is given by a backward pass, as one graph (graph.h), by itself.
 *
 * A pass whose calls have been the same twice is held back at its third time: core checks its calls, makes their results and gives memory back as ever, but the device gets nothing until the
 * pass ends. Then the calls are written down as a graph, which is launched. From then on each call must be of the same op over the same places as then (results get the same memory of the
 * graph's pool in the order of the writing down, operands that were there before lie where they lay, or are copied there), and at the end the graph is launched, once. Whatever differs, is
 * read, waited for or fetched from elsewhere in between gives the device what was held back so far, one by one and in order, and the pass goes on so.
 *
 * What is held back holds no tensor: copies of their shapes, and storages whose end is put off, not counted. So what the host sees in between (who holds what, what is in use) is as it would be.
 */
#ifndef PERCH_CORE_BUNDLE_H
#define PERCH_CORE_BUNDLE_H

#include "replay_graph.h"

bool bundle_begin(Core *c, Tensor *const *heads, int n, int flags, uint64_t like); /* like: of the pass's own. false: it is no bundle, and there is nothing to end */
bool bundle_end(Core *c, bool ok, Tensor *leaf);      /* false: recorded. leaf: whose end is that of the graph; NULL: nobody's */
bool bundle_row(const Core *c, int i, ReplayGraphRow *out); /* as replay_graph_row, of passes */

/* ---- for core's own files, while Core.bundle ---- */
typedef enum BundleAnswer { BUNDLE_NOT /* to be run now */, BUNDLE_TAKEN, BUNDLE_FAILED /* recorded */ } BundleAnswer;
BundleAnswer bundle_call(Core *c, Call *call);
void bundle_alloc(Core *c, Storage *s);               /* a new storage's memory; none: recorded */
bool bundle_keeps(Core *c, Storage *s);               /* the last that held it is gone, but not yet what is held back. true: the bundle has it now */
void bundle_gives(Device *d);                         /* somebody needs what is held back of it to be given; nothing, where nothing is */

/* ---- always ---- */
void bundles_yield(Device *d);                        /* somebody needs memory there */
void bundles_lose(Device *d, const char *at, size_t size); /* memory there goes back to the driver: graphs that read it go, too */
void bundle_forget(Core *c, const Tensor *leaf);      /* it goes: graphs of its passes, too */
void bundles_close(Core *c);

#endif
