"""Verifies what an app reads by StoreKit 2 with Apple's server library, and compares what both say.

Usage: verifier.py FACTS, a JSON file that AppleVerifierTests writes. Only the root certificates are the
local stores'; everything else is Apple's, but for the hash of the device, which is computed here.
"""

import base64
import enum
import hashlib
import json
import sys

import attr
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

with open(sys.argv[1], encoding="utf-8") as file:
    facts = json.load(file)
occurred = {name: set() for name in facts["expected"]}
count = 0


def plain(value):
    return value.value if isinstance(value, enum.Enum) else value


def decode(verifier, document):
    return {
        "transaction": verifier.verify_and_decode_signed_transaction,
        "renewal": verifier.verify_and_decode_renewal_info,
        "app": verifier.verify_and_decode_app_transaction,
    }[document["kind"]](document["jws"])


def payload(jws):
    text = jws.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def compare(decoded, document):
    """Every member that Apple's library finds is one that the app sees, and the other way around."""
    names = [field.name for field in attr.fields(type(decoded)) if not field.name.startswith("raw")]
    found = {name: plain(getattr(decoded, name)) for name in names}
    for name, seen in document["seen"].items():
        value = found.pop(name)
        # What is false or empty may be left out of a document.
        if isinstance(seen, (bool, list)):
            value = value or type(seen)()
        assert value == seen and type(value) is type(seen), (name, value, seen, document)
        if name in occurred and seen is not None:
            occurred[name].add(seen)
    unseen = {name: value for name, value in found.items() if value is not None}
    assert not unseen, (unseen, document)


def check_device(document, device):
    members = payload(document["jws"])
    nonce = members["deviceVerificationNonce"].lower()
    digest = hashlib.sha384((nonce + device.lower()).encode()).digest()
    assert base64.b64decode(members["deviceVerification"]) == digest, members


def refuses(verifier, document):
    try:
        decode(verifier, document)
    except VerificationException:
        return True
    return False


for store in facts["stores"]:
    verifier, stranger = (
        SignedDataVerifier([base64.b64decode(root)], False, Environment.SANDBOX, store["bundleID"])
        for root in (store["root"], facts["otherRoot"])
    )
    for document in store["documents"]:
        compare(decode(verifier, document), document)
        check_device(document, store["device"])
        assert refuses(stranger, document), document
        head, _, signature = document["jws"].rpartition(".")
        assert refuses(verifier, document | {"jws": head + "." + signature[::-1]}), document
        count += 1
for name, values in facts["expected"].items():
    assert set(values) <= occurred[name], (name, values, occurred[name])
print(f"Apple's verifier agrees about {count} documents.")
