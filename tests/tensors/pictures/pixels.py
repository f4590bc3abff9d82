"""Colours as programs give them, single pixels, pixels from sequences, palettes, boxes: what is taken and what is refused."""
from PIL import Image
c=Image.core
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
im=c.new('RGB',(2,2)); l=c.new('L',(2,2)); i16=c.new('I;16B',(2,2)); f=c.new('F',(2,2)); p=c.new('P',(2,2))
for x in (im,l,i16,f,p,c.new('LA',(2,2)), c.new('I',(2,2))):
    for col in (300,-1,1.5,(1,),(1,2),(1,2,3),(1,2,3,4),(1,2,3,4,5),'a',None,(1.5,2,3),(256,-3,4),2**40, 2**70, [1,2,3]):
        t(lambda: (x.mode,col,x.putpixel((1,1),col),x.getpixel((1,1))))
t(lambda: im.getpixel((2,0))); t(lambda: im.getpixel((-1,0))); t(lambda: im.getpixel((-3,0))); t(lambda: im.getpixel((0.5,1))); t(lambda: im.getpixel(3)); t(lambda: im.getpixel((1,)));t(lambda: im.getpixel([1,1])); t(lambda: im.getpixel('ab'))
a=im.pixel_access(0); t(lambda:a[0,0]); t(lambda:a[2,0]); t(lambda:a[-1,-1]); t(lambda: a['x']); t(lambda: a.__setitem__((0,0),(1,2,3))); t(lambda:a[0,0]); t(lambda: len(a)); t(lambda: im[0]); t(lambda: len(im)); t(lambda: im[5])
t(lambda: c.fill('RGB',(2,2),(1,2,3)).getpixel((0,0))); t(lambda: c.fill('RGB',(2,2),5).getpixel((0,0)));t(lambda: c.fill('XX',(2,2),5)); t(lambda: c.fill('RGB',(-2,2),5)); t(lambda: c.new('RGB',(-2,2))); t(lambda: c.new('RGB',(2**31,2))); t(lambda: c.fill('RGB',(2,2)).getpixel((0,0))); t(lambda: c.new('RGB',5)); t(lambda: c.fill('F',(2,2),1.5).getpixel((0,0)))
for m in ('L','1','P','RGB','RGBA','LA','I','F','I;16'):
    for d in ([1,2,3],[300,-5,1.7],[True],['a'],[(1,2,3),(4,5,6)],[(1,2)],b'\1\2\3',5,[1]*10,[None],(1,2),range(3),iter([1,2]),[(1,)],'ab', [1e10], [2**40]):
        def f():
            im=c.new(m,(2,2)); im.putdata(d); return m,d,list(im)
        t(f)
    def g():
        im=c.new(m,(2,2)); im.putdata([1,2,3],2.5,10); return m,list(im)
    t(g)
for m in ('1','L','LA','P','PA','RGB','I','F'):
    for raw in ('RGB','RGBA','BGR','BGRX','XX','RGBX','L','P','RGB;L','BGRA','RGBa','CMYK'):
        def f():
            im=c.new(m,(2,2)); im.putpalette(raw, bytes(range(24)))
            return m,raw,im.mode,im.getpalettemode(),im.getpalette()[:30],im.getpalette('RGBA','RGBA')[:16],len(im.getpalette())
        t(f)
