"""CPython's test files that are not played, each with the reason. What is neither the language nor the library that perch has on Linux is here, nothing else."""

TK, C_API, OWN, TOOLS, OTHER = ("Tk: perch has no windows", "CPython's C interface", "CPython's own machine, not the language", "needs CPython's source tree or its own tools",
                                "another system than Linux")

LEFT_OUT = {
    **dict.fromkeys(["test_idle", "test_tcl", "test_tix", "test_tk", "test_ttk_guionly", "test_ttk_textonly", "test_turtle"], TK),
    **dict.fromkeys(["test_embed", "test_capi", "test_xxlimited", "test_xxtestfuzz", "test_stable_abi_ctypes", "test_cppext"], C_API),
    **dict.fromkeys(["test__xxsubinterpreters", "test_interpreters", "test_gdb", "test_dtrace", "test_lltrace", "test_opcache", "test_dict_version", "test_type_cache", "test_getpath",
                     "test_regrtest", "test_crashers", "test__opcode", "test_peepholer"], OWN),
    **dict.fromkeys(["test_tools", "test_peg_generator", "test_clinic", "test_check_c_globals", "test_asdl_parser", "test_sundry"], TOOLS),
    **dict.fromkeys(["test__osx_support", "test_osx_env", "test_kqueue", "test_devpoll", "test_launcher", "test_msilib", "test_winconsoleio", "test_winreg", "test_winsound",
                     "test_startfile", "test_ossaudiodev", "test_importlib.test_windows", "test_asyncio.test_windows_events", "test_asyncio.test_windows_utils"], OTHER),
    **dict.fromkeys(["test_distutils", "test_lib2to3"], "gone from Python 3.12 and 3.13; perch installs with the machine's pip"),
    **dict.fromkeys(["test_ensurepip", "test_venv"], "perch is one binary and has no environments to make; pip is the machine's"),
    **dict.fromkeys(["test_smtpnet", "test_urllibnet", "test_urllib2net", "test_xmlrpc_net"], "needs the network"),
}
