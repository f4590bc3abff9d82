"""scipy.spatial: distance_matrix, metrics of two vectors and of all pairs."""
import numpy as np
from scipy.spatial import distance, distance_matrix, minkowski_distance

rng = np.random.RandomState(3)
A, B = rng.randn(5, 4), rng.randn(3, 4)


def show(name, value):
    print(name, np.round(np.asarray(value, dtype=float), 8).tolist(), getattr(np.asarray(value), 'dtype', None))


show('matrix', distance_matrix(A, B))
show('p=1', distance_matrix(A, B, p=1))
show('p=inf', distance_matrix(A, B, p=np.inf))
show('p=3, in parts', distance_matrix(A, B, p=3, threshold=10))
show('whole', distance_matrix([[0, 0], [3, 4]], [[0, 0], [6, 8]]))
show('minkowski_distance', minkowski_distance([[0, 0], [0, 0]], [[1, 1], [0, 1]]))
for metric in ('euclidean', 'sqeuclidean', 'cityblock', 'chebyshev', 'cosine', 'correlation', 'canberra', 'braycurtis', 'minkowski', 'hamming', 'jaccard'):
    X, Y = (np.round(A), np.round(B)) if metric in ('hamming', 'jaccard') else (A, B)
    show(metric, distance.cdist(X, Y, metric))
    show(metric, distance.pdist(X, metric))
    show(metric, getattr(distance, metric)(X[0], Y[1]))
show('p=3', distance.cdist(A, B, 'minkowski', p=3))
show('weights', distance.cdist(A, B, 'euclidean', w=[1, 2, 0, 1]))
show('weights', distance.euclidean(A[0], A[1], w=[1, 2, 0, 1]))
show('cosine', distance.cosine(A[0], A[1], w=[1, 2, 0, 1]))
show('a function', distance.cdist(A, B, lambda u, v: abs(u - v).max()))
show('a function', distance.pdist(A, lambda u, v: float((u * v).sum())))
show('bool', distance.pdist(A > 0, 'jaccard'))
show('bool', distance.hamming([1, 0, 0], [0, 1, 0]))
show('whole', distance.cdist([[1, 2]], [[4, 6]]))
show('out', distance.cdist(A, B, 'cityblock', out=np.empty((5, 3))))
flat = distance.pdist(B)
square = distance.squareform(flat)
show('squareform', square)
show('squareform', distance.squareform(square))
print(distance.is_valid_dm(square), distance.num_obs_dm(square), distance.squareform([]).tolist())
for call in (lambda: distance.cdist(A, B, 'no such'), lambda: distance.cdist(A[0], B), lambda: distance.cdist(A, B[:, :2]), lambda: distance.pdist(A[0]), lambda: distance.euclidean(A, B),
             lambda: distance_matrix(A, B[:, :2]), lambda: distance.squareform([1, 2]), lambda: distance.squareform([[0, 1], [2, 0]]), lambda: distance.squareform([[1, 1], [1, 0]]),
             lambda: distance.minkowski(A[0], A[1], p=0), lambda: distance.cdist(A, B, 3), lambda: distance.squareform([[1.0, 2, 3]])):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
