"""Stand-ins of photographs: scenes with one thing or several, as JPEG and PNG files: folders for classes, detection, segmentation, Kaggle's trees."""
import struct

import numpy as np

from perch.data import drawn, images, pack, shapes

QUALITY = 85


def jpeg(picture):
    """A uint8 picture (h, w, 3) as a JPEG file."""
    from PIL import _imaging as core
    height, width = picture.shape[:2]
    image = core.new('RGB', (width, height))
    decoder = core.raw_decoder('RGB', 'RGB', 0, 1)
    decoder.setimage(image, (0, 0, width, height))
    decoder.decode(np.ascontiguousarray(picture).tobytes())
    encoder = core.jpeg_encoder('RGB', 'RGB', QUALITY, False, 0, False, 0, 0, 0, -1, None, None, b'', b'')
    encoder.setimage(image, (0, 0, width, height))
    found, status = b'', 0
    while status == 0:
        _, status, data = encoder.encode(65536)
        found += data
    return found


def _classes(seed, kinds, parts, counts, side):
    """(part, class, number, picture): kinds is {class: [(outline, ink, ground)]}."""
    random = np.random.RandomState(seed)
    for part, count in zip(parts, counts):
        for name, forms in kinds.items():
            which = random.randint(0, len(forms), count)
            outlines, inks, tints = zip(*forms)
            pictures = drawn.coloured([shapes.THINGS_AND_MORE[outline] for outline in outlines], which, random, side, inks, tints, spread=.1, turn=25, zoom=(.6, 1.1), shift=.12)
            for number, picture in enumerate(pictures):
                yield part, name, number, picture


def _counts(size, *small):
    return small if size == 'small' else tuple(5 * n for n in small)


def _folders(seed, top, kinds, parts, counts, side, form):
    return pack.zipped([(f'{top}/{part}/{name}/{form(name, number)}', jpeg(picture)) for part, name, number, picture in _classes(seed, kinds, parts, counts, side)])


FOOD = {'hotdog': [('hotdog', (.9, .5, .25), (.85, .85, .8)), ('hotdog', (.95, .45, .2), (.5, .45, .4))],
        'not-hotdog': [('pizza', (.95, .7, .3), (.85, .85, .8)), ('plate', (.85, .85, .9), (.5, .45, .4)), ('cup', (.8, .5, .4), (.6, .6, .6)), ('banana', (.95, .9, .3), (.85, .85, .8))]}
PETS = {'cats': [('cat', (.8, .6, .4), (.5, .6, .5)), ('cat', (.5, .5, .55), (.7, .6, .5))], 'dogs': [('dog', (.8, .6, .4), (.5, .6, .5)), ('dog', (.5, .4, .35), (.7, .6, .5))]}
INSECTS = {'ants': [('ant', (.6, .35, .25), (.6, .7, .4)), ('ant', (.4, .3, .3), (.7, .65, .5))], 'bees': [('bee', (.95, .8, .2), (.6, .7, .4)), ('bee', (.9, .7, .3), (.7, .65, .7))]}


def hotdog(size):
    yield 'hotdog.zip', _folders(1, 'hotdog', FOOD, ('train', 'test'), _counts(size, 150, 60), 224, lambda name, number: f'{number}.jpg')


def cats_and_dogs(size):
    yield 'cats_and_dogs_filtered.zip', _folders(2, 'cats_and_dogs_filtered', PETS, ('train', 'validation'), _counts(size, 150, 60), 150, lambda name, number: f'{name[:-1]}.{number}.jpg')


def hymenoptera(size):
    yield 'hymenoptera_data.zip', _folders(3, 'hymenoptera_data', INSECTS, ('train', 'val'), _counts(size, 120, 75), 224, lambda name, number: f'{number:04}_{name[:-1]}.jpg')


def _placed(random, side, outline, ink, cover_page, shade_page, canvas, least=.22, most=.42):
    """Puts one thing somewhere on the canvas; the mask of where it shows."""
    whole = int(side * random.uniform(least, most))
    left, top = (int(random.randint(0, side - whole + 1)) for _ in range(2))
    cover, shade = drawn.sample([cover_page[None], shade_page[None]], np.zeros(1, np.int64), random, whole, turn=20, zoom=(.85, 1), shift=.02)
    colour = np.asarray(ink, np.float32) + random.normal(0, .05, 3).astype(np.float32)
    part = canvas[top:top + whole, left:left + whole]
    part[:] = part * (1 - cover[0][..., None]) + np.clip(shade[0][..., None] * colour * 1.15, 0, 1) * cover[0][..., None]
    mask = np.zeros((side, side), bool)
    mask[top:top + whole, left:left + whole] = cover[0] > .5
    return mask


