"""What a product of mx.np is refused with."""
import re

from mxnet import np, npx


def refused(name, call):
    try:
        call()
        npx.waitall()
        print(name, 'passes')
    except Exception as error:  # the original begins with its own file and line
        print(name, '->', type(error).__name__ + ':', re.sub(r'^(?s:.*)MXNetError: ', '', str(error)).split('\n')[0])


one = np.ones
refused('dot', lambda: np.dot(one((2, 3)), one((4, 5))))
refused('dot, vectors', lambda: np.dot(one(3), one(4)))
refused('dot, many axes', lambda: np.dot(one((2, 3, 4)), one((5, 6))))
refused('dot, more axes', lambda: np.dot(one((2, 3)), one((2, 4, 5))))
refused('matmul', lambda: np.matmul(one((2, 3)), one((4, 5))))
refused('matmul, batches', lambda: np.matmul(one((2, 3, 4)), one((3, 4, 6))))
refused('@', lambda: one((2, 3, 4)) @ one((2, 5, 6)))
refused('batch_dot', lambda: npx.batch_dot(one((2, 3, 4)), one((2, 5, 6))))
refused('fully_connected', lambda: npx.fully_connected(one((2, 3)), one((4, 5)), num_hidden=4, no_bias=True))
