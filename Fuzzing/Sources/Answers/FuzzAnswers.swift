import Driving
import Foundation

@main
enum FuzzAnswers {
    static func main() throws {
        let folder = try FuzzFolder()
        for (index, seed) in AnswerSeeds.all.enumerated() {
            try folder.add(seed: Array(seed.utf8), named: "answer-\(index)")
        }
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { octets, count in
                let input = UnsafeBufferPointer(start: octets, count: count)
                AnswerTarget.take(Data(buffer: input))
                return 0
            }
        )
    }
}
