import Foundation

/// Measures how long questions to a receipt take; arguments are the numbers of purchases.
@main
enum QuestionBenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let counts = arguments.compactMap { Int($0) }.filter { $0 > 0 }
        guard counts.count == arguments.count else {
            FileHandle.standardError.write(Data("usage: question-benchmarks [N]...\n".utf8))
            exit(64)
        }
        let signature = try SignatureCheck()
        for count in counts.isEmpty ? [1, 10, 100, 1000, 10_000] : counts {
            try Comparison(count: count, signature: signature).run()
        }
    }
}
