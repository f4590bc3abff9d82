"""Pictures (N, C, H, W) read at other places: BilinearSampler."""
import _mxnet


def BilinearSampler(data, grid, cudnn_off=None, out=None, name=None):
    """The data at the grid's places (N, 2, H', W'; x, then y, from -1 to 1), between four points; 0 outside."""
    (batch, channels, height, width), size = data.shape, grid.shape[2:]
    flat = data.reshape((batch, channels, -1))
    spots = [(grid[:, axis] + 1) * ((n - 1) / 2) for axis, n in enumerate((width, height))]
    lows = [_mxnet.floor(x) for x in spots]
    parts = [x - low for x, low in zip(spots, lows)]
    total = 0
    for down in (0, 1):
        for right in (0, 1):
            x, y = lows[0] + right, lows[1] + down
            inside = (x >= 0) * (x <= width - 1) * (y >= 0) * (y <= height - 1)
            weight = (parts[0] if right else 1 - parts[0]) * (parts[1] if down else 1 - parts[1]) * inside
            at = (_mxnet.clip(y, 0, height - 1) * width + _mxnet.clip(x, 0, width - 1)).reshape((batch, -1))
            found = _mxnet.stack(*[_mxnet.take(flat[i], at[i], axis=1) for i in range(batch)])
            total = total + found * weight.reshape((batch, 1, -1))
    made = total.reshape((batch, channels, *size))
    if out is None:
        return made
    out[:] = made
    return out
