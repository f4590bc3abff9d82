"""torch.distributed.elastic: of it only the errors of processes that were started together."""
