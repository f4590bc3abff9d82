"""torch.fx.passes: what goes through a graph and notes what it finds."""
