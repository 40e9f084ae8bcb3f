import Foundation
import StoreKit
import Testing

@Suite("Mistakes in key-value coding that end the process")
struct KeyValueCodingStopTests {
    @Test("An unknown key ends the process with Apple's message, when set and when read")
    func unknownKey() async {
        let set = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            SKProduct().setValue("a", forKey: "colour")
        }
        expect(
            set,
            "setValue:forUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key colour."
        )
        let read = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = SKPaymentTransaction().value(forKeyPath: "payment.original")
        }
        expect(
            read,
            "[<SKPayment 0x",
            "valueForUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key original."
        )
    }

    @Test("Nil for a number ends the process with Apple's message")
    func nilNumber() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            SKProductSubscriptionPeriod().setValue(nil, forKey: "numberOfUnits")
        }
        expect(
            result,
            "[<SKProductSubscriptionPeriod 0x",
            "setNilValueForKey]: could not set nil as the value for the key numberOfUnits."
        )
    }

    @Test("A value of another type, or a number without a case, ends the process and is named")
    func otherType() async {
        let text = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            SKProduct().setValue("cheap", forKey: "price")
        }
        expect(text, "cheap of type String is not a value for the key price.")
        let number = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            SKProductSubscriptionPeriod().setValue(9, forKey: "unit")
        }
        expect(number, "9 of type Int is not a value for the key unit.")
    }

    private func expect(_ result: ExitTest.Result?, _ parts: String...) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for part in parts {
            #expect(text.contains(part))
        }
    }
}
