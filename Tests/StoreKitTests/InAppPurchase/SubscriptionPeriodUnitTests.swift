import Foundation
import Testing

@testable import StoreKit

@Suite("Units of periods")
struct SubscriptionPeriodUnitTests {
    private typealias Unit = Product.SubscriptionPeriod.Unit

    private static let units: [Unit] = [.day, .week, .month, .year]

    @Test("A longer unit is greater")
    func order() {
        #expect([Unit.year, .day, .month, .week].sorted() == Self.units)
        #expect(!(Unit.day < .day))
    }

    @Test("A unit is described in English")
    func debugDescription() {
        let names = Self.units.map { String(reflecting: $0) }
        #expect(names == ["day", "week", "month", "year"])
    }

    @Test(
        "A unit has its name in a locale",
        arguments: [
            ("en_US", ["day", "week", "month", "year"]),
            ("de_DE", ["Tag", "Woche", "Monat", "Jahr"]),
            ("fr_FR", ["jour", "semaine", "mois", "année"]),
            ("ja_JP", ["日", "週", "月", "年"]),
        ]
    )
    func names(locale: String, names: [String]) {
        let style = Unit.FormatStyle(locale: Locale(identifier: locale))
        #expect(Self.units.map { $0.formatted(style) } == names)
        let other = Unit.FormatStyle(locale: Locale(identifier: "it_IT"))
        #expect(other.locale(Locale(identifier: locale)) == style)
    }

    @Test("The description is the name in the current locale")
    func localizedDescription() {
        let style = Unit.FormatStyle(locale: .current)
        #expect(Self.units.map(\.localizedDescription) == Self.units.map(style.format))
    }

    @Test("An encoded style is decoded with its locale")
    func coding() throws {
        let style = Unit.FormatStyle(locale: Locale(identifier: "de_DE"))
        let data = try JSONEncoder().encode(style)
        let decoded = try JSONDecoder().decode(Unit.FormatStyle.self, from: data)
        #expect(decoded.format(.month) == "Monat")
        #expect(decoded == style)
    }
}
