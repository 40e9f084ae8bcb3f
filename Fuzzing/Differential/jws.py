#!/usr/bin/env python3
"""Lets three verifiers judge signed documents: AppReceipt, Apple's app-store-server-library, and apple-purchase-receipt-verifier.

First the documents of every kind that AppReceipt issues: both others must accept them and read what was issued. Then mutated
documents of keys that are made here: the run fails if AppReceipt accepts one that another refuses, or reads another payload.
Scripts/differential.sh says how to run it.
"""

import argparse
import base64
import json
import math
import random
import subprocess
import sys
import time
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from apple_purchase_receipt_verifier import Config, Verifier
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from cryptography import x509
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID, ObjectIdentifier

BUNDLE, APP = "com.example.app", 1_234_567_890
KINDS = {"transaction": "signed_transaction", "renewalInfo": "renewal_info", "appTransaction": "app_transaction",
         "notification": "notification"}
SIGNED = 1_717_243_200_000
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unurl(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# --- Verifiers -------------------------------------------------------------------------------------------------------------------


def ask_ours(judge: Path, root: Path, folder: Path) -> "dict[str, tuple[str, str]]":
    output = subprocess.run([judge, "judge", root, folder], capture_output=True, check=True, text=True).stdout
    return {name: (rule, reason) for name, rule, reason in (line.split("\t", 2) for line in output.splitlines())}


class Apples:
    """Apple's library without online checks; None is an acceptance."""

    def __init__(self, root: bytes):
        self.verifiers = {name: SignedDataVerifier([root], False, environment, BUNDLE, APP) for name, environment in
                          (("Production", Environment.PRODUCTION), ("Sandbox", Environment.SANDBOX))}

    def refusal(self, kind: str, text: str, environment: str = "Production") -> "str | None":
        verifier = self.verifiers[environment]
        try:
            self.decoded = getattr(verifier, f"verify_and_decode_{KINDS[kind]}")(text)
            if kind == "notification" and self.decoded.data:
                # The library leaves these to its caller.
                if self.decoded.data.signedTransactionInfo:
                    verifier.verify_and_decode_signed_transaction(self.decoded.data.signedTransactionInfo)
                if self.decoded.data.signedRenewalInfo:
                    verifier.verify_and_decode_renewal_info(self.decoded.data.signedRenewalInfo)
            return None
        except VerificationException as error:
            return error.status.name
        except Exception as error:  # A payload that it cannot read makes the library raise anything.
            return type(error).__name__


class Peer:
    """apple-purchase-receipt-verifier, which checks signature and chain and leaves claims to its caller."""

    def __init__(self, root: bytes):
        self.verifier = Verifier(Config(roots=[root]))

    def refusal(self, text: str) -> "str | None":
        result = self.verifier.verify_signed_data(text)
        self.payload = result.payload
        return None if result.verified else result.failure.reason.value


# --- Certificates ----------------------------------------------------------------------------------------------------------------


class Authority:
    def __init__(self, key, certificate):
        self.key, self.certificate = key, certificate

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)


