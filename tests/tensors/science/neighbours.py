"""scipy.spatial.KDTree and scipy.cluster.vq: nearest points, balls, pairs, centres, what is refused."""
import warnings
import numpy as np
from scipy.spatial import KDTree, cKDTree
from scipy.cluster.vq import kmeans, kmeans2, vq, whiten
warnings.simplefilter('ignore')
rng = np.random.RandomState(0); a, q = rng.rand(300, 3), rng.rand(5, 3)
t = KDTree(a); d, i = t.query(q); print(np.round(d, 6), i, t.n, t.m, np.round(t.maxes, 4))
for p in 1, 2, 3, np.inf: d, i = t.query(q, k=4, p=p); print(np.round(d, 5).tolist(), i.tolist())
d, i = cKDTree(a).query(q[0]); print(np.round(d, 6), i, np.shape(d)); d, i = t.query(q, k=[2, 3]); print(np.round(d, 5), i); d, i = t.query(q, k=3, distance_upper_bound=.1); print(np.round(d, 5), i); d, i = t.query(q[None], k=2); print(d.shape, i.shape)
print(sorted(t.query_ball_point(q[0], .2)), [len(x) for x in t.query_ball_point(q, .25)], t.query_ball_point(q, [.1, .2, .3, .1, .2], return_length=True), len(t.query_pairs(.05)), t.query_pairs(.04, output_type='ndarray').shape, [len(x) for x in t.query_ball_tree(KDTree(q), .3)][:5], t.count_neighbors(KDTree(q), [.1, .2]))
print(KDTree(a[:2]).query(q[:1], k=4))
b = np.concatenate([rng.randn(20, 2), rng.randn(20, 2) + 6, rng.randn(20, 2) * .5 + [0, 8]])
c, off = kmeans(b, b[[0, 25, 50]]); print(np.round(c, 4), np.round(off, 5)); c, l = kmeans2(b, b[[0, 25, 50]], minit='matrix'); print(np.round(c, 4), l)
c, off = kmeans(b, 3, seed=0); print(np.round(c[np.argsort(c[:, 0])], 3), np.round(off, 4))
for how in 'points', '++', 'random': c, l = kmeans2(b, 3, minit=how, seed=4); print(how, np.round(c, 3).tolist(), np.bincount(l))
print(np.round(whiten(b)[0], 5), [np.round(x, 4) for x in vq(b[:3], b[[0, 25]])], kmeans(np.array([1., 2, 10, 11]), np.array([1., 10])))
for f in (lambda: KDTree([1, 2]), lambda: t.query([1, 2]), lambda: t.query(q, k=0), lambda: t.query(q, p=.5), lambda: t.query_ball_point([1, 2], 1), lambda: kmeans(b, 0), lambda: kmeans2(b, 3, minit='x'), lambda: kmeans(b, 2, iter=0), lambda: vq(b, [1., 2]), lambda: KDTree(a + 1j)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
