"""What we tell the asker of a part that was left out: which words, why, and what to ask instead."""

from __future__ import annotations

from claimtree.text.fairness.grammar import Part
from claimtree.text.fairness.words import Ground

_ENGLISH = {
    Ground.RACE: "race or colour",
    Ground.ETHNICITY: "ethnicity",
    Ground.RELIGION: "religion",
    Ground.ORIGIN: "national origin",
    Ground.SEX: "sex or gender",
    Ground.ORIENTATION: "sexual orientation or gender identity",
    Ground.FAMILY: "family status",
    Ground.DISABILITY: "disability",
    Ground.AGE: "age",
    Ground.INCOME: "source of income",
}
_INDONESIAN = {
    Ground.RACE: "ras atau warna kulit",
    Ground.ETHNICITY: "suku atau etnis",
    Ground.RELIGION: "agama",
    Ground.ORIGIN: "kebangsaan atau asal",
    Ground.SEX: "jenis kelamin",
    Ground.ORIENTATION: "orientasi seksual atau identitas gender",
    Ground.FAMILY: "status keluarga",
    Ground.DISABILITY: "disabilitas",
    Ground.AGE: "usia",
    Ground.INCOME: "sumber penghasilan",
}


def notice(part: Part, text: str, *, language: str = "en") -> str:
    """One plain sentence on what was left out and one on what can be asked; English for languages we do not write.

    `text` is the text the part was found in.
    """
    words = " ".join(text[part.start : part.end].split())
    if language == "id":
        return (
            f"“{words}” tidak saya pakai (fair housing): saya tidak mencari menurut {_INDONESIAN[part.ground]} orang "
            "yang tinggal di sana. Yang bisa dicari adalah apa yang ditawarkan tempatnya, misalnya tenang, aman atau "
            "dekat sekolah."
        )
    return (
        f"I left out “{words}” (fair housing): I do not search by the {_ENGLISH[part.ground]} of the people who live "
        "there. You can ask for what the place offers, such as quiet, safety or schools nearby."
    )
