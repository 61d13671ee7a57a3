"""What Indonesian says around a number. Tables only."""

from __future__ import annotations

from typing import Final

from claimtree.languages.amount_words import AmountWords
from claimtree.languages.history_words import HistoryWords
from claimtree.languages.number_words import NumberWords
from claimtree.languages.word_tables import (
    CURRENCIES,
    SYMBOLS,
    each_with,
    listed,
    meaning,
    numbered,
    units_of,
    word_set,
    wordings,
)
from claimtree.model.amounts import AmountKind, Op
from claimtree.model.dates import Share

_THOUSANDS: Final = word_set("ribu rb rbu ribuan rban")
_MILLIONS: Final = word_set("juta jt jta jutaan jtan juta'an jt'an")
_BILLIONS: Final = word_set("miliar milyar miliard milyard mliar mlyr mlr mily miliaran milyaran mlran")
_TRILLIONS: Final = word_set("triliun trilyun trilliun trilyunan triliunan")
_ROUGH_SCALES: Final = frozenset(
    word for word in _THOUSANDS | _MILLIONS | _BILLIONS | _TRILLIONS if word.endswith(("an", "'an"))
)

_OTHERWISE: Final = frozenset({"rs", "rm"})
"""Currencies elsewhere, and short here for a hospital and for a place to eat."""

_NUMBERS: Final = NumberWords(
    small=numbered(
        "nol, satu, dua, tiga, empat, lima, enam, tujuh, delapan, sembilan, sepuluh, sebelas",
    ),
    tens={},
    teens=frozenset({"belas"}),
    times={"puluh": 10, "ratus": 100},
    wholes={"seratus": 100.0, "seribu": 1e3, "sejuta": 1e6, "semiliar": 1e9, "semilyar": 1e9, "setriliun": 1e12},
    scales=dict.fromkeys(_THOUSANDS, 1e3)
    | dict.fromkeys(_MILLIONS, 1e6)
    | dict.fromkeys(_BILLIONS, 1e9)
    | dict.fromkeys(_TRILLIONS, 1e12),
    glued={"k": 1e3},
    groups={"sepasang": 2.0, "selusin": 12.0, "lusin": 12.0},
    articles=frozenset(),
    after_article=frozenset(),
    halves=frozenset({"setengah"}),
    quarters=frozenset({"seperempat"}),
    quartered=word_set("km kilometer jam"),
    trailing_halves=frozenset({"setengah"}),
    joins=frozenset(),
    of=frozenset(),
    points=frozenset({"koma"}),
    rough=word_set("an 'an"),
    rough_scales=_ROUGH_SCALES,
    ordinals=numbered(
        "pertama kesatu, kedua, ketiga, keempat, kelima, keenam, ketujuh, kedelapan, kesembilan, kesepuluh", start=1
    ),
)

_PERIODS: Final[dict[str, tuple[str, float]]] = {
    **dict.fromkeys(word_set("bulan bln bl buln bulen"), ("month", 1.0)),
    **dict.fromkeys(word_set("minggu mgg mggu"), ("month", 52 / 12)),
    **dict.fromkeys(word_set("tahun thn th taun thun tahunn taon"), ("month", 1 / 12)),
    **dict.fromkeys(word_set("hari malam mlm"), ("day", 1.0)),
}
"""What money is paid for, as it is spelt in chats; "se", "per" and endings are written on to it."""

_MORE: Final = "lebih, lebih besar, lebih tinggi, lebih luas, lebih mahal, lebih banyak, lebih lebar, lebih jauh"
_LESS: Final = "kurang, lebih kecil, lebih rendah, lebih murah, lebih sedikit, lebih sempit, lebih dekat, lebih pendek"
_OVER: Final = {*each_with(_MORE, ("dari", "dr", "daripada")), *listed("di atas, diatas, melebihi")}
_UNDER: Final = {*each_with(_LESS, ("dari", "dr", "daripada")), *listed("di bawah, dibawah, bawah, bwh")}
_NOT: Final = "tidak, tdk, tak, nggak, gak, ga, enggak, jangan, bukan, tidak boleh, jangan sampai, ga boleh"
_MOST: Final = "banyak, tinggi, mahal, besar, luas, jauh, lama, lambat, max, maks"
_LEAST: Final = "sedikit, murah, rendah, kecil, dekat, singkat, cepat, min"

