public import Foundation

/// The folder of one target's runs, which the script names in `FUZZ_FOLDER`: `corpus`, `artifacts`
/// and what the target keeps.
public struct FuzzFolder {
    /// Where it is.
    public let url: URL

    /// Takes the folder that the environment names.
    ///
    /// - Throws: An error of Foundation, if it is not there and cannot be made.
    public init() throws {
        let path = ProcessInfo.processInfo.environment["FUZZ_FOLDER"] ?? "fuzzing"
        url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
    }

    /// Where a target puts the inputs that it starts from.
    public var seeds: URL { url.appendingPathComponent("seeds") }

    /// Writes one input to start from.
    public func add(seed: [UInt8], named name: String) throws {
        try Data(seed).write(to: seeds.appendingPathComponent(name))
    }

    /// Whether this run is only to write the seeds, which comes before all others.
    public static var isForSeedsOnly: Bool { CommandLine.arguments.dropFirst().first == "seeds" }
}
