"""jupyter_kernel_test's suite over perch's kernel: what it asks of every kernel, with perch's answers filled in."""
import unittest

import jupyter_kernel_test


class PerchKernel(jupyter_kernel_test.KernelTests):
    kernel_name = "perch"
    language_name = "python"
    file_extension = ".py"
    code_hello_world = "print('hello, world')"
    code_stderr = "import sys; print('test', file=sys.stderr)"
    completion_samples = [
        {"text": "zi", "matches": {"zip"}},
        {"text": "nd.ones_l", "matches": {"ones_like"}},
        {"text": "'a'.isi", "matches": {"isidentifier"}},
    ]
    complete_code_samples = ["1", "print('hello, world')", "def f(x):\n  return x*2\n\n\n", "%time 1", "!ls"]
    incomplete_code_samples = ["print('''hello", "def f(x):\n  x*2", "for i in range(3):", "f(1,"]
    invalid_code_samples = ["import = 7q", "f(1,]"]
    code_page_something = "zip?"
    code_generate_error = "raise Exception()"
    code_execute_result = [
        {"code": "1+2+3", "result": "6"},
        {"code": "[n*n for n in range(1, 4)]", "result": "[1, 4, 9]"},
    ]
    code_display_data = [
        {"code": "from IPython.display import HTML, display; display(HTML('<b>test</b>'))", "mime": "text/html"},
    ]
    code_history_pattern = "1?2*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "zip"
    code_clear_output = "from IPython.display import clear_output; clear_output()"


if __name__ == "__main__":
    unittest.main()
