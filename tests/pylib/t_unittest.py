import unittest, warnings, logging
def setUpModule(): print('mod up')
def tearDownModule(): print('mod down')
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): print('class up'); cls.addClassCleanup(print, 'class cleanup')
    @classmethod
    def tearDownClass(cls): print('class down')
    def setUp(self): self.addCleanup(print,'cleanup', self.id())
    def test_ok(self):
        "Doc line."
        self.assertEqual(1,1)
    def test_eq(self): self.assertEqual(1,2,'my msg')
    def test_list(self): self.assertEqual([1,2,3],[1,5,3])
    def test_list2(self): self.assertEqual([1,2,3],[1,2,3,4,5])
    def test_str(self): self.assertEqual('hello world\nline 2\n','hello wOrld\nline 2\n')
    def test_str1(self): self.assertEqual('abc','abd')
    def test_longstr(self): self.assertEqual('x'*100+'abc'+'y'*100,'x'*100+'abd'+'y'*100)
    def test_dict(self): self.assertEqual({'a':1,'b':list(range(30))},{'a':2,'b':list(range(31))})
    def test_set(self): self.assertEqual({1,2},{2,3})
    def test_tuple(self): self.assertEqual((1,),(1,2))
    def test_count(self): self.assertCountEqual([1,1,2],[1,2,3])
    def test_err(self): 1/0
    def test_chain(self):
        try: {}['x']
        except KeyError as e: raise ValueError('bad') from e
    @unittest.skip('why')
    def test_skip(self): pass
    def test_skip2(self): self.skipTest('later')
    @unittest.expectedFailure
    def test_xf(self): self.fail('expected')
    @unittest.expectedFailure
    def test_us(self): pass
    def test_sub(self):
        for i in range(4):
            with self.subTest(i=i): self.assertTrue(i%2, 'odd')
            with self.subTest('msg', k=i): self.assertLess(i,3)
    def test_raises(self):
        with self.assertRaises(ValueError) as cm: int('x')
        self.assertIn('invalid', str(cm.exception))
        self.assertRaises(ValueError, int, 'y')
        with self.assertRaisesRegex(ValueError, 'nope'): int('x')
    def test_notraised(self):
        with self.assertRaises(KeyError): pass
    def test_notraised2(self): self.assertRaises((KeyError,ValueError), len, [])
    def test_warn(self):
        with self.assertWarns(UserWarning) as w: warnings.warn('hi')
        self.assertEqual(str(w.warning),'hi')
        with self.assertWarnsRegex(DeprecationWarning,'x'): pass
    def test_logs(self):
        with self.assertLogs('foo', level='INFO') as cm:
            logging.getLogger('foo').info('first'); logging.getLogger('foo.bar').error('second')
        self.assertEqual(cm.output, ['INFO:foo:first','ERROR:foo.bar:second'])
    def test_almost(self):
        self.assertAlmostEqual(1.0,1.00000001); self.assertNotAlmostEqual(1,2)
        self.assertAlmostEqual(1.0,1.1,delta=.01)
    def test_almost2(self): self.assertAlmostEqual(1.0,1.1)
    def test_misc(self):
        for f in (lambda: self.assertFalse(1), lambda: self.assertTrue(0,'m'), lambda: self.assertIs(1,2), lambda: self.assertIsNot(None,None), lambda: self.assertIsNone(3), lambda: self.assertIsNotNone(None), lambda: self.assertIn(1,[2]), lambda: self.assertNotIn(1,[1]), lambda: self.assertIsInstance(1,str), lambda: self.assertNotIsInstance(1,int), lambda: self.assertRegex('abc','x'), lambda: self.assertNotRegex('abc','b'), lambda: self.assertGreater(1,2), lambda: self.assertLessEqual(3,2), lambda: self.assertGreaterEqual(1,2), lambda: self.assertNotEqual(1,1), lambda: self.assertListEqual([1],(1,)), lambda: self.assertSequenceEqual([1,2],(1,3)), lambda: self.assertNotAlmostEqual(1,1.00000000001), lambda: self.assertMultiLineEqual('a',5), lambda: self.fail(), lambda: self.assertRaises(5), lambda: self.assertSetEqual([1],{2}), lambda: self.assertCountEqual([[1]],[[2]]), lambda: self.assertEqual('a\nb','a\nc\n'), lambda: self.assertEqual([[1]*40],[[2]*40]), lambda: self.assertNotAlmostEqual(1,1,delta=3)):
            try: f()
            except Exception as e: print(type(e).__name__, e)
            else: print('no error')
class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError('no class')
    def test_a(self): pass
class C(unittest.TestCase):
    def setUp(self): raise KeyError('setup')
    def test_a(self): pass
class D(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self): self.x=1
    async def test_a(self):
        import asyncio; await asyncio.sleep(0); self.assertEqual(self.x,1)
    async def test_b(self): self.addAsyncCleanup(self.c)
    async def c(self): print('async cleanup')
@unittest.skipIf(True,'cls')
class E(unittest.TestCase):
    def test_a(self): pass

import io, re, sys
for argv in ([], ['-v'], ['-q'], ['-b'], ['-f'], ['-k', 'list'], ['A.test_eq', 'A.nope'], ['--locals', 'A.test_err']):
    stream = io.StringIO()
    p = unittest.main(argv=['me'] + argv, exit=False, testRunner=type('R', (unittest.TextTestRunner,), {
        '__init__': lambda self, **kw: unittest.TextTestRunner.__init__(self, stream, **kw)}))
    print(argv, p.result)
    print(re.sub(r'in \d+\.\d+s', 'in Xs', re.sub('0x[0-9a-f]+', '0x', stream.getvalue())))
print(unittest.TestSuite([A('test_ok')]), A('test_eq') == A('test_eq'), A('test_ok').shortDescription(), A('test_ok').id(), repr(A('test_ok')))
print(unittest.TestLoader().getTestCaseNames(B), unittest.FunctionTestCase(print))
