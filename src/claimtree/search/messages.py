"""What a search tells beside its hits: what it let go of, what it could not use, why something stands where it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimtree.model.amounts import number_text
from claimtree.model.answers import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Sayings:
    """Sentences with gaps."""

    language: str
    either: str
    """Between two wishes of which one will do."""
    and_more: str
    # What the answer is an answer to.
    relaxed: str
    relaxed_by: str
    relaxed_far: str
    over: str
    below: str
    at_the_limit: str
    not_denied: str
    none_meets: str
    none_speaks: str
    all_ruled_out: str
    farther: str
    nearest_only: str
    too_many_wishes: str
    # What became of an edit.
    edit_of_nothing: str
    edit_makes_too_many: str
    edit_says_nothing: str
    # Why something stands where it stands.
    refuted: str
    refuted_by: str
    closed: str
    not_strict: str
    place: str
    adds: str
    adds_nothing: str
    misses: str
    nearly: str
    verdicts: Mapping[Verdict, str]
    disputed: str
    """In the place of a verdict, where a source says both."""

    def number(self, value: int) -> str:
        return number_text(value, self.language)


SAYINGS: Mapping[str, Sayings] = {
    "en": Sayings(
        language="en",
        either=" or ",
        and_more="{shown} or {count} more",
        relaxed="Nothing fits everything you require; {wishes} was relaxed.",
        relaxed_by="Nothing fits everything you require; {wishes} was relaxed: the closest has {miss}.",
        relaxed_far="Nothing fits everything you require; {wishes} was relaxed, and nothing comes close: {miss}.",
        over="{stated}, {gap} over your limit",
        below="{stated}, {gap} below your limit",
        at_the_limit="{stated}, just at your limit",
        not_denied="Nothing is known to meet {wishes}; these say nothing against it.",
        none_meets="Nothing in the store is known to meet {wishes}.",
        none_speaks="Nothing in the store speaks of {wishes}.",
        all_ruled_out="Nothing in the store comes close: all that is known rules out {wishes}.",
        farther="Nothing fits where you asked; these are {where}.",
        nearest_only="Phrases were matched by nearest neighbours ({count} each): some may be missing.",
        too_many_wishes="Only the first {most} of {count} wishes were used.",
        edit_of_nothing="There is no claim {claim} in this search any more; the edit '{edit}' was left out.",
        edit_makes_too_many="'{words}' would make more than {most} wishes; the claim stays as it was.",
        edit_says_nothing="'{words}' says nothing that could be looked for; the claim stays as it was.",
        refuted="It is left out because '{wish}' is required and refuted.",
        refuted_by="It is left out because '{wish}' is required and refuted: {miss}.",
        closed="It is left out because nothing required of the {level} is met ({wishes}).",
        not_strict="It is left out because you asked for strict answers and '{wish}' is not met.",
        place="Place {place} of {total}: it meets {required_met} of {required} required wishes and {met} of {all} in "
        "all, with a score of {score} (one full proof of every wish makes {full}).",
        adds="'{wish}' adds {points}.",
        adds_nothing="'{wish}' is {verdict} and adds nothing.",
        misses="'{wish}' is {verdict} and adds nothing: {miss}.",
        nearly="'{wish}' is {verdict}, but it comes close and adds {points}: {miss}.",
        verdicts={verdict: str(verdict) for verdict in Verdict},
        disputed="disputed (a source says both)",
    ),
    "id": Sayings(
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
        nearest_only="Frasa hanya dicocokkan dengan masing-masing {count} tetangga terdekat: mungkin ada yang "
        "terlewat.",
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
    ),
}


def sayings(language: str) -> Sayings:
    """The sentences of a language; English for one that we do not write."""
    return SAYINGS.get(language, SAYINGS["en"])
