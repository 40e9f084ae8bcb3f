import Foundation
import Testing

@testable import journeys

@Suite("A store whose processes are killed")
struct CrashTests {
    @Test(.timeLimit(.minutes(20)))
    func `Twenty-five kills lose no purchase and charge none twice`() async throws {
        let run = try await CrashRun(kills: 25, seed: 20_240_301)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.count(of: "kills") == 25)
        for harm in ["lost", "doubled", "damaged", "ended by themselves"] {
            #expect(run.count(of: harm) == 0, "\(harm)")
        }
        for deed in ["charged", "finished", "restored", "approved", "refunded"] {
            #expect(try #require(run.count(of: deed)) > 0, "\(deed)")
        }
        #expect(try #require(run.count(of: "delivered at next launch")) > 0)
    }
}
