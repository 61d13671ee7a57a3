"""How names of places are written in Indonesian."""

from __future__ import annotations

from typing import Final

from claimtree.languages.place_names import Spellings

_SCHOOLS: Final = {
    "sd": ("sekolah", "dasar"),
    "smp": ("sekolah", "menengah", "pertama"),
    "sma": ("sekolah", "menengah", "atas"),
    "smk": ("sekolah", "menengah", "kejuruan"),
}
_SATU_DUA_TIGA: Final = ("satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh")
_HOSPITALS: Final = ("rs", "rsu", "rsup", "rsud", "rsia", "rsj", "rsi")

SPELLINGS: Final = Spellings(
    words={
        **dict.fromkeys(("jl", "jln", "jlan", "jaln"), "jalan"),
        **dict.fromkeys(("tj", "tg", "tjg", "tgg", "tanjong"), "tanjung"),
        **dict.fromkeys(("kp", "kpg", "kamp", "kampong"), "kampung"),
        **dict.fromkeys(("komp", "kompl", "komplek", "kompleks", "komplex"), "kompleks"),
        **dict.fromkeys(("perum", "prm", "perumnas"), "perumahan"),
        **dict.fromkeys(("univ", "universitas"), "university"),
        **dict.fromkeys(("simp", "sp", "spg"), "simpang"),
        **dict.fromkeys(("sei", "sie"), "sungai"),
        **dict.fromkeys(("psr", "ps"), "pasar"),
        **dict.fromkeys(("jend", "jendral"), "jenderal"),
        **dict.fromkeys(("letjend", "lettjen"), "letjen"),
        **dict.fromkeys(("brigjend", "brig"), "brigjen"),
        **dict.fromkeys(("mayjend",), "mayjen"),
        **dict.fromkeys(("kapt",), "kapten"),
        **dict.fromkeys(("dokter", "doktor"), "dr"),
        **dict.fromkeys(("hj", "haji", "hajjah"), "h"),
        **dict.fromkeys(("mesjid", "mesjit", "masjit", "mosque"), "masjid"),
        **dict.fromkeys(("sta", "stn"), "stasiun"),
        **dict.fromkeys(("plz", "plasa"), "plaza"),
        "mal": "mall",
        "gg": "gang",
        "ds": "desa",
        "dsn": "dusun",
        "kec": "kecamatan",
        "kel": "kelurahan",
        "kab": "kabupaten",
        "prov": "provinsi",
        "bt": "batu",
        "gd": "gedung",
        "lap": "lapangan",
        "pt": "pt",
        "dan": "and",
        **{word: str(i + 1) for i, word in enumerate(_SATU_DUA_TIGA)},
    },
    phrases={
        ("rumah", "sakit"): "rs",
        ("rumah", "sakit", "umum"): "rsu",
        ("rs", "umum"): "rsu",
        ("rumah", "sakit", "umum", "pusat"): "rsup",
        ("rsu", "pusat"): "rsup",
        ("rumah", "sakit", "umum", "daerah"): "rsud",
        ("rsu", "daerah"): "rsud",
        ("rumah", "sakit", "ibu", "and", "anak"): "rsia",
        ("rumah", "sakit", "ibu", "anak"): "rsia",
        ("bandar", "udara"): "bandara",
        **{words: short for short, words in _SCHOOLS.items()},
        **{(short, state): f"{short}n" for short in _SCHOOLS for state in ("n", "neg", "negeri")},
        **{(short, private): f"{short}s" for short in _SCHOOLS for private in ("swt", "swasta")},
    },
    letters={"oe": "u", "dj": "j", "tj": "c"},
    roman_one=True,
    titles=frozenset(
        {"dr", "drs", "ir", "prof", "h", "kh", "jenderal", "letjen", "mayjen", "brigjen", "kolonel", "kol", "kapten"}
        | {"mayor", "letda", "lettu", "sersan", "marsekal", "laksamana"}
    ),
    sorts={
        "station": ("stasiun", "halte", "stasiun kereta api", "stasiun kereta", "terminal"),
        "mall": ("mall", "plaza", "pusat perbelanjaan"),
        "university": ("kampus", "university", "institut", "politeknik"),
        "hospital": (*_HOSPITALS, "klinik"),
        "school": ("sekolah", "sd", "smp", "sma", "smk"),
        "market": ("pasar", "pajak"),
        "airport": ("bandara",),
        "mosque": ("masjid",),
        "church": ("gereja",),
        "park": ("taman",),
        "museum": ("museum",),
        "road": ("jalan", "gang", "simpang"),
        "complex": ("kompleks", "perumahan"),
    },
    areas_before={
        **dict.fromkeys(("daerah", "kawasan", "wilayah", "area"), ""),
        **dict.fromkeys(("kelurahan", "desa", "dusun"), "village"),
        "kecamatan": "district",
        "kabupaten": "county",
        "kota": "city",
        "provinsi": "province",
    },
    left_out_before=frozenset(
        {"jalan", "stasiun", "halte", "terminal", "bandara", "mall", "plaza", "kampus", "kecamatan", "kelurahan"}
        | {"kabupaten", "kota", "provinsi", "kompleks", "perumahan", *_HOSPITALS}
    ),
    distinguishing=frozenset(
        {"utara", "selatan", "timur", "barat", "tengah", "kota", "baru", "lama", "hulu", "hilir", "jalan", "gang"}
        | {*_SCHOOLS, *_HOSPITALS}
        | {f"{short}{state}" for short in _SCHOOLS for state in "ns"}
    ),
    sides_behind={"north": "utara", "south": "selatan", "east": "timur", "west": "barat", "central": "pusat"},
)