def certify(name, issuer, *, ca, marker, years=(2020, 2040), curve=None, path_length=None, usage=True, serial=None, key=None):
    key = key or ec.generate_private_key(curve or ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder().subject_name(subject).public_key(key.public_key())
    builder = builder.issuer_name(issuer.certificate.subject if issuer else subject)
    builder = builder.serial_number(serial or x509.random_serial_number())
    builder = builder.not_valid_before(datetime(years[0], 1, 1, tzinfo=timezone.utc))
    builder = builder.not_valid_after(datetime(years[1], 1, 1, tzinfo=timezone.utc))
    builder = builder.add_extension(x509.BasicConstraints(ca, path_length if ca else None), True)
    if usage:
        builder = builder.add_extension(x509.KeyUsage(not ca, False, False, False, False, ca, ca, False, False), True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
    signer = issuer.key if issuer else key
    builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False)
    if marker:
        oid = ObjectIdentifier(f"1.2.840.113635.100.{marker}")
        builder = builder.add_extension(x509.UnrecognizedExtension(oid, b"\x05\x00"), False)
    return Authority(key, builder.sign(signer, hashes.SHA384() if signer.curve.name == "secp384r1" else hashes.SHA256()))


def make_chains() -> "dict[str, list[Authority]]":
    """Chains of leaf, intermediate and root; all but `attacker` lead to one root."""
    root = certify("Root", None, ca=True, marker=None, curve=ec.SECP384R1())

    def intermediate(**options):
        options = {"ca": True, "marker": "6.2.1", "path_length": 0, "curve": ec.SECP384R1()} | options
        return certify("Intermediate", options.pop("issuer", root), **options)

    def leaf(issuer, **options):
        return certify("Leaf", issuer, **({"ca": False, "marker": "6.11.1"} | options))

    good = intermediate()
    other_root = certify("Root", None, ca=True, marker=None, curve=ec.SECP384R1())
    other = intermediate(issuer=other_root)
    no_mark, no_authority, old = intermediate(marker=None), intermediate(ca=False), intermediate(years=(2020, 2024))
    small = intermediate(curve=ec.SECP256R1())
    return {
        "good": [leaf(good), good, root],
        "small": [leaf(small), small, root],
        "attacker": [leaf(other), other, other_root],
        "leaf without mark": [leaf(good, marker=None), good, root],
        "leaf with the intermediate's mark": [leaf(good, marker="6.2.1"), good, root],
        "leaf expired": [leaf(good, years=(2020, 2024)), good, root],
        "leaf of the future": [leaf(good, years=(2025, 2040)), good, root],
        "leaf an authority": [leaf(good, ca=True), good, root],
        "leaf on P-384": [leaf(good, curve=ec.SECP384R1()), good, root],
        "leaf without key usage": [leaf(good, usage=False), good, root],
        "intermediate without mark": [leaf(no_mark), no_mark, root],
        "intermediate no authority": [leaf(no_authority), no_authority, root],
        "intermediate expired": [leaf(old), old, root],
    }


# --- Documents -------------------------------------------------------------------------------------------------------------------


def sign(key, signed: str, form: str = "raw") -> bytes:
    der = key.sign(signed.encode("utf-8", "surrogatepass"), ec.ECDSA(hashes.SHA256()))
    if form == "der":
        return der
    r, s = utils.decode_dss_signature(der)
    size = (key.curve.key_size + 7) // 8
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def compact(header: "str | bytes", payload: "str | bytes", key, signature: "bytes | None" = None) -> str:
    header, payload = (part if isinstance(part, bytes) else part.encode() for part in (header, payload))
    signed = f"{url(header)}.{url(payload)}"
    return f"{signed}.{url(sign(key, signed) if signature is None else signature)}"


def header(chain, **changes) -> dict:
    members = {"alg": "ES256", "x5c": [base64.b64encode(part.der).decode() for part in chain]} | changes
    return {name: value for name, value in members.items() if value is not None}


def dump(value) -> str:
    return json.dumps(value, separators=(",", ":"))


class Mutator:
    """Makes documents that are wrong in one or two places, and some that are right."""

    def __init__(self, chains, seed: int):
        self.random = random.Random(seed)
        self.chains = chains
        self.good = chains["good"]
        self.key = self.good[0].key

    def claims(self, kind: str) -> dict:
        common = {"bundleId": BUNDLE, "environment": "Production", "signedDate": SIGNED}
        subscription = {"originalTransactionId": "900", "productId": "com.example.app.pro", "currency": "USD",
                        "appAccountToken": "01020304-0506-0708-090a-0b0c0d0e0f10"}
        if kind == "transaction":
            return common | subscription | {
                "transactionId": "1000", "purchaseDate": SIGNED - 1000, "originalPurchaseDate": SIGNED - 2000,
                "expiresDate": SIGNED + 86_400_000, "quantity": 1, "type": "Auto-Renewable Subscription", "price": 9990,
                "inAppOwnershipType": "PURCHASED", "storefront": "USA", "isUpgraded": False, "transactionReason": "RENEWAL"}
        if kind == "renewalInfo":
            return subscription | {"environment": "Production", "signedDate": SIGNED, "autoRenewStatus": 1,
                                   "autoRenewProductId": "com.example.app.pro", "renewalDate": SIGNED + 86_400_000,
                                   "renewalPrice": 9990, "eligibleWinBackOfferIds": ["a", "b"]}
        if kind == "appTransaction":
            return {"bundleId": BUNDLE, "receiptType": "Production", "receiptCreationDate": SIGNED, "appAppleId": APP,
                    "applicationVersion": "4.2.1", "originalApplicationVersion": "1.0", "originalPurchaseDate": SIGNED - 1000}
        inner = {name: compact(dump(header(self.good)), dump(self.claims(other)), self.key) for name, other in
                 (("signedTransactionInfo", "transaction"), ("signedRenewalInfo", "renewalInfo"))}
        return {"notificationType": "DID_RENEW", "notificationUUID": "01020304-0506-0708-090a-0b0c0d0e0f10", "version": "2.0",
                "signedDate": SIGNED, "data": {"bundleId": BUNDLE, "appAppleId": APP, "environment": "Production",
                                               "bundleVersion": "4.2.1", "status": 1} | inner}

    def mutant(self) -> "tuple[str, str, str]":
        """The kind of document, the kind of change, and the document."""
        kind = self.random.choice(list(KINDS))
        change = self.random.choice([self.nothing, self.text, self.text, self.header, self.certificates, self.chain,
                                     self.payload, self.payload, self.payload, self.json_text, self.signature, self.nested])
        return kind, change.__name__, change(kind)

    def nothing(self, kind: str) -> str:
        chain = self.random.choice([self.good, self.chains["small"]])
        return compact(dump(header(chain)), dump(self.claims(kind)), chain[0].key)

    def text(self, kind: str) -> str:
        """Changes of the finished text, half of them signed again where that is possible."""
        text = self.nothing(kind)
        at = self.random.randrange(len(text))
        letter = self.random.choice("ABCxyz019-_+/=. \n\té\0")
        text = self.random.choice([
            lambda: text[:at] + letter + text[at:], lambda: text[:at] + text[at + 1:],
            lambda: text[:at] + letter + text[at + 1:], lambda: text + letter, lambda: letter + text, lambda: text[:at],
            lambda: text + "." + text.split(".")[2], lambda: text.replace("-", "+").replace("_", "/"),
            lambda: ".".join(part + "=" * (-len(part) % 4) for part in text.split(".")), lambda: text + "=="])()
        parts = text.split(".")
        if self.random.random() < 0.5 and len(parts) == 3:
            text = f"{parts[0]}.{parts[1]}.{url(sign(self.key, f'{parts[0]}.{parts[1]}'))}"
        return text

    def header(self, kind: str) -> str:
        value = self.random.choice([None, "", "none", "None", "NONE", "es256", "ES384", "ES512", "ES256K", "HS256", "RS256", "PS256",
                                    "EdDSA", 256, ["ES256"], True, "ES256\0", "ES256 ", "ES256"])
        extra = self.random.choice([{}, {"typ": "JWT"}, {"kid": "Apple_Xcode_Key"}, {"crit": ["exp"]}, {"crit": []}, {"b64": False},
                                    {"crit": ["b64"], "b64": False}, {"jku": "https://example.com"}, {"x5u": "https://example.com"},
                                    {"zip": "DEF"}, {"cty": "JWT"}, {"jwk": {"kty": "EC"}}, {"typ": 1}, {"typ": None}])
        members = header(self.good, **(extra if self.random.random() < 0.6 else {"alg": value}))
        text = dump(members)
        if self.random.random() < 0.3:
            text = self.random.choice([text[:-1] + ',"alg":"none"}', '{"alg":"none",' + text[1:], text + " ", " " + text, text + "}",
                                       "[" + text + "]", text[:-1] + ",}", text.replace("ES256", "\\u0045S256"), "", "null"])
        signature = None
        if members.get("alg") == "HS256":
            secret = self.random.choice([self.good[0].der, self.good[0].key.public_key().public_bytes(
                serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)])
            mac = hmac.HMAC(secret, hashes.SHA256())
            mac.update(f"{url(text.encode())}.{url(dump(self.claims(kind)).encode())}".encode())
            signature = mac.finalize()
        if members.get("alg") == "none" and self.random.random() < 0.5:
            signature = b""
        return compact(text, dump(self.claims(kind)), self.key, signature)

    def certificates(self, kind: str) -> str:
        """Changes of the list of certificates."""
        good, attacker = ([base64.b64encode(part.der).decode() for part in chain] for chain in
                          (self.good, self.chains["attacker"]))
        damaged = bytearray(self.good[self.random.randrange(3)].der)
        at = self.random.randrange(len(damaged))
        damaged[at] ^= 1 << self.random.randrange(8)
        spaced = self.random.choice(["\n", " ", "=", "====", "A", "."])
        place = self.random.randrange(3)
        replaced = list(good)
        replaced[place] = self.random.choice([base64.b64encode(damaged).decode(), good[place] + spaced, spaced + good[place], "",
                                              good[place].replace("+", "-").replace("/", "_"), attacker[place], None, 1,
                                              base64.b64encode(self.good[place].der + b"\0").decode(), good[place - 1]])
        x5c = self.random.choice([replaced, replaced, replaced, replaced, [], good[:1], good[:2], good + good[2:], good[1:], good * 34,
                                  good[::-1], [good[0], good[2], good[1]], attacker, attacker[:2] + good[2:],
                                  attacker[:1] + good[1:], good[:2] + attacker[2:], None, "x", {}, good[0]])
        key = self.random.choice([self.key, self.key, self.key, self.chains["attacker"][0].key, self.good[1].key])
        return compact(dump(header(self.good, x5c=x5c)), dump(self.claims(kind)), key)

    def chain(self, kind: str) -> str:
        """Another chain, at dates around those of its certificates."""
        chain = self.chains[self.random.choice(list(self.chains))]
        name = "receiptCreationDate" if kind == "appTransaction" else "signedDate"
        years = [datetime(year, 1, 1, tzinfo=timezone.utc).timestamp() * 1000 for year in (2020, 2024, 2025, 2040)]
        date = int(self.random.choice(years)) + self.random.choice([-1000, -1, 0, 1, 999, 1000, 86_400_000])
        claims = self.claims(kind)
        if self.random.random() < 0.7:
            claims[name] = date
        return compact(dump(header(chain)), dump(claims), chain[0].key)

    def payload(self, kind: str) -> str:
        """Signed claims that are missing, of another type, or of another app."""
        claims = self.claims(kind)
        for _ in range(self.random.choice([1, 1, 2])):
            nested = kind == "notification" and self.random.random() < 0.5 and isinstance(claims.get("data"), dict)
            place = claims["data"] if nested and claims["data"] else claims
            name = self.random.choice(list(place))
            value = self.random.choice([None, "remove", 0, 1, -1, 1.5, 1e300, 10**30, True, "", "1", "x", "Sandbox", "Xcode", "production",
                                        [], {}, [1], {"a": 1}, "com.example.other", SIGNED / 1000, SIGNED + 0.5, "a\0b", "é"])
            if value == "remove":
                del place[name]
            else:
                place[name] = value
        if self.random.random() < 0.2:
            claims[self.random.choice(["advancedCommerceInfo", "x", "revocationDate", "summary"])] = self.random.choice([1, "x", {}, []])
        return compact(dump(header(self.good)), dump(claims), self.key)

    def json_text(self, kind: str) -> str:
        """A signed text that is no JSON, or only to some."""
        text = dump(self.claims(kind))
        deep = self.random.choice([10, 60, 100, 2000])
        payload = self.random.choice([
            text + " ", " " + text, text + "x", text[:-1], text[:-1] + ",}", "", "null", "[]", "1", "[" + text + "]", "{}",
            '{"bundleId":"com.example.other",' + text[1:], text[:-1] + ',"bundleId":"com.example.other"}',
            text[:-1] + ',"signedDate":1}', text[:-1] + ',"a":NaN}', text[:-1] + ',"a":Infinity}', text[:-1] + ',"a":01}',
            text[:-1] + ',"a":"\\ud800"}', text[:-1] + ',"a":"\\x"}', text[:-1] + ',"a":"\t"}', text[:-1] + ',"a":1e999}',
            text[:-1] + ',"a":' + "[" * deep + "]" * deep + "}", "/**/" + text, text.replace(":", " : "), "\ufeff" + text,
            text[:-1] + ',"\\u0062undleId":"x"}', text[:-1] + ',"\u00e9":1}']).encode()
        if self.random.random() < 0.1:
            payload = payload.replace(b'"a":', b'"\xc0\xaf":') + self.random.choice([b"", b"\xff", b"\0"])
        return compact(dump(header(self.good)), payload, self.key)

    def signature(self, kind: str) -> str:
        text, claims = dump(header(self.good)), dump(self.claims(kind))
        signed = f"{url(text.encode())}.{url(claims.encode())}"
        good = sign(self.key, signed)
        r, s = int.from_bytes(good[:32], "big"), int.from_bytes(good[32:], "big")
        numbers = self.random.choice([(0, 0), (0, s), (r, 0), (1, 1), (r, ORDER - s), (s, r), (ORDER - r, s), (r, ORDER), (r + 1, s)])
        encoded = b"".join(number.to_bytes(32, "big") for number in numbers)
        damaged = bytearray(good)
        damaged[self.random.randrange(64)] ^= 1 << self.random.randrange(8)
        return compact(text, claims, self.key, self.random.choice([
            encoded, encoded, bytes(damaged), sign(self.key, signed, "der"), good[:-1], good + b"\0", b"\0" + good, good + good, b"",
            sign(self.chains["attacker"][0].key, signed), sign(self.key, claims)]))

    def nested(self, kind: str) -> str:
        """A notification with one wrong document in it."""
        claims = self.claims("notification")
        name, other = self.random.choice([("signedTransactionInfo", "transaction"), ("signedRenewalInfo", "renewalInfo")])
        change = self.random.choice([self.text, self.certificates, self.chain, self.payload, self.signature])
        claims["data"][name] = change(other)
        text = compact(dump(header(self.good)), dump(claims), self.key)
        return text if kind == "notification" else self.nothing(kind)


# --- Comparison ------------------------------------------------------------------------------------------------------------------


def check_issued(options) -> "list[str]":
    """Whether the others accept what AppReceipt issues, and read what was issued."""
    folder = options.work / "issued"
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([options.judge, "issue", folder], check=True)
    root = (folder / "root.der").read_bytes()
    apples, peer, wrong = Apples(root), Peer(root), []
    for kind in KINDS:
        for environment in ("Production", "Sandbox"):
            text = (folder / f"{kind}-{environment}").read_text()
            payload = json.loads(unurl(text.split(".")[1]))
            refusals = [apples.refusal(kind, text, environment), peer.refusal(text)]
            if refusals != [None, None]:
                wrong.append(f"{kind} of {environment}: {refusals}")
                continue
            decoded = {name: plain(getattr(apples.decoded, name)) for name in payload}
            if decoded != payload:
                wrong.append(f"{kind} of {environment}: read as {decoded}")
    return wrong


def plain(value):
    """A value of Apple's library as JSON has it."""
    if hasattr(value, "__attrs_attrs__"):
        members = {part.name: plain(getattr(value, part.name)) for part in value.__attrs_attrs__ if not part.name.startswith("raw")}
        return {name: member for name, member in members.items() if member is not None}
    if isinstance(value, list):
        return [plain(element) for element in value]
    return getattr(value, "value", value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("judge", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = check_issued(options)
    print(f"issued: {len(KINDS) * 2} documents, {len(wrong)} wrong")

    folder = options.work / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    chains = make_chains()
    root = options.work / "root.der"
    root.write_bytes(chains["good"][2].der)
    mutator, changes = Mutator(chains, options.seed), {}
    for number in range(options.count):
        kind, change, text = mutator.mutant()
        if change == "nested":
            kind = "notification" if text.count(".") == 2 and b'"data"' in unurl_or_nothing(text.split(".")[1]) else kind
        name = f"{kind}-{number:05}"
        changes[name] = change
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    started = time.monotonic()
    ours = ask_ours(options.judge, root, folder)
    print(f"AppReceipt: {time.monotonic() - started:.1f} s", file=sys.stderr)
    wrong += compare(folder, root.read_bytes(), changes, ours)
    print(f"all: {time.monotonic() - started:.1f} s", file=sys.stderr)
    for line in wrong:
        print(f"FAILED {line}")
    print(f"{options.count} documents of seed {options.seed}: {len(wrong)} failed")
    return 1 if wrong else 0


def unurl_or_nothing(part: str) -> bytes:
    try:
        return unurl(part)
    except ValueError:
        return b""


def compare(folder: Path, root: bytes, changes: "dict[str, str]", ours) -> "list[str]":
    apples, peer, wrong = Apples(root), Peer(root), []
    table, counts, rules = Counter(), Counter(), Counter()
    for name in sorted(changes):
        kind, text = name.split("-")[0], (folder / name).read_bytes().decode("utf-8", "surrogatepass")
        rule, reason = ours[name]
        refusals = {"apple": apples.refusal(kind, text), "peer": peer.refusal(text)}
        accepts = (rule == "verified", refusals["apple"] is None, refusals["peer"] is None)
        counts[accepts] += 1
        rules[rule] += 1
        if accepts[0]:
            for other, refusal in refusals.items():
                if refusal and not EXPLAINED.get((other, refusal), lambda *_: False)(kind, reason):
                    wrong.append(f"{name} ({changes[name]}): accepted here; {other}: {refusal}")
            # The payload is the one in the text, byte for byte, and so is theirs.
            if base64.b64decode(reason) != unurl(text.split(".")[1]):
                wrong.append(f"{name} ({changes[name]}): another payload")
        elif accepts[1] or accepts[2]:
            table[rule, changes[name], "accepts" if accepts[1] else refusals["apple"],
                  "accepts" if accepts[2] else refusals["peer"]] += 1
    print("AppReceipt, Apple's, the peer accept:",
          ", ".join(f"{key}: {count}" for key, count in sorted(counts.items(), reverse=True)))
    print("rules:", ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())))
    print("| refused here by | change | Apple's library | peer | count |")
    for (rule, change, first, second), count in sorted(table.items(), key=lambda item: -item[1]):
        print(f"| {rule} | {change} | {first} | {second} | {count} |")
    return wrong


#: What another verifier may refuse and AppReceipt accept, by its reason.
EXPLAINED: dict = {}

if __name__ == "__main__":
    sys.exit(main())
