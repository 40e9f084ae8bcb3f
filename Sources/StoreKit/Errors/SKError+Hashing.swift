// What Linux's Foundation offers calls `NSError.hash`, which there calls itself until the stack is
// full.
extension SKError {
    /// Mixes in the domain and the number of the error.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// A number that is the same for equal errors.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}
