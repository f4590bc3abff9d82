"""scipy.spatial.transform: turnings as quaternions, matrices, axes and angles; Slerp."""
import warnings
warnings.simplefilter("ignore")
import numpy as np
from scipy.spatial.transform import Rotation as R, Slerp
np.set_printoptions(precision=6,suppress=True)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
r=R.from_euler('z',90,degrees=True)
t(lambda: r.as_quat()); t(lambda: r.as_matrix()); t(lambda: r.as_rotvec()); t(lambda: r.as_rotvec(degrees=True)); t(lambda: r.as_mrp()); t(lambda: r.as_euler('zyx',degrees=True)); t(lambda: r.apply([1,0,0])); t(lambda: r.inv().as_euler('xyz')); t(lambda: r.magnitude())
q=R.from_quat([[0,0,np.sin(np.pi/4),np.cos(np.pi/4)],[1,2,3,4]]); t(lambda: q.as_quat()); t(lambda: len(q)); t(lambda: q[0].as_quat()); t(lambda: q.as_matrix()); t(lambda: q.as_euler('XYZ')); t(lambda: q.apply([1,2,3])); t(lambda: q.apply([1,2,3],inverse=True)); t(lambda: (q*r).as_quat()); t(lambda: (r*q).as_rotvec()); t(lambda: q.inv().as_quat()); t(lambda: q.magnitude()); t(lambda: q.mean().as_quat()); t(lambda: (q**2).as_quat() if hasattr(R,'__pow__') else 0); t(lambda: q.single); t(lambda: r.single)
for s in ('xyz','zyx','ZXZ','xyx','YXZ','x','xy'):
    a=[30,40,50][:len(s)]; t(lambda: R.from_euler(s,a if len(s)>1 else a[0],degrees=True).as_quat())
    if len(s)==3: t(lambda: q.as_euler(s,True))
t(lambda: R.from_matrix([[0,-1,0],[1,0,0],[0,0,1]]).as_rotvec()); t(lambda: R.from_rotvec([[0,0,np.pi/2],[1,1,1]]).as_quat()); t(lambda: R.from_rotvec(45*np.array([0,1,0]),degrees=True).as_euler('yxz',True)); t(lambda: R.from_mrp([0,0,.3]).as_quat()); t(lambda: R.identity().as_matrix()); t(lambda: R.identity(2).as_quat())
t(lambda: R.random(random_state=1).as_quat()); t(lambda: R.random(2,random_state=1).as_quat()); t(lambda: R.concatenate([r,R.identity()]).as_quat()); t(lambda: R.align_vectors([[0,1,0],[1,0,0]],[[1,0,0],[0,-1,0]])[0].as_matrix()); t(lambda: R.align_vectors([[0,1,0],[1,0,0]],[[1,0,0],[0,-1,0.1]])[1])
k=R.from_euler('z',[0,90],degrees=True); sl=Slerp([0,1],k); t(lambda: sl([0,.25,.5,1]).as_euler('zyx',True)); t(lambda: sl(.5).as_quat()); t(lambda: sl(2)); t(lambda: Slerp([0,1],r)); t(lambda: Slerp([1,0],k))
t(lambda: R.from_quat([0,0,0,0])); t(lambda: R.from_quat([1,2,3])); t(lambda: R.from_euler('xyw',[1,2,3])); t(lambda: R.from_euler('xyz',[1,2])); t(lambda: R.from_euler('xxy',[1,2,3])); t(lambda: r[0]); t(lambda: len(r)); t(lambda: R.create_group('C4').as_quat() ); t(lambda: R.from_matrix(np.eye(2))); t(lambda: r.reduce().as_quat()); t(lambda: q.mean([1,3]).as_rotvec()); t(lambda: r.apply([1,2])); t(lambda: R.from_quat([0,0,-1,-1]).as_quat())
