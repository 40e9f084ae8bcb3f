import Foundation

/// The format of a range of dates as the length between them in words, such as `three months`.
///
/// It stands in for Apple's `Date.ComponentsFormatStyle` in the style `spellOut`, which Foundation
/// for Linux declares without an initializer.
struct DurationFormatStyle: FormatStyle {
    private var locale: Locale

    init(locale: Locale) {
        self.locale = locale
    }

    func format(_ value: Range<Date>) -> String {
        let units = DurationUnit.all
        let components = Calendar(identifier: .gregorian).dateComponents(
            Set(units.map(\.component)),
            from: value.lowerBound,
            to: value.upperBound
        )
        let amounts = DurationAmount.nonzero(in: components, units)
        let zero = units.suffix(1).map { DurationAmount(value: 0, unit: $0) }
        return DurationText(locale: locale, style: .spellOut)
            .text(amounts.isEmpty ? zero : amounts) ?? ""
    }

    func locale(_ locale: Locale) -> DurationFormatStyle {
        Self(locale: locale)
    }
}
