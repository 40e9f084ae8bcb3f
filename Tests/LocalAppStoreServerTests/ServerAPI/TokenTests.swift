import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("Who may ask the server API", .timeLimit(.minutes(10)))
struct TokenTests {
    private static let path = "/v1/transactions/1"

    @Test("A token of the key is accepted, whatever the case of the scheme")
    func accepted() async throws {
        try await APIServer.run { server in
            for scheme in ["Bearer", "bearer"] {
                let field = "Authorization: \(scheme) \(try server.token())"
                let response = try await server.get(Self.path, fields: [field])
                #expect(response["errorCode"] as? Int == 4_040_010)
            }
        }
    }

    @Test("Without a valid token nothing is answered, and nothing is explained")
    func refused() async throws {
        try await APIServer.run { server in
            let token = try server.token()
            let other = try ServerAPIToken(
                bundleIdentifier: "com.example.other",
                signedWith: server.key,
                at: APIServer.date
            )
            .compactSerialization
            let expired = try ServerAPIToken(
                bundleIdentifier: "com.example.shop",
                signedWith: server.key,
                at: APIServer.date - 3600
            )
            .compactSerialization
            let values = [
                "Bearer", "Bearer ", token, "Basic \(token)", "Bearer  \(token)",
                "Bearer \(token) x", "Bearer \(token).", "Bearer \(other)", "Bearer \(expired)",
            ]
            for fields in [[]] + values.map({ ["Authorization: \($0)"] }) {
                let response = try await server.get(Self.path, fields: fields)
                #expect(response.status == 401, "\(fields)")
                #expect(response.text == "Unauthenticated")
                #expect(response.fields["www-authenticate"] == "Bearer")
            }
            let field = "Authorization: Bearer \(token)"
            let twice = try await server.get(Self.path, fields: [field, field])
            #expect(twice.status == 400)
        }
    }

    @Test("The key lies beside the ledger, for its owner alone, and stays the same")
    func keyFile() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = folder.appendingPathComponent("shop.ledger")
        let store = try Store(catalog: Catalog(products: []), at: .file(ledger))
        let server = StoreServer(store)
        let key = try server.apiKey
        let file = try #require(server.apiKeyFile)
        #expect(file.path == ledger.path + "-server/AuthKey.p8")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try StoreServer(store).apiKey
        #expect(again.id == key.id)
        #expect(again.pemRepresentation == key.pemRepresentation)
        #expect(try String(contentsOf: file, encoding: .utf8) == key.pemRepresentation)
        try Data("x".utf8).write(to: file)
        #expect(throws: StoreError.self) { try StoreServer(store).apiKey }
    }

    @Test("A store in memory has a key of its own, and one that is given is in no file")
    func keyInMemory() throws {
        let store = try Store.make()
        let server = StoreServer(store)
        #expect(server.apiKeyFile == nil)
        #expect(try server.apiKey.id == server.apiKey.id)
        #expect(try server.apiKey.id != StoreServer(store).apiKey.id)
        var configuration = StoreServer.Configuration.patient
        let key = ServerAPIKey()
        configuration.apiKey = key
        let given = StoreServer(store, configuration: configuration)
        #expect(try given.apiKey.id == key.id)
        #expect(given.apiKeyFile == nil)
    }
}
