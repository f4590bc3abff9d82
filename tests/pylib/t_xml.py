"""pyexpat's events, pieces, buffers, errors, external entities, handlers that raise or change what they stand in; the package xml over it; plistlib, xmlrpc's texts."""
import gc
import io
import plistlib
import xml.dom.minidom
import xml.etree.ElementTree as ET
import xml.sax
from xml.parsers import expat

DOC = '''<?xml version="1.0" encoding="koi8-r" standalone="yes"?>
<!DOCTYPE root SYSTEM "a.dtd" [
<!ELEMENT root (a|(b,c+)?)*><!ATTLIST root id ID #REQUIRED kind (x|y) "x">
<!NOTATION n PUBLIC "p" "s"><!ENTITY e "inner &amp; text"><!ENTITY pic SYSTEM "p.png" NDATA n><!ENTITY out SYSTEM "o.xml">
]>
<root id="1" xmlns:p="http://u"><?do this?><!-- привет --><a p:x="1&#10;2">&e;&out;<![CDATA[<raw>]]></a>tail</root>'''.encode('koi8-r')
HANDLERS = [n for n in dir(expat.ParserCreate()) if n.endswith('Handler')]


def tracing(**flags):
    log, p = [], expat.ParserCreate(namespace_separator='|')
    for name, value in flags.items():
        setattr(p, name, value)
    for name in HANDLERS:
        if name != 'DefaultHandler':
            setattr(p, name, lambda *a, name=name: log.append((name[:-7], *(sorted(a[0].split('\f')) if name[0:8] == 'External' else a))) or 1)
    return log, p


for flags in {}, {'ordered_attributes': True, 'buffer_text': True}, {'specified_attributes': 1, 'namespace_prefixes': True, 'buffer_text': True, 'buffer_size': 4}:
    log, p = tracing(**flags)
    print(p.Parse(DOC, True), p.CurrentLineNumber, p.ErrorCode, 'root' in p.intern)
    for event in log:
        print(*event)
log, p = tracing()
for i in range(len(DOC)):
    p.Parse(DOC[i:i + 1], i == len(DOC) - 1)
print(len([e for e in log if e[0] == 'StartElement']), ''.join(e[1] for e in log if e[0] == 'CharacterData'))

for bad in b'<a>', b'<a></b>', b'<a b="1" b="2"/>', b'', b'<a>&u;</a>', b'<?xml version="1.0" encoding="nope"?><a/>', b'<a>\xff</a>', b'<x:a/>', b'<a/><b/>':
    try:
        expat.ParserCreate(namespace_separator=' ').Parse(bad, True)
    except (expat.ExpatError, LookupError) as e:
        print(type(e).__name__, e, [getattr(e, n, None) for n in ('code', 'lineno', 'offset')])
for f in (lambda: expat.ParserCreate(namespace_separator='ab'), lambda: expat.ParserCreate(intern=5), lambda: expat.ParserCreate().Parse(5), lambda: expat.ParserCreate().ParseFile(5),
          lambda: setattr(expat.ParserCreate(), 'buffer_size', 0), lambda: expat.ParserCreate().ParseFile(io.StringIO('x')), lambda: expat.XMLParserType()):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

p = expat.ParserCreate()
p.StartElementHandler = lambda name, attributes: 1 / 0
p.EndElementHandler = lambda name: print('never')
try:
    p.Parse('<a><b/></a>', True)
except ZeroDivisionError as e:
    print(type(e).__name__)
p = expat.ParserCreate()
def change(data):
    p.CharacterDataHandler = None
    p.StartElementHandler = lambda *a: print('now', *a)
    gc.collect()
p.CharacterDataHandler = change
p.Parse('<a>x&#65;y<b/>z</a>', True)
p = expat.ParserCreate()
p.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
def external(context, base, system, public):
    inner = p.ExternalEntityParserCreate(context)
    inner.CharacterDataHandler = lambda d: print('inside', d)
    return inner.Parse('<!ENTITY x "1">' if context is None or system.endswith('dtd') else '<i>text</i>', True)
p.ExternalEntityRefHandler = external
p.SetBase('base')
p.Parse('<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY o SYSTEM "o.xml">]><a>&o;</a>', True)
print(p.GetBase(), expat.ErrorString(3), expat.errors.XML_ERROR_SYNTAX, expat.errors.codes['syntax error'], expat.model.XML_CTYPE_SEQ)
loop = expat.ParserCreate()
loop.StartElementHandler = lambda *a, loop=loop: None
del loop
gc.collect()

root = ET.fromstring('<r a="1"><x>1</x><x n="é">2<y/>3</x></r>')
print([e.text for e in root.iter('x')], root.find('x[@n]').get('n'), ET.tostring(root, 'unicode'), ET.tostring(root, 'us-ascii'))
for event, e in ET.iterparse(io.BytesIO(DOC.replace(b'&out;', b'')), ('start', 'end')):
    print(event, e.tag, e.text)
print(xml.dom.minidom.parseString('<a b="1">t<c/></a>').toprettyxml(indent=' '))
class H(xml.sax.ContentHandler):
    def startElement(self, name, attrs): print('sax', name, dict(attrs))
    def characters(self, text): print('sax', text)
xml.sax.parseString(b'<a b="1">t<c/></a>', H())
value = {'a': [1, 2.5, 'text', b'bytes', True], 'b': {'c': 'ü'}}
for kind in plistlib.FMT_XML, plistlib.FMT_BINARY:
    print(plistlib.loads(plistlib.dumps(value, fmt=kind)) == value)
import xmlrpc.client
print(xmlrpc.client.loads(xmlrpc.client.dumps((1, 'a', [2.5, {'b': True}]), 'm')))
