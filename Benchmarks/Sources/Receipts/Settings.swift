import Foundation

/// What the environment says: where receipts and peers are, and how long to measure.
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
