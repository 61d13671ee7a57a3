"""What an asker is told in Indonesian."""

from __future__ import annotations

from claimtree.languages.sentences import Sentences

SENTENCES = Sentences(
    mistyped="“{written}” saya baca sebagai “{meant}”.",
    unknown="Saya tidak tahu “{words}” tentang apa, jadi tidak saya pakai.",
    doubtful="Saya kurang yakin dengan “{words}”; saya artikan sebagai “{claim}”.",
    not_offered="“{words}” tidak dipakai: di sini hanya ada {offer}.",
    both="Anda menginginkan dan menolak hal yang sama: “{words}”. Mana yang Anda maksud?",
    nothing="Saya tidak menemukan apa pun yang bisa dicari dalam kata-kata ini.",
    too_long="Teks ini sangat panjang; saya membaca {most} kata pertama.",
    unlearned="Saya belum mempelajari kalimat dalam bahasa ini ({languages}); periksa lagi apa yang saya pahami.",
    unfair=(
        "“{words}” tidak saya pakai (fair housing): saya tidak mencari menurut {ground} orang yang tinggal di sana. "
        "Yang bisa dicari adalah apa yang ditawarkan tempatnya, misalnya tenang, aman atau dekat sekolah."
    ),
    grounds={
        "race": "ras atau warna kulit",
        "ethnicity": "suku atau etnis",
        "religion": "agama",
        "origin": "kebangsaan atau asal",
        "sex": "jenis kelamin",
        "orientation": "orientasi seksual atau identitas gender",
        "family": "status keluarga",
        "disability": "disabilitas",
        "age": "usia",
        "income": "sumber penghasilan",
    },
    beside="di {name} dan sekitarnya",
    good="{near}{kind} yang bagus",
    not_near="tidak",
    off="{far} dari {what}",
    any_of="{kind}",
)
