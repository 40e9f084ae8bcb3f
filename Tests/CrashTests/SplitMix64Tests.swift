import Foundation
import Testing

@testable import journeys

@Suite("The harness's random numbers")
struct SplitMix64Tests {
    @Test
    func `They are the generator's published sequence`() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in random.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }

    @Test
    func `A name is a token that the seed repeats`() {
        var random = SplitMix64(seed: 1)
        var same = SplitMix64(seed: 1)
        let name = random.name()
        #expect(UUID(uuidString: name)?.uuidString == name)
        #expect(name == same.name())
        #expect(name != random.name())
    }
}
