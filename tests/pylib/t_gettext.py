import gettext, io, os, struct, sys


def mo(rows, order='<'):
    ids, texts, offsets = b'', b'', []
    for key, text in sorted(rows.items()):
        offsets.append((len(ids), len(key), len(texts), len(text)))
        ids += key + b'\0'
        texts += text + b'\0'
    start = 28 + 16 * len(rows)
    head = struct.pack(order + '7I', 0x950412de, 0, len(rows), 28, 28 + 8 * len(rows), 0, start)
    for at, size, _, _ in offsets:
        head += struct.pack(order + '2I', size, at + start)
    for _, _, at, size in offsets:
        head += struct.pack(order + '2I', size, at + start + len(ids))
    return head + ids + texts


ROWS = {b'': b'Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;\nX: y\n',
        b'hello': 'здравствуй'.encode(), b'file\0files': 'файл\0файла\0файлов'.encode(), b'menu\x04Open': 'Открыть'.encode(), b'menu\x04day\0days': 'день\0дня\0дней'.encode()}
for order in '<>':
    t = gettext.GNUTranslations(io.BytesIO(mo(ROWS, order)))
    print(t.gettext('hello'), t.gettext('unknown'), t.charset(), t.info())
    print([t.ngettext('file', 'files', n) for n in (1, 2, 5, 11, 21, 22, 112)], t.ngettext('dog', 'dogs', 1), t.ngettext('dog', 'dogs', 2))
    print(t.pgettext('menu', 'Open'), t.pgettext('other', 'Open'), [t.npgettext('menu', 'day', 'days', n) for n in (1, 3, 7)], t.npgettext('x', 'a', 'b', 1))
os.makedirs('loc/xx/LC_MESSAGES')
os.makedirs('loc/xx_YY/LC_MESSAGES')
with open('loc/xx/LC_MESSAGES/app.mo', 'wb') as f:
    f.write(mo(ROWS))
with open('loc/xx_YY/LC_MESSAGES/app.mo', 'wb') as f:
    f.write(mo({b'': b'', b'only here': b'only here!'}))
print(gettext.find('app', 'loc', ['xx']), gettext.find('app', 'loc', ['de']), gettext.find('app', 'loc', ['xx_YY.UTF-8'], all=True))
t = gettext.translation('app', 'loc', ['xx_YY.UTF-8'])
print(t.gettext('only here'), t.gettext('hello'))
t.install(['ngettext'])
print(_('hello'), ngettext('file', 'files', 3))
try:
    gettext.translation('nosuch', 'loc', ['xx'])
except OSError as e:
    print(type(e).__name__, e)
print(gettext.translation('nosuch', 'loc', ['xx'], fallback=True).gettext('as it is'))
gettext.bindtextdomain('app', 'loc')
print(gettext.textdomain(), gettext.textdomain('app'), gettext.bindtextdomain('app'))
os.environ['LANGUAGE'] = 'xx'
print(gettext.gettext('hello'), gettext.ngettext('file', 'files', 5), gettext.dgettext('nosuch', 'x'), gettext.pgettext('menu', 'Open'))
for bad in (b'1234' * 10, mo(ROWS)[:60], mo(ROWS)[:200]):
    try:
        gettext.GNUTranslations(io.BytesIO(bad))
    except OSError as e:
        print(type(e).__name__, e.args[:2])
    except Exception as e:
        print('other', type(e).__name__)
for form in ('n', '0', 'n != 1', 'n>1 ? 2 : n==0', '!n', '(n+1)*2-3/2%5', 'n == 1 || n == 2 && n'):
    print(form, [gettext.c2py(form)(n) for n in range(6)])
for form in ('x', 'n +', '(n', 'n n', '1 ? 2', 'n ** 2'):
    try:
        gettext.c2py(form)
        print('fine', form)
    except ValueError as e:
        print('ValueError')
