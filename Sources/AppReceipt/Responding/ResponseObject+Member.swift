extension ResponseObject {
    /// One name with its value.
    package struct Member: Equatable, Sendable {
        /// The name as it is sent.
        package let name: String
        /// What stands under the name.
        package let value: ResponseValue
    }
}
