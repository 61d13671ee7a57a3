"""What an asker is told in English."""

from __future__ import annotations

from claimtree.languages.sentences import Sentences

SENTENCES = Sentences(
    mistyped="I read “{written}” as “{meant}”.",
    unknown="I do not know what “{words}” is about and left it out.",
    doubtful="I am not sure about “{words}”; I took it as “{claim}”.",
    not_offered="“{words}” is left out: here are only {offer}.",
    both="You ask for this and against it: “{words}”. Which one do you mean?",
    nothing="I found nothing to look for in these words.",
    too_long="This is very long; I read the first {most} words.",
    unlearned=(
        "I have learned no sentences in this language ({languages}) and read by plain rules: look at what I understood."
    ),
    unfair=(
        "I left out “{words}” (fair housing): I do not search by the {ground} of the people who live there. You can "
        "ask for what the place offers, such as quiet, safety or schools nearby."
    ),
    grounds={
        "race": "race or colour",
        "ethnicity": "ethnicity",
        "religion": "religion",
        "origin": "national origin",
        "sex": "sex or gender",
        "orientation": "sexual orientation or gender identity",
        "family": "family status",
        "disability": "disability",
        "age": "age",
        "income": "source of income",
    },
    beside="in or around {name}",
    good="{near}good {kind}",
    not_near="not",
    off="{far} from {what}",
    any_of="any {kind}",
)
