import Foundation
import LocalAppStore

/// The purchase sheet of a terminal: shows what is for sale and waits for a line of input.
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
        let price = sheet.price.formatted(
            .currency(code: sheet.priceLocale.currency?.identifier ?? "USD")
                .locale(sheet.priceLocale)
        )
        let quantity = sheet.quantity == 1 ? "" : " x \(sheet.quantity)"
        let summary = sheet.summary.isEmpty ? "" : "\n\(sheet.summary)"
        return "\n[App Store] \(sheet.title)\(quantity)\(summary)\nBuy for \(price)? (y/n) "
    }
}
