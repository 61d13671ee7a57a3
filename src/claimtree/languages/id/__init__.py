"""The small words of Indonesian, as it is written in chats and advertisements."""

from __future__ import annotations

from claimtree.languages.id.amounts import AMOUNTS
from claimtree.languages.id.conversation import CONVERSATION
from claimtree.languages.id.messages import MESSAGES
from claimtree.languages.id.phrasing import PHRASING
from claimtree.languages.id.place_names import SPELLINGS
from claimtree.languages.id.place_wording import PLACE_WORDING
from claimtree.languages.words import Language, phrases, words

_NOT = phrases("tidak, tdk, tak, gak, ga, gk, nggak, ngga, engga, enggak, ndak")
"""How "not" is written."""


def _denied(text: str) -> tuple[str, ...]:
    """Each wording after each "not"."""
    return tuple(f"{no} {wording}" for wording in phrases(text) for no in _NOT)


INDONESIAN = Language(
    codes=("id",),
    plurals=False,
    modifiers_follow=True,
    amounts=AMOUNTS,
    messages=MESSAGES,
    conversation=CONVERSATION,
    phrasing=PHRASING,
    place_wording=PLACE_WORDING,
    place_spellings=SPELLINGS,
    decimal_comma=True,
    lends_nouns=False,
    function_words=words(
        "yang yg dan atau tapi tetapi namun kalau kalo jika bila maka karena krn sebab agar supaya serta juga jg "
        "pun di ke dari dr dengan dgn dg untuk utk buat pada oleh tanpa dalam dlm dekat dkt sekitar antara sampai "
        "hingga sejak ini itu tersebut ada tidak tdk tak nggak gak ga gk enggak bukan bkn jangan belum blm sudah "
        "sdh udah telah akan sedang lagi masih bisa dapat boleh harus wajib mau ingin pengen perlu butuh cari saya "
        "sy aku kami kita kamu anda dia mereka nya apa siapa mana berapa kapan bagaimana seperti sangat sgt sekali "
        "lebih paling cukup agak hanya cuma saja aja semua setiap tiap para si sang per minimal maksimal kurang "
        "maks dong sih kok ya yah nih deh banyak beberapa jadi menjadi adalah ialah yaitu langsung sambil ketika "
        "saat lalu kemudian atas bawah depan belakang samping sebelah seberang no nomor"
    ),
    fillers=words(
        "yang yg itu ini nya terlalu begitu sangat sekali banget bgt cukup agak lumayan sudah sdh udah udh juga jg "
        "masih dan2 saja aja ada adalah ialah di pada para si sang lah kah pun dong deh sih nih tuh kok ya yah kan "
        "serba benar benar2 betul bagus cantik indah keren mantap mantul super amat paling memiliki punya "
        "mempunyai milik dgn dengan untuk utk buat bagi sebuah seorang suatu satu2nya secara lebih se memang "
        "terletak berada tersedia"
    ),
    articles=words("si sang para"),
    definite=frozenset(),
    free_of=words("bebas anti"),
    negations=words(
        "tidak tak tdk gak ga gk nggak ngga engga enggak ndak bukan bkn tanpa tnp jangan jgn belum blm blom kurang "
        "anti hindari menghindari no tiada non kecuali selain ngk ngak nggk"
    ),
    exception="kecuali",
    permitting=frozenset(),
    scarce=frozenset(),
    forbidding=phrases("jangan"),
    never=frozenset(),
    having=frozenset(),
    polite=words("mohon tolong harap dan"),
    containing=words("dengan dgn ada memiliki punya mempunyai termasuk plus"),
    excepting=words("kecuali selain"),
    questions=phrases(
        "apa, apakah, siapa, siapakah, kapan, mengapa, kenapa, bagaimana, gimana, di mana, dimana, ke mana, kemana, "
        "berapa, adakah, bisakah, bolehkah, yang mana, mana yang, apa ada, ada gak, ada nggak"
    ),
    hearsay=phrases(
        "katanya, konon, kabarnya, menurut, dikabarkan, diduga, kata orang, disebut sebut, dengar dengar, gosipnya, "
        "kata tetangga, dipercaya, mungkin, barangkali, sepertinya, kemungkinan"
    ),
    universals=words("semua apa apapun mana manapun dimanapun seluruh"),
    own=words("saya aku kami kita gue gw anak istri suami ibu bapak orangtua"),
    ors=words("atau atw ato ataupun maupun /"),
    ands=words("dan serta & + plus sama"),
    buts=words("tapi tetapi tp namun melainkan sedangkan meski meskipun walau walaupun"),
    soft=phrases(
        "kalau bisa, kalo bisa, klo bisa, kalau ada, kalo ada, klo ada, jika bisa, jika ada, jika mungkin, kalau "
        "memungkinkan, bila ada, bila mungkin, sebaiknya, idealnya, lebih suka, lebih baik, lebih bagus, "
        "diutamakan, utamakan, prioritas, diprioritaskan, kalau boleh, syukur syukur, syukur kalau, semoga, "
        "mungkin, nilai plus, nilai tambah, jadi bonus, bonus, preferensi, diharapkan, maunya sih, enaknya, enak "
        "kalau, pengennya, inginnya, lebih baik daripada, lebih baik dari, lebih bagus daripada, lebih bagus dari, "
        "lebih oke, lebih disukai, sebisa mungkin, sebisanya, kalau memang ada, kalau tersedia, jika tersedia, "
        "jadi nilai plus, jadi nilai tambah, lebih mantap, lebih asik, lebih asyik, lebih enak, boleh "
        "dipertimbangkan, kalau boleh milih, kalau boleh pilih, seandainya bisa, andai bisa, makin bagus, tambah "
        "bagus, semakin bagus, nice to have, sukur sukur, syukur2, sukur2, mudah mudahan, mudah2an, moga moga, "
        "lebih senang, lebih pilih, lebih prefer, prefer"
    ),
    insistent=phrases(
        "wajib, harus, mesti, kudu, yang penting, yg penting, paling penting, harga mati, pokoknya, mutlak, syarat "
        "mutlak, syarat utama, tidak boleh tidak, benar benar butuh, butuh banget, tidak bisa ditawar, pasti, "
        "harus ada, wajib ada, wajib punya, harus punya, penting, yang jelas, yg jelas, yang utama, yg utama, "
        "paling utama, utamanya, syaratnya, ga bisa ditawar, gak bisa ditawar, nggak bisa ditawar, wajib hukumnya, "
        "asal, asalkan, yang terpenting, yg terpenting, terpenting, must, harus banget, wajib banget"
    ),
    which=words("utama pertama kedua ketiga keempat lain satunya atas bawah depan belakang"),
    further=words("kedua ketiga lain satunya"),
    commands=words("carikan cari tampilkan tunjukkan"),
    whose=words("yang yg"),
    somebody=words("seseorang sesuatu siapa siapapun lain lainnya"),
    who=words("yang yg"),
    being=words("adalah ialah merupakan tipe jenis berupa"),
    leads=words("kota kabupaten kecamatan kelurahan daerah kawasan wilayah jalan jl pusat"),
    sides=frozenset(),
    states=words(
        "indonesia sumatera sumatra sumut sumsel jawa jateng jatim jabar banten bali sulawesi kalimantan papua"
    ),
    place_beginnings=words("medan deli sei sungai tanjung kampung kota kabupaten pulo pulau pematang tebing"),
    whereabouts=words(
        "di daerah kawasan wilayah area sekitar dekat dkt sekitaran seputaran samping sebelah belakang seberang depan"
    ),
    afar=words("jauh"),
    outside=phrases("di luar, diluar, luar"),
    apart=frozenset(),
    betweens=phrases("di antara, diantara, antara"),
    nearer=phrases("lebih dekat ke, lebih dekat dengan, lebih dekat dari, lebih dekat"),
    surroundings=words("sekitarnya sekitar sekitaran"),
    praise=frozenset(),
    praise_behind=words("bagus terbaik enak favorit unggulan populer terkenal berkualitas lezat"),
    locating=words("di dalam daerah kawasan wilayah area kota kabupaten lokasi jalan at"),
    comparing=words("dari dibanding daripada menit mnt dekat dkt sekitar ke menuju samping sebelah jarak"),
    unlike=words("dibanding dibandingkan daripada ketimbang"),
    towards=words("ke dari menuju"),
    welcoming=frozenset(),
    travelling=words("menit mnt jam perjalanan naik akses jalan angkot kereta bus motor mobil dekat jarak"),
    commuting=words("perjalanan pulang-pergi"),
    carriers=words("bus bis busway transjakarta kereta krl mrt lrt angkot feeder kapal feri ferry"),
    carrying=words("yang yg langsung jurusan arah halte stasiun"),
    carrying_to=words("ke menuju tujuan arah jurusan"),
    other_costs=words("gaji penghasilan pendapatan tabungan biaya booking deposit tagihan upah"),
    prices=words(
        "harga harganya hrg hrga jual jualnya dijual djual nego net nett seharga penawaran dilepas lepas open"
    ),
    payments=words(
        "dp boking fee commitment komitmen cicilan cicilannya cicil dicicil nyicil angsuran angsurannya angsur kredit "
        "muka tanda jaminan cashback potongan subsidi hemat bonus voucher omzet omset profit provit untung keuntungan "
        "pajak service charge denda komisi pasaran taksiran appraisal pinjaman tenor asuransi modal bayar"
    ),
    other_sizes=frozenset(),
    prepositions=words("di pada ke"),
    streets=words("jalan jl jln"),
    alleys=words("gang gg lorong lr"),
    address_ends=words(
        "no nomor nmr km kel kelurahan kec kecamatan kab kabupaten kota kodepos blok blk rt rw lk lingkungan gang gg "
        "lorong lr ujung simpang sp ukuran uk luas lebar panjang harga ada siap cocok akses masuk arah menuju tembus "
        "pinggir tepi kode pos dusun desa pasar"
    ),
    wards=words("kel kelurahan kec kecamatan desa dusun kab kabupaten"),
    likening=words("nya ala versi"),
    uses=words("untuk utk buat bwt dibuat dibikin dijadikan jadi menjadi cocok"),
    sufficing=words("cukup"),
    shares=words("masing2 deposit biaya tambahan diskon booking dp"),
    rewrites=(
        ("rumah sakit", "rs"),
        ("jauh dari", "tidak dekat"),
        ("gitu jauh dari", "tidak dekat"),
        ("jauh dari rumah sakit", "tidak dekat rs"),
        # "jauh dari rumah penduduk" is a house all the same.
        ("jauh dari rumah", "jauh dari rumah"),
        ("seberapa jauh dari", "tidak dekat"),
        ("masing masing", "setiap"),
    ),
    wish_rewrites=(
        *((f"{no} {far} dari", "sekitar") for no in _NOT for far in ("jauh", "terlalu jauh", "begitu jauh")),
        ("kl yg", "kalau yang"),
        ("kl yang", "kalau yang"),
        ("kl ada", "kalau ada"),
        ("kl bisa", "kalau bisa"),
        ("kl bs", "kalau bisa"),
        ("kalo", "kalau"),
        ("klo", "kalau"),
        ("brp", "berapa"),
        ("sejutaan", "1 jutaan"),
        ("semiliaran", "1 miliaran"),
        ("semilyaran", "1 milyaran"),
        ("dgn", "dengan"),
        ("aj", "saja"),
        ("aja", "saja"),
        ("sj", "saja"),
        ("bgt", "banget"),
        ("sgt", "sangat"),
        ("lbh", "lebih"),
        ("krg", "kurang"),
        ("tp", "tapi"),
        ("jg", "juga"),
        ("hrs", "harus"),
        ("ato", "atau"),
        ("atw", "atau"),
        ("dibawah", "di bawah"),
        ("diatas", "di atas"),
        ("dikit", "sedikit"),
        ("syukur2", "syukur syukur"),
        ("asal bukan", "bukan"),
        ("asal jangan", "jangan"),
        ("yang bukan", "bukan"),
        ("tidak mau", "jangan"),
        ("ga mau", "jangan"),
        ("gak mau", "jangan"),
        ("nggak mau", "jangan"),
        ("tdk mau", "jangan"),
        ("gamau", "jangan"),
        ("tidak suka", "jangan"),
        ("ga suka", "jangan"),
        ("gak suka", "jangan"),
        ("nggak suka", "jangan"),
        ("jauh dari", "jangan dekat"),
    ),
    narrowing=words(
        "gratis free termasuk include sendiri pribadi khusus otomatis tertutup barang penumpang motor terpisah bersama"
    ),
    vague=words(
        "bagus cantik indah keren mantap oke ok enak nyaman asri asik asyik lumayan cukup agak banget bgt sekali "
        "sangat benar betul memang tolong mohon makasih terima kasih dong deh sih ya kak bang gan min pak bu unit "
        "tempat lokasi daerah kawasan lingkungan area kalau kalo jika bisa mau ingin pengen cari carikan butuh perlu "
        "ada punya dapat dapet harus wajib juga lagi saja aja sekitar dekat deket jauh banyak beberapa semua"
    ),
    inside=words("di dalam"),
    upon=frozenset(),
    one=words("satu"),
    of=words("dari orang"),
    each=words("setiap tiap masing2 semua"),
    stopwords=words(
        "yang yg di ke dari dan atau untuk utk buat bagi dengan dgn pada dalam oleh ini itu tersebut saya sy aku ku "
        "gue gw kami kita kamu anda mereka dia ia ada adalah sudah sdh udah akan sedang masih pernah bisa dapat boleh "
        "mau ingin pengen pgn pengin hendak cari mencari nyari carikan cariin tolong mohon minta tanya info infonya "
        "dong deh sih ya nih kak bang bu pak gan min admin halo hai selamat pagi siang sore malam terima kasih "
        "makasih thanks lagi butuh perlu apa apakah siapa mana dimana kapan berapa bagaimana gimana kenapa seperti "
        "kayak kyk sama juga jg saja aja hanya cuma lebih kurang paling sangat sekali banget bgt agak cukup lumayan "
        "kalau kalo klo jika bila agar supaya karena krn sebab maka jadi lalu kemudian tapi tetapi tp namun serta "
        "maupun begitu begini gitu gini sini situ sana para tiap setiap semua beberapa banyak sedikit lain lainnya "
        "nya lah kah pun yaitu yakni secara tentang hal orang buah unit pilihan rekomendasi yah mas mbak sist bro om "
        "tante punya memiliki tersedia lokasi daerah kawasan wilayah sekitar dekat dkt tempat mw mo pgen cr cri "
        "dalamnya luarnya sekiranya kira tau tahu dpt dapet masuk keluar assalamualaikum assalamu'alaikum aslm salam "
        "waalaikumsalam shalom horas permisi misi punten kabar kabari nanti ntar besok kakak abang adminnya agan sis "
        "ngomong btw fyi plis please tolonglah dikasih beri soal masalah soalnya nett net barangkali mungkin "
        "kebetulan rencana rencananya niat niatnya baiknya mulai tinggal tinggalnya nyarinya dicari dicariin pilih "
        "milih pilihannya antara daripada dibanding ketimbang satu hub hubungi wa telp aktif gampang mudah menikah "
        "anak anak2 minimal maksimal maunya pengennya inginnya carinya mudah2an jarak akses aksesnya sebenarnya "
        "sebetulnya ralat maksudnya maksud jujur intinya"
    ),
    endings=words("nya"),
    relatives=words("yang yg"),
    drops_vowels=True,
    abbreviations=words(
        "jl jln no kel kec kab rt rw blok blk lt lb kt km hub dr ir rp bln thn mnt kav komp gg dll dsb"
    ),
)
