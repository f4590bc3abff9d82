from mxnet import metric, nd
m = metric.Accuracy()
print(m.get())
m.update([nd.array([1, 0])], [nd.array([[0.1, 0.9], [0.3, 0.7]])])
print(m.get(), m.get_name_value(), m)
m.reset()
m.update(nd.array([1, 0]), nd.array([[0.1, 0.9], [0.3, 0.7]]))
print(m.get()[1])
for name, label, pred in [('mse', [1, 2], [[1.5], [2]]), ('mae', [1, 2], [[1.5], [2]]), ('rmse', [1, 2], [[1.5], [2]]), ('ce', [0, 1], [[0.25, 0.75], [0.5, 0.5]])]:
    m = metric.create(name)
    m.update([nd.array(label)], [nd.array(pred)])
    print(m.name, round(float(m.get()[1]), 5))
m = metric.TopKAccuracy(top_k=2)
m.update([nd.array([2, 1])], [nd.array([[0.3, 0.1, 0.6], [0.5, 0.2, 0.3]])])
print(m.get())
c = metric.create(['acc', 'mse'])
print(c.get()[0])
m = metric.Loss()
m.update(None, [nd.array([1, 2, 3])])
print(m.get())
m = metric.np(lambda label, pred: float(abs(label - pred).sum()), name='far')
m.update([nd.array([1, 2])], [nd.array([2, 2])])
print(m.get())
for f in (lambda: metric.create('foo'), lambda: metric.create('top_k_accuracy')):
    try:
        f()
    except AssertionError as e:
        print(e)
