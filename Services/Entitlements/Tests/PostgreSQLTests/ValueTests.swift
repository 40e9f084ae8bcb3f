import Foundation
import PostgreSQL
import Testing

@Suite struct ValueTests {
    @Test(arguments: [
        "", "plain", "it's \"quoted\"", #"back\slash \\ \x41"#, "a,b{c}", "NULL", "  ", "\n\t\r",
        "ü€𝄞👩‍👩‍👧", "\u{1}\u{7f}\u{fffd}\u{10ffff}", String(repeating: "long ", count: 100_000),
    ])
    func `a text comes back as it is`(text: String) async throws {
        let pool = try await makePool()
        #expect(try await pool.value("SELECT $1::text", [.text(text)]) == text)
        let element = "SELECT ($1::text[])[2]"
        #expect(try await pool.value(element, [.array([.null, .text(text)])]) == text)
    }

    @Test func `an array keeps the order, NULL and what looks like it`() async throws {
        let pool = try await makePool()
        let texts: [String?] = ["a,b", nil, "NULL", "", "\"", "\\", "{}"]
        let result = try await pool.query(
            Statement(
                "SELECT t, b FROM unnest($1::text[], $2::bytea[]) AS u (t, b)",
                [
                    .column(texts) { .text($0) },
                    .column(texts) { $0.map { .bytes(Array($0.utf8)) } ?? .null },
                ]
            )
        )
        let rows = try result.map { row throws(SQLError) in
            (try row.nextIfPresent() as String?, try row.nextIfPresent() as [UInt8]?)
        }
        #expect(rows.map(\.0) == texts)
        #expect(rows.map(\.1) == texts.map { $0.map { Array($0.utf8) } })
        let count = "SELECT cardinality($1::text[])::int8"
        #expect(try await pool.value(count, [.array([])]) == Int64(0))
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max])
    func `a number comes back as it is`(number: Int64) async throws {
        let pool = try await makePool()
        #expect(try await pool.value("SELECT $1::int8", [.integer(number)]) == number)
    }

    @Test func `flags, UUIDs, bytes and NULL come back as they are`() async throws {
        let pool = try await makePool()
        let uuid = UUID(), bytes = Array(UInt8.min...UInt8.max)
        #expect(try await pool.value("SELECT $1::bool", [.flag(true)]) == true)
        #expect(try await pool.value("SELECT $1::bool", [.flag(false)]) == false)
        #expect(try await pool.value("SELECT $1::uuid", [.uuid(uuid)]) == uuid)
        #expect(try await pool.value("SELECT $1::bytea", [.bytes(bytes)]) == bytes)
        #expect(try await pool.value("SELECT $1::bytea", [.bytes([])]) == [UInt8]())
        await #expect(throws: SQLError.decoding("text is NULL")) {
            _ = try await pool.value("SELECT $1::text", [.null], as: String.self)
        }
    }

    @Test func `what PostgreSQL cannot hold is refused before anything is sent`() async throws {
        // No server listens at this port.
        let pool = try PostgresDatabase("host=/nowhere dbname=none")
        let bad: [Statement] = [
            Statement("SELECT $1", [.text("a\0b")]), Statement("SELECT 1\0, 2"),
            Statement("SELECT $1", [.array([.text("\0")])]),
            Statement("SELECT $1", [.array([.array([])])]),
            Statement("SELECT 1", Array(repeating: .null, count: 65_536)),
        ]
        for statement in bad {
            let error = await #expect(throws: SQLError.self) { try await pool.query(statement) }
            #expect(error?.isAboutValues == true)
        }
    }

    @Test func `large values and results do not block each other`() async throws {
        let pool = try await makePool(connections: 1)
        let large = String(repeating: "x", count: 8_000_000)
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask { try await pool.value("SELECT $1::text", [.text(large)]) == large }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }

    @Test func `a text that is no UTF-8 is an error`() async throws {
        let pool = try await makePool()
        let name = "none_\(UUID().uuidString.lowercased().prefix(8))"
        _ = try await pool.query(
            Statement("CREATE DATABASE \(name) ENCODING 'SQL_ASCII' TEMPLATE template0")
        )
        let other = try await PostgresDatabase(sharedAddress(of: name))
        let text = "SELECT convert_from('\\xff', 'SQL_ASCII')"
        await #expect(throws: SQLError.self) {
            _ = try await other.value(text, as: String.self)
        }
        #expect(try await other.value("SELECT 1::int8") == Int64(1))
    }
}
