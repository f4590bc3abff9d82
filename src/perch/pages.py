"""The pages of `perch explain CODE`: {code: (title, what happened, why the library says it so, how to mend it, in MXNet, in PyTorch)}.

Titles of what core refuses are those of src/core/errors.def; P0106-P0118 are said by the packages, P07xx are notes about silent mistakes. An
example that is '' has no counterpart in that library. A test runs every example and asks for its code. The Chinese column stands in pages_zh.py.
"""

PAGES = {
    # ---- places ----
    'P0102': ('operands live on different devices',
              'An operation got values from two GPUs. A device computes only with what lies in its own memory, and nothing is moved behind your back.',
              'PyTorch says so ("Expected all tensors to be on the same device"), but not which tensor. MXNet checks only the kind of device: two GPUs in '
              'one operation go through, and may crash or give garbage. perch raises MXNet\'s nearest message there.',
              'Move the smaller value to the other: the `fix:` line under the error is an expression that works. Better: put both there when they are made.',
              'x = nd.ones((2, 3), ctx=gpu(0))\ny = nd.ones((2, 3), ctx=gpu(1))\nx + y                        # x.copyto(gpu(1)) + y',
              "x = torch.ones(2, 3, device='cuda:0')\ny = torch.ones(2, 3, device='cuda:1')\nx + y                        # x.to(y.device) + y"),
    'P0103': ('operands live on different kinds of devices',
              'An operation got one value in the host\'s memory and one on a GPU.',
              'MXNet: "Operator … require all inputs live on the same context": the numbers in it are kinds of devices, 1 the CPU and 2 a GPU. PyTorch names '
              'the two devices, and for convolutions only the types (FloatTensor, cuda.FloatTensor). A number, and in PyTorch a CPU tensor without '
              'dimensions, mixes with everything.',
              'Make the value where it is needed (ctx=, device=), or move it once, outside of loops.',
              'x = nd.ones((2, 3))\ny = nd.ones((2, 3), ctx=gpu(0))\nx * y                        # x.as_in_context(y.context) * y',
              "x = torch.ones(2, 3)\ny = torch.ones(2, 3, device='cuda')\nx * y                        # x.to(y.device) * y"),
    'P0104': ('there is no such device',
              'A GPU was asked for that is not here. Its name alone is no error: gpu(7) and torch.device(\'cuda:7\') are only words until a value is put there.',
              'The text is the CUDA driver\'s: "invalid device ordinal". GPUs are counted from 0; CUDA_VISIBLE_DEVICES hides some and numbers the rest anew.',
              '`perch devices` shows what is here. Lessons ask first: num_gpus(), torch.cuda.device_count(), or a try_gpu() that falls back to the CPU. '
              '--gpus sim:4 gives four simulated ones.',
              'nd.ones((2, 3), ctx=gpu(7))',
              "torch.ones(2, 3, device='cuda:7')"),
    'P0105': ('the host cannot read this device\'s memory',
              'Something on the host (NumPy, a plot) wanted to look into a GPU\'s memory.',
              'PyTorch makes no hidden copy: .numpy() shares memory, and that is only possible on the CPU. MXNet\'s asnumpy() always copies.',
              'x.cpu().numpy(), or x.detach().cpu().numpy() where a gradient is recorded. Each is a copy over the bus: not in the inner loop.',
              '',
              "x = torch.ones(2, device='cuda')\nx.numpy()                    # x.cpu().numpy()"),
    'P0106': ('a parameter has no copy where the input lives',
              'A network was called with an input on one device, and its parameters live on others. Gluon looks for the copy beside the input, and there is none.',
              'A plain network raises RuntimeError "Parameter … was not initialized on context …"; the same network hybridized says it as "CachedOp requires all '
              'inputs to live on the same context". PyTorch has one copy of each parameter, and says P0103.',
              'Move the input to the network (one batch), or initialize the network on all devices that will get input: net.initialize(ctx=[gpu(0), gpu(1)]), '
              'net.collect_params().reset_ctx(…). where(net) shows the copies.',
              'net = gluon.nn.Dense(2, in_units=3)\nnet.initialize(ctx=gpu(0))\nx = nd.ones((1, 3))\nnet(x)                       # net(x.copyto(gpu(0)))',
              ''),
    'P0107': ('a parameter is not initialized',
              'A parameter was used before it had any data.',
              'Gluon makes layers without memory; initialize() gives it, on the contexts that you name.',
              'net.initialize(ctx=…) before the first call. Layers that are added later need it too.',
              'net = gluon.nn.Dense(2)\nnet(nd.ones((1, 3)))         # net.initialize() first',
              ''),
    'P0108': ('a parameter waits for its shape',
              'Data of a parameter was asked for that does not know its shape yet: initialization was deferred to the first batch.',
              'A Dense layer without in_units learns it from its first input. Until then only the contexts are planned: where(net) shows them.',
              'Call net(x) once, or give in_units/in_channels.',
              'net = gluon.nn.Dense(2)\nnet.initialize()\nnet.weight.data()            # net(x) once before',
              ''),
    'P0110': ('parameters live on different sets of devices',
              'A Trainer got parameters of which some have copies on other devices than the rest.',
              'It updates each parameter on every device in the same step, so all must have the same list of contexts.',
              'Initialize the network as a whole with one ctx list; after layers were added or loaded: net.collect_params().reset_ctx(ctx).',
              "a, b = gluon.nn.Dense(2, in_units=2), gluon.nn.Dense(2, in_units=2)\na.initialize(ctx=gpu(0))\nb.initialize(ctx=gpu(1))\n"
              "params = a.collect_params()\nparams.update(b.collect_params())\ngluon.Trainer(params, 'sgd')",
              ''),
    'P0111': ('a gradient is stale',
              'trainer.step() found a parameter whose gradient backward() has not written since the last step.',
              'MXNet raises its UserWarning as an exception: the step is not done. It mostly means that one device\'s loss was left out, or that a layer was not used.',
              'Call backward() on every device\'s loss before each step; ignore_stale_grad=True where a layer is left out on purpose.',
              "net = gluon.nn.Dense(2, in_units=2)\nnet.initialize()\ntrainer = gluon.Trainer(net.collect_params(), 'sgd')\ntrainer.step(1)              # loss.backward() first",
              ''),
    'P0112': ('a parameter is loaded onto another device than it is on',
              'load_parameters(…, ctx=…) named other contexts than those on which the network is already initialized.',
              'Loading fills the copies that are there; it moves none.',
              'Leave ctx= out, or load into a network that is not initialized yet; net.collect_params().reset_ctx(ctx) moves one that is.',
              "net = gluon.nn.Dense(2, in_units=2)\nnet.initialize(ctx=gpu(0))\nnet.save_parameters('net.params')\n"
              "net.load_parameters('net.params', ctx=gpu(1))   # net.collect_params().reset_ctx(gpu(1)) before", ''),
    'P0113': ('the model is not where DataParallel starts',
              'DataParallel wants the model on device_ids[0], from where it copies it to the others.',
              'Each forward pass sends copies of the parameters from there.',
              "model.to('cuda:0') before, or name another first device.",
              '', "model = torch.nn.DataParallel(torch.nn.Linear(2, 2), device_ids=[0, 1])\nmodel(torch.ones(4, 2))      # model.to('cuda:0') before"),
    'P0114': ('a generator of another device',
              'A torch.Generator was made for one kind of device, and numbers are drawn from it for the other.',
              'A generator is the state of one algorithm, and the CPU and CUDA have different ones: the same seed gives other numbers there, so PyTorch does not convert.',
              "torch.Generator('cuda') for tensors on a GPU. What shuffles on the host (DataLoader, random_split, randperm) takes torch.Generator() without a device.",
              '', "g = torch.Generator().manual_seed(1)\ntorch.rand(3, generator=g, device='cuda')   # torch.Generator('cuda').manual_seed(1)"),
    'P0115': ('only the host\'s memory can be pinned',
              'pin_memory() was called on a tensor that lives on a GPU, often by a DataLoader with pin_memory=True whose data set gives GPU tensors.',
              'Pinned memory is a page of the host\'s that the card can read by itself, so that a copy to the GPU is fast and can overlap with work. A GPU\'s own memory needs none of it.',
              'pin_memory=False; or, better, let the data set keep CPU tensors, and move each batch in the loop with .to(device, non_blocking=True).',
              '', "x = torch.ones(2, device='cuda')\nx.pin_memory()               # x"),
    'P0116': ('an optimizer was given a copy',
              'The tensor that shall be learned was made with requires_grad=True and then moved: what .to() or .cuda() gives is the result of a computation, no leaf.',
              'A gradient arrives at leaves. The leaf here is the tensor on the CPU that nobody kept; the copy on the GPU would never get a gradient of its own, so the optimizer refuses it.',
              'Make it where it shall live: torch.randn(3, device=device, requires_grad=True); or x.to(device).detach().requires_grad_().',
              '', "w = torch.ones(2, requires_grad=True).to('cuda')\ntorch.optim.SGD([w], lr=0.1)    # torch.ones(2, device='cuda', requires_grad=True)"),
    'P0117': ('a checkpoint wants a device that is not here',
              'torch.load puts each tensor where it was when it was saved, and that GPU is not here.',
              'torch.save writes the device down beside the bytes. A model saved on cuda:3 of a server asks for cuda:3 on the laptop.',
              "torch.load(file, map_location='cpu'), then move the model where it shall work. Or save it so that it opens everywhere: model.cpu().state_dict().",
              '', ''),
    'P0118': ('not the name of a device',
              'A device was named as the other library names it, or mistyped.',
              "PyTorch's names are 'cpu', 'cuda' and 'cuda:0'; MXNet's are cpu(), gpu() and gpu(0). PyTorch answers with the whole list of its backends.",
              "torch.device('cuda:0'); mx.gpu(0).",
              '', "torch.device('gpu')          # torch.device('cuda')"),
    'P0119': ('CUDA does not work in a forked worker',
              'A DataLoader with workers got a tensor on a GPU from its data set: the worker would have to use CUDA.',
              'Workers are forked copies of the program, and a CUDA context does not survive a fork.',
              "Let the data set give CPU tensors, and move each batch in the loop; num_workers=0, or multiprocessing_context='spawn', where the data set must compute on the GPU.",
              '', "from torch.utils.data import DataLoader, TensorDataset\nloader = DataLoader(TensorDataset(torch.ones(4, device='cuda')), num_workers=2)\nnext(iter(loader))           # num_workers=0"),
    'P0120': ('a meta tensor has no data',
              'A value was wanted of a tensor on the device "meta", or its bytes on another device: there are none, only a shape, strides and a dtype.',
              'A model made under device="meta" costs no memory whatever its size; its layers can be called for their shapes.',
              "model.to_empty(device='cpu') gives it memory, whose values must then be set (load_state_dict, or each layer's reset_parameters()); model.to('cpu') cannot.",
              '', "model = torch.nn.Linear(3, 4, device='meta')\nmodel.to('cpu')              # model.to_empty(device='cpu')"),
    # ---- shapes ----
    'P0201': ('shapes do not broadcast',
              'Two shapes are aligned from the right; on each axis the sizes must be equal, or one of them 1.',
              'MXNet prints both shapes, PyTorch the two sizes and the axis, NumPy both shapes.',
              'A transposed operand, a missing axis (reshape, unsqueeze, expand_dims), or a batch of another size.',
              'nd.ones((2, 3)) + nd.ones((2,))', 'torch.ones(2, 3) + torch.ones(2)'),
    'P0202': ('shapes must be the same',
              'This operation does not broadcast: its operands, or the result and out=, must have one shape.',
              'Writing into a tensor never changes the shape of that tensor.',
              'Reshape the one that is wrong, or let a new tensor be made.',
              '', 'x = torch.ones(2)\nx += torch.ones(3, 2)'),
    'P0203': ('inner dimensions of a product differ',
              'In a matrix product the columns of the left operand meet the rows of the right one: (n, k) times (k, m).',
              'PyTorch says mat1 and mat2 also for a Linear layer: mat2 is then its weight, transposed.',
              'Transpose one operand (.T), or flatten the input in front of a dense layer.',
              'nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))', 'torch.ones(2, 3) @ torch.ones(2, 3)'),
    'P0204': ('an axis is out of range', 'An axis was named that the tensor has not.', 'Axes count from 0, and from -1 backwards.', 'x.ndim says how many there are.',
              'nd.ones((2, 3)).sum(axis=2)', 'torch.ones(2, 3).sum(dim=2)'),
    'P0205': ('the number of elements does not fit the new shape', 'reshape and view keep all elements: the product of the new sizes must be their number.',
              'One size may be -1: it is computed. MXNet has more codes: 0 keeps an axis, -2 the rest, -3 joins two, -4 splits one.', 'Compute the size, or use -1.',
              'nd.ones((2, 3)).reshape((4, 2))', 'torch.ones(2, 3).view(4, 2)'),
    'P0206': ('a view of this layout is not possible', 'view() gives another shape of the same memory, and this memory is not in that order (after a transpose, say).',
              'PyTorch keeps view and copy apart on purpose.', '.reshape(…) copies where it must; or .contiguous().view(…).',
              '', 'torch.ones(2, 3).t().view(6)'),
    'P0207': ('a dimension is negative or too large', 'A size below zero, or a product of sizes that no memory holds.', 'The sizes are checked before anything is allocated.',
              'Mostly a subtraction that went below 0, or a size that was multiplied twice.', '', 'torch.ones(-2)'),
    'P0208': ('the number of dimensions is wrong', 'The operation wants another number of axes: a convolution of images wants (batch, channels, height, width).',
              'A batch of one image is still a batch.', 'Add the missing axis: x.expand_dims(0), x.unsqueeze(0).', '', 'torch.bmm(torch.ones(2, 3), torch.ones(3, 2))'),
    'P0209': ('an axis is named twice', 'A list of axes holds one twice (perhaps once as a negative number).', 'Each axis is reduced or moved once.', 'Name each once.',
              '', 'torch.ones(2, 3).sum(dim=(0, 0))'),
    'P0210': ('more indices than dimensions', 'x[i, j, k] on something with fewer axes.', 'Each index takes one axis.', 'x.shape says what is there.', '', 'torch.ones(2)[0, 0]'),
    'P0211': ('a window does not fit its input', 'A kernel of a convolution or pooling is larger than the (padded) input.', 'The result would have no element.',
              'Smaller kernels, fewer poolings, padding, or larger images.', '', "torch.nn.functional.max_pool2d(torch.ones(1, 1, 2, 2), 5)"),
    'P0212': ('it cannot be split evenly', 'A batch is to be split over devices, and its size is no multiple of their number.',
              'split_and_load insists on equal pieces unless told otherwise.', 'even_split=False, a batch size that is a multiple, or last_batch=\'discard\' in the loader.',
              'gluon.utils.split_and_load(nd.ones((5, 3)), [gpu(0), gpu(1)])', ''),
    'P0213': ('nothing to reduce has no answer', 'max, min or argmax of no elements.', 'sum has an answer for none (0); max has not.', 'Look whether there are any.', '', 'torch.ones(0).max()'),
    # ---- dtypes ----
    'P0301': ('dtypes must be the same', 'The operation takes operands of one dtype.', 'MXNet promotes nothing; PyTorch promotes in elementwise operations, not in products.',
              'x.astype(y.dtype), x.to(y.dtype).', '', "torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.int64)"),
    'P0302': ('the op has no such dtype', 'This operation does not exist for this dtype: a mean of integers, bit operations on floats.', 'The libraries refuse rather than round.',
              'Convert first: .astype(\'float32\'), .float(), .long().', '', 'torch.ones(2) & torch.ones(2)'),
    'P0303': ('the result cannot be cast to this dtype', 'In place, the result must go into the dtype that is there; a float does not go into an integer.',
              'x += 0.5 keeps x\'s memory; x = x + 0.5 makes a new tensor of the wider dtype.', 'x = x + …', '', 'x = torch.ones(2, dtype=torch.int64)\nx += 0.5                     # x = x + 0.5'),
    'P0304': ('values of two libraries meet',
              'One expression got arrays of two libraries: an NDArray and a torch.Tensor, or one of them and a NumPy array.',
              'In perch all three are views of one kind of tensor, but the originals do not know each other, and a program must run there too.',
              'Convert at the border, over NumPy: nd.array(t.numpy()), torch.from_numpy(x.asnumpy()). Each is a copy on the host.',
              'import torch\nx, t = nd.ones((2, 3)), torch.ones(2, 3)\nx + t                        # x + nd.array(t.numpy())',
              "from mxnet import nd\nx, t = nd.ones((2, 3)), torch.ones(2, 3)\nt + x                        # t + torch.from_numpy(x.asnumpy())"),
    # ---- gradients ----
    'P0401': ('not part of a recorded computation', 'backward() was called on something that was not computed from a value that asks for a gradient, or outside of recording.',
              'MXNet records only inside `with autograd.record():`; PyTorch whenever an operand requires a gradient, but not under no_grad.',
              'attach_grad() before, record() around; requires_grad=True before the forward pass.',
              'x = nd.ones((2,))\nx.attach_grad()\ny = x * 2\ny.backward()                  # compute y inside `with autograd.record():`', 'x = torch.ones(2)\n(x * 2).sum().backward()      # torch.ones(2, requires_grad=True)'),
    'P0402': ('backward a second time', 'The values that backward needs were freed by the first backward().', 'It saves memory: most programs go back once.',
              'retain_graph=True at the first call, or compute the loss anew. In a loop: a value of the last step still hangs on (detach it).',
              '', 'x = torch.ones(2, requires_grad=True)\ny = (x * x).sum()\ny.backward()\ny.backward()'),
    'P0403': ('a gradient needs a scalar to start from', 'backward() of a tensor of several elements needs to know their weights.', 'MXNet takes ones by itself; PyTorch asks.',
              'y.sum().backward(), or y.backward(torch.ones_like(y)).', '', 'x = torch.ones(2, requires_grad=True)\n(x * 2).backward()            # (x * 2).sum().backward()'),
    'P0404': ('a leaf is changed in place', 'A parameter (a leaf of the graph) was changed by an operation that would be recorded.', 'The update is no part of the model.',
              'with torch.no_grad(): around the update; in MXNet outside of record().', '', 'w = torch.ones(2, requires_grad=True)\nw -= 0.1                     # w.data -= 0.1'),
    'P0405': ('a value that the gradient needs was changed in place', 'backward() wanted a value of the forward pass, and it was overwritten since.',
              'Each tensor counts its changes; the gradient remembers the count it saw.', 'x = x + 1 instead of x += 1 between forward and backward.',
              '', 'x = torch.ones(2, requires_grad=True)\ny = x * 1\nz = (y * y).sum()\ny += 1\nz.backward()'),
    'P0406': ('only floating point tensors have gradients', 'requires_grad on integers or bools.', 'A gradient is a limit; integers have none.', '.float() first.',
              '', 'torch.ones(2, dtype=torch.int64).requires_grad_()'),
    'P0407': ('the op has no gradient', 'No gradient flows through this operation.', 'Rounding, comparing and sorting out indices are flat or jump.', 'detach() before it, or a smooth operation.', '', ''),
    'P0408': ('a tensor was not used in the graph', 'grad() was asked for a value that the result does not depend on.', 'Its gradient would be zero; PyTorch asks whether that was meant.',
              'allow_unused=True gives None for it.', '', 'x, y = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)\ntorch.autograd.grad(x * 2, y)'),
    'P0409': ('a view is changed in place where it may not be', 'A view of a leaf, or one made under no_grad, was changed in place.', 'The change would reach the leaf behind the graph\'s back.',
              'Change the leaf under no_grad, or clone() the view first.', '', ''),
    'P0410': ('a gradient is NaN', 'Under anomaly detection backward stops at the first function whose gradient is not a number.',
              'sqrt at 0, log of a negative number, 0 / 0: the forward pass may look well, and its slope does not exist.',
              'The line that is named made the value: keep its operand away from there (x.clamp_min(1e-8), sqrt(x + eps)).',
              '', "with torch.autograd.set_detect_anomaly(True):\n    x = torch.tensor([1., -1.], requires_grad=True)\n    x.sqrt().sum().backward()"),
    'P0411': ('an inference tensor is wanted by autograd', 'A tensor made under torch.inference_mode() was written in place, asked for gradients or needed by one outside of the mode.',
              'Inference tensors count no changes and remember nothing: that is what makes them cheap.', 'clone() it first, or use no_grad() where the values serve training later.',
              '', "with torch.inference_mode():\n    x = torch.ones(2)\nx * torch.ones(2, requires_grad=True)   # x.clone() * …"),
    # ---- memory and devices ----
    'P0501': ('the device is out of memory', 'A device could not give so many bytes, also after cached blocks were given back.',
              'Values stay as long as a name, a list or the gradient\'s record holds them. The error comes where memory ended, not where it went: the table under it '
              'shows who holds the most, and the line that made it.',
              'Smaller batches; `del` and no growing lists of losses (append float(loss), not loss); no_grad/pause for evaluation. --gpus sim:2,mem=16G sets a simulated GPU\'s size.',
              'nd.ones((1024, 1024, 1024, 1024), ctx=gpu(0))', "torch.ones(1024, 1024, 1024, 1024, device='cuda:0')"),
    'P0502': ('a kernel failed on the device', 'Work that was queued failed later, on the device: an index out of range in a loss or an embedding, mostly.',
              'Work is asynchronous: the error shows at the next wait. perch names the line that queued it. On a real GPU the context is dead afterwards and the process must '
              'start anew; a simulated GPU recovers.',
              'Look at the line that is named, and at its labels: 0 … classes - 1.', '', ''),
    'P0503': ('the host is out of memory', 'The computer\'s own memory is used up, or --mem-limit is reached.', 'CPU tensors live in the host\'s memory.', 'As for P0501.', '', ''),
    # ---- indices and values ----
    'P0601': ('an index is out of range', 'x[i] with i beyond the axis.', 'Indices go from 0 to size - 1, or from -size to -1.', 'x.shape says how many there are.',
              'nd.ones((2,))[5]', 'torch.ones(2)[5]'),
    'P0602': ('not an index', 'Something stands in brackets that is no integer, slice, None, list, or tensor of integers or bools.', 'A float is no index, even 1.0.', 'int(…), .long().',
              '', 'torch.ones(2)[1.5]'),
    'P0603': ('an argument has no such value', 'A word or number that this parameter does not take.', 'The text says which.', 'See the page of the function.', '', ''),
    'P0604': ('it has not exactly one element', 'item(), asscalar(), float() take a tensor of one element.', 'A plain number is wanted.', 'sum(), mean(), an index; tolist() for all of them.',
              'nd.ones((2,)).asscalar()', 'torch.ones(2).item()'),
    'P0605': ('integer division by zero', 'Integers have no infinity.', 'Floats give inf or nan instead.', 'Test for 0, or divide floats.', '', 'torch.tensor([1]) // torch.tensor([0])'),
    'P0606': ('an integer to a negative power', 'The result would be no integer.', 'NumPy and PyTorch refuse.', 'A float base.', '', 'torch.tensor([2]) ** -1'),
    'P0607': ('the op is not deterministic', 'torch.use_deterministic_algorithms(True) refuses what may give other numbers in each run on a GPU.',
              'Atomic additions come in any order, and float sums depend on it. A simulated GPU adds in one order always; the error is what a real one says.',
              'warn_only=True, the same operation on the CPU, or (for products) CUBLAS_WORKSPACE_CONFIG=:4096:8 in the environment.',
              '', "torch.use_deterministic_algorithms(True)\ntorch.ones(3, device='cuda').cumsum(0)"),
    # ---- notes about silent mistakes ----
    'P0701': ('the result of a move was dropped',
              'x.to(device) or x.copyto(ctx) stands alone on its line: the copy was made and thrown away, x is where it was.',
              'A tensor\'s to() is not in place. A module\'s is: net.to(device) moves the network itself.',
              'x = x.to(device).',
              'x = nd.ones((2, 3))\nx.copyto(gpu(0))             # x = x.copyto(gpu(0))', "x = torch.ones(2, 3)\nx.to('cuda')                 # x = x.to('cuda')"),
    'P0702': ('the same bytes are moved again and again',
              'One line in a loop moves the same, unchanged value to the same device each time.',
              'Every move waits for the bus. It is the commonest reason why a GPU is slow.',
              'Move it once, before the loop.',
              'x = nd.ones((2, 3))\nfor i in range(20):\n    y = x.copyto(gpu(0)) * i  # x = x.copyto(gpu(0)) before the loop',
              "x = torch.ones(2, 3)\nfor i in range(20):\n    y = x.to('cuda') * i     # x = x.to('cuda') before the loop"),
    'P0703': ('a value is read from the GPU in every step',
              'item(), asscalar(), asnumpy() or float() of a GPU\'s value in each step of a loop: the program waits each time until the device has done all its work.',
              'Devices work ahead of the program; reading a value makes them meet.',
              'Add up on the device, and read once at the end: total += loss.detach().',
              'x = nd.ones((1,), ctx=gpu(0))\ntotal = 0\nfor i in range(200):\n    total += (x * i).asscalar()',
              "x = torch.ones(1, device='cuda')\ntotal = 0\nfor i in range(200):\n    total += (x * i).item()"),
    'P0704': ('copyto made a copy where the value already was',
              'x.copyto(ctx) always copies, also to where x lives.',
              'as_in_context(ctx) gives x itself when it is there already.',
              'x.as_in_context(ctx), unless a second copy is meant.',
              'x = nd.ones((2, 3), ctx=gpu(0))\ny = x.copyto(gpu(0))          # x.as_in_context(gpu(0))', ''),
    'P0705': ('an optimizer was made before the model moved',
              'The model was moved after its optimizer had got a state: sums, momentum.',
              'Parameters keep their identity when a model moves, so plain SGD goes on; state that the optimizer made (Adagrad at once, Adam and momentum in step()) or loaded stays behind, and step() fails.',
              'Move the model first, then make the optimizer.',
              '', "model = torch.nn.Linear(2, 2)\nopt = torch.optim.Adagrad(model.parameters())\nmodel.to('cuda')             # before the optimizer is made"),
    'P0706': ('CUDA_VISIBLE_DEVICE is no name',
              'os.environ[\'CUDA_VISIBLE_DEVICE\'] was set. CUDA reads CUDA_VISIBLE_DEVICES.',
              'An unknown variable is no error for anyone.',
              'CUDA_VISIBLE_DEVICES, before the first use of a GPU.',
              "import os\nos.environ['CUDA_VISIBLE_DEVICE'] = '0'", "import os\nos.environ['CUDA_VISIBLE_DEVICE'] = '0'"),
    'P0707': ('CUDA_VISIBLE_DEVICES was set too late',
              'The variable was set after the first use of a GPU: it has no effect any more. The same holds for PERCH_GPUS and PERCH_CLOCK.',
              'CUDA reads it once; perch asks which devices there are when the first one is needed.',
              'Set it at the top of the program, or on the command line.',
              "import os\nnd.ones((1,), ctx=gpu(0))\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'", "import os\ntorch.ones(1, device='cuda')\nos.environ['CUDA_VISIBLE_DEVICES'] = '1'"),
    'P0708': ('a copy of a Parameter is no Parameter',
              'self.w = nn.Parameter(…).to(device): the attribute is a plain tensor, and the module has no parameter of that name.',
              'Moving a Parameter is a computation on it; its result is an ordinary tensor that is no leaf. Nothing fails: state_dict() has no w, the optimizer never sees it, it never learns.',
              'self.w = nn.Parameter(torch.randn(3)), and move the module when it is whole; or nn.Parameter(torch.randn(3, device=device)).',
              '', "class Scale(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = torch.nn.Parameter(torch.ones(3)).to('cuda')   # torch.nn.Parameter(torch.ones(3))\nScale()"),
    'P0709': ('the gradient of a copy was asked for',
              'w = torch.ones(3, requires_grad=True).to(device), and then w.grad: it is None after backward().',
              'The copy is no leaf: its gradient goes on to the tensor from which it was made, which has no name any more. PyTorch warns; perch adds which line made the copy.',
              'Make the leaf where it shall live (device=…, requires_grad=True), or w.retain_grad() before backward().',
              '', "w = torch.ones(3, requires_grad=True).to('cuda')\n(w * 2).sum().backward()\nw.grad                       # torch.ones(3, device='cuda', requires_grad=True)"),
    # ---- perch's own ----
    'P0901': ('interrupted', 'Ctrl-C while an operation ran.', 'It is a KeyboardInterrupt; what was half done is given back.', 'Nothing to mend.', '', ''),
    'P0904': ('a dry run has no values', 'A dry run follows shapes, dtypes and places; the line wants to know a tensor\'s value: to print it, to branch on it, to bring it to the host.',
              'Nothing is computed in a dry run, so there is no value.', 'Run the line.', '', ''),
    'P0902': ('not there yet', 'perch does not have this yet.', 'It says so instead of computing something else.', 'The text may name the nearest thing that is there.', '', ''),
}

