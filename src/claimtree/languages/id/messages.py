"""What the user is told in Indonesian."""

from __future__ import annotations

from claimtree.languages.id.replies import REPLIES
from claimtree.languages.messages import Messages
from claimtree.model.notices import Join, NoticeCode

MESSAGES = Messages(
    texts={
        **REPLIES,
        # What became of the words of a query or document.
        NoticeCode.MISTYPED: "“{written}” saya baca sebagai “{meant}”.",
        NoticeCode.WORDS_UNKNOWN: "Saya tidak tahu “{words}” tentang apa, jadi tidak saya pakai.",
        NoticeCode.WORDS_DOUBTFUL: "Saya kurang yakin dengan “{words}”; saya artikan sebagai “{claim}”.",
        NoticeCode.NOT_OFFERED: "“{words}” tidak dipakai: di sini hanya ada {offer}.",
        NoticeCode.DATE_IMPOSSIBLE: "“{words}” menyebut hari yang tidak ada dalam kalender, jadi tidak saya pakai.",
        NoticeCode.DATE_ENDS_FIRST: "“{words}” berakhir sebelum dimulai, jadi tidak saya pakai.",
        NoticeCode.CONTRADICTION: "Anda menginginkan dan menolak hal yang sama: “{words}”. Mana yang Anda maksud?",
        NoticeCode.NOTHING_TO_FIND: "Saya tidak menemukan apa pun yang bisa dicari dalam kata-kata ini.",
        NoticeCode.TEXT_TOO_LONG: "Teks ini sangat panjang; saya membaca {most} kata pertama.",
        NoticeCode.TEXT_NOT_UTF8: "Beberapa bita bukan UTF-8; dibaca sebagai celah.",
        NoticeCode.NO_CLAIMS: "Saya tidak menemukan klaim apa pun dalam teks ini.",
        NoticeCode.LANGUAGE_NOT_LEARNED: "Saya belum mempelajari kalimat dalam bahasa ini ({languages}); periksa lagi "
        "apa yang saya pahami.",
        NoticeCode.UNFAIR: "“{words}” tidak saya pakai (fair housing): saya tidak mencari menurut {ground} orang yang "
        "tinggal di sana. Yang bisa dicari adalah apa yang ditawarkan tempatnya, misalnya tenang, aman atau dekat "
        "sekolah.",
        NoticeCode.GROUND_RACE: "ras atau warna kulit",
        NoticeCode.GROUND_ETHNICITY: "suku atau etnis",
        NoticeCode.GROUND_RELIGION: "agama",
        NoticeCode.GROUND_ORIGIN: "kebangsaan atau asal",
        NoticeCode.GROUND_SEX: "jenis kelamin",
        NoticeCode.GROUND_ORIENTATION: "orientasi seksual atau identitas gender",
        NoticeCode.GROUND_FAMILY: "status keluarga",
        NoticeCode.GROUND_DISABILITY: "disabilitas",
        NoticeCode.GROUND_AGE: "usia",
        NoticeCode.GROUND_INCOME: "sumber penghasilan",
        # What the answer is an answer to.
        NoticeCode.RELAXED: "Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan.",
        NoticeCode.RELAXED_CLOSE: "Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan: yang terdekat "
        "{miss}.",
        NoticeCode.RELAXED_FAR: "Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan, dan tidak ada "
        "yang mendekati: {miss}.",
        NoticeCode.OVER_LIMIT: "{stated}, {gap} di atas batas Anda",
        NoticeCode.BELOW_LIMIT: "{stated}, {gap} di bawah batas Anda",
        NoticeCode.AT_LIMIT: "{stated}, tepat di batas Anda",
        NoticeCode.NOT_DENIED: "Tidak ada yang diketahui memenuhi {wishes}; hasil berikut tidak menyebut sebaliknya.",
        NoticeCode.NONE_MEETS: "Tidak satu pun diketahui memenuhi {wishes}.",
        NoticeCode.NONE_SPEAKS: "Tidak ada data yang menyebut {wishes}.",
        NoticeCode.ALL_RULED_OUT: "Tidak ada yang mendekati: semua yang diketahui bertentangan dengan {wishes}.",
        NoticeCode.OR_MORE: "{shown} atau {count} lainnya",
        NoticeCode.FARTHER: "Tidak ada yang cocok di tempat yang diminta; hasil berikut berada {where}.",
        NoticeCode.TOO_MANY_WISHES: "Hanya {most} keinginan pertama dari {count} yang dipakai.",
        NoticeCode.READ_ANEW: "Pertanyaan ini sekarang dipahami berbeda dari sebelumnya: {changes}.",
        NoticeCode.WISHES_NEW: "{wishes} baru",
        NoticeCode.WISHES_GONE: "{wishes} tidak ada lagi",
        # The news of a saved search.
        NoticeCode.COUNT_NEW: "{count} baru",
        NoticeCode.COUNT_GONE: "{count} hilang",
        NoticeCode.COUNT_CHEAPER: "{count} lebih murah",
        NoticeCode.COUNT_DEARER: "{count} lebih mahal",
        NoticeCode.COUNT_CHANGED: "{count} berubah",
        NoticeCode.COUNT_NOTHING: "tidak ada yang baru",
        NoticeCode.FIRST_RUN: "pertama kali dijalankan: {seen} dari {total} dicatat; kabar mulai dari yang berikutnya",
        NoticeCode.HEADING_NEW: "Baru",
        NoticeCode.HEADING_GONE: "Hilang",
        NoticeCode.HEADING_CHANGED: "Berubah",
        NoticeCode.ARRIVED_NEW: "baru masuk data; {coverage}",
        NoticeCode.ARRIVED_CHANGED: "sebelumnya tidak cocok: keterangannya berubah; {coverage}",
        NoticeCode.ARRIVED_MOVED_UP: "sebelumnya di bawah yang dipantau, lalu naik; {coverage}",
        NoticeCode.MEETS_ALL: "memenuhi semua {of}",
        NoticeCode.MEETS_SOME: "memenuhi {met} dari {of}",
        NoticeCode.LEFT_DELETED: "tidak ada lagi di data",
        NoticeCode.LEFT_RULED_OUT: "sekarang gugur",
        NoticeCode.LEFT_UNFIT: "tidak cocok lagi",
        NoticeCode.LEFT_PUSHED_DOWN: "masih cocok, tetapi yang lain di depannya: sekarang lebih bawah",
        NoticeCode.LEFT_PUSHED_DOWN_TO: "masih cocok, tetapi yang lain di depannya: sekarang urutan {place}",
        NoticeCode.VALUE_CHANGED: "{name}: {before} → {after}",
        NoticeCode.TITLE: "judul",
        NoticeCode.NOT_SAID: "tidak disebut",
        NoticeCode.VERDICT_NOW: "{claim}: sekarang {verdict}",
        NoticeCode.VERDICT_CHANGED: "{claim}: tadinya {before}, sekarang {verdict}",
        # What became of an edit.
        NoticeCode.EDIT_OF_NOTHING: "Keinginan {claim} tidak ada lagi dalam pencarian ini; perubahan '{edit}' tidak "
        "dipakai.",
        NoticeCode.EDIT_MAKES_TOO_MANY: "'{words}' akan menghasilkan lebih dari {most} keinginan; yang lama tetap "
        "dipakai.",
        NoticeCode.EDIT_SAYS_NOTHING: "'{words}' tidak menyebut apa pun yang bisa dicari; yang lama tetap dipakai.",
        # Why an entity has its rank, or is missing.
        NoticeCode.REFUTED: "Tidak ditampilkan karena '{wish}' wajib, tetapi terbantah.",
        NoticeCode.REFUTED_BY: "Tidak ditampilkan karena '{wish}' wajib, tetapi terbantah: {miss}.",
        NoticeCode.LEVEL_UNMET: "Tidak ditampilkan karena tidak satu pun syarat wajib untuk {level} terpenuhi "
        "({wishes}).",
        NoticeCode.NOT_STRICT: "Tidak ditampilkan karena Anda meminta jawaban yang ketat dan '{wish}' tidak terpenuhi.",
        NoticeCode.NOT_AMONG_ANSWERS: "Tidak termasuk dalam jawaban.",
        NoticeCode.RANK: "Urutan {place} dari {total}: memenuhi {required_met} dari {required} syarat wajib dan {met} "
        "dari {all} keinginan secara keseluruhan, dengan nilai {score} (bukti penuh untuk setiap keinginan bernilai "
        "{full}).",
        NoticeCode.ADDS: "'{wish}' menambah {points}.",
        NoticeCode.ADDS_NOTHING: "'{wish}' {verdict} dan tidak menambah nilai.",
        NoticeCode.MISSES: "'{wish}' {verdict} dan tidak menambah nilai: {miss}.",
        NoticeCode.NEARLY: "'{wish}' {verdict}, tetapi mendekati dan menambah {points}: {miss}.",
        NoticeCode.VERDICT_MET: "terpenuhi",
        NoticeCode.VERDICT_REFUTED: "terbantah",
        NoticeCode.VERDICT_UNKNOWN: "tidak disebut",
        NoticeCode.VERDICT_DISPUTED: "diperselisihkan (satu sumber menyebut keduanya)",
        # Before the words of a source that are shown with a verdict.
        NoticeCode.DOUBT_MAYBE: "mungkin",
        NoticeCode.DOUBT_MAYBE_NOT: "mungkin tidak",
        NoticeCode.DOUBT_BUT: "tetapi",
        NoticeCode.DOUBT_SAYS_BOTH: "menyebut keduanya",
        # How a claim was read.
        NoticeCode.READ_AS_WORD: "kata '{words}'",
        NoticeCode.READ_AS_PART: "bagian '{words}'",
        NoticeCode.READ_AS_AMOUNT: "jumlah jenis {kind}",
        NoticeCode.READ_AS_NAME: "nama {kind} '{words}'",
        NoticeCode.READ_AS_UNLISTED_NAME: "nama '{words}' yang tidak ada di daftar",
        NoticeCode.READ_AS_RELATION: "hubungan '{relation}'",
        NoticeCode.READ_AS_CLAUSE: "klausa dengan kata-katanya sendiri",
        NoticeCode.READ_AS_LIST_ITEM: "butir sebuah daftar",
        NoticeCode.READ_AS_OWN_LIST_ITEM: "butir sebuah daftar, dengan kata-katanya sendiri",
        NoticeCode.READ_BY_EXAMPLE: "contoh terdekat '{example}'",
        NoticeCode.READ_BY_GUESS: "ditebak {type} tentang {level} ({percent}%; sambil lalu {aside_percent}%)",
        NoticeCode.NOT_LISTED: "tidak ada di daftar kata",
        NoticeCode.BY_TRANSIT: "menit dihitung dengan angkutan umum",
        NoticeCode.DENIED: "disangkal",
        NoticeCode.DENIED_BY: "disangkal oleh '{word}'",
        NoticeCode.EDITED: "dikatakan ulang: '{words}'",
        NoticeCode.ASKED_BESIDE: "diminta di samping pertanyaan",
        NoticeCode.MODEL_POINTED: "ditunjuk oleh model bahasa {model}",
        NoticeCode.MODEL_FOUND: "ditemukan oleh model bahasa {model}",
        NoticeCode.MODEL_FOUND_IT: "ditemukan oleh model bahasa",
        NoticeCode.MODEL_OVERLOOKED: "dilewatkan oleh model bahasa",
        NoticeCode.TOGETHER: "{reasons}",
        # What stands around an answer, a reading or an explanation on a terminal.
        NoticeCode.NOTE: "Catatan: {text}",
        NoticeCode.REQUIRED_WISHES: "Wajib",
        NoticeCode.PREFERRED_WISHES: "Sebaiknya",
        NoticeCode.REQUIRED: "wajib",
        NoticeCode.PREFERRED: "sebaiknya",
        NoticeCode.ALTERNATIVE: "pilihan {number}",
        NoticeCode.HEAD_CLAIM: "klaim",
        NoticeCode.HEAD_TYPE: "jenis",
        NoticeCode.HEAD_LEVEL: "tentang",
        NoticeCode.HEAD_WISH: "keinginan",
        NoticeCode.HEAD_WEIGHT: "bobot",
        NoticeCode.HEAD_AMOUNT: "jumlah",
        NoticeCode.HEAD_WORDS: "kata-kata",
        NoticeCode.HEAD_WHY: "alasan",
        NoticeCode.NOTHING_FOUND: "Tidak ada yang ditemukan.",
        NoticeCode.NO_SUCH_HIT: "Tidak ada hasil nomor {place}.",
        NoticeCode.NOTHING_SAID: "tidak disebut",
        NoticeCode.ON_THE_MAP: "di peta",
        NoticeCode.STATED_BY_OTHER: "{relation}, oleh",
        NoticeCode.COVERS_ALL: "semua {of}",
        NoticeCode.COVERS_SOME: "{met} dari {of}",
        NoticeCode.ONE_MEETS_ALL: "1 memenuhi semua {of}",
        NoticeCode.SOME_MEET_ALL: "{count} memenuhi semua {of}",
        NoticeCode.ONE_MEETS: "1 memenuhi {met}",
        NoticeCode.SOME_MEET: "{count} memenuhi {met}",
        NoticeCode.ONE_MEETS_FEWER: "1 memenuhi lebih sedikit",
        NoticeCode.SOME_MEET_FEWER: "{count} memenuhi lebih sedikit",
        NoticeCode.TOOK: "(dalam {milliseconds} ms)",
        NoticeCode.WITHOUT_WISH: "Tanpa {wish}: {count} lagi",
        NoticeCode.WIDER: "{count} lagi {where}",
        NoticeCode.ASK_WHY: "Mengapa salah satu ada di sini, atau tidak ada?",
        NoticeCode.NEXT_PAGE: "Selanjutnya:",
        # The page with a map.
        NoticeCode.MAP_HITS: "Hasil",
        NoticeCode.MAP_NOWHERE: "Tanpa koordinat",
        NoticeCode.MAP: "Peta",
        NoticeCode.MAP_LEGEND: "Keterangan",
        NoticeCode.MAP_CARD: "Hasil yang dipilih",
        NoticeCode.MAP_NEEDS_SCRIPT: "Halaman ini menggambar peta dengan skripnya sendiri; tidak ada yang dimuat dari "
        "tempat lain.",
        NoticeCode.MAP_LINK: "halamannya",
        NoticeCode.MAP_PLACE: "tempat",
        NoticeCode.MAP_CLOSE: "Tutup",
        NoticeCode.MAP_EVERYTHING: "Tampilkan semua",
        NoticeCode.MAP_ZOOM_IN: "Perbesar",
        NoticeCode.MAP_ZOOM_OUT: "Perkecil",
        NoticeCode.MAP_AROUND: "di sekitar hasil yang dipilih",
        NoticeCode.NOTHING_TO_GROUP_BY: "Tidak ada permintaan tentang tempat, jadi tidak ada yang dapat dikelompokkan.",
        NoticeCode.MAP_WRITTEN: "Petanya ada di {file}",
        NoticeCode.MAP_FOUND: "{total} ditemukan",
        NoticeCode.MAP_FOUND_PART: "{first}–{last} dari {total}",
        NoticeCode.MEETS_NONE: "tidak memenuhi satu pun",
        NoticeCode.MEETS_RANGE: "memenuhi {low} sampai {high} dari {of}",
        # What ties evidence to a wish; the names are those of `model.plans.Basis`.
        NoticeCode.BASIS_NAME: "dari nama",
        NoticeCode.BASIS_NAME_FORM: "dari nama, dalam bentuk lain",
        NoticeCode.BASIS_NAME_PART: "dari sebagian nama",
        NoticeCode.BASIS_INITIALS: "dari inisial",
        NoticeCode.BASIS_SPELLING: "dari ejaan lain nama itu",
        NoticeCode.BASIS_NICKNAME: "dari nama panggilan",
        NoticeCode.BASIS_MARRIED_NAME: "dari nama sebelum atau setelah menikah",
        NoticeCode.BASIS_SOUND: "dari nama yang bunyinya mirip",
        NoticeCode.BASIS_TYPO: "dari nama yang berbeda satu atau dua huruf",
        NoticeCode.BASIS_CONCEPT: "dari kata-kata paket",
        NoticeCode.BASIS_WORDING: "dengan kata-kata yang sama",
        NoticeCode.BASIS_STEP: "dari langkah paket",
        NoticeCode.BASIS_AMOUNT: "dari angkanya",
        NoticeCode.BASIS_PLACE: "dari koordinat",
        NoticeCode.BASIS_RELATION: "dari hubungannya",
        NoticeCode.BASIS_TAUGHT: "seperti diajarkan",
        NoticeCode.BASIS_JUDGE: "menurut penilai",
        NoticeCode.BASIS_LIKENESS: "dari kemiripan",
        # Relations that lead to entities which are not stored.
        NoticeCode.RELATION_WAITS: "1 relasi menuju entitas yang tidak tersimpan, dan menunggunya: {relations}.",
        NoticeCode.RELATIONS_WAIT: "{count} relasi menuju entitas yang tidak tersimpan, dan menunggunya: {relations}.",
        NoticeCode.RELATION: "'{entity}' {kind} '{to}'",
        NoticeCode.AND_MORE: "dan {count} lainnya",
        # What an indexing run left out or doubts.
        NoticeCode.ABOUT_ENTITY: "{entity}: {told}",
        NoticeCode.OUTRANKED_BY_COLUMN: 'menyebut "{quote}"; kolomnya "{column}" yang berlaku',
        NoticeCode.CONTRADICTS_ITSELF: 'bertentangan sendiri: "{one}" dan "{other}"; keduanya tidak dihitung',
        NoticeCode.CONTRADICTS_ITSELF_AT_ONCE: 'bertentangan sendiri: "{quote}"; tidak dihitung',
        NoticeCode.NEARNESS_DOUBTED: 'menyebut "{quote}"; yang terdekat {place}, {distance}',
        NoticeCode.AREA_DOUBTED: "menyebut {name}, tetapi koordinatnya {where}, {distance} di luar {name}",
        NoticeCode.ELSEWHERE: "di tempat lain",
        NoticeCode.LATITUDE_MISSING: "{source}: koordinat tanpa lintang tidak dipakai",
        NoticeCode.LONGITUDE_MISSING: "{source}: koordinat tanpa bujur tidak dipakai",
        NoticeCode.COORDINATES_BAD: "{source}: koordinat {coordinates} tidak dipakai: {problem}",
        NoticeCode.COORDINATES_ZERO: "{source}: koordinat 0, 0 tidak dipakai: letaknya di laut dan berarti tidak "
        "diketahui",
        NoticeCode.CONTINUED_AFTER: "dilanjutkan setelah rekaman {record} dari {file}",
        NoticeCode.READING_PROCESS_ENDED: "satu proses pembaca berakhir terlalu cepat (status {status}); bacaannya "
        "dibaca oleh proses lain, dan tidak ada yang hilang",
        NoticeCode.FILES_NOT_READ: "{folder}: tidak dibaca, karena formatnya tidak dikenal ({formats}): {files}",
        NoticeCode.NO_RECORDS: "tidak ada rekaman dalam {files}",
        # Places.
        NoticeCode.PLACE_TAKEN_FOR: "'{name}' dibaca sebagai {place}.",
        NoticeCode.PLACE_FAR_AWAY: "{place} berjarak {distance} dari pusat data.",
        NoticeCode.PLACE_ANY_OF: "'{name}' adalah nama {count} tempat, dan salah satunya cukup: {places}. Sebutkan "
        "yang dimaksud.",
        NoticeCode.PLACE_EACH_OF: "'{name}' adalah nama {count} tempat; yang terdekat dihitung.",
        NoticeCode.PLACE_TOO_MANY: "Tempat tidak dikenal: '{name}' adalah nama {count} tempat, misalnya {places}. "
        "Sebutkan nama lengkap atau daerahnya.",
        NoticeCode.PLACE_UNKNOWN: "Tempat tidak dikenal: '{name}' tidak ada di daftar, jadi tidak ada yang bisa "
        "dikatakan tentangnya.",
        NoticeCode.PLACE_UNKNOWN_SIMILAR: "Tempat tidak dikenal: '{name}' tidak ada di daftar, jadi tidak ada yang "
        "bisa dikatakan tentangnya. Nama yang mirip: {places}.",
        NoticeCode.PLACE_UNMAPPED: "'{name}' tidak ada di peta; hanya isi teks yang dihitung.",
        NoticeCode.PLACE_UNMAPPED_SIMILAR: "'{name}' tidak ada di peta; hanya isi teks yang dihitung. Nama yang "
        "mirip: {places}.",
        NoticeCode.PLACE_KIND_UNKNOWN: "Tempat tidak dikenal: tidak ada {kind} yang diketahui di sekitar sini, jadi "
        "hanya isi teks yang dihitung.",
        NoticeCode.PLACE_KIND_UNRATED: "Tidak ada penilaian untuk {kind} di sini, jadi yang mana pun dihitung.",
        NoticeCode.DISTANCES_OUTDATED: "Daftar tempat berubah setelah jarak diukur; jarak mungkin yang lama. Jalankan "
        "`claimtree places measure`.",
        NoticeCode.NAME_MEANS_SEVERAL: "'{name}' adalah nama {count} tempat; pencarian memakai salah satu dari "
        "beberapa, dan menyebutkannya.",
        NoticeCode.NAME_UNKNOWN: "Tidak ada tempat bernama '{name}'; pencarian hanya melihat isi teks.",
        NoticeCode.NAME_UNKNOWN_SIMILAR: "Tidak ada tempat bernama '{name}'; pencarian hanya melihat isi teks. Yang "
        "mirip: {places}.",
        # Texts of wishes about places.
        NoticeCode.NEAR: "dekat {places}",
        NoticeCode.IN: "di {places}",
        NoticeCode.BETWEEN: "antara {places}",
        NoticeCode.CLOSER: "lebih dekat {places}",
        NoticeCode.WITHIN: "dalam {distance} dari {place}",
        NoticeCode.WITHIN_OF_KIND: "dalam {distance} dari {kind} terdekat",
        NoticeCode.NEXT_TO: "di sebelah {place} ({areas})",
        NoticeCode.NEXT_TO_SOME: "di sebelah {place} ({areas}…)",
        # Structured sources.
        NoticeCode.SOURCE_DOWN: "{source} sedang tidak menjawab: hasil ini dari data yang tersimpan di sini.",
        NoticeCode.SOURCE_EMPTY: "{source} tidak menemukan apa pun dengan filter ini: hasil ini dari data yang "
        "tersimpan di sini.",
        NoticeCode.SOURCE_ROWS_BAD: "{count} data dari {source} tidak dapat dipakai dan dilewati.",
        NoticeCode.SOURCE_ROWS_UNREAD: "{count} hasil dari {source} dilewati: belum tersimpan di sini, dan terlalu "
        "banyak untuk dibaca sekarang.",
        NoticeCode.VECTORS_DOWN: "Indeks vektor sedang tidak menjawab: hasil yang setara tidak diurutkan lebih lanjut.",
        # Providers of places.
        NoticeCode.PROVIDER_FAILED: "{problem}",
        NoticeCode.PROVIDER_LISTS_SOME: "{provider} tidak memuat semua “{kind}”: lebih jauh dari {metres} m mungkin "
        "masih ada.",
        NoticeCode.PROVIDER_REACH: "{provider} mencari “{kind}” tidak lebih jauh dari {kilometres} km.",
        NoticeCode.PROVIDER_KNOWS_TOO_MANY: "{provider} mengenal terlalu banyak “{kind}”; hanya yang dalam {metres} m "
        "yang dihitung.",
        NoticeCode.PROVIDER_UNREADABLE: "{provider}: {unread} dari {count} hasil tidak dapat dibaca.",
        NoticeCode.GEOCODING_REFUSED: "Geocoding Google tidak ditanya lagi: {problem}.",
        # The language model as a reader.
        NoticeCode.MODEL_READ_BEGINNING: "Teks ini panjang: model bahasa membaca {characters} karakter pertama, "
        "sisanya dibaca oleh pembaca bawaan.",
        NoticeCode.MODEL_NOT_USED: "Ini dibaca oleh pembaca bawaan, bukan oleh model bahasa: {why}",
        NoticeCode.MODEL_RESTS: "model gagal {failures} kali berturut-turut dan tidak ditanya untuk sementara.",
        NoticeCode.MODEL_BUDGET_SPENT: "anggarannya untuk hari ini (UTC) sudah habis.",
        NoticeCode.MODEL_ANSWER_CUT: "jawabannya terpotong setelah {tokens} token; naikkan batasnya dengan "
        "CLAIMTREE_READER_MAX_TOKENS.",
        NoticeCode.MODEL_FOUND_NOTHING: "tidak ada yang ditunjuknya dari isi teks.",
        NoticeCode.MODEL_CLAIM_MALFORMED: "Model bahasa mengembalikan klaim yang tidak sah ({fields}); tidak dipakai.",
        NoticeCode.MODEL_CLAIMS_TOO_MANY: "Model bahasa mengembalikan {count} klaim; {most} yang pertama diperiksa.",
        NoticeCode.MODEL_QUOTE_INVENTED: "Model bahasa mengutip “{quote}”, yang tidak ada di teks; tidak dipakai.",
        NoticeCode.MODEL_TYPE_UNKNOWN: "Model bahasa menyebut “{quote}” klaim berjenis “{type}”, yang tidak dikenal; "
        "tidak dipakai.",
        NoticeCode.MODEL_LEVEL_UNKNOWN: "Model bahasa menyebut “{quote}” klaim pada tingkat “{level}”, yang tidak "
        "dikenal; tidak dipakai.",
        NoticeCode.MODEL_FACET_UNKNOWN: "Model bahasa menyebut “{quote}” klaim tentang bagian “{facet}”, yang tidak "
        "dikenal; tidak dipakai.",
        NoticeCode.MODEL_QUOTE_TOO_LONG: "Model bahasa mengutip {characters} karakter sebagai satu klaim; tidak "
        "dipakai.",
        NoticeCode.MODEL_AMOUNT_INVENTED: "Model bahasa membaca “{amount}”, padahal “{quote}” tidak menyebutnya; "
        "diabaikan.",
        NoticeCode.MODEL_SAW_NO_WISH: "Model bahasa tidak melihat keinginan dalam “{quote}”; tidak dipakai.",
        NoticeCode.MODEL_PASSED_OVER: "Model bahasa melewatkan “{quote}”; pembaca bawaan membacanya.",
        NoticeCode.MODEL_OVERRULED: "Model bahasa mengartikan “{quote}” sebagai {heard}; bacaan pembaca bawaan tetap "
        "dipakai.",
        NoticeCode.MODEL_CONTRADICTED: "Model bahasa mengartikan “{quote}” sebagai {heard}; kata-katanya berkata lain.",
        NoticeCode.MODEL_DENIED_BY_WORDS: "Model bahasa mengartikan “{quote}” sebagai diinginkan; kata-katanya "
        "menolaknya.",
        NoticeCode.HEARD_WANTED: "diinginkan",
        NoticeCode.HEARD_NOT_WANTED: "tidak diinginkan",
        NoticeCode.HEARD_STATED: "dinyatakan",
        NoticeCode.HEARD_DENIED: "disangkal",
        NoticeCode.NO_WISH_THERE: "“{quote}” bukan keinginan di sini, meskipun model bahasa menganggapnya demikian.",
        NoticeCode.NO_CLAIM_THERE: "“{quote}” tidak menyatakan apa pun di sini, meskipun model bahasa menganggapnya "
        "klaim.",
        NoticeCode.NOTICES_LEFT_OUT: "{count} pemberitahuan lain sejenis ini tidak ditampilkan.",
        NoticeCode.BUDGET_NOT_SHARED: "Pemakaian model bahasa dihitung untuk proses ini saja: {path}: {problem}.",
        NoticeCode.CACHE_NOT_USED: "{cache} {path} tidak dipakai: {problem}; hapus kalau rusak, atau berikan lokasi "
        "yang bisa ditulisi",
    },
    joins={Join.COMMA: ", ", Join.SEMICOLON: "; ", Join.OR: " atau ", Join.AND: " dan "},
)
