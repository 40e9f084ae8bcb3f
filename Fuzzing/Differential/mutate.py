"""Makes bad receipts of good ones, and a few good ones too: always the same ones for the same seed."""

import copy
import random
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

import hashlib

from element import Element, Malformed, definite, parse_all

OID_DATA = bytes.fromhex("06092a864886f70d010701")
OID_SIGNED_DATA = bytes.fromhex("06092a864886f70d010702")
SHA256 = bytes.fromhex("300d06096086480165030402010500")
SHA1 = bytes.fromhex("300906052b0e03021a0500")
RSA = bytes.fromhex("300d06092a864886f70d0101010500")
SHA256_RSA = bytes.fromhex("300d06092a864886f70d01010b0500")
CONTENT_TYPE = bytes.fromhex("06092a864886f70d010903")
MESSAGE_DIGEST = bytes.fromhex("06092a864886f70d010904")

TEXTS = [b"", b"com.example.app", b"com.example.app\0", b"\xc3\x28", "é".encode(), b"4.2.1", b"x" * 130]
DATES = [b"", b"2024-06-01T12:00:00Z", b"2024-06-01T14:00:00+0200", b"2024-06-01T12:00:00.5Z", b"2019-01-01T00:00:00Z",
         b"2050-01-01T00:00:00Z", b"9999-12-31T23:59:59Z", b"yesterday", b"2024-02-30T00:00:00Z", b"0001-01-01T00:00:00Z"]
NUMBERS = [b"\x00", b"\x01", b"\x02", b"\x7f", b"\x80", b"\x00\x80", b"\x00\x01", b"\xff\xff", b"\x7f" + b"\xff" * 7,
           b"\x01" + b"\x00" * 8, b""]
DATE_TYPES = {8, 12, 18, 21, 32, 1704, 1706, 1708, 1712}
NUMBER_TYPES = {1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722}


