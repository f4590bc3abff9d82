"""The tensors' part of hostile.py: what three libraries do with objects that change the lists, arrays and tensors they stand in."""

PARTS = {
    "ten": "torch.arange(6.).reshape(2, 3)", "arr": "np.arange(6.).reshape(2, 3)", "nda": "nd.arange(6).reshape((2, 3))", "req": "torch.ones(3, requires_grad=True)", "idx": "torch.tensor([1, 0])",
    "ints": "np.array([1, 0])", "nest": "[[Trap(), 1], [2, 3]]", "lin": "torch.nn.Linear(3, 2)", "gpu": "torch.ones(2, 3, device='cuda:0')", "den": "dense(nn, nd)", "opt": "torch.optim.SGD([w.req], lr=0.1)", "gen": "torch.Generator()",
}
CHANGES = """
w.ten.resize_(1) | w.ten.zero_() | w.ten.t_() | setattr(w, "ten", None) | setattr(w, "arr", None) | setattr(w, "nda", None) | setattr(w.ten, "data", torch.ones(1)) | w.arr.fill(2) | w.nest.clear() | w.nest[0].clear() | w.nest.append(w.l) | w.arr.resize((1,)) | setattr(w.arr, "shape", (6,))
w.req.backward(torch.ones(3)) | setattr(w.req, "grad", None) | w.lin._parameters.clear() | w.lin.register_buffer("b", w.ten) | setattr(w.lin, "weight", None) | w.ten.__setitem__(0, 5.) | w.arr.__setitem__(0, 5.) | w.nda.__setitem__(0, 5.) | w.opt.param_groups.clear() | w.opt.state.clear() | setattr(w, "lin", None) | setattr(w, "den", None)
"""
USES = """
torch.tensor(w.l) | torch.tensor([T, T]) | torch.tensor(w.nest) | torch.tensor([w.l, w.l]) | torch.tensor(T) | torch.as_tensor(w.l) | torch.FloatTensor(w.l) | np.array(w.l) | np.array([T, [T]]) | np.array(w.nest, dtype=float) | np.array(T, dtype="int64") | np.asarray(T) | np.array(w.d) | nd.array(w.l) | nd.array(w.nest) | nd.array(T) | np.fromiter(T, float) | np.fromiter(w.it, float) | np.array([w.arr, T])
w.ten[T] | w.ten[T, T] | w.ten[T:T] | w.ten[w.l] | w.ten[[T, T]] | w.ten[w.nest] | w.ten[..., T] | w.ten[(T, slice(T, T))] | w.arr[T] | w.arr[T, T] | w.arr[T:T, ::T] | w.arr[w.l] | w.arr[[T, 1]] | w.arr[w.nest] | w.nda[T] | w.nda[T, T] | w.nda[T:T] | w.nda[w.l] | w.nda[(T, slice(T, T))]
w.ten.__setitem__(T, T) | w.ten.__setitem__((T, T), 1.) | w.ten.__setitem__(slice(T, T), w.l) | w.ten.__setitem__(w.l, T) | w.arr.__setitem__(T, T) | w.arr.__setitem__((T, slice(T, T)), w.nest) | w.arr.__setitem__(w.l, w.l) | w.nda.__setitem__(T, T) | w.nda.__setitem__(slice(T, T), w.l) | w.nda.__setitem__((T, T), T)
w.ten.reshape(T, T) | w.ten.reshape(w.l) | w.ten.reshape([T, T]) | w.ten.view(T, -1) | w.ten.permute(T, T) | w.ten.sum(T) | w.ten.sum(dim=w.l) | w.ten.sum(dim=(T, T)) | w.ten.expand(w.l) | w.ten.expand(T, T, T) | w.ten.repeat(T, T) | w.ten.to(T) | w.ten.fill_(T) | w.ten.add(T) | w.ten.add(1, alpha=T) | w.ten.clamp(T, T) | w.ten.split(w.l) | w.ten.split([T, T]) | w.ten.index_select(T, w.idx) | w.ten.gather(T, w.idx) | w.ten.mul_(T) | w.ten + T | T + w.ten | w.ten == T | w.ten @ T | w.ten.apply_(callback) | w.ten.map_(w.ten, callback)
w.arr.reshape(T, T) | w.arr.reshape(w.l) | w.arr.reshape([T, T]) | w.arr.transpose(T, T) | w.arr.transpose(w.l) | w.arr.sum(T) | w.arr.sum(axis=w.t) | w.arr.repeat(w.l) | w.arr.take(w.l) | w.arr.astype(T) | w.arr.fill(T) | w.arr + T | w.arr + w.l | T * w.arr | w.arr == w.l | w.arr.dot(w.l) | w.arr.clip(T, T) | w.arr.itemset(T, T) | w.arr.item(T) | w.arr.sort(T) | np.where(w.arr > 0, T, w.l) | np.concatenate(w.l) | np.concatenate([w.arr, T]) | np.concatenate([w.arr, w.nest], T) | np.stack([w.l, w.l])
w.nda.reshape(w.l) | w.nda.reshape((T, T)) | w.nda.reshape(T) | w.nda + T | T - w.nda | w.nda.sum(axis=w.t) | w.nda.sum(axis=T) | nd.concat(*w.l) | nd.concat(w.nda, T, dim=T) | nd.stack(w.nda, T) | nd.zeros(w.l) | nd.zeros((T, T)) | nd.full(w.t, T) | nd.one_hot(w.nda, T) | w.nda.astype(T) | w.nda.attach_grad(T) | nd.arange(T, T, T) | nd.array(w.l, ctx=T) | w.nda.as_in_context(T) | nd.dot(w.nda, T) | w.nda.slice(begin=w.l, end=w.l) | w.nda.transpose(w.l)
torch.zeros(w.l) | torch.zeros(T, T) | torch.zeros([T, T]) | torch.full((T, T), T) | torch.arange(T, T, T) | torch.linspace(T, T, T) | torch.cat(w.l) | torch.cat([w.ten, T]) | torch.cat([w.ten, w.ten], T) | torch.stack([w.ten, T]) | torch.where(w.ten > 0, T, T) | torch.einsum("ij->ji", T) | torch.einsum("ij,jk", [w.ten, T]) | torch.nn.functional.pad(w.ten, w.l) | torch.nn.functional.pad(w.ten, [T, T]) | torch.rand(w.l) | torch.randint(T, T, (T,)) | torch.ones(2, device=T) | torch.autograd.grad(w.l, [w.req]) | torch.autograd.backward(w.l) | torch.equal(w.ten, T) | torch.broadcast_to(w.ten, w.l)
np.zeros(w.l) | np.zeros((T, T)) | np.full(w.t, T) | np.arange(T, T, T) | np.linspace(T, T, T) | np.einsum("ij->ji", T) | np.add(w.arr, T, out=w.arr) | np.add.reduce(w.l) | np.frombuffer(w.b, "u1") | np.frombuffer(T) | np.broadcast_to(w.arr, w.l) | np.vectorize(callback)(w.arr) | np.apply_along_axis(callback, 0, w.arr) | np.random.choice(w.l) | np.random.shuffle(w.l) | np.random.permutation(w.l) | np.random.randint(T, T, w.t) | np.array2string(w.arr, formatter={"float": callback}) | np.dtype(T) | np.dtype([("a", T)]) | np.float64(T) | np.int8(T) | np.sum(w.l) | np.max(w.nest) | np.mean(T) | np.percentile(w.arr, w.l) | np.isclose(w.arr, T) | np.save(T, w.arr) | np.pad(w.arr, w.l) | np.interp(w.l, w.l, w.l) | np.stack(w.it)
w.lin(T) | w.lin(w.ten) | w.lin.load_state_dict(w.d) | w.lin.load_state_dict({"weight": T, "bias": w.ten}) | w.lin.register_forward_hook(callback)(T) | w.lin.apply(callback) | setattr(w.lin, Key("weight"), T) | w.lin.to(T) | w.den(w.nda) | w.opt.step(callback) | w.opt.load_state_dict(w.d) | w.req.register_hook(callback) | (w.req * 2).sum().backward() | torch.nn.Sequential(w.lin, T) | torch.nn.ParameterList(w.l) | torch.nn.ModuleList(w.l) | torch.utils.data.default_collate(w.l) | list(torch.utils.data.DataLoader(w.l, 2)) | list(torch.utils.data.DataLoader(T, 2, collate_fn=callback)) | torch.manual_seed(T) | torch.Size(w.l) | torch.Size([T, T]) | torch.device(T) | torch.no_grad()(callback)(T) | list(w.ten) | [change() for r in w.ten] | [change() for r in w.arr] | w.ten.tolist() | str(w.ten) | repr(w.arr) | w.gpu[T] | w.gpu + T | w.gpu.__setitem__(T, T) | w.gpu.copy_(T)
"""
AWAY = {"save", "savez", "savez_compressed", "savetxt", "load", "loadtxt", "fromfile", "tofile", "memmap", "genfromtxt", "dump", "set_num_threads", "set_num_interop_threads", "fork", "show_config", "info", "lookfor", "test", "source", "seed",
        "set_printoptions", "set_default_dtype", "set_default_tensor_type", "use_deterministic_algorithms", "save_parameters", "load_parameters", "export", "share_memory_", "seterrcall", "seterr"}


