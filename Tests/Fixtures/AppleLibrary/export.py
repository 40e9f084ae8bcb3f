"""Verifies what an entitlement service kept with Apple's server library.

Usage: entitlements export | export.py ROOT, the root certificate of the local store in DER.
"""

import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

with open(sys.argv[1], "rb") as file:
    root = file.read()
count = 0
for line in sys.stdin:
    record = json.loads(line)
    verifier = SignedDataVerifier([root], False, Environment(record["environment"]), record["app"], None)
    if record["kind"] == "notification":
        notification = verifier.verify_and_decode_notification(record["document"])
        assert notification.notificationUUID.lower() == record["id"], record["id"]
        if notification.data and notification.data.signedTransactionInfo:
            verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo)
        if notification.data and notification.data.signedRenewalInfo:
            verifier.verify_and_decode_renewal_info(notification.data.signedRenewalInfo)
    elif record["kind"] == "transaction":
        verifier.verify_and_decode_signed_transaction(record["document"])
    elif record["kind"] == "renewalInfo":
        verifier.verify_and_decode_renewal_info(record["document"])
    count += 1
assert count > 0, "there are no documents"
print(f"service: Apple's library verifies all {count} documents")
