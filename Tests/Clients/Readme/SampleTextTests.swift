import Testing

@Suite(.enabled(if: !SeedDocument.all().isEmpty, "the documents are not here"))
struct SampleTextTests {
    private let documents = SeedDocument.all()

    @Test func `every document has its samples about purchases`() {
        let counts = documents.reduce(into: [:]) { counts, document in
            counts[document.name] = document.purchaseSamples.count
        }
        #expect(counts == ["000": 10, "001": 10, "002": 6, "003": 10, "004": 10])
    }

    @Test func `every document has its samples about receipts`() {
        let counts = documents.reduce(into: [:]) { counts, document in
            counts[document.name] = document.receiptSamples.count
        }
        #expect(counts == ["000": 9, "001": 9, "002": 7, "003": 9, "004": 10])
    }

    @Test func `every sample of the documents stands in these tests`() throws {
        let marked = try MarkedSample.all()
        for document in documents {
            for sample in document.samples {
                let text = Slip.all.reduce(sample) { $1.correct($0, of: document.name) }
                #expect(
                    marked.contains { $0.documents.contains(document.name) && $0.text == text },
                    "\(document.name): \(text)"
                )
            }
        }
    }

    @Test func `every sample of these tests stands in the documents that it names`() throws {
        let texts = documents.reduce(into: [:]) { texts, document in
            texts[document.name] = document.samples.map { sample in
                Slip.all.reduce(sample) { $1.correct($0, of: document.name) }
            }
        }
        for sample in try MarkedSample.all() {
            for name in sample.documents {
                #expect(try #require(texts[name]).contains(sample.text), "\(name): \(sample.text)")
            }
        }
    }

    @Test func `every slip is one that the documents have`() {
        for slip in Slip.all {
            let found = documents.filter { document in
                document.samples.contains { $0.contains(slip.wrong) }
            }
            #expect(Set(found.map(\.name)) == slip.documents, "\(slip.wrong): \(slip.reason)")
        }
    }
}

/// A mistake in a document's sample, corrected in the tests.
struct Slip: Sendable {
    let documents: Set<String>
    let wrong: String
    let right: String
    let reason: String

    func correct(_ sample: String, of document: String) -> String {
        guard documents.contains(document) else { return sample }
        return sample.replacing(wrong, with: right)
    }
}

extension Slip {
    static let all = [
        Slip(
            documents: ["002"],
            wrong: #"print("User has revoked permission to use this cloud service") }"#,
            right: #"print("User has revoked permission to use this cloud service") "#
                + "default: print((error as NSError).localizedDescription) }",
            reason:
                "StoreKit has more error codes than the nine; the other documents have a default."
        ),
        Slip(
            documents: ["002"],
            wrong: #"\(results.restoredPurchases")"#,
            right: #"\(results.restoredPurchases)")"#,
            reason: "A parenthesis is missing."
        ),
        Slip(
            documents: ["000", "001", "003", "004"],
            wrong: "let downloads = purchase.transaction.downloads",
            right: "let downloads = product.transaction.downloads",
            reason: "The pattern above it binds the name product."
        ),
        Slip(
            documents: ["000", "001", "003", "004"],
            wrong: "// return false otherwise }",
            right: "// return false otherwise return true }",
            reason: "The body is left to the app, and must return something."
        ),
        Slip(
            documents: ["000", "001", "002", "003", "004"],
            wrong: "let receiptString = receiptData.base64EncodedString",
            right: "let receiptString = receiptData?.base64EncodedString",
            reason: "A freshly installed app has no receipt, so its data is optional."
        ),
        Slip(
            documents: ["004"],
            wrong: "getDistinctPurchaseIds(inReceipt receipt: ReceiptInfo)",
            right: "getDistinctPurchaseIds(inReceipt: receipt) ?? []",
            reason: "The call is written as the declaration, and there may be no identifiers."
        ),
    ]
}