_HISTORY: Final = HistoryWords(
    centuries_after=frozenset(),
    centuries_before=frozenset({"abad"}),
    shares=meaning(
        {
            Share.EARLY: "awal, permulaan",
            Share.MIDDLE: "pertengahan, tengah",
            Share.LATE: "akhir, penghujung",
            Share.FIRST_HALF: "paruh pertama, paro pertama, separuh pertama",
            Share.SECOND_HALF: "paruh kedua, paro kedua, separuh kedua",
            Share.FIRST_QUARTER: "seperempat pertama, kuartal pertama",
            Share.SECOND_QUARTER: "seperempat kedua, kuartal kedua",
            Share.THIRD_QUARTER: "seperempat ketiga, kuartal ketiga",
            Share.FOURTH_QUARTER: "seperempat terakhir, seperempat keempat, kuartal keempat",
        }
    ),
    eras=frozenset({"masehi"}),
    before_christ=word_set("sm s.m"),
    year_labels=word_set("tahun thn"),
    year_cues=word_set(
        "pada sejak lahir wafat meninggal dibuat dibangun dilukis dicetak didirikan berdiri direnovasi dipugar "
        "menikah bertarikh bertanggal"
    ),
    year_followers=frozenset(),
    short_decades=word_set("era tahun thn '"),
    dating=frozenset({"dari"}),
    until={
        "sejak": word_set("sampai hingga s/d sd s.d -"),
        "mulai": word_set("sampai hingga s/d sd s.d -"),
        "dari": word_set("sampai hingga s/d sd s.d"),
    },
    estimating=word_set("berasal bertanggal bertarikh bertitimangsa"),
)

