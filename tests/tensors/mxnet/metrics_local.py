"""Metrics whose local part is reset: get begins anew, get_global goes on."""
import mxnet as mx

nd = mx.nd


def go(metric, batches):
    seen = []
    for i, (label, pred) in enumerate(batches):
        metric.update([nd.array(label)], [nd.array(pred)])
        seen.append((metric.get(), metric.get_global()))
        if i % 2:
            metric.reset_local()
            seen.append((metric.get(), metric.get_global()))
    seen += [metric.get_name_value(), metric.get_global_name_value()]
    print(type(metric).__name__, [rounded(each) for each in seen])
    metric.reset()
    print(metric.get(), metric.get_global())


def rounded(x):
    return [rounded(each) for each in x] if isinstance(x, (list, tuple)) else round(float(x), 5) + 0.0 if isinstance(x, (int, float)) else x


classes = [([0, 1, 1], [[.6, .4], [.2, .8], [.7, .3]]), ([1, 0, 0], [[.1, .9], [.2, .8], [.7, .3]]), ([1, 1, 0], [[.3, .7], [.6, .4], [.9, .1]])]
for metric in (mx.metric.Accuracy(), mx.metric.TopKAccuracy(2), mx.metric.F1(), mx.metric.F1(average='micro'), mx.metric.MCC(), mx.metric.Perplexity(None), mx.metric.CrossEntropy(), mx.metric.PCC(),
               mx.metric.create(lambda label, pred: float(label.sum()))):
    go(metric, classes)
numbers = [([[1.], [2.]], [[1.5], [2.5]]), ([[3.], [2.]], [[1.], [2.2]]), ([[0.], [2.]], [[1.], [2.1]])]
for metric in (mx.metric.MAE(), mx.metric.MSE(), mx.metric.RMSE(), mx.metric.Loss(), mx.metric.PearsonCorrelation(), mx.metric.create(['mse', 'rmse'])):
    go(metric, numbers)
