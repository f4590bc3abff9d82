"""sklearn.datasets: what is drawn from a seed. The tables that sklearn carries (iris, digits, wine, …) and what it fetches are data that perch has not: each says so when it is called."""
from sklearn.datasets._drawn import (make_blobs, make_circles, make_classification, make_friedman1, make_friedman2, make_friedman3, make_low_rank_matrix, make_moons, make_regression, make_s_curve,
                                     make_swiss_roll)

_CARRIED = ('load_breast_cancer', 'load_diabetes', 'load_digits', 'load_iris', 'load_linnerud', 'load_sample_image', 'load_sample_images', 'load_wine')
_FETCHED = ('fetch_20newsgroups', 'fetch_20newsgroups_vectorized', 'fetch_california_housing', 'fetch_covtype', 'fetch_kddcup99', 'fetch_lfw_pairs', 'fetch_lfw_people', 'fetch_olivetti_faces',
            'fetch_openml', 'fetch_rcv1', 'fetch_species_distributions')
__all__ = ['make_blobs', 'make_circles', 'make_classification', 'make_friedman1', 'make_friedman2', 'make_friedman3', 'make_low_rank_matrix', 'make_moons', 'make_regression', 'make_s_curve',
           'make_swiss_roll', *_CARRIED, *_FETCHED]


def _without(name):
    def absent(*args, **kwargs):
        raise NotImplementedError(f"scikit-learn has the data of {name}, perch's sklearn has not; the nearest are make_classification, make_regression and make_blobs, which draw theirs")
    absent.__name__ = absent.__qualname__ = name
    return absent


globals().update((name, _without(name)) for name in (*_CARRIED, *_FETCHED))
