"""What ImageRecordIter does to a picture besides cutting it: borders, a size of its own, colours moved a little. Pictures are rows x columns x channels of bytes."""
import numpy as np

DEFAULTS = {'pad': 0, 'fill_value': 255, 'max_random_scale': 1.0, 'min_random_scale': 1.0, 'random_resized_crop': False, 'max_random_area': 1.0, 'min_random_area': 1.0,
            'max_aspect_ratio': 0.0, 'min_aspect_ratio': None, 'brightness': 0.0, 'contrast': 0.0, 'saturation': 0.0, 'pca_noise': 0.0, 'rand_gray': 0.0}
_GREY = np.array([0.299, 0.587, 0.114], dtype='float32')
_MAIN = np.array([[55.46 * -0.5675, 4.794 * 0.7192, 1.148 * 0.4009], [55.46 * -0.5808, 4.794 * -0.0045, 1.148 * -0.8140], [55.46 * -0.5836, 4.794 * -0.6948, 1.148 * 0.4203]]) # directions of ImageNet's colours


def framed(picture, options, draw, resize):
    """With a border, then at a size drawn between the two scales."""
    if options['pad'] > 0:
        width = options['pad']
        picture = np.pad(picture, ((width, width), (width, width), (0, 0)), constant_values=options['fill_value'])
    low, high = options['min_random_scale'], options['max_random_scale']
    if (low, high) != (1.0, 1.0):
        scale = draw.uniform(low, high)
        picture = resize(picture, max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return picture


def cut_at_random(picture, options, draw):
    """A part of the picture whose area and ratio of sides are drawn; None after ten that did not fit."""
    rows, columns = picture.shape[:2]
    for _ in range(10):
        area = draw.uniform(options['min_random_area'], options['max_random_area']) * rows * columns
        low, high = options['min_aspect_ratio'], options['max_aspect_ratio']
        ratio = draw.uniform(low, high) if low is not None else draw.uniform(1 - high, 1 + high)
        width, height = round((area * ratio) ** 0.5), round((area / ratio) ** 0.5) if ratio > 0 else rows + 1
        if 0 < width <= columns and 0 < height <= rows:
            x, y = draw.randint(0, columns - width), draw.randint(0, rows - height)
            return picture[y:y + height, x:x + width]
    return None


def coloured(picture, options, draw):
    """Lighter or darker, of more or less contrast and colour, or grey."""
    if picture.shape[2] != 3 or not any(options[name] for name in ('brightness', 'contrast', 'saturation', 'pca_noise', 'rand_gray')):
        return picture
    made = picture.astype('float32')
    steps = [name for name in ('brightness', 'contrast', 'saturation') if options[name]]
    draw.shuffle(steps)
    for name in steps:
        share = 1 + draw.uniform(-options[name], options[name])
        towards = {'brightness': lambda: 0.0, 'contrast': lambda: (made @ _GREY).mean(), 'saturation': lambda: (made @ _GREY)[..., None]}[name]()
        made = made * share + towards * (1 - share)
    if options['pca_noise']:
        made = made + (_MAIN @ [draw.gauss(0, options['pca_noise']) for _ in range(3)]).astype('float32')
    if draw.random() < options['rand_gray']:
        made = np.repeat((made @ _GREY)[..., None], 3, axis=2)
    return np.clip(np.rint(made), 0, 255).astype('uint8')
