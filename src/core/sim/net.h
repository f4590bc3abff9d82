/* net.h: the network between ranks that simulated GPUs are thought to have (--net, PERCH_NET): public figures of a wire, and what a call of ranks takes on it. */
#ifndef PERCH_CORE_SIM_NET_H
#define PERCH_CORE_SIM_NET_H

#include "core/dist.h"
#include "core/tensor.h"

typedef struct NetModel {
    const char *key;
    double bandwidth, latency; /* of each GPU's wire, in both directions at once */
} NetModel;

const NetModel *net_model(const char *key); /* NULL: none of that name */
bool net_asked(Core *c, const NetModel **out); /* what PERCH_NET says; *out NULL: nothing. false: recorded */

enum { NET_MESSAGE = -1 }; /* in the place of a DistKind: from one rank to another */
/* Seconds that a call of n ranks takes; bytes: one rank's part (of ALL_TO_ALL all of it). The faster of a ring and a tree where both can do it. */
double net_seconds(const NetModel *m, int kind, int n, double bytes);
/* A simulated GPU's values have been part of such a call: its clock goes on by what that takes, and the ledger has a row. Nothing, where no network was asked for or the device is another one.
 * false: recorded. */
bool net_spend(const Tensor *t, int kind, int n, uint64_t bytes, uint32_t site);

/* ---- driver.c ---- */
bool sim_is(const Device *d);                /* is it a simulated GPU? */
void sim_spend(Device *d, double seconds);   /* its modelled clock goes on */

#endif
