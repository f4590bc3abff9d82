"""What is said of a weight that a step changed before the second backward: products read it turned round, as a view of it."""
import torch
import torch.nn as nn
def t(name, f):
    try: f(); print(name, 'ok')
    except RuntimeError as e: print(name, str(e).split('Hint')[0])
def touch(p):
    with torch.no_grad(): p.add_(1)
def case(bias, shape, o=1, i=4, twice=False, data=False, trained=True, layer=None):
    def run():
        m = layer or nn.Sequential(nn.Linear(3, i), nn.ReLU(), nn.Linear(i, o, bias=bias))
        x = torch.randn(*shape, 3)
        y = m(x).sum()
        touch(m[-1].weight)
        if twice: touch(m[-1].weight)
        y.backward()
    return run
t('2d', case(True, (5,)))
t('3d', case(True, (5, 2)))
t('1d', case(True, ()))
t('nobias 2d', case(False, (5,)))
t('nobias 3d', case(False, (5, 2)))
t('nobias 1d', case(False, ()))
t('two', case(True, (5,), 7, 9, True))
def conv():
    m = nn.Sequential(nn.Conv2d(2, 3, 1), nn.Conv2d(3, 4, 3)); y = m(torch.randn(1, 2, 8, 8)).sum(); touch(m[1].weight); y.backward()
t('conv', conv)
def opt():
    m = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)); o = torch.optim.SGD(m.parameters(), lr=.1)
    a = m(torch.randn(2, 3)).sum(); b = (m(torch.randn(2, 3)) ** 2).sum()
    a.backward(retain_graph=True); o.step(); b.backward()
t('opt', opt)
def lstm():
    m = nn.LSTM(3, 4); y, _ = m(torch.randn(5, 2, 3)); touch(m.weight_hh_l0); y.sum().backward()
def cell():
    m = nn.LSTMCell(3, 4); h, c = m(torch.randn(2, 3)); h, c = m(torch.randn(2, 3), (h, c)); touch(m.weight_hh); h.sum().backward()
t('lstmcell', cell)
def gcell():
    m = nn.GRUCell(3, 4); h = m(torch.randn(2, 3)); h = m(torch.randn(2, 3), h); touch(m.weight_hh); h.sum().backward()
t('grucell', gcell)
def mm():
    w = torch.randn(3, 4, requires_grad=True); x = torch.randn(2, 3, requires_grad=True); y = x @ w; touch(w); y.sum().backward()
t('mm', mm)
def mmt():
    w = torch.randn(4, 3, requires_grad=True); x = torch.randn(2, 3, requires_grad=True); y = x @ w.t(); touch(w); y.sum().backward()
t('mm t', mmt)
def mmT():
    w = torch.randn(4, 3, requires_grad=True); x = torch.randn(2, 3, requires_grad=True); y = x @ w.T; touch(w); y.sum().backward()
t('mm T', mmT)
def mha():
    m = nn.MultiheadAttention(4, 2); x = torch.randn(3, 2, 4, requires_grad=True); y, _ = m(x, x, x); touch(m.in_proj_weight); y.sum().backward()
def mha2():
    m = nn.MultiheadAttention(4, 2); x = torch.randn(3, 2, 4, requires_grad=True); y, _ = m(x, x, x); touch(m.out_proj.weight); y.sum().backward()
t('mha2', mha2)
def bil():
    m = nn.Bilinear(3, 3, 2); x = torch.randn(2, 3, requires_grad=True); y = m(x, x); touch(m.weight); y.sum().backward()
t('bil', bil)
def emb():
    m = nn.Embedding(5, 3); l = nn.Linear(3, 2); y = l(m(torch.tensor([1, 2]))); touch(l.weight); y.sum().backward()
t('emb', emb)
def datac():
    m = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)); y = m(torch.randn(2, 3)); m[1].weight.data.add_(1); y.sum().backward()
t('data', datac)
def frozen():
    m = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2)); m[1].weight.requires_grad_(False); y = m(torch.randn(2, 3)); m[1].weight.add_(1); y.sum().backward()
t('frozen', frozen)
def ln():
    m = nn.LayerNorm(4); x = torch.randn(2, 4, requires_grad=True); y = m(x); touch(m.weight); y.sum().backward()
t('ln', ln)
def bn():
    m = nn.BatchNorm1d(4); x = torch.randn(2, 4, requires_grad=True); y = m(x); touch(m.weight); y.sum().backward()
t('bn', bn)
def prelu():
    m = nn.PReLU(); x = torch.randn(2, 4, requires_grad=True); y = m(x); touch(m.weight); y.sum().backward()
t('prelu', prelu)
