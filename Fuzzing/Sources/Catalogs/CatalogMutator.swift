import Driving
import Foundation

/// Changes the structure of an input that is JSON, where libFuzzer's own changes would only break
/// its syntax.
///
/// libFuzzer calls it by this name, when a program has it (FuzzerInterface.h of LLVM).
@_cdecl("LLVMFuzzerCustomMutator")
func changeCatalog(
    _ octets: UnsafeMutablePointer<UInt8>,
    _ count: Int,
    _ capacity: Int,
    _ seed: CUnsignedInt
) -> Int {
    var random = SeededGenerator(seed: UInt64(seed))
    let input = Data(UnsafeBufferPointer(start: octets, count: count))
    guard Int.random(in: 0..<8, using: &random) > 0, var tree = JSONTree(input) else {
        return FuzzRun.mutate(octets, count: count, capacity: capacity)
    }
    for _ in 0...Int.random(in: 0...2, using: &random) {
        tree.changeAtRandom(using: &random)
    }
    let changed = Array(tree.text.utf8)
    guard changed.count <= capacity else {
        return FuzzRun.mutate(octets, count: count, capacity: capacity)
    }
    octets.update(from: changed, count: changed.count)
    return changed.count
}

/// SplitMix64, which libFuzzer seeds for each change.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
