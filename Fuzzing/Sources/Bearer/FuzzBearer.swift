import Driving
import Foundation

@main
enum FuzzBearer {
    // The script names the folder; without it there is nothing to test.
    static let target = Result { try BearerTarget(FuzzFolder()) }

    static func main() throws {
        try target.get().writeSeeds(to: FuzzFolder())
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                try? FuzzBearer.target.get().take(input)
                return 0
            }
        )
    }
}
