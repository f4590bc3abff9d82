"""Behind torchvision.utils: pictures of floats, colours of labels and points that are not seen, as torchvision has them now."""
_boxes_drawn, _masks_drawn, _points_drawn = draw_bounding_boxes, draw_segmentation_masks, draw_keypoints               # noqa: F821


def _in_bytes(image, draw):
    """draw on the picture's bytes; floats come back as floats."""
    if not isinstance(image, torch.Tensor) or not image.is_floating_point():            # noqa: F821
        return draw(image)
    return draw((image * 255).to(torch.uint8)).to(image.dtype) / 255            # noqa: F821


def _labelled(image, boxes, labels, colours, font, font_size):
    """Labels in colours of their own, each in its box's corner."""
    picture = Image.fromarray(image.permute(1, 2, 0).numpy())           # noqa: F821
    pen = ImageDraw.Draw(picture)               # noqa: F821
    written = ImageFont.load_default() if font is None else ImageFont.truetype(font=font, size=font_size or 10)                # noqa: F821
    for box, label, colour in zip(boxes.to(torch.int64).tolist(), labels, colours):             # noqa: F821
        if label is not None:
            pen.text((box[0] + 1, box[1] + 1), label, fill=colour, font=written)
    return torch.from_numpy(np.array(picture)).permute(2, 0, 1).to(dtype=torch.uint8)           # noqa: F821


@torch.no_grad()                # noqa: F821
def draw_bounding_boxes(image, boxes, labels=None, colors=None, fill=False, width=1, font=None, font_size=None, label_colors=None):
    """The picture with boxes on it, and their labels."""
    if hasattr(boxes, 'as_subclass'):
        boxes = boxes.as_subclass(torch.Tensor)         # noqa: F821
    if label_colors is None or labels is None:
        return _in_bytes(image, lambda bytes: _boxes_drawn(bytes, boxes, labels, colors, fill, width, font, font_size))
    colours = label_colors if isinstance(label_colors, list) else [label_colors] * len(labels)
    return _in_bytes(image, lambda bytes: _labelled(_boxes_drawn(bytes, boxes, None, colors, fill, width), boxes, labels, colours, font, font_size))


@torch.no_grad()                # noqa: F821
def draw_segmentation_masks(image, masks, alpha=0.8, colors=None):
    """The picture seen through coloured masks."""
    if hasattr(masks, 'as_subclass'):
        masks = masks.as_subclass(torch.Tensor)         # noqa: F821
    return _in_bytes(image, lambda bytes: _masks_drawn(bytes, masks, alpha, colors))


@torch.no_grad()                # noqa: F821
def draw_keypoints(image, keypoints, connectivity=None, colors=None, radius=2, width=3, visibility=None):
    """The picture with points on it and lines between them; visibility: which of them are seen."""
    if hasattr(keypoints, 'as_subclass'):
        keypoints = keypoints.as_subclass(torch.Tensor)         # noqa: F821
    if visibility is None:
        return _in_bytes(image, lambda bytes: _points_drawn(bytes, keypoints, connectivity, colors, radius, width))
    if visibility.ndim == 3:
        visibility = visibility.squeeze(-1)
    if visibility.shape != keypoints.shape[:-1]:
        raise ValueError('keypoints and visibility must have the same dimensionality for num_instances and K. Got visibility = %s and keypoints = %s' % (visibility, keypoints))

    def some(bytes):
        for points, seen in zip(keypoints, visibility):
            at = [i for i, there in enumerate(seen.tolist()) if there]
            lines = [(at.index(a), at.index(b)) for a, b in connectivity or () if a in at and b in at]
            if at:
                bytes = _points_drawn(bytes, points[at].unsqueeze(0), lines or None, colors, radius, width)
        return bytes
    return _in_bytes(image, some)
