/// The attributes that a signature is made over, where it is not made over the content itself.
struct SignedAttributes {
    /// The whole element, whose tag is [0] in the message and SET in what was signed (RFC 5652,
    /// section 5.4).
    let element: Range<Int>
    /// The content of the message digest's OCTET STRING.
    let messageDigest: Range<Int>
}
