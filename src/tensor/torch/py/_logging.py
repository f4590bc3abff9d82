"""torch._logging: which parts of PyTorch 2's compiler tell what they do; perch's has nothing to tell, so it only looks at the names."""
_COMPONENTS = frozenset('''aot aot_graphs aot_joint_graph aotautograd_cache async_compile autograd bytecode cache cudagraphs distributed ddp_graphs dist_c10d dist_ddp dist_fsdp dtensor dynamic dynamo
export fake_tensor fsdp fusion graph graph_breaks graph_code graph_sizes guards hierarchical_compile hop inductor inductor_metrics ir_post_fusion ir_pre_fusion kernel_code log_file_name
onnx onnx_diagnostics optimus output_code overlap perf_hints post_grad_graphs pre_grad_graphs ps recompiles recompiles_verbose schedule side_effects sym_node trace_bytecode trace_call trace_shape_events
trace_source user_annotation verbose_guards compiled_autograd compiled_autograd_verbose benchmarking autotuning loop_ordering loop_tiling graph_region_expansion inductor_graph modules all'''.split())


def set_logs(**which):
    for name in which:
        if name not in _COMPONENTS:
            raise ValueError('Unrecognized log component name: ' + name)

