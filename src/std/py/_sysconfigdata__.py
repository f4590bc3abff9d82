"""What sysconfig says of the build."""
build_time_vars = {
    'TZPATH': '/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo',
    'Py_DEBUG': 0, 'Py_ENABLE_SHARED': 0, 'WITH_DOC_STRINGS': 1, 'HAVE_FORK': 1,
}
