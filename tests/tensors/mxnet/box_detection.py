"""What is left of overlapping boxes: by class and across classes, with a limit, unclipped, of several pictures."""
from mxnet import nd

anchors = nd.array([[[0.1, 0.1, 0.5, 0.5], [0.12, 0.1, 0.52, 0.5], [0.1, 0.12, 0.5, 0.52], [0.6, 0.6, 0.9, 0.9], [0.61, 0.6, 0.92, 0.9], [0.0, 0.7, 0.2, 1.1]]])
chances = nd.array([[[0.1, 0.2, 0.3, 0.1, 0.25, 0.5], [0.7, 0.1, 0.6, 0.8, 0.05, 0.3], [0.2, 0.7, 0.1, 0.1, 0.7, 0.2]],
                    [[0.9, 0.6, 0.2, 0.1, 0.4, 0.3], [0.05, 0.3, 0.4, 0.6, 0.5, 0.1], [0.05, 0.1, 0.4, 0.3, 0.1, 0.6]]])
moves = nd.array([[0.0] * 24, [0.1, -0.2, 0.3, 0.05] * 6])
detect = nd.contrib.MultiBoxDetection
for options in ({}, {'force_suppress': True}, {'nms_threshold': 0.9}, {'nms_threshold': 0.3, 'force_suppress': True}, {'nms_topk': 2}, {'nms_topk': 3, 'force_suppress': True}, {'threshold': 0.65},
                {'clip': False}, {'background_id': 0, 'threshold': 0.2}, {'variances': (0.2, 0.2, 0.1, 0.1)}):
    print(options)
    for picture in detect(chances, moves, anchors, **options).asnumpy().round(4).tolist():
        for row in picture:
            print('   ', row)
