# Orders and choices come from the generator of single numbers, whatever else was drawn.
import mxnet as mx
from mxnet import nd

for seed in (7, 3):
    for before in (False, True):
        for n in (1, 2, 5, 6, 20):
            mx.random.seed(seed)
            if before:
                nd.random.uniform(shape=(3,))
            print(n, nd.random.shuffle(nd.arange(n)).asnumpy().astype(int).tolist(), nd.shuffle(nd.arange(2 * n).reshape((n, 2))).asnumpy()[:, 0].astype(int).tolist())
        chances = nd.array([[.2, .3, .5], [.5, .4, .1]])
        print(nd.random.multinomial(chances, shape=8).asnumpy().tolist(), nd.sample_multinomial(chances[0]).asnumpy().tolist())
        print([each.asnumpy().round(4).tolist() for each in nd.random.multinomial(chances, get_prob=True)])
probabilities = mx.np.array([[.5, .5]])
print(type(nd.sample_multinomial(probabilities.as_nd_ndarray(), get_prob=True)[1]).__name__)
