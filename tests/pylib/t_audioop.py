"""audioop on fragments of every width: what is in them, new ones, other rates and codes; wrong arguments; wave, aifc and sunau over it."""
import warnings
warnings.simplefilter('ignore')
import aifc
import audioop
import io
import random
import sunau
import wave

rng = random.Random(3)
for width in 1, 2, 3, 4:
    data = bytes(rng.randrange(256) for _ in range(width * 40))
    print(width, audioop.max(data, width), audioop.minmax(data, width), audioop.avg(data, width), audioop.rms(data, width), audioop.avgpp(data, width), audioop.maxpp(data, width), audioop.cross(data, width))
    for name, args in [('mul', (1.7,)), ('mul', (-0.3,)), ('tomono', (0.5, 0.5)), ('tostereo', (1, -1)), ('bias', (1000,)), ('bias', (-5,)), ('reverse', ()), ('byteswap', ()), ('lin2lin', (1,)), ('lin2lin', (2,)),
                       ('lin2lin', (3,)), ('lin2lin', (4,)), ('lin2ulaw', ()), ('lin2alaw', ()), ('ulaw2lin', ()), ('alaw2lin', ()), ('lin2adpcm', (None,)), ('adpcm2lin', (None,)), ('lin2adpcm', ((100, 5),))]:
        print(name, getattr(audioop, name)(data, width, *args))
    print(audioop.add(data, data[::-1], width), audioop.getsample(data, width, 7))
    for rates in (8000, 16000), (44100, 8000), (3, 7):
        whole = audioop.ratecv(data, width, 2, *rates, None, 3, 1)
        state, parts = None, b''
        for i in range(0, len(data), width * 4):
            part, state = audioop.ratecv(data[i:i + width * 4], width, 2, *rates, state, 3, 1)
            parts += part
        print(whole, parts == whole[0])
    empty = [getattr(audioop, n)(b'', width) for n in ('max', 'minmax', 'avg', 'rms', 'avgpp', 'maxpp', 'cross', 'reverse', 'lin2ulaw')]
    print(empty)
data = bytes(rng.randrange(256) for _ in range(80))
print(audioop.findfit(data, data[20:40]), audioop.findfactor(data[:20], data[20:40]), audioop.findmax(data, 5))
for f in (lambda: audioop.max(b'a', 5), lambda: audioop.max(b'abc', 2), lambda: audioop.max('a', 1), lambda: audioop.getsample(b'ab', 2, 1), lambda: audioop.add(b'ab', b'abcd', 2), lambda: audioop.tomono(b'ab', 2, 1, 1),
          lambda: audioop.ratecv(b'', 1, 0, 1, 1, None), lambda: audioop.ratecv(b'', 1, 1, 0, 1, None), lambda: audioop.ratecv(b'', 1, 1, 1, 1, 5), lambda: audioop.ratecv(b'', 1, 2, 1, 1, (0, ((1, 2),))),
          lambda: audioop.lin2adpcm(b'', 1, (0, 99)), lambda: audioop.adpcm2lin(b'', 1, 5), lambda: audioop.findfit(b'abc', b'ab'), lambda: audioop.findmax(b'ab', 2), lambda: audioop.ratecv(b'ab', 2, 1, 5, 4, None, 0)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
sound = bytes(range(200)) * 4
for module, wide in (wave, 2), (aifc, 2), (sunau, 2), (wave, 3):
    file = io.BytesIO()
    file.close = lambda: None
    with module.open(file, 'wb') as w:
        w.setnchannels(2)
        w.setsampwidth(wide)
        w.setframerate(8000)
        w.writeframes(sound[:wide * 40])
    file.seek(0)
    with module.open(file, 'rb') as r:
        print(tuple(r.getparams()), r.readframes(100) == sound[:wide * 40])
