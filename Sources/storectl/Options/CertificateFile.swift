import AppReceipt
import Foundation
import LocalAppStore

/// A certificate in a file, in DER or PEM.
struct CertificateFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    func bytes() throws -> [UInt8] {
        let data = try InputFile(path).data()
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("-----BEGIN CERTIFICATE-----") else { return Array(data) }
        let lines = text.split(whereSeparator: \.isNewline).dropFirst()
            .prefix { !$0.hasPrefix("-----END") }
        guard let decoded = Data(base64Encoded: lines.joined()) else {
            throw Failure(.malformedFile, "\(path) is not a certificate in PEM.")
        }
        return Array(decoded)
    }

    func roots() throws -> TrustedRoots { try TrustedRoots([try bytes()]) }
}

extension StoreOptions {
    /// Returns the app of the documents: the named one, or that of the store.
    func knownBundleIdentifier() throws -> String {
        try namedBundleIdentifier ?? openForApp().app.bundleIdentifier
    }
}
