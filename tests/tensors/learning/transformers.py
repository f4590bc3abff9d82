"""sklearn.preprocessing, impute, pipeline, compose, base: numbers to the last digit, names, how estimators are shown, what is refused."""
import numpy as np, pandas as pd, warnings
warnings.filterwarnings('always')
def said(message, category, *a, **k): print('WARN', category.__name__, message)
warnings.showwarning = said
from sklearn.preprocessing import *
from sklearn.impute import SimpleImputer
from sklearn.pipeline import *
from sklearn.compose import *
from sklearn.base import *
rng=np.random.RandomState(0); X=rng.randn(20,3)*[1,100,.01]+[3,4,5]; X2=X.copy(); X2[3,1]=np.nan
df=pd.DataFrame({'a':[1.,2,3,np.nan],'b':['x','y','x','z'],'c':[1,2,3,4]})
def e(f):
    try: r=f(); print(r if r is None or isinstance(r,(str,int,float)) else repr(r))
    except Exception as x: print(type(x).__name__, x)
for S in (StandardScaler(),StandardScaler(with_std=False),StandardScaler(with_mean=False),MinMaxScaler(),MinMaxScaler((-1,2),clip=True),MaxAbsScaler(),RobustScaler(),RobustScaler(quantile_range=(10,90)),Normalizer(),Normalizer('l1'),Normalizer(norm='max'),Binarizer(threshold=4)):
    for D in X,X.astype('f'),X2,df[['a','c']],X.tolist(),np.ones((4,2)):
        def go():
            t=S.fit_transform(D); print(S,type(t),t.dtype,t.tolist()); print({k:(v.tolist() if hasattr(v,'tolist') else v) for k,v in sorted(vars(S).items()) if k.endswith('_')})
            if hasattr(S,'inverse_transform'): print(S.inverse_transform(t).tolist())
            print(S.get_feature_names_out())
        e(go)
for f in scale,normalize,minmax_scale,maxabs_scale,robust_scale,binarize: e(lambda: f(X).tolist()); e(lambda: f(X,axis=1)[:2].tolist()) if f is not binarize else 0
e(lambda: scale(X[:,0])); e(lambda: add_dummy_feature(X[:2])); e(lambda: normalize(X,return_norm=True)[1])
for y in ['b','a','c','a'],[3,1,2,1],np.array([1.5,2.]),pd.Series(['u','v','u']),np.array([['a'],['b']]),[True,False]:
    le=LabelEncoder(); e(lambda: (le.fit_transform(y), le.classes_, le.inverse_transform([0,1]))); e(lambda: le.transform(['zz'] if isinstance(le.classes_[0],str) else [77])); e(lambda: le.inverse_transform([99]))
e(lambda: LabelEncoder().fit(['a',1]))
e(lambda: LabelEncoder().transform(['a']))
for y in ['b','a','c','a'],[3,1],[0,1,1],['n','y'],[[1,0],[0,1]],[2,2]:
    lb=LabelBinarizer(); e(lambda: (lb.fit_transform(y), lb.classes_, lb.inverse_transform(lb.transform(y))))
e(lambda: label_binarize([1,6],classes=[1,2,4,6])); e(lambda: label_binarize(['y','n','n'],classes=['n','y'])); e(lambda: MultiLabelBinarizer().fit_transform([('a','b'),('c',)]))
for O in (OneHotEncoder(),OneHotEncoder(sparse_output=False),OneHotEncoder(drop='first'),OneHotEncoder(handle_unknown='ignore',sparse_output=False),OneHotEncoder(drop='if_binary',dtype=int,sparse_output=False),OneHotEncoder(sparse=False),OrdinalEncoder(),OrdinalEncoder(handle_unknown='use_encoded_value',unknown_value=-1)):
    for D in [['a',1],['b',2],['a',3]],df[['b','c']],np.array([[1,2],[3,2]]),df,[['m'],['f']]:
        def go():
            t=O.fit_transform(D); t2=t.toarray() if hasattr(t,'toarray') else t; print(O, type(t).__name__, t2.dtype, t2.tolist(), O.categories_, O.get_feature_names_out()); print(O.inverse_transform(t))
        e(go)
    e(lambda: O.fit(['a'])); e(lambda: O.fit([['a']]).transform([['q']]))
for d in (PolynomialFeatures(),PolynomialFeatures(3,include_bias=False),PolynomialFeatures(degree=(2,3)),PolynomialFeatures(3,interaction_only=True)):
    e(lambda: (d,d.fit_transform(X[:2]).tolist(),d.get_feature_names_out(),d.powers_,d.n_output_features_))
