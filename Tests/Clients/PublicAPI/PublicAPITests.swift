import Foundation
import StoreTesting
import Testing

/// Checks the calls that apps can write: their names, their types, and that they compile.
@Suite(.separateStore, .timeLimit(.minutes(10)))
enum PublicAPITests {}

extension PublicAPITests {
    @Suite struct CompletenessTests {
        @Test func `every public symbol is named with its type`() async throws {
            let names = try await PublicSymbols.names()
            try #require(names.contains("SKProduct.localizedPrice"))
            try #require(names.contains("PaymentQueue.add(_:)"))
            let missing = try MentionedNames.read().missing(of: names)
            #expect(missing == [])
        }

        @Test(arguments: [
            "Purchase.quantity", "Purchase.product", "SwiftyStoreKit.add(_:for:)", "Other",
            "productId", "InAppRequest.stop()",
        ])
        func `a name that is not there is found out`(name: String) throws {
            let names = MentionedNames(
                text: """
                    let _ = \\Purchase.productId
                    let _ = SwiftyStoreKit.add(_:)
                    let _ = SwiftyStoreKit.add(
                        _:for:atomically:
                    )
                    let _ = InAppRequest.start
                    let _ = SwiftyStoreKit
                        .finishTransaction(_:)
                    let _: OtherPurchase
                    """
            )
            #expect(try names.missing(of: [name]) == [name])
            #expect(
                try names.missing(of: [
                    "Purchase.productId", "SwiftyStoreKit.add(_:)", "InAppRequest.start()",
                    "SwiftyStoreKit.add(_:for:atomically:)",
                    "SwiftyStoreKit.finishTransaction(_:)",
                ]) == []
            )
        }

        @Test func `an overload is named for itself`() throws {
            let names = MentionedNames(text: "let _ = Queue.add(_:)")
            #expect(try names.missing(of: ["Queue.add(_:)", "Queue.add(_:)"]) == ["Queue.add(_:)"])
        }
    }
}

/// The names in the sources of this folder.
struct MentionedNames {
    private let text: String

    init(text: String) {
        self.text = text.filter { !$0.isWhitespace || $0 == "\n" }
            .replacing(#/\(\n+/#, with: "(").replacing(#/:\n+/#, with: ":")
            .replacing(#/\n+\./#, with: ".")
    }

    static func read() throws -> MentionedNames {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        ).filter { $0.lastPathComponent.hasSuffix("Shapes.swift") }
        return MentionedNames(
            text: try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        )
    }

    /// The names that are not there as often as they are given.
    func missing(of names: [String]) throws -> [String] {
        let counts = names.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        return try counts.filter { name, count in try mentions(of: name) < count }.keys.sorted()
    }

    // A method without arguments is named without parentheses.
    private func mentions(of name: String) throws -> Int {
        let written = name.hasSuffix("()") ? String(name.dropLast(2)) : name
        let pattern =
            "(?<![A-Za-z0-9_.])" + NSRegularExpression.escapedPattern(for: written)
            + "(?![A-Za-z0-9_(])"
        let expression = try NSRegularExpression(pattern: pattern)
        return expression.numberOfMatches(
            in: text,
            range: NSRange(text.startIndex..., in: text)
        )
    }
}
