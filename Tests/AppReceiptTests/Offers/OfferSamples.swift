import AppReceipt
import Foundation

/// Keys for tests in PKCS #8, made by OpenSSL and the Python package `cryptography`.
enum OfferKeyText {
    static let base64 =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfGjiv/hnu3I/n7iG3gW8gQ7bg8s8qxhjYZ5kMg4J1i"
        + "ahRANCAAQkR1uBL6IsLYQQsb0nurnHyrkKnpdVFbRnqI6u2hbKvfZYuISDpHI8TyXM2o+HxTJkE+9WGBJYAuKl/j"
        + "P/QkaI"
    /// The same key without its public key.
    static let withoutPublicKey =
        "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCB8aOK/+Ge7cj+fuIbeBbyBDtuDyzyrGGNhnmQyDgnWJg"
        + "=="
    /// The same key with the public key of another one.
    static let otherPublicKey =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfGjiv/hnu3I/n7iG3gW8gQ7bg8s8qxhjYZ5kMg4J1i"
        + "ahRANCAATevDTGor4pzXKjI8Q/Ll4vEXrHKHnxxAtC1ABr8/6V02mO6uBbNHss0OH11+KWH4mmjYKBwTynGEFCVI"
        + "0UlVP/"
    /// The same key in SEC 1 alone, as `openssl ecparam -genkey` writes it.
    static let sec1 =
        "MHcCAQEEIHxo4r/4Z7tyP5+4ht4FvIEO24PLPKsYY2GeZDIOCdYmoAoGCCqGSM49AwEHoUQDQgAEJEdbgS+iLC2EEL"
        + "G9J7q5x8q5Cp6XVRW0Z6iOrtoWyr32WLiEg6RyPE8lzNqPh8UyZBPvVhgSWALipf4z/0JGiA=="
    static let p384 =
        "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDTqax5PAN4H4/jVlVQDPn6Ol29NXoKZf608iLXh3R5f0"
        + "MU72jl1U2qzIC6ucT23CChZANiAATaEhsTsiMgT9H5BJN8m0YxfYpmgX6Q7qYXs24O9x5A/gsGucDfAmrwmPLvKh"
        + "fRpUL6PPOcbKGLam9prcRhv5KB4M9fFnibecMihdNXhpc1ZHxsUUYHwj7QenpX8Lq40RQ="
    static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIInkBAKxxFT7WjOINNJOKj2VvEq+xdzc7RUxAQ3r/plh"

    /// The key in PEM, whose lines have 64 characters.
    static func pem(_ text: String = base64, label: String = "PRIVATE KEY") -> String {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n"
            + "-----END \(label)-----\n"
    }
}

extension PromotionalOfferKey {
    static func make(id: String = "A2E1039F") throws -> PromotionalOfferKey {
        try PromotionalOfferKey(id: id, base64Encoded: OfferKeyText.base64)
    }
}

extension PromotionalOfferSignature.Message {
    static func make(user: String = "", key: String = "A2E1039F") -> Self {
        Self(
            bundleIdentifier: "com.example.app",
            keyIdentifier: key,
            productIdentifier: "yearly",
            offerIdentifier: "winter",
            applicationUsername: user,
            nonce: UUID(
                uuid: (
                    0x6F, 0x96, 0x19, 0xFF, 0x8B, 0x86, 0xD0, 0x11,
                    0xB4, 0x2D, 0x00, 0xC0, 0x4F, 0xC9, 0x64, 0xFF
                )
            ),
            timestamp: 1_709_294_400_000
        )
    }
}

extension Date {
    /// When the sample messages are signed.
    static let signing = Date(timeIntervalSince1970: 1_709_294_400)
}
