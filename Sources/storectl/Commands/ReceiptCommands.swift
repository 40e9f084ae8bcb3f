import AppReceipt
import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands
import StrictJSON

struct ReceiptCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt",
        abstract: "The app's receipt, or a receipt in a file.",
        subcommands: [Show.self, Verify.self, Export.self]
    )

    struct Show: CommonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows the content of a receipt. Nothing is verified."
        )

        @OptionGroup var source: ReceiptSource
        @OptionGroup var common: CommonOptions

        func report() throws -> ReceiptReport {
            let receipt = try source.receipt { try options.openForApp() }
            return ReceiptReport(content: try receipt.unverifiedContent(), isVerified: false)
        }
    }

    struct Verify: CommonCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verifies a receipt: signature, certificates, app and environment.",
            discussion: "It exits with 1 if a rule is broken, and names the rule."
        )

        @Option(
            help: .value("file", "The trusted root, in DER or PEM. (default: that of the store)"),
            completion: .file()
        )
        var root: String?

        @Option(help: "The environment that the receipt must be of.")
        var environment: ReceiptEnvironment?

        @OptionGroup var source: ReceiptSource
        @OptionGroup var common: CommonOptions

        func report() throws -> ReceiptReport {
            let receipt = try source.receipt { try options.openForApp() }
            let bundle =
                try options.namedBundleIdentifier
                ?? options.openForApp().app.bundleIdentifier
            let certificate = try root.map { try InputFile($0).certificate() }
            let verifier = ReceiptVerifier(
                trustedRoots: try TrustedRoots([
                    try certificate ?? options.openForApp().receiptRootCertificate
                ]),
                rules: [BundleIdentifierRule(bundle)]
                    + (environment.map { [EnvironmentRule([$0])] } ?? [])
            )
            let content = try verifier.verify(receipt).content
            return ReceiptReport(content: content, isVerified: true)
        }
    }

    struct Export: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes the app's receipt to a file, or in Base64 to standard output."
        )

        @Argument(help: "The file, which is replaced.", completion: .file())
        var file: String?

        @OptionGroup var common: CommonOptions

        func report() throws -> ExportReport { try report(in: try options.openForApp()) }

        func report(in store: Store) throws -> ExportReport {
            let receipt = try store.presentReceipt()
            if let file { try Data(receipt.bytes).write(toNamed: file) }
            return ExportReport(receipt: receipt, file: file)
        }
    }
}

struct ReceiptSource: ParsableArguments {
    @Argument(
        help: "A receipt in DER or Base64, or - for standard input. (default: the store's)",
        completion: .file()
    )
    var file: String?

    func receipt(in store: () throws -> Store) throws -> SignedReceipt {
        guard let file else { return try store().presentReceipt() }
        let data = try InputFile(file).data()
        // DER begins with a tag, which isn't a character of Base64.
        if data.first == 0x30, data.dropFirst().first.map({ $0 >= 0x80 }) == true {
            return SignedReceipt(data)
        }
        return try SignedReceipt(
            base64Encoded: String(decoding: data, as: UTF8.self),
            ignoringWhitespace: true
        )
    }
}

extension Store {
    fileprivate func presentReceipt() throws -> SignedReceipt {
        guard let receipt = try receipt() else {
            let message = "The app has no receipt: nothing was bought or restored yet."
            throw Failure(.refused, message)
        }
        return receipt
    }
}

struct ExportReport: Report {
    let receipt: SignedReceipt
    let file: String?

    var json: JSONValue {
        .members(["file": file.map(JSONValue.string), "receipt": .string(receipt.base64Encoded)])
    }

    func text(_ style: TextStyle) -> String {
        file.map { "The receipt is in \($0).\n" } ?? receipt.base64Encoded + "\n"
    }
}
