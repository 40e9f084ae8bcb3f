import ShopModel
import SwiftUI

@main
struct ShopApp: App {
    private static let savedCoins = "coins"

    @State private var shop = Shop(coins: UserDefaults.standard.integer(forKey: savedCoins)) {
        UserDefaults.standard.set($0, forKey: savedCoins)
    }

    var body: some Scene {
        WindowGroup {
            ShopView(shop: shop)
                .task {
                    shop.open()
                    await shop.followMembership()
                }
        }
    }
}
