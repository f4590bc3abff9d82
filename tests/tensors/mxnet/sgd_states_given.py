# A state that SGD is given although it has no momentum stays as it is.
import mxnet as mx

grad, weight = mx.nd.ones((2, 3)), mx.nd.ones((2, 3))
plain = mx.optimizer.create('sgd', learning_rate=.1)
state = mx.optimizer.create('sgd', learning_rate=.1, momentum=.01).create_state(0, weight)
plain.update(0, weight, grad, state)
print(state.asnumpy(), weight.asnumpy())
