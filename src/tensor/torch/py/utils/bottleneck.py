"""torch.utils.bottleneck, which perch does not have: said when it is imported or run."""
raise ModuleNotFoundError('torch.utils.bottleneck is not in perch; the nearest is torch.profiler, or the magics %prun and %timeline', name='torch.utils.bottleneck')
