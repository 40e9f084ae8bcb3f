import AppReceipt
import ArgumentParser
import Foundation
import StrictJSON

extension JWSCommands {
    struct Sign: ReportingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Signs a payload, for tests of a server.",
            discussion: """
                The payload is a JSON object with Apple's members. The identity is a key with its \
                certificates in PEM. If there is no such file, a new identity is made, whose root \
                `storectl jws verify` then takes with --root.
                """
        )

        @Argument(help: "The payload in JSON, or - for standard input.", completion: .file())
        var payload: String

        @Option(
            help: .value("file", "The key and its certificates, in PEM."),
            completion: .file()
        )
        var identity: String

        @Option(help: "The kind of document. (default: by its members)")
        var kind: JWSKind?

        @OptionGroup var root: RootOption
        @OptionGroup var output: OutputOptions

        func report() throws -> SignedReport {
            let (node, bytes) = try InputFile(payload).json()
            let kind = kind ?? JWSKind(of: node)
            let identity = try signingIdentity()
            let document = try kind.sign(bytes, with: JWSIssuer(identity: identity))
            try root.write(identity.rootCertificate)
            return SignedReport(document: document)
        }

        /// The identity in the file, or a new one in a file that only its owner can read.
        private func signingIdentity() throws -> JWSSigningIdentity {
            if identity == "-" || FileKind(identity) != nil {
                return try JWSSigningIdentity(pemRepresentation: InputFile(identity).text() + "\n")
            }
            let new = try JWSSigningIdentity.make(
                name: "storectl",
                validFrom: Date(timeIntervalSince1970: 0),
                until: Date(timeIntervalSince1970: 4_102_444_800)
            )
            let isWritten = FileManager.default.createFile(
                atPath: identity,
                contents: Data(new.pemRepresentation.utf8),
                attributes: [.posixPermissions: 0o600]
            )
            guard isWritten else { throw Failure(.failed, "\(identity) cannot be written.") }
            return new
        }
    }
}

/// The file for the root of a signed document.
struct RootOption: ParsableArguments {
    @Option(
        help: .value("file", "Where the root is written, in DER."),
        completion: .file()
    )
    var writeRoot: String?

    func write(_ certificate: [UInt8]) throws {
        if let writeRoot { try Data(certificate).write(toNamed: writeRoot) }
    }
}

struct SignedReport: Report {
    let document: String

    var json: JSONValue { .object(["jws": .string(document)]) }

    func text(_ style: TextStyle) -> String { document + "\n" }
}
