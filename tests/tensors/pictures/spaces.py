# Colours in other spaces, to the last bit: sums over a third of all colours in each band and over all hues; resized and turned pictures of all widths, which end inside a vector.
import hashlib
import random
from PIL import Image


def told(*pictures):
    return " ".join(hashlib.sha1(p.tobytes()).hexdigest()[:10] for p in pictures)


steps = bytes(range(0, 256, 3))
every = bytes(range(256))
for first in range(0, 256, 15):
    columns = [bytes([first]) * (86 * 256), bytes(g for g in steps for _ in range(256)), every * 86]
    lots = bytearray(3 * 86 * 256)
    for band in range(3):
        lots[band::3] = columns[band]
    size = 86, 256
    print(first, *(told(Image.frombytes(a, size, bytes(lots)).convert(b)) for a, b in (("RGB", "HSV"), ("HSV", "RGB"), ("RGB", "YCbCr"), ("YCbCr", "RGB"))))
print(told(Image.frombytes("HSV", (1, 2), bytes([201, 199, 206, 201, 206, 199])).convert("RGB")), list(Image.frombytes("HSV", (1, 1), bytes([201, 199, 206])).convert("RGB").getdata()))
random.seed(7)
for width in list(range(1, 20)) + [63, 64, 65, 127]:
    height = random.randint(1, 40)
    im = Image.frombytes("RGBA", (width, height), bytes(random.choice((0, 255, random.randrange(256))) for _ in range(width * height * 4)))
    rgb = im.convert("RGB")
    print(width, height, told(*(rgb.resize((random.randint(1, 70), random.randint(1, 30)), kind) for kind in range(6))), told(im.resize((9, 5), 3), im.resize((width * 3 + 1, height), 1)))
    print(*(told(p.transpose(how)) for how in range(7) for p in (im,)), told(rgb.rotate(width * 7), rgb.rotate(-31, expand=True), im.rotate(200, 2)), rgb.tobytes() == b"".join(im.tobytes()[i:i + 3] for i in range(0, width * height * 4, 4)))
    print(told(*(Image.blend(rgb, rgb.transpose(0), by) for by in (.3, 1.4, -2., 1e9))), told(rgb.convert("1"), rgb.convert("P"), rgb.quantize(9, 2), im.quantize(30, 2)))
big = Image.new("L", (32770, 3), 7)
big.putpixel((32768, 1), 200)
print(told(big.rotate(1), big.transform((40, 3), Image.Transform.AFFINE, (1, .001, 32740, .0001, 1, 0)), big.transform((400, 3), Image.Transform.AFFINE, (-163, .001, 32740, .0001, 1, 0))))
