"""sklearn.metrics: labels, scores, numbers, partings, distances, reports letter for letter, what is warned of and refused."""
import numpy as np, pandas as pd, warnings
warnings.filterwarnings('always')
def said(message, category, *a, **k): print('WARN', category.__name__, message)
warnings.showwarning = said
from sklearn.metrics import *
from sklearn.metrics.pairwise import *
from sklearn import metrics
def e(f):
    try: r=f(); print(type(r).__name__, r)
    except Exception as x: print(type(x).__name__, x)
rng=np.random.RandomState(0)
cases=[([0,1,2,0,1,2,2],[0,2,1,0,0,1,2]),([0,1,1,0],[0,1,0,0]),(['cat','dog','cat'],['cat','cat','bird']),([1,1,1],[0,0,0]),([0,0],[0,0]),(rng.randint(0,5,40),rng.randint(0,5,40)),(rng.randint(0,2,40),rng.randint(0,2,40)),(np.array([[1,0,1],[0,1,0]]),np.array([[1,1,1],[0,0,0]])),(pd.Series([1,0,1]),[1,1,0]),([0.,1.],[1.,1.]),([True,False],[True,True]),([0,1],[0.2,.7]),([0,1],['a','b']),([0,1],[0,1,1]),([0,3,3],[1,2,3])]
for a,b in cases:
    print('--',a,b)
    for n in 'accuracy_score confusion_matrix balanced_accuracy_score matthews_corrcoef cohen_kappa_score hamming_loss zero_one_loss precision_score recall_score f1_score jaccard_score multilabel_confusion_matrix classification_report precision_recall_fscore_support'.split(): print(n); e(lambda: getattr(metrics,n)(a,b))
    for av in 'micro','macro','weighted',None,'samples','bad':
        for f in precision_score,recall_score,f1_score,jaccard_score: e(lambda: f(a,b,average=av))
        e(lambda: precision_recall_fscore_support(a,b,average=av,beta=2))
    e(lambda: f1_score(a,b,average='macro',zero_division=1)); e(lambda: fbeta_score(a,b,beta=.5,average='macro',zero_division=0))
    for nm in 'true','pred','all','x': e(lambda: confusion_matrix(a,b,normalize=nm))
    w=np.arange(1,len(a)+1)/3
    e(lambda: accuracy_score(a,b,normalize=False)); e(lambda: accuracy_score(a,b,sample_weight=w)); e(lambda: confusion_matrix(a,b,sample_weight=w)); e(lambda: classification_report(a,b,digits=4,zero_division=0,sample_weight=w)); e(lambda: classification_report(a,b,output_dict=True,zero_division=0)); e(lambda: classification_report(a,b,target_names=['n','yes yes yes yes'],zero_division=1)); e(lambda: f1_score(a,b,pos_label=0))
    e(lambda: cohen_kappa_score(a,b,weights='quadratic')); e(lambda: adjusted_rand_score(a,b)); e(lambda: rand_score(a,b)); e(lambda: normalized_mutual_info_score(a,b)); e(lambda: mutual_info_score(a,b)); e(lambda: homogeneity_completeness_v_measure(a,b)); e(lambda: normalized_mutual_info_score(a,b,average_method='geometric'))
e(lambda: classification_report([0,1,2],[0,1,1],labels=[0,1],target_names=['a','b'])); e(lambda: classification_report([0,1,2],[0,1,1],labels=[2,1,0])); e(lambda: confusion_matrix([0,1],[1,1],labels=[1,0])); e(lambda: confusion_matrix([0,1],[1,1],labels=[])); e(lambda: confusion_matrix([0,1],[1,1],labels=[7]))
y=rng.randint(0,2,30); s=np.round(rng.rand(30),1); s2=rng.rand(30)
for sc in s,s2,s2.astype('f'):
    for f in roc_curve,precision_recall_curve,roc_auc_score,average_precision_score,log_loss,brier_score_loss: e(lambda: f(y,sc)); 
    e(lambda: roc_curve(y,sc,drop_intermediate=False)); e(lambda: roc_auc_score(y,sc,max_fpr=.3)); e(lambda: roc_curve(y,sc,sample_weight=s2+1)); e(lambda: roc_auc_score(y,sc,sample_weight=s2))
e(lambda: roc_auc_score([1,1],[.2,.3])); e(lambda: roc_curve([1,1],[.2,.3])); e(lambda: roc_curve([0,0],[.2,.3])); e(lambda: roc_curve(['a','b'],[.2,.3])); e(lambda: roc_curve(['a','b'],[.2,.3],pos_label='b')); e(lambda: roc_curve([0,1,2],[.2,.3,.4])); e(lambda: precision_recall_curve([0,0],[.2,.3])); e(lambda: roc_curve([1,2],[.1,.2]))
P=rng.dirichlet([1,1,1],25); Y=rng.randint(0,3,25)
for mc in 'ovr','ovo','raise':
    for av in 'macro','weighted','micro',None: e(lambda: roc_auc_score(Y,P,multi_class=mc,average=av))
