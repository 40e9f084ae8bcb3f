import StoreKit

extension Log {
    #if canImport(Darwin)
    /// Takes a client's logger.
    func replace(_ logger: Logger?) {
        self.logger = logger
    }
    #else
    private static let changing = Locked(())

    /// Takes a client's logger, and lets the local store speak to it.
    ///
    /// While there is none, the store keeps the newest of its messages for the next.
    func replace(_ logger: Logger?) {
        // The logger of before is released when the lock no longer is held.
        let old = Self.changing.withLock { _ in
            let old = exchange(logger)
            StoreDiagnostics.shared.handler = logger == nil ? nil : Self.tell
            return old
        }
        withExtendedLifetime(old) {}
    }

    @Sendable private static func tell(_ level: StoreDiagnostics.Level, _ text: String) {
        shared(level == .warning ? .warning : .info, text)
    }
    #endif
}
