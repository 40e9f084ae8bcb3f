import Testing

@Suite struct EnumExhaustivenessTests {
    static let open: [(String, [String])] = [
        (
            "SKPaymentTransactionState",
            ["purchasing", "purchased", "failed", "restored", "deferred"]
        ),
        ("SKProduct.PeriodUnit", ["day", "week", "month", "year"]),
        ("SKProductDiscount.PaymentMode", ["payAsYouGo", "payUpFront", "freeTrial"]),
        ("SKProductDiscount.`Type`", ["introductory", "subscription"]),
        ("SKError.Code", SKErrorTests.codes.map { row in "\(row.1)" }),
    ]
    static let frozen: [(String, [String])] = [
        ("SKDownloadState", ["waiting", "active", "paused", "finished", "failed", "cancelled"]),
        ("SKProductStorePromotionVisibility", ["default", "show", "hide"]),
    ]

    @Test func `a switch over an enum that may grow needs a default`() throws {
        let source = Self.open.map { row in Self.function(row, tail: "") }.joined()
        let errors = try Client(source: source).diagnostics()
            .filter { line in line.contains("error: switch covers known cases") }
        #expect(errors.count == Self.open.count)
    }

    @Test func `a switch with a default for cases to come raises no warning`() throws {
        let tail = "@unknown default: 0"
        let source = Self.open.map { row in Self.function(row, tail: tail) }.joined()
        #expect(try Client(source: source).diagnostics() == [])
    }

    @Test func `a switch over a frozen enum needs no default`() throws {
        let source = Self.frozen.map { row in Self.function(row, tail: "") }.joined()
        #expect(try Client(source: source).diagnostics() == [])
    }

    @Test func `a default in a switch over a frozen enum is superfluous`() throws {
        let source = Self.frozen.map { row in Self.function(row, tail: "default: 0") }.joined()
        let warnings = try Client(source: source).diagnostics()
            .filter { line in line.contains("default will never be executed") }
        #expect(warnings.count == Self.frozen.count)
    }

    private static func function(_ row: (name: String, cases: [String]), tail: String) -> String {
        let cases = row.cases.map { name in "case .\(name): 1\n" }.joined()
        return "func f(_ value: \(row.name)) -> Int { switch value {\n\(cases)\(tail)\n} }\n"
    }
}
