package struct StorefrontCountry: Sendable, Equatable, Hashable {
    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    package let code: String
    /// The App Store's number of the storefront, such as `143441`.
    package let identifier: String
    /// The ISO 3166-1 alpha-2 code, such as `US`.
    package let regionCode: String
    /// The ISO 4217 code of the App Store's currency there, which may not be the country's own.
    package let currencyCode: String
}

extension StorefrontCountry {
    package static let unitedStates = StorefrontCountry(
        code: "USA",
        identifier: "143441",
        regionCode: "US",
        currencyCode: "USD"
    )

    /// Finds the country of an alpha-3 code; `nil` if the App Store does not sell there.
    package init?(code: String) {
        guard let country = Self.byCode[code] else { return nil }
        self = country
    }

    /// All countries in which the App Store sells.
    package static let all = codesByCurrency.flatMap { currency, countries in
        countries.split(separator: ",").compactMap { country -> StorefrontCountry? in
            let codes = country.split { " \n".contains($0) }.map(String.init)
            guard codes.count == 3 else { return nil }
            return StorefrontCountry(
                code: codes[0],
                identifier: codes[1],
                regionCode: codes[2],
                currencyCode: currency
            )
        }
    }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

    /// The code, the storefront's number and the region of all countries in which the App Store
    /// sells, by currency.
    ///
    /// Kosovo has no ISO code; the App Store uses `XKS`.
    private static let codesByCurrency: KeyValuePairs = [
        "AED": "ARE 143481 AE",
        "AUD": "AUS 143460 AU",
        "BRL": "BRA 143503 BR",
        "CAD": "CAN 143455 CA",
        "CHF": "CHE 143459 CH",
        "CLP": "CHL 143483 CL",
        "CNY": "CHN 143465 CN",
        "COP": "COL 143501 CO",
        "CZK": "CZE 143489 CZ",
        "DKK": "DNK 143458 DK",
        "EGP": "EGY 143516 EG",
        "EUR": """
        AUT 143445 AT, BEL 143446 BE, BGR 143526 BG, BIH 143612 BA, CYP 143557 CY,
        DEU 143443 DE, ESP 143454 ES, EST 143518 EE, FIN 143447 FI, FRA 143442 FR,
        GRC 143448 GR, HRV 143494 HR, IRL 143449 IE, ITA 143450 IT, LTU 143520 LT,
        LUX 143451 LU, LVA 143519 LV, MLT 143521 MT, MNE 143619 ME, NLD 143452 NL,
        PRT 143453 PT, SRB 143500 RS, SVK 143496 SK, SVN 143499 SI, XKS 143624 XK
        """,
        "GBP": "GBR 143444 GB",
        "HKD": "HKG 143463 HK",
        "HUF": "HUN 143482 HU",
        "IDR": "IDN 143476 ID",
        "ILS": "ISR 143491 IL",
        "INR": "IND 143467 IN",
        "JPY": "JPN 143462 JP",
        "KRW": "KOR 143466 KR",
        "KZT": "KAZ 143517 KZ",
        "MXN": "MEX 143468 MX",
        "MYR": "MYS 143473 MY",
        "NGN": "NGA 143561 NG",
        "NOK": "NOR 143457 NO",
        "NZD": "NZL 143461 NZ",
        "PEN": "PER 143507 PE",
        "PHP": "PHL 143474 PH",
        "PKR": "PAK 143477 PK",
        "PLN": "POL 143478 PL",
        "QAR": "QAT 143498 QA",
        "RON": "ROU 143487 RO",
        "RUB": "RUS 143469 RU",
        "SAR": "SAU 143479 SA",
        "SEK": "SWE 143456 SE",
        "SGD": "SGP 143464 SG",
        "THB": "THA 143475 TH",
        "TRY": "TUR 143480 TR",
        "TWD": "TWN 143470 TW",
        "TZS": "TZA 143572 TZ",
        "USD": """
        AFG 143610 AF, AGO 143564 AO, AIA 143538 AI, ALB 143575 AL, ARG 143505 AR,
        ARM 143524 AM, ATG 143540 AG, AZE 143568 AZ, BEN 143576 BJ, BFA 143578 BF,
        BHR 143559 BH, BHS 143539 BS, BLR 143565 BY, BLZ 143555 BZ, BMU 143542 BM,
        BOL 143556 BO, BRB 143541 BB, BRN 143560 BN, BTN 143577 BT, BWA 143525 BW,
        CIV 143527 CI, CMR 143574 CM, COD 143613 CD, COG 143582 CG, CPV 143580 CV,
        CRI 143495 CR, CYM 143544 KY, DMA 143545 DM, DOM 143508 DO, DZA 143563 DZ,
        ECU 143509 EC, FJI 143583 FJ, FSM 143591 FM, GAB 143614 GA, GEO 143615 GE,
        GHA 143573 GH, GMB 143584 GM, GNB 143585 GW, GRD 143546 GD, GTM 143504 GT,
        GUY 143553 GY, HND 143510 HN, IRQ 143617 IQ, ISL 143558 IS, JAM 143511 JM,
        JOR 143528 JO, KEN 143529 KE, KGZ 143586 KG, KHM 143579 KH, KNA 143548 KN,
        KWT 143493 KW, LAO 143587 LA, LBN 143497 LB, LBR 143588 LR, LBY 143567 LY,
        LCA 143549 LC, LKA 143486 LK, MAC 143515 MO, MAR 143620 MA, MDA 143523 MD,
        MDG 143531 MG, MDV 143488 MV, MKD 143530 MK, MLI 143532 ML, MMR 143570 MM,
        MNG 143592 MN, MOZ 143593 MZ, MRT 143590 MR, MSR 143547 MS, MUS 143533 MU,
        MWI 143589 MW, NAM 143594 NA, NER 143534 NE, NIC 143512 NI, NPL 143484 NP,
        NRU 143606 NR, OMN 143562 OM, PAN 143485 PA, PLW 143595 PW, PNG 143597 PG,
        PRY 143513 PY, RWA 143621 RW, SEN 143535 SN, SLB 143601 SB, SLE 143600 SL,
        SLV 143506 SV, STP 143598 ST, SUR 143554 SR, SWZ 143602 SZ, SYC 143599 SC,
        TCA 143552 TC, TCD 143581 TD, TJK 143603 TJ, TKM 143604 TM, TON 143608 TO,
        TTO 143551 TT, TUN 143536 TN, UGA 143537 UG, UKR 143492 UA, URY 143514 UY,
        USA 143441 US, UZB 143566 UZ, VCT 143550 VC, VEN 143502 VE, VGB 143543 VG,
        VUT 143609 VU, YEM 143571 YE, ZMB 143622 ZM, ZWE 143605 ZW
        """,
        "VND": "VNM 143471 VN",
        "ZAR": "ZAF 143472 ZA",
    ]
}
