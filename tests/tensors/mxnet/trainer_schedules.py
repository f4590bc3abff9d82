from mxnet import lr_scheduler
s = lr_scheduler.FactorScheduler(10, 0.5, base_lr=1)
print([s(i) for i in range(0, 40, 5)])
s = lr_scheduler.MultiFactorScheduler([5, 10], 0.1, base_lr=1)
print([round(s(i), 6) for i in range(0, 20, 2)])
s = lr_scheduler.CosineScheduler(10, base_lr=1, warmup_steps=3)
print([round(s(i), 6) for i in range(0, 14)])
s = lr_scheduler.PolyScheduler(10, base_lr=1)
print([round(s(i), 6) for i in range(0, 14)])
