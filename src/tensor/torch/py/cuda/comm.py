"""torch.cuda.comm: the moves of torch.nn.parallel.comm under their old name."""
from torch.nn.parallel.comm import broadcast, broadcast_coalesced, gather, reduce_add, reduce_add_coalesced, scatter  # noqa: F401
