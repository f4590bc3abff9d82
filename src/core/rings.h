/* rings.h: tensors on GPUs of several processes, one GPU of each, by a library for many cards (NCCL). Who takes part and in what is agreed on before (core/ranks.h). */
#ifndef PERCH_CORE_RINGS_H
#define PERCH_CORE_RINGS_H

#include "device.h"

/* What no other card has. false: nothing carries a GPU's values to other processes (a simulated GPU, no library). */
bool ring_card(Device *d, unsigned char name[RING_CARD]);
bool ring_id(Device *d, unsigned char id[RING_ID]);
/* The ring's number; 0: recorded. All n of them are waited for. */
uint32_t core_ring_join(Core *c, Device *d, const unsigned char id[RING_ID], int n, int rank, RingWatch watch);
void core_ring_leave(Device *d, uint32_t ring);
/* One call of all, in the order of the GPU's work. in: NULL where this rank gives nothing (but the root of a broadcast); out: NULL where it gets nothing. false: recorded */
bool core_ring_run(Core *c, uint32_t ring, TogetherKind kind, TogetherSum sum, int root, Tensor *in, Tensor *out);

#endif
