"""scipy.constants, fftpack, misc, io.wavfile and the files of the Matrix Market."""
import warnings
warnings.simplefilter("ignore")
import io, numpy as np
from scipy import constants as C, fftpack as F, misc
from scipy.io import wavfile, mmread, mmwrite, mminfo
from scipy.sparse import coo_matrix
np.set_printoptions(precision=6,suppress=True)
def z(x): return np.round(x, 6) + 0.0 if isinstance(x, np.ndarray) and x.dtype.kind in 'fc' else x
def t(f):
    try: print(z(f()))
    except Exception as e: print(type(e).__name__, e)
for n in sorted(x for x in dir(C) if not x.startswith('_')):
    v=getattr(C,n)
    if isinstance(v,(int,float)): print(n, '%.12g'%v)
t(lambda: C.find('boltzmann')); t(lambda: C.value('electron mass')); t(lambda: C.unit('electron mass')); t(lambda: C.precision('electron mass')); t(lambda: C.convert_temperature([0,100.],'C','F')); t(lambda: C.convert_temperature(np.array([0,100.]),'Fahrenheit','Rankine')); t(lambda: C.value('nope')); t(lambda: C.convert_temperature(1,'x','y')); t(lambda: C.lambda2nu(5e-7)); t(lambda: C.nu2lambda([1e14,2e14])); t(lambda: C.find('radius')[:5]); t(lambda: C.physical_constants['speed of light in vacuum']); t(lambda: C.find('zzz'))
x=np.array([1.,2,0,-1,3]); y=np.array([1.,2,0,-1,3,5]); s=np.sin(np.arange(8)*2*np.pi/8)+.3
for a in (x,y,s):
    t(lambda: F.rfft(a)); t(lambda: F.irfft(F.rfft(a))); t(lambda: F.fft(a)); t(lambda: F.rfftfreq(len(a),.5)); t(lambda: F.dct(a)); t(lambda: F.idct(F.dct(a),2)); t(lambda: F.idct(a,norm='ortho')); t(lambda: F.dst(a,3)); t(lambda: F.idst(a)); t(lambda: F.diff(a)); t(lambda: F.diff(a,2,period=3)); t(lambda: F.diff(a,-1)); t(lambda: F.hilbert(a)); t(lambda: F.ihilbert(a)); t(lambda: F.tilbert(a,.7)); t(lambda: F.itilbert(a,.7)); t(lambda: F.shift(a,.4)); t(lambda: F.irfft(a,4)); t(lambda: F.rfft(a,7))
t(lambda: F.rfft(np.arange(6.).reshape(2,3),axis=0)); t(lambda: F.dctn([[1.,2],[3,4]])); t(lambda: F.idctn([[1.,2],[3,4]])); t(lambda: F.rfft([1j]))
t(lambda: round(misc.derivative(lambda x:x**3+x**2,1.0,dx=1e-6),6)); t(lambda: round(misc.derivative(np.sin,1.0,dx=.1,n=2,order=5),9)); t(lambda: misc.central_diff_weights(5)); t(lambda: misc.derivative(np.sin,1,order=2)); t(lambda: misc.central_diff_weights(4))
for d in (np.int16,np.int32,np.uint8,np.float32,np.float64):
    b=io.BytesIO(); wavfile.write(b,8000,np.arange(6).astype(d)); print(b.getvalue().hex()); r,z=wavfile.read(io.BytesIO(b.getvalue())); print(r,z,z.dtype)
b=io.BytesIO(); wavfile.write(b,8000,np.arange(6).reshape(3,2).astype('i2')); t(lambda: wavfile.read(io.BytesIO(b.getvalue())))
t(lambda: wavfile.write(io.BytesIO(),1,np.array([True]))); t(lambda: wavfile.read(io.BytesIO(b'nonsense123456')));
b=io.BytesIO(); mmwrite(b,coo_matrix([[1,0,2.5],[0,3,0]]),comment='hi'); print(b.getvalue().decode()); b.seek(0); t(lambda: mminfo(b)); b.seek(0); t(lambda: mmread(b).toarray())
b=io.BytesIO(); mmwrite(b,np.array([[1,2],[3,4]])); print(b.getvalue().decode()); b.seek(0); t(lambda: mmread(b))
t(lambda: mmread(io.StringIO('%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 3\n2 1 4\n')).toarray())
