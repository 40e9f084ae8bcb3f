import StoreKit
import Testing

@Suite struct SKRequestDelegateTests {
    @Test func `a delegate needs no method`() {
        let delegate: any SKRequestDelegate = SilentDelegate()
        delegate.requestDidFinish(SKRequest())
        delegate.request(SKRequest(), didFailWithError: SKError(.unknown))
    }

    @Test func `a question mark after the name reaches the delegate's own method`() {
        let delegate = RecordingDelegate()
        let request = SKRequest()
        request.delegate = delegate
        request.delegate?.requestDidFinish?(request)
        request.delegate?.request?(request, didFailWithError: SKError(.paymentInvalid))
        #expect(delegate.calls == ["finished", "failed 3"])
    }

    @Test func `an exclamation mark after the name works alike`() {
        let delegate = RecordingDelegate()
        let request = SKRequest()
        request.delegate = delegate
        // swift-format-ignore: NeverForceUnwrap
        request.delegate?.request!(request, didFailWithError: SKError(.unknown))
        #expect(delegate.calls == ["failed 0"])
    }

    @Test func `a property named request stays the delegate's own`() {
        let delegate = OwningDelegate()
        let request: SKRequest? = delegate.request
        #expect(request === delegate.held)
    }

    @Test func `the plain request tells nobody anything`() {
        let delegate = RecordingDelegate()
        let request = SKRequest()
        request.delegate = delegate
        request.start()
        request.cancel()
        #expect(delegate.calls.isEmpty)
    }
}

private final class SilentDelegate: NSObject, SKRequestDelegate {}

private final class RecordingDelegate: NSObject, SKRequestDelegate {
    private(set) var calls: [String] = []

    func requestDidFinish(_ request: SKRequest) { calls.append("finished") }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        calls.append("failed \((error as NSError).code)")
    }
}

private final class OwningDelegate: NSObject, SKRequestDelegate {
    let held = SKRequest()
    var request: SKRequest? { held }
}
