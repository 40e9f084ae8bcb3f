/// Where one ASN.1 element lies.
struct Element {
    let tag: UInt8
    let start: Int
    let content: Range<Int>
    /// The first octet behind the element; behind `content` there may be an end-of-contents mark.
    let end: Int

    var whole: Range<Int> { start..<end }

    func require(_ expected: UInt8, _ name: StaticString) throws(SignedReceipt.Error) {
        guard tag == expected else {
            throw .malformed(detail: "\(name) has the tag \(tag)", offset: start)
        }
    }
}