e(lambda: log_loss(Y,P)); e(lambda: log_loss(Y,P,normalize=False)); e(lambda: log_loss([1,1],[.3,.4])); e(lambda: log_loss([1,1],[.3,.4],labels=[0,1])); e(lambda: log_loss(['s','h'],[[.1,.9],[.8,.2]])); e(lambda: log_loss([0,1],P[:2])); e(lambda: log_loss([0,1,2],P[:3]*2)); e(lambda: log_loss(Y,P.astype('f')))
for k in 1,2,3: e(lambda: top_k_accuracy_score(Y,P,k=k))
e(lambda: top_k_accuracy_score([0,1],P[:2])); e(lambda: top_k_accuracy_score(y,s2,k=1)); e(lambda: top_k_accuracy_score([0,1],P[:2],labels=[0,1,2],normalize=False)); e(lambda: roc_auc_score(np.eye(3)[Y],P)); e(lambda: average_precision_score(np.eye(3)[Y],P,average=None)); e(lambda: average_precision_score(Y,P))
e(lambda: auc([0,1,2],[1,2,3])); e(lambda: auc([2,1,0],[1,2,3])); e(lambda: auc([0,2,1],[1,2,3])); e(lambda: auc([0],[1]))
a=rng.randn(20); b=a+rng.randn(20)*.3; A=rng.rand(20,3); B=rng.rand(20,3); w=rng.rand(20)
for n in 'mean_squared_error mean_absolute_error r2_score median_absolute_error explained_variance_score mean_absolute_percentage_error mean_squared_log_error'.split():
    f=getattr(metrics,n); print(n); e(lambda: f(a,b)); e(lambda: f(A,B)); e(lambda: f(A,B,multioutput='raw_values')); e(lambda: f(A,B,multioutput=[.2,.3,.5])); e(lambda: f(A,B,multioutput='variance_weighted')); e(lambda: f(A,B[:,:2])); e(lambda: f([1,2,3],[1,2,3])); e(lambda: f([1,1,1],[1,2,3])); e(lambda: f(A,B,multioutput='x')); e(lambda: f(a.astype('f'),b.astype('f')))
    if n!='median_absolute_error': e(lambda: f(A,B,sample_weight=w))
e(lambda: mean_squared_error(a,b,squared=False)); e(lambda: r2_score([1],[1])); e(lambda: max_error(a,b)); e(lambda: r2_score(a,b,force_finite=False)); e(lambda: mean_squared_error([1,np.nan],[1,2])); e(lambda: mean_squared_error([[1],[2]],[1,2]))
X=rng.randn(12,3); L=rng.randint(0,3,12); Z=rng.randn(4,3)
for f in euclidean_distances,cosine_similarity,cosine_distances,manhattan_distances,linear_kernel,rbf_kernel,polynomial_kernel,sigmoid_kernel: e(lambda: f(X,Z).tolist()); e(lambda: np.round(f(X),12).tolist()); e(lambda: f(X.astype('f'),Z.astype('f')).dtype); e(lambda: f(X,Z[:,:2]))
for m in 'euclidean','cosine','manhattan','l1','chebyshev','correlation','minkowski','sqeuclidean','hamming','canberra': e(lambda: np.round(pairwise_distances(X,Z,metric=m),13).tolist()); e(lambda: np.round(pairwise_distances(X,metric=m),12).tolist())
e(lambda: pairwise_distances(X,Z,metric=lambda p,q: abs(p-q).sum())); e(lambda: euclidean_distances(X,Z,squared=True).tolist())
e(lambda: np.round(silhouette_score(X,L),14)); e(lambda: np.round(silhouette_samples(X,L),13)); e(lambda: silhouette_score(X,np.zeros(12))); e(lambda: np.round(silhouette_score(X,L,metric='manhattan',sample_size=8,random_state=0),13))
print(make_scorer(fbeta_score,beta=2), get_scorer('neg_mean_squared_error'), get_scorer('roc_auc')); e(lambda: get_scorer('foo'))
import matplotlib; matplotlib.use('Agg')
d=ConfusionMatrixDisplay.from_predictions([0,1,2,2],[0,1,1,2],display_labels=['a','b','c'],cmap='Blues'); print([[t.get_text() for t in r] for r in d.text_], d.ax_.get_xlabel(), [t.get_text() for t in d.ax_.get_yticklabels()], [t.get_color() for t in d.text_.ravel()])
d=ConfusionMatrixDisplay(confusion_matrix([0,1,2,2],[0,1,1,2],normalize='true')).plot(values_format='.1f',colorbar=False); print([t.get_text() for t in d.text_.ravel()])
try:
    import torch
    t=torch.tensor([0,1,1,0]); print(accuracy_score(t,torch.tensor([0,1,0,0])), confusion_matrix(t,t), f1_score(t,t), mean_squared_error(torch.tensor([1.,2.]),torch.tensor([1.,3.])), classification_report(t,t))
except ImportError: pass
