import Foundation
import Measuring

/// The other implementations, each a process of its own in every round; those that are not there
/// are left out.
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
