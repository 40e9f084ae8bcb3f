"""ASN.1 elements as a tree that can be changed and written again, in DER or as BER's indefinite lengths."""

from dataclasses import dataclass, field


class Malformed(Exception):
    """The bytes are no series of elements."""


@dataclass
class Element:
    tag: int
    content: bytes = b""
    members: "list[Element] | None" = None
    indefinite: bool = False
    # Bytes that stand where the length should, once a mutation wants them.
    length: "bytes | None" = None
    # Members of a primitive element that holds elements, such as an attribute's value.
    nested: bool = field(default=False)

    def encode(self) -> bytes:
        body = self.content if self.members is None else b"".join(m.encode() for m in self.members)
        if self.length is not None:
            return bytes((self.tag,)) + self.length + body
        if self.indefinite:
            return bytes((self.tag, 0x80)) + body + b"\x00\x00"
        return bytes((self.tag,)) + definite(len(body)) + body

    def walk(self):
        yield self
        for member in self.members or []:
            yield from member.walk()


def definite(size: int) -> bytes:
    if size < 0x80:
        return bytes((size,))
    encoded = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes((0x80 | len(encoded),)) + encoded


def parse_all(data: bytes, depth: int = 0) -> "list[Element]":
    """The elements that fill the bytes, decoded as deep as possible."""
    elements, position = [], 0
    while position < len(data):
        element, position = parse_one(data, position, depth)
        elements.append(element)
    return elements


def parse_one(data: bytes, position: int, depth: int) -> "tuple[Element, int]":
    if depth > 24 or position + 2 > len(data) or data[position] & 0x1F == 0x1F:
        raise Malformed
    tag, first = data[position], data[position + 1]
    start = position + 2
    if first == 0x80:
        members = []
        while data[start : start + 2] != b"\x00\x00":
            member, start = parse_one(data, start, depth + 1)
            members.append(member)
        return Element(tag, members=members, indefinite=True), start + 2
    size = first
    if first > 0x80:
        count = first & 0x7F
        size = int.from_bytes(data[start : start + count], "big")
        start += count
    content = data[start : start + size]
    if len(content) != size:
        raise Malformed
    return shaped(tag, content, depth), start + size


def shaped(tag: int, content: bytes, depth: int) -> Element:
    constructed = bool(tag & 0x20)
    if constructed or (tag == 0x04 and content[:1] in (b"\x31", b"\x30", b"\x0c", b"\x16", b"\x02")):
        try:
            return Element(tag, members=parse_all(content, depth + 1), nested=not constructed)
        except Malformed:
            pass
    return Element(tag, content)
