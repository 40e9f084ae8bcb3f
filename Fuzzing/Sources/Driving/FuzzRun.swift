public import Foundation
import LibFuzzer

/// Runs libFuzzer with the arguments of this process.
public enum FuzzRun {
    /// Runs until libFuzzer has done what the arguments request.
    ///
    /// - Parameter body: Tests one input of `count` bytes, and ends the process if a promise is
    ///   broken.
    /// - Returns: The exit code.
    public static func start(_ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return LLVMFuzzerRunDriver(&count, &arguments, body)
    }

    /// Lets libFuzzer change an input.
    ///
    /// - Returns: The number of bytes of the changed input.
    public static func mutate(
        _ bytes: UnsafeMutablePointer<UInt8>,
        count: Int,
        capacity: Int
    ) -> Int {
        LLVMFuzzerMutate(bytes, count, capacity)
    }
}

/// The folder of one target's runs, which the script names in `FUZZ_FOLDER`: `corpus`, `artifacts`
/// and what the target stores.
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
