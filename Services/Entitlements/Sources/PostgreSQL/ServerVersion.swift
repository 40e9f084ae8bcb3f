/// A version of PostgreSQL.
package struct ServerVersion: Hashable, Sendable, CustomStringConvertible {
    /// The oldest and the newest version that the service is made for.
    static let oldest = 15
    static let newest = 18

    /// The number as `server_version_num` has it, such as 150018.
    package let number: Int

    package init(number: Int) { self.number = number }

    /// The version of a database.
    package init(of database: any SQLDatabase) async throws(SQLError) {
        let text = "SELECT current_setting('server_version_num')::bigint"
        let numbers: [Int64] = try await database.query(Statement(text)).column()
        self.init(number: Int(numbers[0]))
    }

    private var major: Int { number / 10_000 }

    /// Whether the service works with it; connections to older ones are refused.
    package var isSupported: Bool { major >= Self.oldest }

    /// Whether it is later than the newest version that the service is made for.
    package var isUnknown: Bool { major > Self.newest }

    package var description: String { "\(major).\(number % 10_000)" }
}
