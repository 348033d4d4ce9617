"""The invented people of the demonstration: eight countries, two teams of four each."""

TEAMS: tuple[tuple[str, str, tuple[str, str, str, str]], ...] = (
    (
        "FRA",
        "Les Quatre Coins",
        ("Baptiste Roussel", "Maëlle Vasseur", "Luc Fontanel", "Inès Garnier"),
    ),
    (
        "FRA",
        "Dragons de Loire",
        ("Camille Lefèvre", "Théo Marchand", "Odile Perrin", "Gaël Colombier"),
    ),
    ("GER", "Moselwinde", ("Friederike Lang", "Jürgen Weißhaupt", "Matthias Dorn", "Lena Köhler")),
    ("GER", "Bambus Bremen", ("Svenja Brandt", "Uwe Steinwender", "Anke Albers", "Jonas Rehm")),
    ("NED", "Oostenwind", ("Marieke Hofstra", "Joost Kuiper", "Femke Verhoeven", "Sander de Wit")),
    ("NED", "Vier Draken", ("Bram Terpstra", "Lotte van Dalen", "Pieter Hoekstra", "Saskia Bos")),
    (
        "ITA",
        "Vento del Sud",
        ("Giulia Ferrante", "Niccolò Brusa", "Chiara Salvi", "Paolo Lombardi"),
    ),
    ("ITA", "Bambù Rosso", ("Elena Tedesco", "Marco Pavesi", "Ilaria Sikora", "Dario Fabbri")),
    ("DEN", "Nordvind", ("Signe Østergaard", "Mikkel Nørby", "Freja Kjærgaard", "Anders Bech")),
    ("DEN", "Fire Vinde", ("Rasmus Holm", "Karen Søndergård", "Emil Lindholm", "Ditte Friis")),
    ("POL", "Wiatr z Północy", ("Michał Łukasik", "Agnieszka Dąbek", "Piotr Wróbel", "Zofia Żak")),
    ("POL", "Cztery Smoki", ("Tomasz Górski", "Ewa Szczęsna", "Paweł Jędrzejczyk", "Hanna Król")),
    ("ESP", "Viento Este", ("Marta Quiroga", "Óscar Serrano", "Íñigo Arrieta", "Nuria Ferrer")),
    ("ESP", "Bambú Verde", ("Álvaro Navarro", "Lucía Carvalhal", "Ramón Peña", "Beatriz Ibáñez")),
    ("CHN", "East Lake", ("Wenbo Zhao", "Lei Chen", "Yan Sun", "Jing Lin")),
    ("CHN", "Four Seas", ("Hao Wang", "Xin Liu", "Min Zhou", "Qiang Gao")),
)
SUBSTITUTE = ("GER", "Petra Ziegler")

# The first two digits of an EMA number by issuing country; players of other countries have none.
PREFIX = {"FRA": "04", "GER": "05", "NED": "08", "ITA": "07", "DEN": "03", "POL": "19", "ESP": "10"}
