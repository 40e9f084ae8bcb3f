import StoreKit
import Testing

@Suite("Delegates of requests")
struct SKRequestDelegateTests {
    @Test("A delegate needs no method")
    func noMethods() {
        let delegate: any SKRequestDelegate = SilentDelegate()
        delegate.requestDidFinish(SKRequest())
        delegate.request(SKRequest(), didFailWithError: SKError(.unknown))
    }

    @Test("A question mark after the name calls the implemented method")
    func questionMark() {
        let delegate = RecordingDelegate()
        let request = SKRequest()
        request.delegate = delegate
        request.delegate?.requestDidFinish?(request)
        request.delegate?.request?(request, didFailWithError: SKError(.paymentInvalid))
        #expect(delegate.calls == ["finished", "failed 3"])
    }

    @Test("An exclamation mark after the name works as a question mark does")
    func exclamationMark() {
        let delegate = RecordingDelegate()
        let request = SKRequest()
        request.delegate = delegate
        // swift-format-ignore: NeverForceUnwrap
        request.delegate?.request!(request, didFailWithError: SKError(.unknown))
        #expect(delegate.calls == ["failed 0"])
    }

    @Test("A property of the delegate named request is not replaced")
    func ownProperty() {
        let delegate = OwningDelegate()
        let request: SKRequest? = delegate.request
        #expect(request === delegate.held)
    }

    @Test("The plain request does not call its delegate")
    func plainRequest() {
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
