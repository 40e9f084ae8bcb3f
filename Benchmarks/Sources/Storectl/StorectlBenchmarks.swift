import Foundation
import LedgerFilling
import LocalAppStore
import Measuring

/// Measures `storectl`: `lists` or `advance`, or both without an argument.
///
/// The executable lies beside this one, or is named by `STORECTL`.
@main
enum StorectlBenchmarks {
    static func main() throws {
        let names = Array(CommandLine.arguments.dropFirst())
        for name in names.isEmpty ? ["lists", "advance"] : names {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("storectl-benchmarks-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let shop = try ToolShop(in: folder)
            switch name {
            case "lists": try lists(shop)
            case "advance": try advance(shop)
            default:
                FileHandle.standardError.write(
                    Data("usage: storectl-benchmarks [lists | advance]...\n".utf8)
                )
                exit(64)
            }
        }
    }

    /// Lists of ledgers of different sizes, whole and by default.
    private static func lists(_ shop: ToolShop) throws {
        var table = Table(["rows", "all", "times the one before", "as JSON", "by default"])
        var former = Double.nan
        for count in [1_000, 10_000, 100_000] {
            let ledger = try shop.ledger(of: count)
            let limit = ["transactions", "--limit", "\(count)"]
            let all = try shop.milliseconds(limit, ledger, rounds: 7)
            let json = try shop.milliseconds(["transactions", "--json"], ledger, rounds: 3)
            let standard = try shop.milliseconds(["transactions"], ledger, rounds: 7)
            table.add([
                "\(count)", "\(all.text(0)) ms", former.isNaN ? "" : (all / former).text(1),
                "\(json.text(0)) ms", "\(standard.text(0)) ms",
            ])
            former = all
        }
        table.show()
    }

    /// Ten years of monthly subscriptions, each of another customer.
    private static func advance(_ shop: ToolShop) throws {
        var table = Table(["subscriptions", "renewals", "advance 10y", "each renewal"])
        for count in [85, 850] {
            let ledger = try shop.subscribers(count)
            let time = try shop.milliseconds(["advance", "10y"], ledger, rounds: 1)
            let renewals = count * 120
            let each = time * 1000 / Double(renewals)
            table.add([
                "\(count)", "\(renewals)", "\((time / 1000).text(1)) s", "\(each.text(0)) us",
            ])
        }
        table.show()
    }
}