im=c.new('P',(2,2)); t(lambda: im.getpalettemode()); t(lambda: len(im.getpalette())); t(lambda: im.getpalette()[:12])
t(lambda: im.putpalette('RGB',bytes(800))); t(lambda: im.putpalette('RGB',bytes(6))); t(lambda:(len(im.getpalette()),im.getpalette()[:10]))
t(lambda: im.putpalettealpha(1,50)); t(lambda: im.getpalettemode()); t(lambda: im.getpalette('RGBA','RGBA')[:12]); t(lambda: im.putpalettealpha(300)); t(lambda: im.putpalettealphas(b'abc')); t(lambda: im.getpalette('RGBA','RGBA')[:16]); t(lambda: im.putpalettealphas(bytes(300)));t(lambda: len(im.getpalette('RGBA','RGBA')))
t(lambda: im.getpalette('RGB','XX')); t(lambda: im.getpalette('RGB','L')); l=c.new('L',(1,1)); t(lambda: l.getpalettemode()); t(lambda: l.getpalette()); t(lambda: l.putpalettealpha(1)); t(lambda: l.setmode('1')); t(lambda: (l.mode)); r=c.new('RGB',(1,1)); t(lambda:r.setmode('RGBA')); t(lambda:r.mode);t(lambda:r.getpixel((0,0))); t(lambda:r.setmode('L')); t(lambda:r.setmode('CMYK'));t(lambda:r.mode); t(lambda:r.setmode('RGB')); t(lambda:r.mode);  t(lambda:im.setmode('L')); t(lambda:im.mode); t(lambda:im.setmode('P')); t(lambda: im.getpalettemode());  t(lambda:im.setmode('RGB')); t(lambda:im.setmode('LA'));t(lambda:im.setmode('YY'))
la=c.new('LA',(1,1)); t(lambda: la.setmode('PA')); t(lambda:la.mode); t(lambda:la.setmode('RGBA')); t(lambda:la.mode)
im=c.new('P',(2,2)); im.putpalette('RGB',bytes(range(24))); im.putpixel((1,1),5); t(lambda: im.convert('RGB',0).getpixel((1,1)));  t(lambda: im.crop((0,0,1,1)).getpalette()[:6]); t(lambda: im.copy().getpalette()[:6]);
# crop, paste
a=c.new('RGB',(4,3)); a.paste((1,2,3),(0,0,4,3)); t(lambda: list(a.crop((-1,-1,3,2)))); t(lambda: a.crop((3,2,1,1)).size); t(lambda: a.crop((0,0,0,0)).size); t(lambda: a.crop((2**31,0,0,0)))
b=c.new('L',(2,2)); t(lambda: a.paste(b,(0,0,2,2))); t(lambda: a.paste(a,(0,0,2,2))); t(lambda: a.paste(a.crop((0,0,2,2)),(-1,-1,1,1),b)); t(lambda: a.paste(a.crop((0,0,2,2)),(0,0,2,2),c.new('RGB',(2,2)))); t(lambda: a.paste(a.crop((0,0,2,2)),(0,0,2,2),c.new('L',(1,2)))); t(lambda: a.paste((1,2),(0,0,2,2))); t(lambda: a.paste(3,(0,0))); t(lambda: a.paste('x',(0,0,1,1))); t(lambda:a.paste(5,(0,0,2,2),c.new('L',(1,2))))
# pairs
ms=['1','L','LA','La','P','PA','I','F','RGB','RGBA','RGBX','RGBa','CMYK','YCbCr','HSV','LAB','I;16','I;16L','I;16B','I;16N','BGR;15','BGR;16','BGR;24']
for x in ms:
    ok=[]; 
    for y in ms:
        try: 
            q=c.new(x,(2,2)).convert(y,0); ok.append(y+('' if q.mode==y else '='+q.mode))
        except Exception as e: err=(type(e).__name__,str(e))
    print(x,ok,err)
# the two bytes of I;16 are clipped each for itself; bands of several modes put together and apart
for m in ('I;16', 'I;16B'):
    im = c.new(m, (4, 2)); im.putdata([70000, 65535.7, -1, 65536, 131071, 255, 256, -70000]); t(lambda: (m, list(im)))
for m, n in (('RGB', 3), ('RGBA', 4), ('LA', 2), ('CMYK', 4), ('L', 1), ('P', 1)):
    bands = [c.new('L', (37, 3)) for _ in range(n)]
    for k, b in enumerate(bands): b.putdata([(i * (k + 3) + k) % 256 for i in range(111)])
    t(lambda: (m, list(c.merge(m, *bands)), [list(b) for b in c.merge(m, *bands).split()]))
