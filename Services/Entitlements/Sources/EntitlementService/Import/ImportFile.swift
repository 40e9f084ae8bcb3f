import Crypto
package import EntitlementModel
package import Foundation

/// Another service's file with a purchase in each row.
package struct ImportFile: Sendable {
    private static let chunkSize = 1 << 16

    let url: URL
    let format: ImportFormat
    let environment: PurchaseEnvironment

    package init(_ url: URL, _ format: ImportFormat, _ environment: PurchaseEnvironment) {
        self.url = url
        self.format = format
        self.environment = environment
    }

    /// Reads the file once.
    ///
    /// - Returns: The SHA-256 of its content in hexadecimal digits.
    /// - Throws: A `CSVError` for the first mistake.
    func check() throws -> String {
        let file = try FileHandle(forReadingFrom: url)
        var hash = SHA256()
        var rows = try ImportRows(self) {
            let bytes = try file.read(upToCount: Self.chunkSize)
            if let bytes { hash.update(data: bytes) }
            return bytes
        }
        while try rows.next() != nil {}
        return hash.finalize().hexadecimal
    }

    /// The rows of the file.
    func rows() throws -> ImportRows {
        let file = try FileHandle(forReadingFrom: url)
        return try ImportRows(self) { try file.read(upToCount: Self.chunkSize) }
    }
}

/// The rows of a file, read one after the other.
struct ImportRows {
    private let environment: PurchaseEnvironment
    private let columns: ImportColumns
    private var reader: CSVReader
    /// The number of rows that were read.
    private(set) var count = 0

    init(_ file: ImportFile, _ nextChunk: @escaping () throws -> Data?) throws {
        environment = file.environment
        reader = try CSVReader(nextChunk)
        guard let header = try reader.nextRecord() else {
            throw CSVError(CSVField.Place(line: 1, column: 1), "The file has no header.")
        }
        columns = try ImportColumns(file.format, header: header)
    }

    /// Reads the next row, with its line; `nil` at the end.
    mutating func next() throws -> (line: Int, row: ImportColumns.Row)? {
        guard let fields = try reader.nextRecord() else { return nil }
        count += 1
        return (fields[0].place.line, try columns.row(fields, in: environment))
    }
}

/// The purchases already read from a file, each with a hash of its customer.
///
/// Most identifiers are integers, which need 16 bytes each with the hash.
struct KnownPurchases {
    private var integers: [UInt64: Int] = [:]
    private var others: [String: Int] = [:]

    /// Adds a purchase.
    ///
    /// - Returns: The reason to skip a known purchase; `nil` for a new one.
    mutating func add(_ id: String, of customer: String?) -> SkipReason? {
        let hash = customer.hashValue
        let known: Int?
        if let integer = Self.integer(id) {
            known = Self.add(integer, hash, to: &integers)
        } else {
            known = Self.add(id, hash, to: &others)
        }
        return known.map { customer == nil || $0 == hash ? .repeated : .otherCustomer }
    }

    func contains(_ id: String) -> Bool {
        if let integer = Self.integer(id) { return integers[integer] != nil }
        return others[id] != nil
    }

    private static func integer(_ id: String) -> UInt64? {
        UInt64(id).flatMap { String($0) == id ? $0 : nil }
    }

    private static func add<Key: Hashable>(
        _ key: Key,
        _ hash: Int,
        to purchases: inout [Key: Int]
    ) -> Int? {
        if let known = purchases[key] { return known }
        purchases[key] = hash
        return nil
    }
}
