"""sklearn: rooms on their own, what has no such name, data sets from a seed as tables."""
import sklearn
from sklearn import preprocessing, metrics
print(sklearn.__version__, sklearn.clone(preprocessing.StandardScaler(with_mean=False)))
for get in (lambda: sklearn.no_such, lambda: preprocessing.no_such, lambda: metrics.no_such):
    try:
        get()
    except AttributeError as e:
        print(e)
try:
    from sklearn.metrics import no_such
except ImportError as e:
    print(str(e).partition(' (')[0])
try:
    import sklearn.no_such_room
except ModuleNotFoundError as e:
    print(e)
