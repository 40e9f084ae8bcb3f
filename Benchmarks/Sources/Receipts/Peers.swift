import Foundation
import Measuring

/// The other implementations, each in a process of its own in every round; missing ones are left
/// out.
struct Peers {
    let files: ReceiptFiles
    let settings: Settings

    var available: [Contestant] {
        (settings.openSSL == nil ? [] : [.raw, .cms])
            + (settings.python == nil || settings.pythonScript == nil ? [] : [.python])
    }

    private struct Report: Decodable {
        let nanoseconds: Double

        enum CodingKeys: String, CodingKey {
            case nanoseconds = "cpu_ns"
        }
    }

    /// Microseconds of CPU for one receipt; `nil` where the peer refuses it.
    func time(_ contestant: Contestant, _ size: Int) -> Double? {
        guard let command = command(contestant, size),
            let report: Report = try? command.report()
        else { return nil }
        return report.nanoseconds / 1_000
    }

    private func command(_ contestant: Contestant, _ size: Int) -> Command? {
        let rest = ["\(settings.seconds)", "5"]
        switch contestant {
        case .raw:
            let arguments = ["raw", files.root.path, files.der(size).path] + rest
            return settings.openSSL.map { Command($0, arguments) }
        case .cms:
            let arguments = ["cms", files.root.path, files.der(size).path] + rest
            return settings.openSSL.map { Command($0, arguments) }
        case .python:
            guard let python = settings.python, let script = settings.pythonScript else {
                return nil
            }
            let arguments = ["aprv-receipt", files.root.path, files.base64(size).path] + rest
            return Command(python, [script] + arguments)
        default: return nil
        }
    }
}

/// The settings of the environment: the paths of receipts and peers, and how long to measure.
struct Settings {
    let folder: URL?
    let root: URL?
    let openSSL: String?
    let python: String?
    let pythonScript: String?
    /// Seconds that every measurement of a round takes.
    let seconds: Double
    let rounds: Int

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = environment["RECEIPTS"].map(URL.init(fileURLWithPath:))
        root = environment["RECEIPTS_ROOT"].map(URL.init(fileURLWithPath:))
        openSSL = environment["OPENSSL_BENCH"]
        python = environment["PYTHON"]
        pythonScript = environment["PYTHON_BENCH"]
        seconds = environment["SECONDS_EACH"].flatMap(Double.init) ?? 0.2
        rounds = environment["ROUNDS"].flatMap(Int.init) ?? 7
    }
}
