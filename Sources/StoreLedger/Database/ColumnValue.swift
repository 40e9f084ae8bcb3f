import Foundation
import GRDB
import StoreModel

/// A value of a column.
///
/// A stored value of another type or out of range means that the file is damaged.
protocol ColumnValue: SendableMetatype {
    static var expected: String { get }

    init?(stored: DatabaseValue.Storage)

    /// The value to store; `nil` for NULL.
    var stored: (any DatabaseValueConvertible)? { get }
}

extension ColumnValue where Self: DatabaseValueConvertible {
    var stored: (any DatabaseValueConvertible)? { self }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    static var expected: String { "a valid \(Self.self)" }

    init?(stored: DatabaseValue.Storage) {
        guard let rawValue = RawValue(stored: stored) else { return nil }
        self.init(rawValue: rawValue)
    }

    var stored: (any DatabaseValueConvertible)? { rawValue.stored }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    static var expected: String { Wrapped.expected }

    init?(stored: DatabaseValue.Storage) {
        if case .null = stored {
            self = .none
        } else {
            guard let value = Wrapped(stored: stored) else { return nil }
            self = .some(value)
        }
    }

    var stored: (any DatabaseValueConvertible)? { flatMap(\.stored) }
}

extension Int64: ColumnValue {
    static let expected = "an integer in range"

    init?(stored: DatabaseValue.Storage) {
        guard case .int64(let number) = stored else { return nil }
        self = number
    }
}

extension Int: ColumnValue {
    static let expected = Int64.expected

    init?(stored: DatabaseValue.Storage) {
        guard let number = Int64(stored: stored) else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: ColumnValue {
    static let expected = "0 or 1"

    init?(stored: DatabaseValue.Storage) {
        guard let number = Int64(stored: stored), 0...1 ~= number else { return nil }
        self = number == 1
    }
}

extension Date: ColumnValue {
    static let expected = "a date of the years 1 to 9999 in milliseconds"

    init?(stored: DatabaseValue.Storage) {
        guard let count = Int64(stored: stored) else { return nil }
        self.init(millisecondsSince1970: count)
        guard Date.storeDates.contains(self) else { return nil }
    }

    var stored: (any DatabaseValueConvertible)? { milliseconds }
}

extension String: ColumnValue {
    static let expected = "a text"

    init?(stored: DatabaseValue.Storage) {
        guard case .string(let text) = stored else { return nil }
        self = text
    }
}

extension Data: ColumnValue {
    static let expected = "a blob"

    init?(stored: DatabaseValue.Storage) {
        guard case .blob(let data) = stored else { return nil }
        self = data
    }
}

extension UUID: ColumnValue {
    static let expected = "a blob of 16 bytes"

    init?(stored: DatabaseValue.Storage) {
        guard case .blob(let data) = stored, data.count == 16,
            let identifier = UUID.fromDatabaseValue(data.databaseValue)
        else { return nil }
        self = identifier
    }
}

extension Decimal: ColumnValue {
    static let expected = "a decimal number"

    init?(stored: DatabaseValue.Storage) {
        guard let text = String(stored: stored) else { return nil }
        self.init(plainText: text)
    }

    var stored: (any DatabaseValueConvertible)? { "\(self)" }
}
