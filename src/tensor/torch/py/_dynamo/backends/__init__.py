"""torch._dynamo.backends: what graphs can be given to."""
