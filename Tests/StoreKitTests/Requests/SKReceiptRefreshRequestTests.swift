import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Refreshing the receipt", .timeLimit(.minutes(10)))
struct SKReceiptRefreshRequestTests {
    @Test("The receipt is in place when the request ends, once for the last start")
    func lastStart() async throws {
        let store = try Store.sample()
        try store.pay(PaymentRequest(productID: "level"))
        let delegate = RecordingProductsDelegate()
        let request = SKReceiptRefreshRequest(receiptProperties: nil, store: store)
        request.delegate = delegate
        await MainActor.run {
            request.start()
            request.cancel()
            request.start()
        }
        #expect(await delegate.next(1) == ["finished"])
        let file = try store.receiptFile()
        #expect(try Data(contentsOf: file) == Data(try #require(try store.receipt()).bytes))
    }

    @Test("The receipt has the requested properties")
    func requestedProperties() async throws {
        let store = try Store.sample()
        let delegate = RecordingProductsDelegate()
        let properties = [
            SKReceiptPropertyIsExpired: true, SKReceiptPropertyIsVolumePurchase: true,
        ]
        let request = SKReceiptRefreshRequest(receiptProperties: properties, store: store)
        request.delegate = delegate
        request.start()
        #expect(await delegate.next(1) == ["finished"])
        let content = try #require(try store.receipt()).unverifiedContent()
        #expect(content.type == .productionVPPSandbox)
        #expect(content.expirationDate == content.creationDate - 86_400)
    }

    @Test(
        "Properties that are no booleans are ignored",
        arguments: [
            (nil, ReceiptProperties()),
            (
                ["expired": true, "revoked": NSNumber(value: true)],
                .init(isExpired: true, isRevoked: true)
            ),
            (["vpp": 1], .init(isVolumePurchase: true)),
            (["vpp": "yes", "revoked": false, "other": true], .init()),
        ] as [([String: any Sendable]?, ReceiptProperties)]
    )
    func invalidProperties(
        properties: [String: any Sendable]?,
        expected: ReceiptProperties
    ) {
        #expect(ReceiptProperties(properties) == expected)
    }

    @Test("A receipt that cannot be signed fails the request with the reason")
    func signingFailure() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store.sample(at: .file(folder.appendingPathComponent("shop")))
        let receipts = folder.appendingPathComponent("shop-receipts")
        try FileManager.default.createDirectory(at: receipts, withIntermediateDirectories: true)
        try Data("no key".utf8).write(to: receipts.appendingPathComponent("signing-identity.pem"))
        let delegate = RecordingProductsDelegate()
        let request = SKReceiptRefreshRequest(receiptProperties: nil, store: store)
        request.delegate = delegate
        request.start()
        #expect(await delegate.next(1) == ["failed"])
        let error = try #require(delegate.error as? SKError)
        #expect(error.code == .unknown)
        #expect("\(error)".contains(receipts.path))
    }

    @Test("The properties are those it was made with")
    func properties() {
        let properties = [SKReceiptPropertyIsExpired: true, SKReceiptPropertyIsRevoked: false]
        let request = SKReceiptRefreshRequest(receiptProperties: properties)
        #expect(request.receiptProperties as? [String: Bool] == properties)
        #expect(SKReceiptRefreshRequest().receiptProperties == nil)
        #expect(SKReceiptPropertyIsVolumePurchase == "vpp")
    }

    @Test("A test double may override start")
    func double() {
        final class Double: SKReceiptRefreshRequest {
            override func start() {
                delegate?.request!(self, didFailWithError: SKError(.unknown))
            }
        }
        let delegate = RecordingProductsDelegate()
        let request = Double()
        request.delegate = delegate
        request.start()
        #expect(delegate.error is SKError)
    }

    @Test("An invalid receipt ends the process with status 173")
    func termination() async {
        await #expect(processExitsWith: .exitCode(173)) {
            SKTerminateForInvalidReceipt()
        }
    }
}
