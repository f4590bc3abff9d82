"""Distributions of several variables: multinomial, Dirichlet's, Student's, Wishart's, and matrices that turn."""
import numpy as np

from scipy import special as sc
from scipy.stats._distribution import generator


class _Several:
    """A distribution that can be frozen."""

    def __init__(self, seed=None):
        self._seed = seed

    def __call__(self, *arguments, seed=None, **named):
        return _FrozenSeveral(self, arguments, named, seed)

    def _draw(self, random_state):
        return generator(self._seed if random_state is None else random_state)


class _FrozenSeveral:
    def __init__(self, dist, arguments, named, seed):
        self._dist, self._arguments, self._named, self._seed = dist, arguments, named, seed

    def __getattr__(self, name):
        of = getattr(self._dist, name)
        if name == 'rvs':
            return lambda size=1, random_state=None: of(*self._arguments, size=size, random_state=self._seed if random_state is None else random_state, **self._named)
        if name in ('mean', 'var', 'cov', 'entropy', 'mode'):
            return lambda: of(*self._arguments, **self._named)
        return lambda x: of(x, *self._arguments, **self._named)


class multinomial_gen(_Several):
    def logpmf(self, x, n, p):
        x, n, p = np.asarray(x), np.asarray(n), np.array(p, dtype=float)
        p[..., -1] = 1.0 - p[..., :-1].sum(axis=-1)
        found = sc.gammaln(n + 1) + np.sum(sc.xlogy(x, p) - sc.gammaln(x + 1), axis=-1)
        good = (x.sum(axis=-1) == n) & np.all(x >= 0, axis=-1) & np.all(x == np.floor(x), axis=-1)
        return np.where(good, found, -np.inf)[()]

    def pmf(self, x, n, p):
        return np.exp(self.logpmf(x, n, p))

    def mean(self, n, p):
        return np.asarray(n) * np.asarray(p, dtype=float)

    def cov(self, n, p):
        p = np.asarray(p, dtype=float)
        return n * (np.diag(p) - np.outer(p, p))

    def entropy(self, n, p):
        p = np.asarray(p, dtype=float)
        x = np.arange(1, n + 1)
        from scipy.stats._discrete import binom
        return float(n * np.sum(-sc.xlogy(p, p)) - sc.gammaln(n + 1) + sum(np.sum(np.asarray(binom.pmf(x, n, each)) * sc.gammaln(x + 1)) for each in p))

    def rvs(self, n, p, size=None, random_state=None):
        return self._draw(random_state).multinomial(n, p, size)


class dirichlet_gen(_Several):
    def _alpha(self, alpha):
        alpha = np.asarray(alpha, dtype=float)
        if np.min(alpha) <= 0:
            raise ValueError('All parameters must be greater than 0')
        if alpha.ndim != 1:
            raise ValueError(f"Parameter vector 'a' must be one dimensional, but a.shape = {alpha.shape}.")
        return alpha

    def logpdf(self, x, alpha):
        alpha, x = self._alpha(alpha), np.asarray(x, dtype=float)
        if x.shape[0] + 1 == alpha.shape[0]:
            x = np.append(x, np.array([1 - x.sum(axis=0)]), axis=0)
        if (np.abs(x.sum(axis=0) - 1.0) > 1e-9).any():
            raise ValueError(f"The input vector 'x' must lie within the normal simplex. but np.sum(x, 0) = {x.sum(axis=0)}.")
        return -(np.sum(sc.gammaln(alpha)) - sc.gammaln(np.sum(alpha))) + np.sum(sc.xlogy(alpha - 1, x.T).T, axis=0)

    def pdf(self, x, alpha):
        return np.exp(self.logpdf(x, alpha))

    def mean(self, alpha):
        alpha = self._alpha(alpha)
        return alpha / alpha.sum()

    def var(self, alpha):
        alpha = self._alpha(alpha)
        total = alpha.sum()
        return alpha * (total - alpha) / (total * total * (total + 1))

    def entropy(self, alpha):
        alpha = self._alpha(alpha)
        total = alpha.sum()
        return np.sum(sc.gammaln(alpha)) - sc.gammaln(total) + (total - alpha.size) * sc.psi(total) - np.sum((alpha - 1) * np.asarray(sc.psi(alpha)))

    def rvs(self, alpha, size=1, random_state=None):
        return self._draw(random_state).dirichlet(self._alpha(alpha), size=size)


