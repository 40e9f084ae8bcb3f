package import Foundation

extension ResponseObject {
    /// The object as JSON in UTF-8 (RFC 8259), without white space and in the order of its members.
    package func json() -> Data {
        var writer = ResponseWriter()
        writer.write(self)
        return Data(writer.octets)
    }
}
