"""Triangles over points: edges, neighbours, planes, contours, and where points lie; of random, doubled, regular and round points."""
import hashlib

import numpy as np
from matplotlib import _qhull, _tri
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
t(lambda:_qhull.delaunay([0,1],[0,1]))
t(lambda:_qhull.delaunay([0,1,2],[0,1]))
t(lambda:_qhull.delaunay([0,1,2],[0,1,2]))
t(lambda:_qhull.delaunay([0,0,0],[0,0,0]))
t(lambda:_qhull.delaunay([0,0,1,1],[0,1,0,float('nan')]))
t(lambda:_qhull.delaunay([0,0,1,1],[0,1,0,float('inf')]))
t(lambda:_qhull.delaunay([[0,0,1,1]],[[0,1,0,1]]))
t(lambda:_qhull.delaunay([0,0,1,1],[0,1,0,1]))
t(lambda:_qhull.delaunay("ab","cd"))
x=np.array([0,1,2,0,1,2,0,1,2.]); y=np.array([0,0,0,1,1,1,2,2,2.])
tr,nb=_qhull.delaunay(x,y); print(tr.dtype,tr.shape,tr.tolist(),nb.dtype,nb.tolist())
T=_tri.Triangulation
t(lambda:T())
t(lambda:T(x,y))
t(lambda:T(x,y[:3],tr,None,None,None,True))
t(lambda:T(x,y,tr.T,None,None,None,True))
t(lambda:T(x,y,tr,(True,),None,None,True))
t(lambda:T(x,y,tr,None,((1,2,3),),None,True))
t(lambda:T(x,y,tr,None,None,((1,2,3),),True))
t(lambda:T([[1]],y,tr,None,None,None,True))


t(lambda:T(x,y,tr,None,None,None,3).get_edges())
a=T(x,y,tr,None,None,None,True)
print(a.get_edges().tolist(), a.get_edges().dtype, a.get_neighbors().tolist(), a.get_neighbors().dtype)
print(a.get_edges() is a.get_edges(), a.get_neighbors() is a.get_neighbors())
e=a.get_edges(); 
t(lambda:a.calculate_plane_coefficients(x[:3]))
t(lambda:a.calculate_plane_coefficients("a"))
t(lambda:a.calculate_plane_coefficients())
print(a.calculate_plane_coefficients(x+2*y+1))
t(lambda:a.set_mask([True]))
t(lambda:a.set_mask(None))
print(a.set_mask([True]+[False]*7), a.get_edges().tolist(), a.get_neighbors().tolist(), a.calculate_plane_coefficients(x))
print(a.set_mask(()), len(a.get_edges()))
t(lambda:a.set_mask(np.ones((2,2))))
C=_tri.TriContourGenerator
t(lambda:C())
t(lambda:C(1,2))
t(lambda:C(a,x[:3]))
c=C(a,x+y)
t(lambda:c.create_contour())
t(lambda:c.create_contour("a"))
t(lambda:c.create_contour(1.5))
t(lambda:c.create_contour(100))
t(lambda:c.create_filled_contour(1))
t(lambda:c.create_filled_contour(2,1))
t(lambda:c.create_filled_contour(1,1))
t(lambda:c.create_filled_contour(1,2))
t(lambda:c.create_filled_contour(10,20))
F=_tri.TrapezoidMapTriFinder
t(lambda:F())
t(lambda:F(3))
f=F(a)
print("-")
f.initialize()
t(lambda:f.find_many([.5,1,0,0,2,2,3],[.5,1,0,2,2,1,3]))
t(lambda:f.find_many([.5],[.5,1]))
t(lambda:f.find_many([[.5]],[[.5]]))
t(lambda:f.find_many([.5]))
t(lambda:f.find_many([float('nan')],[.4]))
# doubled points
b=T([0,0,1,1,0.],[0,1,0,1,0.],[[0,1,2],[1,2,3]],None,None,None,True); g=F(b); g.initialize(); t(lambda:g.find_many([.2,.8],[.3,.8]))
b=T([0,0,1,1,0.],[0,1,0,1,0.],[[0,1,4],[1,2,3]],None,None,None,True); g=F(b); t(g.initialize);t(lambda:g.find_many([.2,.8],[.3,.8]))
def h(a): return hashlib.md5(np.ascontiguousarray(a).tobytes()).hexdigest()[:8]
for seed in range(60):
    r=np.random.RandomState(seed)
    n=r.randint(3,400)
    k=seed%4
    if k==0: x,y=r.rand(n),r.rand(n)
    elif k==1: x,y=r.randint(0,12,n)*1.,r.randint(0,12,n)*1.
    elif k==2: a=np.linspace(0,2*np.pi,30,endpoint=False); rr=np.linspace(.2,1,8)[:,None]; x,y=(rr*np.cos(a)).ravel(),(rr*np.sin(a)).ravel()
    else: x,y=[v.ravel() for v in np.meshgrid(np.arange(9.),np.arange(13.)*.5)]
    try: t,nb=_qhull.delaunay(x,y)
    except Exception as e: print(seed,e); continue
    print(seed,n,len(t),h(t),h(nb))
    mask = r.rand(len(t))<.2 if seed%3==0 else None
    T=_tri.Triangulation(x,y,t,mask,None,None if mask is not None else nb,False)
    print(h(T.get_edges()),h(T.get_neighbors()),h(T.calculate_plane_coefficients(x*y+x)))
    z=np.sin(3*x)+np.cos(4*y)*(1+seed%5)
    if seed%7==0: z=np.round(z)
    C=_tri.TriContourGenerator(T,z)
    for l in (-1,-.3,0,.2,.9,1,3): 
        p,c=C.create_contour(l); print(l,len(p),h(np.concatenate(p)) if p else 0,h(np.concatenate(c)) if p else 0)
    for lo,hi in ((-9,9),(-1,1),(0,.5),(.2,.9),(1,2),(-1,0)):
        p,c=C.create_filled_contour(lo,hi); print(lo,hi,len(p),[q.shape for q in p],h(np.concatenate(p)),h(np.concatenate(c)))
    F=_tri.TrapezoidMapTriFinder(T)
    try: F.initialize()
    except Exception as e: print(e); continue
    q=r.rand(500,2)*1.4-.2
    if k==1: q=np.round(q*12)/2.
    if k==3: q*=8
    g=F.find_many(q[:,0],q[:,1]); print(h(g), (g>=0).sum())
    g=F.find_many(x,y); print(h(g))
    a,b=T.get_edges().T
    g=F.find_many((x[a]+x[b])/2,(y[a]+y[b])/2); print("mid",h(g))
