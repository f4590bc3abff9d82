from mxnet import nd
a = nd.array([[3, 1, 2], [6, 5, 4]])
print(a.sort(), a.sort(is_ascend=False), a.sort(axis=0), a.argsort())
print(a.topk(), a.topk(k=2), a.topk(k=2, ret_typ='value'), a.topk(k=2, ret_typ='both'), a.topk(k=2, ret_typ='mask'), a.topk(k=2, dtype='int32'))