# How it is in the library that has no such error, where that is worth knowing.
OTHER = {
    'P0105': 'MXNet: x.asnumpy() always copies and works from any context, so this error has no counterpart there; it waits for the GPU all the same.',
    'P0106': 'PyTorch: a module has one copy of each parameter, so an input elsewhere is P0103; its DataParallel makes copies for each batch.',
    'P0107': 'PyTorch: layers have their memory at once, on the CPU; there is nothing to initialize, and a layer made late is on the CPU (P0103).',
    'P0108': 'PyTorch: LazyLinear and its like wait for their shape too, and say so when they are used before.',
    'P0110': 'PyTorch: an optimizer takes parameters of any devices, one by one; that is how a model split over GPUs is trained.',
    'P0111': 'PyTorch: an optimizer skips parameters whose .grad is None and uses old gradients without a word; zero_grad() is what matters there.',
    'P0112': "PyTorch: load_state_dict copies into the parameters where they are, from any device; map_location decides where the file's tensors go first (P0117).",
    'P0113': 'MXNet: no wrapper; the network is initialized on a list of contexts, and gluon.utils.split_and_load cuts the batch.',
    'P0114': 'MXNet: one seed for each context (mx.random.seed(1, ctx=mx.gpu(0))); no generator objects.',
    'P0115': "MXNet: gluon's DataLoader(pin_memory=True) puts batches into cpu_pinned(0), and asks nothing of the data set.",
    'P0116': 'MXNet: x.attach_grad() marks the array itself; x.as_in_context(ctx).attach_grad() is the order there too: move first, mark then.',
    'P0117': 'MXNet: load_parameters(file, ctx=ctx) says where; a file of parameters holds values and no places. Without ctx they go to cpu(0).',
    'P0118': "MXNet: mx.gpu(0) is an object; text is accepted as 'gpu(0)' alone, and mx.Context('cuda', 0) is a KeyError.",
    'P0119': "MXNet: workers of gluon's DataLoader are processes too; arrays that they give must be on the CPU, split_and_load moves them.",
    'P0120': 'MXNet: no such device; deferred initialization (P0108) is what makes a network before its shapes are known.',
    'P0704': 'PyTorch: x.to(device) gives x itself when it is there; x.clone() is the word for a second copy.',
    'P0705': 'MXNet: a Trainer reads the contexts from its parameters; after reset_ctx() make a new one.',
    'P0708': "MXNet: Parameters have no copyto(); self.params.get('w', shape=…) makes one, and initialize(ctx=…) places it.",
    'P0709': 'MXNet: as_in_context() inside autograd.record() is recorded as well: the gradient arrives at the array that has attach_grad().',
}


