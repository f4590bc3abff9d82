# functions of mx.nd that older lessons call: Crop, one element a row, casts of mixed precision, patches as columns, CTC
import mxnet as mx
import numpy as np
from mxnet import autograd, nd


def show(name, f):
    try:
        made = f()
        for one in made if isinstance(made, list) else [made]:
            print(name, one.dtype.__name__, one.shape, np.round(one.asnumpy().astype('float64'), 3).tolist())
    except (mx.MXNetError, TypeError, ValueError) as e:
        print(name, type(e).__name__, [line for line in str(e).split('\n') if line.strip()][-1].split('Check failed: ')[-1].replace('MXNetError: ', '').strip())


x = nd.arange(32).reshape((1, 2, 4, 4))
show('Crop', lambda: nd.Crop(x, h_w=(2, 3), offset=(1, 1)))
show('Crop like', lambda: nd.Crop(x, nd.zeros((1, 1, 2, 3)), num_args=2))
show('Crop centre', lambda: nd.Crop(x, h_w=(1, 3), center_crop=True))
show('Crop far', lambda: nd.Crop(x, h_w=(2, 2), offset=(1, 3)))
show('Crop large', lambda: nd.Crop(x, h_w=(2, 5)))
show('Crop nothing', lambda: nd.Crop(x))
show('Crop 3', lambda: nd.Crop(x[0], h_w=(2, 2)))
show('Crop double', lambda: nd.Crop(x.astype('float64'), h_w=(2, 2)))

m = nd.array([[1, 2, 3], [4, 5, 6]])
show('choose', lambda: nd.choose_element_0index(m, nd.array([2, 0])))
show('fill', lambda: nd.fill_element_0index(m, nd.array([8, 9]), nd.array([2, 1.7])))
show('fill beyond', lambda: nd.fill_element_0index(m, nd.array([8, 9]), nd.array([-1, 3])))
show('fill rows', lambda: nd.fill_element_0index(m, nd.array([8]), nd.array([2, 0])))
show('fill axes', lambda: nd.fill_element_0index(m, m, nd.array([2, 0])))
show('fill double', lambda: nd.fill_element_0index(m.astype('float64'), nd.array([8, 9]).astype('float64'), nd.array([2, 0]).astype('float64')))

show('amp_cast', lambda: nd.amp_cast(m, dtype='float16'))
show('amp_cast back', lambda: nd.amp_cast(m.astype('float16'), dtype='float32'))
show('amp_cast integers', lambda: nd.amp_cast(m.astype('int32'), dtype='float16'))
show('amp_cast double', lambda: nd.amp_cast(m.astype('float64'), dtype='float16'))
show('amp_multicast', lambda: nd.amp_multicast(m, m + 1, num_outputs=2))

show('im2col', lambda: nd.im2col(x, kernel=(2, 2), stride=(2, 1)))
show('im2col pad', lambda: nd.im2col(x[:, :1], kernel=(2, 2), stride=(2, 3), pad=(1, 0)))
show('im2col dilate', lambda: nd.im2col(x[:, :1], kernel=(2, 2), dilate=(2, 1)))
show('im2col large', lambda: nd.im2col(x, kernel=(5, 2)))

data = nd.array(np.sin(np.arange(24)).reshape((3, 2, 4)))
for blank, labels in (('first', [[1, 2], [3, 0]]), ('last', [[1, 2], [0, -1]])):
    data.attach_grad()
    with autograd.record():
        loss = nd.ctc_loss(data, nd.array(labels), blank_label=blank)
    loss.backward()
    show('ctc_loss ' + blank, lambda: loss)
    show('its gradient', lambda: data.grad)
show('CTCLoss twice', lambda: nd.CTCLoss(data, nd.array([[1, 1], [2, 0]])))
show('CTCLoss lengths', lambda: nd.contrib.CTCLoss(data, nd.array([[1, 2], [3, 1]]), nd.array([2, 3]), nd.array([1, 2]), use_data_lengths=True, use_label_lengths=True))
show('CTCLoss labels', lambda: nd.CTCLoss(data, nd.array([1, 2])))
show('CTCLoss batch', lambda: nd.CTCLoss(data, nd.array([[1, 2]])))
show('CTCLoss steps', lambda: nd.CTCLoss(data[:1], nd.array([[1, 2], [2, 1]])))
show('CTCLoss double', lambda: nd.CTCLoss(data.astype('float64'), nd.array([[1, 2], [2, 1]])))
