import Foundation

/// Measures the server: `throughput` or `memory`, or both without an argument.
@main
enum ServerBenchmarks {
    static func main() async {
        do {
            try await start(Array(CommandLine.arguments.dropFirst()))
        } catch {
            complain("server-benchmarks: \(error.localizedDescription) (\(error))")
            exit(70)
        }
    }

    private static func start(_ arguments: [String]) async throws {
        if arguments.first == StoreRole.name, arguments.count == 2 {
            return try await StoreRole(ledger: URL(fileURLWithPath: arguments[1])).run()
        }
        if arguments.first == FixedRole.name {
            return try await FixedRole(sizes: arguments.dropFirst().compactMap { Int($0) }).run()
        }
        guard Load.isAvailable else {
            complain("wrk is missing. Debian and Ubuntu have it: apt-get install wrk")
            exit(69)
        }
        for name in arguments.isEmpty ? ["throughput", "memory"] : arguments {
            let shop = try ServedShop()
            defer { shop.remove() }
            switch name {
            case "throughput": try await Throughput(shop: shop).run()
            case "memory": try Endurance(shop: shop).run()
            default:
                complain("usage: server-benchmarks [throughput | memory]...")
                exit(64)
            }
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
