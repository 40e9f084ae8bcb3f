"""Calls every request of Apple's server library that a local store answers, and checks the answers.

Usage: client.py FACTS, a JSON file that AppleClientTests writes. Only the base address, the key and
the root certificate are the local store's; everything else is Apple's.
"""

import base64
import json
import sys
import time

from appstoreserverlibrary.api_client import (
    APIError,
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

with open(sys.argv[1], encoding="utf-8") as file:
    facts = json.load(file)


def make_client(bundle):
    made = AppStoreServerAPIClient(
        facts["key"].encode(), facts["keyID"], facts["issuerID"], bundle, Environment.SANDBOX
    )
    made._base_url = facts["url"]
    return made


client = make_client(facts["bundleID"])
verifier = SignedDataVerifier(
    [base64.b64decode(facts["root"])], False, Environment.SANDBOX, facts["bundleID"]
)
coins, monthly = facts["coins"], facts["monthly"]


def decode(document):
    return verifier.verify_and_decode_signed_transaction(document)


def refused(status, error, call):
    try:
        call()
    except APIException as exception:
        assert exception.http_status_code == status, exception
        assert exception.api_error == error, exception
    else:
        raise AssertionError(f"{error} was expected")


def all_transactions(request, version):
    found, revision = [], None
    while True:
        page = client.get_transaction_history(coins, revision, request, version)
        found += [decode(document).transactionId for document in page.signedTransactions]
        assert page.bundleId == facts["bundleID"] and page.environment == Environment.SANDBOX
        if not page.hasMore:
            return found
        revision = page.revision


# Transactions.
transaction = decode(client.get_transaction_info(coins).signedTransactionInfo)
assert (transaction.transactionId, transaction.productId) == (coins, "coins")
refused(404, APIError.TRANSACTION_ID_NOT_FOUND, lambda: client.get_transaction_info("999999"))
refused(400, APIError.INVALID_TRANSACTION_ID, lambda: client.get_transaction_info("x"))
refused(401, None, lambda: make_client("com.example.other").get_transaction_info(coins))
app = verifier.verify_and_decode_app_transaction(
    client.get_app_transaction_info(coins).signedAppTransactionInfo
)
assert app.bundleId == facts["bundleID"]

# Histories.
everything = all_transactions(TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
assert len(everything) == facts["count"], everything
everything = all_transactions(
    TransactionHistoryRequest(sort=Order.DESCENDING, revoked=False), GetTransactionHistoryVersion.V2
)
assert len(everything) == facts["count"] - 1, everything
subscribed = all_transactions(
    TransactionHistoryRequest(productTypes=[ProductType.AUTO_RENEWABLE], productIds=["monthly"]),
    GetTransactionHistoryVersion.V1,
)
assert subscribed == [monthly], subscribed
refunds = client.get_refund_history(coins, None)
assert [decode(document).transactionId for document in refunds.signedTransactions] == [facts["refunded"]]
customer = transaction.appTransactionId
refunds = client.get_refund_history(customer, None)
assert [decode(document).transactionId for document in refunds.signedTransactions] == [facts["refunded"]]
assert client.get_all_subscription_statuses(customer, [Status.ACTIVE]).data
page = client.get_transaction_history(
    customer, None, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2
)
assert len(page.signedTransactions) == 20 and page.hasMore
assert client.get_app_transaction_info(customer).signedAppTransactionInfo
refused(
    400,
    APIError.APP_TRANSACTION_ID_NOT_SUPPORTED_ERROR,
    lambda: client.get_transaction_info(customer),
)
order = client.look_up_order_id(facts["order"])
assert order.status == OrderLookupStatus.VALID and len(order.signedTransactions) == 1
assert client.look_up_order_id("LAS9999999999").status == OrderLookupStatus.INVALID

# Subscriptions.
statuses = client.get_all_subscription_statuses(coins, [Status.ACTIVE])
last = statuses.data[0].lastTransactions[0]
assert (last.status, last.originalTransactionId) == (Status.ACTIVE, monthly)
assert decode(last.signedTransactionInfo).productId == "monthly"
renewal = verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
assert renewal.autoRenewProductId == "monthly"
assert client.get_all_subscription_statuses(coins, [Status.REVOKED]).data == []
extension = client.extend_subscription_renewal_date(
    monthly,
    ExtendRenewalDateRequest(
        extendByDays=3, extendReasonCode=ExtendReasonCode.CUSTOMER_SATISFACTION, requestIdentifier="one"
    ),
)
assert extension.success and extension.originalTransactionId == monthly
assert decode(client.get_transaction_info(monthly).signedTransactionInfo).expiresDate == extension.effectiveDate
mass = client.extend_renewal_date_for_all_active_subscribers(
    MassExtendRenewalDateRequest(
        extendByDays=1,
        extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE,
        requestIdentifier="many",
        storefrontCountryCodes=["USA"],
        productId="monthly",
    )
)
assert mass.requestIdentifier == "many"
while not (status := client.get_status_of_subscription_renewal_date_extensions("many", "monthly")).complete:
    time.sleep(0.05)
assert (status.succeededCount, status.failedCount) == (1, 0), status
refused(
    404,
    APIError.STATUS_REQUEST_NOT_FOUND,
    lambda: client.get_status_of_subscription_renewal_date_extensions("none", "monthly"),
)

# Changes.
token = "f0000000-0000-4000-8000-000000000000"
client.set_app_account_token(monthly, UpdateAppAccountTokenRequest(appAccountToken=token))
assert decode(client.get_transaction_info(monthly).signedTransactionInfo).appAccountToken == token
client.finish_transaction(coins)
client.send_consumption_information(
    coins,
    ConsumptionRequest(
        customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED
    ),
)
client.send_consumption_data(
    coins,
    ConsumptionRequestV1(
        customerConsented=True,
        consumptionStatus=ConsumptionStatus.NOT_CONSUMED,
        platform=Platform.APPLE,
        sampleContentProvided=False,
        deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
        appAccountToken="",
        accountTenure=AccountTenure.UNDECLARED,
        playTime=PlayTime.UNDECLARED,
        lifetimeDollarsRefunded=LifetimeDollarsRefunded.UNDECLARED,
        lifetimeDollarsPurchased=LifetimeDollarsPurchased.UNDECLARED,
        userStatus=UserStatus.ACTIVE,
    ),
)

# Notifications.
test = client.request_test_notification().testNotificationToken
payload = client.get_test_notification_status(test).signedPayload
notification = verifier.verify_and_decode_notification(payload)
assert notification.notificationType == NotificationTypeV2.TEST
day = NotificationHistoryRequest(startDate=facts["start"], endDate=facts["end"])
found, page_token = [], None
while True:
    page = client.get_notification_history(page_token, day)
    for item in page.notificationHistory:
        found.append(verifier.verify_and_decode_notification(item.signedPayload).notificationType)
    if not page.hasMore:
        break
    page_token = page.paginationToken
assert found.count(NotificationTypeV2.TEST) == 1, found
assert found.count(NotificationTypeV2.REFUND) == 1, found
refused(
    400,
    APIError.START_DATE_AFTER_END_DATE,
    lambda: client.get_notification_history(None, NotificationHistoryRequest(startDate=2, endDate=1)),
)
print("Apple's client is content.")
