"""What perch's sklearn has not, in its sentence: data, parameters, words."""
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
X, y = [[0., 1], [1, 0], [2, 2], [3, 1]], [0, 1, 0, 1]
for call in (load_iris, lambda: LogisticRegression(solver='liblinear').fit(X, y), lambda: KMeans(2, n_init=1, verbose=1).fit(X), lambda: StandardScaler().set_output(transform='pandas'),
             lambda: CountVectorizer(stop_words='english').fit(['a text'])):
    try:
        print(call())
    except NotImplementedError as e:
        print(e)
