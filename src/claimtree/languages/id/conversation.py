"""The words of a conversation in Indonesian, as it is written in chats."""

from __future__ import annotations

from claimtree.languages.conversation_words import ConversationWords, Cue
from claimtree.languages.words import phrases, words

CONVERSATION = ConversationWords(
    cues={
        Cue.SEARCH: phrases(
            "cari, carikan, cariin, mencari, nyari, lagi cari, sedang mencari, mau cari, saya cari, saya mau cari, "
            "tolong carikan, tolong cari, bantu cari, bantu carikan, butuh, saya butuh, perlu, ingin, pengen, pengin, "
            "mau, saya mau, tampilkan, tampilin, tunjukkan, tunjukin, lihatkan, liatin, lihatin, kasih lihat, kasih "
            "liat, minta, rekomendasikan, rekomendasi, cari "
            "lagi, mohon carikan, lagi nyari, mau lihat, apakah ada, adakah, punya, ada gak, ada nggak"
        ),
        Cue.MORE: phrases(
            "lg, lain, pilihan lain, pilihan lainnya, lainnya, yang lain, yang lainnya, ada lagi, ada yang lain, ada "
            "yang lain lagi, ada pilihan lain, ada pilihan lainnya, ada lainnya, selain itu, selain ini, lagi, lagi "
            "dong, lanjut, lanjutkan, berikutnya, selanjutnya, tampilkan lagi, lihat lagi, opsi lain, opsi lainnya, "
            "alternatif lain, alternatif lainnya, alternatif, masih ada, masih ada lagi, ada opsi lain, apa lagi, "
            "sisanya, tambah lagi, lebih banyak, lihat lainnya, lihat yang lain, kasih yang lain, yang lain dong, "
            "selain yang tadi, selain itu ada, ada alternatif lain"
        ),
        Cue.REFINE: phrases(
            "yang, yg, tapi, tp, dengan, dgn, kalau, kalo, klo, kalau yang, kalo yang, klo yg, tambah, tambahkan, "
            "terus, trus, lalu, dan, juga, harus, wajib, minimal, maksimal, di bawah, dibawah, di atas, diatas, "
            "khusus, hanya, cuma, sekalian, oh ya, oh iya, saring, filter, bagaimana kalau, gimana kalau, bagaimana "
            "bila, gimana bila, bagaimana jika, gimana jika, bila, jika, bagaimana dengan, gimana dengan, sama, "
            "jangan, tanpa, bukan, tidak, cukup"
        ),
        Cue.WHAT_IF: phrases(
            "kalau, kalau yang, kalo, klo, bagaimana kalau, gimana kalau, bagaimana bila, gimana bila, bagaimana "
            "jika, gimana jika, bila, jika, kalau yg, bagaimana dengan, gimana dengan"
        ),
        Cue.INSTEAD: phrases(
            "menjadi, naikkan menjadi, turunkan menjadi, ganti, ganti ke, ganti jadi, ganti dengan, diganti, diganti "
            "jadi, ubah ke, ubah jadi, jadi, jadikan, saja, aja, deh, sebaiknya, pindah ke, bukan itu tapi, naik ke, "
            "naik jadi, naikkan ke, naikkan jadi, naikin ke, naikin jadi, kurangi jadi, kurangi ke, kurangi, "
            "dikurangi jadi, tambah jadi, naikin, naikkan, turun ke, turun jadi, turunkan ke, turunkan jadi, turunin "
            "ke, turunin jadi, kurangin, kurangin jadi, kurangin ke, kurangkan jadi, tambahin jadi, tambah ke, naikkan "
            "sampai, naikin sampai, balik ke, balikin ke, kembali ke, kembalikan ke, kembaliin ke, balikin "
            "jadi, kembaliin jadi"
        ),
        Cue.OR_ELSE: phrases(
            "kalau ga ada ya, kalau gak ada ya, kalau nggak ada ya, kalau tidak ada ya, kalo ga ada ya, kalo gak "
            "ada ya, "
            "klo ga ada ya, klo gak ada ya, atau, atau juga, atau bisa juga, boleh juga, bisa juga, atau kalau "
            "tidak, juga boleh, juga gak papa, "
            "juga gpp, juga tidak apa apa, juga nggak apa apa, juga ga apa apa, juga gak apa apa, juga oke, juga "
            "bisa, juga ga masalah, juga gak masalah, juga tidak masalah, juga ok, gpp, gapapa, ga papa, saja gpp, "
            "saja gapapa, saja ga papa, saja boleh, saja oke, saja ok, juga gapapa, juga ga papa, juga mau, juga cocok"
        ),
        Cue.MAY_BE: phrases("boleh, bisa, gpp, gapapa, ga papa, gak papa, nggak papa, tidak apa apa, ga masalah"),
        Cue.TOO: phrases("juga, jg"),
        Cue.ONLY: phrases(
            "hanya, cuma, cukup, saja, aja, doang, saja gpp, saja gapapa, saja ga papa, saja boleh, saja oke, saja ok"
        ),
        Cue.EXCEPT: phrases("kecuali, kecuali yang, terkecuali, selain, semua selain, semuanya selain"),
        Cue.REST: phrases(
            "sisanya, selebihnya, lainnya, yang lain, yang lainnya, yg lain, yg lainnya, semua yang lain, semua yg "
            "lain, semua, semuanya, sisa filternya"
        ),
        Cue.KEEP: phrases(
            "dipakai, dipake, yang dipakai, yg dipakai, yang dipake, yg dipake, pakai, pake, simpan, sisakan, "
            "pertahankan, tetap, dipertahankan, disimpan, tinggalkan, sisain"
        ),
        Cue.MUST: phrases("wajib, yang wajib, yg wajib, harus, harus ada, mutlak, penting, yang penting, yg penting"),
        Cue.THOSE_THAT: phrases(
            "yang ada aja, yg ada aja, yang ada saja, yg ada saja, yang ada doang, yg ada doang, yang punya aja, yg "
            "punya aja, yang punya saja, cuma yang ada, cuma yg ada, hanya yang ada, yang iya aja, yang bisa aja, yg "
            "bisa aja, yang boleh aja, yg boleh aja"
        ),
        Cue.ONE_THAT: phrases(
            "ada yang, ada yg, apakah ada yang, adakah yang, apa ada yang, yang mana, mana yang, mana aja yang, mana "
            "saja yang, yang mana yang, ada nggak yang, ada gak yang, ada tidak yang, ada ga yang"
        ),
        Cue.DROP: phrases(
            "ga jadi, gak jadi, nggak jadi, tidak jadi, gausah, gakusah, gaperlu, gak perlu ada, ndak usah, nda usah, "
            "tdk usah, tdk perlu, tidak jadi pakai, ga perlu lagi, tidak perlu lagi, gak perlu lagi, ga harus lagi, "
            "hapus, hapuskan, hilangkan, buang, batalkan, batal, tanpa filter, abaikan, lupakan, lepaskan, lepas, "
            "cabut, tidak usah, gak usah, nggak usah, ga usah, tak usah, tidak perlu, gak perlu, nggak perlu, ga "
            "perlu, tidak harus, gak harus, nggak harus, ga harus, hapus filter, hapus syarat, tidak masalah soal, "
            "tanpa batas, tanpa batasan, tidak wajib, gak wajib, nggak wajib, ga wajib, tidak terlalu penting, gak "
            "terlalu penting, ga terlalu penting, nggak terlalu penting, tidak mutlak, ga mutlak, opsional, hapus "
            "semua, hapus semuanya, buang semua, buang semuanya, boleh hilang, boleh dihapus, dibuang, dihapus, coret, "
            "dicoret, coretin, dihilangkan, dihilangin, diilangin, ditiadakan, dibatalkan, dilepas"
        ),
        Cue.ANY: phrases(
            "bebas, terserah, berapa saja, berapa aja, berapapun, berapa pun, mana saja, mana aja, di mana saja, "
            "dimana saja, dimana aja, mana pun, manapun, apa saja, apa aja, apapun, tidak masalah, gak masalah, nggak "
            "masalah, ga masalah, ga dibatasi, tidak dibatasi, tak terbatas, fleksibel, ga penting, gak penting, "
            "nggak penting, tidak penting, ga ngaruh, gak ngaruh, tidak berpengaruh"
        ),
        Cue.RESET: phrases(
            "ga jadi, gak jadi, nggak jadi, tidak jadi, ga jadi deh, gak jadi deh, mulai lagi, mulai dari awal, mulai "
            "dari awal lagi, ulang dari awal, ulangi dari awal, ulang lagi, dari awal lagi, reset, pencarian baru, "
            "cari baru, hapus semua, hapus semuanya, hapus semua filter, lupakan semua, lupakan semuanya, batalkan "
            "semua, hapus semua syarat, ganti topik, mulai baru, mulai ulang"
        ),
        Cue.SORT: phrases(
            "urutkan, urut, urutin, diurutkan, sortir, urutkan dari, urutkan berdasarkan, urutkan menurut, susun "
            "dari, diurut, sort, urutan dari, urut dari, mulai dari yang, dari yang, termurah dulu, yang termurah "
            "dulu, paling murah dulu, yang paling murah dulu, terluas dulu, yang terluas dulu, termahal dulu, yang "
            "termahal dulu, terdekat dulu, yang terdekat dulu"
        ),
        Cue.TOP: phrases(
            "teratas, yang teratas, yg teratas, pertama, yang pertama, yg pertama, paling atas, yang paling atas"
        ),
        Cue.LAST: phrases(
            "terakhir, yang terakhir, yg terakhir, paling akhir, yang paling akhir, paling bawah, yang paling bawah, "
            "terbawah, belakangan"
        ),
        Cue.COMPARE: phrases(
            "bandingkan, dibandingkan, mohon dibandingkan, bandingin, banding, perbandingan, perbandingannya, "
            "bandingkan antara, apa bedanya, bedanya, beda, perbedaan, perbedaannya, apa perbedaan, lebih bagus mana, "
            "lebih baik mana, bagusan mana, mending mana, mana yang lebih bagus, mana yang lebih baik, mana yang "
            "lebih murah, vs, versus, lebih murah mana, lebih luas mana, lebih besar mana, murahan mana"
        ),
        Cue.NUMBER: phrases(
            "nomor, nomer, nmr, nomor urut, no, no ., pilihan, pilihan nomor, opsi, opsi nomor, #, ke, yang ke, yg "
            "ke, yang nomor, yg nomor, yang no, yg no, hasil nomor, hasil, yang nomer, yg nomer, listing nomor, ke -, "
            "yang ke -, yg ke -, urutan, urutan ke"
        ),
        Cue.DETAIL: phrases(
            "detail, detailnya, detil, detilnya, rincian, rinciannya, info, infonya, informasi, ceritakan, jelaskan, "
            "lihat, buka, tampilkan, tampilin, tunjukkan, tunjukin, liatin, lihatin, mau lihat, lebih lanjut, lebih "
            "lanjut tentang, info lengkap, info "
            "lengkapnya, gimana, bagaimana, kasih detail, minta detail, spesifikasi, spesifikasinya, speknya, coba "
            "lihat, coba, kalau, gmn"
        ),
        Cue.CONTACT: phrases(
            "no hp, nomor hp, no telp, nomor telp, no telepon, nomor telepon, no wa, nomor wa, kontak, kontaknya, no "
            "kontak, hubungi, cara hubungi, hp pemilik, hp pemiliknya, wa pemilik, nomor penjual, no penjual, nomor "
            "pemilik, dihubungi, menghubungi, hubungin, ngehubungi, kontak agen, kontak agennya, kontak penjual, "
            "kontak penjualnya, kontak pemilik, kontak pemiliknya, nomor agen, nomor agennya, no agen, no agennya, "
            "nomor penjualnya, no penjualnya, nomor pemiliknya, no pemilik, no pemiliknya, wa agen, wa agennya, wa "
            "penjual, wa penjualnya, wa pemiliknya, hp agen, hp penjual, hp penjualnya, nomornya, no wanya, wa nya, "
            "wanya, telpon siapa, telepon siapa, telp siapa, nelpon siapa, nelpon kemana, telepon ke mana, "
            "telepon kemana, telpon kemana, wa siapa, wa ke siapa, wa kemana, chat siapa, ngomong sama siapa, bicara "
            "sama siapa, tanya siapa, tanya ke siapa, siapa agennya, agennya siapa, siapa penjualnya, penjualnya "
            "siapa, siapa pemiliknya, pemiliknya siapa, siapa yang jual, siapa yg jual, yang jual siapa, yg jual "
            "siapa, siapa marketingnya, marketingnya siapa, kontak marketing, nomor marketing, cp nya, cpnya, contact "
            "person, narahubung, siapa yang punya, siapa yg punya, yang punya siapa, yg punya siapa"
        ),
        Cue.PHOTO: phrases(
            "foto, fotonya, foto fotonya, ada foto, ada fotonya, gambar, gambarnya, video, videonya, denah, denahnya"
        ),
        Cue.LAST_ONE: phrases(
            "yang terakhir, terakhir, nomor terakhir, no terakhir, yang paling bawah, paling bawah, paling akhir"
        ),
        Cue.THIS_ONE: phrases(
            "yang ini, yang itu, yg ini, yg itu, ini, itu, yang tadi, yg tadi, tadi, di situ, disitu, di sana, disana"
        ),
        Cue.ALL_SHOWN: phrases(
            "keduanya, kedua duanya, dua duanya, semuanya, ketiganya, semua yang tadi, mereka, dua dua nya"
        ),
        Cue.AFTER_ORDINAL: phrases("itu, tadi, ini, dong, ya, nya"),
        Cue.ASK: phrases(
            "apakah, apa ada, apakah ada, adakah, apakah punya, ada fasilitas, apakah di situ ada, apakah sudah ada, "
            "apakah tersedia, apakah masih ada, apa dia, apakah itu"
        ),
        Cue.ASK_WORD: phrases(
            "ada, apa, punya, bisa, bisakah, boleh, bolehkah, sudah, sudahkah, apa bisa, apa boleh, tersedia, dapat, "
            "udah, termasuk, masih, kena, pernah"
        ),
        Cue.ASK_END: phrases(
            "nggak, gak, ga, ngga, enggak, engga, tidak, ndak, tak, kah, nggak ya, gak ya, ga ya, tidak ya, apa "
            "tidak, apa nggak, apa gak, atau tidak, atau nggak, atau gak, ada nggak, ada gak, ada tidak, ada ga, ada, "
            "ada ya, bisa nggak, bisa gak, bisa, boleh, boleh nggak, boleh gak, ga sih, gak sih, nggak sih, gk, "
            "kagak, kan, belum, blm, belom, blum, atau belum, apa belum, belum ya, blm ya"
        ),
        Cue.WHAT: phrases(
            "berapa, brp, berapaan, apa, apa saja, apa aja, di mana, dimana, mana, ke mana, kemana, kapan, jenis apa, "
            "seberapa, seberapa jauh, seberapa luas, berapa jauh, berapa luas, berapa banyak, gimana, bagaimana, ke "
            "arah mana, arah mana, gmn, gmna, gmana, gimane"
        ),
        Cue.HOW_MUCH: phrases("berapa, brp, berapaan, brpan"),
        Cue.HOW_BIG: phrases(
            "seberapa besar, seberapa luas, berapa luas, berapa luasnya, luasnya berapa, ukurannya berapa, berapa "
            "ukurannya, berapa besar, sebesar apa, seluas apa"
        ),
        Cue.CRITERIA: phrases(
            "filternya apa, filter apa, apa filternya, apa saja filternya, kriterianya apa, apa kriterianya, "
            "kriteria, apa yang dicari, lihat filter, lihat kriteria, tampilkan filter, filter sekarang, kriteria "
            "sekarang, apa saja kriterianya, kriteria saya, filter saya, kriteriaku, filterku, syaratku, filternya "
            "apa saja, kriterianya apa saja"
        ),
        Cue.GREETING: phrases(
            "halo, hallo, hai, hi, hello, selamat pagi, selamat siang, selamat sore, selamat malam, pagi, siang, "
            "sore, malam, assalamualaikum, permisi, apa kabar, hei, hey, salam, horas, met pagi, met siang, met malam"
        ),
        Cue.THANKS: phrases(
            "terima kasih, terimakasih, makasih, makasi, trims, thanks, thank you, thx, tq, terima kasih banyak, "
            "makasih banyak, makasih ya, terima kasih ya, tks, terima kasih infonya, makasih infonya, terima kasih "
            "banyak ya infonya, mksh, tengkyu, matur nuwun, mauliate, terima kasih atas infonya"
        ),
        Cue.GOODBYE: phrases(
            "sampai jumpa, dadah, dah, bye, selamat tinggal, sampai nanti, sudah cukup, cukup sekian, pikir pikir "
            "dulu, saya pikir pikir dulu, saya pikir dulu, nanti saya kabari, nanti saya hubungi lagi"
        ),
        Cue.OKAY: phrases(
            "ok, oke, okay, okeh, sip, siap, baik, baiklah, ya, iya, yup, mantap, bagus, keren, setuju, hmm, oh, "
            "tidak, nggak, gak, boleh, yes, wow, noted, paham, mengerti, okey, cocok"
        ),
        Cue.HELP: phrases(
            "bantuan, tolong bantu, bantu saya, bantu, bisa apa, kamu bisa apa, bisa bantu apa, apa yang bisa kamu "
            "lakukan, cara pakai, cara pakainya, kamu siapa, siapa kamu, ini apa, bisa tanya apa, help, anda siapa, "
            "siapa anda, kamu robot, ini bot"
        ),
        Cue.NOT_OURS: phrases(
            "gimana cara, bagaimana cara, gimana caranya, bagaimana caranya, cara, apa itu, apa arti, artinya apa, "
            "apa maksudnya, jelaskan apa, buatkan, bikinkan, tuliskan, tulis, update, ubah harga, tandai, ganti "
            "harga, terjemahkan, hitung, hitungkan, tips, kasih tips, saran, kasih motivasi, ajari, kenapa, mengapa, "
            "siapa, proses, prosedur, telepon, kirim, kirimkan, booking, jadwalkan, buat jadwal, bagaimana proses, "
            "gimana proses, posting, pasang iklan, edit, cuaca, "
            "besok hujan, besok cerah, besok panas, hari ini hujan, nanti hujan, bakal hujan, hujan ga, "
            "hujan gak, hujan nggak, kapan, syarat kpr, daftarkan"
        ),
        Cue.LEAST_PRICE: phrases(
            "paling murah, termurah, yang paling murah, yang termurah, yg paling murah, yg termurah, harga terendah, "
            "harga paling rendah, harga termurah, murah ke mahal, termurah dulu, yang termurah dulu, paling "
            "murah dulu, yang paling murah dulu, harga dari yang terendah"
        ),
        Cue.MOST_PRICE: phrases(
            "paling mahal, termahal, yang paling mahal, yang termahal, harga tertinggi, yg paling mahal, yg termahal, "
            "mahal ke murah, termahal dulu, yang termahal dulu"
        ),
        Cue.LEAST_SIZE: phrases(
            "paling kecil, terkecil, yang paling kecil, yang terkecil, paling sempit, tersempit, yg paling kecil"
        ),
        Cue.MOST_SIZE: phrases(
            "paling besar, terbesar, yang paling besar, yang terbesar, paling luas, terluas, yang paling luas, yang "
            "terluas, terluas dulu, yang terluas dulu, paling gede, yang paling gede, tergede, paling lega, yang "
            "paling "
            "lega, terlega, paling lapang, terlapang"
        ),
        Cue.LEAST_DISTANCE: phrases(
            "paling dekat, terdekat, yang paling dekat, yang terdekat, jarak terdekat, terdekat dulu, yang terdekat "
            "dulu"
        ),
        Cue.MOST_DISTANCE: phrases("paling jauh dulu, terjauh, yang terjauh, terjauh dulu"),
        Cue.HIGHEST: phrases(
            "tertinggi, paling tinggi, dari atas ke bawah, tinggi ke rendah, tertinggi ke terendah, besar ke kecil, "
            "menurun, descending, desc"
        ),
        Cue.LOWEST: phrases(
            "terendah, paling rendah, dari bawah ke atas, rendah ke tinggi, terendah ke tertinggi, kecil ke besar, "
            "menaik, ascending, asc"
        ),
        Cue.MOST_OF: phrases(
            "terbanyak, paling banyak, yang paling banyak, yang terbanyak, yg paling banyak, yg terbanyak, banyak ke "
            "sedikit, dari banyak ke sedikit"
        ),
        Cue.LEAST_OF: phrases(
            "tersedikit, paling sedikit, yang paling sedikit, yang tersedikit, yg paling sedikit, yg tersedikit, "
            "sedikit ke banyak, dari sedikit ke banyak, paling dikit"
        ),
        Cue.REVERSED: phrases(
            "dibalik, balik urutannya, urutannya dibalik, kebalikannya, sebaliknya, urutan terbalik, terbalik, "
            "balikkan, balikin urutannya, balikkan urutannya, dibalikin"
        ),
        Cue.FIRST: phrases(
            "dulu, duluan, dahulu, lebih dulu, terlebih dahulu, di urutan atas, paling atas, ditaruh di atas, tinggi "
            "ke rendah, rendah ke tinggi, tertinggi ke terendah, terendah ke tertinggi, besar ke kecil, kecil ke "
            "besar, mahal ke murah, murah ke mahal, menurun, menaik, descending, ascending"
        ),
        Cue.LESS_PRICE: phrases(
            "lebih murah, yang lebih murah, ada yang lebih murah, yg lebih murah, murahan, lebih terjangkau, lebih "
            "murah lagi, yang lebih terjangkau, lebih murah sedikit, yang murahan dikit, kemahalan, terlalu mahal, "
            "mahal amat, mahal banget, mahal sekali, mahal semua, kok mahal, yang miring, harga miring, turunin "
            "dikit, turun dikit"
        ),
        Cue.MORE_PRICE: phrases(
            "lebih mahal, yang lebih mahal, yg lebih mahal, ada yang lebih mahal, kemurahan, terlalu murah"
        ),
        Cue.LESS_SIZE: phrases(
            "lebih kecil, yang lebih kecil, lebih sempit, yg lebih kecil, ada yang lebih kecil, kebesaran, terlalu "
            "besar, terlalu luas, kegedean"
        ),
        Cue.MORE_SIZE: phrases(
            "lebih besar, yang lebih besar, lebih luas, yang lebih luas, ada yang lebih besar, ada yang lebih luas, "
            "lebih gede, kekecilan, kesempitan, terlalu kecil, terlalu sempit, sempit banget, yg lebih besar, yg "
            "lebih luas, lebih lega, yang lebih lega"
        ),
        Cue.THAN: phrases("dari, daripada, dr, dari pada, ketimbang, dibanding, dibandingkan"),
        Cue.LESS_DISTANCE: phrases(
            "lebih dekat, yang lebih dekat, yg lebih dekat, ada yang lebih dekat, kejauhan, terlalu jauh, jauh "
            "banget, jauh amat, lebih deket, yang lebih deket, yg lebih deket"
        ),
        Cue.MORE_DISTANCE: phrases(
            "lebih jauh, agak jauh, agak jauhan, agak jauh sedikit, jauh sedikit, jauh juga gpp, jauh gpp, jauh "
            "gapapa, yang agak jauh, jauhan sedikit, jauh tidak apa apa, jauh juga boleh"
        ),
    },
    joins=words("dan sama dengan atau & , vs versus ke"),
    idle=words(
        "gitu dong donk deh sih nih tuh kok ya yah yuk kan lah kak bang pak bu gan min admin mas mbak bro sis "
        "tolong mohon coba saya aku sy gue gw kami kita anda kamu yang yg itu ini tadi di ke dari untuk utk dan "
        "atau ada saja aja lagi juga oh oke ok baik halo hai terus trus lalu jadi mau bisa boleh ? ! . , : ; - ( "
        ") filter filternya syarat syaratnya kriteria pencarian keinginan batas batasan pilihan hasil semua "
        "semuanya seluruh soal tentang hal bagian dulu kalau kalo klo secara berdasarkan menurut apa bagaimana "
        "gimana dgn dengan nya se banyak infonya gpp gapapa papa eh pun cak tu la lah kah "
        "masukin masukkan dimasukin dimasukkan balikin balikkan"
    ),
    particles=words("ya yaa gitu dong donk deh sih nih tuh kok yah yuk kak bang admin mas mbak bro sis gan"),
    its=("nya",),
    limits=words(
        "max maks maksimal maximal maksimum min minimal minimum mentok sampai sampe hingga jadi menjadi naik naikin "
        "naikkan turun turunin turunkan ganti ubah atau paling budget budgetnya dibawah diatas bawah atas kurang lebih "
        "pas tepat persis kurangi kurangin dikurangi tambahin balik balikin balikkan kembali kembalikan kembaliin"
    ),
    corrections=words("maksudnya maksud maksudku salah ralat eh sori sorry ups koreksi"),
    or_more=words("lebih lbh keatas"),
    dating=words("bulan mulai sejak per awal akhir"),
    distances=words("jarak jaraknya radius radiusnya jauh jauhnya sejauh dekat"),
    range_links=words("sampai sampe ampe hingga s/d sd"),
    shorthand=(
        ("jd", "jadi"),
        ("lg", "lagi"),
        ("kl", "kalau"),
        ("kalo", "kalau"),
        ("klo", "kalau"),
        ("plg", "paling"),
        ("pling", "paling"),
        ("blh", "boleh"),
        ("bole", "boleh"),
        ("bs", "bisa"),
        ("gt", "gitu"),
        ("trs", "terus"),
        ("dlu", "dulu"),
        ("skrg", "sekarang"),
        ("gpapa", "gapapa"),
        ("gppa", "gapapa"),
        ("gp2", "gapapa"),
        ("yaudah", "ya sudah"),
        ("yaudh", "ya sudah"),
        ("yauda", "ya sudah"),
        ("ywdh", "ya sudah"),
    ),
    fillers=words("deh dong donk sih nih lah"),
    returns=words("balik balikin balikkan dibalikin kembali kembalikan kembaliin dikembalikan"),
    # "Kos 800an sebulan", "kontrakan 1,5 an sebulan"; "rumah 800an", "rumah 1,5an".
    spoken_scales=(
        (0.1, 100, True, "juta"),
        (100, 1000, True, "ribu"),
        (0.1, 50, False, "miliar"),
        (100, 1000, False, "juta"),
    ),
)
