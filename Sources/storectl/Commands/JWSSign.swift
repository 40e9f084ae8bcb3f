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
            help: ArgumentHelp("The key and its certificates, in PEM.", valueName: "file"),
            completion: .file()
        )
        var identity: String

        @Option(help: "What it is. (default: by its members)")
        var kind: JWSKind?

        @OptionGroup var root: RootOption
        @OptionGroup var output: OutputOptions

        func report() throws -> SignedReport {
            let bytes = Array(try InputFile(payload).data())
            let kind = try kind ?? JWSKind(of: JSONFile(payload, bytes).node())
            let identity = try IdentityFile(path: identity).identity()
            let document = try kind.sign(bytes, with: JWSIssuer(identity: identity))
            try root.write(identity.rootCertificate)
            return SignedReport(document: document)
        }
    }
}

/// Where the root of a signed document is written.
struct RootOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the root is written, in DER.", valueName: "file"),
        completion: .file()
    )
    var writeRoot: String?

    func write(_ certificate: [UInt8]) throws {
        if let writeRoot { try OutputFile(path: writeRoot).write(Data(certificate)) }
    }
}

/// A signed document.
struct SignedReport: Report {
    let document: String

    var json: JSONValue { .object(["jws": .string(document)]) }

    func text(_ style: TextStyle) -> String { document + "\n" }
}

/// The key that signs documents, in a file that only its owner can read.
private struct IdentityFile {
    let path: String

    /// The identity in the file, or a new one.
    func identity() throws -> JWSSigningIdentity {
        if path == "-" || FileKind(path) != nil {
            return try JWSSigningIdentity(pemRepresentation: try InputFile(path).text() + "\n")
        }
        let identity = try JWSSigningIdentity.make(
            name: "storectl",
            validFrom: Date(timeIntervalSince1970: 0),
            until: Date(timeIntervalSince1970: 4_102_444_800)
        )
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: Data(identity.pemRepresentation.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw Failure(.failed, "\(path) cannot be written.") }
        return identity
    }
}
