import Foundation
import TestCluster
import Testing

@testable import EntitlementModel

@Suite struct CustomerStatementTests {
    typealias Content = CustomerStatement.Content

    private static let forms: [(content: Content, json: String)] = [
        (.link(to: .user("b")), #"{"to":"user:b","type":"link"}"#),
        (.unlink, #"{"type":"unlink"}"#),
        (
            .grant(Grant(name: "pro", until: 5, reason: "a/b")),
            #"{"name":"pro","reason":"a/b","type":"grant","until":5}"#
        ),
        (
            .grant(Grant(name: "pro", reason: "")),
            #"{"name":"pro","reason":"","type":"grant"}"#
        ),
        (
            .revokeGrant(.first, reason: "c"),
            #"{"grant":"01000000-0000-0000-0000-000000000000","reason":"c","type":"revokeGrant"}"#
        ),
        (
            .revokeGrant(.first, reason: nil),
            #"{"grant":"01000000-0000-0000-0000-000000000000","type":"revokeGrant"}"#
        ),
        (
            .spend(productID: "coins", quantity: 3, key: "k"),
            #"{"key":"k","productId":"coins","quantity":3,"type":"spend"}"#
        ),
        (.admitSandbox(true), #"{"isAdmitted":true,"type":"admitSandbox"}"#),
        (.replay(from: 3), #"{"from":3,"type":"replay"}"#), (.erase, #"{"type":"erase"}"#),
    ]

    @Test(arguments: forms.indices)
    func `content has one form as JSON`(index: Int) throws {
        let (content, json) = Self.forms[index]
        #expect(try content.json == json)
        #expect(try Content(json: json) == content)
    }

    @Test(arguments: [
        "", "{}", #"{"type":"other"}"#, #"{"type":"link"}"#, #"{"type":"link","to":"a b"}"#,
        #"{"type":"grant","name":"pro"}"#, #"{"type":"spend","key":"k","quantity":"1"}"#,
    ])
    func `other JSON is refused`(json: String) {
        #expect(throws: DecodingError.self) { try Content(json: json) }
    }

    @Test func `the newest link or its removal counts`() {
        let links = [
            Self.make(1, .link(to: .user("b"))), Self.make(3, .link(to: .user("c"))),
            Self.make(2, .unlink),
        ]
        #expect(CustomerStatements(links).parent == .user("c"))
        #expect(CustomerStatements(links.dropLast(2)).parent == .user("b"))
        #expect(CustomerStatements(links + [Self.make(4, .unlink)]).parent == nil)
        #expect(CustomerStatements().parent == nil)
        let other = Self.make(5, .admitSandbox(true))
        #expect(CustomerStatements(links + [other]).parent == .user("c"))
    }

    @Test func `the newest statement about a tester counts`() {
        #expect(!CustomerStatements().isTester)
        let admitted = Self.make(1, .admitSandbox(true)),
            refused = Self.make(2, .admitSandbox(false))
        #expect(CustomerStatements([admitted]).isTester)
        #expect(!CustomerStatements([refused, admitted]).isTester)
    }

    @Test func `a revocation of a grant holds, whichever was stated first`() {
        let grant = Grant(name: "pro", reason: "press")
        let granted = Self.make(5, .grant(grant))
        for date in [Milliseconds(4), 6] {
            let revoked = Self.make(date, .revokeGrant(granted.id, reason: nil))
            #expect(CustomerStatements([granted]).grants == [granted.id: grant])
            #expect(CustomerStatements([granted, revoked]).grants.isEmpty)
            let again = Self.make(9, .grant(grant), id: granted.id)
            #expect(CustomerStatements([revoked, again, granted]).grants.isEmpty)
        }
    }

    @Test func `a grant that is stated again stays as it was`() {
        let first = Self.make(1, .grant(Grant(name: "pro", reason: "press")))
        let again = Self.make(2, .grant(Grant(name: "max", reason: "press")), id: first.id)
        for statements in [[first, again], [again, first]] {
            #expect(CustomerStatements(statements).inOrder == [first])
        }
    }

    @Test func `grants are granted, and revoked or expired`() throws {
        let press = Self.make(1, .grant(Grant(name: "press", until: 9, reason: "")))
        let beta = Self.make(2, .grant(Grant(name: "beta", until: 20, reason: "")))
        let end = Self.make(5, .revokeGrant(beta.id, reason: nil))
        let later = Self.make(6, .revokeGrant(beta.id, reason: nil))
        let unknown = Self.make(7, .revokeGrant(.first, reason: nil))
        let over = Self.make(3, .grant(Grant(name: "over", until: 3, reason: "")))
        let statements = CustomerStatements([end, press, later, beta, unknown, over])
        func timeline(_ date: Milliseconds) -> [String] {
            statements.timeline(at: date).map { "\($0.date) \($0.reason) \($0.name ?? "")" }
        }
        #expect(timeline(0).isEmpty)
        #expect(timeline(4) == ["1 granted press", "2 granted beta"])
        let all = ["1 granted press", "2 granted beta", "5 grantRevoked beta", "9 expired press"]
        #expect(timeline(99) == all)
        let entry = try #require(statements.timeline(at: 99).first)
        #expect(entry.periodStart == 1)
        #expect(entry.periodEnd == 9)
    }

    @Test(arguments: 0..<60)
    func `any order and any repetition come to the same`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let statements = Self.random(&generator)
        let first = CustomerStatements(statements)
        for _ in 0..<10 {
            let order = (statements + statements.prefix(9)).shuffled(using: &generator)
            var other = CustomerStatements(order.prefix(12))
            other.merge(CustomerStatements(order.dropFirst(9)))
            #expect(other == first)
            #expect(other.inOrder == first.inOrder)
            #expect(other.parent == first.parent)
            #expect(other.isTester == first.isTester)
            #expect(other.grants == first.grants)
            #expect(other.timeline(at: 9) == first.timeline(at: 9))
        }
    }

    private static func random(_ generator: inout SplitMix64) -> [CustomerStatement] {
        let ids = (0..<12).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        return (0..<25).map { _ in
            let number = Int.random(in: 0..<6, using: &generator)
            let text = "\(Int.random(in: 0..<3, using: &generator))"
            let contents: [Content] = [
                .link(to: .user(text)), .unlink,
                .grant(Grant(name: text, until: text == "0" ? nil : 5, reason: "")),
                .revokeGrant(ids.randomElement(using: &generator) ?? .first, reason: nil),
                .spend(productID: "coins", quantity: Int64(number), key: text),
                .admitSandbox(number == 5 && text == "1"),
            ]
            return make(
                Milliseconds(Int.random(in: 0..<4, using: &generator)),
                contents[number],
                id: ids.randomElement(using: &generator) ?? .first
            )
        }
    }

    private static func make(
        _ date: Milliseconds,
        _ content: Content,
        id: UUID = UUID()
    ) -> CustomerStatement {
        CustomerStatement(
            id: id,
            customer: .user("a"),
            date: date,
            actor: "support",
            content: content
        )
    }
}
