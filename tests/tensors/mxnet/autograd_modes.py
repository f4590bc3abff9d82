from mxnet import autograd, nd
print(autograd.is_recording(), autograd.is_training())
with autograd.record():
    print(autograd.is_recording(), autograd.is_training())
    with autograd.pause():
        print(autograd.is_recording(), autograd.is_training())
    with autograd.predict_mode():
        print(autograd.is_recording(), autograd.is_training())
with autograd.record(train_mode=False):
    print(autograd.is_recording(), autograd.is_training())
with autograd.train_mode():
    print(autograd.is_recording(), autograd.is_training())
print(autograd.set_recording(True), autograd.set_recording(False), autograd.set_training(True), autograd.set_training(False))
