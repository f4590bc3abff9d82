"""scipy: rooms on their own, and what has no such name."""
import scipy
print(scipy.__version__, scipy.stats.norm.cdf(0), scipy.special.expit(0.0), scipy.spatial.distance.cityblock([1, 2], [3, 5]))
from scipy.stats import norm
from scipy import special
for get in (lambda: scipy.no_such, lambda: scipy.stats.no_such, lambda: special.no_such):
    try:
        get()
    except AttributeError as e:
        print(e)
try:
    from scipy.stats import no_such
except ImportError as e:
    print(str(e).partition(' (')[0])
