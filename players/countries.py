"""Countries: IOC letters as the federation uses them, with names in the reader's language.

The three letters are those of the International Olympic Committee (GER, NED, SUI …), which the
EMA files use; names come from the Unicode locale data that Babel ships.
"""

from __future__ import annotations

from functools import lru_cache

from babel import Locale
from babel.core import get_global
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from .names import fold

_IOC_TO_ISO = """
    AFG=AF ALB=AL ALG=DZ AND=AD ANG=AO ANT=AG ARG=AR ARM=AM ARU=AW ASA=AS AUS=AU AUT=AT
    AZE=AZ BAH=BS BAN=BD BAR=BB BDI=BI BEL=BE BEN=BJ BER=BM BHU=BT BIH=BA BIZ=BZ BLR=BY
    BOL=BO BOT=BW BRA=BR BRN=BH BRU=BN BUL=BG BUR=BF CAF=CF CAM=KH CAN=CA CAY=KY CGO=CG
    CHA=TD CHI=CL CHN=CN CIV=CI CMR=CM COD=CD COK=CK COL=CO COM=KM CPV=CV CRC=CR CRO=HR
    CUB=CU CYP=CY CZE=CZ DEN=DK DJI=DJ DMA=DM DOM=DO ECU=EC EGY=EG ERI=ER ESA=SV ESP=ES
    EST=EE ETH=ET FIJ=FJ FIN=FI FRA=FR FSM=FM GAB=GA GAM=GM GBR=GB GBS=GW GEO=GE GEQ=GQ
    GER=DE GHA=GH GRE=GR GRN=GD GUA=GT GUI=GN GUM=GU GUY=GY HAI=HT HKG=HK HON=HN HUN=HU
    INA=ID IND=IN IRI=IR IRL=IE IRQ=IQ ISL=IS ISR=IL ISV=VI ITA=IT IVB=VG JAM=JM JOR=JO
    JPN=JP KAZ=KZ KEN=KE KGZ=KG KIR=KI KOR=KR KOS=XK KSA=SA KUW=KW LAO=LA LAT=LV LBA=LY
    LBN=LB LBR=LR LCA=LC LES=LS LIE=LI LTU=LT LUX=LU MAC=MO MAD=MG MAR=MA MAS=MY MAW=MW
    MDA=MD MDV=MV MEX=MX MGL=MN MHL=MH MKD=MK MLI=ML MLT=MT MNE=ME MON=MC MOZ=MZ MRI=MU
    MTN=MR MYA=MM NAM=NA NCA=NI NED=NL NEP=NP NGR=NG NIG=NE NOR=NO NRU=NR NZL=NZ OMA=OM
    PAK=PK PAN=PA PAR=PY PER=PE PHI=PH PLE=PS PLW=PW PNG=PG POL=PL POR=PT PRK=KP PUR=PR
    QAT=QA ROU=RO RSA=ZA RUS=RU RWA=RW SAM=WS SEN=SN SEY=SC SGP=SG SKN=KN SLE=SL SLO=SI
    SMR=SM SOL=SB SOM=SO SRB=RS SRI=LK SSD=SS STP=ST SUD=SD SUI=CH SUR=SR SVK=SK SWE=SE
    SWZ=SZ SYR=SY TAN=TZ TGA=TO THA=TH TJK=TJ TKM=TM TLS=TL TOG=TG TPE=TW TTO=TT TUN=TN
    TUR=TR TUV=TV UAE=AE UGA=UG UKR=UA URU=UY USA=US UZB=UZ VAN=VU VEN=VE VIE=VN VIN=VC
    YEM=YE ZAM=ZM ZIM=ZW
"""

ISO2: dict[str, str] = dict(pair.split("=") for pair in _IOC_TO_ISO.split())
IOC: dict[str, str] = {iso: ioc for ioc, iso in ISO2.items()} | {"UK": "GBR"}

# EMA member organisations, 2023-26.
EMA_MEMBERS = frozenset(
    IOC[iso]
    for iso in [
        "AT",
        "BE",
        "CH",
        "CZ",
        "DE",
        "DK",
        "ES",
        "FI",
        "FR",
        "HU",
        "IE",
        "IT",
        "LV",
        "NL",
        "NO",
        "PL",
        "PT",
        "RO",
        "SE",
        "SK",
        "UA",
        "UK",
    ]
)


def validate_country(code: str) -> None:
    """Refuse what is not the IOC code of a country."""
    if code not in ISO2:
        raise ValidationError(_("“%(code)s” is no country code."), params={"code": code})


@lru_cache(maxsize=8)
def country_names(language: str) -> dict[str, str]:
    """The name of every country by IOC code, in `en`, `fr` or `zh-hans`."""
    locale = Locale.parse(language.replace("-", "_"))
    return {ioc: str(locale.territories.get(iso, ioc)) for ioc, iso in ISO2.items()}


def country_name(code: str) -> str:
    """The name of a country in the reader's language; the code itself where it is unknown."""
    return country_names(get_language() or "en").get(code, code)


def country_choices() -> list[tuple[str, str]]:
    """Codes and names for a select field, in the order of the names."""
    names = country_names(get_language() or "en")
    return sorted(names.items(), key=lambda pair: pair[1])


# Names that people write and locale data does not have.
_OTHER_NAMES = {
    "england": "GBR",
    "angleterre": "GBR",
    "scotland": "GBR",
    "ecosse": "GBR",
    "wales": "GBR",
    "great britain": "GBR",
    "grande bretagne": "GBR",
    "holland": "NED",
    "hollande": "NED",
    "the netherlands": "NED",
    "czech republic": "CZE",
    "republique tcheque": "CZE",
    "usa": "USA",
    "russian federation": "RUS",
    "federation de russie": "RUS",
    "hong kong": "HKG",
    "macau": "MAC",
    "pr china": "CHN",
    "republic of korea": "KOR",
    "viet nam": "VIE",
}


@lru_cache(maxsize=1)
def _codes() -> dict[str, str]:
    """Every way to write a country, folded, with its IOC code; IOC letters go before ISO's."""
    codes = dict(_OTHER_NAMES)
    for language in ("zh-hans", "fr", "en"):
        codes |= {fold(name): ioc for ioc, name in country_names(language).items()}
    for alias, isos in get_global("territory_aliases").items():
        if len(alias) == 3 and alias.isalpha() and len(isos) == 1 and isos[0] in IOC:
            codes[alias.casefold()] = IOC[isos[0]]
    codes |= {iso.casefold(): ioc for iso, ioc in IOC.items()}
    return codes | {ioc.casefold(): ioc for ioc in ISO2}


def read_country(text: str) -> str | None:
    """The IOC code of what somebody wrote: IOC, ISO letters (two or three) or the name.

    Names are read in English, French and Chinese, whatever their case and accents. None where
    no country is meant.

    >>> read_country("de"), read_country("DEU"), read_country("Allemagne"), read_country("UK")
    ('GER', 'GER', 'GER', 'GBR')
    """
    return _codes().get(fold(text))
