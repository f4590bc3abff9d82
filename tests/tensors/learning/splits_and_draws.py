"""sklearn.model_selection, utils and datasets: splits, shuffles, what is drawn from a seed, to the last bit, and what is refused."""
import numpy as np, warnings
from sklearn.model_selection import *
from sklearn.utils import shuffle, resample, Bunch, check_random_state
from sklearn.datasets import *
rng=np.random.RandomState(0)
X=np.arange(40).reshape(20,2); y=np.array([0,1,2,0,1]*4)
for s in range(6):
    print([a.tolist() for a in train_test_split(X,y,random_state=s)], train_test_split(y.tolist(),test_size=.3,stratify=y,random_state=s))
for cv in KFold(3),KFold(4,shuffle=True,random_state=1),StratifiedKFold(3),StratifiedKFold(4,shuffle=True,random_state=2),ShuffleSplit(2,test_size=.3,random_state=0),StratifiedShuffleSplit(2,random_state=3,test_size=5),LeaveOneOut(),TimeSeriesSplit(3),GroupKFold(3):
    print(cv, [(a.tolist(),b.tolist()) for a,b in list(cv.split(X,y,groups=y))[:4]])
print(shuffle(X,y,random_state=3)); print(resample(X,y,random_state=3,n_samples=6,stratify=y), resample([1,2,3],random_state=1))
import hashlib
def show(n, r): print(n, [ (x.shape, x.dtype, hashlib.md5(np.ascontiguousarray(x).tobytes()).hexdigest()) for x in r])
for s in range(3):
    show('moons',make_moons(101,noise=.1,random_state=s)); show('circles',make_circles((30,41),noise=.05,factor=.3,random_state=s)); show('blobs',make_blobs(77,3,centers=4,random_state=s)); show('blobs2',make_blobs([10,20],centers=None,random_state=s,cluster_std=[1,2.]))
    show('cls',make_classification(random_state=s)); show('cls2',make_classification(200,40,n_informative=33,n_redundant=2,n_repeated=3,n_classes=3,weights=[.2,.3],random_state=s,shift=None,scale=None,hypercube=False)); show('cls3', make_classification(50,5,n_informative=5,n_redundant=0,n_classes=4,random_state=s))
    show('cls4',make_classification(100,12,n_informative=10,random_state=s))
    show('reg',make_regression(100,10,noise=2.,random_state=s,coef=True)); show('reg2',make_regression(50,10,n_targets=2,effective_rank=3,random_state=s))
    show('swiss',make_swiss_roll(50,random_state=s,noise=.1)); show('swissh',make_swiss_roll(50,random_state=s,hole=True)); show('s',make_s_curve(50,noise=.2,random_state=s)); show('f',make_friedman1(50,noise=1,random_state=s)); show('f2',make_friedman2(50,noise=1,random_state=s)); show('f3',make_friedman3(50,noise=1,random_state=s))
print(Bunch(a=1).a, Bunch(b=2))
def e(f):
    try: print(f())
    except Exception as x: print(type(x).__name__, x)
for f in (lambda: train_test_split(), lambda: train_test_split(X,y[:3]), lambda: train_test_split(X,test_size=1.5), lambda: train_test_split(X,test_size=25), lambda: train_test_split(X,test_size=.6,train_size=.7), lambda: train_test_split(X,test_size=12,train_size=12),lambda: train_test_split([1]), lambda: train_test_split(X,stratify=np.arange(20)), lambda: train_test_split(X,stratify=y,test_size=2), lambda: train_test_split(X,stratify=y,shuffle=False), lambda: KFold(1), lambda: KFold(2.5), lambda: KFold(3,random_state=1), lambda: list(KFold(30).split(X)), lambda: list(StratifiedKFold(30).split(X,y)), lambda: StratifiedKFold(3).split(X, np.random.rand(20)).__next__(), lambda: make_circles(factor=2), lambda: make_moons((1,2,3)), lambda: make_classification(n_informative=1), lambda: make_classification(n_features=3), lambda: check_random_state('a'), lambda: train_test_split(5), lambda: train_test_split(X, test_size='a'), lambda: Bunch().a, lambda: make_blobs([1,2],centers=[[1,2]])): e(f)
