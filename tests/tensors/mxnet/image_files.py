"""JPEG and PNG files into pixels: the files are made here, or kept as text."""
import base64
import os
import struct
import tempfile
import zlib

import mxnet as mx
import numpy as np

JPEG = {
    'plain': (
        '|JeWF01!$>Nk#wx0RR9200961|JwjV01XKW3knDg3knMk4h;_zAQcl55)&sJ9v2`kDKRiEDJ?8BI!Zn>HbyrrEkIX6ModmpQ&KWMT47pHU`kO^PygEhLjevB4iga*CKVMXPc<zyPft%zPft%zPft%z'
        'Pft%zPft%zPft%zPft%zPft%zPft%zPft%zPft%zPft%zPf!2A01*fP6aX9p0U`hb5di}c0sq7R7XSbQ0RR910000000000000041qT1b03Hwk0R#dA0RR9100000000000RjXe5fTFwF%$p902KiN'
        '0RR910000000000000052LHqW9T5Nm0s;d80000000000000011O*{65)&dL|Jncy0|5X65d#qbKLD>9V=$J3y~b<m7)Z0<gt6ZH_4GYbWNtNg%+X1h%d{pwV>VkNNuK;IlOH|%EsMsbzy*zWp~&2A'
        '!Vdh~r~ty*Wf{J)IXrE$WBA*$fD6XZ4U2q_|Je'
    ),
    'grey': (
        '|JeWF01!$>Nk#wx0RR9200961|JwjV01XKW3knDg3knMk4h;_zAQcl55)&sJ9v2`kDKRiEDJ?8BI!Zn>HbyrrEkIX6ModmpQ&KWMT47pHU`kO^PyfIG3kU!d02~1U5di<h02KfM0RR910000000000'
        '000041^>hV9uNQl1OfvA0000000000000620R$lt5(5-56aU%(2mt{A06ze)8en0qlY4=$tcNCGU9y;S1821kEc3%!Z+!Lj4ovgI+L&|CXSB%NV}?!nj;L~Y#?-^(9i4yw*#'
    ),
    'inks': (
        '|JeWT01iQ9Z(?NtWB>pF0095n07C#24i6F!4HOa(5*HN|7#=bq9vmDVJuEIHGD$#8OGiLPMNnFEVo+6WRz*f+h-Gbedx3(1PGF6fjD41Ket~@dzyK5o02BZm1Va%3O%VWD5dcdO0RO}Q82|wQ0|5a5'
        '0000000000000041qJ~E|HJ?y5C8!J1_A>C0000000000000330|W&XF;Np?Au=-&|Jnc!1VaE#09gP_002J#vZi4RdxJKHb{wZh%(!=;xHD);hbhn~YM4=QX3&)mQ=nxgKB_JZ+7cTn;{e#xFoqiD'
        '{hfy?&@LV5E^pZ?9H&5`s$oUV`z1q^=ov|ms*9WUNNlH!17l3W5jfg-hYh*~!@UO^NigBJK%uH(M;l2{;kQ7_Onp>ww2;_s{J=l|*#'
    ),
    'progressive': (
        '|JeWF01!$>Nk#wx0RR9200961|JwjV01yid4h#wq4h;?x5fBp?C>j_R78o%jB^@X_Gd(;xGdMRuNL)@pL{~*OI8bd-S6^ahXlFi6ad~iLcwA*?WB=O#Lje&I5*QU2FB%#zV?sDWV`F1uV`F1uV`F1u'
        'V`F1uV`F1uV`F1uV`F1uV`F1uV`F1uV`F1uV`F1uV`F1uV`Klq01*fP6aX9p0TBQK5di}c0sq7R6#xMN00000000000000000097|HJ?o0RaI40RaF2000000000000RU81pxor01N{G00IyL5C8xH'
        'r=6>=O(--`zjb`Z(@yaz^jBP#V0gd(!~hr&0RaI40RR91000000000000IFL5&zl%2mt{A0R;k@blP;AcH4HGc-(mZ!~hu)00RL50RR910000000000009C65)uE}00;pC0RcY&i8(Zp$q;a91A-ap'
        'qZ>c}!~hu)00RL50RR910000000000009F66A=H}00;pB0RcY&<|&z&rg9XF$Wrkc5&y&h6c7Ob000000000000000001!m+5iXv0RRR+0#E<M02UAd0RaF20000000000000000TKV&00;pA00BQC'
        'iz%$?jV!gOFp|c<|Jncy0|5X600RI301)!I-SaR1!~hl%0RaI30000000000000000RR#I+5iXv0|5a)5P5kl`xK0VEt*zIHsAlm02dJf0RaI300000000000000101+Yo+5iXv0s#R(5L~j$k|2T%'
        'k`RY4|HJ?r5C8%K0|5X40000000000001EoF#$nQ5dYc$2mt{A0Y4Cdh9b_xa6qvZb{m2Q1bZX@*#'
    ),
}


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(rows, width, depth, colour, palette=b'', interlaced=0):
    """A PNG file of rows that are filtered already."""
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, len(rows), depth, colour, 0, 0, interlaced)) + (chunk(b'PLTE', palette) if palette else b'')
            + chunk(b'IDAT', zlib.compress(b''.join(rows))) + chunk(b'IEND', b''))


