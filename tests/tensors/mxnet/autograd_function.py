from mxnet import autograd, nd
class Sigmoid(autograd.Function):
    def forward(self, x):
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y
    def backward(self, dy):
        y, = self.saved_tensors
        return dy * y * (1 - y)
f = Sigmoid()
x = nd.array([0., 0., 0.])
x.attach_grad()
with autograd.record():
    y = f(x)
y.backward()
print(y, x.grad)
try:
    f(x)
except AssertionError as e:
    print(e)
