"""The reasons why AppReceipt disagrees with openssl or the peer, by class; Differential.md says why it is right.

A class is a rule of AppReceipt and what its reason begins with or contains. A disagreement of no class is a failure.
"""

import re

VALUE = r"attribute \d+ (has the tag|is no |is not |is neither|holds a NUL)"
FORM = (r"(an attribute|a purchase|the content)('s (number|value))?( has the tag|$)|element cut off|length|indefinite length"
        r"|tag of several bytes")

CONTENT = [
    ("a value of another kind than its attribute has", VALUE),
    ("an attribute twice", r"attribute \d+ twice"),
    ("without what every receipt has", r"(no (bundle identifier|app version|creation date)|purchase without)"),
    ("bytes behind an element of the content", r"bytes behind"),
    ("a content that is not DER", FORM),
    ("more unknown attributes than is allowed", r".* unknown attributes"),
]
STRUCTURE = [
    ("bytes behind the message", r"bytes behind the receipt"),
    ("bytes behind an element of the message", r"bytes behind"),
    ("signed attributes out of order or twice", r"(signed attributes out of order|\w+ twice)"),
    ("signed attributes that are not those of a receipt", r"(signed contentType|no signed )"),
    ("a message that is not DER", r"(length|indefinite length|tag of several|element cut off|end-of-contents)"),
    ("an element of another kind than messages have", r".* has the tag"),
    ("an algorithm with other parameters", r"NULL with content"),
    ("another version, type or algorithm than receipts have", r"another |SignerInfo of|SignedData of|several digest|revocation"),
]


def explain(rule: str, reason: str, openssl: str, peer: str) -> "str | None":
    said = re.sub(r"^The receipt .*? at byte \d+: ", "", reason)
    if rule == "content" and not openssl:
        return first("content", CONTENT, said, peer)
    if rule == "structure":
        return first("structure", STRUCTURE, said, peer)
    if rule == "purpose" and not openssl and peer:
        return "purpose: certificates without Apple's marks; openssl does not know them"
    if rule == "digest" and "the message names" in reason:
        return "digest: another digest in the message than in the signer"
    if rule == "signer" and "signers instead of one" in reason:
        return "signer: several signers"
    if rule == "signer" and "certificate is missing" in reason and not openssl and peer:
        return "signer: the signer's name in other bytes than in its certificate"
    if rule == "signer" and "two certificates" in reason:
        return "signer: two certificates with the signer's name and number"
    if rule == "signer" and "malformed" in reason or rule == "chain" and "a certificate of the receipt is malformed" in reason:
        return f"{rule}: a damaged certificate{beside(rule)}"
    if rule == "chain" and "critical extension" in reason and not openssl:
        return "chain: a critical extension that is not obeyed"
    if rule == "verified" and "certificate signature failure" in openssl and not peer:
        return "verified: a decoy with the intermediate's name beside the good one; openssl takes the first"
    if rule == "verified" and not openssl and "embedded certificate" in peer:
        return "verified: a certificate that no chain needs, which the peer cannot read"
    return None


def beside(rule: str) -> str:
    return " that no chain needs" if rule == "chain" else ""


def first(rule: str, classes, said: str, peer: str) -> "str | None":
    for name, pattern in classes:
        if re.match(pattern, said):
            return f"{rule}: {name}; the peer {'refuses too' if peer else 'accepts'}"
    return None


def explain_content(ours: dict, peer: dict) -> "str | None":
    """The peer takes an offset without a colon for no date; every other difference is a failure."""
    for key in ours:
        if key == "created" and peer[key] is None:
            continue
        if key in ("purchased", "expires"):
            pairs = list(zip(ours[key], peer[key], strict=True))
            if any(mine != theirs and theirs is not None for mine, theirs in pairs):
                return None
        elif ours[key] != peer[key]:
            return None
    return "content: a date with an offset as Xcode writes it, which the peer drops"
