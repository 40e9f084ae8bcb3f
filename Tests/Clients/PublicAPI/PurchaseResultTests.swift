import Foundation
import Testing

extension PublicAPITests {
    /// Switches over `PurchaseResult` in apps of several releases.
    @Suite struct PurchaseResultTests {
        private static let ofTwoCases = """
            func end(_ result: PurchaseResult) -> String {
                switch result {
                case .success(let purchase): return purchase.productId
                case .error(let error): return error.localizedDescription
                }
            }
            """

        private static let ofThreeCases = """
            func end(_ result: PurchaseResult) -> String {
                switch result {
                case .success(let purchase): return purchase.productId
                case .error(let error): return error.localizedDescription
                case .deferred(let purchase): return purchase.productId
                }
            }
            func waits(_ result: PurchaseResult) -> Bool {
                if case .deferred = result { return true }
                return false
            }
            """

        @Test(arguments: ["5", "6"], [ofTwoCases, ofThreeCases])
        func `a switch over two cases and one over three compile`(
            languageMode: String,
            source: String
        ) async throws {
            let app = "import StoreKit\nimport SwiftyStoreKit\n\(source)"
            #expect(try await Self.diagnostics(of: app, languageMode) == [])
        }

        @Test(arguments: ["5", "6"], [ofTwoCases, ofThreeCases])
        func `they compile in the library's own module, too`(
            languageMode: String,
            source: String
        ) async throws {
            let library = [
                "Results/PurchaseResult", "Results/PurchaseDetails", "Results/Purchase",
                "Platform/PaymentTransaction",
            ]
            let diagnostics = try await Self.diagnostics(
                of: "import StoreKit\n\(source)",
                languageMode,
                with: library.map { Self.sources.appendingPathComponent($0 + ".swift").path }
            )
            #expect(diagnostics == [])
        }

        @Test(arguments: ["5", "6"])
        func `to make the case that never comes is deprecated`(languageMode: String) async throws {
            let app = """
                import SwiftyStoreKit
                func end(_ purchase: PurchaseDetails) -> PurchaseResult {
                    .deferred(purchase: purchase)
                }
                """
            let diagnostics = try await Self.diagnostics(of: app, languageMode)
            #expect(diagnostics.count == 1)
            #expect(diagnostics.first?.contains("warning") == true)
            #expect(diagnostics.first?.contains("call onDeferred") == true)
        }

        private static let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/SwiftyStoreKit")

        /// The errors and warnings of a source file, compiled as a module with other files.
        private static func diagnostics(
            of source: String,
            _ languageMode: String,
            with files: [String] = []
        ) async throws -> [String] {
            try await Toolchain.withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("App.swift")
                try Data(source.utf8).write(to: file)
                let output = try await Toolchain.run(
                    [
                        "swiftc", "-emit-sil", "-wmo", "-parse-as-library", "-swift-version",
                        languageMode,
                    ]
                        + ["-enable-upcoming-feature", "InternalImportsByDefault"]
                        + Toolchain.searchOptions() + files
                        + [file.path, "-o", folder.appendingPathComponent("App.sil").path]
                )
                let lines = output.text.split(separator: "\n").map(String.init)
                    .filter { $0.contains(": error: ") || $0.contains(": warning: ") }
                guard output.status == 0 || !lines.isEmpty else {
                    throw Toolchain.Failure(reason: output.text)
                }
                return lines
            }
        }
    }
}
