import Foundation

/// An object of a client that calls the library when it is released.
///
/// The call is made on another thread, and the release waits for it: a lock that is held during the
/// release lets the wait run out, which is recorded as false.
final class CallsWhenReleased: Sendable {
    private let releases: Recorder<Bool>
    private let call: @Sendable () -> Void

    init(_ releases: Recorder<Bool>, call: @escaping @Sendable () -> Void) {
        self.releases = releases
        self.call = call
    }

    deinit {
        let hasReturned = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [call] in
            call()
            hasReturned.signal()
        }
        releases.record(hasReturned.wait(timeout: .now() + 10) == .success)
    }

    /// Lets a closure own the object.
    func touch() {}
}