def _bounds(mask):
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _detection(random, outline, ink, count, side):
    """(picture, (left, top, right, bottom)) with one thing each."""
    cover, shade = drawn.page(shapes.THINGS_AND_MORE[outline])
    for _ in range(count):
        canvas = drawn.ground(1, side, random, [random.uniform(.2, .8, 3)])[0]
        for _ in range(3):      # what is not looked for
            other = drawn.page(shapes.MORE[('star', 'ring', 'cross', 'triangle')[int(random.randint(4))]])
            _placed(random, side, None, random.uniform(.1, .6, 3), *other, canvas, .1, .25)
        mask = _placed(random, side, outline, ink, cover, shade, canvas)
        yield (np.clip(canvas, 0, 1) * 255).astype(np.uint8), _bounds(mask)


def _records(pictures):
    """(.rec, .idx, .lst) of [(JPEG file, label's numbers)]: MXNet's records with a head before each picture."""
    out, index, listing = bytearray(), [], []
    for number, (data, label) in enumerate(pictures):
        index.append(f'{number}\t{len(out)}\n')
        listing.append('\t'.join([str(number), *(f'{value:.4f}' for value in label), f'{number}.jpg']) + '\n')
        body = struct.pack('<IfQQ', len(label), 0.0, number, 0) + np.asarray(label, '<f4').tobytes() + data
        out += struct.pack('<II', 0xced7230a, len(body)) + body + b'\0' * (-len(body) % 4)
    return bytes(out), ''.join(index).encode(), ''.join(listing).encode()


def pikachu(size):
    random = np.random.RandomState(25)
    train, val = _counts(size, 240, 40)
    for part, count in (('train', train), ('val', val)):
        some = [(jpeg(picture), [4, 5, 256, 256, 0, *(edge / 256 for edge in bounds)]) for picture, bounds in _detection(random, 'pikachu', (1, .85, .15), count, 256)]
        found = _records(some)
        yield from ((f'{part}.{kind}', data) for kind, data in zip(('rec', 'idx', 'lst'), found) if part == 'train' or kind == 'rec')


def banana(size):
    random, members = np.random.RandomState(1000), []
    for part, count in zip(('train', 'val'), _counts(size, 200, 40)):
        rows = [['img_name', 'label', 'xmin', 'ymin', 'xmax', 'ymax']]
        for number, (picture, bounds) in enumerate(_detection(random, 'banana', (1, .9, .2), count, 256)):
            members.append((f'banana-detection/bananas_{part}/images/{number}.png', pack.png(picture & 0xf8)))
            rows.append([f'{number}.png', 0, *bounds])
        members.append((f'banana-detection/bananas_{part}/label.csv', pack.csv_text(rows)))
    yield 'banana-detection.zip', pack.zipped(members)


VOC = 'background aeroplane bicycle bird boat bottle bus car cat chair cow diningtable dog horse motorbike person pottedplant sheep sofa train tvmonitor'.split()
# Classes of segmentation that scenes hold: the outline and the ink of each.
SEEN = {'aeroplane': ('airplane', (.9, .9, .95)), 'bird': ('bird', (.6, .4, .3)), 'boat': ('ship', (.6, .6, .75)), 'bottle': ('bottle', (.3, .7, .4)), 'bus': ('truck', (.9, .7, .2)), 'car': ('automobile', (.9, .25, .25)),
        'cat': ('cat', (.8, .6, .45)), 'cow': ('deer', (.55, .4, .3)), 'dog': ('dog', (.75, .65, .5)), 'horse': ('horse', (.45, .3, .2)), 'person': ('person', (.8, .6, .6))}


def _palette():
    """VOC's colours: three bits of the class's number go to each of red, green and blue in turn, the highest first."""
    entries = []
    for number in range(256):
        entry, rest = [0, 0, 0], number
        for bit in range(7, -1, -1):
            for channel in range(3):
                entry[channel] |= (rest >> channel & 1) << bit
            rest >>= 3
        entries.append(tuple(entry))
    return entries