AMOUNTS: Final = AmountWords(
    code="id",
    numbers=_NUMBERS,
    history=_HISTORY,
    units={
        **SYMBOLS,
        **{word: spec for word, spec in CURRENCIES.items() if word not in _OTHERWISE},
        **units_of(
            AmountKind.AREA,
            "m2",
            {
                "meter persegi, mtr persegi, m persegi, mtr2, meter2, meter kuadrat, meter square": 1.0,
                "sqm": 1.0,
                "are": 100.0,
                "hektar, hektare": 10_000.0,
            },
        ),
        **units_of(AmountKind.DISTANCE, "m", {"meter, mtr, meteran": 1.0, "kilometer, kilo": 1000.0}),
        **units_of(
            AmountKind.DURATION,
            "month",
            {"bulan, bln": 1.0, "tahun, thn, th": 12.0, "minggu": 12 / 52, "hari, malam": 12 / 365},
        ),
        **units_of(AmountKind.DURATION, "minute", {"menit, mnt": 1.0, "jam": 60.0}),
        **units_of(AmountKind.PERCENT, "%", {"persen, prosen": 1.0}),
    },
    plural="s",
    stopped=word_set("thn bln mnt mtr"),
    money_scales={"m": 1e9, "t": 1e12, "man": 1e9},
    foreign_scales={"m": 1e6},
    bare_money_scales=True,
    money_words=frozenset({"rb", "rban", "sejuta", "semiliar", "semilyar", "setriliun"})
    | _MILLIONS
    | _BILLIONS
    | _TRILLIONS,
    priced=word_set(
        "harga harganya hrg price budget budgetnya bujet anggaran dana dananya biaya biayanya jual dijual rp idr nego "
        "modal modalnya duit uang kisaran range cicilan cicilannya angsuran dp omzet nilai open seharga senilai beli "
        "net nett"
    ),
    measured=word_set(
        "luas luasnya lebar panjang tinggi ukuran uk dimensi jarak jalan jln muka depan belakang samping size dekat"
    ),
    measured_far=word_set("dekat"),
    measured_on=word_set("dari ke persegi menuju kuadrat lebar panjang"),
    length_labels=word_set("lebar panjang tinggi jarak jalan jln muka dekat"),
    area_labels=word_set("luas luasnya ukuran uk"),
    homonyms={},
    sides="m",
    sized=frozenset(),
    before=meaning(
        {
            Op.GT: {*_OVER, ">"},
            Op.GTE: {
                *each_with(_NOT, _UNDER),
                *each_with("paling", listed(_LEAST)),
                *each_with("paling", ("tidak", "nggak", "gak", "ga", "enggak")),
                *listed(
                    "minimal, minimum, min, min ., minim, setidaknya, setidak tidaknya, sekurang kurangnya, "
                    "sekurangnya, mulai, mulai dari, mulai dr, dari, start, start dari, start from, >=, sedikitnya, "
                    "minimalnya"
                ),
            },
            Op.LT: {*_UNDER, *each_with(_NOT, ("sampai",)), "<"},
            Op.LTE: {
                *each_with(_NOT, _OVER),
                *each_with("paling", listed(_MOST)),
                *listed(
                    "maksimal, maksimum, maks, maks ., max, max ., mentok, mentok di, sampai, sampai dengan, hingga, "
                    "s/d, sd, sampe, maximal, <=, selambatnya, setinggi tingginya, sebanyak banyaknya, dalam "
                    "radius, radius, dalam jarak, maksimalnya"
                ),
            },
            Op.APPROX: (
                "sekitar, sekitaran, sekitarnya, kisaran, kisaran harga, di kisaran, dikisaran, berkisar, range, "
                "rentang, kira kira, kurang lebih, kurleb, krg lbh, lebih kurang, hampir, ~, ±, mendekati, seputar, "
                "plus minus"
            ),
            Op.EQUALS: "tepat, persis, pas, =, sama dengan, sebesar, pas di",
        }
    ),
    after=meaning(
        {
            Op.GTE: (
                "ke atas, keatas, atau lebih, lebih dikit, minimal, min, min ., minimum, dan lebih, dan seterusnya, "
                "atau di atasnya, atau lebih besar, atau lebih luas, atau lebih tinggi"
            ),
            Op.LTE: (
                "ke bawah, kebawah, atau kurang, maksimal, maks, maks ., max, max ., maksimum, mentok, atau di "
                "bawahnya, atau lebih murah, atau lebih kecil, atau lebih rendah, dan di bawahnya, paling mentok, "
                "paling banyak, paling maksimal"
            ),
            Op.APPROX: "kurang lebih, kira kira, lebih kurang, kurleb, ish",
            Op.EQUALS: "pas, tepat, persis",
        }
    ),
    year_before=meaning(
        {
            Op.LT: "sebelum, sblm, lebih tua dari, lebih lama dari, lebih awal dari, di bawah",
            Op.GT: (
                "setelah, sesudah, stlh, lebih baru dari, lebih muda dari, di atas, di atas tahun, diatas tahun, pasca"
            ),
            Op.GTE: (
                "sejak, mulai tahun, dari tahun, minimal tahun, minimal, min, paling lama, paling tua, tidak lebih tua "
                "dari, tidak lebih lama dari, tidak sebelum"
            ),
            Op.LTE: (
                "sampai tahun, hingga tahun, maksimal, maks, max, paling lambat, "
                "selambat lambatnya, maksimal tahun, di bawah tahun"
            ),
        }
    ),
    year_after=meaning(
        {
            Op.GTE: "atau lebih baru, atau setelahnya, ke atas, keatas, atau sesudahnya, dan seterusnya",
            Op.LTE: "atau lebih tua, atau sebelumnya, ke bawah, kebawah, paling lambat",
        }
    ),
    date_before=meaning(
        {
            Op.GTE: "mulai, mulai dari, mulai bulan, mulai tanggal, dari, sejak bulan, sejak tanggal, per, per tanggal",
            Op.LTE: "sampai, hingga, sampai bulan, sampai tanggal, paling lambat bulan, paling lambat tanggal",
            Op.LT: "sebelum bulan, sebelum tanggal",
            Op.GT: "setelah bulan, setelah tanggal",
            Op.EQUALS: "pada, di bulan, pada bulan, pada tanggal, tanggal, tgl, bulan, di",
        }
    ),
    age_before=meaning({Op.GT: "lebih tua dari", Op.LT: "lebih muda dari, lebih baru dari"}),
    or_equal=wordings("atau sama dengan, atau sama"),
    equal_or=wordings("sama dengan atau, pada atau"),
    limit_joins=word_set(", dan tapi"),
    tolerances=wordings("+ / -, + -, - / +, plus minus, lebih kurang, kurang lebih, +/-, ±"),
    beyond=word_set("lagi"),
    rising=word_set("naik nambah tambah ditambah"),
    stretches=wordings("bisa naik sampai, bisa sampai, masih bisa sampai, bisa naik ke, bisa sampe, boleh sampai"),
    own=word_set("atau dan ke keatas kebawah"),
    fillers=word_set("harga : - adalah hanya cuma sekitar di angka yaitu nya tahun yang tipe type ada punya"),
    limits=word_set("max maks maksimal maksimum min minimal minimum"),
    money_only=word_set("bawah bwh"),
    ambiguous_comparisons=word_set("dari mulai start sampai hingga sampe sd s/d"),
    opened=word_set("harga mulai start kisaran range budget dana"),
    between={
        "antara": word_set("dan sampai hingga s/d sd sampe - dgn dengan"),
        "dari": word_set("sampai hingga s/d sd sampe - ke"),
        "mulai": word_set("sampai hingga s/d sd sampe -"),
        "kisaran": word_set("sampai hingga s/d sd sampe - dan"),
        "range": word_set("sampai hingga s/d sd sampe - dan to"),
        "rentang": word_set("sampai hingga s/d sd sampe - dan"),
    },
    ranges=word_set("- sampai hingga s/d sd sampe s.d"),
    range_steps=frozenset({"dengan"}),
    ors=frozenset({"atau"}),
    ands=frozenset({"dan"}),
    periods={
        **{word + of: period for word, period in _PERIODS.items() for of in ("", "nya")},
        "jam": ("hour", 1.0),
    },
    period_words={
        before + word + of: period
        for word, period in _PERIODS.items()
        for before, of in (("se", ""), ("per", ""), ("", "an"), ("se", "nya"), ("per", "nya"))
    },
    calendar=frozenset(),
    each=word_set("per / tiap setiap se"),
    per=word_set("per / tiap"),
    area_lengths=word_set("m meter mtr"),
    travel=meaning(
        {
            "walk": "jalan kaki, berjalan kaki, dengan jalan kaki, dengan berjalan kaki, jalan santai, jalan",
            "drive": (
                "naik motor, naik mobil, naik kendaraan, berkendara, berkendaraan, dengan mobil, dengan motor, dgn "
                "mobil, dgn motor, pakai mobil, pakai motor, pake mobil, pake motor, perjalanan, bermotor, menyetir"
            ),
            "bike": "naik sepeda, bersepeda, dengan sepeda, pakai sepeda, gowes",
            "ride": "naik kereta, naik krl, naik mrt, naik lrt, naik bus, naik busway, naik angkot, dengan kereta",
        }
    ),
    travel_before=meaning(
        {
            "walk": "jalan kaki, berjalan kaki, cukup jalan kaki, jalan kaki hanya, jalan kaki sekitar",
            "drive": "naik motor, naik mobil, berkendara",
            "bike": "naik sepeda, bersepeda",
            "ride": "naik kereta, naik krl, naik mrt",
        }
    ),
    walkable=wordings("jarak jalan kaki, jarak berjalan kaki, dalam jarak jalan kaki"),
    times=word_set("kali"),
    by=word_set("x"),
    near=word_set("dari ke"),
    pronouns=frozenset({"satu"}),
    not_counted=word_set(
        "yang dari di ke dan atau saja aja lagi sama untuk dengan adalah ada bisa bagian sisi pihak hal demi kesatuan"
    ),
    clause_words=word_set("dan atau dengan di tapi yang"),
    floors=word_set("lantai"),
    floor_labels=word_set("lantai"),
    counted_floors=word_set("lantai"),
    floor_ordinals=word_set("ke no nomor"),
    floor_at=word_set("di pada"),
    floor_followers=word_set(
        "minimal min maksimal maks max keatas ada boleh dan atau sampai hingga dengan di ke yang unit saja aja dekat "
        "view hadap full"
    ),
    built=word_set("dibangun bangunan tahun thn th sejak direnovasi renovasi didirikan berdiri pembangunan selesai"),
    built_loosely=word_set("sejak bangunan th"),
    built_after=word_set("bangunan"),
    year_from=frozenset(),
    decades=frozenset({"an"}),
    old=frozenset(),
    ages=word_set("umur usia umurnya usianya berumur berusia"),
    seats=word_set("kursi orang tamu jiwa"),
    chairs=word_set("kursi"),
    seating=word_set("untuk utk buat muat cukup kapasitas menampung"),
    seating_for=word_set("untuk utk buat"),
    seating_alone=frozenset(),
    spacious=word_set("cukup luas besar lega ruang lapang tempat"),
    enough=frozenset({"cukup"}),
    streets=frozenset(),
    plain_streets=frozenset(),
    single_word_streets=frozenset(),
    street_starts=word_set("jl jln jalan gang gg"),
    numbered=word_set(
        "blok blk rt rw exit wa telp hp tlp pos kodepos smp sma sd smk smpn sman sdn smkn tk mts id kode"
    ),
    numbered_loosely=word_set(
        "gang gg pasar psr simpang road raya nomor no tol gerbang tower tahap fase zona sektor gedung pintu "
        "jalur ruas seksi"
    ),
    number_signs=word_set("no nomor nmr nomer"),
    districts=word_set(
        "kec kel kab kecamatan kelurahan kabupaten provinsi prov desa sumatera sumatra jawa jakarta banten bali "
        "kalimantan sulawesi papua yogyakarta diy dki"
    ),
    labels=frozenset(),
    calls=word_set("hubungi telp tlp hp wa call telepon :"),
    transit=frozenset(),
    transit_goes_on=frozenset(),
    hours=word_set("jam"),
    joining=word_set("dan atau dengan tapi tetapi serta plus untuk tanpa bukan di ke dari"),
    small_words=word_set(
        "di ke dari dan atau untuk dengan yang pada dekat per tidak tanpa bukan adalah ada juga sampai hingga min max "
        "minimal maksimal saja"
    ),
    months=numbered(
        "januari jan, februari pebruari feb, maret mar, april apr, mei, juni jun, juli jul, agustus agu ags agt, "
        "september sep sept, oktober okt, november nopember nov, desember des",
        start=1,
    ),
    unsure_months=word_set("mar sep des"),
    dated=word_set(
        "mulai bulan tanggal tgl pada tersedia sejak sampai hingga sebelum setelah sesudah kosong siap awal akhir "
        "pertengahan per diposting tayang terima"
    ),
    parts=meaning(
        {
            (1, 10): "awal, awal bulan",
            (11, 20): "pertengahan, tengah, pertengahan bulan",
            (21, 31): "akhir, akhir bulan",
        }
    ),
    coming=meaning(
        {
            ("month", 1): "bulan depan",
            ("month", 0): "bulan ini",
            ("week", 1): "minggu depan",
            ("week", 0): "minggu ini",
            ("day", 1): "besok",
            ("year", 1): "tahun depan",
        }
    ),
    day_first=True,
    travel_unsaid="drive",
    price_scale=1e6,
    budgets=word_set("harga harganya hrg budget budgetnya bujet anggaran dana dananya modal kisaran range"),
)
