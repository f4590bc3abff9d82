"""sklearn's estimators that lessons compare with, vectorizers, validation in turn, searches of grids."""
import numpy as np, pandas as pd, warnings
warnings.filterwarnings('always')
def said(message, category, *a, **k): print('WARN', category.__name__, message)
warnings.showwarning = said
from sklearn.linear_model import *
from sklearn.neighbors import *
from sklearn.cluster import *
from sklearn.decomposition import *
from sklearn.naive_bayes import GaussianNB
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer, TfidfTransformer
from sklearn.datasets import *
from sklearn.model_selection import *
from sklearn.preprocessing import StandardScaler
from sklearn.pipeline import make_pipeline
np.set_printoptions(precision=6, suppress=True)
def e(f):
    try: r=f(); print(type(r).__name__, r)
    except Exception as x: print(type(x).__name__, x)
X,y=make_regression(80,4,noise=5,random_state=0); X2,y2=make_classification(120,6,n_informative=4,n_classes=3,n_clusters_per_class=1,random_state=1); X3,y3=make_moons(100,noise=.2,random_state=0); B,by=make_blobs(150,centers=4,random_state=3)
for m in LinearRegression(),LinearRegression(fit_intercept=False),Ridge(),Ridge(alpha=10.,fit_intercept=False):
    e(lambda: (m, m.fit(X,y).coef_, round(float(m.intercept_),9), round(m.score(X,y),10), m.predict(X[:3]))); e(lambda: m.fit(X,np.c_[y,2*y]).coef_); e(lambda: m.fit(X,y,sample_weight=np.arange(80)).coef_)
e(lambda: LinearRegression().fit([[1],[2],[3]],[2,4,6]).predict([[4]])); e(lambda: Ridge().fit(X[:3],y[:3]).coef_); e(lambda: LinearRegression().fit([1,2],[1,2])); e(lambda: LinearRegression().fit(X,y[:5])); e(lambda: LinearRegression().predict(X)); e(lambda: LinearRegression().fit(X,y).predict(X[:,:2])); e(lambda: LinearRegression().fit(X,y[:,None]).intercept_)
np.set_printoptions(precision=4, suppress=True)
for m in LogisticRegression(),LogisticRegression(C=.1),LogisticRegression(max_iter=5),LogisticRegression(class_weight='balanced'),LogisticRegression(multi_class='ovr'),LogisticRegression(fit_intercept=False):
    for D,t in (X2,y2),(X3,y3),(X3,np.array(['no','yes'])[y3]):
        e(lambda: (m, m.fit(D,t).coef_, m.intercept_, m.n_iter_, m.score(D,t), m.predict(D[:4]), m.predict_proba(D[:3]), m.decision_function(D[:2]), m.classes_))
m=LogisticRegression(penalty=None); e(lambda: (m, m.fit(X3,y3).coef_, m.intercept_, m.n_iter_)); e(lambda: LogisticRegression().fit(X2,np.zeros(120))); e(lambda: LogisticRegression().fit(X,y)); e(lambda: LogisticRegression(penalty='l1').fit(X2,y2)); e(lambda: LogisticRegression().fit([[np.nan],[1]],[0,1]))
for m in KNeighborsClassifier(),KNeighborsClassifier(3,weights='distance'),KNeighborsClassifier(7,p=1),KNeighborsClassifier(algorithm='brute'),KNeighborsClassifier(n_neighbors=4,metric='cosine'):
    e(lambda: (m, m.fit(X2,y2).score(X2,y2), m.predict(X2[:9]), m.predict_proba(X2[:3]), m.kneighbors(X2[:2]))); e(lambda: m.fit(X3,y3).kneighbors(n_neighbors=2)[1][:5])
for m in KNeighborsRegressor(),KNeighborsRegressor(3,weights='distance'): e(lambda: (m, m.fit(X,y).predict(X[:5]), m.score(X,y)))
e(lambda: NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X[:3])); e(lambda: KNeighborsClassifier(50).fit(X3[:5],y3[:5]).predict(X3)); e(lambda: NearestNeighbors(n_neighbors=2).fit(X).kneighbors_graph(X[:3]).toarray()[:, :6]); e(lambda: NearestNeighbors(radius=1.).fit(X).radius_neighbors(X[:2],sort_results=True)[1][0]); e(lambda: KNeighborsClassifier(0).fit(X3,y3))
for s in range(4):
    for m in KMeans(4,n_init=10,random_state=s),KMeans(3,n_init=1,random_state=s),KMeans(5,init='random',n_init=3,random_state=s),KMeans(2,random_state=s,n_init='auto',max_iter=2):
        e(lambda: (m, m.fit(B).labels_, m.cluster_centers_, round(m.inertia_,6), m.n_iter_, m.predict(B[:5]), m.transform(B[:2]), round(m.score(B),5)))
