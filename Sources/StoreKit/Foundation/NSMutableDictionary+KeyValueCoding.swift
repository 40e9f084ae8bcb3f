public import Foundation

extension NSMutableDictionary {
    /// Sets the value of a key, or removes the key when the value is nil.
    ///
    /// Stands in for key-value coding on dictionaries, which Foundation on Linux lacks. Apple's
    /// `NSMutableDictionary` takes the same two ways.
    ///
    /// - Parameters:
    ///   - value: What the key stands for from now on; nil removes the key.
    ///   - key: The key, which need not be in the dictionary.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let value else { return removeObject(forKey: NSString(string: key)) }
        setObject(value, forKey: NSString(string: key))
    }
}
