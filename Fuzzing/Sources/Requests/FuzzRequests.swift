import Driving
import Foundation

@main
enum FuzzRequests {
    static let target = Result { try RequestTarget(FuzzFolder()) }

    static func main() throws {
        try RequestSeeds.write(to: FuzzFolder())
        guard !FuzzFolder.isForSeedsOnly else { return }
        _ = try target.get()
        exit(
            FuzzRun.start { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                try? FuzzRequests.target.get().take(input)
                return 0
            }
        )
    }
}
