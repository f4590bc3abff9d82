"""The suite `formats`: files of each format go both ways between perch and the library that it is of, and what is damaged is refused in the library's words.

    tests/formats.py            all rows; --write: docs/reference/formats.md anew from them

A row is a program in two halves, both of which run in either: `write(path)` and `read(path)`, which returns something that repr tells. What the original reads of the original's file is what perch must
read of it, and what the original must read of perch's. Rows whose files no original here writes (Python 2, NumPy 2, old MXNet) make their bytes themselves. Each file that the original wrote is then cut and
changed at places of its own, and both must say the same of it: the value, or the exception's class and words. Skipped where the original is absent.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from harness import ROOT, Tally, perch_path  # noqa: E402

DEBIAN, MXNET = '/usr/bin/python3', os.environ.get('MXNET_PYTHON', '')
PAGE = os.path.join(ROOT, 'docs/reference/formats.md')

NUMPY_HEAD = r'''
import io, os, pickle, struct
import numpy as np
def told(x):
    if isinstance(x, np.ndarray): return ('array', x.dtype.str if x.dtype.names is None else str(x.dtype), x.shape, x.flags.f_contiguous and not x.flags.c_contiguous, x.tolist())
    if isinstance(x, dict): return {k: told(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return type(x)(told(v) for v in x)
    return x
ARRAYS = [np.arange(6).astype(k).reshape(2, 3) for k in '? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 c8 c16 >i4 >f8 >u2 S3 U4'.split()] + [
    np.array(['2020-01-02', 'NaT'], 'M8[D]'), np.array([1, -5], 'm8[ns]'), np.array([(1, 2.5), (3, 4.5)], [('a', 'i4'), ('b', '<f8')]), np.array(3.5), np.empty((0, 3), 'f4'), np.asfortranarray(np.arange(6.).reshape(2, 3)),
    np.array([{'a': 1}, None, 'x'], object), np.arange(4, dtype='f4')[::2]]
'''
TORCH_HEAD = NUMPY_HEAD + r'''
import collections
import torch
def told_t(x):
    if isinstance(x, torch.Tensor): return (str(x.dtype), tuple(x.shape), x.requires_grad, type(x).__name__, x.to_dense().tolist() if x.layout is not torch.strided else x.tolist())
    if isinstance(x, dict): return {k: told_t(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)): return type(x)(told_t(v) for v in x)
    return told(x)
def module():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.ReLU(), torch.nn.Dropout(.3), torch.nn.Linear(4, 2))
def stepped():
    net = module(); opt = torch.optim.Adam(net.parameters(), lr=0.)
    for p in net.parameters(): p.grad = torch.ones_like(p)
    opt.step(); return net, opt
'''
MXNET_HEAD = NUMPY_HEAD + r'''
import mxnet as mx
from mxnet import nd
def told_m(x):
    if hasattr(x, 'stype'): return (x.stype, np.dtype(x.dtype).name, x.shape, x.asnumpy().tolist())
    if hasattr(x, 'asnumpy'): return (np.dtype(x.dtype).name, x.shape, x.asnumpy().tolist())
    if isinstance(x, dict): return {k: told_m(v) for k, v in sorted(x.items())}
    if isinstance(x, (list, tuple)): return type(x)(told_m(v) for v in x)
    return x
def old_array(magic, a):
    """One float32 array of MXNet 0.x: sizes of 4 bytes (no magic), or magic and sizes of 8."""
    sizes = struct.pack('<I', a.ndim) + b''.join(struct.pack('<I' if magic is None else '<q', n) for n in a.shape)
    return (b'' if magic is None else struct.pack('<I', magic)) + sizes + struct.pack('<iii', 1, 0, 0) + a.astype('<f4').tobytes()
def old_file(path, magic):
    arrays = [np.arange(6.).reshape(2, 3), np.array([1., -2.])]
    names = [b'arg:w', b'aux:b']
    with open(path, 'wb') as f:
        f.write(struct.pack('<QQQ', 0x112, 0, len(arrays)) + b''.join(old_array(magic, a) for a in arrays) + struct.pack('<Q', len(names)) + b''.join(struct.pack('<Q', len(n)) + n for n in names))
'''
SYMBOLS_HEAD = MXNET_HEAD + r'''
import json
mx.random.seed(0)
def graph():
    d = mx.sym.var('data')
    d = mx.sym.Convolution(d, kernel=(3, 3), num_filter=2, name='c')
    d = mx.sym.Pooling(mx.sym.BatchNorm(d, name='b', fix_gamma=False), kernel=(2, 2), stride=(2, 2), name='p')
    a, b = mx.sym.split(mx.sym.FullyConnected(d, num_hidden=4, name='f', attr={'__lr_mult__': '2.0'}), num_outputs=2, name='s')
    return mx.sym.Group([mx.sym.SoftmaxOutput(a * 2 + b, name='softmax'), mx.sym.BlockGrad(b, name='stop')])
def told_s(s):
    """All that a graph says of itself, and what it computes of ones."""
    ex = s.simple_bind(mx.cpu(), data=(2, 1, 6, 6))
    for i, (k, v) in enumerate(ex.arg_dict.items()): v[:] = nd.arange(v.size).reshape(v.shape) % (i + 2) * 0.1
    ex.forward()
    return s.list_arguments(), s.list_auxiliary_states(), s.list_outputs(), {k: dict(sorted(v.items())) for k, v in sorted(s.attr_dict().items())}, s.infer_shape(data=(2, 1, 6, 6)), [(np.round(o.asnumpy().astype('f8'), 3) + 0.0).tolist() for o in ex.outputs]
def older(path, word, version):
    """A graph in the words of 0.8 (param beside attr), of 0.9 to 0.11 (attr) or of 1.x (attrs)."""
    node = lambda op, name, inputs, params, attr: {'op': op, 'name': name, 'inputs': inputs, **({'param': params, 'attr': attr, 'backward_source_id': -1} if word == 'param' else {word: {**params, **attr}} if params or attr else {})}
    nodes = [node('null', 'data', [], {}, {}), node('null', 'f_weight', [], {}, {'lr_mult': '2.0'} if word == 'param' else {'__lr_mult__': '2.0'}), node('null', 'f_bias', [], {}, {}),
             node('FullyConnected', 'f', [[0, 0], [1, 0], [2, 0]], {'no_bias': 'False', 'num_hidden': '3'}, {}), node('Activation', 'r', [[3, 0]], {'act_type': 'relu'}, {}),
             node('null', 'softmax_label', [], {}, {}), node('SoftmaxOutput', 'softmax', [[4, 0], [5, 0]], {'grad_scale': '1', 'ignore_label': '-1', 'multi_output': 'False', 'use_ignore': 'False'}, {})]
    made = {'nodes': nodes, 'arg_nodes': [0, 1, 2, 5], 'heads': [[6, 0]]}
    if version: made['attrs'] = {'mxnet_version': ['int', version]}
    with open(path, 'w') as f: json.dump(made, f)
def network():
    net = mx.gluon.nn.HybridSequential(prefix='net_')
    net.add(mx.gluon.nn.Dense(3, activation='tanh', in_units=4, prefix='a_'), mx.gluon.nn.Dense(2, in_units=3, prefix='z_'))
    net.initialize(mx.init.Constant(0.5))
    net[0].weight.set_data(nd.arange(12).reshape((3, 4)) * 0.05); net[1].weight.set_data(nd.arange(6).reshape((2, 3)) * 0.1)
    return net
def trained(net, trainer, steps):
    for i in range(steps):
        x = nd.arange(8).reshape((2, 4)) * 0.1 * (i + 1)
        with mx.autograd.record(): l = (net(x) ** 2).sum()
        l.backward(); trainer.step(2)
    return {k: (np.round(p.data().asnumpy().astype('f8'), 3) + 0.0).tolist() for k, p in net.collect_params().items()}
def module(states=None):
    s = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=3, name='f'), name='softmax')
    m = mx.mod.Module(s); m.bind([('data', (4, 5))], [('softmax_label', (4,))]); m.init_params(mx.init.Constant(0.1)); return m
def stepped(m, steps):
    for i in range(steps):
        m.forward_backward(mx.io.DataBatch([nd.arange(20).reshape((4, 5)) * 0.1 * (i + 1)], [nd.array([0, 1, 2, 0])])); m.update()
    return {k: (np.round(v.asnumpy().astype('f8'), 3) + 0.0).tolist() for k, v in sorted(m.get_params()[0].items())}
'''

# (format, what of it, whose, head, write, read, damaged?)
ROWS = [
    ('.npy', 'every dtype, order and shape, each array a file in one', 'numpy', NUMPY_HEAD, 'with open(path, "wb") as f:\n    for a in ARRAYS: np.save(f, a)', 'with open(path, "rb") as f: return [told(np.load(f, allow_pickle=True)) for _ in ARRAYS]', False),
    ('.npy', 'float32, by itself', 'numpy', NUMPY_HEAD, 'with open(path, "wb") as f: np.save(f, np.arange(6, dtype="f4").reshape(2, 3))', 'return told(np.load(path))', True),
    ('.npy', 'versions 2 and 3 of the header', 'numpy', NUMPY_HEAD, 'with open(path, "wb") as f:\n    np.lib.format.write_array(f, ARRAYS[3], version=(2, 0)); np.lib.format.write_array(f, ARRAYS[4], version=(3, 0))', 'with open(path, "rb") as f: return [told(np.load(f)) for _ in range(2)]', False),
    ('.npz', 'several arrays by name', 'numpy', NUMPY_HEAD, 'with open(path, "wb") as f: np.savez(f, ARRAYS[0], a=ARRAYS[5], b=ARRAYS[-2])', 'with np.load(path, allow_pickle=True) as z: return {k: told(z[k]) for k in sorted(z.files)}', False),
    ('.npz', 'compressed', 'numpy', NUMPY_HEAD, 'with open(path, "wb") as f: np.savez_compressed(f, a=np.arange(1000), b=np.ones(3))', 'with np.load(path) as z: return {k: told(z[k]) for k in sorted(z.files)}', False),
    ('text', 'savetxt and loadtxt', 'numpy', NUMPY_HEAD, 'np.savetxt(path, np.arange(6.).reshape(2, 3) / 7, delimiter=",", header="a,b,c")', 'return told(np.loadtxt(path, delimiter=","))', True),
    *[('pickle', f'protocol {p}: arrays of every dtype, scalars, dtypes', 'numpy', NUMPY_HEAD, f'with open(path, "wb") as f: pickle.dump([ARRAYS, np.float32(1.5), np.int64(3), np.dtype("f4"), np.bool_(True)], f, protocol={p})',
       'with open(path, "rb") as f: return repr(told(pickle.load(f)))', p == 2) for p in range(6)],
    ('pickle', "Python 2's (bytes for text), read with encoding", 'numpy', NUMPY_HEAD,
     'a = np.arange(4, dtype="<i2")\nraw = a.tobytes()\nopen(path, "wb").write(b"\\x80\\x02}q\\x00(U\\x04dataq\\x01cnumpy.core.multiarray\\n_reconstruct\\nq\\x02cnumpy\\nndarray\\nq\\x03K\\x00\\x85U\\x01b\\x87Rq\\x04(K\\x01K\\x04\\x85cnumpy\\ndtype\\nq\\x05U\\x02i2K\\x00K\\x01\\x87Rq\\x06(K\\x03U\\x01<NNNJ\\xff\\xff\\xff\\xffJ\\xff\\xff\\xff\\xffK\\x00tb\\x89U" + bytes([len(raw)]) + raw + b"tbU\\x06labelsq\\x07]q\\x08(K\\x01K\\x02eu.")',
     'data = open(path, "rb").read()\nreturn [told(pickle.loads(data, encoding=e)) for e in ("latin1", "bytes")]', False),
    ('CSV', 'pandas: numbers, text, gaps', 'pandas', NUMPY_HEAD + 'import pandas as pd\n', 'pd.DataFrame({"a": [1, 2, 3], "b": [1.5, None, 2.25], "c": ["x", "y, z", None], "d": [True, False, True]}).to_csv(path, index=False)',
     'd = pd.read_csv(path); return d.to_string(), [str(t) for t in d.dtypes]', False),
    ('.pth', 'zip: a state_dict', 'torch', TORCH_HEAD, 'torch.save(module().state_dict(), path)', 'return told_t(torch.load(path))', True),
    ('.pth', 'legacy: a state_dict', 'torch', TORCH_HEAD, 'torch.save(module().state_dict(), path, _use_new_zipfile_serialization=False)', 'return told_t(torch.load(path))', True),
    *[('.pth', f'{kind}: {what}', 'torch', TORCH_HEAD, f'torch.save({value}, path{flag})', read, False) for kind, flag in (('zip', ''), ('legacy', ', _use_new_zipfile_serialization=False')) for what, value, read in (
        ('a module whole', 'module()', 'net = torch.load(path).eval(); return repr(net), told_t(net.state_dict()), told_t(net(torch.ones(2, 3)))'),
        ('a module and its optimizer', 'dict(zip(("net", "opt"), (x.state_dict() for x in stepped())), epoch=3, loss=.5)', 'return told_t(torch.load(path))'),
        ('every dtype', '[torch.arange(4).to(getattr(torch, k)) for k in "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128".split()]', 'return told_t(torch.load(path))'),
        ('NumPy inside, and plain Python', '{"a": np.arange(3.), "s": np.float32(2), "t": torch.ones(2), "o": collections.OrderedDict(x=1), "l": [(1, "a"), None, {2, 3}]}', 'return repr(told_t(torch.load(path)))'),
        ('parameters, gaps, turned and sparse tensors', '[torch.nn.Parameter(torch.ones(2)), torch.arange(10)[::3], torch.arange(6).reshape(2, 3).t(), torch.eye(3).to_sparse(), torch.empty(0, 2), torch.tensor(3)]', 'return told_t(torch.load(path))'),
        ('sharing', '(lambda w: {"a": w, "b": w[2:4], "c": w.view(2, 3)})(torch.arange(6.))', 'x = torch.load(path); x["a"][2] = 99; return told_t(x), x["b"].storage_offset()'))],
    ('.params', 'dense, by name (V2)', 'mxnet', MXNET_HEAD, 'nd.save(path, {"arg:w": nd.array(ARRAYS[10]), "aux:b": nd.array([1, 2], dtype="int64"), "h": nd.ones((2, 2), dtype="float16"), "u": nd.ones((3,), dtype="uint8")})', 'return told_m(nd.load(path))', True),
    ('.params', 'dense, a list', 'mxnet', MXNET_HEAD, 'nd.save(path, [nd.ones((2, 3)), nd.array([1.5])])', 'return told_m(nd.load(path))', False),
    ('.params', 'sparse: rows and csr', 'mxnet', MXNET_HEAD, 'nd.save(path, {"r": nd.sparse.row_sparse_array((np.ones((2, 3)), [0, 2]), shape=(4, 3)), "c": nd.sparse.csr_matrix(np.array([[0, 1.], [2, 0]])), "d": nd.ones((2,))})', 'return told_m(nd.load(path))', False),
    ('.params', "of mx.np (V3: arrays without axes)", 'mxnet', MXNET_HEAD, 'mx.npx.set_np(); mx.npx.save(path, {"a": mx.np.ones((2, 2)), "z": mx.np.array(3.5), "e": mx.np.ones((0, 2))}); mx.npx.reset_np()', 'mx.npx.set_np(); x = mx.npx.load(path); mx.npx.reset_np(); return told_m(x)', False),
    ('.params', 'of MXNet 0.8 to 0.12 (V1)', 'mxnet', MXNET_HEAD, 'old_file(path, 0xF993FAC8)', 'return told_m(nd.load(path))', False),
    ('.params', 'of MXNet before 0.8 (V0)', 'mxnet', MXNET_HEAD, 'old_file(path, None)', 'return told_m(nd.load(path))', False),
    ('.params', 'a gluon network', 'mxnet', MXNET_HEAD, 'mx.random.seed(0); net = mx.gluon.nn.Sequential(); net.add(mx.gluon.nn.Dense(3), mx.gluon.nn.BatchNorm()); net.initialize(mx.init.One()); net(nd.ones((2, 4))); net.save_parameters(path)',
     'net = mx.gluon.nn.Sequential(); net.add(mx.gluon.nn.Dense(3), mx.gluon.nn.BatchNorm()); net.load_parameters(path); return told_m(net(nd.ones((2, 4))))', False),
    ('RecordIO', 'records, headers, several labels', 'mxnet', MXNET_HEAD, 'w = mx.recordio.MXRecordIO(path, "w")\nfor i in range(5): w.write(mx.recordio.pack(mx.recordio.IRHeader(0, [float(i), 2.] if i % 2 else float(i), i, 0), b"x" * i))\nw.close()',
     'r = mx.recordio.MXRecordIO(path, "r"); out = []\nfor i in range(5):\n    h, s = mx.recordio.unpack(r.read()); out.append((h.flag, np.ravel(h.label).tolist(), h.id, h.id2, s))\nreturn out, r.read()', False),
    ('RecordIO', 'with an index', 'mxnet', MXNET_HEAD, 'w = mx.recordio.MXIndexedRecordIO(path + ".idx", path, "w")\nfor i in range(4): w.write_idx(i * 2, b"rec%d" % i)\nw.close()', 'r = mx.recordio.MXIndexedRecordIO(path + ".idx", path, "r"); return r.keys, [r.read_idx(i) for i in (6, 0, 4)]', False),
    ('symbol .json', 'a graph: states, several outputs, attributes', 'mxnet', SYMBOLS_HEAD, 'graph().save(path)', 'return told_s(mx.sym.load(path))', False),
    ('symbol .json', 'its text', 'mxnet', SYMBOLS_HEAD, 'open(path, "w").write(graph().tojson())', 'return open(path).read(), mx.sym.load(path).tojson() == open(path).read()', False),
    *[('symbol .json', f'of MXNet {of}', 'mxnet', SYMBOLS_HEAD, f'older(path, {word!r}, {version})', 's = mx.sym.load(path); return s.list_arguments(), s.list_outputs(), {k: dict(sorted(v.items())) for k, v in sorted(s.attr_dict().items())}, s.infer_shape(data=(2, 4)), s.tojson()', False)
      for of, word, version in (('0.8 (param, attr)', 'param', None), ('0.9 to 0.11 (attr)', 'attr', 1100), ('1.0 (attrs)', 'attrs', 10000))],
    ('exported block', 'graph and parameters, as a SymbolBlock', 'mxnet', SYMBOLS_HEAD, 'net = network(); net.hybridize(); net(nd.ones((2, 4))); net.export(path, epoch=3)',
     'net = mx.gluon.SymbolBlock.imports(path + "-symbol.json", ["data"], path + "-0003.params"); return told_m(net(nd.arange(8).reshape((2, 4)))), sorted((k, p.shape, p.grad_req) for k, p in net.collect_params().items())', False),
    *[('optimizer states', f"a Trainer's: {name}", 'mxnet', SYMBOLS_HEAD, f'net = network(); t = mx.gluon.Trainer(net.collect_params(), {name!r}, {options!r}); trained(net, t, 2); t.save_states(path)',
       f'net = network(); t = mx.gluon.Trainer(net.collect_params(), {name!r}, {options!r}); trained(net, t, 1); t.load_states(path); return trained(net, t, 2)', False)
      for name, options in (('sgd', {'learning_rate': 0.1, 'momentum': 0.9}), ('adam', {'learning_rate': 0.1}))],
    ('optimizer states', "a Module's", 'mxnet', SYMBOLS_HEAD, 'm = module(); m.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9}); stepped(m, 2); m.save_optimizer_states(path)',
     'm = module(); m.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9}); m.load_optimizer_states(path); return stepped(m, 2)', False),
    ('optimizer states', 'an Updater with its optimizer', 'mxnet', SYMBOLS_HEAD, 'u = mx.optimizer.get_updater(mx.optimizer.create("sgd", learning_rate=0.25, momentum=0.5, wd=0.01)); w = nd.ones((3,)); u(0, nd.ones((3,)), w); open(path, "wb").write(u.get_states(dump_optimizer=True))',
     'u = mx.optimizer.get_updater(mx.optimizer.create("sgd")); u.set_states(open(path, "rb").read()); w = nd.ones((3,)); u(0, nd.ones((3,)), w); return type(u.optimizer).__name__, u.optimizer.lr, u.optimizer.momentum, u.optimizer.wd, told_m(u.states), told_m(w)', False),
    ('optimizer states', 'of weights in half precision', 'mxnet', SYMBOLS_HEAD, 'u = mx.optimizer.get_updater(mx.optimizer.create("sgd", learning_rate=0.25, momentum=0.5, multi_precision=True)); w = nd.ones((3,), dtype="float16"); u(0, w * 2, w); open(path, "wb").write(u.get_states())',
     'u = mx.optimizer.get_updater(mx.optimizer.create("sgd", learning_rate=0.25, momentum=0.5, multi_precision=True)); u.set_states(open(path, "rb").read()); w = nd.ones((3,), dtype="float16"); u(0, w, w); return told_m(u.states), told_m(w)', False),
    ('checkpoint', "a Module's: graph, parameters, states", 'mxnet', SYMBOLS_HEAD, 'm = module(); m.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9}); stepped(m, 2); m.save_checkpoint(path, 7, save_optimizer_states=True)',
     'm = mx.mod.Module.load(path, 7, load_optimizer_states=True); m.bind([("data", (4, 5))], [("softmax_label", (4,))]); m.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9}); first = mx.model.load_checkpoint(path, 7); return stepped(m, 2), {k: np.round(v.asnumpy().astype("f8"), 3).tolist() for k, v in first[1].items()}, first[2], first[0].list_arguments()', False),
    ('checkpoint', "a FeedForward's", 'mxnet', SYMBOLS_HEAD, 'm = mx.model.FeedForward(graph()[0], num_epoch=1, initializer=mx.init.One(), numpy_batch_size=2); m.fit(np.ones((4, 1, 6, 6)), np.zeros(4)); m.save(path, 2)',
     'm = mx.model.FeedForward.load(path, 2, numpy_batch_size=2); return sorted((k, v.shape) for k, v in m.arg_params.items()), sorted(m.aux_params), m.symbol.list_outputs(), np.round(m.predict(np.ones((2, 1, 6, 6))), 3).tolist()', False),
    ('checkpoint', 'of cells, weights by their gates', 'mxnet', SYMBOLS_HEAD, 'c = mx.rnn.FusedRNNCell(3, num_layers=2, mode="gru", bidirectional=True, prefix="r_"); s = c.unroll(2, mx.sym.var("x"), layout="TNC", merge_outputs=True)[0]; n = s.infer_shape(x=(2, 1, 4))[0][1][0]; '
     'mx.rnn.save_rnn_checkpoint(c, path, 1, s, {"r_parameters": nd.arange(n)}, {})',
     'c = mx.rnn.FusedRNNCell(3, num_layers=2, mode="gru", bidirectional=True, prefix="r_"); s, a, x = mx.rnn.load_rnn_checkpoint(c, path, 1); u = mx.rnn.load_rnn_checkpoint(c.unfuse(), path, 1)[1]; return a["r_parameters"].asnumpy().tolist(), x, s.list_arguments(), sorted((k, v.shape, float(v.sum().asscalar())) for k, v in u.items())', False),
    ('pickle', 'of NDArrays, symbols and optimizers', 'mxnet', SYMBOLS_HEAD, 'with open(path, "wb") as f: pickle.dump([nd.arange(3), nd.ones((2, 2), dtype="float16"), graph(), mx.optimizer.Adam(learning_rate=0.25), mx.lr_scheduler.FactorScheduler(3, 0.5)], f, 2)',
     'with open(path, "rb") as f: a, b, s, o, l = pickle.load(f)\nreturn told_m(a), told_m(b), told_s(s), type(o).__name__, o.lr, o.beta1, l.step, l.factor, l.base_lr', False),
]
SAFE = (b'p\x01\x00\x00\x00\x00\x00\x00{"__metadata__":{"format":"pt"},"b":{"dtype":"I64","shape":[2],"data_offsets":[0,16]},"e":{"dtype":"F32","shape":[0,3],"data_offsets":[16,16]},"w":{"dtype":"F32","shape":[2,3],'
        b'"data_offsets":[16,40]},"q":{"dtype":"BF16","shape":[2],"data_offsets":[40,44]},"h":{"dtype":"F16","shape":[3],"data_offsets":[44,50]},"z":{"dtype":"BOOL","shape":[],"data_offsets":[50,51]}}  \x01\x00\x00\x00\x00\x00'
        b'\x00\x00\xfe\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x80?\x00\x00\x00@\x00\x00@@\x00\x00\x80@\x00\x00\xa0@\x80?\x80?\x00<\x00<\x00<\x01')
PLAYED = r'''
import contextlib, io, json, re, sys, warnings
warnings.simplefilter('ignore')
job = json.load(sys.stdin)
space = {}
exec(job['head'], space)
def body(lines): return ''.join('    ' + line + '\n' for line in lines.split('\n'))
exec('def write(path):\n' + body(job['write']) + 'def read(path):\n' + body(job['read']), space)
def said(do):
    try:
        return repr(do())
    except Exception as e:
        return type(e).__name__ + ': ' + re.sub(r'\s+', ' ', re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |(?s:Traceback \(most recent call last\):.*?(?=Check failed))', '', str(e).replace(job['folder'], '').replace('MXNetError: ', '')))[:200]
with contextlib.redirect_stderr(io.StringIO()):
    if job['to']: said_w = said(lambda: space['write'](job['to']))
    else: said_w = None
    found = [said(lambda: space['read'](path)) for path in job['from']]
print('\nTOLD' + json.dumps([said_w, found]))
'''


def play(program, row, folder, to=None, read=()):
    """(what writing said, what each file gave)."""
    _, _, _, head, write, read_code, _ = row
    job = dict(head=head, write=write, read=read_code, folder=folder, to=to)
    job['from'] = list(read)
    done = subprocess.run([program, '-c', PLAYED], input=json.dumps(job), capture_output=True, text=True, cwd=folder, env={**os.environ, 'PERCH_NOTES': 'off'}, timeout=300)
    if '\nTOLD' not in done.stdout:
        return f'status {done.returncode}: {done.stderr[-500:]}', ['no answer'] * len(read)
    return json.loads(done.stdout.split('\nTOLD')[1])


def damaged(path):
    """Files cut or changed: [(how, path)]."""
    data, made = open(path, 'rb').read(), []
    n = len(data)
    for how, changed in (('empty', b''), ('4 bytes of it', data[:4]), ('half', data[:n // 2]), ('without its last byte', data[:-1]), ('another beginning', b'\0\1\2\3' + data[4:])):
        made.append((how, path + '.' + how.replace(' ', '_')))
        with open(made[-1][1], 'wb') as file:
            file.write(changed)
    return made


# What is damaged and said in other words here, with the reason: format, of it, how.
KNOWN = {}


def is_here(program, module):
    return os.path.exists(program) and subprocess.run([program, '-c', f'import {module}'], capture_output=True).returncode == 0


def both_ways(tally, perch):
    here = {}
    for row in ROWS:
        kind, what, library, *_, harmed = row
        original = MXNET if library == 'mxnet' else DEBIAN
        if here.setdefault(library, is_here(original, library)) is False:
            tally.skip(f'{kind}, {what}', f'{library} is not here')
            continue
        with tempfile.TemporaryDirectory() as folder:
            theirs, ours = (os.path.join(folder, name) for name in ('theirs', 'ours'))
            wrote, _ = play(original, row, folder, theirs)
            tally.check(wrote == 'None', f'{kind}, {what}: the original writes it', wrote)
            wrote, (ours_of_theirs, ours_of_ours) = play(perch, row, folder, ours, [theirs, ours])
            tally.check(wrote == 'None', f'{kind}, {what}: perch writes it', wrote)
            bad = damaged(theirs) if harmed else []
            _, (right, theirs_of_ours, *theirs_of_bad) = play(original, row, folder, None, [theirs, ours, *(path for _, path in bad)])
            for name, got in (("perch reads the original's", ours_of_theirs), ("perch reads perch's", ours_of_ours), ("the original reads perch's", theirs_of_ours)):
                tally.check(got == right and 'Error' not in right[:30], f'{kind}, {what}: {name}', f'{got[:700]}\nfor\n{right[:700]}')
            for (how, _), wanted, got in zip(bad, theirs_of_bad, play(perch, row, folder, None, [path for _, path in bad])[1] if bad else ()):
                if (kind, what, how) in KNOWN:
                    tally.check(got.split(':')[0] == KNOWN[kind, what, how], f'{kind}, {what}, {how}: refused', got)
                else:
                    tally.check(got == wanted, f'{kind}, {what}, {how}: in the original\'s words', f'{got}\nfor\n{wanted}')


def own(tally, perch):
    """What has no original here: a file that safetensors 0.4.5 wrote (its words are 0.8.0's, without what its reader of JSON adds), and HDF5's absence."""
    program = r'''
import os, sys, tempfile, torch, numpy as np
import safetensors.torch as st, safetensors.numpy as sn
from safetensors import SafetensorError, safe_open
data = %r
t = st.load(data)
print(st.save(t, metadata={'format': 'pt'}) == data, {k: (str(v.dtype), v.tolist()) for k, v in sorted(t.items())})
with tempfile.TemporaryDirectory() as f:
    p = os.path.join(f, 'x'); st.save_file(t, p, metadata={'format': 'pt'}); print(open(p, 'rb').read() == data, sorted(st.load_file(p)))
    with safe_open(p, 'pt') as o: print(o.keys(), o.metadata(), o.get_slice('w')[1:, :2].tolist())
print({k: (v.dtype.name, v.tolist()) for k, v in sn.load(sn.save({'a': np.arange(3, dtype='>i2'), 'b': np.array(2.5)})).items()})
for b in (b'', data[:30], data[:-1], data + b'x', b'\xff' * 20, data.replace(b'F32', b'F99'), data[:8] + b'[' + data[9:], data.replace(b'"w"', b'"b"')):
    try: print(st.load(b))
    except SafetensorError as e: print(e)
import pickle
for a in np.arange(6, dtype='f4').reshape(2, 3), np.array(['a', 'bc']), np.float64(2.5), np.array([{}, None]):
    x = pickle.loads(pickle.dumps(a, 2).replace(b'numpy.core.', b'numpy._core.'))       # NumPy 2's layout
    print(type(x).__name__, np.array_equal(x, a), x.dtype == a.dtype)
from numpy._core.numeric import _frombuffer
print(_frombuffer(b'\1\2', 'u1', (2,), 'C'))
for name in 'h5py', 'tables':
    try: __import__(name)
    except ModuleNotFoundError as e: print(e, e.__notes__)
''' % SAFE
    wanted = """True {'b': ('torch.int64', [1, -2]), 'e': ('torch.float32', []), 'h': ('torch.float16', [1.0, 1.0, 1.0]), 'q': ('torch.bfloat16', [1.0, 1.0]), 'w': ('torch.float32', [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]), 'z': ('torch.bool', True)}
True ['b', 'e', 'h', 'q', 'w', 'z']
['b', 'e', 'h', 'q', 'w', 'z'] {'format': 'pt'} [[3.0, 4.0]]
{'b': ('float64', 2.5), 'a': ('int16', [0, 1, 2])}
""" + ''.join(f'Error while deserializing: {each}\n' for each in ('header too small', 'invalid header length', 'incomplete metadata, file not fully covered', 'incomplete metadata, file not fully covered', 'header too large',
                                                                    'invalid JSON in header', 'invalid JSON in header', 'invalid offset for tensor `e`')) + \
        'ndarray True True\nndarray True True\nfloat64 True True\nndarray True True\n[1 2]\n' + \
        ''.join(f"No module named '{name}' [\"perch reads no HDF5; numpy's .npz, torch.save and safetensors keep arrays by name.\"]\n" for name in ('h5py', 'tables'))
    done = subprocess.run([perch, '-c', program], capture_output=True, text=True, env={**os.environ, 'PERCH_NOTES': 'off'})
    got, right = done.stdout.splitlines(), wanted.splitlines()
    for i, line in enumerate(right):
        tally.check(i < len(got) and got[i] == line, f'safetensors and HDF5, line {i + 1}', f'{got[i] if i < len(got) else done.stderr[-800:]}\nfor\n{line}')


def page():
    text = ('<!-- Made by tests/formats.py --write from its rows: change those, not this. -->\n# Formats of files\n\nEach row is played by the suite `formats`: the original writes it and perch reads it, perch writes it and the '
            'original reads it, and both give the same values. *Damaged*: cut and changed files are refused in the original\'s words.\n\n| format | what | whose | read | written | damaged |\n| --- | --- | --- | --- | --- | --- |\n')
    text += ''.join(f'| {kind} | {what} | {library} | yes | yes | {"yes" if harmed else ""} |\n' for kind, what, library, *_, harmed in ROWS)
    text += '| pickle | NumPy 2\'s layout (numpy._core) | | yes | no | |\n| .safetensors | every dtype of PyTorch\'s and NumPy\'s, one tensor at a time, modules | safetensors 0.4.5 | yes | yes | yes |\n| HDF5 | said by a sentence when `h5py` is imported | | no | no | |\n'
    return text


def main():
    if '--write' in sys.argv[1:]:
        with open(PAGE, 'w', encoding='utf-8') as file:
            file.write(page())
        return 0
    tally = Tally('formats')
    tally.check(os.path.exists(PAGE) and open(PAGE, encoding='utf-8').read() == page(), 'docs/reference/formats.md is as its rows are: tests/formats.py --write')
    both_ways(tally, perch_path())
    own(tally, perch_path())
    return tally.close()


if __name__ == '__main__':
    sys.exit(main())