e(lambda: FunctionTransformer(np.log1p).fit_transform(X[:2])); e(lambda: FunctionTransformer().transform(df)); e(lambda: FunctionTransformer(np.log1p,validate=True))
for s in 'mean','median','most_frequent','constant':
    for D in X2[:5],df[['a','c']],[[1,np.nan],[np.nan,3],[1,4]],df[['b']],np.array([[np.nan,1],[np.nan,2]]):
        si=SimpleImputer(strategy=s); e(lambda: (si, si.fit_transform(D), si.statistics_))
e(lambda: SimpleImputer(missing_values=0).fit_transform([[0,1],[2,3.]]))
p=make_pipeline(StandardScaler(),PolynomialFeatures(2),MinMaxScaler()); print(p); print(p.fit_transform(X)[:2].tolist()); print(p.get_params(False)); print(sorted(p.get_params())); print(p.set_params(polynomialfeatures__degree=3)); print(p.named_steps['minmaxscaler'],p[0],p[:2],len(p)); print(p.get_feature_names_out())
e(lambda: p.set_params(foo=1)); e(lambda: p.set_params(standardscaler__foo=1)); e(lambda: StandardScaler().set_params(x=1)); e(lambda: StandardScaler().transform(X)); e(lambda: p.fit(X).transform(X[:,:2])); e(lambda: make_pipeline(5,6).fit(X)); e(lambda: Pipeline([('a',StandardScaler()),('a',StandardScaler())]).fit(X)); e(lambda: p.predict(X))
s=StandardScaler().fit(df[['a','c']]); e(lambda: s.transform(df[['a','c']].values)); e(lambda: s.transform(df[['c','a']])); e(lambda: s.transform(df[['a']])); e(lambda: StandardScaler().fit(X).transform(pd.DataFrame(X,columns=list('abc')))[:1])
for bad in [1,2,3],5,[[[1]]],[['a']],[[np.inf]],np.zeros((0,2)),np.zeros((2,0)),[[1,2],[3]],'abc',[[1j]],None: e(lambda: StandardScaler().fit(bad))
ct=ColumnTransformer([('n',StandardScaler(),['a','c']),('o',OneHotEncoder(),['b'])]); e(lambda: ct.fit_transform(df)); print(ct); print(ct.get_feature_names_out()); print(ct.transformers_)
ct=make_column_transformer((StandardScaler(),['a']),(OneHotEncoder(sparse_output=False),['b']),remainder='passthrough'); e(lambda: ct.fit_transform(df)); e(lambda: ct.get_feature_names_out()); print(ct)
e(lambda: ColumnTransformer([('n',StandardScaler(),[0,2]),('d','drop',[1])]).fit_transform(X)); e(lambda: make_column_transformer((StandardScaler(),make_column_selector(dtype_include=np.number))).fit_transform(df)); e(lambda: ct.transform(df[['a','b']])); e(lambda: ColumnTransformer([('n',StandardScaler(),['q'])]).fit(df)); e(lambda: ColumnTransformer([('n',StandardScaler(),'a')]).fit(df))
class Mine(BaseEstimator,ClassifierMixin):
    def __init__(self,alpha=1.0,name='x',layers=(1,2),inner=None): self.alpha=alpha; self.name=name; self.layers=layers; self.inner=inner
    def fit(self,X,y): self.classes_=np.unique(y); return self
    def predict(self,X): return np.zeros(len(X),int)
m=Mine(alpha=2.5,layers=list(range(40)),inner=Mine(name='long-name-for-breaking-lines'*2)); print(m); print(clone(m)); print(m.get_params(deep=True)); print(Mine(inner={'b':1,'a':2}), Mine(inner=StandardScaler(with_mean=False)), is_classifier(m)); print(Mine().fit(X,[0]*20).score(X,[0]*20)); e(lambda: clone(5)); e(lambda: clone(Mine))
print(make_pipeline(SimpleImputer(strategy='median'),StandardScaler(),PolynomialFeatures(degree=3,include_bias=False,interaction_only=True),Mine(alpha=3.25,name='something rather long here')))
print(FeatureUnion([('a',StandardScaler()),('b',MinMaxScaler())]).fit_transform(X[:3])); print(make_union(StandardScaler(),MinMaxScaler()).fit(X[:3]).get_feature_names_out())
try:
    import torch
    print(StandardScaler().fit_transform(torch.arange(6.).reshape(3,2)), LabelEncoder().fit_transform(torch.tensor([3,1,3])))
except ImportError: pass
