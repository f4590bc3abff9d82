"""What works on quantized tensors: the tensors themselves, what may be done with them, products of whole numbers, and numbers that only pretend; torch.ao is built on it."""
