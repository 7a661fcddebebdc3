"""A child for tests: it speaks the protocol without the package, and its units say what happens to them."""

import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import traceback

signal.signal(signal.SIGINT, signal.SIG_IGN)
path = os.environ.get("SLUICE_SOCKET")
if path:
    stream = socket.socket(socket.AF_UNIX)
    stream.connect(path)
    source, sink = stream.makefile("rb"), stream.makefile("wb")
else:
    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

OPTIONS = {"units": 4, "results": "each", "cycles": 1, "adders": 0, "sourced": 0}
totals = []
files = {}
setup = b""
computed = 0


def number(value, size=8):
    return value.to_bytes(size, "little")


def answer(request, kind, *fields):
    body = b"".join(struct.pack("<IIQ", tag, 0, len(value)) + value for tag, value in fields)
    sink.write(struct.pack("<QQII", len(body), request, kind, len(fields)) + body)
    sink.flush()


def compute(unit, index):
    global computed
    computed += 1
    word, _, rest = unit.decode().partition(" ")
    if word == "raise":
        raise ValueError(rest)
    if word == "exit":
        os._exit(int(rest))
    if word == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(60)
    if word == "hang":
        open(rest, "w").write(str(os.getpid()))
        while True:
            pass
    if word == "print":
        print(rest, flush=True)
    if word == "complain":
        print(rest, file=sys.stderr, flush=True)
        os._exit(1)
    if word == "fork":
        process = subprocess.Popen(["sleep", "1000"])
        return str(process.pid).encode()
    if word == "big":
        return bytes([index & 255]) * int(rest)
    if word == "garbage":
        sink.write(b"\xff" * 64)
        sink.flush()
    if word == "progress":
        answer(asked, 26, (30, number(400000, 4)), (21, rest.encode()))
    if word == "seed":
        return seed
    if word == "sourced":
        return setup + b"/" + unit + b" at %d" % index
    if word == "pid":
        return str(os.getpid()).encode()
    if word == "file":
        return files[rest].encode()
    if word == "count":
        return str(computed).encode()
    return setup + b"/" + unit


def units(index):
    return os.environ.get("TEST_UNIT", "unit %d" % index).replace("INDEX", str(index)).encode()


def hello(fields):
    words = [value.decode() for tag, value in fields if tag == 4]
    if "--help" in words:
        return 19, [(20, b"help"), (23, b"the help\n")]
    for word in words:
        key, _, value = word.partition("=")
        if key not in OPTIONS:
            return 19, [(20, b"usage"), (21, word.encode() + b": unknown option")]
        OPTIONS[key] = type(OPTIONS[key])(value)
    return 2, [(1, number(1, 4)), (7, b"test"), (6, OPTIONS["results"].encode()), (99, b"unknown")]


def source_of_units():
    """Listens for one connection, which asks for units until none is left."""
    server = socket.socket(socket.AF_UNIX)
    path = os.path.join(tempfile.mkdtemp(), "source")
    server.bind(path)
    server.listen(1)

    def give():
        asking = server.accept()[0].makefile("rwb")
        while True:
            header = asking.read(24)
            if len(header) < 24:
                return
            length, request, kind, count = struct.unpack("<QQII", header)
            given = int.from_bytes(asking.read(length)[16:], "little")
            left = given < OPTIONS["sourced"]
            value = b"sourced %d" % given
            body = struct.pack("<IIQ", 10, 0, len(value)) + value if left else struct.pack("<IIQ", 14, 0, 1) + b"\1"
            asking.write(struct.pack("<QQII", len(body), request, 25, 1) + body)
            asking.flush()

    threading.Thread(target=give, daemon=True).start()
    return path


def serve(kind, fields):
    global setup, seed
    by_tag = dict(fields)
    index = int.from_bytes(by_tag.get(11, by_tag.get(12, b"")), "little")
    values = [value for tag, value in fields if tag == 10]
    files.update(value.decode().split("=", 1) for tag, value in fields if tag == 24)
    if kind == 1:
        return hello(fields)
    if kind == 22 and "TEST_FILES" in os.environ:
        return 23, [(24, pair.encode()) for pair in os.environ["TEST_FILES"].split(";")] + [(98, b"unknown")]
    if kind == 5:
        setup = by_tag[10]
        seed = b"%d" % int.from_bytes(by_tag[29], "little")
        return 4, []
    if kind == 6:
        return 7, [(10, compute(by_tag[10], index))]
    if kind == 8:
        count = OPTIONS["units"]
        last = number(index + 1 >= OPTIONS["cycles"], 1)
        more = []
        if OPTIONS["adders"] or OPTIONS["sourced"]:
            more.append((27, b"\1"))
        if OPTIONS["sourced"]:
            more.append((28, source_of_units().encode()))
        return 9, [(13, number(count)), (10, b"setup%d" % index), (14, last)] + more
    if kind == 10:
        return 7, [(10, units(index + each)) for each in range(int.from_bytes(by_tag[15], "little"))]
    if kind == 11:
        if b"stop" in b"".join(values):
            return 12, [(15, number(1)), (16, b"\1")]
        indices = [value for tag, value in fields if tag == 11]
        refused = [field for at, value in zip(indices, values) if b"unreadable" in value for field in ((11, at), (21, b"odd"))]
        totals.extend(value for value in values if b"unreadable" not in value)
        more = []
        if 13 in by_tag and OPTIONS["adders"]:
            more = [(13, number(sum(int.from_bytes(at, "little") < OPTIONS["adders"] for at in indices)))]
        return 12, [(15, number(len(values))), (16, b"\0")] + refused + more
    if kind == 13:
        return 12, [(15, number(0)), (16, b"\0")]
    if kind == 15:
        if files:
            print("files of the master:", sorted(files.items()))
        print("accepted %d: %s" % (len(totals), b",".join(sorted(totals))[:200].decode()), flush=True)
        return 4, []
    if kind == 16:
        return 7, [(10, b"+".join(sorted(values)))]
    if kind == 17:
        totals.append(by_tag[10])
        return 12, [(15, number(1)), (16, b"\0")]
    if kind in (3, 14, 18):
        return 4, []
    return 19, [(20, b"protocol"), (21, b"unknown kind")]


while True:
    header = source.read(24)
    if len(header) < 24:
        sys.exit(0)
    length, request, kind, count = struct.unpack("<QQII", header)
    asked = request
    fields = []
    for _ in range(count):
        tag, _, size = struct.unpack("<IIQ", source.read(16))
        fields.append((tag, source.read(size)))
    try:
        answered, parts = serve(kind, fields)
        answer(request, answered, *parts)
    except Exception as failure:
        text = traceback.format_exc().encode()
        given_up = [(31, b"\1")] if "give up" in str(failure) else []
        answer(request, 19, (20, type(failure).__name__.encode()), (21, str(failure).encode()), (22, text), *given_up)
    if kind == 18:
        sys.exit(0)
