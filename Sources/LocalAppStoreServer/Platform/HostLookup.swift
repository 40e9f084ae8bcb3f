import FlyingSocks
import Foundation

/// The system's search for the addresses of a host.
enum HostLookup {
    /// Finds the addresses of a host, which blocks.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The port that the addresses get.
    /// - Returns: The addresses in the order of the system's preference; none if none is found.
    static func addresses(of host: String, port: UInt16) -> [any SocketAddress] {
        var hints = addrinfo()
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [any SocketAddress] = []
        var next = list
        while let info = next?.pointee {
            if let address = address(info) { addresses.append(address) }
            next = info.ai_next
        }
        return addresses
    }

    /// Copies an address of the Internet; `nil` for another one.
    private static func address(_ info: addrinfo) -> (any SocketAddress)? {
        let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
        var storage = sockaddr_storage()
        guard bytes.count <= MemoryLayout<sockaddr_storage>.size else { return nil }
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
        // FlyingSocks cannot connect to a sockaddr_storage itself.
        return switch info.ai_family {
        case AF_INET: try? sockaddr_in.make(from: storage)
        case AF_INET6: try? sockaddr_in6.make(from: storage)
        default: nil
        }
    }
}
