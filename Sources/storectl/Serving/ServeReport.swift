import AppReceipt
import Foundation
import LocalAppStoreServer
import StoreCommands
import StrictJSON

/// The settings of a back end for a server.
struct ServerFiles {
    let issuerID: String
    let keyID: String
    let privateKey: URL?
    let rootCertificate: URL?

    /// Makes the files, unless they are there.
    init(of server: StoreServer) throws {
        let key = try server.apiKey
        issuerID = key.issuerID.uuidString.lowercased()
        keyID = key.id
        privateKey = server.apiKeyFile
        rootCertificate = try server.writeRootCertificate()
    }
}

/// Where a server is, and what its clients need.
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
        var list = TextList()
        list.add("page", page)
        list.add("verifyReceipt", "\(base)/production/verifyReceipt")
        list.add("", "\(base)/sandbox/verifyReceipt")
        list.add("server API", base)
        list.add("issuer ID", files.issuerID)
        list.add("key ID", files.keyID)
        list.add("private key", files.privateKey?.path)
        list.add("root", files.rootCertificate?.path)
        return list.text(style) + "\nControl-C ends it.\n"
    }
}
