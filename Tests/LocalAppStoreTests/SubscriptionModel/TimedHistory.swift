import Foundation
import TestSupport

@testable import LocalAppStore

/// A model of one customer whose events happen at their dates.
protocol TimedModel {
    associatedtype Step: TimedStep where Step.Model == Self
    associatedtype View: TimedView where View.Model == Self

    static var catalog: Catalog { get }

    init()

    /// The date of the next scheduled event.
    var due: Date? { get }

    /// Performs that event; returns its notifications.
    mutating func settle() -> [String]
}

/// A step of a customer, a developer or the App Store.
protocol TimedStep {
    associatedtype Model

    static func random(using generator: inout some RandomNumberGenerator) -> Self

    /// Takes the step in a model; returns its notifications.
    func run(on model: inout Model, at date: Date) -> [String]

    func run(on store: Store) throws(StoreError)
}

/// The values of store or model that are compared, as text.
protocol TimedView: Equatable {
    associatedtype Model

    init(_ store: Store) throws
    init(_ model: Model, _ notifications: [ModelNotification])
}

extension TimedView {
    static func line(_ parts: [String?]) -> String {
        parts.compactMap { $0 }.joined(separator: " ")
    }

    static func date(_ date: Date) -> String { date.ISO8601Format() }

    static func notifications(of store: Store) throws -> [String] {
        try store.notifications.history(limit: .max).map(\.notification)
            .map { ModelNotification(date: $0.date, event: $0.event).description }
    }
}

/// A random history of the customer of a model.
struct TimedHistory<Model: TimedModel>: ComparedHistory {
    let seed: UInt64
    var steps: [Model.Step]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        self.seed = seed
        steps = (0..<Int.random(in: 4...24, using: &generator)).map { _ in
            .random(using: &generator)
        }
    }

    var description: String {
        (["seed \(seed)"] + steps.map { "  \($0)" }).joined(separator: "\n")
    }

    func difference() throws -> String? {
        let store = try Store.make(Model.catalog)
        try store.notifications.updateSettings { $0.isRecording = true }
        var model = Model()
        var notifications: [ModelNotification] = []
        for step in steps {
            do throws(StoreError) {
                try step.run(on: store)
            } catch {
                switch error {
                case .unknownEntry, .unsuitableEntry, .noSubscription: break
                default: throw error
                }
            }
            let date = store.clock.now
            notifications += step.run(on: &model, at: date)
                .map { ModelNotification(date: date, event: $0) }
            while let due = model.due, due <= date {
                notifications += model.settle().map { ModelNotification(date: due, event: $0) }
            }
            let (found, expected) = (try Model.View(store), Model.View(model, notifications))
            if found != expected {
                return "after \(step), the store has\n\(found)\nand the model\n\(expected)"
            }
        }
        return nil
    }

    /// Compares histories until one differs.
    static func compare(count: UInt64) async throws {
        for number in 0..<count {
            await Task.yield()
            let history = Self(seed: ModelHistories.seed &+ number)
            guard try history.difference() != nil else { continue }
            return try history.recordDifference()
        }
    }
}