def width(text):
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width
    return sum(0 if category(char) in ('Mn', 'Me', 'Cf') else 2 if east_asian_width(char) in 'WF' else 1 for char in text)


def filled(text, indent='  ', room=88):
    """A paragraph in lines of at most so many columns; Chinese may break between any two of its characters."""
    pieces, word = [], ''
    for char in text:                   # what may not be broken: words, and a Chinese character with the mark behind it
        if char == ' ':
            pieces.append(word + ' ')
            word = ''
        elif ord(char) >= 0x3000 or char in '“”…':
            if char in '，。；：、？！）”…' or word and word[-1] in '（“':
                word += char
            else:
                if word:
                    pieces.append(word)
                word = char
        else:
            if word and ord(word[-1]) >= 0x3000 and word[-1] not in '（“':
                pieces.append(word)
                word = ''
            word += char
    pieces.append(word)
    lines, line = [], indent
    for piece in pieces:
        if width(line) + width(piece.rstrip()) > room and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece
    return '\n'.join(lines + [line.rstrip()])


def _words(code):
    """(title, what happened, why, how to mend it) in the language that is spoken."""
    from perch.language import language
    if language() == 'zh':
        from perch.pages_zh import PAGES as chinese
        return chinese[code]
    return PAGES[code][:4]