class multivariate_t_gen(_Several):
    def _parts(self, loc, shape, df):
        shape = np.atleast_2d(np.asarray(1.0 if shape is None else shape, dtype=float))
        loc = np.zeros(len(shape)) if loc is None else np.atleast_1d(np.asarray(loc, dtype=float))
        if shape.shape != (len(loc),) * 2:
            shape = np.eye(len(loc)) * shape if shape.size == 1 else shape
        return loc, shape, df

    def logpdf(self, x, loc=None, shape=1, df=1):
        loc, shape, df = self._parts(loc, shape, df)
        off = np.asarray(x, dtype=float) - loc
        off = off[..., None] if off.ndim and off.shape[-1] != len(loc) else off
        far = np.sum(np.linalg.solve(np.linalg.cholesky(shape), off.reshape(-1, len(loc)).T) ** 2, axis=0).reshape(off.shape[:-1])
        d = len(loc)
        if np.isinf(df):
            return -0.5 * (d * np.log(2 * np.pi) + np.linalg.slogdet(shape)[1] + far)
        t = 0.5 * (df + d)
        return (sc.gammaln(t) - sc.gammaln(0.5 * df) - d / 2.0 * np.log(df * np.pi) - 0.5 * np.linalg.slogdet(shape)[1] - t * np.log(1 + 1.0 / df * far))[()]

    def pdf(self, x, loc=None, shape=1, df=1, allow_singular=False):
        return np.exp(self.logpdf(x, loc, shape, df))

    def rvs(self, loc=None, shape=1, df=1, size=1, random_state=None):
        loc, shape, df = self._parts(loc, shape, df)
        rng = self._draw(random_state)
        x = np.ones(size) if np.isinf(df) else rng.chisquare(df, size=size) / df
        z = rng.multivariate_normal(np.zeros(len(loc)), shape, size=size)
        made = loc + z / np.sqrt(x)[..., None]
        return made.reshape(made.shape[1:]) if size == 1 else made


class wishart_gen(_Several):
    def _parts(self, df, scale):
        scale = np.atleast_2d(np.asarray(1.0 if scale is None else scale, dtype=float))
        if df <= len(scale) - 1:
            raise ValueError('Degrees of freedom must be greater than the dimension of scale matrix minus 1.')
        return len(scale), df, scale

    def mean(self, df, scale):
        return self._squeezed(df * self._parts(df, scale)[2])

    def var(self, df, scale):
        s = self._parts(df, scale)[2]
        return self._squeezed(df * (s ** 2 + np.outer(np.diag(s), np.diag(s))))

    def _squeezed(self, found):
        return np.squeeze(found)[()]

    def logpdf(self, x, df, scale):
        d, df, s = self._parts(df, scale)
        x = np.asarray(x, dtype=float).reshape(-1, d, d) if np.ndim(x) != 1 else np.asarray(x, dtype=float)[:, None, None]
        log = np.array([0.5 * (df - d - 1) * np.linalg.slogdet(each)[1] - 0.5 * np.trace(np.linalg.solve(s, each)) for each in x])
        return self._squeezed(log - (0.5 * df * d * np.log(2) + 0.5 * df * np.linalg.slogdet(s)[1] + sc.multigammaln(0.5 * df, d)))

    def pdf(self, x, df, scale):
        return np.exp(self.logpdf(x, df, scale))

    def _triangles(self, count, d, df, rng):
        low = d * (d - 1) // 2
        cov = rng.normal(size=count * low).reshape((count, low))
        var = np.r_[[rng.chisquare(df - (i + 1) + 1, size=count) ** 0.5 for i in range(d)]].reshape((d, count)).T
        made = np.zeros((count, d, d))
        made[(slice(None), *np.tril_indices(d, -1))] = cov
        made[(slice(None), *np.diag_indices(d))] = var
        return made

    def rvs(self, df, scale, size=1, random_state=None):
        d, df, s = self._parts(df, scale)
        root = np.linalg.cholesky(s)
        count = int(np.prod(size))
        a = self._triangles(count, d, df, self._draw(random_state))
        made = np.array([(root @ each) @ (root @ each).T for each in a])
        return self._squeezed(made.reshape(*np.atleast_1d(size), d, d))


class invwishart_gen(wishart_gen):
    def mean(self, df, scale):
        d, df, s = self._parts(df, scale)
        return self._squeezed(s / (df - d - 1)) if df > d + 1 else None

    def logpdf(self, x, df, scale):
        d, df, s = self._parts(df, scale)
        x = np.asarray(x, dtype=float).reshape(-1, d, d) if np.ndim(x) != 1 else np.asarray(x, dtype=float)[:, None, None]
        log = np.array([0.5 * df * np.linalg.slogdet(s)[1] - 0.5 * np.trace(s @ np.linalg.inv(each)) - 0.5 * (df + d + 1) * np.linalg.slogdet(each)[1] for each in x])
        return self._squeezed(log - 0.5 * df * d * np.log(2) - sc.multigammaln(0.5 * df, d))

    def rvs(self, df, scale, size=1, random_state=None):
        d, df, s = self._parts(df, scale)
        root = np.linalg.cholesky(s)
        a = self._triangles(int(np.prod(size)), d, df, self._draw(random_state))
        made = np.array([(root @ np.linalg.inv(each).T) @ (root @ np.linalg.inv(each).T).T for each in a])
        return self._squeezed(made.reshape(*np.atleast_1d(size), d, d))