def show(name, array):
    a = array.asnumpy()
    print(name, a.shape, a.dtype, zlib.crc32(a.tobytes()), a[0, 0].tolist(), a[-1, -1].tolist())


files = {name: base64.b85decode(''.join(text)) for name, text in JPEG.items()}
numbers = np.arange(4096) * 7919 % 251
for name, depth, colour, samples in ('grey', 8, 0, 1), ('colour', 8, 2, 3), ('grey and alpha', 8, 4, 2), ('colour and alpha', 8, 6, 4), ('grey of 16', 16, 0, 1), ('colour of 16', 16, 2, 3):
    line = 11 * samples * depth // 8
    files['png ' + name] = png([bytes([y % 5]) + bytes(numbers[y * line:(y + 1) * line].astype('uint8')) for y in range(9)], 11, depth, colour)
for depth in 1, 2, 4:
    line = (11 * depth + 7) // 8
    rows = [bytes([y % 2]) + bytes(numbers[y * line + 7:(y + 1) * line + 7].astype('uint8')) for y in range(9)]
    files[f'png grey of {depth}'] = png(rows, 11, depth, 0)
    files[f'png palette of {depth}'] = png(rows, 11, depth, 3, bytes(numbers[:3 << depth].astype('uint8')))
files['png palette of 8'] = png([b'\0' + bytes(numbers[y * 11:y * 11 + 11].astype('uint8')) for y in range(9)], 11, 8, 3, bytes(numbers[:768].astype('uint8')))

for name, data in files.items():
    for flag in 1, 0:
        show(f'{name} {flag}', mx.image.imdecode(data, flag=flag))
    show(f'{name} blue first', mx.image.imdecode(data, to_rgb=0))
show('an array', mx.image.imdecode(np.frombuffer(files['plain'], dtype='uint8')))
show('a bytearray', mx.image.imdecode(bytearray(files['plain'])))
out = mx.nd.zeros((20, 28, 3), dtype='uint8')
print(mx.image.imdecode(files['plain'], out=out) is out)
show('out', out)

with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, 'a.jpg')
    with open(name, 'wb') as file:
        file.write(files['plain'])
    show('imread', mx.image.imread(name))
    show('imread grey', mx.image.imread(name, 0))
    show('imread blue first', mx.image.imread(name, to_rgb=False))


def attempt(what, run):
    try:
        run().wait_to_read()
        print(what, 'works')
    except Exception as error:
        print(what, type(error).__name__, str(error).strip().split('\n')[-1])


attempt('no file', lambda: mx.image.imread('not_here.jpg'))
attempt('no picture', lambda: mx.image.imdecode(b'no picture at all'))
attempt('half a head', lambda: mx.image.imdecode(files['plain'][:60]))
attempt('half a PNG', lambda: mx.image.imdecode(files['png colour'][:100]))
attempt('nothing', lambda: mx.image.imdecode(b''))
attempt('text', lambda: mx.image.imdecode('text'))
attempt('a number', lambda: mx.image.imdecode(3))
