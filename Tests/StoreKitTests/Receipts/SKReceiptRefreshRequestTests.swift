import StoreKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct SKReceiptRefreshRequestTests {
    @Test func `the request fails with the reason, once for the last start`() async throws {
        let delegate = RecordingProductsDelegate()
        let request = SKReceiptRefreshRequest()
        request.delegate = delegate
        await MainActor.run {
            request.start()
            request.cancel()
            request.start()
        }
        #expect(await delegate.next(1) == ["failed"])
        let error = try #require(delegate.error as? SKError)
        #expect(error.code == .unknown)
        #expect(error.localizedDescription == "The local store issues no receipts")
    }

    @Test func `the properties are those it was made with`() {
        let properties = [SKReceiptPropertyIsExpired: true, SKReceiptPropertyIsRevoked: false]
        let request = SKReceiptRefreshRequest(receiptProperties: properties)
        #expect(request.receiptProperties as? [String: Bool] == properties)
        #expect(SKReceiptRefreshRequest().receiptProperties == nil)
        #expect(SKReceiptPropertyIsVolumePurchase == "vpp")
    }

    @Test func `a double may start by itself`() {
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

    @Test func `an invalid receipt ends the process with status 173`() async {
        await #expect(processExitsWith: .exitCode(173)) {
            SKTerminateForInvalidReceipt()
        }
    }
}
