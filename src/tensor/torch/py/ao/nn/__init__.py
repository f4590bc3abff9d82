"""torch.ao.nn: layers of quantized models, as far as they work on whole numbers of floating point."""