def tlv(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return bytes((tag,)) + definite(len(content)) + content


class Signer:
    """The good leaf of a PKI and its key."""

    def __init__(self, pki: Path):
        good = pki / "rsa" / "good"
        self.certificates = [(good / f"{name}.der").read_bytes() for name in ("leaf", "intermediate", "root")]
        self.others = [path.read_bytes() for path in sorted((pki / "rsa").glob("*/*.der"))]
        self.others += [path.read_bytes() for path in sorted((pki / "ec").glob("good/*.der"))]
        self.key = serialization.load_pem_private_key((good / "leaf.key.pem").read_bytes(), None)
        leaf = x509.load_der_x509_certificate(self.certificates[0])
        serial = leaf.serial_number.to_bytes(leaf.serial_number.bit_length() // 8 + 1, "big")
        self.name = tlv(0x30, leaf.issuer.public_bytes(), tlv(0x02, serial))

    def signature(self, message: bytes) -> bytes:
        return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())

    def message(self, payload: bytes, rng: "random.Random | None" = None) -> bytes:
        """A good message; with `rng`, in one of the forms that a message can have, of which some are bad."""
        form = rng.randrange(8) if rng else 7
        wrap = (lambda tag, *parts: bytes((tag, 0x80)) + b"".join(parts) + b"\0\0") if form == 0 else tlv
        attributes, signed = b"", payload
        if form in (1, 2):
            members = self.attributes(payload, rng if form == 2 else None)
            attributes, signed = tlv(0xA0, members), tlv(0x31, members)
        certificates = list(self.certificates)
        if form == 3:
            certificates = rng.sample(certificates + [rng.choice(self.others)], rng.randint(1, 4))
        outer, inner = (SHA256, SHA256) if form != 4 else (rng.choice((SHA1, SHA256)), rng.choice((SHA1, SHA256)))
        algorithm = RSA if form != 5 else SHA256_RSA
        infos = tlv(0x30, b"\x02\x01\x01", self.name, inner, attributes, algorithm, tlv(0x04, self.signature(signed)))
        if form == 6 and rng.random() < 0.3:
            infos = infos * rng.randint(0, 3)
        content = tlv(0x04, payload)
        if form == 0:
            size = rng.choice((1, 7, 100, 1000, 100_000))
            pieces = [tlv(0x04, payload[i : i + size]) for i in range(0, len(payload), size)]
            content = wrap(0x24, *pieces)
        data = wrap(0x30, b"\x02\x01\x01", tlv(0x31, outer), wrap(0x30, OID_DATA, wrap(0xA0, content)),
                    wrap(0xA0, *certificates), tlv(0x31, infos))
        return wrap(0x30, OID_SIGNED_DATA, wrap(0xA0, data))

    def attributes(self, payload: bytes, rng: "random.Random | None") -> bytes:
        digest = hashlib.sha256(payload).digest()
        members = [tlv(0x30, CONTENT_TYPE, tlv(0x31, OID_DATA)), tlv(0x30, MESSAGE_DIGEST, tlv(0x31, tlv(0x04, digest)))]
        if rng:
            choice = rng.randrange(5)
            if choice == 0:
                members.reverse()
            elif choice == 1:
                members.pop(rng.randrange(2))
            elif choice == 2:
                members.append(rng.choice(members))
            elif choice == 3:
                members[1] = tlv(0x30, MESSAGE_DIGEST, tlv(0x31, tlv(0x04, digest[:-1] + b"\0")))
            else:
                members[0] = tlv(0x30, CONTENT_TYPE, tlv(0x31, OID_SIGNED_DATA))
        return b"".join(members)


# --- bytes ---


def flip_bits(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def change_bytes(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        changed[rng.randrange(len(changed))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
    return bytes(changed)


def delete_bytes(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.choice((1, 1, 2, 8, 100)) :]


def insert_bytes(data: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    new = rng.choice((b"\0", b"\0\0", b"\x05\0", rng.randbytes(rng.randint(1, 16)), data[start : start + 40]))
    return data[:start] + new + data[start:]


def cut_or_continue(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))] if rng.random() < 0.5 else data + rng.choice((b"\0", b"\0\0", b"\x05\0", data))


# --- elements; every length around them is made right again ---


def on_tree(data: bytes, rng: random.Random, change) -> bytes:
    try:
        roots = parse_all(data)
    except Malformed:
        return flip_bits(data, rng)
    elements = [element for root in roots for element in root.walk()]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change(elements, rng)
    return b"".join(root.encode() for root in roots)


def with_members(elements, rng, least=1):
    fitting = [element for element in elements if element.members and len(element.members) >= least]
    return rng.choice(fitting) if fitting else Element(0x30, members=[])


def change_length(elements, rng):
    element = rng.choice(elements)
    size = len(element.encode()) - 2 if element.length is None else 1
    body = len(element.content) if element.members is None else sum(len(m.encode()) for m in element.members)
    element.length = rng.choice((
        definite(max(0, body + rng.choice((-1, 1, 2, 100)))), b"\x81" + bytes((body & 0xFF,)),
        b"\x82" + (body & 0xFFFF).to_bytes(2, "big"), b"\x84" + body.to_bytes(4, "big"), b"\x80", b"\x84\xff\xff\xff\xff",
        b"\x88" + body.to_bytes(8, "big"), b"\xff", definite(size & 0x7F)))


def make_indefinite(elements, rng):
    element = rng.choice(elements)
    element.indefinite = not element.indefinite


def delete_element(elements, rng):
    parent = with_members(elements, rng)
    if parent.members:
        parent.members.pop(rng.randrange(len(parent.members)))


def double_element(elements, rng):
    parent = with_members(elements, rng)
    if parent.members:
        index = rng.randrange(len(parent.members))
        parent.members.insert(rng.randrange(len(parent.members) + 1), copy.deepcopy(parent.members[index]))


def swap_elements(elements, rng):
    parent = with_members(elements, rng, least=2)
    if parent.members:
        a, b = rng.sample(range(len(parent.members)), 2)
        parent.members[a], parent.members[b] = parent.members[b], parent.members[a]


def replace_element(elements, rng):
    parent = with_members(elements, rng)
    if parent.members:
        parent.members[rng.randrange(len(parent.members))] = copy.deepcopy(rng.choice(elements))


def change_tag(elements, rng):
    rng.choice(elements).tag = rng.choice((0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x13, 0x16, 0x30, 0x31, 0x24, 0xA0, 0xA1, 0x00, 0x1F))


TREE = [change_length, make_indefinite, delete_element, double_element, swap_elements, replace_element, change_tag]


# --- attributes of a content ---


def change_attributes(payload: bytes, rng: random.Random) -> bytes:
    root = parse_all(payload)[0]
    sets = [root] + [value.members[0] for attribute in root.members for value in attribute.members[2:]
                     if attribute.members[0].content == b"\x11" and value.members]
    for _ in range(rng.choice((1, 1, 2))):
        change_set(rng.choice(sets), rng)
    return root.encode()


def change_set(attributes: Element, rng: random.Random) -> None:
    members = attributes.members
    index = rng.randrange(len(members))
    attribute = members[index]
    choice = rng.randrange(9)
    if choice == 0:
        members.pop(index)
    elif choice == 1:
        members.insert(rng.randrange(len(members) + 1), copy.deepcopy(attribute))
    elif choice == 2:
        rng.shuffle(members)
    elif choice == 3:
        attribute.members[0].content = rng.choice(NUMBERS + [b"\x02", b"\x0c", b"\x11", b"\x06\xa6", b"\x63", b"\x0f\xa0"])
    elif choice == 4:
        attribute.members[1].content = rng.choice(NUMBERS)
    else:
        change_value(attribute, rng)


def change_value(attribute: Element, rng: random.Random) -> None:
    number = int.from_bytes(attribute.members[0].content, "big")
    value = attribute.members[2]
    if number in DATE_TYPES:
        new = Element(rng.choice((0x16, 0x16, 0x16, 0x16, 0x0C)), rng.choice(DATES))
    elif number in NUMBER_TYPES:
        new = Element(rng.choice((0x02, 0x02, 0x02, 0x02, 0x0C)), rng.choice(NUMBERS))
    elif number == 17:
        return
    else:
        new = Element(rng.choice((0x0C, 0x0C, 0x0C, 0x0C, 0x16, 0x13)), rng.choice(TEXTS))
    value.members, value.content = [new], b""


# --- all of it ---


class Mutator:
    def __init__(self, variants: Path, receipts: Path, pki: Path, seed: int):
        self.rng = random.Random(seed)
        self.signer = Signer(pki)
        names = sorted(path for path in variants.glob("1-*.der") if path.stat().st_size)
        self.messages = [path.read_bytes() for path in names] + [(receipts / "10.der").read_bytes()]
        # The good ones are worth more.
        good = [path.read_bytes() for path in names if path.name.startswith("1-good")]
        self.messages += good * 4 + [(receipts / "10.der").read_bytes()] * 4
        self.payloads = [(receipts / f"{size}.payload").read_bytes() for size in (1, 1, 1, 10)]

    def mutant(self) -> "tuple[str, bytes]":
        rng = self.rng
        kind = rng.choice(("bytes", "elements", "elements", "attributes", "signed attributes", "signed attributes",
                           "signed elements", "signed bytes", "certificates", "forms"))
        if kind == "bytes":
            change = rng.choice((flip_bits, change_bytes, delete_bytes, insert_bytes, cut_or_continue))
            return kind, change(rng.choice(self.messages), rng)
        if kind == "elements":
            return kind, on_tree(rng.choice(self.messages), rng, rng.choice(TREE))
        if kind == "certificates":
            return kind, self.with_other_certificates()
        payload = rng.choice(self.payloads)
        if kind == "attributes":
            message = self.signer.message(payload)
            return kind, message.replace(payload, self.same_size(payload))
        if kind == "signed attributes":
            return kind, self.signer.message(change_attributes(payload, rng))
        if kind == "signed elements":
            return kind, self.signer.message(on_tree(payload, rng, rng.choice(TREE)))
        if kind == "signed bytes":
            change = rng.choice((flip_bits, change_bytes, delete_bytes, insert_bytes))
            return kind, self.signer.message(change(payload, rng))
        return kind, self.signer.message(payload, rng)

    def same_size(self, payload: bytes) -> bytes:
        """Another content of the same size, so that the message around it stays whole."""
        for _ in range(20):
            changed = change_attributes(payload, self.rng)
            if len(changed) == len(payload) and changed != payload:
                return changed
        return flip_bits(payload, self.rng)

    def with_other_certificates(self) -> bytes:
        rng = self.rng
        certificates = list(self.signer.certificates)
        for _ in range(rng.randint(1, 3)):
            choice = rng.randrange(5)
            if choice == 0:
                certificates.insert(rng.randrange(len(certificates) + 1), rng.choice(self.signer.others))
            elif choice == 1 and len(certificates) > 1:
                certificates.pop(rng.randrange(len(certificates)))
            elif choice == 2:
                rng.shuffle(certificates)
            elif choice == 3:
                certificates[rng.randrange(len(certificates))] = rng.choice(self.signer.others)
            else:
                index = rng.randrange(len(certificates))
                change = rng.choice((flip_bits, change_bytes, lambda data, rng: on_tree(data, rng, rng.choice(TREE))))
                certificates[index] = change(certificates[index], rng)
        good = self.signer.certificates
        try:
            self.signer.certificates = certificates
            return self.signer.message(rng.choice(self.payloads))
        finally:
            self.signer.certificates = good
