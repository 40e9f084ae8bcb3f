// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ShopModel",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "ShopModel", targets: ["ShopModel"])],
    dependencies: [
        // An app of your own names the repository instead: see Installing.
        .package(name: "SwiftyStoreKit", path: "../../..")
    ],
    targets: [
        .target(
            name: "ShopModel",
            dependencies: [.product(name: "SwiftyStoreKit", package: "SwiftyStoreKit")]
        ),
        .testTarget(
            name: "ShopModelTests",
            dependencies: [
                "ShopModel", .product(name: "StoreTesting", package: "SwiftyStoreKit"),
            ],
            resources: [.copy("Shop.storekit")]
        ),
    ]
)
