import email, email.generator, email.header, email.message, email.mime.application, email.mime.image, email.mime.multipart, email.mime.text, email.parser, email.policy, email.utils, io, mailbox, os, smtplib, socket, threading, datetime
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
m = email.message.EmailMessage(); m['Subject'] = 'Gr\u00fc\u00dfe'; m['From'] = 'Ann <ann@example.com>'; m['To'] = 'bob@example.com, "C, D" <cd@example.org>'; m['Date'] = datetime.datetime(2024, 2, 29, 12, 30, tzinfo=datetime.timezone.utc); m.set_content('Zeile eins\nZeile zw\u00f6lf\n'); print(m)
m.add_attachment(b'\x00\x01binary', maintype='application', subtype='octet-stream', filename='a.bin'); m.set_boundary('BOUND'); print(m.as_string()); print(m['to'].addresses, m['date'].datetime, m['subject'], [p.get_filename() for p in m.iter_attachments()], m.get_body().get_content())
back = email.message_from_bytes(m.as_bytes(), policy=email.policy.default); print(back['subject'], back.get_content_type(), [(p.get_content_type(), p.get_content()) for p in back.iter_parts()], back.defects)
o = email.mime.multipart.MIMEMultipart('mixed', boundary='===x'); o['Subject'] = email.header.Header('\u4e2d\u6587', 'utf-8'); o.attach(email.mime.text.MIMEText('plain \u00e4', 'plain', 'utf-8')); o.attach(email.mime.text.MIMEText('<b>x</b>', 'html')); o.attach(email.mime.application.MIMEApplication(b'data')); o.attach(email.mime.image.MIMEImage(b'\x89PNG\r\n\x1a\nxx')); print(o.as_string()); print([(p.get_content_type(), p.get_content_charset(), p.get_payload(decode=True)) for p in o.walk() if not p.is_multipart()])
print(email.header.decode_header('=?utf-8?b?5Lit5paH?= x =?iso-8859-1?q?=E4?='), str(email.header.make_header(email.header.decode_header('=?utf-8?q?a=C3=A4?='))), email.utils.parseaddr('"A B" <a@b.c>'), email.utils.formataddr(('\u00e4', 'a@b.c')), email.utils.getaddresses(['a@b, C <c@d>']), email.utils.parsedate_tz('Thu, 29 Feb 2024 12:30:00 +0200'), email.utils.parsedate_to_datetime('Thu, 29 Feb 2024 12:30:00 -0000'), email.utils.format_datetime(datetime.datetime(2024, 1, 2)), email.utils.formatdate(0), email.utils.quote('a"b\\'), email.utils.encode_rfc2231('\u00e4', 'utf-8'))
for text in ('Subject: x\n\nbody', 'no header at all', 'A: 1\n b\nA: 2\n\n', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\nContent-Transfer-Encoding: base64\n\ndHdv\n--b--\nend', 'Content-Type: multipart/mixed\n\nx'):
    p = email.message_from_string(text); print(p.items(), p.get_payload() if not p.is_multipart() else [q.get_payload(decode=True) for q in p.get_payload()], p.defects, p.epilogue)
f = email.parser.BytesFeedParser(); [f.feed(b) for b in (b'Sub', b'ject: a\r\n\r', b'\nx\r\n')]; print(f.close().as_bytes()); g = io.StringIO(); email.generator.Generator(g, maxheaderlen=20).flatten(email.message_from_string('Subject: ' + 'word ' * 12 + '\n\nb')); print(g.getvalue())
err(m.set_content, 5); err(email.message.EmailMessage().__setitem__, 'To', 'a\nb'); err(email.message_from_string, 5); err(m.add_header, 'Subject', 'twice') ; err(email.mime.text.MIMEText, 'x', 'plain', 'no-such')
box = mailbox.mbox('pl_mbox'); box.lock(); key = box.add(m); box.add('Subject: two\n\nx\n'); box.flush(); box.unlock(); box.close(); box = mailbox.mbox('pl_mbox'); print(len(box), [x['subject'] for x in box], box.get(key).get_content_type()); box.close(); os.remove('pl_mbox')
d = mailbox.Maildir('pl_maildir'); k = d.add('Subject: in\n\nfolder'); print(d[k]['subject'], len(d), sorted(os.listdir('pl_maildir'))); d.clear()
# a letter by SMTP to a server of our own
said = []
def serve(listener):
    with listener.accept()[0] as c, c.makefile('rwb') as f:
        def tell(line): f.write(line + b'\r\n'); f.flush()
        tell(b'220 here'); data = False
        for line in f:
            said.append(line)
            if data: 
                if line == b'.\r\n': data = False; tell(b'250 taken')
            elif line.upper().startswith(b'DATA'): data = True; tell(b'354 go')
            elif line.upper().startswith(b'QUIT'): tell(b'221 bye'); break
            else: tell(b'250 ok')
with socket.create_server(('127.0.0.1', 0)) as listener:
    t = threading.Thread(target=serve, args=(listener,)); t.start()
    with smtplib.SMTP(*listener.getsockname(), local_hostname='me', timeout=10) as s: print(s.sendmail('a@b', ['c@d'], 'Subject: hi\n\n.dot\n'))
    t.join()
print(said)
