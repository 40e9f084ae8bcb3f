// swift-tools-version: 6.2
import PackageDescription

// The rules of the package that is tested.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

// libFuzzer comes with the toolchain; gold, which SwiftPM chooses on Linux, cannot read the
// toolchain's archive of it.
let fuzzing: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]

// A package of its own, so that nobody who depends on SwiftyStoreKit builds it. Scripts/fuzz.sh
// builds it so that all of it is instrumented, what it tests included.
let package = Package(
    name: "Fuzzing",
    dependencies: [
        .package(name: "SwiftyStoreKit", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.12.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
    ],
    targets: [
        .systemLibrary(name: "LibFuzzer"),
        .target(name: "Driving", dependencies: ["LibFuzzer"], swiftSettings: strict),
        .executableTarget(
            name: "fuzz-receipts",
            dependencies: [
                "Driving",
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "_CryptoExtras", package: "swift-crypto"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Sources/Receipts",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        .executableTarget(
            name: "fuzz-responses",
            dependencies: [
                "Driving", .product(name: "SwiftyStoreKit", package: "SwiftyStoreKit"),
            ],
            path: "Sources/Responses",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        .executableTarget(
            name: "fuzz-catalogs",
            dependencies: [
                "Driving", .product(name: "SwiftyStoreKit", package: "SwiftyStoreKit"),
                .product(name: "StoreTesting", package: "SwiftyStoreKit"),
                .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
            ],
            path: "Sources/Catalogs",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        .target(
            name: "JWSDocuments",
            dependencies: [
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "fuzz-jws",
            dependencies: [
                "Driving", "JWSDocuments",
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
            ],
            path: "Sources/JWS",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        .executableTarget(
            name: "fuzz-bearer",
            dependencies: [
                "Driving", "JWSDocuments",
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
            ],
            path: "Sources/Bearer",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        .executableTarget(
            name: "fuzz-requests",
            dependencies: [
                "Driving",
                .product(name: "LocalAppStoreServer", package: "SwiftyStoreKit"),
                .product(name: "LocalAppStore", package: "SwiftyStoreKit"),
                .product(name: "AppReceipt", package: "SwiftyStoreKit"),
            ],
            path: "Sources/Requests",
            swiftSettings: strict,
            linkerSettings: fuzzing
        ),
        // Judges many files at once, for Scripts/differential.sh.
        .executableTarget(
            name: "judge-receipts",
            dependencies: [.product(name: "AppReceipt", package: "SwiftyStoreKit")],
            path: "Sources/Judging",
            swiftSettings: strict
        ),
        // The same for signed documents, for Scripts/differential.sh.
        .executableTarget(
            name: "judge-jws",
            dependencies: [
                "JWSDocuments", .product(name: "AppReceipt", package: "SwiftyStoreKit"),
            ],
            path: "Sources/JudgingJWS",
            swiftSettings: strict
        ),
    ]
)
