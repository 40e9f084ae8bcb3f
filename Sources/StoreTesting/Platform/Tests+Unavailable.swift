// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(Darwin) && canImport(StoreKitTest) && canImport(Testing)
public import Foundation
public import StoreKit
public import StoreKitTest
public import Testing

// The traits and functions for tests that Apple's session lacks. The declarations for Linux
// document them.

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session has no virtual time and state.")
extension Trait where Self == _SharedSessionTrait {
    public static func store(
        _ filename: String = "",
        contentsOf fileURL: URL? = nil,
        startingAt date: Date? = nil,
        in state: SKTestSession.SubscriptionState? = nil,
        of productIdentifier: String? = nil,
        configure: @escaping @Sendable (SKTestSession) throws -> Void = { _ in }
    ) -> Self { sharedSession(filename, configure: configure) }
}

extension Trait where Self == ExclusiveSession {
    @available(*, unavailable, message: "On Linux only: write .store, or .exclusiveSession.")
    public static var separateStore: Self { exclusiveSession }
    @available(*, unavailable, message: "On Linux only: Apple's session has no faults.")
    public static func faults(seed: UInt64? = nil, _ rules: FaultPlan.Rule...) -> Self {
        exclusiveSession
    }
    @available(*, unavailable, message: "On Linux only: Apple's session has no habits.")
    public static func systemHabits(_ habits: SystemHabits) -> Self { exclusiveSession }
    @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
    @available(*, unavailable, message: "On Linux only: Apple's session has Xcode's environment.")
    public static func environment(_ environment: AppStore.Environment) -> Self {
        exclusiveSession
    }
    @available(*, unavailable, message: "On Linux only: read Transaction.unfinished in the test.")
    public static var nothingUnfinished: Self { exclusiveSession }
}

// Each stands for the two forms with the name and with the URL of a file.
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: make an SKTestSession, in one test at a time.")
public func withStore<Result>(
    _ filename: String = "",
    contentsOf fileURL: URL? = nil,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    _ body: (SKTestSession) throws -> Result
) throws -> Result { try body(SKTestSession(configurationFileNamed: filename)) }

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: make an SKTestSession, in one test at a time.")
public func withStore<Result>(
    _ filename: String = "",
    contentsOf fileURL: URL? = nil,
    startingAt date: Date? = nil,
    in state: SKTestSession.SubscriptionState? = nil,
    of productIdentifier: String? = nil,
    faults plan: FaultPlan? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (SKTestSession) async throws -> Result
) async throws -> Result { try await body(SKTestSession(configurationFileNamed: filename)) }
#endif