e(lambda: KMeans(3,random_state=0).fit(B).inertia_); e(lambda: KMeans(200,n_init=1).fit(B)); e(lambda: KMeans(0).fit(B)); e(lambda: KMeans(2,init=B[:2],n_init=1).fit(B).cluster_centers_); e(lambda: KMeans(3,n_init=1,random_state=0).fit([[1,1],[1,1],[2,2]]).labels_); e(lambda: kmeans_plusplus(B,3,random_state=0)); e(lambda: KMeans(3,n_init=1,random_state=0).fit_predict(B.astype('f'))[:9])
big=np.random.RandomState(0).randn(600,30)@np.random.RandomState(1).randn(30,30)
for m in PCA(),PCA(2),PCA(.8),PCA(3,whiten=True),PCA(n_components=2,svd_solver='randomized',random_state=0):
    e(lambda: (m, m.fit_transform(X2)[:3], m.components_, m.explained_variance_, m.explained_variance_ratio_, m.singular_values_, m.mean_, m.n_components_, round(m.noise_variance_,9), m.transform(X2[:2]), m.inverse_transform(m.transform(X2[:2])), m.get_feature_names_out()))
e(lambda: PCA(3,random_state=0).fit_transform(big)[:3]); e(lambda: PCA(50).fit(X2)); e(lambda: PCA(2).fit(X2).get_covariance())
m=TruncatedSVD(2,random_state=0); e(lambda: (m, m.fit_transform(X2)[:3], m.components_, m.explained_variance_ratio_, m.singular_values_)); e(lambda: TruncatedSVD(9).fit(X2))
m=GaussianNB(); e(lambda: (m, m.fit(X2,y2).theta_, m.var_, m.class_prior_, m.predict(X2[:9]), m.predict_proba(X2[:3]), m.score(X2,y2), m.predict_log_proba(X2[:2])))
docs=['This is the first document.','This document is the second document.','And this is the third one.','Is this the first document? Café.']
for V in CountVectorizer(),CountVectorizer(ngram_range=(1,2)),CountVectorizer(binary=True,min_df=2),CountVectorizer(max_features=3),CountVectorizer(stop_words=['is','the']),CountVectorizer(analyzer='char',ngram_range=(2,2),max_features=9),CountVectorizer(analyzer='char_wb',ngram_range=(3,3),max_df=2),CountVectorizer(vocabulary=['first','one']),CountVectorizer(strip_accents='unicode',lowercase=False),TfidfVectorizer(),TfidfVectorizer(sublinear_tf=True,norm='l1'),TfidfVectorizer(use_idf=False,ngram_range=(1,2)),TfidfVectorizer(smooth_idf=False,norm=None,max_df=.6):
    e(lambda: (V, V.fit_transform(docs).toarray(), V.get_feature_names_out(), V.vocabulary_, V.transform(['first second zz']).toarray())); e(lambda: V.fit_transform(docs)); e(lambda: V.inverse_transform(V.transform(docs[:1])))
e(lambda: CountVectorizer().fit('abc')); e(lambda: CountVectorizer().transform(docs)); e(lambda: CountVectorizer().fit(['a','b'])); e(lambda: CountVectorizer(min_df=5).fit(docs)); e(lambda: TfidfVectorizer().transform(docs)); e(lambda: print(CountVectorizer().fit_transform(docs))); e(lambda: TfidfTransformer().fit_transform(CountVectorizer().fit_transform(docs)).toarray())
e(lambda: cross_val_score(LogisticRegression(),X2,y2)); e(lambda: cross_val_score(LinearRegression(),X,y,cv=KFold(3,shuffle=True,random_state=0),scoring='neg_mean_squared_error')); e(lambda: cross_val_score(make_pipeline(StandardScaler(),KNeighborsClassifier()),X2,y2,cv=4,scoring='f1_macro')); e(lambda: sorted(cross_validate(GaussianNB(),X2,y2,scoring=['accuracy','f1_macro'],return_train_score=True))); e(lambda: cross_val_predict(GaussianNB(),X2,y2)[:20])
g=GridSearchCV(KNeighborsClassifier(),{'n_neighbors':[1,3,5],'weights':['uniform','distance']},cv=3); e(lambda: (g, g.fit(X2,y2).best_params_, g.best_score_, g.best_estimator_, g.cv_results_['mean_test_score'], g.cv_results_['rank_test_score'], g.predict(X2[:4]), g.score(X2,y2), list(g.cv_results_)))
g=GridSearchCV(make_pipeline(StandardScaler(),LogisticRegression()),{'logisticregression__C':[.1,1,10]}); e(lambda: (g, g.fit(X2,y2).best_params_, g.cv_results_['param_logisticregression__C'], g.best_estimator_)); e(lambda: GridSearchCV(KNeighborsClassifier(),{'zz':[1]}).fit(X2,y2)); e(lambda: list(ParameterGrid([{'a':[1,2],'b':[3]},{'c':[4]}])))
p=make_pipeline(StandardScaler(),LogisticRegression(C=.5)); e(lambda: (p.fit(X2,y2).score(X2,y2), p.predict(X2[:3]), p.predict_proba(X2[:2]), p[-1].coef_, p.classes_))
