"""scipy.cluster.hierarchy: trees of clusters, what is cut out of them and told of them, the numbers of their drawings."""
import warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.cluster import hierarchy as H
from scipy.spatial.distance import pdist, squareform
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
X=np.array([[0,0],[0,1],[1,0],[0,4],[0,3],[1,4],[4,0],[3,0],[4,1],[4,4],[3,4],[4,3]])
r=np.random.RandomState(2); Y=r.rand(15,3)
np.set_printoptions(precision=5,suppress=True)
for m in ('single','complete','average','weighted','centroid','median','ward'):
    print(m); t(lambda: H.linkage(Y,m)); t(lambda: H.linkage(X,m)); t(lambda:H.linkage(pdist(X),m))
Z=H.linkage(Y,'average'); W=H.linkage(X,'ward')
for c,k in (('distance',.4),('maxclust',3),('inconsistent',.9),('maxclust',1),('maxclust',30)):
    t(lambda: H.fcluster(Z,k,c)); t(lambda: H.fcluster(W,k,c))
t(lambda: H.fcluster(Z,1.1)); t(lambda: H.fcluster(Z,.5,'bad'))
t(lambda: H.fclusterdata(X,1.0)); t(lambda: H.fclusterdata(X,3,criterion='maxclust',method='ward'))
t(lambda: H.inconsistent(Z)); t(lambda: H.inconsistent(Z,3)); t(lambda: H.cophenet(Z)[:9]); t(lambda: H.cophenet(Z,pdist(Y))[0])
t(lambda: H.leaves_list(Z)); t(lambda: H.is_valid_linkage(Z)); t(lambda: H.num_obs_linkage(Z)); t(lambda: H.is_monotonic(Z)); t(lambda: H.is_valid_im(H.inconsistent(Z)))
t(lambda: H.maxdists(Z)); t(lambda: H.maxinconsts(Z,H.inconsistent(Z))); t(lambda: H.maxRstat(Z,H.inconsistent(Z),3)); t(lambda: H.cut_tree(Z,[3,5])[:5]); t(lambda: H.cut_tree(Z,height=.4).ravel()); t(lambda: H.cut_tree(Z).shape)
tr=H.to_tree(Z); print(tr.id,tr.dist,tr.count,tr.is_leaf(),tr.get_left().id,tr.get_right().id,tr.pre_order())
for kw in ({},{'color_threshold':0.3},{'orientation':'left'},{'truncate_mode':'lastp','p':4},{'truncate_mode':'level','p':2},{'count_sort':True},{'distance_sort':True},{'labels':list('abcdefghijklmno')},{'truncate_mode':'lastp','p':4,'show_leaf_counts':False},{'get_leaves':True,'leaf_label_func':lambda i:'L%d'%i},{'above_threshold_color':'k'},{'count_sort':'descending'},{'distance_sort':'descending'}):
    d=H.dendrogram(Z,no_plot=True,**kw); print(kw if 'leaf_label_func' not in kw else 0); print({k:np.round(v,4).tolist() if k in('icoord','dcoord') else v for k,v in d.items()})
t(lambda: H.linkage([1,2],'single')); t(lambda: H.linkage(Y,'nope')); t(lambda: H.linkage([[np.nan,1],[2,3]])); t(lambda: H.linkage(np.zeros((0,2))));t(lambda: H.linkage(pdist(Y),'ward')[:3]); t(lambda: H.linkage(squareform(pdist(Y)),'single')[:2]); t(lambda: H.linkage(Y,'ward','cityblock'))
t(lambda: H.leaders(Z,H.fcluster(Z,3,'maxclust'))); t(lambda: H.is_isomorphic([1,1,2],[2,2,1])); t(lambda: H.correspond(Z,pdist(Y)))
t(lambda: H.optimal_leaf_ordering(Z,pdist(Y))[:, :2].T)
t(lambda: H.linkage(Y,'average',optimal_ordering=True)[:, :2].T)
t(lambda: H.is_valid_linkage(np.zeros((2,3)))); t(lambda: H.is_valid_linkage(np.zeros((2,3)),throw=True)); t(lambda: H.dendrogram(Z,p=2,truncate_mode='x',no_plot=True))
