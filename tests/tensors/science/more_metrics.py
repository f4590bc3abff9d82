"""scipy.spatial.distance: metrics of truths, by variances and covariances."""
import warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.spatial import distance as D
r=np.random.RandomState(0); X=r.rand(6,3); B=r.rand(6,5)>.5
np.set_printoptions(precision=6,suppress=True)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for m in ('dice','rogerstanimoto','russellrao','sokalmichener','sokalsneath','yule','kulczynski1','hamming','jaccard','matching'):
    t(lambda: D.pdist(B,m)); t(lambda: D.cdist(B[:2],B[2:],m)); t(lambda: getattr(D,m)(B[0],B[1]) if m!='matching' else 0)
t(lambda: D.kulsinski(B[0],B[1])); t(lambda: D.pdist(X,'mahalanobis')); t(lambda: D.pdist(X,'seuclidean')); t(lambda: D.cdist(X[:3],X[3:],'seuclidean')); t(lambda: D.cdist(X[:4],X[3:],'mahalanobis')); t(lambda: D.cdist(X,X,'mahalanobis',VI=np.eye(3))[0]); t(lambda: D.pdist(X,'seuclidean',V=[1,2,3])); t(lambda: D.pdist(X,'jensenshannon'))
t(lambda: D.mahalanobis([1,0,0],[0,1,0],[[1,.5,.5],[.5,1,.5],[.5,.5,1]])); t(lambda: D.seuclidean([1,0,0],[0,1,0],[.1,.1,.1])); t(lambda: D.directed_hausdorff(X[:3],X[3:])); t(lambda: D.is_valid_y([1,2,3])); t(lambda: D.is_valid_y([1,2])); t(lambda: D.num_obs_y([1,2,3])); t(lambda: D.pdist(X[:3],'mahalanobis'));t(lambda: D.sokalsneath([0,0],[0,0])); t(lambda: D.dice([1,0],[1,0],w=[1,2])); t(lambda: D.yule([1,0,0],[0,1,0])); t(lambda: D.pdist(X,'nope'))
