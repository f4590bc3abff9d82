"""Copies to all GPUs, in parts, together, summed: torch.nn.parallel.comm, and what pickle keeps of a place."""
import copy
import pickle
import torch
import torch.cuda.comm as comm

x = torch.arange(4., device='cuda:0')
print([t.device for t in comm.broadcast(x, [0, 1])])
print(comm.scatter(x, ['cuda:0', 'cuda:1']), comm.scatter(x, [0, 1], chunk_sizes=[1, 3])[1])
print(comm.gather(comm.scatter(x, [0, 1]), destination=1), comm.gather(comm.scatter(x, [0, 1]), destination='cpu'))
print(comm.reduce_add([x, x.to('cuda:1')], 1), [t.device for t in comm.reduce_add_coalesced([[x], [x.to('cuda:1')]], 0)])
try:
    comm.reduce_add([x, x], 1)
except RuntimeError as error:
    print(error)
try:
    comm.broadcast(x)
except RuntimeError as error:
    print(error)
leaf = torch.ones(2, device='cuda:0', requires_grad=True)
sum(t.sum().to('cuda:0') for t in comm.broadcast(leaf, [0, 1])).backward()
print(leaf.grad)
print(pickle.loads(pickle.dumps(torch.device('cuda:1'))), copy.deepcopy(x.to('cuda:1')).device, pickle.loads(pickle.dumps(x)))
