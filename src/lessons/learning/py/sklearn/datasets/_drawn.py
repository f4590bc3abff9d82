"""Data sets that are drawn: each draws in the order in which sklearn's draws, so a seed gives its numbers."""
import numbers

import numpy as np

from sklearn.utils import shuffle as shuffled
from sklearn.utils.validation import check_array, check_consistent_length, check_random_state


def _two_counts(n_samples):
    if isinstance(n_samples, numbers.Integral):
        return n_samples // 2, n_samples - n_samples // 2
    try:
        first, second = n_samples
    except ValueError as told:
        raise ValueError('`n_samples` can be either an int or a two-element tuple.') from told
    return first, second


def _two_classes(outer, inner, shuffle, noise, rng):
    """Points of two curves with their classes, mixed, and then moved by noise."""
    X = np.concatenate([np.stack(outer, axis=1), np.stack(inner, axis=1)])
    y = np.repeat(np.arange(2, dtype=np.intp), [len(outer[0]), len(inner[0])])
    if shuffle:
        X, y = shuffled(X, y, random_state=rng)
    if noise is not None:
        X += rng.normal(scale=noise, size=X.shape)
    return X, y


def make_moons(n_samples=100, *, shuffle=True, noise=None, random_state=None):
    """Two half circles that reach into one another."""
    upper, lower = _two_counts(n_samples)
    rng = check_random_state(random_state)
    a, b = np.linspace(0, np.pi, upper), np.linspace(0, np.pi, lower)
    return _two_classes((np.cos(a), np.sin(a)), (1 - np.cos(b), 1 - np.sin(b) - 0.5), shuffle, noise, rng)


def make_circles(n_samples=100, *, shuffle=True, noise=None, random_state=None, factor=0.8):
    """A circle within a circle."""
    if factor >= 1 or factor < 0:
        raise ValueError("'factor' has to be between 0 and 1.")
    outside, inside = _two_counts(n_samples)
    rng = check_random_state(random_state)
    a, b = np.linspace(0, 2 * np.pi, outside, endpoint=False), np.linspace(0, 2 * np.pi, inside, endpoint=False)
    return _two_classes((np.cos(a), np.sin(a)), (np.cos(b) * factor, np.sin(b) * factor), shuffle, noise, rng)


