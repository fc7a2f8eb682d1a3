/// Keys and signatures that minisign 0.11 has made.
enum MinisignFixture {
  static let publicKey = """
    untrusted comment: minisign public key C9C611CBF89ADB8A
    RWSK25r4yxHGya7kCGK+dbyYoMb3VNrPWQCFEJ/odfLlLxd0oInxUNmC

    """
  /// `minisign -G -W`.
  static let secretKey = """
    untrusted comment: minisign encrypted secret key
    RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAitua+MsRxslYW0Ea1DnVLJdVp5648maWoIzfj7n5NiNG\
    Q/AzLkpjpK7kCGK+dbyYoMb3VNrPWQCFEJ/odfLlLxd0oInxUNmCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

    """
  /// What is signed.
  static let message = Array("hello\n".utf8)
  /// `minisign -S -t 'trusted words'`.
  static let signature = """
    untrusted comment: signature from minisign secret key
    RUSK25r4yxHGyVzPqraHrNcxkMY6xuZhc/6gy0ODECRkmzMMqc/Vw63cYtnCwvOoqyX5PHQ/Pv1TZ3hd6z78igPZEkXGmIWzeww=
    trusted comment: trusted words
    6pNToi5048qph/pnypBe0puVYofXV7bTZUR/vNG3WZGYz7ptWCzJqUp77hpbEKOoGXvjWtmkY0Q6G1rti+arBg==

    """
  /// `minisign -S -l -t old`.
  static let legacySignature = """
    untrusted comment: signature from minisign secret key
    RWSK25r4yxHGyczaCl8K7rpcW4kOKkuryqbsm/4SRhTAdop5wLY2WpOsrWW193AX2/XwHgqsCY/NAOGZ29je4xqB81cSJVAURAU=
    trusted comment: old
    t8ssdCwGe7iD5iGrMYy2iOiXYoC53pfkBqcok1RRH5J8qmquIa7sQtM53gCqFDjvbQXWpN9p/aXoQBkEOW1CBA==

    """
}