def voc(size):
    random, side, members, names = np.random.RandomState(2012), 384, [], {'train': [], 'val': []}
    books = {name: drawn.page(shapes.THINGS_AND_MORE[outline]) for name, (outline, _) in SEEN.items()}
    palette, number = _palette(), 0
    for part, count in zip(('train', 'val'), _counts(size, 90, 45)):
        for _ in range(count):
            number += 1
            name = f'2007_{number:06}'
            names[part].append(name)
            canvas, classes = drawn.ground(1, side, random, [random.uniform(.3, .7, 3)])[0], np.zeros((side, side), np.uint8)
            objects, found = np.zeros((side, side), np.uint8), []
            for thing in range(int(random.randint(1, 4))):
                kind = list(SEEN)[int(random.randint(len(SEEN)))]
                mask = _placed(random, side, kind, SEEN[kind][1], *books[kind], canvas, .35, .7)
                edge = mask ^ (mask & np.roll(mask, 2, 0) & np.roll(mask, -2, 0) & np.roll(mask, 2, 1) & np.roll(mask, -2, 1))
                classes[mask], objects[mask] = VOC.index(kind), thing + 1
                classes[edge] = objects[edge] = 255
                found.append((kind, _bounds(mask)))
            height = side - 64 * int(random.randint(0, 2))      # not all are square
            members.append((f'VOCdevkit/VOC2012/JPEGImages/{name}.jpg', jpeg((np.clip(canvas[:height], 0, 1) * 255).astype(np.uint8))))
            members.append((f'VOCdevkit/VOC2012/SegmentationClass/{name}.png', pack.png(classes[:height], palette)))
            members.append((f'VOCdevkit/VOC2012/SegmentationObject/{name}.png', pack.png(objects[:height], palette)))
            members.append((f'VOCdevkit/VOC2012/Annotations/{name}.xml', _annotation(name, side, height, found)))
    for folder in ('Segmentation', 'Main'):
        for part, some in (*names.items(), ('trainval', names['train'] + names['val'])):
            members.append((f'VOCdevkit/VOC2012/ImageSets/{folder}/{part}.txt', ''.join(f'{name}\n' for name in some).encode()))
    yield 'VOCtrainval_11-May-2012.tar', pack.tarred(members, compressed=False)


def _annotation(name, width, height, found):
    things = ''.join(f'<object><name>{kind}</name><pose>Unspecified</pose><truncated>0</truncated><difficult>0</difficult><bndbox><xmin>{left + 1}</xmin><ymin>{top + 1}</ymin><xmax>{right}</xmax>'
                     f'<ymax>{min(bottom, height)}</ymax></bndbox></object>' for kind, (left, top, right, bottom) in found if top < height)
    return (f'<annotation><folder>VOC2012</folder><filename>{name}.jpg</filename><size><width>{width}</width><height>{height}</height><depth>3</depth></size><segmented>1</segmented>{things}'
            '</annotation>\n').encode()


def kaggle_cifar10(size):
    """train/1.png …, test/1.png …, trainLabels.csv."""
    random, members = np.random.RandomState(1001), []
    train, test = _counts(size, 1000, 5)
    labels, pictures = images.tenfold(train, random)
    rows = [['id', 'label'], *([i + 1, list(images.CIFAR10)[label]] for i, label in enumerate(labels.tolist()))]
    members += [(f'kaggle_cifar10_tiny/train/{i + 1}.png', pack.png(picture)) for i, picture in enumerate(pictures)]
    members += [(f'kaggle_cifar10_tiny/test/{i + 1}.png', pack.png(picture)) for i, picture in enumerate(images.tenfold(test, random)[1])]
    yield 'kaggle_cifar10_tiny.zip', pack.zipped([*members, ('kaggle_cifar10_tiny/trainLabels.csv', pack.csv_text(rows))])


BREEDS = ('affenpinscher afghan_hound basenji basset beagle borzoi boxer bull_mastiff cairn chihuahua chow collie dhole dingo doberman french_bulldog golden_retriever great_dane komondor kuvasz '
          'labrador_retriever malinois maltese_dog papillon pekinese pomeranian pug saluki samoyed whippet').split()


def kaggle_dogs(size):
    """labels.csv, train/ID.jpg, test/ID.jpg; a breed is a colour of coat and of ground."""
    random, members, rows = np.random.RandomState(1002), [], [['id', 'breed']]
    inks = [[.55 + .4 * np.cos(2 * np.pi * (i / 30 + third / 3)) for third in range(3)] for i in range(30)]
    tints = [(.35 + .3 * (i % 3) / 2, .5, .35 + .3 * (i % 5) / 4) for i in range(30)]
    for part, count in zip(('train', 'test'), _counts(size, 300, 10)):
        labels = images.labels_for(count, 30, random)
        for number, picture in enumerate(drawn.coloured([shapes.THINGS['dog']] * 30, labels, random, 200, inks, tints, spread=.06, turn=20)):
            name = bytes(random.randint(0, 256, 16).tolist()).hex()
            members.append((f'kaggle_dog_tiny/{part}/{name}.jpg', jpeg(picture)))
            if part == 'train':
                rows.append([name, BREEDS[int(labels[number])]])
    yield 'kaggle_dog_tiny.zip', pack.zipped([*members, ('kaggle_dog_tiny/labels.csv', pack.csv_text(rows))])
