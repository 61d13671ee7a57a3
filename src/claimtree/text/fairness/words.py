"""The words by which people are asked for, or kept out, by protected class: data of `fairness`, by language.

Nothing here decides by itself: a group word counts only together with an operator or with a word for the people or
the area it is said of. A phrase in the lists is separated by commas; a word also stands for its plural.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Ground(StrEnum):
    """What the law protects people by."""

    RACE = "race"
    ETHNICITY = "ethnicity"
    RELIGION = "religion"
    ORIGIN = "origin"
    SEX = "sex"
    ORIENTATION = "orientation"
    FAMILY = "family"
    DISABILITY = "disability"
    AGE = "age"
    INCOME = "income"


class Head(StrEnum):
    """What a group word can be said of."""

    PERSON = "person"
    """Anybody: makes a word that is also a colour or an age one for people: "white people"."""
    ROLE = "role"
    """Who lives there, or lets: "neighbors"."""
    AREA = "area"
    DWELLING = "dwelling"


class Kind(StrEnum):
    """How sure a group word is to mean people."""

    NOUN = "noun"
    """Always, unless a thing for them follows."""
    NAME = "name"
    """In the plural always, else when nothing follows that it could describe: "no Chinese restaurants", "no baby gates"."""
    SHADE = "shade"
    """Only before a word for people or an area: "white neighborhood", but "white kitchen"."""


class Operator(StrEnum):
    """What is done with the group."""

    EXCLUDES = "excludes"
    RESTRICTS = "restricts"
    COUNTS = "counts"
    """Says how many of them there are: "mostly", "lots of"."""
    ACCEPTS = "accepts"
    """Says that they may come, or are well served: no question of who lives there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Words for one kind of group."""

    ground: Ground
    kind: Kind
    heads: frozenset[Head]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FairWords:
    """The words of one language."""

    code: str
    groups: tuple[Group, ...]
    heads: Mapping[Head, str]
    head_first: bool
    """The word for the people stands before the group: "tetangga muslim"."""
    before: Mapping[Operator, str]
    """Operators before the group."""
    behind: Mapping[Operator, str]
    """Operators behind the group."""
    between: str
    """May stand between an operator, a head and the group."""
    following: str
    """May follow a group that stands for people; any other word is what the group describes."""
    things: str
    """What groups of people can have or use: after even the surest group word these make it one of their kind."""
    tails: str
    """Behind a group, these say that it is about the neighbours; nothing of them is left behind."""
    ors: str
    joins: str
    """Between the groups of a list."""
    articles: str
    linking: str
    """Between a group and the operator behind it: "children are not welcome"."""
    friendly: str
    """Right behind a group, these speak of what the place is like: "kid friendly"."""
    describing: str
    """Behind a group that follows its head, these go on describing the head."""
    manners: str
    """What people are like, between a group word and the next: "Indian vegetarian girls"."""
    plurals: str
    """Words for several people that have no plural s."""
    prefixes: str
    own: str
    """Who asks: a group said of them is no question."""
    seeking: str
    """Once these stand between, it is no longer said of who asks."""
    owning: str
    """Right before a group: it is the asker's own."""
    serving: str
    """Before a number of people, it asks for room for them: "space for lots of kids"."""
    lodgings: str
    """Kinds of lodging that are by custom and law for one sex."""
    ages: str
    """Beside a number, these make it an age."""
    always: Mapping[Ground, str]
    """Said anywhere, these ask by protected class."""


_EVERYWHERE = frozenset({Head.ROLE, Head.AREA, Head.DWELLING})
_AROUND = frozenset({Head.ROLE, Head.AREA})
_INSIDE = frozenset({Head.ROLE, Head.DWELLING})
_PEOPLE = frozenset({Head.ROLE})
_NOBODY: frozenset[Head] = frozenset()


def _group(ground: Ground, kind: Kind, heads: frozenset[Head], words: str) -> Group:
    return Group(ground=ground, kind=kind, heads=heads, words=words)


