"""torchvision.io: files that are no pictures, half a picture, one too large, one with a wrong checksum: decoded as each format, and what is said."""
import torch, torchvision.io as io, struct, zlib, numpy as np
from PIL import Image
import io as pio
def t(n,f):
    try: print('ok',n,f())
    except BaseException as e: print(n,type(e).__name__,str(e).splitlines()[0][:100])
T=lambda b: torch.frombuffer(bytearray(b),dtype=torch.uint8)
r=(np.random.RandomState(0).rand(40,50,3)*255).astype('uint8')
def enc(fmt):
    b=pio.BytesIO(); Image.fromarray(r).save(b,fmt); return b.getvalue()
j,p=enc('JPEG'),enc('PNG')
def chunk(k,p): return struct.pack('>I',len(p))+k+p+struct.pack('>I',zlib.crc32(k+p))
bomb=b'\x89PNG\r\n\x1a\n'+chunk(b'IHDR',struct.pack('>IIBBBBB',60000,60000,8,2,0,0,0))+chunk(b'IDAT',zlib.compress(b'0'*100))+chunk(b'IEND',b'')
for name,b in dict(junk=b'hello world junk',half_j=j[:len(j)//2],half_p=p[:len(p)//2],bomb=bomb,png=p,jpg=j,jh=b'\xff\xd8\xff\xe0junk',ph=b'\x89PNG\r\n\x1a\njunk', crc=p[:50]+b'xxxx'+p[54:], gif=enc('GIF')).items():
    t(name+' jpeg',lambda: tuple(io.decode_jpeg(T(b)).shape)); t(name+' png',lambda: tuple(io.decode_png(T(b)).shape)); t(name+' image',lambda: tuple(io.decode_image(T(b)).shape))
