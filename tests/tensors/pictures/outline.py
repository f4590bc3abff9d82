"""Shapes of lines and curves (ImageDraw.Outline, shape): filled, in both modes of colours, open, closed, beyond the picture; what is no shape."""
from PIL import Image, ImageDraw
import hashlib
c=Image.core
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
def mk(*ops):
    o=ImageDraw.Outline()
    for n,*a in ops: getattr(o,n)(*a)
    return o
shapes={
 'tri':[('move',10,10),('line',60,20),('line',30,70),('close',)],
 'open':[('move',10,10),('line',60,20),('line',30,70)],
 'curve':[('move',10,60),('curve',20,5,70,5,80,60),('close',)],
 'curve2':[('move',5,5),('curve',95,5,95,95,5,95),('line',5,50),('close',)],
 'two':[('move',10,10),('line',90,10),('line',90,90),('line',10,90),('close',),('move',30,30),('line',60,30),('line',60,60),('line',30,60),('close',)],
 'half':[('move',10.5,10.5),('line',60.4,20.6),('line',30.2,70.7),('close',)],
 'out':[('move',-30,-10),('line',160,20),('line',30,170),('close',)],
 'empty':[],
 'dot':[('move',5,5),('close',)],
 'transform':[('move',10,10),('line',60,20),('curve',30,70,20,50,10,30),('transform',(0.5,0.2,10,-0.3,0.8,20)),('close',)],
}
for name,ops in shapes.items():
    for mode,ink in (('L',200),('RGB',(10,20,250))):
        for fill,outl in ((None,ink),(ink,None),(ink,5 if mode=='L' else (250,0,0))):
            def f():
                im=Image.new(mode,(100,100)); d=ImageDraw.Draw(im); d.shape(mk(*ops),fill,outl); return name,mode,fill is None,outl is None,im.getbbox(),hashlib.sha1(im.tobytes()).hexdigest()[:10], sum(im.histogram()[1:256])
            t(f)
o=ImageDraw.Outline(); t(lambda: type(o).__name__); t(lambda: o.line('a',1)); t(lambda: o.close()); t(lambda: o.transform((1,2))); t(lambda: o.transform(5)); t(lambda:o.line(1,2)); t(lambda:o.expand(3))
t(lambda: Image.core.draw(Image.new('L',(5,5)).im,0).draw_outline(5,3,1))
