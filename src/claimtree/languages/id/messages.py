"""What a search tells in Indonesian."""

from __future__ import annotations

from claimtree.languages.messages import PlaceMessages, SearchMessages
from claimtree.model.answers import Verdict

SEARCH = SearchMessages(
    language="id",
    either=" atau ",
    and_more="{shown} atau {count} lainnya",
    relaxed="Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan.",
    relaxed_by="Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan: yang terdekat {miss}.",
    relaxed_far="Tidak ada yang memenuhi semua syarat wajib; {wishes} dilonggarkan, dan tidak ada yang mendekati: "
    "{miss}.",
    over="{stated}, {gap} di atas batas Anda",
    below="{stated}, {gap} di bawah batas Anda",
    at_the_limit="{stated}, tepat di batas Anda",
    not_denied="Tidak ada yang diketahui memenuhi {wishes}; hasil berikut tidak menyebut sebaliknya.",
    none_meets="Tidak satu pun diketahui memenuhi {wishes}.",
    none_speaks="Tidak ada data yang menyebut {wishes}.",
    all_ruled_out="Tidak ada yang mendekati: semua yang diketahui bertentangan dengan {wishes}.",
    farther="Tidak ada yang cocok di tempat yang diminta; hasil berikut berada {where}.",
    too_many_wishes="Hanya {most} keinginan pertama dari {count} yang dipakai.",
    edit_of_nothing="Keinginan {claim} tidak ada lagi dalam pencarian ini; perubahan '{edit}' tidak dipakai.",
    edit_makes_too_many="'{words}' akan menghasilkan lebih dari {most} keinginan; yang lama tetap dipakai.",
    edit_says_nothing="'{words}' tidak menyebut apa pun yang bisa dicari; yang lama tetap dipakai.",
    refuted="Tidak ditampilkan karena '{wish}' wajib, tetapi terbantah.",
    refuted_by="Tidak ditampilkan karena '{wish}' wajib, tetapi terbantah: {miss}.",
    closed="Tidak ditampilkan karena tidak satu pun syarat wajib untuk {level} terpenuhi ({wishes}).",
    not_strict="Tidak ditampilkan karena Anda meminta jawaban yang ketat dan '{wish}' tidak terpenuhi.",
    place="Urutan {place} dari {total}: memenuhi {required_met} dari {required} syarat wajib dan {met} dari {all} "
    "keinginan secara keseluruhan, dengan nilai {score} (bukti penuh untuk setiap keinginan bernilai {full}).",
    adds="'{wish}' menambah {points}.",
    adds_nothing="'{wish}' {verdict} dan tidak menambah nilai.",
    misses="'{wish}' {verdict} dan tidak menambah nilai: {miss}.",
    nearly="'{wish}' {verdict}, tetapi mendekati dan menambah {points}: {miss}.",
    verdicts={Verdict.MET: "terpenuhi", Verdict.REFUTED: "terbantah", Verdict.UNKNOWN: "tidak disebut"},
    disputed="diperselisihkan (satu sumber menyebut keduanya)",
)

PLACES = PlaceMessages(
    taken_for="'{name}' dibaca sebagai {place}.",
    far_away="{place} berjarak {far} dari pusat data.",
    any_of="'{name}' adalah nama {count} tempat, dan salah satunya cukup: {places}. Sebutkan yang dimaksud.",
    each_of="'{name}' adalah nama {count} tempat; yang terdekat dihitung.",
    too_many="Tempat tidak dikenal: '{name}' adalah nama {count} tempat, misalnya {places}. Sebutkan nama lengkap "
    "atau daerahnya.",
    unknown="Tempat tidak dikenal: '{name}' tidak ada di daftar, jadi tidak ada yang bisa dikatakan tentangnya.",
    unmapped="'{name}' tidak ada di peta; hanya isi iklan yang dihitung.",
    similar="Nama yang mirip: {places}.",
    no_kind="Tempat tidak dikenal: tidak ada {kind} yang diketahui di sekitar sini, jadi hanya isi iklan yang "
    "dihitung.",
    unrated="Tidak ada penilaian untuk {kind} di sini, jadi yang mana pun dihitung.",
    behind="Daftar tempat berubah setelah jarak diukur; jarak mungkin yang lama. Jalankan `claimtree places measure`.",
    within="dalam {far} dari {place}",
    within_kind="dalam {far} dari {kind} terdekat",
    beside="di sebelah {place} ({areas})",
)
