"""What a product is refused with, where core and an operator's own check both have a say: one sentence each."""
import re

from mxnet import nd


def refused(name, call):
    try:
        call()
        nd.waitall()
        print(name, 'passes')
    except Exception as error:  # the original begins with its own file and line
        print(name, '->', type(error).__name__ + ':', re.sub(r'^(?s:.*)MXNetError: ', '', str(error)).split('\n')[0])


one = nd.ones
refused('dot', lambda: nd.dot(one((2, 3)), one((4, 5))))
refused('dot, vectors', lambda: nd.dot(one(3), one(4)))
refused('dot, a vector', lambda: nd.dot(one((2, 3)), one(4)))
refused('batch_dot', lambda: nd.batch_dot(one((2, 3, 4)), one((2, 5, 6))))
refused('batch_dot, turned', lambda: nd.batch_dot(one((2, 3, 4)), one((2, 3, 6)), transpose_b=True))
refused('batch_dot, batches', lambda: nd.batch_dot(one((2, 3, 4)), one((3, 4, 6))))
refused('batch_dot, matrices', lambda: nd.batch_dot(one((2, 3)), one((3, 4))))
refused('weight', lambda: nd.FullyConnected(one((2, 3)), one((4, 5)), one(4), num_hidden=4))
refused('weight, no bias', lambda: nd.FullyConnected(one((2, 3)), one((4, 5)), num_hidden=4, no_bias=True))
refused('softmax', lambda: nd.softmax(nd.ones(2, dtype='int32')))
refused('asscalar', lambda: one((2, 3)).asscalar())
refused('copyto', lambda: one(2).copyto(1))
refused('array', lambda: nd.array('a'))
