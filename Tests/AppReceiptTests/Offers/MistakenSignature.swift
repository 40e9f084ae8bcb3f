/// A signature over a sample message, of which one field is not what it should be.
///
/// Made with OpenSSL, by `openssl dgst -sha256 -sign`.
struct MistakenSignature: Sendable {
    let user: String
    let mistake: String
    let signature: String

    static let all = [
        MistakenSignature(
            user: "Ann",
            mistake: "with a nonce in upper case",
            signature: "MEQCICcN+DY4mXBtIz9D/rKnpnTs6PNIzvwTTfNCU5a5G66OAiAQ5oFoSODzjXRIgNBiGf"
                + "TYByG4w87pTzbBa2ew1alXQg=="
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "with a user name that is not in lower case",
            signature: "MEQCIALQ3ggwNz4m0A7y4pdgRpPyP/hgwHswDAeIeJXfLcb2AiBhCuNwiaVLjpgqbZTWBi"
                + "EyMi3soVGxVA0ZZZS6LvGr3w=="
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "with a user name in upper case",
            signature: "MEUCIQC67cTmh+3q3qVKm211t1uE+z9SGxpsPfXYmbY1KdHnnwIgdb44L3mfdEtupu6OUQ"
                + "WSrYS/DyOLA8wbYgvfT0rZQF0="
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "without the user name",
            signature: "MEYCIQDXJScI/M7ce1J/iGlmJkH7ChYWoieiTzeaLPUopKU22AIhANbj+sZHTdreEC3w/x"
                + "wuEwJrCXmDZ6XbWPspOMa0eCC/"
        ),
        MistakenSignature(
            user: "",
            mistake: "without a field for the user name",
            signature: "MEYCIQDPUqLvpAQtkWQjtPCi7N9L7NzIbEBX6Degz39u6BDthQIhALuEePIslPe091iZBR"
                + "0FS7FbYQ1J6xk1bry20THECLxs"
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "with a timestamp in seconds",
            signature: "MEUCIErXQJ3aK+IxFsaapoz1vM07PgRehkjGidQH9EpCCDmaAiEA9xa9Ntbcr+tq0NmBSo"
                + "7PaQTi7flIA0SBpG1av2EWaCU="
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "without the key identifier",
            signature: "MEQCIFBzMIs3yAnhVngoJzD18RtKig0/Wv7QTQGZpIWXXs8CAiB+nNBqEuNXgilY0mRwNK"
                + "tbTQZWEztrw6j9zq5M1NGgOQ=="
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "with the identifiers of product and offer in the wrong order",
            signature: "MEYCIQDv96eO8dY21SBXBj236GTyps+MEn14GXjkQhtDDzzXWAIhAIi7c3Z249SHl0lQd6"
                + "R7bgm8T87/JGP5jyIr3DMCWIsm"
        ),
        MistakenSignature(
            user: "Ann",
            mistake: "without separators",
            signature: "MEUCIQCV/Hr9O3SXL8zrjZZIQ0g/kllm5MleugEI8JIhPL1XNQIgK5/4JNzoQCzSG61PoO"
                + "GdZmeFlu5etYHHfUBwt7eiDxk="
        ),
    ]
}
