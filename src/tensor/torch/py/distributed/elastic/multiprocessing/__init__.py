"""torch.distributed.elastic.multiprocessing: the errors of processes that were started together."""
