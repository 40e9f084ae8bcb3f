// Fault plans and other documents are written by hand; storectl and the server quote the error.
extension DecodingError {
    /// What is wrong, and where in the document.
    package var place: String {
        let context: Context? =
            switch self {
            case .dataCorrupted(let context), .keyNotFound(_, let context),
                .typeMismatch(_, let context), .valueNotFound(_, let context):
                context
            @unknown default: nil
            }
        let path = context?.codingPath.map(\.stringValue).joined(separator: ".") ?? ""
        return (path.isEmpty ? "" : "\(path): ") + (context?.debugDescription ?? "\(self)")
    }
}
