package import Foundation

/// Decides whether a subscription is extended, and until when: a pure function of its properties.
package struct RenewalExtensionRule {
    package let subscription: CustomerSubscription
    package let extensions: [RenewalExtension]
    package let timeRate: TimeRate

    package init(
        subscription: CustomerSubscription,
        extensions: [RenewalExtension],
        timeRate: TimeRate
    ) {
        self.subscription = subscription
        self.extensions = extensions
        self.timeRate = timeRate
    }

    package enum Outcome: Equatable {
        case extended(until: Date)
        case refused(ServerRequestRefusal)
    }

    /// Returns the result of extending the subscription at a date.
    ///
    /// Source: Apple's documentation of extensions. A subscription must be active, not in billing
    /// retry or a grace period, and is extended at most twice in 365 days. That a time rate
    /// shortens these days too is inference.
    package func outcome(dayCount: Int, at date: Date) -> Outcome {
        guard subscription.status == .subscribed else { return .refused(.extensionNotAllowed) }
        let recent = extensions.filter { date < self.end(of: 365, from: $0.date) }
        guard recent.count < 2 else { return .refused(.maximumExtensionsReached) }
        let end = self.end(of: dayCount, from: subscription.expirationDate)
        guard end < Date.storeDates.upperBound else { return .refused(.extensionNotAllowed) }
        return .extended(until: end)
    }

    private func end(of dayCount: Int, from date: Date) -> Date {
        timeRate.end(of: SubscriptionPeriod(value: dayCount, unit: .day), from: date)
    }
}
