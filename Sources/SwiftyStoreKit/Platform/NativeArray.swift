#if !canImport(Darwin)
import Foundation

/// An array of Foundation that keeps the Swift array it was made of.
final class NativeArray: NSArray {
    let elements: [Any]

    init(_ elements: [Any]) {
        self.elements = elements
        super.init(objects: nil, count: 0)
    }

    required convenience init(objects: UnsafePointer<AnyObject>?, count: Int) {
        self.init(UnsafeBufferPointer(start: objects, count: count).map { $0 })
    }

    required convenience init?(coder: NSCoder) {
        guard let array = NSArray(coder: coder) else { return nil }
        self.init(array.map { $0 })
    }

    required convenience init(arrayLiteral elements: Any...) {
        self.init(elements)
    }

    override var count: Int { elements.count }

    override func object(at index: Int) -> Any { elements[index] }
}
#endif
