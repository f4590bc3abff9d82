# Methods and formats of str, bytes, bytearray and memoryview: a sample of all combinations of receivers and arguments.
# --- case: format_specs
tests = r"""
format(1,"_x")
format(1,".")
format(1,"z")
format(1,"5")
format(1,"_b")
format(1,"<<5")
format(1,"010")
format(1,"X")
format(1,"#x")
format(-5,"zzz")
format(-5,",n")
format(-5,"#")
format(-5,"zf")
format(-5,"99999999999999999999")
format(-5,"5dd")
format(-5,"b")
format(-5,"G")
format(-5,"010,")
format(-5," d")
format(-5,"_d")
format(-5,"0=10")
format(0,"zd")
format(0,",_")
format(0,"+")
format(0,"5dd")
format(0,",")
format(0,"#06x")
format(0,"*^10")
format(0,".17g")
format(0,"{<4")
format(0,"=10")
format(1234567,".99999999999999999999f")
format(1234567,"5")
format(1234567,"10")
format(1234567,".0f")
format(1234567,"_d")
format(1234567,"_o")
format(-1234567,",s")
format(-1234567,".")
format(-1234567,".3d")
format(-1234567,"%")
format(-1234567,"*^10")
format(-1234567," d")
format(-1234567,"#x")
format(-1234567,".15g")
format(-1234567,"{<4")
format(True,",x")
format(True,"#")
format(True,"z")
format(True,">5.2")
format(True,"#.0f")
format(True,"_b")
format(True,"08.2f")
format(True,"s5")
format(True,".0e")
format(True,"#x")
format(True,".15g")
format(True,",d")
format(10**30,",n")
format(10**30,"_x")
format(10**30,",x")
format(10**30,",_")
format(10**30,"=5")
format(10**30,"z")
format(10**30,",_f")
format(10**30,"5dd")
format(10**30,"08.2f")
format(10**30,"x<<5")
format(10**30,"G")
format(10**30,"F")
format(10**30,"#g")
format(10**30,"#o")
format(10**30,"#X")
format(10**30,"^10")
format(10**30,"<10")
format(10**30,">10")
format(10**30,"é>10")
format(10**30," .2f")
format(255,",x")
format(255," ")
format(255,"05")
format(255,"zf")
format(255,".99999999999999999999f")
format(255,"_n")
format(255,"x<<5")
format(255,".10g")
format(255,"^10")
format(255,"é>10")
format(255,"{<4")
format(255,"_.3f")
format(1.5,"zzz")
format(1.5,"_n")
format(1.5,"^010")
format(1.5,"-010d")
format(-1234.5678,"zzz")
format(-1234.5678,"__")
format(-1234.5678,".")
format(-1234.5678,"+")
format(-1234.5678,"#")
format(-1234.5678,"=5")
format(-1234.5678,"b")
format(-1234.5678,"10")
format(-1234.5678,">10")
format(-1234.5678,"^010")
format(-1234.5678,"_d")
format(-1234.5678,"=10")
format(1e16,"zzz")
format(1e16,"y")
format(1e16,",_")
format(1e16,"c")
format(1e16,"_n")
format(1e16,"b")
format(1e16,".3e")
format(1e16,".10g")
format(1e16,">10")
format(1e16,"+.2f")
format(1e16,"o")
format(1e16,".20e")
format(1e16,"_.3f")
format(1e-7,"y")
format(1e-7,"_x")
format(1e-7,"05")
format(1e-7,"z")
format(1e-7,"zf")
format(1e-7,"5dd")
format(1e-7,"5")
format(1e-7,"_b")
format(1e-7,"\x00")
format(1e-7,"f")
format(1e-7,"#g")
format(1e-7,"#o")
format(1e-7,"^10")
format(1e-7,",.3f")
format(float("nan"),".3d")
format(float("nan"),"c")
format(float("nan"),"+c")
format(float("nan"),"#.0f")
format(float("nan"),",")
format(float("nan"),"012_x")
format(float("nan"),"s5")
format(float("nan"),".10g")
format(float("nan"),"#b")
format(float("nan"),"<10")
format(float("nan"),"010,.1f")
format(float("nan"),"x")
format(float("nan"),"0=10")
format(float("nan"),"-010d")
format(float("-inf"),"")
format(float("-inf"),"zd")
format(float("-inf"),",x")
format(float("-inf"),"__")
format(float("-inf"),"z.1f")
format(float("-inf"),"#c")
format(float("-inf"),".99999999999999999999f")
format(float("-inf"),"10x10")
format(float("-inf"),">5.2")
format(float("-inf"),"_.2f")
format(float("-inf"),"012_x")
format(float("-inf"),"#b")
format(float("-inf"),"<10")
format(float("-inf"),"+d")
format(float("-inf"),"X")
format(float("-inf"),"_.3f")
format(0.0,"zzz")
format(0.0,",c")
format(0.0,"+d")
format(0.0,"o")
format(0.0,"10.3")
format(0.0,"_.3f")
format(0.0,"015,.2f")
format(-0.0,".3d")
format(-0.0,"=5")
format(-0.0,"z")
format(-0.0,"#c")
format(-0.0,".2")
format(-0.0,",")
format(-0.0,"_.2f")
format(-0.0,"_b")
format(-0.0,"#x")
format(-0.0,"  <4")
format(1+2j,".3")
format(1+2j,"_n")
format(1+2j,"s")
format(1+2j,"F")
format(1+2j,".10g")
format(1+2j,"#g")
format(1+2j,"010")
format(1+2j,",d")
format(1+2j,"_.3f")
format(1+2j,",e")
format(1j,"d")
format(1j," ")
format(1j,"z")
format(1j,",c")
format(1j,",_f")
format(1j,"b")
format(1j,"s")
format(1j,"g")
format(1j,"#g")
format(1j,"#o")
format(1j,">10")
format(1j,"x=6")
format(1j,"+d")
format(1j,".15g")
format(1j,"+010d")
format(-1.5j,",s")
format(-1.5j,".99999999999999999999f")
format(-1.5j,"é")
format(-1.5j,"_.2f")
format(-1.5j,"+.2f")
format(-1.5j," .2f")
format(-1.5j,"10.3")
format(-1.5j,"  <4")
format(-1.5j,"_o")
format("abc","_,")
format("abc","z")
format("abc","#.0f")
format("abc","_.2f")
format("abc","s")
format("abc","E")
format("abc","010,.1f")
format("abc","  <4")
format("abc",",e")
format("é€","")
format("é€",",s")
format("é€",",x")
format("é€","+c")
format("é€","s")
format("é€","*^10")
format("é€","+010d")
format(""," ")
format("","#c")
format("",",c")
format("","012_x")
format("","s")
format("","x<<5")
format("",".3e")
format("","010,.1f")
format("","x")
format("","=,")
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: percent
tests = r"""
"%d" % -5
"%d" % -1234.5678
"%d" % 1e100
"%d" % 1j
"%d" % -1
"%5d" % -5
"%5d" % -1234.5678
"%5d" % ((1,2),)
"%5d" % 1j
"%5d" % 65
"%5d" % 1114112
"%-5d|" % True
"%-5d|" % float("inf")
"%-5d|" % float("nan")
"%-5d|" % "é"
"%05d" % -1234.5678
"%05d" % [1]
"%05d" % b"x"
"%+d" % 0
"%+d" % -1234.5678
"%+d" % b"x"
"%+d" % True
"%+d" % ("a",1)
"%+d" % "é"
"% d" % 1
"% d" % "a"
"%.3d" % 1e100
"%.3d" % float("inf")
"%.3d" % float("nan")
"%.3d" % 1114112
"%8.3d" % 65
"%8.3d" % "é"
"%x" % (5,3)
"%x" % float("inf")
"%x" % "é"
"%x" % 1114112
"%X" % 1
"%X" % 1e100
"%X" % ((1,2),)
"%X" % float("nan")
"%X" % 1j
"%X" % ()
"%X" % ("a",1)
"%X" % -1
"%#x" % "abc"
"%#x" % (5,3)
"%#x" % ((1,2),)
"%#x" % {"a":1}
"%#x" % 1114112
"%#o" % -5
"%#o" % 1e100
"%#o" % "abc"
"%#o" % {"a":1}
"%#o" % True
"%#o" % (2,3.14159)
"%o" % 0
"%e" % (1,2)
"%e" % [1]
"%e" % -1
"%f" % (1,2)
"%f" % [1]
"%f" % 1114112
"%g" % b"x"
"%G" % 1
"%G" % [1]
"%G" % ("a",1)
"%E" % 1.5
"%E" % 1e100
"%E" % (5,3)
"%E" % (2,3.14159)
"%E" % 1114112
"%E" % -1
"%.0f" % (1,2)
"%.0f" % ((1,2),)
"%.0f" % b"x"
"%.2f" % 1
"%.2f" % "a"
"%.2f" % [1]
"%.2f" % b"x"
"%10.2f" % 1
"%10.2f" % (1,2)
"%10.2f" % {"a":1}
"%10.2f" % float("inf")
"%10.2f" % 1j
"%10.2f" % "é"
"%10.2f" % 1114112
"%-10.2f|" % 1e100
"%-10.2f|" % "abc"
"%-10.2f|" % (5,3)
"%-10.2f|" % ((1,2),)
"%-10.2f|" % [1]
"%-10.2f|" % b"x"
"%-10.2f|" % float("nan")
"%-10.2f|" % -1
"%010.2f" % 1
"%010.2f" % -5
"%010.2f" % -1234.5678
"%010.2f" % {"a":1}
"%010.2f" % 1j
"%+.2e" % 1
"%+.2e" % None
"%+.2e" % (2,3.14159)
"%+.2e" % ("a",1)
"%s" % -1234.5678
"%s" % (1,2)
"%s" % b"x"
"%s" % ("a",1)
"%r" % b"x"
"%r" % True
"%r" % float("nan")
"%r" % 1j
"%r" % ("a",1)
"%a" % (5,3)
"%.2s" % 1
"%.2s" % 1.5
"%.2s" % None
"%.2s" % (1,2)
"%.2s" % {"a":1}
"%.2s" % 1j
"%.2s" % ()
"%.2s" % (2,3.14159)
"%.2s" % 1114112
"%.2s" % -1
"%5s" % 0
"%5s" % -1234.5678
"%5s" % ((1,2),)
"%5s" % float("inf")
"%5s" % float("nan")
"%-5s|" % 1.5
"%-5s|" % True
"%-5s|" % float("inf")
"%-5s|" % 1114112
"%-5s|" % -1
"%c" % "a"
"%c" % (1,2)
"%c" % float("inf")
"%5c" % "a"
"%5c" % (5,3)
"%5c" % b"x"
"%5c" % float("inf")
"%i" % 1
"%i" % ((1,2),)
"%u" % 1.5
"%u" % None
"%u" % 1114112
"%y" % 1
"%y" % -1234.5678
"%y" % [1]
"%y" % float("nan")
"%y" % 1j
"%y" % (2,3.14159)
"%y" % 65
"%y" % -1
"%" % 0
"%" % 1e100
"%" % b"x"
"%" % (2,3.14159)
"%" % ("a",1)
"%" % -1
"%%" % 1
"%%" % 0
"%%" % "abc"
"%%" % (5,3)
"%%" % -1
"%5%" % {"a":1}
"%5%" % (2,3.14159)
"%5%" % "é"
"%ld" % ()
"%ld" % 1114112
"%lld" % 1
"%lld" % None
"%lld" % (1,2)
"%lld" % ((1,2),)
"%lld" % b"x"
"%lld" % 65
"%lld" % "é"
"%(a)s" % 1
"%(a)s" % 1.5
"%(a)s" % 1e100
"%(a)s" % None
"%(a)s" % {"a":1}
"%(a)s" % b"x"
"%(a)s" % True
"%(a)s" % -1
"%*d" % 1e100
"%*d" % "a"
"%*d" % (1,2)
"%*d" % b"x"
"%*d" % ()
"%.*f" % 0
"%.*f" % {"a":1}
"%.*f" % b"x"
"%.*f" % ("a",1)
"%#g" % 1.5
"%#g" % -1234.5678
"%#g" % ((1,2),)
"%#g" % {}
"%#g" % b"x"
"%#g" % "é"
"%b" % 1.5
"%b" % {"a":1}
"%b" % {}
"%b" % float("inf")
"%b" % 1j
"%b" % 65
"%b" % 1114112
"%b" % -1
"%F" % (5,3)
"%F" % {"a":1}
"%F" % {}
"%F" % True
"% " % -5
"% " % 1.5
"% " % 1e100
"% " % -1
"%s %s" % 1.5
"%s %s" % 1e100
"%s %s" % (5,3)
"%s %s" % ((1,2),)
"%s %s" % -1
"abc" % "a"
"abc" % "abc"
"abc" % (5,3)
"abc" % ((1,2),)
"abc" % [1]
"%é" % b"x"
"%é" % 65
"%é" % "é"
"%s %r %f %.12g" % ((123456789012345680.0,)*4)
"%s %r %f %.12g" % ((1e-5,)*4)
"%s %r %f %.12g" % ((5e-324,)*4)
"%s %r %f %.12g" % ((2.0**-1022,)*4)
"%s %r %f %.12g" % ((1/3,)*4)
"%s %r %f %.12g" % ((12345678.9,)*4)
"a" % ()
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: percent_bytes
tests = r"""
b"%d" % 1
b"%d" % ((1,2),)
b"%d" % "é"
b"%5d" % "a"
b"%5d" % (1,2)
b"%5d" % b"x"
b"%5d" % ("a",1)
b"%-5d|" % -5
b"%-5d|" % 1.5
b"%-5d|" % None
b"%-5d|" % (5,3)
b"%-5d|" % ((1,2),)
b"%-5d|" % True
b"%-5d|" % float("inf")
b"%-5d|" % float("nan")
b"%-5d|" % ()
b"%-5d|" % 65
b"%05d" % -1234.5678
b"%05d" % "abc"
b"%05d" % ((1,2),)
b"%05d" % {}
b"%05d" % float("nan")
b"%05d" % ()
b"%05d" % "é"
b"%05d" % 1114112
b"%+d" % "abc"
b"%+d" % (5,3)
b"%+d" % ((1,2),)
b"%+d" % {"a":1}
b"%+d" % True
b"%+d" % ("a",1)
b"%+d" % 65
b"% d" % -1234.5678
b"% d" % "a"
b"% d" % {}
b"% d" % 1j
b"% d" % -1
b"%.3d" % 1.5
b"%.3d" % 1e100
b"%.3d" % None
b"%.3d" % (5,3)
b"%.3d" % float("inf")
b"%.3d" % 1j
b"%.3d" % 65
b"%8.3d" % 0
b"%8.3d" % -1234.5678
b"%8.3d" % "abc"
b"%8.3d" % (2,3.14159)
b"%8.3d" % 65
b"%8.3d" % "é"
b"%x" % -5
b"%x" % ((1,2),)
b"%x" % {"a":1}
b"%x" % True
b"%X" % {"a":1}
b"%X" % {}
b"%X" % b"x"
b"%X" % True
b"%X" % float("nan")
b"%X" % -1
b"%#x" % -5
b"%#x" % 1.5
b"%#x" % 1e100
b"%#x" % {"a":1}
b"%#o" % 1
b"%#o" % "abc"
b"%#o" % (5,3)
b"%#o" % True
b"%#o" % (2,3.14159)
b"%#o" % ("a",1)
b"%#o" % 1114112
b"%o" % (1,2)
b"%o" % (5,3)
b"%o" % ("a",1)
b"%e" % -1234.5678
b"%e" % {"a":1}
b"%e" % True
b"%e" % ()
b"%f" % 1
b"%f" % 1e100
b"%f" % "abc"
b"%f" % True
b"%f" % float("nan")
b"%f" % (2,3.14159)
b"%g" % "a"
b"%g" % {"a":1}
b"%g" % float("nan")
b"%g" % 1j
b"%G" % "abc"
b"%G" % (1,2)
b"%G" % 65
b"%E" % 0
b"%E" % -1234.5678
b"%E" % None
b"%E" % ((1,2),)
b"%E" % [1]
b"%E" % b"x"
b"%E" % (2,3.14159)
b"%E" % "é"
b"%E" % 1114112
b"%.0f" % -1234.5678
b"%.0f" % b"x"
b"%.0f" % float("nan")
b"%.2f" % "a"
b"%.2f" % b"x"
b"%.2f" % (2,3.14159)
b"%10.2f" % 1.5
b"%10.2f" % "abc"
b"%10.2f" % float("nan")
b"%10.2f" % "é"
b"%10.2f" % -1
b"%-10.2f|" % -1234.5678
b"%-10.2f|" % "abc"
b"%-10.2f|" % float("inf")
b"%-10.2f|" % -1
b"%010.2f" % (1,2)
b"%010.2f" % (5,3)
b"%010.2f" % {"a":1}
b"%010.2f" % (2,3.14159)
b"%010.2f" % 65
b"%010.2f" % 1114112
b"%+.2e" % {"a":1}
b"%+.2e" % float("inf")
b"%+.2e" % 1j
b"%s" % (1,2)
b"%s" % -1
b"%r" % -1234.5678
b"%r" % {"a":1}
b"%r" % {}
b"%r" % b"x"
b"%r" % "é"
b"%a" % 1.5
b"%a" % -1234.5678
b"%a" % ((1,2),)
b"%a" % {"a":1}
b"%a" % True
b"%a" % -1
b"%.2s" % None
b"%.2s" % (5,3)
b"%.2s" % {"a":1}
b"%.2s" % [1]
b"%.2s" % float("inf")
b"%.2s" % ()
b"%.2s" % -1
b"%5s" % -1234.5678
b"%5s" % 1e100
b"%5s" % {}
b"%5s" % 1114112
b"%-5s|" % -5
b"%-5s|" % None
b"%-5s|" % ((1,2),)
b"%-5s|" % (2,3.14159)
b"%c" % 1
b"%c" % ()
b"%c" % 1114112
b"%5c" % 1e100
b"%5c" % "a"
b"%5c" % None
b"%5c" % (5,3)
b"%5c" % {"a":1}
b"%5c" % float("nan")
b"%i" % "a"
b"%i" % None
b"%i" % True
b"%i" % ("a",1)
b"%u" % 1.5
b"%u" % -1234.5678
b"%u" % (5,3)
b"%u" % ()
b"%u" % (2,3.14159)
b"%u" % ("a",1)
b"%y" % -5
b"%y" % 1e100
b"%y" % None
b"%y" % (1,2)
b"%y" % {"a":1}
b"%y" % {}
b"%" % -1234.5678
b"%" % "a"
b"%" % None
b"%" % b"x"
b"%" % ("a",1)
b"%" % "é"
b"%" % 1114112
b"%%" % 1
b"%%" % (1,2)
b"%5%" % -5
b"%5%" % -1234.5678
b"%5%" % ("a",1)
b"%5%" % 1114112
b"%ld" % -1234.5678
b"%ld" % (2,3.14159)
b"%ld" % 65
b"%lld" % "a"
b"%lld" % {"a":1}
b"%lld" % True
b"%lld" % float("inf")
b"%(a)s" % (1,2)
b"%(a)s" % [1]
b"%(a)s" % float("inf")
b"%*d" % 0
b"%*d" % None
b"%*d" % (2,3.14159)
b"%*d" % "é"
b"%*d" % 1114112
b"%.*f" % -5
b"%.*f" % -1234.5678
b"%#g" % None
b"%#g" % ((1,2),)
b"%#g" % ()
b"%b" % {}
b"%b" % 65
b"%F" % 1.5
b"%F" % "abc"
b"%F" % float("nan")
b"%F" % 1j
b"% " % 1.5
b"% " % ("a",1)
b"%s %s" % 1e100
b"%s %s" % (1,2)
b"%s %s" % (2,3.14159)
b"%s %s" % ("a",1)
b"%s %s" % "é"
b"%s %s" % 1114112
b"abc" % 1
b"abc" % (1,2)
b"abc" % float("inf")
b"abc" % 1j
b"abc" % ("a",1)
b"abc" % "é"
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: format_fields
tests = r"""
"{".format()
"{".format(1)
"{".format(5,6,7)
"{".format("é",2)
"{".format_map([1])
"}".format(1)
"}".format("a")
"}".format(a={"b":3})
"}".format(1,w=10)
"{}".format(1)
"{}".format(1,2)
"{}".format([1],[2,3])
"{}".format(a={"b":3})
"{}".format(1,a=2)
"{}".format_map([1])
"{0}{}".format(1,a=2)
"{0}{}".format("é",2)
"{0}{}".format_map([1])
"{}{0}".format(1)
"{}{0}".format([1],[2,3])
"{}{0}".format("é",2)
"{}{0}".format_map({"a":1})
"{}{0}".format_map([1])
"{a}".format()
"{a}".format(1,a=2)
"{a}".format(1,w=10)
"{a}".format_map([1])
"{!x}".format()
"{!x}".format(1)
"{!x}".format(1,2)
"{!x}".format(1,a=2)
"{!x}".format_map({"a":1})
"{!x}".format_map([1])
"{!}".format(1,2)
"{!}".format(5,6,7)
"{!}".format([1],[2,3])
"{!}".format(a=1)
"{!}".format(1,a=2)
"{!}".format("é",2)
"{!}".format_map({"a":1})
"{!r".format()
"{!r".format(1,2)
"{!r".format(a={"b":3})
"{0!rs}".format()
"{0!rs}".format(1)
"{0!rs}".format("a")
"{0!rs}".format(a=1)
"{0!rs}".format(a={"b":3})
"{0!rs}".format_map({"a":1})
"{0!rs}".format_map([1])
"{0!r:>5}".format(5,6,7)
"{0!r:>5}".format_map({"a":1})
"{0.}".format(5,6,7)
"{0.}".format("a")
"{0.}".format(a={"b":3})
"{0.}".format(1,w=10)
"{0[}".format(1,a=2)
"{0[}".format_map({"a":1})
"{0[]}".format(1,2)
"{0[]}".format("a")
"{0[]}".format(a=1)
"{0[a}".format()
"{0[a}".format(a=1)
"{0[a}".format(a={"b":3})
"{0[a}".format(1,w=10)
"{0[a}".format_map({"a":1})
"{0[a}".format_map([1])
"{0[0]x}".format(1,a=2)
"{0[0]x}".format(1,w=10)
"{0[0]x}".format("é",2)
"{0[0]x}".format_map({"a":1})
"{0.real.imag}".format(5,6,7)
"{0.real.imag}".format("a")
"{0.real.imag}".format([1],[2,3])
"{0.real.imag}".format(1,w=10)
"{0.real.imag}".format_map([1])
"{a[b]}".format(1,w=10)
"{a[b]}".format_map([1])
"{:{}}".format(1,2)
"{:{}}".format(a=1)
"{:{}}".format(a={"b":3})
"{:{}}".format("é",2)
"{:{:{}}}".format()
"{:{:{}}}".format(5,6,7)
"{:{:{}}}".format(a={"b":3})
"{0:{1}{2}}".format("a")
"{0:{1}{2}}".format(1,a=2)
"{{}}".format(1)
"{{}}".format(1,a=2)
"{{}}".format("é",2)
"{}}".format(1)
"{}}".format(1,2)
"{}}".format("a")
"{}}".format(a=1)
"{}}".format(a={"b":3})
"{!s:5}|".format(1)
"{!s:5}|".format(5,6,7)
"{!s:5}|".format(1,a=2)
"{!s:5}|".format("é",2)
"{!s:5}|".format_map({"a":1})
"{ }".format()
"{ }".format(1,2)
"{ }".format(5,6,7)
"{ }".format(a={"b":3})
"{ }".format_map([1])
"{-1}".format(1)
"{-1}".format("a")
"{-1}".format([1],[2,3])
"{-1}".format(a=1)
"{-1}".format(1,a=2)
"{99999999999999999999}".format()
"{99999999999999999999}".format(5,6,7)
"{99999999999999999999}".format(a=1)
"{99999999999999999999}".format_map([1])
"{0[99999999999999999999]}".format([1],[2,3])
"{0[99999999999999999999]}".format(a=1)
"{0[99999999999999999999]}".format(1,a=2)
"{0[99999999999999999999]}".format(1,w=10)
"{0[99999999999999999999]}".format_map({"a":1})
"{0[5]}".format()
"{0[5]}".format(1)
"{0[5]}".format(1,2)
"{0[5]}".format(a={"b":3})
"{0[5]}".format_map({"a":1})
"{.real}".format([1],[2,3])
"{.real}".format(1,a=2)
"{.real}".format("é",2)
"{.real}".format_map([1])
"{[0]}{[1]}".format()
"{[0]}{[1]}".format(1,2)
"{[0]}{[1]}".format(5,6,7)
"{[0]}{[1]}".format([1],[2,3])
"{[0]}{[1]}".format(1,a=2)
"{[0]}{[1]}".format(1,w=10)
"{[0]}{[1]}".format_map([1])
"{0:{}}".format(5,6,7)
"{0:{}}".format([1],[2,3])
"{0:{}}".format(a={"b":3})
"{:{0}}".format()
"{:{0}}".format(a=1)
"{:{0}}".format(a={"b":3})
"{:{0}}".format("é",2)
"{:{0}}".format_map([1])
"{a}{}".format()
"{a}{}".format(1)
"{a}{}".format(1,2)
"{a}{}".format("a")
"{a}{}".format(a=1)
"{a}{}".format("é",2)
"{:}}".format(1,2)
"{:}}".format("a")
"{:}}".format("é",2)
"{0!}".format(1)
"{0!}".format(1,2)
"{0!}".format([1],[2,3])
"{0!}".format(a=1)
"{0!:}".format("a")
"{0!:}".format(a=1)
"{0!:}".format(a={"b":3})
"{0!:}".format_map({"a":1})
"{0 !r}".format()
"{0 !r}".format(5,6,7)
"{0 !r}".format(a=1)
"{0 !r}".format(a={"b":3})
"{0 !r}".format_map([1])
"{0:{".format()
"{0:{".format(1,2)
"{0:{".format(a={"b":3})
"{0:{".format(1,w=10)
"{0:{".format("é",2)
"{0:{".format_map({"a":1})
"{0:{".format_map([1])
"{0:{}".format(1,2)
"{0:{}".format(a=1)
"{:d}".format("a")
"{:d}".format([1],[2,3])
"{:d}".format(1,a=2)
"{:d}".format(1,w=10)
"{:d}".format_map([1])
"{0]}".format(1)
"{0]}".format(a={"b":3})
"{0]}".format(1,a=2)
"{0]}".format("é",2)
"{0]}".format_map([1])
"{0.a[b}".format()
"{0.a[b}".format(1)
"{0.a[b}".format(1,2)
"{0.a[b}".format(5,6,7)
"{0.a[b}".format(1,w=10)
"{0.a[b}".format_map({"a":1})
"{0.a[b}".format_map([1])
"{0x}".format_map({"a":1})
"{0x}".format_map([1])
"{[}]}".format(5,6,7)
"{[}]}".format([1],[2,3])
"{!r}{!r}".format([1],[2,3])
"{!r}{!r}".format(a=1)
"{!r}{!r}".format(1,a=2)
"{0!é}".format()
"{0!é}".format(1,2)
"{0!é}".format(5,6,7)
"{0!é}".format(a={"b":3})
"{0!é}".format_map([1])
"{0!ax}".format(1)
"{0!ax}".format([1],[2,3])
"{0!ax}".format(1,w=10)
"{:>{w}}".format(1,2)
"{:>{w}}".format(5,6,7)
"{:>{w}}".format(1,a=2)
"{:>{w}}".format("é",2)
"a{b".format()
"a{b".format(1,2)
"a{b".format(1,a=2)
"{0..a}".format(1)
"{0..a}".format(1,a=2)
"{0}}{".format(1,2)
"{0}}{".format(a=1)
"{0}}{".format(a={"b":3})
"{0}}{".format(1,a=2)
"{:>10}{:<5}|".format(5,6,7)
"{:>10}{:<5}|".format("a")
"{:>10}{:<5}|".format(1,a=2)
"{:>10}{:<5}|".format_map([1])
"{0!s}{0!r}{0!a}".format()
"{0!s}{0!r}{0!a}".format(1,2)
"{0!s}{0!r}{0!a}".format(5,6,7)
"{0!s}{0!r}{0!a}".format(a=1)
"{0!s}{0!r}{0!a}".format(1,w=10)
"{0!s}{0!r}{0!a}".format("é",2)
"{0!s}{0!r}{0!a}".format_map({"a":1})
"{1}{0}".format(1)
"{1}{0}".format(1,2)
"{1}{0}".format(5,6,7)
"{1}{0}".format([1],[2,3])
"{1}{0}".format(a={"b":3})
"{1}{0}".format_map([1])
"{a.real}".format(1)
"{a.real}".format("a")
"{a.real}".format([1],[2,3])
"{a.real}".format_map({"a":1})
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: codecs
tests = r"""
"abc".encode("l")
"Hello World".encode("é")
"  a b  c ".encode(" ")
"  a b  c ".encode("😀")
"\t\n\r\x0b x".encode("bc")
"aaa".encode("€")
"A".encode("é")
"A".encode("€")
"😀x".encode("é")
"²³½Ⅷ٣".encode("l")
"tab\tb\tcc".encode("\n")
"-42".encode(",")
"+x".encode("bc")
"abc".encode("cp1252","replace")
"abc".encode("utf-32","surrogateescape")
"abc".encode("utf-32","surrogatepass")
"aé".encode("ascii","surrogatepass")
"aé".encode("utf-16","replace")
"aé".encode("utf-16","backslashreplace")
"aé".encode("hex","namereplace")
"aé".encode("iso-8859-15","surrogateescape")
"é€😀".encode("latin-1","surrogateescape")
"é€😀".encode("cp1252","surrogatepass")
"é€😀".encode("utf-16","replace")
"é€😀".encode("utf-16-be","surrogatepass")
"é€😀".encode("utf-32","strict")
"é€😀".encode("utf-32","replace")
"é€😀".encode("utf-32-le","backslashreplace")
"é€😀".encode("hex","ignore")
"é€😀".encode("hex","replace")
"é€😀".encode("iso-8859-15","surrogateescape")
"é€😀".encode("iso-8859-15","foo")
"é€😀".encode("","namereplace")
"\ud800".encode("utf-8","foo")
"\ud800".encode("ascii","namereplace")
"\ud800".encode("utf-16-le","backslashreplace")
"\ud800".encode("raw_unicode_escape","namereplace")
"\ud800".encode("xyz","strict")
"\ud800".encode("hex","xmlcharrefreplace")
"a\udc80b".encode("utf-8","strict")
"a\udc80b".encode("UTF8","strict")
"a\udc80b".encode("utf-16-le","backslashreplace")
"a\udc80b".encode("utf-16-le","foo")
"a\udc80b".encode("raw_unicode_escape","replace")
"a\udc80b".encode("ut f-8","backslashreplace")
"\ud800\udc00x".encode("utf-8","namereplace")
"\ud800\udc00x".encode("UTF8","surrogatepass")
"\ud800\udc00x".encode("utf-16","strict")
"\ud800\udc00x".encode("utf-16-be","surrogateescape")
"\ud800\udc00x".encode("utf-32-le","ignore")
"\ud800\udc00x".encode("utf-32-le","foo")
"\ud800\udc00x".encode("xyz","surrogateescape")
"\ud800\udc00x".encode("iso-8859-15","foo")
"\ud800\udc00x".encode("ut f-8","ignore")
"éééx€€".encode("utf-8","backslashreplace")
"éééx€€".encode("utf-16-be","namereplace")
"éééx€€".encode("xyz","namereplace")
"éééx€€".encode("U8","strict")
"aé\n€😀\\".encode("utf-8","backslashreplace")
"aé\n€😀\\".encode("utf-16-le","surrogateescape")
"aé\n€😀\\".encode("utf-32-le","namereplace")
"aé\n€😀\\".encode("unicode_escape","ignore")
"aé\n€😀\\".encode("U8","xmlcharrefreplace")
"aé\n€😀\\".encode("U8","namereplace")
"".encode("utf-8","backslashreplace")
"".encode("UTF8","surrogatepass")
"".encode("UTF8","foo")
"".encode("ascii","surrogatepass")
"".encode("unicode_escape","surrogatepass")
"\x81\x80".encode("utf-8","backslashreplace")
"\x81\x80".encode("UTF8","replace")
"\x81\x80".encode("ascii","replace")
"\x81\x80".encode("latin-1","foo")
"\x81\x80".encode("utf-16","namereplace")
b"abc".decode("UTF8","replace")
b"abc".decode("ascii","xmlcharrefreplace")
b"abc".decode("utf-32-le","strict")
b"abc".decode("utf-32-le","surrogatepass")
b"abc".decode("hex","replace")
b"a\xff".decode("utf-32-le","surrogateescape")
b"a\xff".decode("xyz","namereplace")
b"a\xff".decode("xyz","surrogateescape")
b"\xe2\x82".decode("ascii","strict")
b"\xe2\x82".decode("utf-16-le","ignore")
b"\xe2\x82".decode("utf-32","surrogatepass")
b"\xe2\x82".decode("raw_unicode_escape","xmlcharrefreplace")
b"\xe2\x82".decode("iso-8859-15","backslashreplace")
b"\xe2\x82".decode("ut f-8","backslashreplace")
b"\xe2\x28\xa1".decode("cp1252","surrogateescape")
b"\xe2\x28\xa1".decode("","ignore")
b"\xf0\x9f\x98".decode("latin-1","surrogatepass")
b"\xf0\x9f\x98".decode("utf-16","strict")
b"\xf0\x9f\x98".decode("hex","ignore")
b"\xf0\x9f\x98".decode("U8","surrogateescape")
b"\xf0\x9f\x98".decode("","strict")
b"\xed\xa0\x80".decode("ascii","surrogatepass")
b"\xed\xa0\x80".decode("latin-1","surrogatepass")
b"\xed\xa0\x80".decode("xyz","backslashreplace")
b"\xed\xa0\x80".decode("hex","surrogatepass")
b"a\xf0\x9f\x98b".decode("utf-8","namereplace")
b"a\xf0\x9f\x98b".decode("ascii","surrogatepass")
b"a\xf0\x9f\x98b".decode("cp1252","strict")
b"a\xf0\x9f\x98b".decode("cp1252","xmlcharrefreplace")
b"a\xf0\x9f\x98b".decode("utf-32","replace")
b"a\xf0\x9f\x98b".decode("unicode_escape","xmlcharrefreplace")
b"a\xf0\x9f\x98b".decode("raw_unicode_escape","surrogatepass")
b"a\xf0\x9f\x98b".decode("xyz","xmlcharrefreplace")
b"a\xf0\x9f\x98b".decode("U8","xmlcharrefreplace")
b"a\xf0\x9f\x98b".decode("","surrogatepass")
b"a\xf0\x9f\x98b".decode("","foo")
b"\x80\x81".decode("utf-8","surrogatepass")
b"\x80\x81".decode("UTF8","xmlcharrefreplace")
b"\x80\x81".decode("cp1252","namereplace")
b"\x80\x81".decode("utf-8-sig","xmlcharrefreplace")
b"\x80\x81".decode("unicode_escape","replace")
b"\xef\xbb\xbfabc".decode("UTF8","strict")
b"\xef\xbb\xbfabc".decode("utf-16","xmlcharrefreplace")
b"\xef\xbb\xbfabc".decode("utf-16-le","surrogatepass")
b"\xef\xbb\xbfabc".decode("utf-8-sig","ignore")
b"\xef\xbb\xbfabc".decode("U8","foo")
b"\xef\xbb\xbfabc".decode("ut f-8","namereplace")
b"\xef\xbb\xbfabc".decode("ut f-8","surrogatepass")
b"\xef\xbb\xbfabc".decode("","replace")
b"\xff\xfea\x00".decode("utf-16","xmlcharrefreplace")
b"\xff\xfea\x00".decode("utf-32","xmlcharrefreplace")
b"\xff\xfea\x00".decode("utf-32","namereplace")
b"\xff\xfea\x00".decode("utf-8-sig","surrogateescape")
b"\xff\xfea\x00".decode("U8","xmlcharrefreplace")
b"\xff\xfea\x00".decode("ut f-8","foo")
b"a\x00b".decode("utf-16-be","surrogatepass")
b"a\x00b".decode("raw_unicode_escape","namereplace")
b"a\x00b".decode("raw_unicode_escape","foo")
b"a\x00b".decode("xyz","strict")
b"a\x00b".decode("xyz","xmlcharrefreplace")
b"\x00\xd8".decode("UTF8","ignore")
b"\x00\xd8".decode("latin-1","ignore")
b"\x00\xd8".decode("cp1252","namereplace")
b"\x00\xd8".decode("utf-16","ignore")
b"\x00\xd8".decode("utf-16-le","xmlcharrefreplace")
b"\x00\xd8".decode("unicode_escape","surrogateescape")
b"\x00\xd8".decode("xyz","strict")
b"\x00\xd8a\x00".decode("cp1252","namereplace")
b"\x00\xd8a\x00".decode("utf-16-be","xmlcharrefreplace")
b"\x00\xd8a\x00".decode("utf-32-le","strict")
b"\x00\xd8a\x00".decode("unicode_escape","foo")
b"\x00\xd8a\x00".decode("xyz","replace")
b"\x00\xdc".decode("UTF8","replace")
b"\x00\xdc".decode("utf-32-le","backslashreplace")
b"\x00\xdc".decode("utf-8-sig","surrogatepass")
b"\x00\xdc".decode("unicode_escape","namereplace")
b"\xff\xff\xff\xff".decode("raw_unicode_escape","surrogateescape")
b"\xff\xff\xff\xff".decode("hex","surrogateescape")
b"\\x41\\u20ac\\n\\N{BULLET}\\101".decode("utf-8","surrogatepass")
b"\\x41\\u20ac\\n\\N{BULLET}\\101".decode("cp1252","surrogateescape")
b"\\x41\\u20ac\\n\\N{BULLET}\\101".decode("utf-32","xmlcharrefreplace")
b"\\x41\\u20ac\\n\\N{BULLET}\\101".decode("raw_unicode_escape","surrogatepass")
b"\\x4".decode("utf-16","backslashreplace")
b"\\x4".decode("utf-16","foo")
b"\\x4".decode("utf-8-sig","replace")
b"\\x4".decode("U8","backslashreplace")
b"\\u12".decode("latin-1","replace")
b"\\u12".decode("utf-16-le","xmlcharrefreplace")
b"\\u12".decode("utf-16-be","namereplace")
b"\\u12".decode("utf-32","ignore")
b"\\U00110000".decode("utf-16-le","surrogateescape")
b"\\U00110000".decode("utf-16-be","backslashreplace")
b"\\U00110000".decode("raw_unicode_escape","foo")
b"\\N{foo}".decode("UTF8","xmlcharrefreplace")
b"\\N{foo}".decode("latin-1","surrogateescape")
b"\\N{foo}".decode("utf-32-le","surrogatepass")
b"\\N{foo}".decode("raw_unicode_escape","ignore")
b"\\N{foo}".decode("hex","foo")
b"\\N".decode("UTF8","ignore")
b"\\N".decode("utf-16-be","surrogateescape")
b"\\N".decode("raw_unicode_escape","backslashreplace")
b"\\N".decode("raw_unicode_escape","surrogateescape")
b"\\N{".decode("utf-16-le","backslashreplace")
b"\\N{".decode("utf-32-le","backslashreplace")
b"\\N{".decode("raw_unicode_escape","backslashreplace")
b"\\N{".decode("raw_unicode_escape","surrogateescape")
b"\\N{}".decode("ascii","replace")
b"\\N{}".decode("utf-16-le","foo")
b"\\N{}".decode("U8","backslashreplace")
b"\\N{}".decode("ut f-8","strict")
b"abc\\".decode("cp1252","backslashreplace")
b"abc\\".decode("utf-16","xmlcharrefreplace")
b"abc\\".decode("utf-16-be","replace")
b"\\u20ac\\n\\".decode("utf-8","ignore")
b"\\u20ac\\n\\".decode("UTF8","ignore")
b"\\u20ac\\n\\".decode("utf-16","surrogateescape")
b"\\u20ac\\n\\".decode("utf-16-le","replace")
b"\\u20ac\\n\\".decode("utf-8-sig","replace")
b"\\u20ac\\n\\".decode("xyz","xmlcharrefreplace")
b"\\u20ac\\n\\".decode("U8","ignore")
b"\\u20ac\\n\\".decode("","backslashreplace")
b"\\\\u0041".decode("utf-8","foo")
b"\\\\u0041".decode("UTF8","strict")
b"\\\\u0041".decode("ascii","namereplace")
b"\\\\u0041".decode("utf-16-be","surrogateescape")
b"\\\\u0041".decode("utf-32","ignore")
b"\\\\u0041".decode("utf-32","backslashreplace")
b"\\\\u0041".decode("unicode_escape","ignore")
b"\\\\u0041".decode("unicode_escape","xmlcharrefreplace")
b"\\\\u0041".decode("raw_unicode_escape","namereplace")
b"\\\\u0041".decode("U8","namereplace")
b"\\q\\8".decode("utf-8","xmlcharrefreplace")
b"\\q\\8".decode("ascii","surrogatepass")
b"\\q\\8".decode("utf-8-sig","ignore")
b"".decode("cp1252","backslashreplace")
b"".decode("cp1252","namereplace")
b"".decode("utf-32-le","surrogatepass")
b"".decode("utf-8-sig","surrogatepass")
b"".decode("utf-8-sig","foo")
b"".decode("raw_unicode_escape","xmlcharrefreplace")
b"".decode("hex","strict")
b"".decode("iso-8859-15","backslashreplace")
b"".decode("U8","strict")
b"".decode("ut f-8","xmlcharrefreplace")
b"\xc0\x80\xf5\xfe".decode("latin-1","surrogateescape")
b"\xc0\x80\xf5\xfe".decode("utf-16","xmlcharrefreplace")
b"\xc0\x80\xf5\xfe".decode("utf-16-be","foo")
b"\xc0\x80\xf5\xfe".decode("xyz","replace")
b"\xc0\x80\xf5\xfe".decode("ut f-8","surrogatepass")
b"\xf4\x90\x80\x80".decode("latin-1","strict")
b"\xf4\x90\x80\x80".decode("utf-16-le","surrogatepass")
b"\xf4\x90\x80\x80".decode("xyz","surrogateescape")
b"\xf4\x90\x80\x80".decode("ut f-8","foo")
b"\xe0\x80\x80".decode("utf-16-le","ignore")
b"\xe0\x80\x80".decode("utf-16-be","ignore")
b"\xe0\x80\x80".decode("utf-32","replace")
b"\xe0\x80\x80".decode("unicode_escape","surrogateescape")
b"\xfe\xff\x00a".decode("ascii","surrogatepass")
b"\xfe\xff\x00a".decode("utf-16-be","foo")
b"\xfe\xff\x00a".decode("utf-32","surrogateescape")
b"\xfe\xff\x00a".decode("utf-32-le","replace")
b"\xfe\xff\x00a".decode("utf-8-sig","backslashreplace")
b"\xfe\xff\x00a".decode("raw_unicode_escape","surrogatepass")
b"\xfe\xff\x00a".decode("xyz","surrogatepass")
b"\xfe\xff\x00a".decode("hex","xmlcharrefreplace")
b"\xfe\xff\x00a".decode("","backslashreplace")
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: memoryview
tests = r"""
memoryview(b"abcdef").tobytes()
memoryview(b"abcdef").hex(":")
memoryview(b"abcdef").strides
memoryview(b"abcdef").ndim
memoryview(b"abcdef").contiguous
memoryview(b"abcdef").release()
memoryview(b"abcdef").__len__()
memoryview(b"abcdef")[100]
memoryview(b"abcdef")["a"]
memoryview(b"abcdef")[1.5]
memoryview(b"abcdef").__setitem__(0,255)
memoryview(b"abcdef").__setitem__(0,256)
memoryview(b"abcdef").__setitem__(0,"a")
memoryview(b"abcdef").__setitem__(0,1.5)
memoryview(b"abcdef").__setitem__(0,b"ab")
memoryview(b"abcdef").cast("B").tolist()
memoryview(b"abcdef").cast("c").tolist()
memoryview(b"abcdef").cast("H").tolist()
memoryview(b"abcdef").cast("i").tolist()
memoryview(b"abcdef").cast("x").tolist()
memoryview(b"abcdef").cast("zz").tolist()
memoryview(b"abcdef").cast("@B").tolist()
memoryview(b"abcdef").cast("q").tolist()
memoryview(b"abcdef")<memoryview(b"abcdef")
memoryview(bytearray(b"abcdefgh")).hex()
memoryview(bytearray(b"abcdefgh")).hex(":")
memoryview(bytearray(b"abcdefgh")).format
memoryview(bytearray(b"abcdefgh")).ndim
memoryview(bytearray(b"abcdefgh")).contiguous
memoryview(bytearray(b"abcdefgh")).toreadonly().readonly
memoryview(bytearray(b"abcdefgh")).__len__()
memoryview(bytearray(b"abcdefgh"))[::-1].tolist()
memoryview(bytearray(b"abcdefgh"))[1.5]
memoryview(bytearray(b"abcdefgh"))[(0,1)]
memoryview(bytearray(b"abcdefgh"))[(0,)]
memoryview(bytearray(b"abcdefgh")).__setitem__(0,255)
memoryview(bytearray(b"abcdefgh")).__setitem__(0,1.5)
memoryview(bytearray(b"abcdefgh")).cast("c").tolist()
memoryview(bytearray(b"abcdefgh")).cast("@B").tolist()
memoryview(bytearray(b"abcdefgh")).cast("?").tolist()
memoryview(bytearray(b"abcdefgh"))==b"abcdef"
memoryview(b"").hex()
memoryview(b"").hex(":")
memoryview(b"").nbytes
memoryview(b"").strides
memoryview(b"").ndim
memoryview(b"").readonly
memoryview(b"").c_contiguous
memoryview(b"").contiguous
memoryview(b"").obj
memoryview(b"").release()
memoryview(b"").suboffsets
memoryview(b"").__len__()
memoryview(b"")[-1]
memoryview(b"")[100]
memoryview(b"")[::2].tolist()
memoryview(b"")["a"]
memoryview(b"")[1.5]
memoryview(b"")[(0,)]
memoryview(b"")[None]
memoryview(b"").__setitem__(0,256)
memoryview(b"").__setitem__(0,-1)
memoryview(b"").__setitem__(0,b"a")
memoryview(b"").__setitem__(0,None)
memoryview(b"").cast("H").tolist()
memoryview(b"").cast("zz").tolist()
memoryview(b"").cast("@B").tolist()
memoryview(b"").cast("q").tolist()
memoryview(b"abcdefgh").cast("H").strides
memoryview(b"abcdefgh").cast("H").readonly
memoryview(b"abcdefgh").cast("H").suboffsets
memoryview(b"abcdefgh").cast("H")[100]
memoryview(b"abcdefgh").cast("H")[::2].tolist()
memoryview(b"abcdefgh").cast("H")[::-1].tolist()
memoryview(b"abcdefgh").cast("H")[1.5]
memoryview(b"abcdefgh").cast("H")[(0,)]
memoryview(b"abcdefgh").cast("H")[None]
memoryview(b"abcdefgh").cast("H").__setitem__(0,0)
memoryview(b"abcdefgh").cast("H").cast("H").tolist()
memoryview(b"abcdefgh").cast("H").cast("x").tolist()
memoryview(b"abcdefgh").cast("H").cast("@B").tolist()
memoryview(b"abcdefgh").cast("H").cast("?").tolist()
memoryview(b"abcdefgh").cast("H")==b"abcdef"
memoryview(b"abcdefgh").cast("i").tolist()
memoryview(b"abcdefgh").cast("i").hex(":")
memoryview(b"abcdefgh").cast("i").nbytes
memoryview(b"abcdefgh").cast("i").format
memoryview(b"abcdefgh").cast("i").ndim
memoryview(b"abcdefgh").cast("i").readonly
memoryview(b"abcdefgh").cast("i").suboffsets
memoryview(b"abcdefgh").cast("i").__len__()
memoryview(b"abcdefgh").cast("i")[5]
memoryview(b"abcdefgh").cast("i")[100]
memoryview(b"abcdefgh").cast("i")[1.5]
memoryview(b"abcdefgh").cast("i")[None]
memoryview(b"abcdefgh").cast("i").__setitem__(0,b"ab")
memoryview(b"abcdefgh").cast("i").cast("b").tolist()
memoryview(b"abcdefgh").cast("i").cast("zz").tolist()
memoryview(b"abcdefgh").cast("i").cast("?").tolist()
memoryview(b"abcdefgh").cast("i")<memoryview(b"abcdefgh").cast("i")
memoryview(bytearray(8)).cast("d").tobytes()
memoryview(bytearray(8)).cast("d").tolist()
memoryview(bytearray(8)).cast("d").hex(":")
memoryview(bytearray(8)).cast("d").nbytes
memoryview(bytearray(8)).cast("d").itemsize
memoryview(bytearray(8)).cast("d").strides
memoryview(bytearray(8)).cast("d").contiguous
memoryview(bytearray(8)).cast("d").obj
memoryview(bytearray(8)).cast("d").release()
memoryview(bytearray(8)).cast("d").__len__()
memoryview(bytearray(8)).cast("d")[0]
memoryview(bytearray(8)).cast("d")[-1]
memoryview(bytearray(8)).cast("d")[::2].tolist()
memoryview(bytearray(8)).cast("d")["a"]
memoryview(bytearray(8)).cast("d")[1.5]
memoryview(bytearray(8)).cast("d").__setitem__(0,b"a")
memoryview(bytearray(8)).cast("d").__setitem__(0,1.5)
memoryview(bytearray(8)).cast("d").cast("B").tolist()
memoryview(bytearray(8)).cast("d").cast("i").tolist()
memoryview(bytearray(8)).cast("d").cast("@B").tolist()
memoryview(bytearray(8)).cast("d")==b"abcdef"
memoryview(b"abcdef")[::2].format
memoryview(b"abcdef")[::2].strides
memoryview(b"abcdef")[::2].c_contiguous
memoryview(b"abcdef")[::2].contiguous
memoryview(b"abcdef")[::2].release()
memoryview(b"abcdef")[::2].__len__()
memoryview(b"abcdef")[::2][100]
memoryview(b"abcdef")[::2][::2].tolist()
memoryview(b"abcdef")[::2]["a"]
memoryview(b"abcdef")[::2][1.5]
memoryview(b"abcdef")[::2][(0,1)]
memoryview(b"abcdef")[::2][(0,)]
memoryview(b"abcdef")[::2][None]
memoryview(b"abcdef")[::2].__setitem__(0,b"ab")
memoryview(b"abcdef")[::2].__setitem__(0,None)
memoryview(b"abcdef")[::2].cast("b").tolist()
memoryview(b"abcdef")[::2].cast("c").tolist()
memoryview(b"abcdef")[::2].cast("zz").tolist()
memoryview(b"abcdef")[::2].cast("@B").tolist()
memoryview(b"abcdef")[::2]==b"abcdef"
memoryview(b"abcdef")[::-1].__len__()
memoryview(b"abcdef")[::-1][0]
memoryview(b"abcdef")[::-1][100]
memoryview(b"abcdef")[::-1][1:3].tolist()
memoryview(b"abcdef")[::-1][(0,1)]
memoryview(b"abcdef")[::-1][(0,)]
memoryview(b"abcdef")[::-1].__setitem__(0,0)
memoryview(b"abcdef")[::-1].__setitem__(0,256)
memoryview(b"abcdef")[::-1].__setitem__(0,"a")
memoryview(b"abcdef")[::-1].__setitem__(0,b"a")
memoryview(b"abcdef")[::-1].cast("c").tolist()
memoryview(b"abcdef")[::-1].cast("i").tolist()
memoryview(b"abcdef")[::-1].cast("@B").tolist()
memoryview(b"abcdef")[::-1].cast("q").tolist()
memoryview(b"abcdef")[::-1]==b"abcdef"
memoryview(b"abcdef")[::-1]<memoryview(b"abcdef")[::-1]
memoryview(b"abcdef").cast("B",[2,3]).tolist()
memoryview(b"abcdef").cast("B",[2,3]).shape
memoryview(b"abcdef").cast("B",[2,3]).ndim
memoryview(b"abcdef").cast("B",[2,3]).contiguous
memoryview(b"abcdef").cast("B",[2,3]).__len__()
memoryview(b"abcdef").cast("B",[2,3])[0]
memoryview(b"abcdef").cast("B",[2,3])[1:3].tolist()
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,0)
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,255)
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,-1)
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,b"a")
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,1.5)
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,b"ab")
memoryview(b"abcdef").cast("B",[2,3]).__setitem__(0,None)
memoryview(b"abcdef").cast("B",[2,3]).cast("i").tolist()
memoryview(b"abcdef").cast("B",[2,3]).cast("d").tolist()
memoryview(b"abcdef").cast("B",[2,3]).cast("x").tolist()
memoryview(b"abcdef").cast("B",[2,3]).cast("@B").tolist()
memoryview(b"abcdef").cast("B",[2,3])<memoryview(b"abcdef").cast("B",[2,3])
memoryview(b"ab").cast("c").tobytes()
memoryview(b"ab").cast("c").hex()
memoryview(b"ab").cast("c").nbytes
memoryview(b"ab").cast("c").strides
memoryview(b"ab").cast("c").ndim
memoryview(b"ab").cast("c").obj
memoryview(b"ab").cast("c").toreadonly().readonly
memoryview(b"ab").cast("c").release()
memoryview(b"ab").cast("c").suboffsets
memoryview(b"ab").cast("c").__len__()
memoryview(b"ab").cast("c")[0]
memoryview(b"ab").cast("c")[5]
memoryview(b"ab").cast("c")[100]
memoryview(b"ab").cast("c")[::2].tolist()
memoryview(b"ab").cast("c")["a"]
memoryview(b"ab").cast("c")[1.5]
memoryview(b"ab").cast("c")[(0,1)]
memoryview(b"ab").cast("c")[None]
memoryview(b"ab").cast("c").__setitem__(0,-1)
memoryview(b"ab").cast("c").__setitem__(0,"a")
memoryview(b"ab").cast("c").__setitem__(0,b"ab")
memoryview(b"ab").cast("c").cast("B").tolist()
memoryview(b"ab").cast("c").cast("b").tolist()
memoryview(b"ab").cast("c").cast("d").tolist()
memoryview(b"ab").cast("c").cast("?").tolist()
memoryview(b"ab").cast("c")==b"abcdef"
memoryview()
memoryview(b"a",b"b")
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: numbers
tests = r"""
int("1")
int("1",0)
int("1",16)
int("1",2)
int(" 12 ")
float(" 12 ")
int(" 12 ",0)
int(" 12 ",2)
int("-0x1f")
float("-0x1f")
int("-0x1f",0)
int("-0x1f",16)
int("-0x1f",36)
int("-0x1f",2)
float("0b11")
int("0b11",0)
int("0b11",36)
int("0o17")
float("0o17")
int("0o17",0)
int("0o17",16)
int("0o17",2)
int("010")
int("00")
float("00")
int("00",0)
int("1_000")
float("1_000")
int("1_000",0)
int("1_000",16)
int("1__0")
int("1__0",0)
int("1__0",16)
int("1__0",36)
int("1__0",2)
float("_1")
int("_1",0)
int("_1",16)
int("_1",36)
int("1_")
int("1_",0)
int("1_",2)
int("٣٤")
int("٣٤",0)
int("٣٤",36)
int("٣٤",2)
int("",0)
int("",36)
int(" ")
int(" ",16)
int(" ",2)
float("+")
int("+",16)
int("abc",0)
int("abc",36)
int("abc",2)
int("1.5",0)
int("1.5",16)
int("1.5",2)
int("0x_1")
float("0x_1")
int("0x_1",16)
int("0x_1",36)
int("0x_1",2)
int("9"*50)
float("9"*50)
int("9"*50,16)
int("9"*50,36)
int("9"*50,2)
float(b"12")
int(b"12",16)
int(b"12",36)
int(b"12",2)
int(b"x")
int(b"x",0)
int(b"x",2)
int("é")
float("é")
int("é",0)
int("é",16)
int("é",36)
int("1\x00")
int("1\x00",0)
int("1\x00",16)
int("1\x00",36)
int("١٢.٥")
int("١٢.٥",0)
int("١٢.٥",16)
int("١٢.٥",2)
int("1e5")
int("1e5",0)
int("1e5",16)
int("1e5",36)
int("1e5",2)
float("inf")
int("inf",16)
int("inf",2)
int("-Infinity")
float("-Infinity")
int("-Infinity",0)
int("nan",0)
int("nan",16)
int("nan",36)
int("nan",2)
float(".5")
int(".5",16)
int(".5",2)
int("5.")
float("5.")
int("5.",16)
float(".")
int(".",36)
int(".",2)
float("1e")
int("1e",0)
int("1e",16)
int("1e",36)
int("1e",2)
int("1_0.0_1")
float("1_0.0_1")
int("1_0.0_1",0)
int("1_0.0_1",36)
int("1_0.0_1",2)
float("1._5")
int("0x10")
float("0x10")
int("0x10",16)
float("1e400")
int("1e400",0)
int("1e400",16)
int("1e400",36)
int("1e-400")
float("1e-400")
int("1e-400",0)
int("1e-400",36)
int("1 2")
float("1 2")
int("1 2",16)
int("1 2",36)
int("1 2",2)
float("  3.5\n")
int("  3.5\n",16)
int("  3.5\n",36)
int("  3.5\n",2)
float("-nan")
int("-nan",0)
int("-nan",16)
int("-nan",2)
float("infinit")
int("infinit",0)
int("infinit",16)
int("infinit",2)
int("4.9e-324")
int("4.9e-324",0)
int("4.9e-324",16)
int("4.9e-324",36)
int("2.2250738585072011e-308")
int("2.2250738585072011e-308",0)
int("2.2250738585072011e-308",16)
int("2.2250738585072011e-308",36)
int("2.2250738585072011e-308",2)
int("1.7976931348623159e308")
float("1.7976931348623159e308")
int("1.7976931348623159e308",0)
int("1.7976931348623159e308",36)
float("9007199254740993")
int("9007199254740993",0)
int("9007199254740993",16)
int("9007199254740993",36)
int("9007199254740993",2)
int("0.1"*2)
int("0.1"*2,0)
int("0.1"*2,36)
int("0.1"*2,2)
int("123456789012345678901234567890")
float("123456789012345678901234567890")
int("123456789012345678901234567890",0)
int("123456789012345678901234567890",2)
int("1e23")
float("1e23")
int("1e23",36)
int("8.5e22")
int("8.5e22",16)
int("8.5e22",36)
int("8.5e22",2)
float(b"1.5")
int(b"1.5",0)
int(b"1.5",36)
int(b"\xff",36)
str(10**4299)==("1"+"0"*4299)
repr(0.1)
str(0.1)
repr(complex(0.1,-0.1))
repr(1e16)
repr(1e15)
str(123456789012345680.0)
repr(1e-5)
str(1e-5)
str(0.0001)
repr(complex(0.0001,-0.0001))
str(1e22)
repr(complex(1e22,-1e22))
repr(5e-324)
str(5e-324)
repr(1.7976931348623157e308)
str(1.7976931348623157e308)
repr(2.0**-44)
str(2.0**-44)
repr(complex(2.0**-44,-2.0**-44))
repr(2.0**-1022)
str(2.0**-1022)
repr(complex(2.0**-1022,-2.0**-1022))
repr(1/3)
str(1/3)
repr(complex(1/3,-1/3))
str(1e100)
repr(-0.0)
repr(complex(-0.0,--0.0))
repr(complex(1.0,-1.0))
repr(9007199254740993.0)
str(9007199254740993.0)
repr(complex(9007199254740993.0,-9007199254740993.0))
repr(0.30000000000000004)
repr(complex(0.30000000000000004,-0.30000000000000004))
repr(4.35)
str(4.35)
repr(complex(4.35,-4.35))
repr(complex(2.5e-310,-2.5e-310))
repr(12345678.9)
str(12345678.9)
repr(complex(12345678.9,-12345678.9))
str()
str(b"a")
str(b"\xff","ascii")
str(b"\xff",errors="replace")
str("a","b")
str(5,"b")
str(b"a",1)
str("a",object=1)
str(encoding="a")
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: str_methods
tests = r"""
"".__mul__("")
"".rsplit("",1)
"".find("",1)
"".rpartition(" ")
"".replace("a","aa")
"".translate({97:None})
"".rsplit("€",1)
"".endswith("😀")
"".replace("a","zzzz")
"abc".rstrip("")
"abc".__eq__("")
"abc".rfind(" ",-3,2)
"abc".translate({97:" "})
"abc".__format__("\n")
"abc".find(b"a")
"abc".__lt__(b"a")
str.maketrans("abc",b"a")
"abc".rpartition(1)
"abc".startswith(1,1)
"abc".startswith(None,1)
"abc".ljust(10,("a","H"))
"abc".removeprefix("€")
"abc".rfind("€",-3,2)
"abc".startswith("😀")
"abc".strip("😀")
"abc".replace("😀","XY")
"abc".__format__("zzzz")
"abc".split(maxsplit="a")
"abc".rjust(None)
"Hello World".replace("a","a")
"é" in "Hello World"
"Hello World".count(" ",1,-1)
"Hello World".count("aa",1,-1)
"Hello World".find("€")
"Hello World".rpartition("😀")
"Hello World".find("😀",1)
"Hello World".removesuffix("zzzz")
"zzzz" in "Hello World"
list("  a b  c ")
"  a b  c ".__lt__("a")
"  a b  c ".partition("é")
"  a b  c ".startswith("bc",1)
"  a b  c ".rindex(" ")
"  a b  c ".translate({97:"l"})
str.maketrans("  a b  c ","  a b  c ",b"a")
str.maketrans("  a b  c ","  a b  c ",1)
"  a b  c ".__gt__(None)
"  a b  c ".translate({97:("a","H")})
"  a b  c ".replace("😀","",1)
"  a b  c ".split("zzzz")
"  a b  c ".rjust("a")
"é€ß".__add__("")
"" in "é€ß"
"é€ß".__format__("é")
"é€ß".__format__(" ")
"é€ß".count("\n")
"é€ß".rsplit("l")
"é€ß".rfind(None)
"é€ß".__add__("€")
"ǆǅ ΣΑΣ ﬁ".upper()
"ǆǅ ΣΑΣ ﬁ".split()
"ǆǅ ΣΑΣ ﬁ".__format__("a")
"ǆǅ ΣΑΣ ﬁ".count("bc")
"ǆǅ ΣΑΣ ﬁ"*","
"ǆǅ ΣΑΣ ﬁ".lstrip("l")
"ǆǅ ΣΑΣ ﬁ".startswith("aa")
"ǆǅ ΣΑΣ ﬁ".translate({97:"aa"})
"ǆǅ ΣΑΣ ﬁ".__mul__(b"a")
"ǆǅ ΣΑΣ ﬁ".__mul__(1)
"ǆǅ ΣΑΣ ﬁ".strip("€")
"ǆǅ ΣΑΣ ﬁ".replace("€","XY")
"ǆǅ ΣΑΣ ﬁ".replace("zzzz","",1)
"ǆǅ ΣΑΣ ﬁ".replace("a","zzzz")
"ǆǅ ΣΑΣ ﬁ".__getitem__(True)
"a,b,,c".find("")
"a,b,,c".zfill("é")
"a,b,,c"*"é"
"a,b,,c".translate("é")
"a,b,,c".__eq__("bc")
"a,b,,c"*"bc"
"a,b,,c".rfind(",")
"a,b,,c".rsplit("aa",1)
"a,b,,c".translate(b"a")
"a,b,,c".rstrip(1)
"a,b,,c".zfill(None)
"a,b,,c".center("€")
"a,b,,c".find("zzzz",1)
"a,b,,c".expandtabs(-1)
"a,b,,c".rjust(1.5)
"123".upper()
"123".endswith("é")
"123".split(",",1)
"123".__mul__("\n")
"123".__lt__("l")
"123".rindex("aa")
"123".__add__(None)
"123".rfind("€")
"123".__format__("€")
"123".startswith("😀",1)
"123".index("zzzz")
"123".rstrip("zzzz")
"\t\n\r\x0b x".strip()
"\t\n\r\x0b x".strip("a")
"\t\n\r\x0b x".removesuffix("a")
"\t\n\r\x0b x".split("a",1)
"\t\n\r\x0b x".split("")
"\t\n\r\x0b x".__mul__("bc")
"\t\n\r\x0b x".count("\n")
"\t\n\r\x0b x".index("l")
"\t\n\r\x0b x".rsplit("l")
"\t\n\r\x0b x".join(b"a")
str.maketrans("\t\n\r\x0b x","\t\n\r\x0b x",b"a")
"\t\n\r\x0b x".index(1)
"\t\n\r\x0b x".zfill(1)
"\t\n\r\x0b x".zfill(None)
"\t\n\r\x0b x".find("€")
"\t\n\r\x0b x"+"€"
"\t\n\r\x0b x".__contains__("zzzz")
"\t\n\r\x0b x".__getitem__(3)
"aaa"*"a"
"" in "aaa"
"aaa".translate({97:"é"})
str.maketrans("aaa","aaa","bc")
"aaa".rpartition(",")
"aaa".join("l")
"aaa".__lt__(b"a")
"aaa".find(None)
"aaa".strip(("a","H"))
"aaa".partition("€")
"aaa".lstrip("€")
"aaa".__format__("€")
"aaa".__gt__("😀")
"aaa".strip("zzzz")
"aaa".split(maxsplit=True)
"aaa".center(1.5,"*")
"A".split("",1)
str.maketrans("A","A","é")
"A".center(" ")
"A"+"l"
"A".replace("a",1)
"A".__eq__(None)
"😀" in "A"
"A".strip("zzzz")
"A".zfill("zzzz")
"😀x".rstrip("a")
"😀x".startswith("bc")
"😀x".replace(",","XY")
"😀x".ljust(10,",")
"😀x".removesuffix("l")
"😀x".replace("aa","XY")
"😀x".__format__(b"a")
"😀x".find(("a","H"))
"😀x".join(("a","H"))
"😀x".rfind("zzzz",-3,2)
"😀x".rjust(3)
"😀x".find("a",-1)
"²³½Ⅷ٣".lstrip()
"²³½Ⅷ٣".startswith("a",1)
"²³½Ⅷ٣".__lt__("é")
"²³½Ⅷ٣".__mul__("l")
"²³½Ⅷ٣".split("aa")
"²³½Ⅷ٣"<"aa"
"²³½Ⅷ٣".partition(b"a")
"²³½Ⅷ٣".startswith(None)
"²³½Ⅷ٣".join("😀")
"²³½Ⅷ٣".__format__("zzzz")
"²³½Ⅷ٣".rjust(-1)
"²³½Ⅷ٣".__getitem__(-1)
"²³½Ⅷ٣".center(-1,"*")
"²³½Ⅷ٣".find("a",True)
"a\nb\r\nc\x1cd\u2028e".split()
"a\nb\r\nc\x1cd\u2028e".removesuffix("a")
"a\nb\r\nc\x1cd\u2028e".translate("a")
"a\nb\r\nc\x1cd\u2028e".__lt__("é")
"a\nb\r\nc\x1cd\u2028e".translate({97:","})
"a\nb\r\nc\x1cd\u2028e".startswith(" ")
"a\nb\r\nc\x1cd\u2028e".replace("\n","",1)
"a\nb\r\nc\x1cd\u2028e".rfind("l",-3,2)
"a\nb\r\nc\x1cd\u2028e"+b"a"
"a\nb\r\nc\x1cd\u2028e".__mul__(1)
"a\nb\r\nc\x1cd\u2028e".ljust(10,("a","H"))
"a\nb\r\nc\x1cd\u2028e".startswith("😀")
str.maketrans("a\nb\r\nc\x1cd\u2028e","😀")
"a\nb\r\nc\x1cd\u2028e".__mul__("zzzz")
"a\nb\r\nc\x1cd\u2028e".rjust(3)
"a\nb\r\nc\x1cd\u2028e".zfill(True)
"tab\tb\tcc".lstrip("")
"tab\tb\tcc".removeprefix("\n")
"tab\tb\tcc".join("aa")
"tab\tb\tcc".find(b"a")
"tab\tb\tcc".startswith(1)
"tab\tb\tcc".replace(1,"",1)
"tab\tb\tcc".replace("a",1)
"tab\tb\tcc".center(None)
"tab\tb\tcc".rsplit("€")
"tab\tb\tcc".find("😀")
"tab\tb\tcc".partition("😀")
"-42".__add__("a")
"-42".index(",")
"-42".removesuffix("l")
"-42".__contains__("aa")
"-42".find("aa",1)
"-42".__add__(1)
"-42".replace(1,"XY")
str.maketrans("-42",1)
"-42".__contains__(None)
str.maketrans("-42",None)
"-42".find("€")
"-42".center("€")
"-42".find("😀")
"-42".translate({97:"😀"})
"-42".splitlines(3)
"-42".ljust(True)
"+x".__eq__("a")
"+x".strip(",")
"+x".center(" ")
"+x".rstrip("\n")
str.maketrans("+x","l")
"+x".removeprefix(b"a")
"+x".removesuffix(b"a")
"+x".__add__(b"a")
"+x".center(b"a")
"+x"<b"a"
"+x".__eq__(("a","H"))
"+x".__getitem__("€")
"+x".__getitem__("😀")
"+x".replace("😀","",1)
"+x".translate("zzzz")
"+x".__mul__(1.5)
("a",) in b"  a b  c "
[b"x",b"y"] in b"123"
-1 in b"\xff\x00\'"
"\x7f\xad\u200b\ud800\U000e0001é€😀\'\"\\"
"é1".isidentifier()
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
# --- case: bytes_methods
tests = r"""
b"".lstrip()
b"".__contains__(b"a")
(x:=bytearray(b"")).__setitem__(slice(None,None,2),b"a") or x
b"".rstrip(b"")
(x:=bytearray(b"")).__iadd__(b"")
b"".startswith(b"bc")
b"".split(b"bc")
b"".zfill(b"bc")
b"".startswith(b",")
b"".center(b",")
b"".find(b",",1)
b"".zfill(b" ")
b"".__eq__(-1)
b"".__add__(None)
b""+None
(x:=bytearray(b"")).__setitem__(0,None) or x
b"".removesuffix((b"a",b"H"))
b"".replace((b"a",b"H"),b"XY")
b"".rindex(bytearray(b"a"))
b"".removesuffix(bytearray(b"a"))
b"".split(1.5)
b"".__mul__([97,98])
b"".center([97,98])
b"".split([b"x",b"y"])
b"".ljust(10)
b"abc".join(b"")
(x:=bytearray(b"abc")).__iadd__(b"")
(x:=bytearray(b"abc")).__imul__(b"")
b"abc".replace(b"a",b"bc")
b"abc".__lt__(300)
(x:=bytearray(b"abc")).__setitem__(slice(0,2),300) or x
b"abc".partition(-1)
b"abc".translate(None)
b"abc".hex(None)
b"abc".ljust(8,bytearray(b"a"))
b"abc".removeprefix(1.5)
b"abc".find([97,98])
(x:=bytearray(b"abc")).__iadd__(("a",))
b"abc".__mul__(0)
b"abc".ljust(10)
b"abc".__mul__(True)
b"Hello World".rstrip()
b"Hello World".center(b"a")
b"Hello World".__getitem__(b"")
b"Hello World"<b""
(x:=bytearray(b"Hello World")).insert(1,b"") or x
b"Hello World".find(b"bc")
b"Hello World"*b"bc"
b"Hello World".lstrip(b",")
b"Hello World".strip(97)
b"Hello World".hex(97)
b"Hello World".find("a")
b"Hello World".decode(None)
(x:=bytearray(b"Hello World")).__iadd__(None)
(x:=bytearray(b"Hello World")).__setitem__(0,(b"a",b"H")) or x
b"Hello World"<bytearray(b"a")
b"Hello World"==[97,98]
(x:=bytearray(b"Hello World")).__setitem__(0,[b"x",b"y"]) or x
b"Hello World"+("a",)
bytes.maketrans(b"Hello World",("a",))
b"Hello World".splitlines(10)
b"  a b  c ".partition(b"a")
b"  a b  c ".lstrip(b"a")
b"" in b"  a b  c "
b"  a b  c ".partition(b"bc")
b"  a b  c ".rpartition(b"bc")
(x:=bytearray(b"  a b  c ")).insert(1,b"bc") or x
b"  a b  c ".rfind(b" ")
((x:=bytearray(b"  a b  c ")).pop(97),x)
b"  a b  c ".translate(-1)
b"  a b  c ".count("a")
b"  a b  c ".lstrip("a")
b"  a b  c ".center("a")
(x:=bytearray(b"  a b  c ")).__iadd__("a")
(x:=bytearray(b"  a b  c ")).append(None) or x
(x:=bytearray(b"  a b  c ")).append(bytearray(b"a")) or x
(x:=bytearray(b"  a b  c ")).__setitem__(slice(None,None,2),bytearray(b"a")) or x
b"  a b  c ".removesuffix(1.5)
b"  a b  c ".removeprefix(("a",))
b"  a b  c ".center(0)
b"  a b  c ".hex(":",0)
b"  a b  c ".splitlines(True)
b"a,b,,c".isalnum()
b"a,b,,c".join(b"a")
b"" in b"a,b,,c"
b"a,b,,c".replace(b"a",b"")
(x:=bytearray(b"a,b,,c")).append(b"bc") or x
(x:=bytearray(b"a,b,,c")).__setitem__(0,b"bc") or x
b"a,b,,c".__lt__(b" ")
b"a,b,,c".hex(97)
b"a,b,,c".translate(None,97)
b"a,b,,c"<300
bytes.maketrans(b"a,b,,c",-1)
(x:=bytearray(b"a,b,,c")).__setitem__(slice(0,2),-1) or x
(x:=bytearray(b"a,b,,c")).__imul__(None)
b"a,b,,c".removesuffix((b"a",b"H"))
b"a,b,,c".__mul__((b"a",b"H"))
(x:=bytearray(b"a,b,,c")).__setitem__(slice(None,None,2),bytearray(b"a")) or x
b"a,b,,c".__getitem__([97,98])
b"a,b,,c".center([b"x",b"y"])
b"a,b,,c".rpartition(("a",))
b"a,b,,c".zfill(3)
b"123".find(b"a")
b"123".__eq__(b"a")
b"123".rpartition(b"")
b"123".__getitem__(b"")
b"123".startswith(b"bc")
b"123".ljust(8,b"bc")
b"123"+b" "
b"123".__getitem__(97)
b"123"==97
(x:=bytearray(b"123")).__imul__(97)
(x:=bytearray(b"123")).append(-1) or x
(x:=bytearray(b"123")).extend(-1) or x
b"123".ljust(8,"a")
(x:=bytearray(b"123")).__setitem__(0,"a") or x
b"123".startswith(None)
b"123".partition(None)
b"123".lstrip(None)
b"123".find(bytearray(b"a"))
b"123".split(bytearray(b"a"))
((x:=bytearray(b"123")).pop(bytearray(b"a")),x)
b"123".partition(1.5)
b"123".translate(None,1.5)
b"123".translate([97,98])
b"123"<[97,98]
b"123".__lt__([b"x",b"y"])
b"123"<[b"x",b"y"]
b"123".__getitem__(True)
b"\xff\x00\'".rsplit()
b"\xff\x00\'".__contains__(b"")
b"\xff\x00\'".zfill(b"")
(x:=bytearray(b"\xff\x00\'")).__delitem__(b"") or x
b"\xff\x00\'".__add__(b"bc")
b"\xff\x00\'".center(b" ")
(x:=bytearray(b"\xff\x00\'")).extend(b" ") or x
(x:=bytearray(b"\xff\x00\'")).__setitem__(slice(0,2),97) or x
b"\xff\x00\'".replace(b"a",300)
(x:=bytearray(b"\xff\x00\'")).__imul__(-1)
b"\xff\x00\'"<(b"a",b"H")
b"\xff\x00\'".ljust(8,(b"a",b"H"))
bytearray(b"a") in b"\xff\x00\'"
b"\xff\x00\'".removesuffix(1.5)
(x:=bytearray(b"\xff\x00\'")).extend([b"x",b"y"]) or x
b"\xff\x00\'".rindex(("a",))
b"\xff\x00\'".__getitem__(3)
b"\xff\x00\'".ljust(10)
(x:=bytearray(b"a\nb\r\nc")).__delitem__(slice(None,None,2)) or x
b"a\nb\r\nc".removeprefix(b"")
b"a\nb\r\nc"==b"bc"
b"a\nb\r\nc".ljust(8,b" ")
((x:=bytearray(b"a\nb\r\nc")).pop(97),x)
(x:=bytearray(b"a\nb\r\nc")).__delitem__(97) or x
b"a\nb\r\nc"<-1
((x:=bytearray(b"a\nb\r\nc")).remove(-1),x)
(x:=bytearray(b"a\nb\r\nc")).__iadd__((b"a",b"H"))
b"a\nb\r\nc".find(1.5,1)
b"a\nb\r\nc".translate([b"x",b"y"])
b"a\nb\r\nc".rfind(("a",))
b"a\nb\r\nc".rjust(3)
b"a\nb\r\nc".splitlines(-1)
b"a\nb\r\nc".ljust(True)
bytearray(b"abca").lstrip(b"")
bytearray(b"abca").__add__(b"bc")
b"," in bytearray(b"abca")
bytearray(b"abca").find(b" ")
bytearray(b"abca").decode(b" ")
bytearray(b"abca").find(b" ",1)
bytearray(b"abca").find(97)
bytearray(b"abca").index(97)
bytearray(b"abca").replace(b"a",300)
bytearray(b"abca").find(-1,1)
(x:=bytearray(bytearray(b"abca"))).insert(1,-1) or x
bytearray(b"abca").rfind(None)
bytearray(b"abca").strip(None)
bytearray(b"abca")==(b"a",b"H")
bytes.maketrans(bytearray(b"abca"),(b"a",b"H"))
((x:=bytearray(bytearray(b"abca"))).remove((b"a",b"H")),x)
(x:=bytearray(bytearray(b"abca"))).extend([97,98]) or x
bytearray(b"abca").replace([b"x",b"y"],b"XY")
bytearray(b"abca").ljust(8,[b"x",b"y"])
(x:=bytearray(bytearray(b"abca"))).__iadd__(("a",))
((x:=bytearray(bytearray())).remove(b"a"),x)
(x:=bytearray(bytearray())).__setitem__(slice(None,None,2),b"a") or x
bytearray().rpartition(b"bc")
bytearray().removeprefix(b" ")
bytearray().partition(300)
bytearray().endswith("a")
bytearray().partition("a")
bytearray().translate(None)
bytearray().rsplit((b"a",b"H"))
(x:=bytearray(bytearray())).insert(1,[b"x",b"y"]) or x
(x:=bytearray(bytearray())).extend(("a",)) or x
b"t\tb".find(b"")
((x:=bytearray(b"t\tb")).pop(b""),x)
b"t\tb".ljust(8,b"bc")
b"t\tb".rfind(b" ")
b"t\tb".startswith(b" ")
b"t\tb".rpartition(97)
b"t\tb".rstrip(97)
b"t\tb".index(-1)
b"t\tb"<None
b"t\tb"<(b"a",b"H")
bytes.maketrans(b"t\tb",(b"a",b"H"))
b"t\tb".zfill(1.5)
b"t\tb".center(1.5)
b"t\tb".rsplit([97,98])
b"t\tb".rpartition([97,98])
b"t\tb".join([97,98])
b"t\tb"<[b"x",b"y"]
bytes.maketrans(b"t\tb",[b"x",b"y"])
b"t\tb".center(0,b"*")
b"t\tb".rjust(True)
b"-42".lstrip()
b"-42".rsplit()
b"-42".__len__()
(x:=bytearray(b"-42")).insert(1,b"") or x
b"-42".__lt__(b"bc")
b"-42".ljust(8,b"bc")
(x:=bytearray(b"-42")).__setitem__(0,b"bc") or x
b"-42".removeprefix(b" ")
b"-42".count(300)
b"-42"*300
(x:=bytearray(b"-42")).__iadd__(300)
b"-42".__getitem__(-1)
b"-42".rsplit(None)
b"-42".partition(None)
(x:=bytearray(b"-42")).__iadd__((b"a",b"H"))
b"-42"+1.5
b"-42".split([97,98])
b"-42".removesuffix([b"x",b"y"])
b"-42".rjust(0)
b"-42".hex(":",3)
b"-42".fromhex(" 0a0B ")
"""
for line in tests.strip().split("\n"):
    try:
        print(line, "->", ascii(eval(line)))
    except Exception as e:
        print(line, "->", type(e).__name__, ascii(str(e)))
