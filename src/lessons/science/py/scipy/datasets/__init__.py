"""Pictures and signals that scipy fetches by pooch, which Debian's has not."""


def _without(name):
    def fetched(*args, **kwargs):
        raise ImportError("Missing optional dependency 'pooch' required for scipy.datasets module. Please use pip or conda to install 'pooch'.")
    fetched.__name__ = fetched.__qualname__ = name
    return fetched


ascent, electrocardiogram, face = map(_without, ('ascent', 'electrocardiogram', 'face'))
__all__ = ['ascent', 'electrocardiogram', 'face']
