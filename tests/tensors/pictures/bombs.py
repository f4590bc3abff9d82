"""Pictures of 60,000 x 60,000: refused before anything is read; a large one warns; cut and broken ones of every common format."""
import io
import struct
import warnings
import zlib

from PIL import Image, ImageFile


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(side):
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', side, side, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(b'0' * 100)) + chunk(b'IEND', b'')


def attempt(name, function):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, str(error).split(' at 0x')[0][:150])
        for one in seen:
            print('  ', one.category.__name__, str(one.message)[:150])


attempt('60,000', lambda: Image.open(io.BytesIO(png(60000))).size)
attempt('10,000', lambda: Image.open(io.BytesIO(png(10000))).size)
bmp = struct.pack('<2sIHHIIiiHHIIiiII', b'BM', 54, 0, 0, 54, 40, 60000, 60000, 1, 24, 0, 0, 0, 0, 0, 0)
attempt('bmp', lambda: Image.open(io.BytesIO(bmp)).size)
gif = b'GIF89a' + struct.pack('<HHBBB', 60000, 60000, 0, 0, 0) + b',' + struct.pack('<HHHHB', 0, 0, 60000, 60000, 0) + b'\x02\x02D\x01\x00;'
attempt('gif', lambda: Image.open(io.BytesIO(gif)).size)
attempt('enough', lambda: Image.new('L', (20000, 20000)).size)
attempt('resized', lambda: Image.new('L', (4, 4)).resize((70000, 1)).size)
picture = Image.new('RGB', (40, 30), (200, 30, 60))
for kind in 'PNG', 'JPEG', 'GIF', 'BMP', 'TIFF', 'PPM', 'WEBP':
    made = io.BytesIO()
    picture.save(made, kind)
    data = made.getvalue()
    for name, part in ('half', data[:len(data) // 2]), ('head', data[:20]), ('none', b''), ('junk behind', data + b'junk' * 9):
        attempt(f'{kind} {name}', lambda: Image.open(io.BytesIO(part)).convert('L').size)
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    attempt(f'{kind} half, forgiven', lambda: Image.open(io.BytesIO(data[:-12])).convert('L').size)
    ImageFile.LOAD_TRUNCATED_IMAGES = False
