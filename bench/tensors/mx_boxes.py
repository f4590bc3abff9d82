"""MXNet's functions on boxes: on perch's simulated GPU where there is one, where MXNet takes the CPU. Seconds of the processor's time."""
import mxnet as mx
from clock import best
from mxnet import nd

place = mx.gpu() if mx.context.num_gpus() else mx.cpu()
mx.random.seed(0)


def boxes(count):
    corners = nd.random.uniform(shape=(count, 2))
    return nd.concat(nd.zeros((count, 1)), nd.random.uniform(shape=(count, 1)), corners, corners + nd.random.uniform(shape=(count, 2)) * 0.1, dim=1).as_in_context(place)


for count in 100, 400, 2000:
    rows = boxes(count)
    best(f"mx box_nms of {count}", lambda: nd.contrib.box_nms(rows, overlap_thresh=0.5, valid_thresh=0.01, coord_start=2, score_index=1, id_index=0).asnumpy())
    best(f"mx box_iou of {count}", lambda: nd.contrib.box_iou(rows[:, 2:], rows[:, 2:]).asnumpy())
image = nd.zeros((1, 3, 32, 32), ctx=place)
best("mx MultiBoxPrior, 32 x 32", lambda: nd.contrib.MultiBoxPrior(image, sizes=(0.2, 0.3), ratios=(1, 2, 0.5)).asnumpy())
anchors = nd.contrib.MultiBoxPrior(image, sizes=(0.2, 0.3), ratios=(1, 2, 0.5))
count = anchors.shape[1]
labels = nd.array([[[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]]] * 4, ctx=place)
scores = nd.random.uniform(shape=(4, 3, count)).as_in_context(place)
chances, moves = nd.softmax(scores * 4, axis=1), nd.random.normal(0, 0.1, shape=(4, count * 4)).as_in_context(place)
best("mx MultiBoxTarget", lambda: nd.contrib.MultiBoxTarget(anchors, labels, scores)[0].asnumpy())
best("mx MultiBoxDetection", lambda: nd.contrib.MultiBoxDetection(chances, moves, anchors, nms_threshold=0.5).asnumpy())
