#!/usr/bin/env python3
"""Lets three verifiers judge mutated receipts: AppReceipt, `openssl cms -verify`, and apple-purchase-receipt-verifier of PyPI.

Fails if AppReceipt accepts what both others refuse, or reads another content than the others, or if there is a disagreement
that no class of `classes.py` explains. Scripts/differential.sh says how to run it.
"""

import argparse
import base64
import calendar
import json
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from apple_purchase_receipt_verifier import Config, Verifier

import classes
from element import Malformed, parse_all
from mutate import Mutator

CREATED = calendar.timegm((2024, 6, 1, 12, 0, 0))


def creation(message: bytes) -> int:
    """When the receipt says it was made, as far as a simple reading tells; else when the seeds were."""
    try:
        for root in parse_all(message):
            for element in root.walk():
                members = element.members or []
                if len(members) == 3 and members[0].tag == 2 and members[0].content == b"\x0c" and members[2].members:
                    text = members[2].members[0].content.decode("ascii")
                    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|([+-])(\d\d):?(\d\d))", text)
                    parts = [int(part) for part in found.groups()[:6]]
                    offset = 0
                    if found[9]:
                        offset = (int(found[10]) * 60 + int(found[11])) * (60 if found[9] == "+" else -60)
                    return calendar.timegm(tuple(parts)) - offset
    except (Malformed, AttributeError, UnicodeDecodeError, ValueError):
        pass
    return CREATED


def ask_ours(judge: Path, root: Path, folder: Path) -> "dict[str, tuple[str, str]]":
    output = subprocess.run([judge, root, folder], capture_output=True, check=True, text=True).stdout
    return {name: (rule, reason) for name, rule, reason in (line.split("\t", 2) for line in output.splitlines())}


def ask_openssl(root: Path, folder: Path, names: "list[str]") -> "dict[str, str]":
    """The reason of each refusal; an empty one where openssl accepted."""
    pem = folder.parent / "root.pem"
    pem.write_text("-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(root.read_bytes()).decode()
                   + "-----END CERTIFICATE-----\n")

    def ask(name):
        path = folder / name
        moment = str(creation(path.read_bytes()))
        run = subprocess.run(
            ["openssl", "cms", "-verify", "-inform", "DER", "-binary", "-in", path, "-CAfile", pem, "-purpose", "any",
             "-attime", moment, "-out", "/dev/null"], capture_output=True, text=True, errors="replace", check=False)
        if run.returncode == 0:
            return name, ""
        lines = [line for line in run.stderr.splitlines() if ":" in line] or ["unknown"]
        said = [re.sub(r"^.*?:error:[0-9A-F]+:", "", line) for line in lines]
        verify = [line.split("Verify error:", 1)[1] for line in said if "Verify error:" in line]
        return name, verify[0].strip() if verify else said[0].split(":")[2] if said[0].count(":") > 2 else said[0]

    with ThreadPoolExecutor(2) as pool:
        return dict(pool.map(ask, names))


def ask_peer(root: Path, folder: Path, names: "list[str]") -> "dict[str, tuple[str, dict | None]]":
    verifier = Verifier(Config(roots=[root.read_bytes()]))
    verdicts = {}
    for name in names:
        result = verifier.verify_receipt(base64.b64encode((folder / name).read_bytes()).decode())
        if result.verified:
            verdicts[name] = ("", content(result.payload))
        else:
            verdicts[name] = (f"{result.failure.reason.value}: {result.failure.message}", None)
    return verdicts


def seconds(milliseconds):
    return None if milliseconds is None else milliseconds / 1000


def content(payload) -> dict:
    return {
        "bundle": payload.bundle_id, "version": payload.application_version, "type": payload.receipt_type or None,
        "created": seconds(payload.receipt_creation_date_ms),
        "transactions": [purchase.transaction_id for purchase in payload.in_app],
        "products": [purchase.product_id for purchase in payload.in_app],
        "purchased": [seconds(purchase.purchase_date_ms) for purchase in payload.in_app],
        "expires": [seconds(purchase.expires_date_ms) for purchase in payload.in_app],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("variants", "receipts", "pki", "judge", "work"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = options.work / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    root = options.pki / "rsa" / "good" / "root.der"

    mutator = Mutator(options.variants, options.receipts, options.pki, options.seed)
    kinds = {}
    for number in range(options.count):
        kind, receipt = mutator.mutant()
        kinds[f"{number:05}.der"] = kind
        (folder / f"{number:05}.der").write_bytes(receipt)
    names = sorted(kinds)
    started = time.monotonic()
    ours = ask_ours(options.judge, root, folder)
    print(f"AppReceipt: {time.monotonic() - started:.1f} s", file=sys.stderr)
    peer = ask_peer(root, folder, names)
    print(f"peer: {time.monotonic() - started:.1f} s", file=sys.stderr)
    openssl = ask_openssl(root, folder, names)
    print(f"openssl: {time.monotonic() - started:.1f} s", file=sys.stderr)
    return report(options, names, kinds, ours, openssl, peer)


def report(options, names, kinds, ours, openssl, peer) -> int:
    agreed, explained, wrong = Counter(), defaultdict(list), []
    for name in names:
        rule, reason = ours[name]
        accepts = (rule == "verified", openssl[name] == "", peer[name][0] == "")
        if accepts[0] and accepts[2] and json.loads(reason) != peer[name][1]:
            difference = classes.explain_content(json.loads(reason), peer[name][1])
            (explained[difference] if difference else wrong).append(name)
            if not difference:
                print(f"{name}: another content: {reason} and {peer[name][1]}")
        if len(set(accepts)) == 1:
            agreed["accepted" if accepts[0] else "refused"] += 1
            continue
        if accepts == (True, False, False):
            print(f"{name} ({kinds[name]}): FALSE ACCEPT; openssl: {openssl[name]}; peer: {peer[name][0]}")
            wrong.append(name)
            continue
        explanation = classes.explain(rule, reason, openssl[name], peer[name][0])
        if explanation is None:
            print(f"{name} ({kinds[name]}): unexplained; ours: {rule}: {reason}; openssl: {openssl[name] or 'accepts'}; "
                  f"peer: {peer[name][0] or 'accepts'}")
            wrong.append(name)
        else:
            explained[explanation].append(name)
    table(options, kinds, ours, openssl, peer, agreed, explained)
    print(f"{len(names) - len(set(wrong))} passed, {len(set(wrong))} failed")
    return 1 if wrong else 0


def table(options, kinds, ours, openssl, peer, agreed, explained):
    print(f"{len(kinds)} receipts of seed {options.seed}: all accept {agreed['accepted']}, all refuse {agreed['refused']}")
    print("kinds:", ", ".join(f"{kind} {count}" for kind, count in sorted(Counter(kinds.values()).items())))
    for label, accepts in (("AppReceipt", lambda n: ours[n][0] == "verified"), ("openssl", lambda n: not openssl[n]),
                           ("peer", lambda n: not peer[n][0])):
        print(f"{label} accepts {sum(accepts(name) for name in kinds)}")
    print("| class | count | openssl accepts | peer accepts | first |")
    for explanation, names in sorted(explained.items(), key=lambda item: -len(item[1])):
        by_openssl = sum(not openssl[name] for name in names)
        by_peer = sum(not peer[name][0] for name in names)
        print(f"| {explanation} | {len(names)} | {by_openssl} | {by_peer} | {names[0]} |")


if __name__ == "__main__":
    sys.exit(main())
