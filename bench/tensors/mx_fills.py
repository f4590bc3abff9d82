"""MXNet's initialisers and random fills of a million numbers. Seconds of the processor's time."""
from clock import best
from mxnet import init, nd, np

N = 10**6
weight, square = nd.zeros((1000, 1000)), nd.zeros((200, 200))


def measure(name, run):
    best("mx " + name, lambda: (run(), nd.waitall()))


measure("nd.random.normal", lambda: nd.random.normal(shape=(N,)))
measure("nd.random.uniform", lambda: nd.random.uniform(shape=(N,)))
measure("nd.random.randint", lambda: nd.random.randint(0, 10, shape=(N,)))
measure("nd.random.shuffle of 100,000", lambda q=nd.arange(N // 10): nd.random.shuffle(q))
measure("np.random.normal", lambda: np.random.normal(0, 1, (N,)))
measure("np.random.uniform", lambda: np.random.uniform(0, 1, (N,)))
for name, rule in (("Uniform", init.Uniform()), ("Normal", init.Normal(0.01)), ("Xavier", init.Xavier()), ("Xavier, gaussian", init.Xavier("gaussian")),
                   ("MSRAPrelu", init.MSRAPrelu()), ("Zero", init.Zero()), ("One", init.One()), ("Constant", init.Constant(3)), ("LSTMBias", init.LSTMBias())):
    measure("init." + name, lambda: rule(init.InitDesc("a_weight"), weight))
measure("init.Orthogonal, 200 x 200", lambda: init.Orthogonal()(init.InitDesc("a_weight"), square))
measure("init.Bilinear, 64 x 64 x 4 x 4", lambda q=nd.zeros((64, 64, 4, 4)): init.Bilinear()(init.InitDesc("a_weight"), q))
