import AppReceipt
import Foundation
import LocalAppStoreServer
import StoreCommands
import StrictJSON

/// The key and the root of a server, for back ends.
struct ServerFiles {
    let issuerID: String
    let keyID: String
    let privateKey: URL?
    let rootCertificate: URL?

    /// Makes the files that do not exist.
    init(of server: StoreServer) throws {
        let key = try server.apiKey
        issuerID = key.issuerID.uuidString.lowercased()
        keyID = key.id
        privateKey = server.apiKeyFile
        rootCertificate = try server.writeRootCertificate()
    }
}

/// The address of a server, and the settings of its clients.
struct ServeReport: Report {
    let address: StoreServer.Address
    let files: ServerFiles
    /// The token of the page.
    let token: String?

    private var page: String { "\(base)/" + (token.map { "?token=\($0)" } ?? "") }

    private var base: String { "http://\(address)" }

    var json: JSONValue {
        .members([
            "issuerID": .string(files.issuerID),
            "keyID": .string(files.keyID),
            "page": .string(page),
            "privateKey": files.privateKey.map { .string($0.path) },
            "rootCertificate": files.rootCertificate.map { .string($0.path) },
            "serverAPI": .string(base),
            "verifyReceipt": .object([
                "production": .string("\(base)/production/verifyReceipt"),
                "sandbox": .string("\(base)/sandbox/verifyReceipt"),
            ]),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let list = style.list([
            ("page", page),
            ("verifyReceipt", "\(base)/production/verifyReceipt"),
            ("", "\(base)/sandbox/verifyReceipt"),
            ("server API", base),
            ("issuer ID", files.issuerID),
            ("key ID", files.keyID),
            ("private key", files.privateKey?.path),
            ("root", files.rootCertificate?.path),
        ])
        return list + "\nControl-C ends it.\n"
    }
}
