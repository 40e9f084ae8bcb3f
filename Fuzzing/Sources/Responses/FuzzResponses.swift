import Driving
import Foundation

@main
enum FuzzResponses {
    static func main() throws {
        let folder = try FuzzFolder()
        for (index, seed) in ResponseSeeds.all.enumerated() {
            try folder.add(seed: Array(seed.utf8), named: "response-\(index)")
        }
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { bytes, count in
                let input = UnsafeBufferPointer(start: bytes, count: count)
                ResponseTarget.take(Data(buffer: input))
                return 0
            }
        )
    }
}
