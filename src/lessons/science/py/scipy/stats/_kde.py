"""gaussian_kde: a density as the sum of normal ones around each number of a sample."""
import numpy as np

from scipy.stats._distribution import generator


class gaussian_kde:
    """Points as columns: (d, n), or n numbers."""

    def __init__(self, dataset, bw_method=None, weights=None):
        self.dataset = np.atleast_2d(np.asarray(dataset, float))
        if not self.dataset.size > 1:
            raise ValueError('`dataset` input should have multiple elements.')
        self.d, self.n = self.dataset.shape
        if weights is not None:
            self._weights = np.atleast_1d(weights).astype(float)
            if self._weights.ndim != 1:
                raise ValueError('`weights` input should be one-dimensional.')
            if len(self._weights) != self.n:
                raise ValueError('`weights` input should be of length n')
            self._weights /= self._weights.sum()
        else:
            self._weights = np.full(self.n, 1 / self.n)
        self.weights, self.neff = self._weights, 1 / (self._weights ** 2).sum()
        self.set_bandwidth(bw_method)

    def scotts_factor(self):
        return np.power(self.neff, -1.0 / (self.d + 4))

    def silverman_factor(self):
        return np.power(self.neff * (self.d + 2.0) / 4.0, -1.0 / (self.d + 4))

    def set_bandwidth(self, bw_method=None):
        if bw_method is None or isinstance(bw_method, str):
            if bw_method not in (None, 'scott', 'silverman'):
                raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")
            self.factor = self.silverman_factor() if bw_method == 'silverman' else self.scotts_factor()
        elif callable(bw_method):
            self.factor = bw_method(self)
        elif np.isscalar(bw_method):
            self.factor = bw_method
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")
        self._own = np.atleast_2d(np.cov(self.dataset, rowvar=1, bias=False, aweights=self._weights))
        self.covariance = self._own * self.factor ** 2
        try:
            self._chol = np.linalg.cholesky(self.covariance)
        except np.linalg.LinAlgError:
            raise np.linalg.LinAlgError('The data appears to lie in a lower-dimensional subspace of the space in which it is expressed. This has resulted in a singular data covariance matrix, '
                                        'which cannot be treated using the algorithms implemented in `gaussian_kde`.') from None

    def covariance_factor(self):
        return self.factor

    @property
    def inv_cov(self):
        return np.linalg.inv(self.covariance)

    def _points(self, points):
        points = np.atleast_2d(np.asarray(points, float))
        if points.shape[0] != self.d:
            if points.shape[0] == 1 and points.shape[1] == self.d:
                return points.T
            raise ValueError(f'points have dimension {points.shape[0]}, dataset has dimension {self.d}')
        return points

    def evaluate(self, points):
        points = self._points(points)
        white, own = np.linalg.solve(self._chol, points), np.linalg.solve(self._chol, self.dataset)
        scale = np.prod(np.diag(self._chol)) * (2 * np.pi) ** (self.d / 2)
        made = np.empty(points.shape[1])
        step = max(1, 2_000_000 // max(self.n * self.d, 1))
        for at in range(0, len(made), step):
            off = white[:, at:at + step, None] - own[:, None, :]
            made[at:at + step] = np.exp(-0.5 * (off * off).sum(axis=0)) @ self._weights
        return made / scale

    __call__ = pdf = evaluate

    def logpdf(self, x):
        return np.log(self.evaluate(x))

    def integrate_box_1d(self, low, high):
        from scipy.special import ndtr
        if self.d != 1:
            raise ValueError('integrate_box_1d() only handles 1D pdfs')
        wide = np.sqrt(self.covariance).ravel()[0]
        return float((self._weights * (ndtr((high - self.dataset[0]) / wide) - ndtr((low - self.dataset[0]) / wide))).sum())

    def resample(self, size=None, seed=None):
        drawn = generator(seed)
        size = int(self.neff) if size is None else int(size)
        off = drawn.multivariate_normal(np.zeros(self.d), self.covariance, size=size).T
        return self.dataset[:, drawn.choice(self.n, size=size, p=self._weights)] + off
