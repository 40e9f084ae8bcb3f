import Foundation
import LibFuzzer

/// Gives the inputs that libFuzzer thinks of to a target, with the arguments of this process.
public enum FuzzRun {
    /// Runs until libFuzzer has done what the arguments ask for.
    ///
    /// - Parameter body: Takes one input; it may read `count` octets, and ends the process where a
    ///   promise is broken.
    /// - Returns: The exit code.
    public static func start(_ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return LLVMFuzzerRunDriver(&count, &arguments, body)
    }

    /// Lets libFuzzer change an input in its own ways.
    ///
    /// - Returns: How many octets the changed input has.
    public static func mutate(
        _ octets: UnsafeMutablePointer<UInt8>,
        count: Int,
        capacity: Int
    ) -> Int {
        LLVMFuzzerMutate(octets, count, capacity)
    }
}
