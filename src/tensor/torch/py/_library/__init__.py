"""What torch.library is made of: operators of a program's own, from functions in Python."""
