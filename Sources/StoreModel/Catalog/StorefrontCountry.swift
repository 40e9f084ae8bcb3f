/// A country in which the App Store sells.
package struct StorefrontCountry: Sendable, Equatable, Hashable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    package let code: String

    /// The App Store's number of the storefront, such as `143441`.
    package let identifier: String

    /// The ISO 3166-1 alpha-2 code, such as `US`.
    package let regionCode: String

    /// The ISO 4217 code of the App Store's currency there, which may not be the country's own.
    package let currencyCode: String

    /// The default storefront of a session.
    package static let unitedStates = StorefrontCountry("USA", "143441", "US", "USD")

    private static let byCode = Dictionary(
        all.map { ($0.code, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Finds the country of an alpha-3 code; `nil` if the App Store does not sell there.
    package init?(code: String) {
        guard let country = Self.byCode[code] else { return nil }
        self = country
    }

    package init(_ code: String, _ identifier: String, _ regionCode: String, _ currencyCode: String)
    {
        self.code = code
        self.identifier = identifier
        self.regionCode = regionCode
        self.currencyCode = currencyCode
    }
}

extension StorefrontCountry {
    /// All countries in which the App Store sells, sorted by code.
    ///
    /// Kosovo has no ISO code; the App Store uses `XKS`.
    package static let all: [StorefrontCountry] = [
        .init("AFG", "143610", "AF", "USD"),
        .init("AGO", "143564", "AO", "USD"),
        .init("AIA", "143538", "AI", "USD"),
        .init("ALB", "143575", "AL", "USD"),
        .init("ARE", "143481", "AE", "AED"),
        .init("ARG", "143505", "AR", "USD"),
        .init("ARM", "143524", "AM", "USD"),
        .init("ATG", "143540", "AG", "USD"),
        .init("AUS", "143460", "AU", "AUD"),
        .init("AUT", "143445", "AT", "EUR"),
        .init("AZE", "143568", "AZ", "USD"),
        .init("BEL", "143446", "BE", "EUR"),
        .init("BEN", "143576", "BJ", "USD"),
        .init("BFA", "143578", "BF", "USD"),
        .init("BGR", "143526", "BG", "EUR"),
        .init("BHR", "143559", "BH", "USD"),
        .init("BHS", "143539", "BS", "USD"),
        .init("BIH", "143612", "BA", "EUR"),
        .init("BLR", "143565", "BY", "USD"),
        .init("BLZ", "143555", "BZ", "USD"),
        .init("BMU", "143542", "BM", "USD"),
        .init("BOL", "143556", "BO", "USD"),
        .init("BRA", "143503", "BR", "BRL"),
        .init("BRB", "143541", "BB", "USD"),
        .init("BRN", "143560", "BN", "USD"),
        .init("BTN", "143577", "BT", "USD"),
        .init("BWA", "143525", "BW", "USD"),
        .init("CAN", "143455", "CA", "CAD"),
        .init("CHE", "143459", "CH", "CHF"),
        .init("CHL", "143483", "CL", "CLP"),
        .init("CHN", "143465", "CN", "CNY"),
        .init("CIV", "143527", "CI", "USD"),
        .init("CMR", "143574", "CM", "USD"),
        .init("COD", "143613", "CD", "USD"),
        .init("COG", "143582", "CG", "USD"),
        .init("COL", "143501", "CO", "COP"),
        .init("CPV", "143580", "CV", "USD"),
        .init("CRI", "143495", "CR", "USD"),
        .init("CYM", "143544", "KY", "USD"),
        .init("CYP", "143557", "CY", "EUR"),
        .init("CZE", "143489", "CZ", "CZK"),
        .init("DEU", "143443", "DE", "EUR"),
        .init("DMA", "143545", "DM", "USD"),
        .init("DNK", "143458", "DK", "DKK"),
        .init("DOM", "143508", "DO", "USD"),
        .init("DZA", "143563", "DZ", "USD"),
        .init("ECU", "143509", "EC", "USD"),
        .init("EGY", "143516", "EG", "EGP"),
        .init("ESP", "143454", "ES", "EUR"),
        .init("EST", "143518", "EE", "EUR"),
        .init("FIN", "143447", "FI", "EUR"),
        .init("FJI", "143583", "FJ", "USD"),
        .init("FRA", "143442", "FR", "EUR"),
        .init("FSM", "143591", "FM", "USD"),
        .init("GAB", "143614", "GA", "USD"),
        .init("GBR", "143444", "GB", "GBP"),
        .init("GEO", "143615", "GE", "USD"),
        .init("GHA", "143573", "GH", "USD"),
        .init("GMB", "143584", "GM", "USD"),
        .init("GNB", "143585", "GW", "USD"),
        .init("GRC", "143448", "GR", "EUR"),
        .init("GRD", "143546", "GD", "USD"),
        .init("GTM", "143504", "GT", "USD"),
        .init("GUY", "143553", "GY", "USD"),
        .init("HKG", "143463", "HK", "HKD"),
        .init("HND", "143510", "HN", "USD"),
        .init("HRV", "143494", "HR", "EUR"),
        .init("HUN", "143482", "HU", "HUF"),
        .init("IDN", "143476", "ID", "IDR"),
        .init("IND", "143467", "IN", "INR"),
        .init("IRL", "143449", "IE", "EUR"),
        .init("IRQ", "143617", "IQ", "USD"),
        .init("ISL", "143558", "IS", "USD"),
        .init("ISR", "143491", "IL", "ILS"),
        .init("ITA", "143450", "IT", "EUR"),
        .init("JAM", "143511", "JM", "USD"),
        .init("JOR", "143528", "JO", "USD"),
        .init("JPN", "143462", "JP", "JPY"),
        .init("KAZ", "143517", "KZ", "KZT"),
        .init("KEN", "143529", "KE", "USD"),
        .init("KGZ", "143586", "KG", "USD"),
        .init("KHM", "143579", "KH", "USD"),
        .init("KNA", "143548", "KN", "USD"),
        .init("KOR", "143466", "KR", "KRW"),
        .init("KWT", "143493", "KW", "USD"),
        .init("LAO", "143587", "LA", "USD"),
        .init("LBN", "143497", "LB", "USD"),
        .init("LBR", "143588", "LR", "USD"),
        .init("LBY", "143567", "LY", "USD"),
        .init("LCA", "143549", "LC", "USD"),
        .init("LKA", "143486", "LK", "USD"),
        .init("LTU", "143520", "LT", "EUR"),
        .init("LUX", "143451", "LU", "EUR"),
        .init("LVA", "143519", "LV", "EUR"),
        .init("MAC", "143515", "MO", "USD"),
        .init("MAR", "143620", "MA", "USD"),
        .init("MDA", "143523", "MD", "USD"),
        .init("MDG", "143531", "MG", "USD"),
        .init("MDV", "143488", "MV", "USD"),
        .init("MEX", "143468", "MX", "MXN"),
        .init("MKD", "143530", "MK", "USD"),
        .init("MLI", "143532", "ML", "USD"),
        .init("MLT", "143521", "MT", "EUR"),
        .init("MMR", "143570", "MM", "USD"),
        .init("MNE", "143619", "ME", "EUR"),
        .init("MNG", "143592", "MN", "USD"),
        .init("MOZ", "143593", "MZ", "USD"),
        .init("MRT", "143590", "MR", "USD"),
        .init("MSR", "143547", "MS", "USD"),
        .init("MUS", "143533", "MU", "USD"),
        .init("MWI", "143589", "MW", "USD"),
        .init("MYS", "143473", "MY", "MYR"),
        .init("NAM", "143594", "NA", "USD"),
        .init("NER", "143534", "NE", "USD"),
        .init("NGA", "143561", "NG", "NGN"),
        .init("NIC", "143512", "NI", "USD"),
        .init("NLD", "143452", "NL", "EUR"),
        .init("NOR", "143457", "NO", "NOK"),
        .init("NPL", "143484", "NP", "USD"),
        .init("NRU", "143606", "NR", "USD"),
        .init("NZL", "143461", "NZ", "NZD"),
        .init("OMN", "143562", "OM", "USD"),
        .init("PAK", "143477", "PK", "PKR"),
        .init("PAN", "143485", "PA", "USD"),
        .init("PER", "143507", "PE", "PEN"),
        .init("PHL", "143474", "PH", "PHP"),
        .init("PLW", "143595", "PW", "USD"),
        .init("PNG", "143597", "PG", "USD"),
        .init("POL", "143478", "PL", "PLN"),
        .init("PRT", "143453", "PT", "EUR"),
        .init("PRY", "143513", "PY", "USD"),
        .init("QAT", "143498", "QA", "QAR"),
        .init("ROU", "143487", "RO", "RON"),
        .init("RUS", "143469", "RU", "RUB"),
        .init("RWA", "143621", "RW", "USD"),
        .init("SAU", "143479", "SA", "SAR"),
        .init("SEN", "143535", "SN", "USD"),
        .init("SGP", "143464", "SG", "SGD"),
        .init("SLB", "143601", "SB", "USD"),
        .init("SLE", "143600", "SL", "USD"),
        .init("SLV", "143506", "SV", "USD"),
        .init("SRB", "143500", "RS", "EUR"),
        .init("STP", "143598", "ST", "USD"),
        .init("SUR", "143554", "SR", "USD"),
        .init("SVK", "143496", "SK", "EUR"),
        .init("SVN", "143499", "SI", "EUR"),
        .init("SWE", "143456", "SE", "SEK"),
        .init("SWZ", "143602", "SZ", "USD"),
        .init("SYC", "143599", "SC", "USD"),
        .init("TCA", "143552", "TC", "USD"),
        .init("TCD", "143581", "TD", "USD"),
        .init("THA", "143475", "TH", "THB"),
        .init("TJK", "143603", "TJ", "USD"),
        .init("TKM", "143604", "TM", "USD"),
        .init("TON", "143608", "TO", "USD"),
        .init("TTO", "143551", "TT", "USD"),
        .init("TUN", "143536", "TN", "USD"),
        .init("TUR", "143480", "TR", "TRY"),
        .init("TWN", "143470", "TW", "TWD"),
        .init("TZA", "143572", "TZ", "TZS"),
        .init("UGA", "143537", "UG", "USD"),
        .init("UKR", "143492", "UA", "USD"),
        .init("URY", "143514", "UY", "USD"),
        .init("USA", "143441", "US", "USD"),
        .init("UZB", "143566", "UZ", "USD"),
        .init("VCT", "143550", "VC", "USD"),
        .init("VEN", "143502", "VE", "USD"),
        .init("VGB", "143543", "VG", "USD"),
        .init("VNM", "143471", "VN", "VND"),
        .init("VUT", "143609", "VU", "USD"),
        .init("XKS", "143624", "XK", "EUR"),
        .init("YEM", "143571", "YE", "USD"),
        .init("ZAF", "143472", "ZA", "ZAR"),
        .init("ZMB", "143622", "ZM", "USD"),
        .init("ZWE", "143605", "ZW", "USD"),
    ]
}
