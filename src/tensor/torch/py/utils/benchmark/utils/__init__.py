"""torch.utils.benchmark.utils: what is measured, and how it is shown."""
