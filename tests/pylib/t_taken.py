# Modules that come from CPython's own library: what they stand on is there.
import ipaddress
import optparse
import os
import quopri
import shelve
import sysconfig
import tempfile
import netrc

net = ipaddress.ip_network("10.1.2.0/29")
print(net.num_addresses, list(net.hosts())[:2], ipaddress.ip_address("::1").is_loopback, ipaddress.ip_address("10.1.2.3") in net)
try:
    ipaddress.ip_network("10.1.2.3/29")
except ValueError as e:
    print(e)

parser = optparse.OptionParser(prog="tool", usage="%prog [options]")
parser.add_option("-n", "--number", type="int", default=3, help="how many [default: %default]")
parser.add_option("-v", action="count", dest="level", default=0)
options, rest = parser.parse_args(["-vv", "--number=7", "rest"])
print(vars(options), rest)
print(parser.format_help())

folder = tempfile.mkdtemp()
with shelve.open(os.path.join(folder, "box")) as box:
    box["list"] = [1, 2, {"three": 3}]
    box["gone"] = None
    del box["gone"]
with shelve.open(os.path.join(folder, "box")) as box:
    print(dict(box), sorted(box), "gone" in box)

print(quopri.encodestring("naïve = ü\n".encode()), quopri.decodestring(b"na=C3=AFve").decode())
path = os.path.join(folder, "netrc")
with open(path, "w") as file:
    file.write("machine example login me password secret\n")
print(netrc.netrc(path).authenticators("example"))
print(sysconfig.get_python_version(), "stdlib" in sysconfig.get_path_names())
