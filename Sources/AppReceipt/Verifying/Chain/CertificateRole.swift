/// What a certificate does in a chain, which decides what is asked of it.
enum CertificateRole: String {
    case signer = "the signer's certificate"
    case intermediate = "the intermediate certificate"
    case root = "the root certificate"
}
