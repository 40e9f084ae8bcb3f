/// What in a catalog file is most likely not what its author meant; the file is read all the same.
public struct CatalogWarning: Sendable, Equatable, CustomStringConvertible {
    /// The name of the file, without its folder.
    public var fileName: String

    /// The place in the file, such as `products[2].displayPrice`; empty when the file as a whole is
    /// meant.
    public var path: String

    /// What is unusual there.
    public var text: String

    /// Makes a warning about one place of a file.
    public init(fileName: String, path: String = "", text: String) {
        self.fileName = fileName
        self.path = path
        self.text = text
    }

    /// The warning in one line, such as `Shop.storekit: it describes no product`.
    public var description: String {
        path.isEmpty ? "\(fileName): \(text)" : "\(fileName), \(path): \(text)"
    }
}
