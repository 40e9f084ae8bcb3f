import Testing

@testable import EntitlementService

@Suite struct ConditionTests {
    @Test(arguments: [
        ("*", true), (" * ", true), ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true),
        ("\"b\",W/\"a\" ,", true), (",, \"a\"", true), ("\"b\"", false), ("\"A\"", false),
        ("\"xax\"", false), ("\"b,\", \"c\"", false),
    ])
    func `a condition names the tag, or any`(field: String, isMatch: Bool) throws {
        #expect(try #require(EntityTagCondition(field)).matches("\"a\"") == isMatch)
    }

    @Test(arguments: [
        "", " ", ",", "a", "\"a", "a\"", "\"a\" \"b\"", "w/\"a\"", "W/ \"a\"", "*, \"a\"",
        "\"a\", *", "\"a b\"", "\"a\tb\"", "W/", "\"",
    ])
    func `a malformed condition is none`(field: String) {
        #expect(EntityTagCondition(field) == nil)
    }

    @Test func `a tag may have commas and other signs`() throws {
        let condition = try #require(EntityTagCondition("\"b\", \"a,+/=!~ü\""))
        #expect(condition.matches("\"a,+/=!~ü\""))
        #expect(!condition.matches("\"a\""))
    }

    @Test func `JSON keeps the order of members and escapes strings`() {
        let value: JSON = .object([
            "b": .list([.integer(-1), .flag(true), .written("{}")]), "a\"": "\\ \u{1}\u{1F}\u{7F}ü",
        ])
        #expect(value.text == "{\"b\":[-1,true,{}],\"a\\\"\":\"\\\\ \\u0001\\u001f\u{7F}ü\"}")
    }
}
