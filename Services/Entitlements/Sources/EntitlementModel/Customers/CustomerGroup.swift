/// The names of one person, linked into one customer.
///
/// Each name has at most one link, to its parent. The chain of parents ends at the root, the name
/// of the customer. In a cycle, the root is the least name, compared byte by byte.
package enum CustomerGroup {
    /// Returns the root of a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - parent: Returns the name that a name is linked to.
    /// - Returns: The name of the customer.
    package static func root(
        of name: CustomerID,
        parent: (CustomerID) async throws -> CustomerID?
    ) async rethrows -> CustomerID {
        var path = [name]
        var positions = [name: 0]
        while let last = path.last, let next = try await parent(last) {
            if let start = positions[next] { return path[start...].min() ?? next }
            positions[next] = path.count
            path.append(next)
        }
        return path.last ?? name
    }
}
