"""Calls every request of Apple's server library that a local store answers, and checks the answers.

Usage: client.py FACTS, a JSON file that AppleClientTests writes. Only the base address, the key and
the root certificate are the local store's; everything else is Apple's.
"""

import base64
import http.server
import json
import struct
import sys
import threading
import time
import urllib.request
import uuid
import zlib

from appstoreserverlibrary.api_client import (
    APIError,
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.BillingPlanType import BillingPlanType
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.BulletPoint import BulletPoint
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.HeaderPosition import HeaderPosition
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.PerformanceTestStatus import PerformanceTestStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.RenewalBillingPlanType import RenewalBillingPlanType
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageImage import UploadMessageImage
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
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

# A subscription that is paid each month, and was cancelled; the customer is another one.
last = client.get_all_subscription_statuses(facts["year"], None).data[0].lastTransactions[0]
payment = decode(last.signedTransactionInfo)
assert (payment.productId, payment.price) == ("year", 4990)
assert payment.billingPlanType == BillingPlanType.MONTHLY
commitment = payment.commitmentInfo
assert (commitment.billingPeriodNumber, commitment.totalBillingPeriods) == (1, 12)
assert (commitment.commitmentPrice, commitment.commitmentExpiresDate > payment.expiresDate) == (59880, True)
renewal = verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
assert (renewal.autoRenewStatus, renewal.renewalPrice) == (AutoRenewStatus.ON, 4990)
assert renewal.renewalBillingPlanType == RenewalBillingPlanType.MONTHLY
assert renewal.commitmentInfo.commitmentAutoRenewStatus == AutoRenewStatus.OFF
assert renewal.commitmentInfo.commitmentRenewalDate == commitment.commitmentExpiresDate
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


# Retention messages.
def png(width, height):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(1 + width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


picture, star, message = uuid.uuid4(), uuid.uuid4(), uuid.uuid4()
client.upload_image(picture, png(3840, 160))
client.upload_image(star, png(64, 64), ImageSize.BULLET_POINT)
refused(409, APIError.IMAGE_ALREADY_EXISTS, lambda: client.upload_image(picture, png(3840, 160)))
refused(400, APIError.INVALID_IMAGE, lambda: client.upload_image(uuid.uuid4(), png(64, 64)))
listed = client.get_image_list().imageIdentifiers
assert [(one.imageIdentifier, one.imageSize) for one in listed] == [
    (picture, ImageSize.FULL_SIZE), (star, ImageSize.BULLET_POINT)
], listed
assert all(one.imageState == ImageState.APPROVED for one in listed)
client.upload_message(
    message,
    UploadMessageRequestBody(
        header="Stay",
        body="Please.",
        image=UploadMessageImage(imageIdentifier=picture, altText="Two birds"),
        headerPosition=HeaderPosition.ABOVE_IMAGE,
        bulletPoints=[BulletPoint(text="More", imageIdentifier=star, altText="A star")],
    ),
)
refused(403, APIError.IMAGE_IN_USE, lambda: client.delete_image(picture))
refused(404, APIError.MESSAGE_NOT_FOUND, lambda: client.delete_message(uuid.uuid4()))
messages = client.get_message_list().messageIdentifiers
assert [(one.messageIdentifier, one.messageState) for one in messages] == [(message, MessageState.APPROVED)]
refused(404, APIError.DEFAULT_MESSAGE_NOT_FOUND, lambda: client.get_default_message("monthly", "en-US"))
client.configure_default_message("monthly", "en-US", DefaultConfigurationRequest(messageIdentifier=message))
assert client.get_default_message("monthly", "en-US").messageIdentifier == message

requested = []


class Retention(http.server.BaseHTTPRequestHandler):
    """Verifies a request as Apple's library does, and chooses the message."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        requested.append(verifier.verify_and_decode_realtime_request(body["signedPayload"]))
        answer = json.dumps({"message": {"messageIdentifier": str(message)}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Retention)
threading.Thread(target=server.serve_forever, daemon=True).start()
refused(404, APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)
address = f"http://127.0.0.1:{server.server_port}/retention"
client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=address))
assert client.get_realtime_url().realtimeURL == address
cancellation = urllib.request.Request(
    f"{facts['url']}/control/v1/subscriptions/{monthly}/choose-to-cancel", method="POST"
)
with urllib.request.urlopen(cancellation) as response:
    screen = json.load(response)
assert screen["message"]["identifier"] == str(message) and "fallback" not in screen, screen
asked = requested[0]
assert (asked.originalTransactionId, asked.productId, asked.userLocale) == (monthly, "monthly", "en-US")
assert asked.environment == Environment.SANDBOX and asked.signedDate

started = client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=monthly))
assert started.config.totalRequests == 100
while (result := client.get_performance_test_results(started.requestId)).result == PerformanceTestStatus.PENDING:
    time.sleep(0.05)
assert result.target == address and result.numPending == 0, result
assert result.successRate == 100 and result.result == PerformanceTestStatus.PASS, result
assert result.responseTimes.p99 >= result.responseTimes.p50 >= 0
assert len({one.requestIdentifier for one in requested}) == 101
refused(404, APIError.PERFORMANCE_TEST_RUN_NOT_FOUND, lambda: client.get_performance_test_results(str(uuid.uuid4())))
refused(400, APIError.INVALID_REQUEST_ID, lambda: client.get_performance_test_results("one"))
client.delete_realtime_url()
client.delete_default_message("monthly", "en-US")
client.delete_message(message)
client.delete_image(star)
server.shutdown()
print("Apple's client is content.")