ENGLISH = FairWords(
    code="en",
    groups=(
        _group(Ground.RACE, Kind.SHADE, _AROUND, "white, black, brown, colored, coloured, mixed race, interracial"),
        _group(
            Ground.RACE,
            Kind.NOUN,
            _AROUND,
            "whites, blacks, caucasian, african american, people of color, people of colour, negro, nonwhite",
        ),
        _group(
            Ground.RACE,
            Kind.NAME,
            _AROUND,
            "asian, latino, latina, latinx, hispanic, native american, arab, arabic, aboriginal, minority, biracial",
        ),
        _group(
            Ground.RACE,
            Kind.SHADE,
            _AROUND,
            "diverse, ethnic, racial, multicultural, multiethnic, ethnically diverse, racially diverse, ethnically "
            "mixed, racially mixed, ethnically homogeneous, racially homogeneous, racially pure, monocultural",
        ),
        _group(
            Ground.RELIGION,
            Kind.NAME,
            _EVERYWHERE,
            "muslim, christian, catholic, jewish, jew, hindu, buddhist, mormon, protestant, evangelical, sikh, atheist, "
            "hasidic, orthodox jew, orthodox jewish, islamic, baptist, lutheran, jehovah's witness, pagan, jain",
        ),
        _group(
            Ground.RELIGION,
            Kind.SHADE,
            _EVERYWHERE,
            "religious, god fearing, church going, churchgoing, believing, secular, orthodox, irreligious",
        ),
        _group(
            Ground.ORIGIN,
            Kind.NOUN,
            _AROUND,
            "immigrant, migrant, refugee, foreigner, illegals, illegal immigrant, asylum seeker, expat, expatriate, "
            "us citizen, american citizen, english speaker, native english speaker, native speaker, spanish speaker, non citizen, noncitizen",
        ),
        _group(
            Ground.ORIGIN,
            Kind.NAME,
            _AROUND,
            "american, mexican, indian, pakistani, bangladeshi, chinese, japanese, korean, vietnamese, filipino, thai, "
            "indonesian, russian, ukrainian, polish, irish, italian, german, french, greek, spanish, portuguese, "
            "turkish, iranian, persian, iraqi, syrian, israeli, egyptian, nigerian, somali, ethiopian, ghanaian, "
            "african, latin american, south american, caribbean, jamaican, haitian, dominican, puerto rican, cuban, colombian, brazilian, venezuelan, "
            "guatemalan, salvadoran, european, eastern european, middle eastern, south asian, albanian, armenian, "
            "moroccan, nepali, afghan, roma people, gypsy",
        ),
        _group(
            Ground.ORIGIN,
            Kind.SHADE,
            _AROUND,
            "english speaking, spanish speaking, non english speaking, native born, american born, foreign born, "
            "foreign, undocumented, russian speaking, chinese speaking",
        ),
        _group(
            Ground.SEX,
            Kind.NOUN,
            _INSIDE,
            "female, male, women, woman, men, ladies, lady, gentlemen, girl, boy",
        ),
        _group(
            Ground.ORIENTATION,
            Kind.NAME,
            _EVERYWHERE,
            "gay, lesbian, lgbt, lgbtq, queer, homosexual, transgender, transsexual, trans, bisexual, same sex couple",
        ),
        _group(Ground.ORIENTATION, Kind.SHADE, _PEOPLE, "straight, heterosexual, same sex, opposite sex"),
        _group(
            Ground.FAMILY,
            Kind.NOUN,
            _NOBODY,
            "kid, child, children, baby, infant, toddler, newborn, families, couples, single mother, single mom, single "
            "parent, single dad, unwed mother, pregnant women, pregnant woman, unmarried couple, married couple, "
            "childless couple, divorcee, expectant mother, large family, large families, big families, "
            "family with kid, families with kid, family with children, families with children",
        ),
        _group(Ground.FAMILY, Kind.SHADE, _PEOPLE, "childless, married, unmarried, divorced, pregnant"),
        _group(
            Ground.DISABILITY,
            Kind.NAME,
            _INSIDE,
            "disabled, handicapped, the blind, the deaf, mentally ill, crippled, mentally disabled, physically disabled",
        ),
        _group(
            Ground.DISABILITY,
            Kind.NOUN,
            _NOBODY,
            "wheelchair user, cripple, mental patient, mental illness, mental issue, disability, disabilities, able "
            "bodied, people with disabilities, people with a disability, special needs kid",
        ),
        _group(Ground.DISABILITY, Kind.SHADE, _PEOPLE, "autistic, blind, deaf, able bodied, mentally unstable"),
        _group(
            Ground.AGE,
            Kind.NOUN,
            _PEOPLE,
            "adult, mature adult, elder, retiree, pensioner, millennial, boomer, teen, teenager, young professional, "
            "young adult, seniors, senior citizen, oldie, gen z, twenty somethings, thirty somethings",
        ),
        _group(Ground.AGE, Kind.NAME, _PEOPLE, "elderly, retired"),
        _group(Ground.AGE, Kind.SHADE, _NOBODY, "old"),  # "the old tenant" is the last one
        _group(Ground.AGE, Kind.SHADE, _PEOPLE, "twenties, thirties, forties, fifties, sixties, seventies"),
        _group(Ground.AGE, Kind.SHADE, _PEOPLE, "young, younger, older, aged, senior, middle aged, mature, aging"),
        _group(
            Ground.INCOME,
            Kind.NAME,
            _EVERYWHERE,
            "section 8, section eight, voucher, housing voucher, hcv, voucher holder, welfare, welfare recipient, dss, "
            "housing benefit, public assistance, benefit claimant, section 8 voucher, food stamp",
        ),
    ),
    heads={
        Head.PERSON: "people, person, folk, man, woman, individual, guy, kid, child, children, family, families, couple, "
        "anyone, nobody, someone, somebody, anybody, everyone, professional, mother, mom, parent, adult, no one, "
        "lady, girl, boy, men, women, worker, student, bachelor, descent, ancestry",
        Head.ROLE: "neighbor, neighbour, tenant, resident, roommate, housemate, flatmate, renter, occupant, landlord, "
        "landlady, household, crowd, population, inhabitant, community, communities, homeowner, applicant, owner, "
        "lodger, presence, majority, demographic, makeup, flat mate, room mate, house mate, lessee, society",
        Head.AREA: "neighborhood, neighbourhood, area, district, suburb, enclave, ghetto, part of town, side of town, "
        "zone, hood, environment, surrounding, county, region, block, vicinity",
        Head.DWELLING: "building, apartment, apt, house, home, complex, condo, flat, dorm, development, co op, coop",
    },
    head_first=False,
    before={
        Operator.EXCLUDES: "no, not, without, don't, dont, doesn't, doesnt, do not, does not, won't, will not, can't, cannot, avoid, avoiding, except, minus, zero, free of, free from, away from, far "
        "from, instead of, don't want, do not want, dont want, doesn't want, don't like, do not like, hate, dislike, "
        "can't stand, cannot stand, never, isn't, aren't, not suitable for, unsuitable for, not for, not rent to, "
        "don't rent to, won't rent to, "
        "nor, neither, ban, exclude, excluding, hardly any, few, fewer, fewest, less, escape, wary of, "
        "tired of, sick of, not appropriate for, not ideal for, not recommended for, not intended for, keep out, "
        "nowhere near, anything but, anywhere but, isn't suitable for, sans, other than, rather not have, lacking, "
        "not good for, w/o, not safe for",
        Operator.RESTRICTS: "only, exclusively, strictly, must be, have to be, has to be, should be, prefer, preferring, "
        "preferably, ideally, reserved for, restricted to, limited to, rent to, rents to, renting to, only for, just "
        "for, only to, nobody but, solely for, favor, want only, priority to, need to be, all must be",
        Operator.COUNTS: "mostly, predominantly, primarily, mainly, largely, majority, majority of, most, many, lots of, a "
        "lot of, plenty of, full of, filled with, surrounded by, among, amongst, fellow, other, too many, so many, mix "
        "of, popular with, populated by, dominated by, home to, inhabited by, live with, live near, live among, live "
        "around, living with, living near, living among, living around, run by, owned by, heavily, more, overwhelmingly, "
        "high percentage of, percentage of, tons of, loads of, all, next to, number of, concentration of, share of, "
        "proportion of, be around, be near, lot of",
        Operator.ACCEPTS: "accepts, accept, accepting, welcomes, welcoming, suitable for, good for, great for, perfect "
        "for, ideal for, friendly to, open to, safe for, takes, take, allows, allow, allowing, fine with, ok with, okay with, "
        "regardless of, fun for, designed for, don't mind, do not mind, dont mind, wouldn't mind, would not mind, don't care "
        "about, no problem with, no issue with, can be owned by, can be bought by, speaks no, speak no, speaks only, speak only, permits, permit",
    },
    behind={
        Operator.EXCLUDES: "not allowed, not welcome, not accepted, not permitted, not wanted, prohibited, unwelcome, need "
        "not apply, not ok, not okay, free, aren't allowed, isn't accepted, aren't welcome, aren't accepted, forbidden, "
        "will not be accepted, cannot be accepted, can't live, not eligible, not considered, not taken",
        Operator.RESTRICTS: "only, preferred, exclusively, wanted, strongly preferred, strictly, a priority",
        Operator.COUNTS: "live, reside, living there, living here, dominated, majority",
        Operator.ACCEPTS: "welcome, welcomed, accepted, allowed, ok, okay, fine, friendly, permitted, possible, considered, "
        "no issue, no problem, not an issue, not a problem",
    },
    between="a an the any of other such those these certain very too so many much really all more most to live "
    "living be being near nearby next by with in for around among loud noisy screaming crying small little young annoying "
    "rude rowdy dirty poor certain who that which are is was being am where there's have has having their it's they're "
    "who're will would should must too over only a lot lots full bunch areas area neighborhood neighborhoods "
    "neighbourhood places place buildings building people anyone someone person tenants neighbors neighbours residents "
    "families roommates see having seeing dealing renting moving into not isn't aren't just pure purely all some few "
    "uneducated at least more strictly accept lower upstairs home one on from anybody everyone want rent rented",
    following="and or but with without in on at near nearby around here there please who that which where is are was were "
    "be to for from by as if because since not only allowed upstairs downstairs close next within under over above below "
    "living moving running playing screaming crying making staying stomping residing walking hanging yelling renting "
    "jumping if i we my our it this so just also too either & + - / : must should would can will do does need plus then "
    "though although while unless thanks thank pls inside outside across among like want looking again anymore no",
    things="room bedroom playroom playground pool gym club menu hospital museum center centre school store shop clothes "
    "area zone toy book stuff bed park library program restaurant food market spa lounge floor hour night class swim "
    "restroom bathroom section discount bar cafe church theater theatre clinic bookstore boutique team college daycare "
    "care activity event sauna locker yoga fitness night hostel furniture size sized proof safe rate menu bikes league "
    "shelter dorms ward entrance access parking seat seating bath pricing price ticket day pass services service of gate occupied dining hall",
    tails="around, here, there, upstairs, downstairs, nearby, next door, in the building, in the area, in the "
    "neighborhood, in the neighbourhood, in the complex, on the block, on the street, in the house, in the apartment, "
    "living there, living here, running around, running, playing, screaming, crying, moving in, as neighbors, as "
    "neighbours, as tenants, above me, below me, above us, below us, allowed, at all, in this building, "
    "in the unit, making noise, living nearby, living around, as roommates, in my building, in the household, accepted, "
    "on my floor, in the unit above, next to me, next to us, living upstairs, living next door, as me, as us, as mine, "
    "as ours, living in the building, in the vicinity, permitted, across the hall, stomping around",
    ors="or nor /",
    joins="or and nor & / ,",
    articles="the any other more a an no",
    linking="is are will be also very strongly need do",
    friendly="friendly",
    describing="",
    manners="vegetarian vegan educated respectable decent nice good clean friendly quiet wealthy rich hardworking "
    "working loud noisy rude poor like minded single local normal traditional conservative liberal straight",
    plurals="children women men people folk",
    prefixes="non",
    own="i i'm im i've we we're we've me us couple myself husband wife single family partner am professional boyfriend "
    "girlfriend fiance roommates household retired ourselves",
    seeking="want wants looking need needs prefer like would building area place neighborhood neighbourhood apartment "
    "house home complex street block seeking search searching find live condo flat must rather rent accept allow hate avoid dislike stand take",
    owning="my our your i'm im am we're i we as",
    serving="for",
    lodgings="dorm dormitory hostel boarding rooming",
    ages="age aged ages years old yrs older year s",
    always={
        Ground.RACE: "racial makeup, racial mix, ethnic makeup, ethnic mix, racial composition, demographic makeup, "
        "demographics, same race, my race, my own race, our race, own race, same skin color, same ethnicity, my "
        "ethnicity, our ethnicity, same ethnic background, certain races",
        Ground.RELIGION: "same religion, same faith, my religion, our religion, our faith, my faith, certain religions, "
        "own faith, own religion",
        Ground.ORIGIN: "same nationality, same country, my nationality, certain nationalities, from my country",
        Ground.FAMILY: "childfree, child free, kid free, kids free, baby free, singles only",
    },
)

