"""The words with which a reply may be phrased in Indonesian."""

from __future__ import annotations

from typing import Final

from claimtree.languages.phrasing_words import PhrasingWords
from claimtree.languages.words import phrases, words

PHRASING: Final = PhrasingWords(
    neutral=words(
        "halo hai ada adalah akan anda apa apakah bagi bapak ibu kak kakak bahwa baik beralamat berada "
        "berikut berikutnya beserta bisa boleh dan daftar data dengan di ditemukan ditampilkan ini itu jadi "
        "jarak jaraknya berjarak juga kami kamu ke kemudian kepada keterangan ketemu kita lagi lain "
        "lainnya lihat lokasi lokasinya maka masing mau melihat memiliki menemukan menampilkan mencari menurut "
        "menyebut menyebutkan merupakan mohon namun nomor oleh pada para pencarian pertama permintaan pilihan "
        "pilihannya punya rincian rinciannya saja saya sebagai sebuah sekarang serta setelah "
        "seharga dihargai harga harganya hasil hasilnya silakan silahkan sudah syarat tautan tautannya tampil "
        "telah tentang terletak terdapat tercantum tertulis tersebut untuk untuknya yaitu yakni yang "
        "dicari dibanderol ditawarkan detail detailnya halaman alamat alamatnya mempunyai dilengkapi "
        "meliputi"
    ),
    fitting=words("cocok sesuai pas memenuhi terpenuhi"),
    affirming=words(
        "ada adalah memiliki mempunyai punya dilengkapi meliputi terdapat tersebut tercantum tertulis sudah telah "
        "tentang baik bisa boleh menyebut menyebutkan memenuhi terpenuhi"
    ),
    nearness=words("dekat sekitar"),
    unsaid=phrases(
        "tidak disebutkan, belum disebutkan, tidak disebut, tidak menyebut, tidak menyebutkan, tidak dinyatakan, "
        "tidak tercantum, belum tercantum, tidak diketahui, belum diketahui, tidak ada keterangan, belum ada "
        "keterangan"
    ),
)
