import AppReceipt
import Foundation

extension Signer {
    /// Takes up the identity that a folder keeps, so that its inputs stay good, or makes one.
    static func kept(in folder: URL) throws -> Signer {
        let identity = folder.appendingPathComponent("identity")
        if FileManager.default.fileExists(atPath: key(identity).path) {
            return try Signer(
                SigningIdentity(
                    certificates: (0..<3).map {
                        Array(try Data(contentsOf: certificate($0, identity)))
                    },
                    privateKeyPEM: String(contentsOf: key(identity), encoding: .utf8)
                )
            )
        }
        return try make(in: identity)
    }

    private static func make(in folder: URL) throws -> Signer {
        let made = try SigningIdentity.make(
            name: "Fuzzing",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, octets) in made.certificates.enumerated() {
            try Data(octets).write(to: certificate(index, folder))
        }
        try Data(made.privateKeyPEM.utf8).write(to: key(folder))
        return try Signer(made)
    }

    private static func key(_ folder: URL) -> URL { folder.appendingPathComponent("key.pem") }

    private static func certificate(_ index: Int, _ folder: URL) -> URL {
        folder.appendingPathComponent(["signer.der", "intermediate.der", "root.der"][index])
    }
}

/// The moments that seeds speak of.
enum Moment {
    static let chainStart = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let created = Date(timeIntervalSince1970: 1_717_243_200)  // 2024-06-01T12:00:00Z
    static let chainEnd = Date(timeIntervalSince1970: 2_208_988_800)  // 2040-01-01T00:00:00Z
}
