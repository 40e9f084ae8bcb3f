// swift-tools-version: 6.2
import PackageDescription

// The rules of the package above.
var rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
if Context.environment["SWIFTYSTOREKIT_WARNINGS_AS_ERRORS"] == "1" {
    rules += [.treatAllWarnings(as: .error)]
}

// The tests buy in a local store. Who runs the service needs of SwiftyStoreKit what verifies.
let hasTests = Context.environment["ENTITLEMENTS_TESTS"] == "1"

let http = [
    Target.Dependency.product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "AsyncHTTPClient", package: "async-http-client"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "Metrics", package: "swift-metrics"),
    .product(name: "CoreMetrics", package: "swift-metrics"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "Tracing", package: "swift-distributed-tracing"),
]
let appReceipt = Target.Dependency.product(name: "AppReceipt", package: "SwiftyStoreKit")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let targets: [Target] = [
    // PostgreSQL's C library.
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Statements, transactions and a pool of connections, behind a protocol; no SQL.
    .target(
        name: "PostgreSQL",
        dependencies: [
            "CLibpq",
            .product(name: "DequeModule", package: "swift-collections"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]
    ),
    // What is known of purchases, and the rule of what a customer may use: values alone.
    .target(name: "EntitlementModel", dependencies: [appReceipt, crypto]),
    // The service: its tables, and what it answers.
    .target(
        name: "EntitlementService",
        dependencies: ["PostgreSQL", "EntitlementModel", appReceipt, crypto] + http,
        resources: [.embedInCode("HTTP/openapi.json"), .embedInCode("Page")]
    ),
    .executableTarget(
        name: "entitlements",
        dependencies: [
            "EntitlementService", "EntitlementModel", "PostgreSQL",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ] + http
    ),
]

let tests: [Target] = [
    // Signs what the benchmarks post, or has a local store sign it, and sends requests.
    .executableTarget(
        name: "entitlements-load",
        dependencies: [
            "EntitlementService", "EntitlementModel", "PostgreSQL", "TestCluster", appReceipt,
            .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
            .product(name: "LocalAppStoreServer", package: "SwiftyStoreKit"),
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "DequeModule", package: "swift-collections"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Benchmarks/Load"
    ),
    // What tests share: a server of PostgreSQL, a bad network, random numbers.
    .target(
        name: "TestCluster",
        dependencies: ["CLibpq"],
        path: "Tests/TestCluster"
    ),
    .testTarget(
        name: "PostgreSQLTests",
        dependencies: [
            "PostgreSQL", "TestCluster",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ]
    ),
    .testTarget(
        name: "EntitlementModelTests",
        dependencies: ["EntitlementModel", "TestCluster", appReceipt]
    ),
    .testTarget(
        name: "EntitlementServiceTests",
        dependencies: [
            "EntitlementService", "EntitlementModel", "PostgreSQL", "TestCluster", "entitlements",
            appReceipt,
            .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
            .product(name: "LocalAppStoreServer", package: "SwiftyStoreKit"),
            .product(name: "HummingbirdTesting", package: "hummingbird"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ] + http
    ),
    // Kills, cuts and fills while the service is used; FailureTests and Scripts/service-test.sh
    // run it.
    .executableTarget(
        name: "failure-harness",
        dependencies: [
            "TestCluster", appReceipt, crypto,
            .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
            .product(name: "LocalAppStoreServer", package: "SwiftyStoreKit"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ] + http,
        path: "Tests/FailureHarness"
    ),
    .testTarget(
        name: "FailureTests",
        dependencies: ["failure-harness", "entitlements"]
    ),
]

// A package of its own, so that no client of the library resolves what a server needs.
let package = Package(
    name: "Entitlements",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "entitlements", targets: ["entitlements"]),
        .library(name: "EntitlementService", targets: ["EntitlementService"]),
    ],
    dependencies: [
        .package(
            name: "SwiftyStoreKit",
            path: "../..",
            traits: hasTests ? ["LocalAppStore"] : ["Receipts"]
        ),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: targets + (hasTests ? tests : [])
)

for target in package.targets where target.type != .system { target.swiftSettings = rules }
