"""Decodes every notification of a local store with Apple's server library.

Usage: notifications.py FACTS, a JSON file that AppleNotificationTests writes. Only the root certificate is the
local store's; everything else is Apple's.
"""

import base64
import json
import sys

from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.LibraryUtility import _get_cattrs_converter
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.ResponseBodyV2DecodedPayload import ResponseBodyV2DecodedPayload
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.signed_data_verifier import (
    SignedDataVerifier,
    VerificationException,
    VerificationStatus,
)

with open(sys.argv[1], encoding="utf-8") as file:
    facts = json.load(file)
verifier = SignedDataVerifier(
    [base64.b64decode(facts["root"])], False, Environment.SANDBOX, facts["bundleID"]
)


def decode(name, document):
    if name != "UNCLAIM_SEATS":
        return verifier.verify_and_decode_notification(document)
    # The library knows no subject of this type so far, and so finds no app.
    try:
        verifier.verify_and_decode_notification(document)
    except VerificationException as exception:
        assert exception.status == VerificationStatus.INVALID_APP_IDENTIFIER, exception
    else:
        raise AssertionError("The library reads unclaimInfo now: remove this exception.")
    members = verifier._decode_signed_object(document)
    assert members["unclaimInfo"]["unclaimSeatIds"], members
    converter = _get_cattrs_converter(ResponseBodyV2DecodedPayload)
    return converter.structure(members, ResponseBodyV2DecodedPayload)


def known(kind, name):
    return kind(name) if name in kind else None


def check_subject(name, notification):
    subjects = [notification.data, notification.summary, notification.externalPurchaseToken, notification.appData]
    assert len([subject for subject in subjects if subject]) == (name != "UNCLAIM_SEATS"), name
    if data := notification.data:
        assert bool(data.signedTransactionInfo) == (name != "TEST"), name
        if data.signedTransactionInfo:
            verifier.verify_and_decode_signed_transaction(data.signedTransactionInfo)
        if data.signedRenewalInfo:
            renewal = verifier.verify_and_decode_renewal_info(data.signedRenewalInfo)
            assert renewal.autoRenewStatus in AutoRenewStatus, name
            assert data.status, name
    if token := notification.externalPurchaseToken:
        assert token.externalPurchaseId.startswith("SANDBOX") and token.tokenCreationDate, name
    if app := notification.appData:
        verifier.verify_and_decode_app_transaction(app.signedAppTransactionInfo)


unknown = set()
for name, document in facts["notifications"].items():
    notification = decode(name, document)
    kind, _, subtype = name.partition(".")
    assert notification.rawNotificationType == kind, name
    assert notification.notificationType == known(NotificationTypeV2, kind), name
    assert notification.rawSubtype == (subtype or None), name
    assert notification.subtype == (known(Subtype, subtype) if subtype else None), name
    if not notification.notificationType or subtype and not notification.subtype:
        unknown.add(name)
    check_subject(name, notification)
assert unknown == set(facts["unknown"]), unknown
print(f"Apple's library decodes {len(facts['notifications'])} notifications.")
