import Foundation
import StoreKit
import Testing

@Suite("Key-value coding of dictionaries")
struct NSMutableDictionaryTests {
    @Test("A value is set for its key, and the next one replaces it")
    func setting() {
        let dictionary = NSMutableDictionary()
        dictionary.setValue("one", forKey: "key")
        #expect(dictionary["key"] as? String == "one")
        dictionary.setValue(2, forKey: "key")
        #expect(dictionary["key"] as? Int == 2)
        #expect(dictionary.count == 1)
    }

    @Test("Nil removes the key and leaves the others")
    func removing() {
        let dictionary = NSMutableDictionary(dictionary: ["a": 1, "b": 2])
        dictionary.setValue(nil, forKey: "a")
        dictionary.setValue(nil, forKey: "absent")
        #expect(dictionary == ["b": 2])
    }
}