def make_blobs(n_samples=100, n_features=2, *, centers=None, cluster_std=1.0, center_box=(-10.0, 10.0), shuffle=True, random_state=None, return_centers=False):
    """Clouds around centres."""
    rng = check_random_state(random_state)
    if isinstance(n_samples, numbers.Integral):
        if centers is None:
            centers = 3
        drawn = isinstance(centers, numbers.Integral)
        clouds = centers if drawn else None
    else:
        clouds, drawn = len(n_samples), centers is None
        if not drawn:
            try:
                assert len(centers) == clouds
            except TypeError as told:
                raise ValueError('Parameter `centers` must be array-like. Got {!r} instead'.format(centers)) from told
            except AssertionError as told:
                raise ValueError(f'Length of `n_samples` not consistent with number of centers. Got n_samples = {n_samples} and centers = {centers}') from told
    if drawn:
        centers = rng.uniform(center_box[0], center_box[1], size=(clouds, n_features))
    else:
        centers = check_array(centers)
        n_features, clouds = centers.shape[1], centers.shape[0]
    if hasattr(cluster_std, '__len__') and len(cluster_std) != clouds:
        raise ValueError('Length of `clusters_std` not consistent with number of centers. Got centers = {} and cluster_std = {}'.format(centers, cluster_std))
    spreads = np.full(clouds, cluster_std) if isinstance(cluster_std, numbers.Real) else cluster_std
    sizes = [n_samples // clouds + (i < n_samples % clouds) for i in range(clouds)] if isinstance(n_samples, numbers.Integral) else n_samples
    X = np.concatenate([rng.normal(loc=centers[i], scale=spreads[i], size=(sizes[i], n_features)) for i in range(clouds)])
    y = np.repeat(np.arange(clouds), sizes)
    if shuffle:
        X, y = shuffled(X, y, random_state=rng)
    return (X, y, centers) if return_centers else (X, y)


def _without_replacement(population, count, rng):
    """count different numbers below population, drawn by the way that suits their share."""
    share = count / population if population else 1.0
    if 0.01 < share < 0.99:
        return rng.permutation(population)[:count]
    if share >= 0.2:
        kept = np.arange(count)
        for i in range(count, population):
            j = rng.randint(0, i + 1)
            if j < count:
                kept[j] = i
        return kept
    seen, kept = set(), []
    while len(kept) < count:
        j = rng.randint(population)
        if j not in seen:
            seen.add(j)
            kept.append(j)
    return np.array(kept)


def _corners(count, dimensions, rng):
    """Different corners of a cube, as rows of zeros and ones."""
    if dimensions > 30:
        high = rng.randint(2, size=(count, dimensions - 30))
        return np.hstack([high, _corners(count, 30, rng)])
    numbers_ = _without_replacement(2 ** dimensions, count, rng).astype(np.int64)
    return (numbers_[:, None] >> np.arange(dimensions - 1, -1, -1)) & 1


def make_classification(n_samples=100, n_features=20, *, n_informative=2, n_redundant=2, n_repeated=0, n_classes=2, n_clusters_per_class=2, weights=None, flip_y=0.01, class_sep=1.0, hypercube=True,
                        shift=0.0, scale=1.0, shuffle=True, random_state=None):
    """Clusters at corners of a cube, with features that repeat, that mix and that say nothing."""
    rng = check_random_state(random_state)
    useful = n_informative + n_redundant + n_repeated
    if useful > n_features:
        raise ValueError('Number of informative, redundant and repeated features must sum to less than the number of total features')
    if n_informative < np.log2(n_classes * n_clusters_per_class):
        raise ValueError('n_classes({}) * n_clusters_per_class({}) must be smaller or equal 2**n_informative({})={}'.format(n_classes, n_clusters_per_class, n_informative, 2 ** n_informative))
    if weights is None:
        weights = [1.0 / n_classes] * n_classes
    else:
        if len(weights) not in (n_classes, n_classes - 1):
            raise ValueError('Weights specified but incompatible with number of classes.')
        weights = list(weights)
        if len(weights) == n_classes - 1:
            weights.append(1.0 - sum(weights))
    clusters = n_classes * n_clusters_per_class
    sizes = [int(n_samples * weights[k % n_classes] / n_clusters_per_class) for k in range(clusters)]
    for i in range(n_samples - sum(sizes)):
        sizes[i % clusters] += 1
    X, y = np.zeros((n_samples, n_features)), np.zeros(n_samples, dtype=int)
    corners = _corners(clusters, n_informative, rng).astype(float)
    corners *= 2 * class_sep
    corners -= class_sep
    if not hypercube:
        corners *= rng.uniform(size=(clusters, 1))
        corners *= rng.uniform(size=(1, n_informative))
    told = X[:, :n_informative]
    told[...] = rng.standard_normal(size=(n_samples, n_informative))
    end = 0
    for k, corner in enumerate(corners):
        here = slice(end, end + sizes[k])
        end = here.stop
        y[here] = k % n_classes
        turn = 2 * rng.uniform(size=(n_informative, n_informative)) - 1
        told[here] = np.dot(told[here], turn)
        told[here] += corner
    if n_redundant > 0:
        mix = 2 * rng.uniform(size=(n_informative, n_redundant)) - 1
        X[:, n_informative:n_informative + n_redundant] = np.dot(told, mix)
    if n_repeated > 0:
        own = n_informative + n_redundant
        X[:, own:useful] = X[:, ((own - 1) * rng.uniform(size=n_repeated) + 0.5).astype(np.intp)]
    if n_features > useful:
        X[:, useful:] = rng.standard_normal(size=(n_samples, n_features - useful))
    if flip_y >= 0.0:
        flipped = rng.uniform(size=n_samples) < flip_y
        y[flipped] = rng.randint(n_classes, size=flipped.sum())
    X += (2 * rng.uniform(size=n_features) - 1) * class_sep if shift is None else shift
    X *= 1 + 100 * rng.uniform(size=n_features) if scale is None else scale
    if shuffle:
        X, y = shuffled(X, y, random_state=rng)
        X = _columns_by_lot(X, rng)
    return X, y


def make_low_rank_matrix(n_samples=100, n_features=100, *, effective_rank=10, tail_strength=0.5, random_state=None):
    """A matrix most of whose weight lies in few directions."""
    from scipy import linalg
    rng = check_random_state(random_state)
    rank = min(n_samples, n_features)
    left, right = (linalg.qr(rng.standard_normal(size=(length, rank)), mode='economic')[0] for length in (n_samples, n_features))
    place = np.arange(rank, dtype=np.float64)
    falling = (1 - tail_strength) * np.exp(-1.0 * (place / effective_rank) ** 2) + tail_strength * np.exp(-0.1 * place / effective_rank)
    return left.dot(np.diag(falling)).dot(right.T)


def make_regression(n_samples=100, n_features=100, *, n_informative=10, n_targets=1, bias=0.0, effective_rank=None, tail_strength=0.5, noise=0.0, shuffle=True, coef=False, random_state=None):
    """A linear law of some of the features, with noise."""
    rng = check_random_state(random_state)
    shape = n_samples, n_features
    X = rng.standard_normal(size=shape) if effective_rank is None else make_low_rank_matrix(*shape, effective_rank=effective_rank, tail_strength=tail_strength, random_state=rng)
    telling = min(n_features, n_informative)
    law = np.concatenate([100 * rng.uniform(size=(telling, n_targets)), np.zeros((n_features - telling, n_targets))])
    y = X.dot(law) + bias
    if noise > 0.0:
        y += rng.normal(scale=noise, size=y.shape)
    if shuffle:
        X, y = shuffled(X, y, random_state=rng)
        X, law = _columns_by_lot(X, rng, law)
    return (X, y.squeeze(), law.squeeze()) if coef else (X, y.squeeze())


def _columns_by_lot(X, rng, law=None):
    """The columns in a drawn order, and the law's rows with them."""
    order = np.arange(X.shape[1])
    rng.shuffle(order)
    moved = np.ascontiguousarray(X[:, order])
    return moved if law is None else (moved, law[order])


def make_swiss_roll(n_samples=100, *, noise=0.0, random_state=None, hole=False):
    """A sheet that is rolled up, with each point's place along it."""
    rng = check_random_state(random_state)
    if hole:
        corners = np.array([[np.pi * (1.5 + i), j * 7] for i in range(3) for j in range(3) if (i, j) != (1, 1)])
        which = rng.choice(8, n_samples)
        t, y = corners[which].T + rng.uniform(size=(2, n_samples)) * np.array([[np.pi], [7]])
    else:
        t = 1.5 * np.pi * (1 + 2 * rng.uniform(size=n_samples))
        y = 21 * rng.uniform(size=n_samples)
    X = np.vstack((t * np.cos(t), y, t * np.sin(t)))
    X += noise * rng.standard_normal(size=(3, n_samples))
    return X.T, np.squeeze(t)


def make_s_curve(n_samples=100, *, noise=0.0, random_state=None):
    """A sheet bent to an S."""
    rng = check_random_state(random_state)
    along = 3 * np.pi * (rng.uniform(size=n_samples) - 0.5)
    across = 2.0 * rng.uniform(size=n_samples)
    sheet = np.stack([np.sin(along), across, np.sign(along) * (np.cos(along) - 1)], axis=1)
    return sheet + noise * rng.standard_normal(size=(3, n_samples)).T, along


def make_friedman1(n_samples=100, n_features=10, *, noise=0.0, random_state=None):
    """Friedman's first law: five features tell, the others do not."""
    if n_features < 5:
        raise ValueError('n_features must be at least five.')
    rng = check_random_state(random_state)
    X = rng.uniform(size=(n_samples, n_features))
    a, b, c, d, e = X.T[:5]
    law = 10 * np.sin(np.pi * a * b)
    for term in 20 * (c - 0.5) ** 2, 10 * d, 5 * e:
        law = law + term
    return X, law + noise * rng.standard_normal(size=n_samples)


def _friedman(n_samples, noise, random_state, law):
    rng = check_random_state(random_state)
    X = rng.uniform(size=(n_samples, 4))
    X[:, 0] *= 100
    X[:, 1] *= 520 * np.pi
    X[:, 1] += 40 * np.pi
    X[:, 3] *= 10
    X[:, 3] += 1
    return X, law(X) + noise * rng.standard_normal(size=(n_samples))


def make_friedman2(n_samples=100, *, noise=0.0, random_state=None):
    """Friedman's second law: the size of an impedance."""
    return _friedman(n_samples, noise, random_state, lambda X: (X[:, 0] ** 2 + (X[:, 1] * X[:, 2] - 1 / (X[:, 1] * X[:, 3])) ** 2) ** 0.5)


def make_friedman3(n_samples=100, *, noise=0.0, random_state=None):
    """Friedman's third law: its phase."""
    return _friedman(n_samples, noise, random_state, lambda X: np.arctan((X[:, 1] * X[:, 2] - 1 / (X[:, 1] * X[:, 3])) / X[:, 0]))
