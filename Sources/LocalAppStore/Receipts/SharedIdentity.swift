import AppReceipt
import Dispatch
import Foundation

/// The identity with which all stores in memory sign: no file keeps it, and there is one because
/// making it takes long.
enum SharedIdentity {
    private static let queue = DispatchQueue(label: "LocalAppStore.keys")
    /// Changed on the queue alone.
    private static let known: Locked<SigningIdentity?> = Locked(nil)

    /// The identity, made when it is first needed; blocks until it is there.
    static func get() throws -> SigningIdentity {
        try queue.sync {
            if let identity = known.withLock({ $0 }) { return identity }
            let identity = try make()
            known.withLock { $0 = identity }
            return identity
        }
    }

    /// Makes an identity whose certificates are valid whatever date a store's clock shows.
    static func make() throws -> SigningIdentity {
        try SigningIdentity.make(
            name: "Local App Store",
            validFrom: StoreClock.dates.lowerBound,
            until: StoreClock.dates.upperBound
        )
    }
}
