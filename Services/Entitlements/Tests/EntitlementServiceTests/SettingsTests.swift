import AppReceipt
import EntitlementModel
import Foundation
import Testing

@testable import EntitlementService

@Suite struct SettingsTests {
    @Test func `the environment counts more than the file`() throws {
        let settings = try Settings(
            environment: ["ENTITLEMENTS_PORT": "1", "HOME": "/"],
            file: "# ports\n\nENTITLEMENTS_PORT=2\nENTITLEMENTS_HOST=\"::1\"\n"
        )
        #expect(settings[.port] == "1")
        #expect(settings[.host] == "::1")
        #expect(settings[.connections] == "8")
        #expect(settings[.eventsURL] == nil)
    }

    @Test func `a line of the file may end with a carriage return`() throws {
        let file = "# ports\r\nENTITLEMENTS_PORT=2\r\n\r\nENTITLEMENTS_HOST=::1\r\n"
        let settings = try Settings(environment: [:], file: file)
        #expect(settings[.port] == "2")
        #expect(settings[.host] == "::1")
        #expect(throws: ConfigurationError("Line 2: unknown setting PORT.")) {
            try Settings(environment: [:], file: "ENTITLEMENTS_PORT=1\r\nPORT=2")
        }
    }

    @Test func `a misspelt setting is an error`() {
        #expect(throws: ConfigurationError("Unknown setting ENTITLEMENTS_PROT.")) {
            try Settings(environment: ["ENTITLEMENTS_PROT": "1"])
        }
        #expect(throws: ConfigurationError("Line 2: unknown setting PORT.")) {
            try Settings(environment: [:], file: "ENTITLEMENTS_PORT=1\nPORT=2")
        }
        #expect(throws: ConfigurationError("Line 3: expected `NAME=VALUE`.")) {
            try Settings(environment: [:], file: "\n# ports\nENTITLEMENTS_PORT 1")
        }
    }

    @Test func `every setting has a help, and the overview has every setting`() {
        for setting in Setting.allCases {
            #expect(!setting.help.isEmpty)
            #expect(Setting.overview.contains(setting.rawValue))
        }
        #expect(Setting.requestSeconds.help.contains("wait for up to \(Setting.longestWait)."))
    }

    @Test func `apps have their environments, roots, names and durations`() throws {
        let apps = try Self.apps(
            """
            {"version": 3, "apps": [{"bundleId": "com.example.shop", "appAppleId": 7,
            "environments": {"Production": {}, "Sandbox": {}},
            "entitlements": {"pro": ["monthly", "yearly"]}, "nonRenewingDays": {"pass": 30}}]}
            """
        )
        let app = try #require(apps.first)
        #expect(app.appAppleID == 7)
        #expect(app.scopes.map(\.environment) == [.production, .sandbox])
        #expect(app.catalog.version == 3)
        #expect(app.catalog.name(of: "yearly") == "pro")
        #expect(app.catalog.name(of: "theme") == "theme")
        #expect(app.catalog.durations == ["pass": 30 * .day])
        #expect(app.consumption == nil)
    }

    @Test(arguments: [
        ("", ErasurePolicy.transactions), (", \"erasure\": {}", .transactions),
        (", \"erasure\": {\"keep\": \"transactions\"}", .transactions),
        (", \"erasure\": {\"keep\": \"nothing\"}", .nothing),
    ])
    func `an erasure keeps transactions unless the apps file has another rule`(
        member: String,
        policy: ErasurePolicy
    ) throws {
        let apps = try Self.apps(Self.app("\"environments\": {\"Sandbox\": {}}\(member)"))
        #expect(apps.first?.erasure == policy)
    }

    @Test func `the rule about consumption has an answer for each product`() throws {
        let file = """
            "environments": {"Sandbox": {}}, "consumption": {"customerConsented": true, "products":
            {"coins": {"deliveryStatus": "DELIVERED", "sampleContentProvided": false,
            "refundPreference": "DECLINE", "consumptionPercentage": 100000}, "club.gold":
            {"deliveryStatus": "UNDELIVERED_OTHER", "sampleContentProvided": true}}}
            """
        let rule = try #require(try Self.apps(Self.app(file)).first?.consumption)
        #expect(rule.delay == 10 * 3_600_000)
        #expect(
            rule.answers.mapValues(\.json) == [
                "coins": """
                {"customerConsented":true,"deliveryStatus":"DELIVERED",\
                "sampleContentProvided":false,"refundPreference":"DECLINE",\
                "consumptionPercentage":100000}
                """,
                "club.gold": """
                {"customerConsented":true,"deliveryStatus":"UNDELIVERED_OTHER",\
                "sampleContentProvided":true}
                """,
            ]
        )
    }

    @Test(arguments: [
        ("\"products\": {\"p\": {}}", "`customerConsented` must be true"),
        ("\"customerConsented\": false, \"products\": {\"p\": {}}", "p: `customerConsented` must"),
        ("\"customerConsented\": true", "products is missing"),
        ("\"after\": 12, \"products\": {}", "from 0 to 11 hours"),
        (
            "\"products\": {\"p\": {\"actor\": \"a\"}}",
            "unknown member apps.consumption.products.*.actor"
        ),
        (
            "\"customerConsented\": true, \"products\": {\"p\": {}}",
            "p: `deliveryStatus` is missing"
        ),
    ])
    func `what is wrong with the rule about consumption is named`(members: String, problem: String)
    {
        let file = Self.app("\"environments\": {}, \"consumption\": {\(members)}")
        let error = #expect(throws: ConfigurationError.self) { try Self.apps(file) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("{}", "version is missing"),
        ("[", "is not JSON"),
        (Self.app("\"environments\": {\"Production\": {}}"), "needs an appAppleId"),
        (Self.app("\"environments\": {\"Xcode\": {}}"), "must be Sandbox or Production"),
        (Self.app("\"environments\": {}, \"entitlement\": {}"), "unknown member"),
        (Self.app("\"environments\": {\"Sandbox\": {\"root\": []}}"), "unknown member"),
        (
            Self.app("\"environments\": {}, \"erasure\": {\"keep\": \"names\"}"),
            "keep must be one of nothing, transactions, not names"
        ),
        (Self.app("\"environments\": {}, \"erasure\": {\"kept\": \"\"}"), "unknown member"),
        (
            Self.app("\"environments\": {}, \"transfer\": \"oldest\""),
            "transfer must be one of newest, keep, share, not oldest"
        ),
        (
            Self.app(
                "\"environments\": {}}, {\"bundleId\": \"com.example.shop\", "
                    + "\"environments\": {}"
            ),
            "com.example.shop is listed twice"
        ),
        (
            Self.app("\"environments\": {}, \"entitlements\": {\"a\": [\"p\"], \"b\": [\"p\"]}"),
            "p has two names"
        ),
        (
            Self.app("\"environments\": {}, \"nonRenewingDays\": {\"p\": 0}"),
            "must be from 1 to 36525"
        ),
        (
            Self.app("\"environments\": {\"Sandbox\": {\"roots\": [\"/nowhere.der\"]}}"),
            "/nowhere.der cannot be read"
        ),
        (
            Self.app(
                "\"appAppleId\": 1, \"environments\": {\"Production\": {\"roots\": [\"x\"]}}"
            ),
            "need trustsTestRootsInProduction"
        ),
    ])
    func `what is wrong with apps is named`(file: String, problem: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.apps(file) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    @Test func `keys of readers are known by their digests`() throws {
        let apps = AppDirectory(try Self.apps(Self.app("\"environments\": {\"Sandbox\": {}}")))
        let digest = ReaderKeys.digest(of: "another secret key")
        let text = digest.map { String(format: "%02x", $0) }.joined()
        let file = """
            {"readers": [
            {"name": "a", "key": "a secret key of 16", "metrics": true, "writes": true,
            "admin": true},
            {"name": "b", "keySHA256": "\(text)", "access": {"com.example.shop": ["Sandbox"]}}]}
            """
        let keys = try ReadersFile.decode(Data(file.utf8)).keys(for: apps)
        let reader = try #require(keys.reader(with: "a secret key of 16"))
        #expect(reader.seesMetrics && reader.mayWrite && reader.isAdmin)
        let other = try #require(keys.reader(with: "another secret key"))
        #expect(other.scopes == [.shop])
        #expect(!other.seesMetrics && !other.mayWrite && !other.isAdmin)
        #expect(keys.reader(with: text) == nil)
    }

    @Test(arguments: [
        ("{\"readers\": [{\"name\": \"a\"}]}", "must have either key or keySHA256"),
        ("{\"readers\": [{\"name\": \"a\", \"key\": \"short\"}]}", "fewer than 16 bytes"),
        ("{\"readers\": [{\"name\": \"a\", \"keySHA256\": \"xy\"}]}", "64 hexadecimal digits"),
        (
            "{\"readers\": [{\"name\": \"a\", \"key\": \"a secret key of 16\", "
                + "\"access\": {\"other\": [\"Sandbox\"]}}]}",
            "other is not served in Sandbox"
        ),
    ])
    func `what is wrong with readers is named`(file: String, problem: String) throws {
        let apps = AppDirectory(try Self.apps(Self.app("\"environments\": {\"Sandbox\": {}}")))
        let error = #expect(throws: ConfigurationError.self) {
            try ReadersFile.decode(Data(file.utf8)).keys(for: apps)
        }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    private static func app(_ members: String) -> String {
        "{\"version\": 1, \"apps\": [{\"bundleId\": \"com.example.shop\", \(members)}]}"
    }

    private static func apps(_ file: String) throws -> [AppConfiguration] {
        try AppsFile.decode(Data(file.utf8))
            .configurations(sandboxRoots: nil, in: URL(fileURLWithPath: "/"))
    }
}
