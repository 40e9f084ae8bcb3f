// swift-tools-version: 6.2
import PackageDescription

// The rules of the package that is measured.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

// A package of its own, so that nobody who depends on SwiftyStoreKit builds it; it sees what an app
// sees.
let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "SwiftyStoreKit", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.12.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
    ],
    targets: [
        .target(name: "Measuring", swiftSettings: strict),
        .target(name: "AllocationCount"),
        .target(
            name: "LedgerFilling",
            dependencies: [.product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "store-benchmarks",
            dependencies: [
                "Measuring", "LedgerFilling",
                .product(name: "SwiftyStoreKit", package: "SwiftyStoreKit"),
                .product(name: "StoreTesting", package: "SwiftyStoreKit"),
                .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Sources/Store",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "receipt-benchmarks",
            dependencies: [
                "Measuring", "AllocationCount",
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/Receipts",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "jws-benchmarks",
            dependencies: [
                "Measuring",
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/JWS",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "query-benchmarks",
            dependencies: [
                "Measuring",
                .product(name: "SwiftyStoreKit", package: "SwiftyStoreKit"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
            ],
            path: "Sources/Queries",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "server-benchmarks",
            dependencies: [
                "Measuring", "LedgerFilling",
                .product(name: "LocalAppStoreServer", package: "SwiftyStoreKit"),
                .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            path: "Sources/Server",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "storectl-benchmarks",
            dependencies: [
                "Measuring", "LedgerFilling",
                .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
                .product(name: "storectl", package: "SwiftyStoreKit"),
            ],
            path: "Sources/Storectl",
            swiftSettings: strict
        ),
    ]
)
