import ShopModel
import SwiftUI

/// The shelf, the customer's coins, and the membership.
struct ShopView: View {
    let shop: Shop

    var body: some View {
        NavigationStack {
            List {
                Section("Yours") {
                    LabeledContent("Coins", value: shop.coins, format: .number)
                    LabeledContent("Membership", value: shop.isMember ? "Active" : "None")
                }
                Section("On sale") {
                    ForEach(shop.products) { ProductRow(product: $0, shop: shop) }
                }
                Section {
                    Button("Restore Purchases") { Task { await shop.restore() } }
                } footer: {
                    if let message = shop.message { Text(message) }
                }
            }
            .navigationTitle("Shop")
            .refreshable { await shop.load() }
            .task { await shop.load() }
        }
    }
}

private struct ProductRow: View {
    let product: ShopProduct
    let shop: Shop

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(product.title)
                Text(product.detail).font(.footnote).foregroundStyle(.secondary)
            }
            Spacer()
            if shop.pending == product.id {
                ProgressView()
            } else {
                Button(product.price) { Task { await shop.buy(product.id) } }
                    .buttonStyle(.borderedProminent)
                    .disabled(shop.pending != nil)
            }
        }
    }
}
