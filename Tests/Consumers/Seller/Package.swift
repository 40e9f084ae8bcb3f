// swift-tools-version: 6.2
import PackageDescription

// An app that only sells, with the manifest that the README shows.
let package = Package(
    name: "Seller",
    platforms: [
        .iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS("6.2"), .macCatalyst(.v13),
        .visionOS(.v1),
    ],
    products: [.library(name: "Seller", targets: ["Seller"])],
    dependencies: [.package(name: "SwiftyStoreKit", path: "../../..")],
    targets: [
        .target(
            name: "Seller",
            dependencies: [.product(name: "SwiftyStoreKit", package: "SwiftyStoreKit")]
        ),
        .testTarget(
            name: "SellerTests",
            dependencies: ["Seller", .product(name: "StoreTesting", package: "SwiftyStoreKit")]
        ),
    ]
)
