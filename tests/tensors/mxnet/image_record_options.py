"""mx.io's iterators over records of pictures, option by option where nothing is random; and that what is random varies, within its bounds."""
import os
import struct
import tempfile
import warnings
import zlib

import mxnet as mx
import numpy as np

warnings.simplefilter('ignore')


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def png(height, width, seed):
    y, x, c = np.mgrid[0:height, 0:width, 0:3]
    pixels = ((y * (7 + seed) + x * 5 + c * 40) % 256).astype('uint8')
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row.tobytes() for row in pixels))) + chunk(b'IEND', b''))


folder = tempfile.TemporaryDirectory()
plain, index, listed, boxed = (os.path.join(folder.name, name) for name in ('a.rec', 'a.idx', 'a.lst', 'b.rec'))
record = mx.recordio.MXIndexedRecordIO(index, plain, 'w')
for i in range(5):
    record.write_idx(i, mx.recordio.pack(mx.recordio.IRHeader(0, float(i), i, 0), png(40 + i, 50, i)))
record.close()
with open(listed, 'w') as file:
    file.writelines(f'{i}\t{i * 10}\tx{i}.png\n' for i in range(5))
boxes = [[0, 0.1, 0.2, 0.6, 0.8], [1, 0.5, 0.1, 0.9, 0.5], [2, 0.0, 0.0, 1.0, 1.0]]
record = mx.recordio.MXRecordIO(boxed, 'w')
for i in range(5):
    record.write(mx.recordio.pack(mx.recordio.IRHeader(0, np.array([2, 5] + sum(boxes[:i % 3 + 1], []), dtype='float32'), i, 0), png(40 + i, 50, i)))
record.close()


def made(kind, **options):
    return getattr(mx.io, kind)(**{**dict(path_imgrec=boxed if 'Det' in kind else plain, batch_size=5, data_shape=(3, 24, 32), verbose=False), **options})


def play(kind='ImageRecordIter', **options):
    said = str(options).replace(folder.name, '<folder>')
    try:
        one = made(kind, **options)
        print(kind, said, one.provide_data, one.provide_label)
        for batch in one:
            data, label = batch.data[0].asnumpy(), batch.label[0].asnumpy()
            print(batch.pad, label.round(3).tolist(), data.dtype, zlib.crc32(data.tobytes()))
    except mx.base.MXNetError as error:
        print(kind, said, str(error).splitlines()[-1].replace(folder.name, '<folder>')[:150])


for kind in 'ImageRecordIter', 'ImageRecordUInt8Iter', 'ImageRecordInt8Iter', 'ImageRecordIter_v1', 'ImageRecordUInt8Iter_v1':
    play(kind)
for options in (dict(path_imglist=listed), dict(path_imglist=listed, path_imgidx=index), dict(shuffle_chunk_seed=2), dict(seed_aug=3), dict(device_id=0), dict(rotate=90), dict(rotate=30),
                dict(rotate=200, fill_value=7), dict(max_crop_size=30, min_crop_size=30), dict(max_img_size=30), dict(min_img_size=60), dict(fill_value=3, pad=12, data_shape=(3, 60, 70)),
                dict(resize=30), dict(resize=60, inter_method=0), dict(resize=60, inter_method=2), dict(resize=60, inter_method=9), dict(resize=30, inter_method=9), dict(mirror=True),
                dict(scale=0.5, mean_r=3, std_r=2), dict(mean_r=3, mean_g=5, mean_b=7, std_g=3), dict(data_shape=(1, 24, 32)), dict(data_shape=(3, 60, 60)), dict(data_shape=(3, 45, 90)),
                dict(dtype='float16'), dict(dtype='uint8'), dict(dtype='int8'), dict(dtype='int32'), dict(max_random_scale=0.8, min_random_scale=0.8), dict(max_random_scale=1.5, min_random_scale=1.5),
                dict(batch_size=2), dict(batch_size=2, num_parts=2, part_index=1), dict(batch_size=1, num_parts=3, part_index=0), dict(batch_size=1, num_parts=3, part_index=2),
                dict(batch_size=2, num_parts=2, part_index=1, path_imgidx=index), dict(batch_size=2, num_parts=2, part_index=0, path_imgidx=index), dict(path_imgrec=folder.name + '/none.rec'),
                dict(preprocess_threads=0), dict(nosuch=1)):
    play(**options)
