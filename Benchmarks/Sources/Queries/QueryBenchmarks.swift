import Foundation
import _CryptoExtras

/// Measures queries to a receipt; arguments are the numbers of purchases.
@main
enum QueryBenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let counts = arguments.compactMap { Int($0) }.filter { $0 > 0 }
        guard counts.count == arguments.count else {
            FileHandle.standardError.write(Data("usage: query-benchmarks [N]...\n".utf8))
            exit(64)
        }
        let signature = try SignatureCheck()
        for count in counts.isEmpty ? [1, 10, 100, 1000, 10_000] : counts {
            try Comparison(count: count, signature: signature).run()
        }
    }
}

/// One RSA-2048 verification with a cached key, which relates the speed of two machines.
struct SignatureCheck {
    /// Its microseconds on the machine that upstream was measured on.
    static let published = 12.95

    private let key: _RSA.Signing.PublicKey
    private let signature: _RSA.Signing.RSASignature
    private let message = Data("a receipt".utf8)

    struct Failure: Error {}

    init() throws {
        let privateKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        key = privateKey.publicKey
        signature = try privateKey.signature(for: message, padding: .insecurePKCS1v1_5)
    }

    func run() throws {
        guard key.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5) else {
            throw Failure()
        }
    }
}
