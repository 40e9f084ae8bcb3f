public import Foundation
import LocalAppStore

extension StoreServer {
    /// The limits of a server; times are seconds of the system.
    public struct Limits: Sendable, Equatable {
        /// The bytes of a request's line and header fields; the default is 16 KiB.
        public var headBytes = 16_384

        /// The bytes of a request's body; the default is 4 MiB, more than any receipt has.
        public var bodyBytes = 4_194_304

        /// The number of open connections; the default is 512, or fewer if the process may not open
        /// so many files.
        ///
        /// One more closes the connection that has waited for the longest: for a request, or for
        /// events.
        public var connections = 512

        /// The seconds that a connection may wait for a request; the default is 60.
        public var idleTime: TimeInterval = 60

        /// The seconds that the head of a request may take from its first byte; the default is 10.
        public var headTime: TimeInterval = 10

        /// The seconds that the body of a request may take; the default is 30.
        public var bodyTime: TimeInterval = 30

        /// The seconds that a client may take to receive a response; the default is 30.
        public var responseTime: TimeInterval = 30

        /// The seconds that a client may take to receive the response to a request that is refused;
        /// the default is 2.
        public var closingTime: TimeInterval = 2

        /// After how long a client that listens to events gets a comment; the default is 15.
        public var heartbeatTime: TimeInterval = 15

        /// The seconds that the app's server may take to respond to a notification; the default is
        /// 30.
        public var webhookTime: TimeInterval = 30

        /// The number of notifications that are sent to the app's server at the same time; the
        /// default is 8.
        ///
        /// Those about one purchase are sent one after the other.
        public var webhookRequests = 8

        /// The seconds that the app's server may take to respond to a request for a retention
        /// message; the default is 0.7, as in Apple's production.
        public var retentionTime: TimeInterval = 0.7

        /// The numbers of a performance test of the app's server.
        var performanceTest = PerformanceTest.Configuration()

        /// The seconds that the entitlement service may take to respond; the default is 5.
        public var entitlementServiceTime: TimeInterval = 5

        /// Makes the default limits.
        public init() {}

        /// The number of concurrent requests to the entitlement service.
        let entitlementServiceRequests = 8

        /// The bytes of the entitlement service's response.
        let entitlementServiceBytes = 262_144

        /// Reads of 4 KiB for a client that sends on after it was refused.
        let discardedReads = 256

        /// The number of connections that the process can have, as each needs a descriptor.
        ///
        /// Other files of the process must be able to open: libdispatch ends it otherwise.
        var usableConnections: Int {
            let descriptors = sysconf(Int32(_SC_OPEN_MAX))
            // A system without a limit returns -1.
            guard descriptors > 0 else { return connections }
            return max(1, min(connections, descriptors - Self.reservedDescriptors))
        }

        /// The descriptors for the ledger, keys, notifications, and the system's own.
        private static let reservedDescriptors = 44
    }
}

extension TimeInterval {
    /// The seconds, but none below zero, and thirty years at most, because timers count
    /// nanoseconds.
    var clampedForTimers: TimeInterval { max(0, min(1_000_000_000, self)) }
}

extension Task<Never, Never> {
    /// Sleeps for some seconds, or for as long as a timer can.
    static func sleep(seconds: TimeInterval) async throws {
        try await sleep(nanoseconds: UInt64(seconds.clampedForTimers * 1_000_000_000))
    }
}
