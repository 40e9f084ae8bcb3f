import AppReceipt
import Dispatch
import Foundation
import StoreLedger
import StoreModel

/// An identity whose PEM is stored in a file.
protocol StoredIdentity: Sendable {
    var pemRepresentation: String { get }

    init(pemRepresentation: String) throws(SigningIdentity.Error)
}

// Identities whose certificates are valid at all dates of a store's clock.

extension SigningIdentity: StoredIdentity {
    static func makeForStore() throws -> SigningIdentity {
        try make(
            name: "Local App Store",
            validFrom: Date.storeDates.lowerBound,
            until: Date.storeDates.upperBound
        )
    }
}

extension JWSSigningIdentity: StoredIdentity {
    static func makeForStore() throws -> JWSSigningIdentity {
        try make(
            name: "Local App Store",
            validFrom: Date.storeDates.lowerBound,
            until: Date.storeDates.upperBound
        )
    }

    static func makeForXcode() throws -> JWSSigningIdentity {
        try makeSelfSigned(
            name: "Local App Store",
            validFrom: Date.storeDates.lowerBound,
            until: Date.storeDates.upperBound
        )
    }
}

extension PrivateFolder {
    /// Returns the identity in a file; creates the file if it doesn't exist.
    func identity<Identity: StoredIdentity>(
        _ name: String,
        _ make: () throws -> Identity
    ) throws -> Identity {
        let data = try contents(of: name) { Data(try make().pemRepresentation.utf8) }
        do {
            return try Identity(pemRepresentation: String(decoding: data, as: UTF8.self))
        } catch {
            let path = file(name).path
            throw StoreError.damagedKey(path: path, detail: error.localizedDescription)
        }
    }
}

/// An identity of all stores in memory, shared because key generation takes long.
final class SharedIdentity<Identity: StoredIdentity>: Sendable {
    private let queue = DispatchQueue(label: "LocalAppStore.keys")
    /// Changed on the queue alone.
    private let cached: Locked<Identity?> = Locked(nil)
    private let make: @Sendable () throws -> Identity

    init(_ make: @escaping @Sendable () throws -> Identity) {
        self.make = make
    }

    /// Returns the identity; generates it on first use, and blocks until it exists.
    func get() throws -> Identity {
        try queue.sync {
            if let identity = cached.withLock({ $0 }) { return identity }
            let identity = try make()
            cached.withLock { $0 = identity }
            return identity
        }
    }
}
