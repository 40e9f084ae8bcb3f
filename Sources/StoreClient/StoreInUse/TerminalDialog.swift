import Foundation
import LocalAppStore

/// The purchase sheet in a terminal: shows the product and waits for a line of input.
struct TerminalDialog {
    private let show: @Sendable (String) -> Void
    private let answer: @Sendable () -> String?

    init(
        show: @escaping @Sendable (String) -> Void = { text in
            FileHandle.standardOutput.write(Data(text.utf8))
        },
        answer: @escaping @Sendable () -> String? = { readLine() }
    ) {
        self.show = show
        self.answer = answer
    }

    /// Whether the customer typed `y` or `yes`; the end of the input cancels.
    func confirms(_ sheet: PurchaseSheet) -> Bool {
        show(text(of: sheet))
        return ["y", "yes"].contains(answer()?.trimmingCharacters(in: .whitespaces).lowercased())
    }

    private func text(of sheet: PurchaseSheet) -> String {
        let quantity = sheet.quantity == 1 ? "" : " x \(sheet.quantity)"
        let summary = sheet.summary.isEmpty ? "" : "\n\(sheet.summary)"
        return "\n[App Store] \(sheet.title)\(quantity)\(summary)\n\(prompt(for: sheet))? (y/n) "
    }

    private func prompt(for sheet: PurchaseSheet) -> String {
        let price = text(of: sheet.price, in: sheet.priceLocale)
        guard let offer = sheet.offer else { return "Buy for \(price)" }
        let beginning =
            switch offer.paymentMode {
            case .freeTrial: "Try free for \(offer.duration.length)"
            case .payUpFront: "Buy \(offer.duration.length) for \(price)"
            case .payAsYouGo: "Buy for \(price) \(offer.period.rate) for \(offer.duration.length)"
            }
        let renewal = text(of: offer.renewalPrice, in: sheet.priceLocale)
        return "\(beginning), then \(renewal) \(offer.renewalPeriod.rate)"
    }

    private func text(of price: Decimal, in locale: Locale) -> String {
        price.formatted(.currency(code: locale.currency?.identifier ?? "USD").locale(locale))
    }
}

extension LocalAppStore.SubscriptionPeriod {
    /// Such as "3 months".
    fileprivate var length: String { value == 1 ? "1 \(unit)" : "\(value) \(unit)s" }

    /// Such as "a month" or "every 3 months".
    fileprivate var rate: String { value == 1 ? "a \(unit)" : "every \(length)" }
}