for options in (dict(batch_size=2), dict(label_pad_width=30), dict(label_pad_width=3), dict(label_pad_width=30, label_pad_value=-7), dict(resize_mode='fit'), dict(resize_mode='shrink', data_shape=(3, 100, 60)),
                dict(resize_mode='shrink'), dict(rand_mirror_prob=1), dict(mean_r=10, mean_g=20, mean_b=30, std_r=2, std_g=3, std_b=4, scale=0.5), dict(mean_r=10, std_g=2), dict(resize=30),
                dict(resize=30, inter_method=9), dict(data_shape=(1, 24, 32)), dict(label_width=7), dict(batch_size=2, num_parts=2, part_index=1)):
    play('ImageDetRecordIter', **options)

# ---- the mean of all, laid down and read again ----
mean = os.path.join(folder.name, 'mean.bin')
first, again = (made('ImageRecordIter', mean_img=mean).next().data[0].asnumpy() for _ in range(2))
print(abs(first - again).max() == 0, mx.nd.load(mean)['mean_img'].shape, abs(first.mean(axis=0)).max() < 1e-3)

# ---- what is random: it varies, and stays within its bounds ----
straight = made('ImageRecordIter').next().data[0].asnumpy()
for options in (dict(shuffle=True), dict(rand_crop=True), dict(rand_mirror=True), dict(max_rotate_angle=20), dict(max_shear_ratio=0.2), dict(max_aspect_ratio=0.3), dict(max_crop_size=38, min_crop_size=20, rand_crop=True),
                dict(random_resized_crop=True, min_random_area=0.2, max_random_area=0.9, min_aspect_ratio=0.7, max_aspect_ratio=1.4), dict(min_random_scale=0.6, max_random_scale=1.2), dict(brightness=0.4),
                dict(contrast=0.4), dict(saturation=0.9), dict(pca_noise=0.3), dict(random_h=40), dict(random_s=90), dict(random_l=40), dict(max_random_contrast=0.5), dict(max_random_illumination=20.0),
                dict(inter_method=10, resize=60)):
    seen = []
    one = made('ImageRecordIter', batch_size=5, **options)
    for _ in range(4):
        one.reset()
        seen += [batch.data[0].asnumpy() for batch in one]
    every = np.concatenate(seen)
    print(options, len({zlib.crc32(picture.tobytes()) for picture in every}) > 5, 'max_random' in str(options) and 'scale' not in str(options) or bool(every.min() >= 0 and every.max() <= 255),
          abs(every.mean() - straight.mean()) < 60)
for options in (dict(rand_crop_prob=1, min_crop_scales=(0.3,), max_crop_scales=(0.9,)), dict(rand_crop_prob=1, num_crop_sampler=2, min_crop_scales=(0.3, 0.5), max_crop_scales=(0.6, 1), min_crop_overlaps=(0.1, 0.3),
                                                                                        crop_emit_mode='overlap'),
                dict(rand_pad_prob=1, max_pad_scale=3), dict(rand_mirror_prob=0.5), dict(max_random_hue=40, random_hue_prob=1), dict(max_random_saturation=50, random_saturation_prob=1),
                dict(max_random_illumination=50, random_illumination_prob=1), dict(max_random_contrast=0.5, random_contrast_prob=1)):
    one, seen, labels = made('ImageDetRecordIter', **options), [], []
    for _ in range(4):
        one.reset()
        for batch in one:
            seen.append(batch.data[0].asnumpy())
            labels.append(batch.label[0].asnumpy())
    every, rows = np.concatenate(seen), np.concatenate(labels)
    places = np.concatenate([row[6:4 + int(row[3])].reshape(-1, 5) for row in rows])
    print(options, len({zlib.crc32(picture.tobytes()) for picture in every}) > 5, bool((places[:, 1:] >= 0).all() and (places[:, 1:] <= 1).all()), bool((places[:, 3] > places[:, 1]).all()),
          set(places[:, 0].astype(int)) <= {0, 1, 2}, len(places) > 10)
for options in dict(resize_mode='wide'), dict(crop_emit_mode='all'):
    try:
        made('ImageDetRecordIter', **options)
    except mx.base.MXNetError as error:
        print(str(error).splitlines()[-1][:90])
