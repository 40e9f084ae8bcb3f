import Driving
import Foundation

@main
enum FuzzJWS {
    // The script names the folder; without it there is nothing to test.
    static let target = Result { try JWSTarget(FuzzFolder()) }

    static func main() throws {
        try target.get().writeSeeds(to: FuzzFolder())
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { bytes, count in
                let input = Array(UnsafeBufferPointer(start: bytes, count: count))
                try? FuzzJWS.target.get().take(input)
                return 0
            }
        )
    }
}
