// The samples print errors that may be absent, of which the compiler warns unless somebody says how
// they read.
extension DefaultStringInterpolation {
    mutating func appendInterpolation(_ error: (any Error)?) {
        appendInterpolation(String(describing: error))
    }
}