def other(code):
    """How it is in the other library, or ''."""
    from perch.language import language
    if language() == 'zh':
        from perch.pages_zh import OTHER as chinese
        return chinese.get(code, '')
    return OTHER.get(code, '')


def is_code(words):
    """P0102, p0102?"""
    return len(words) == 5 and words[0] in 'Pp' and words[1:].isdigit()


def happened(code):
    """What a page says that happened."""
    return _words(code)[1]


def title(code):
    return _words(code)[0]


def seen_with(code):
    """The row of words.py that says how to see it."""
    if code in ('P0501', 'P0503'):
        return 'see memory'
    return 'see shape' if code[:3] in ('P02', 'P03', 'P06') else 'see grad' if code[:3] == 'P04' else 'see place'


def text(code):
    """A page, or None."""
    from perch.words import say
    code = code.upper()
    if code not in PAGES:
        return None
    (heading, what, why, mend), (mxnet, torch) = _words(code), PAGES[code][4:]
    out = [f'{code}: {heading}', '', filled(what), '', say('why'), filled(why), '', say('see')]
    out += [filled(say(seen_with(code))), '', say('mend'), filled(mend)]
    if other(code):
        out += ['', say('other library'), filled(other(code))]
    for name, example in (('MXNet', mxnet), ('PyTorch', torch)):
        if example:
            out += ['', say('in library', name=name)] + ['    ' + line for line in example.split('\n')]
    return '\n'.join(out)
