import AppReceipt
import ArgumentParser
import Foundation

/// Creates a store's identity, a local store, and the service's configuration for both.
struct MakeStore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes stores in a folder, and the files of the service that trusts them."
    )

    /// The key of the reader, of a service that others can't reach.
    static let readerKey = "a-reader-of-benchmarks"

    @Argument(help: "The folder.")
    var folder: String

    func run() throws {
        let identity = try JWSSigningIdentity.make(
            name: "Benchmarks",
            validFrom: Date() - 10 * 365 * 86_400,
            until: Date() + 10 * 365 * 86_400
        )
        let app = NotificationSigner.app
        try write(Data(identity.pemRepresentation.utf8), "store.pem")
        try write(Data(identity.rootCertificate), "root.der")
        try write(try LocalStore.make(in: folder), LocalStore.rootCertificate)
        try write(
            """
            {"version": 1, "apps": [{"bundleId": "\(app)",
             "environments": {"Sandbox": {"roots": ["root.der", "\(LocalStore.rootCertificate)"]}},
             "entitlements": {"magazine": ["\(NotificationSigner.product)"]}}]}
            """,
            "apps.json"
        )
        try write(
            """
            {"readers": [{"name": "reader", "key": "\(Self.readerKey)", "metrics": true,
             "access": {"\(app)": ["Sandbox"]}}]}
            """,
            "readers.json"
        )
    }

    private func write(_ text: String, _ name: String) throws {
        try write(Data(text.utf8), name)
    }

    private func write(_ data: Data, _ name: String) throws {
        try data.write(to: URL(fileURLWithPath: folder).appending(path: name))
    }
}
