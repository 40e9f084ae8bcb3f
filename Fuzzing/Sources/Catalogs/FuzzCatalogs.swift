import Driving
import Foundation

@main
enum FuzzCatalogs {
    // The folder is the script's to give; without it there is nothing to test.
    static let target = Result { try CatalogTarget(FuzzFolder()) }

    static func main() throws {
        _ = try target.get()
        guard !FuzzFolder.isForSeedsOnly else { return }
        exit(
            FuzzRun.start { bytes, count in
                let input = UnsafeBufferPointer(start: bytes, count: count)
                try? FuzzCatalogs.target.get().take(Data(buffer: input))
                return 0
            }
        )
    }
}