def dense(nn, nd):
    block = nn.Dense(2)
    block.initialize()
    return block


def entries(text):
    return [entry.strip() for line in text.strip().split("\n") for entry in line.split(" | ")]


def join(game):
    """Adds names, parts, changes and uses to the game's; the modules to look for functions in."""
    import mxnet as mx
    import numpy as np
    import torch
    from mxnet import nd
    from mxnet.gluon import nn
    game.update(torch=torch, np=np, mx=mx, nd=nd, nn=nn, dense=dense)
    game["WORLD"].update({name: eval("lambda: " + made, game) for name, made in PARTS.items()})
    game["PART_NAMES"][:] = sorted(game["WORLD"])
    game["CHANGES"] += [eval("lambda: " + change, game) for change in entries(CHANGES)]
    game["PARTS"] += [eval(f"lambda: w.{name}", game) for name in PARTS] * 2
    game["AWAY"].update(AWAY)
    game["USES"], game["STATEMENTS"] = USES, "w.ten[T] += T | w.arr[T] += T | w.nda[T] += T | w.ten += T | w.arr *= T | for a in w.ten: change() | for a in w.arr: change()"
    game["make_world"]()
    return [torch, torch.nn.functional, np, nd, np.random, torch.nn.init, torch.linalg, nd.random]
