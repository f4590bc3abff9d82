"""Every mode as every other, with and without spread errors; parts laid over others through masks; bands."""
import hashlib, random
from PIL import Image
random.seed(5)
def rnd(m,w,h):
    im=Image.new(m,(w,h))
    if m in('I','F'):
        im.putdata([random.choice([0,1,-5,300,70000,127.6 if m=='F' else 127, random.randrange(-1000,70000)]) for _ in range(w*h)])
    elif m.startswith('I;16'):
        px=im.load()
        for y in range(h):
            for x in range(w): px[x,y]=random.randrange(65536)
    else:
        n=len(im.getbands()); data=[tuple(random.randrange(256) for _ in range(n)) if n>1 else random.choice([0,255]) if m=='1' else random.randrange(256) for _ in range(w*h)]
        px=im.load()
        for i,d in enumerate(data): px[i%w,i//w]=d
    return im
ms=['1','L','LA','La','P','PA','I','F','RGB','RGBA','RGBX','RGBa','CMYK','YCbCr','HSV','LAB','I;16','I;16L','I;16B']
for x in ms:
    im=rnd(x,61,37)
    if x in('P','PA'): im.putpalette([random.randrange(256) for _ in range(768)])
    for y in ms:
        for dither in (0,3):
            try:
                q=im.im.convert(y,dither); r=hashlib.md5(str([p for p in q]).encode()).hexdigest()[:8]
                print(x,y,dither,q.mode,r)
            except Exception as e: print(x,y,dither,type(e).__name__,e)
im=rnd('RGB',300,200)
for f in (lambda: im.convert('L',(.1,.2,.3,4)), lambda: im.convert('RGB',(.1,.2,.3,4,.5,.6,.7,8,.2,-1,.4,200)), lambda: im.convert('P',palette=Image.Palette.WEB), lambda: im.convert('1'), lambda: im.convert('YCbCr').convert('RGB'), lambda: im.convert('HSV').convert('RGB'), lambda: im.convert('CMYK').convert('RGB')):
    q=f(); print(q.mode, hashlib.md5(str(list(q.getdata())).encode()).hexdigest())
import itertools
full=Image.new('RGB',(4096,16)); full.putdata([(i*7%256,i*13//256%256,i*31//65536*5%256) for i in range(65536)])
for m in ('YCbCr','HSV','CMYK','L','F','I'): print(m, hashlib.md5(str(list(full.convert(m).getdata())).encode()).hexdigest())
h=Image.new('HSV',(4096,16)); h.putdata([(i*7%256,i*13//256%256,i*31//65536*5%256) for i in range(65536)]); print(hashlib.md5(str(list(h.convert('RGB').getdata())).encode()).hexdigest())
g=rnd('L',50,40); p=g.convert('P'); print(hashlib.md5(str(list(p.getdata())).encode()).hexdigest())
for m,c in (('RGB',(1,2,3)),('L',5),('1',255),('I',300)):
    for to in ('RGBA','LA'):
        im=rnd(m,40,30); im.info['transparency']=c
        try: print(m,to,hashlib.md5(str(list(im.convert(to).getdata())).encode()).hexdigest())
        except Exception as e: print(m,to,type(e).__name__,e)
# paste
for base in ('L','RGB','RGBA','LA','P','I','F','CMYK','1'):
    for mk in (None,'1','L','LA','RGBA','RGBa'):
        for kind in ('image','colour'):
            im=rnd(base,31,23); src=rnd(base,20,11); mask=rnd(mk,20,11) if mk else None
            for box in ((3,4,23,15),(-7,-3,13,8),(25,20,45,31)):
                try:
                    if kind=='image': im.im.paste(src.im,box,*([mask.im] if mask else []))
                    else:
                        col={'L':200,'P':7,'I':1000,'F':2.5,'I;16':777,'1':255,'LA':(9,100)}.get(base,(10,200,30,128)[:max(3,len(im.getbands()))])
                        im.im.paste(col,box,*([mask.im] if mask else []))
                except Exception as e: print(base,mk,kind,box,type(e).__name__,e); break
            print(base,mk,kind,hashlib.md5(str(list(im.getdata())).encode()).hexdigest()[:10])
im=rnd('RGBA',30,20)
for b in im.split(): print(b.mode,hashlib.md5(str(list(b.getdata())).encode()).hexdigest()[:10])
m=Image.merge('RGBA',im.split()); print(list(m.getdata())==list(im.getdata())); la=Image.merge('LA',im.split()[:2]); print(hashlib.md5(str(list(la.getdata())).encode()).hexdigest()[:10])
im.putalpha(77); print(im.getpixel((3,3))); r=rnd('RGB',8,8); r.putalpha(rnd('L',8,8)); print(r.mode,hashlib.md5(str(list(r.getdata())).encode()).hexdigest()[:10])
