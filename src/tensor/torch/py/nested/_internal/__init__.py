"""What torch.nested is made of, under the names that PyTorch has for it."""