INDONESIAN = FairWords(
    code="id",
    groups=(
        _group(
            Ground.RELIGION, Kind.NOUN, _EVERYWHERE,
            "muslim, muslimah, nonmuslim, nasrani, kristiani, seiman, seagama, mualaf, kafir, satu iman, satu agama, umat "
            "muslim, umat kristen, umat islam, umat hindu, umat budha, orang islam, beragama islam, beragama kristen, "
            "beragama katolik, beragama hindu, beragama buddha, beragama budha, beda agama, agama tertentu",
        ),
        _group(
            Ground.RELIGION, Kind.NAME, _EVERYWHERE,
            "kristen, katolik, hindu, buddha, budha, konghucu, islam, islami, agamis, religius, yahudi, protestan",
        ),
        _group(
            Ground.ETHNICITY, Kind.NAME, _AROUND,
            "chinese, cina, china, tionghoa, tionghua, chindo, batak, dayak, bugis, betawi, minang, nias, keturunan cina, "
            "keturunan tionghoa, keturunan arab, keturunan india, arab, tamil, toraja, manado",
        ),
        _group(
            Ground.ETHNICITY, Kind.SHADE, _PEOPLE,
            "jawa, sunda, madura, bali, aceh, padang, melayu, ambon, papua, karo, makassar, banjar, lampung, flores, "
            "palembang, medan, timor, kupang, mandailing, sumatera, kalimantan, sulawesi, keturunan, timur, tertentu",
        ),
        _group(
            Ground.ETHNICITY, Kind.NOUN, _EVERYWHERE,
            "pribumi, nonpribumi, sesuku, satu suku, putra daerah, pendatang, perantau, aseng, suku tertentu, satu etnis, "
            "ras tertentu, etnis tertentu",
        ),
        _group(Ground.RACE, Kind.NOUN, _AROUND, "kulit hitam, kulit putih, kulit gelap, berkulit hitam, berkulit gelap"),
        _group(
            Ground.ORIGIN, Kind.NOUN, _EVERYWHERE,
            "bule, wna, wni, orang asing, warga asing, tka, ekspatriat, ekspat, imigran, pengungsi, warga negara asing, "
            "warga negara indonesia, tenaga asing",
        ),
        _group(
            Ground.ORIGIN, Kind.SHADE, _PEOPLE,
            "asing, korea, jepang, india, afrika, nigeria, barat, eropa, rohingya, malaysia, rusia, amerika, luar negeri",
        ),
        _group(
            Ground.SEX, Kind.NOUN, _INSIDE,
            "wanita, perempuan, cewek, cewe, pria, laki laki, lelaki, cowok, cowo, putri, putra, akhwat, ikhwan, gadis",
        ),
        _group(Ground.ORIENTATION, Kind.NOUN, _EVERYWHERE, "lgbt, gay, lesbian, homo, waria, banci, transgender, bencong"),
        _group(
            Ground.FAMILY, Kind.NOUN, _NOBODY,
            "keluarga, pasutri, anak kecil, anak anak, balita, bayi, lajang, jomblo, janda, duda, ibu hamil, wanita hamil, "
            "suami istri, pasangan suami istri, pasangan menikah, pasangan belum menikah, bocah, bocil, pasangan",
        ),
        _group(Ground.FAMILY, Kind.NAME, _NOBODY, "anak, hamil, single"),
        _group(Ground.FAMILY, Kind.SHADE, _PEOPLE, "menikah, berkeluarga, belum menikah, sudah menikah, sudah berkeluarga"),
        _group(
            Ground.DISABILITY, Kind.NOUN, _PEOPLE,
            "difabel, disabilitas, penyandang disabilitas, penyandang cacat, orang cacat, orang gila, tunanetra, odgj, "
            "berkebutuhan khusus, pengguna kursi roda, cacat",
        ),
        _group(
            Ground.AGE, Kind.NOUN, _PEOPLE,
            "lansia, manula, anak muda, orang tua renta, pensiunan, orang lanjut usia, lanjut usia, milenial, remaja, "
            "usia muda, usia lanjut, orang jompo, jompo, orang dewasa, dewasa",
        ),
    ),
    heads={
        Head.PERSON: "orang, suku, etnis, ras, keluarga, warga keturunan, pasangan, kaum, kalangan, umat, wong, org, "
        "orang orang, karyawati, karyawan, mahasiswi, mahasiswa, ibu, bapak, bangsa, warga negara, anak, pekerja, keturunan",
        Head.ROLE: "tetangga, warga, penghuni, penyewa, pengontrak, penduduk, masyarakat, komunitas, pemilik, owner, tetangga "
        "sebelah, yang tinggal, yg tinggal, teman sekamar, induk semang, ibu kos, bapak kos, mayoritas warga, penyewanya",
        Head.AREA: "lingkungan, kawasan, daerah, area, perumahan, komplek, kompleks, cluster, perkampungan, wilayah, "
        "permukiman, pemukiman, lokasi, hunian, zona",
        Head.DWELLING: "kontrakan, rumah kontrakan, townhouse",
    },
    head_first=True,
    before={
        Operator.EXCLUDES: "tanpa, bukan, tidak ada, tidak menerima, tidak terima, tidak untuk, jangan, jangan ada, gak ada, "
        "ga ada, nggak ada, ngga ada, tidak mau, gak mau, ga mau, nggak mau, ogah, anti, hindari, menghindari, bebas dari, "
        "jauh dari, selain, kecuali, dilarang, gak terima, ga terima, nggak terima, tdk terima, tdk menerima, tdk ada, "
        "tidak cocok untuk, tidak disewakan untuk, tidak disewakan ke, tidak boleh ada, tidak boleh, gak boleh, sedikit, "
        "tidak banyak, gak banyak, no, tolak, menolak, minim, tak ada, tak mau, tidak dekat, tidak suka, gak suka, enggak mau, "
        "kurang cocok untuk, tidak melayani, tidak dikontrakkan ke, tidak dijual ke, tidak dijual kepada, bukan untuk, tdk "
        "untuk, tdk mau, ga suka, gamau, gausah ada, jgn ada, jgn",
        Operator.RESTRICTS: "khusus, hanya, hanya untuk, hanya menerima, diutamakan, mengutamakan, utamakan, prefer, lebih "
        "suka, wajib, harus, cuma, cuma untuk, diprioritaskan, prioritas, terbatas untuk, dikhususkan untuk, khusus untuk, "
        "khusus buat, only, sebaiknya, hanya dijual ke, hanya dijual kepada, hanya disewakan ke, hanya disewakan kepada, "
        "kudu, harus sesama, untuk kalangan, cuman, teruntuk, pengennya, maunya, minimal sesama, wajib sesama, eksklusif untuk",
        Operator.COUNTS: "mayoritas, kebanyakan, rata rata, banyak, penuh, didominasi, dominan, sebagian besar, sesama, "
        "dikelilingi, isinya, dihuni, terlalu banyak, bertetangga dengan, semua, semuanya, kumpulan, dominasi, mostly, "
        "tinggal dengan, tinggal bersama, cenderung, berbaur dengan, penuh dengan, dikuasai",
        Operator.ACCEPTS: "menerima, terima, cocok untuk, cocok buat, ramah, ramah untuk, terbuka untuk, aman untuk, aman "
        "buat, boleh, bisa dimiliki, bisa dibeli, boleh dimiliki, boleh dibeli, bisa untuk, nyaman untuk, nyaman buat, ideal untuk, pas untuk, pas buat, memandang, melihat, taman "
        "bermain, tempat bermain, menyambut, tempat main",
    },
    behind={
        Operator.EXCLUDES: "dilarang, tidak boleh, tidak diterima, tidak diizinkan, ga boleh, gak boleh, nggak boleh, dilarang "
        "masuk, tidak diperkenankan, tdk boleh, tidak menerima, mohon maaf tidak, jangan, dilarang sewa, tdk diterima, no",
        Operator.RESTRICTS: "saja, aja, only, lebih diutamakan, diutamakan, doang, preferred, diprioritaskan, lebih disukai, "
        "diprioritaskan, sj, tok, lebih baik",
        Operator.COUNTS: "semua, semuanya, mayoritas, dominan, kebanyakan, tinggal, semua disini, smua",
        Operator.ACCEPTS: "diterima, boleh, welcome, oke, ok, bisa, friendly, dipersilakan, diperbolehkan, diizinkan, monggo",
    },
    between="yang yg ada dengan dgn para untuk utk buat dari sama si kaum bagi ke kepada dekat deket orang tetangga warga "
    "penghuni lingkungan kawasan daerah area tinggal di adalah itu bukan juga sangat terlalu begitu cukup berisik nakal "
    "ribut hidup serumah sekitar bersama jadi masih harus mayoritas banyak oleh lain sebelah disekitar jangan tidak gak "
    "komplek kompleks perumahan calon penyewa pemilik rumah semuanya semua terlalu mau nya agama beragama asli menikah sudah",
    following="dan atau tapi tetapi dengan dgn tanpa di ke dari yang yg untuk utk buat dekat deket ada harga lokasi luas "
    "saja aja disini sini situ ya dong min pak bu tolong mohon karena kalau jika supaya agar serta juga bebas parkir "
    "siap full fasilitas lantai kamar minimal maksimal maks min budget sewa cari mau ingin pengen butuh harus wajib "
    "bisa boleh jangan tidak bukan gak nggak tetangga rumah sebelah sekitar only lebih semua tinggal sekitarnya lt lb "
    "kt km shm murah strategis nyaman aman tenang bersih furnished include no + & / - : saat waktu area akses",
    things="tangga kos kost kosan sungai usaha perusahaan sekolah kampus tk paud sd cucu panah buah raja kunci hijau mall "
    "taman mandiri bermain school center restoran resto makanan masakan kuliner food mart salon gym",
    tails="disini, di sini, di sekitar, sekitar, di sebelah, sebelah, di sekitarnya, di lingkungan itu, di komplek, di "
    "kompleks, yang tinggal, yg tinggal, tinggal di situ, ya, sebagai tetangga, di perumahan, di lingkungan, di dekat rumah, "
    "dekat rumah, yang berisik, di sekitar rumah, yang tinggal di situ, di dalamnya, sekitar rumah, yang ribut",
    ors="atau maupun /",
    joins="atau dan maupun & / ,",
    articles="orang yang",
    linking="lebih yang yg sangat itu",
    friendly="friendly",
    describing="yang yg dan",
    manners="baik sopan bersih taat asli rajin",
    plurals="",
    prefixes="non",
    own="saya kami kita aku gue gw pasangan suami istri sendiri sekeluarga",
    seeking="cari mencari mau ingin pengen butuh lingkungan kawasan daerah area rumah apartemen perumahan komplek kontrakan "
    "khusus hanya disewakan dikontrakkan",
    owning="saya kami aku punya gue kita",
    serving="untuk utk buat",
    lodgings="kost kos kosan kostan indekos koskosan asrama pondokan",
    ages="usia umur berusia berumur tahun thn",
    always={
        Ground.ETHNICITY: "suku yang sama, etnis yang sama, komposisi suku, sesama suku",
        Ground.RELIGION: "agama yang sama, agama sama, sesama agama, se agama, se iman",
    },
)  # fmt: skip

FAIR_WORDS: Mapping[str, FairWords] = {words.code: words for words in (ENGLISH, INDONESIAN)}
