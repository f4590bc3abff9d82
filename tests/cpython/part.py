"""The part of CPython's test files that CI plays (run.py --part), by what they are about: the language, its types, the library that works in memory. None that lives by sockets, other processes,
signals, clocks, terminals, the machine's users, languages or disk; what does so inside a file, or plays what it draws anew each time, is left out by itself."""

MINUTES = 15                                                           # what has not begun by then is not played
FIXED = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}        # each process has these, so that one run is as the other, and as the next machine's

LANGUAGE = """
    test___future__ test_augassign test_binop test_bool test_class test_codeop test_compare test_compile test_contains test_coroutines test_asyncgen test_decorators test_descr test_descrtut
    test_dictcomps test_dynamic test_eof test_except_star test_exception_group test_exception_hierarchy test_exception_variations test_exceptions test_extcall test_flufl test_format test_frame
    test_fstring test_funcattrs test_future test_future3 test_future4 test_future5 test_generator_stop test_generators test_genericalias test_genericclass test_genexps test_global test_grammar
    test_index test_int_literal test_isinstance test_iter test_iterlen test_keywordonlyarg test_listcomps test_metaclass test_module test_named_expressions test_numeric_tower test_opcodes
    test_patma test_pep646_syntax test_positional_only_arg test_print test_property test_raise test_richcmp test_scope test_setcomps test_source_encoding test_string_literals test_subclassinit
    test_super test_syntax test_type_annotations test_typechecks test_unary test_unicode_identifiers test_unpack test_unpack_ex test_utf8source test_with test_yield_from"""
TYPES = """
    test_baseexception test_builtin test_bytes test_complex test_defaultdict test_deque test_dict test_dictviews test_dynamicclassattribute test_enumerate test_float test_int test_list
    test_long test_longexp test_memoryview test_pow test_range test_set test_slice test_sort test_strtod test_structseq test_tuple test_types test_unicode test_userdict test_userlist
    test_userstring test_weakref test_weakset"""
NUMBERS = """
    test_abstract_numbers test_cmath test_decimal test_fractions test_math test_random test_statistics test_calendar test_colorsys test_datetime test_strptime test_zoneinfo.test_zoneinfo"""
CONTAINERS = """
    test_abc test_array test_bisect test_collections test_contextlib test_contextlib_async test_copy test_copyreg test_dataclasses test_enum test_functools test_graphlib test_heapq
    test_itertools test_keyword test_operator test_ordered_dict test_context test_reprlib test_typing"""
TEXT = """
    test_re test_string test_stringprep test_textwrap test_difflib test_pprint test_ucn test_unicodedata test_codeccallbacks test_codecencodings_cn test_codecencodings_hk
    test_codecencodings_iso2022 test_codecencodings_jp test_codecencodings_kr test_codecencodings_tw test_charmapcodec test_codecs test_multibytecodec test_shlex test_fnmatch test_html
    test_htmlparser test_urlparse test_ipaddress test_getopt test_optparse test_argparse test_tokenize test_unparse test_ast test_symtable test_pyclbr test_dis test_inspect
    test_type_comments"""
BYTES = """
    test_base64 test_binascii test_bufio test_file test_fileio test_io test_memoryio test_struct test_quopri test_uu test_zlib test_gzip test_bz2 test_hashlib test_hmac test_secrets
    test_univnewlines test_pickle test_pickletools test_picklebuffer test_marshal test_shelve test_aifc test_audioop test_imghdr test_sndhdr test_sunau test_wave test_xdrlib"""
FORMATS = """
    test_configparser test_csv test_json.test_decode test_json.test_default test_json.test_dump test_json.test_encode_basestring_ascii test_json.test_enum test_json.test_fail
    test_json.test_float test_json.test_indent test_json.test_pass1 test_json.test_pass2 test_json.test_pass3 test_json.test_recursion test_json.test_scanstring test_json.test_separators
    test_json.test_speedups test_json.test_unicode test_plistlib test_netrc test_mailcap test_mimetypes test_minidom test_pulldom test_pyexpat test_sax test_xml_dom_minicompat test_xml_etree
    test_xml_etree_c test_email.test__encoded_words test_email.test__header_value_parser test_email.test_asian_codecs test_email.test_contentmanager test_email.test_defect_handling
    test_email.test_email test_email.test_generator test_email.test_headerregistry test_email.test_inversion test_email.test_message test_email.test_parser test_email.test_pickleable
    test_email.test_policy test_email.test_utils test_http_cookies test_robotparser test_cgi"""
IMPORTS = """
    test_importlib.builtin.test_finder test_importlib.builtin.test_loader test_importlib.frozen.test_finder test_importlib.frozen.test_loader test_importlib.import_.test___loader__
    test_importlib.import_.test___package__ test_importlib.import_.test_api test_importlib.import_.test_caching test_importlib.import_.test_fromlist
    test_importlib.import_.test_meta_path test_importlib.import_.test_packages test_importlib.import_.test_path test_importlib.import_.test_relative_imports
    test_importlib.test_abc test_importlib.test_lazy test_importlib.test_spec test_importlib.test_util test_pkg test_linecache test_warnings test_traceback test_doctest2 test_unittest"""
ASYNCIO = """
    test_asyncio.test_context test_asyncio.test_futures test_asyncio.test_futures2 test_asyncio.test_locks test_asyncio.test_pep492 test_asyncio.test_protocols test_asyncio.test_queues
    test_asyncio.test_runners test_asyncio.test_taskgroups test_asyncio.test_tasks test_asyncio.test_transports"""

UNITS = {unit for group in (LANGUAGE, TYPES, NUMBERS, CONTAINERS, TEXT, BYTES, FORMATS, IMPORTS, ASYNCIO) for unit in group.split()}

# unit -> classes and cases of it that are not played
LESS = {
    "test_asyncio.test_runners": ["RunnerTests.test_signal_install_not_supported_ok", "RunnerTests.test_interrupt_call_soon", "RunnerTests.test_interrupt_wait"],
    "test_builtin": ["PtyTests"],
    "test_importlib.test_abc": ["Frozen_SourceLoaderBytecodeTests", "Source_SourceLoaderBytecodeTests"], # want .pyc files written
    "test_io": ["CSignalsTest", "PySignalsTest"],
    "test_tokenize": ["TestRoundtrip.test_random_files"],
    "test_unparse": ["DirectoryTestCase.test_files"],
}


def is_left_out(unit, case):
    return any(case == name or case.startswith(name + ".") for name in LESS.get(unit, []))
