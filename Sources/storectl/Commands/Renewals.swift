import ArgumentParser
import StoreCommands

struct Renew: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ends the present period of a subscription now and begins the next one."
    )

    @OptionGroup var name: SubscriptionName

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: SubscriptionAction { .renew }
}

struct Expire: SubscriptionCommand {
    static let configuration = CommandConfiguration(abstract: "Ends a subscription now.")

    @OptionGroup var name: SubscriptionName

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: SubscriptionAction { .expire }
}

struct Consent: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Asks the customer to consent to a price increase, or answers for the customer."
    )

    @OptionGroup var name: SubscriptionName

    @Flag
    var consent: SubscriptionAction.Consent

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: SubscriptionAction { .consent(consent) }
}

extension SubscriptionAction.Consent: EnumerableFlag {
    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .ask: "Ask; until the customer agrees, the subscription does not renew."
        case .agree: "Agree to the higher price."
        case .decline: "Decline, which also turns off auto-renew."
        }
    }
}

struct AutoRenew: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns auto-renew of a subscription on or off, as the customer does."
    )

    @OptionGroup var name: SubscriptionName

    @Argument(help: "Whether it renews.")
    var state: OnOff

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var action: SubscriptionAction { .setAutoRenew(state == .on) }
}
