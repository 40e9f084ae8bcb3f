import AppReceipt
import ArgumentParser
import StrictJSON

struct JWSCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jws",
        abstract: "Signed transactions, notifications and other documents.",
        subcommands: [Show.self, Verify.self, Export.self, Sign.self]
    )

    struct Show: ReportingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows header and payload of a signed document. Nothing is verified."
        )

        @OptionGroup var source: JWSSource
        @OptionGroup var output: OutputOptions

        func report() throws -> JWSReport {
            let parts = try JWSParts(unverified: try source.text())
            return JWSReport(header: parts.header, payload: parts.payload, isVerified: false)
        }
    }

    struct Verify: ReportingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verifies a signed document: signature, certificates, app and environment.",
            discussion: "It exits with 1 if a rule is broken, and names the rule."
        )

        @Option(
            help: .value("file", "The trusted root, in DER or PEM. (default: Apple's roots)"),
            completion: .file()
        )
        var root: String?

        @Option(
            name: .customLong("bundle-id"),
            help: .value("identifier", "The app that it must be of.")
        )
        var bundleIdentifier: String

        @Option(help: "The environment that it must be of.")
        var environment: Environment

        @Option(
            name: .customLong("app-apple-id"),
            help: .value("number", "The app's number in the App Store, for production.")
        )
        var appAppleIdentifier: Int64?

        @Option(help: "The kind of document. (default: by its members)")
        var kind: JWSKind?

        @OptionGroup var source: JWSSource
        @OptionGroup var output: OutputOptions

        func validate() throws {
            switch environment {
            case .production where appAppleIdentifier == nil:
                throw ValidationError("Production takes --app-apple-id.")
            case .xcode where root == nil:
                throw ValidationError("Xcode's documents take its certificate with --root.")
            case .localTesting where root == nil:
                throw ValidationError("Documents of a local store take its root with --root.")
            default: break
            }
        }

        func report() throws -> JWSReport {
            let text = try source.text()
            let parts = try JWSParts(unverified: text)
            let kind = kind ?? JWSKind(of: JSONNode(parts.payload))
            let verifier = try verifier()
            do throws(JWSRefusal) {
                try kind.verify(text, with: verifier)
            } catch {
                throw Failure(.refused, "It does not verify: \(error)")
            }
            return JWSReport(header: parts.header, payload: parts.payload, isVerified: true)
        }

        private func verifier() throws -> JWSVerifier {
            let certificate = try root.map { try InputFile($0).certificate() }
            // It throws for a file that is no certificate.
            let roots = try certificate.map { try TrustedRoots([$0]) } ?? .apple
            let policy = JWSPolicy(
                bundleIdentifier: bundleIdentifier,
                environments: [accepted(certificate ?? [])]
            )
            // In a test environment the policy names the one certificate that is trusted.
            let isTest = environment == .xcode || environment == .localTesting
            return JWSVerifier(trustedRoots: isTest ? .apple : roots, policy: policy)
        }

        private func accepted(_ certificate: [UInt8]) -> AcceptedEnvironment {
            switch environment {
            case .production: .production(appAppleIdentifier: appAppleIdentifier ?? 0)
            case .sandbox: .sandbox
            case .xcode: .xcode(certificate: certificate)
            case .localTesting: .localTesting(root: certificate)
            }
        }

        /// An environment as the command line names it.
        enum Environment: String, ExpressibleByArgument, CaseIterable {
            case production
            case sandbox
            case xcode
            case localTesting = "local-testing"
        }
    }
}

struct JWSSource: ParsableArguments {
    @Argument(
        help: "A file with the document, - for standard input, or the document itself.",
        completion: .file()
    )
    var document: String

    func text() throws -> String {
        let isDocument = document.hasPrefix("eyJ") && document.contains(".")
        return isDocument ? document : try InputFile(document).text()
    }
}

struct JWSReport: Report {
    let header: JSONValue
    let payload: JSONValue
    let isVerified: Bool

    var json: JSONValue {
        .object(["header": header, "isVerified": .bool(isVerified), "payload": payload])
    }

    func text(_ style: TextStyle) -> String {
        let unverified = "Not verified: the content may be forged."
        let verdict = isVerified ? style.green("Verified.") : style.yellow(unverified)
        return """
            \(verdict)

            \(style.bold("Header"))
            \(PrettyJSON(header).text)
            \(style.bold("Payload"))
            \(PrettyJSON(payload).text)
            """
    }
}