class ortho_group_gen(_Several):
    """Turns and mirrors, all alike."""
    _special = False

    def rvs(self, dim, size=1, random_state=None):
        rng, size = self._draw(random_state), int(size)
        if dim is None or not np.isscalar(dim) or dim <= 1 or dim != int(dim):
            raise ValueError('Dimension of rotation must be specified,and must be a scalar greater than 1.')
        if self._special and size == 1 or self._special:
            return np.array([self._turn(dim, rng) for _ in range(size)]) if size > 1 else self._turn(dim, rng)
        z = rng.normal(size=(size, dim, dim)) if size > 1 else rng.normal(size=(dim, dim))
        q, r = np.linalg.qr(z)
        d = np.diagonal(r, axis1=-2, axis2=-1)
        return q * (d / np.abs(d))[..., None, :]

    def _turn(self, dim, rng):
        h, d = np.eye(dim), np.empty((dim,))
        for n in range(dim - 1):
            x = rng.normal(size=(dim - n,))
            size2 = np.dot(x, x)
            first = x[0].item()
            d[n] = np.sign(x[0]) if x[0] != 0 else 1
            x[0] += d[n] * np.sqrt(size2)
            x /= np.sqrt((size2 - first ** 2 + x[0] ** 2) / 2.0)
            h[:, n:] -= np.outer(np.dot(h[:, n:], x), x)
        d[-1] = (-1) ** (dim - 1) * d[:-1].prod()
        return (d * h.T).T


class special_ortho_group_gen(ortho_group_gen):
    _special = True


class uniform_direction_gen(_Several):
    """Points on a sphere."""

    def rvs(self, dim, size=None, random_state=None):
        rng = self._draw(random_state)
        shape = () if size is None else tuple(np.atleast_1d(size))
        x = rng.normal(size=(*shape, dim)) if shape else rng.normal(size=(1, dim))
        x = x / np.linalg.norm(x, axis=-1, keepdims=True)
        return x if shape else x[0]


class matrix_normal_gen(_Several):
    def logpdf(self, X, mean=None, rowcov=1, colcov=1):
        X, mean, r, c = self._parts(mean, rowcov, colcov, X)
        off = X - mean
        m, n = mean.shape
        far = np.trace(np.linalg.solve(c, off.T) @ np.linalg.solve(r, off))
        return -0.5 * (m * n * np.log(2 * np.pi) + n * np.linalg.slogdet(r)[1] + m * np.linalg.slogdet(c)[1] + far)

    def pdf(self, X, mean=None, rowcov=1, colcov=1):
        return np.exp(self.logpdf(X, mean, rowcov, colcov))

    def _parts(self, mean, rowcov, colcov, X=None):
        shape = np.shape(mean) if mean is not None else np.shape(X) if X is not None else (np.atleast_2d(rowcov).shape[0], np.atleast_2d(colcov).shape[0])
        mean = np.zeros(shape) if mean is None else np.asarray(mean, dtype=float)
        wide = lambda cov, k: np.eye(k) * cov if np.ndim(cov) == 0 else np.diag(cov) if np.ndim(cov) == 1 else np.asarray(cov, dtype=float)
        return None if X is None else np.asarray(X, dtype=float), mean, wide(rowcov, mean.shape[0]), wide(colcov, mean.shape[1])

    def rvs(self, mean=None, rowcov=1, colcov=1, size=1, random_state=None):
        _, mean, r, c = self._parts(mean, rowcov, colcov)
        rng = self._draw(random_state)
        z = rng.standard_normal(size=(int(size), mean.shape[1], mean.shape[0])).transpose(0, 2, 1)
        made = mean + np.linalg.cholesky(r) @ z @ np.linalg.cholesky(c).T
        return made[0] if size == 1 else made


class random_correlation_gen(_Several):
    def rvs(self, eigs, random_state=None, tol=1e-13, diag_tol=1e-7):
        eigs = np.asarray(eigs, dtype=float)
        n = eigs.size
        if np.fabs(np.sum(eigs) - n) > tol:
            raise ValueError('Sum of eigenvalues must equal dimensionality.')
        m = ortho_group_gen().rvs(n, random_state=self._draw(random_state))
        m = m @ np.diag(eigs) @ m.T
        for i in range(n):
            if m[i, i] == 1:
                continue
            j = next((j for j in range(i + 1, n) if (m[i, i] > 1) != (m[j, j] > 1)), n - 1)
            aii, ajj, aij = m[i, i] - 1, m[j, j] - 1, m[i, j]
            t = (aij + np.copysign(np.sqrt(max(aij ** 2 - aii * ajj, 0)), aij)) / ajj if ajj else 0.0
            c = 1 / np.sqrt(1 + t * t)
            s = c * t
            g = np.eye(n)
            g[[i, j], [i, j]], g[i, j], g[j, i] = c, s, -s
            m = g.T @ m @ g
        return m


multinomial, dirichlet, multivariate_t, wishart, invwishart = multinomial_gen(), dirichlet_gen(), multivariate_t_gen(), wishart_gen(), invwishart_gen()
ortho_group, special_ortho_group, uniform_direction, matrix_normal, random_correlation = ortho_group_gen(), special_ortho_group_gen(), uniform_direction_gen(), matrix_normal_gen(), random_correlation_gen()
