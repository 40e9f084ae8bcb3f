import AppReceipt
import ArgumentParser
import LocalAppStore

extension JWSCommands {
    struct Export: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a document that the store signs, about a transaction or the app.",
            discussion: """
                It is signed with the store's own key, whose root `storectl jws verify` takes with \
                --root.
                """
        )

        enum Kind: String, ExpressibleByArgument, CaseIterable {
            case transaction
            case renewalInfo = "renewal-info"
            case appTransaction = "app-transaction"
        }

        @Argument(help: "The kind of document.")
        var kind: Kind

        @Argument(help: "The transaction, except for an app transaction.")
        var id: Int64?

        @OptionGroup var root: RootOption
        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (kind == .appTransaction) == (id == nil) else {
                throw ValidationError("All but app-transaction need the number of a transaction.")
            }
        }

        /// An app transaction exists before the first purchase.
        var missingLedger: StoreOptions.MissingLedger { id == nil ? .made : .refused }

        func report() throws -> SignedReport {
            try report(in: try options.openForApp(entry: id, missing: missingLedger))
        }

        func report(in store: Store) throws -> SignedReport {
            let document = try document(in: store)
            try root.write(try store.signedTransactionRootCertificate)
            return SignedReport(document: document)
        }

        private func document(in store: Store) throws -> String {
            guard let id else { return try store.signedAppTransaction().compactSerialization }
            let entry = try store.requiredEntry(id)
            if kind == .transaction {
                return try store.signedTransaction(of: entry).compactSerialization
            }
            guard let status = try store.subscriptions.status(of: id) else {
                throw StoreError.unsuitableEntry(id: id, needs: "of a subscription")
            }
            return try store.signedRenewalInfo(of: status.subscription, with: status.entry)
                .compactSerialization
        }
    }
}
