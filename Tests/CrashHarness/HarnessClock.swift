import Foundation
import LocalAppStore

/// The system's clock of a child, which goes back after a number of readings.
struct HarnessClock: Equatable {
    var secondsBehind: TimeInterval = 0
    var readingsBefore = 0

    /// The clock as an argument of the child's command line.
    var argument: String { "\(secondsBehind):\(readingsBefore)" }

    func make() -> StoreClock {
        let readings = Locked(0)
        return .following { [self] in
            let count = readings.withLock { count in
                count += 1
                return count
            }
            return count > readingsBefore ? Date() - secondsBehind : Date()
        }
    }
}

extension HarnessClock {
    init?(_ argument: String) {
        let parts = argument.split(separator: ":")
        guard parts.count == 2, let seconds = TimeInterval(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(secondsBehind: seconds, readingsBefore: count)
    }
}
