"""Words for the fields of disputes."""

from typing import Final

_VIEW: Final = {
    "round": "The round's id: its table's, a full stop, its number.",
    "seat": "The seat in question, null for the whole round.",
    "bet": "The bet in question, null for the whole round.",
    "auditor": "The auditor who has taken it, null before.",
    "due": "Until when it has to be taken or ruled on, UTC; null when it is closed.",
    "status": "How it stands: `open` waits for an auditor, `taken` for his ruling.",
}

WORDS: Final = {
    "claim": "What the player says is wrong.",
    "opened_by": "Who opened it.",
    "opened_at": "When it was opened, UTC.",
    "evidence": "Where the round lies in the log, and what binds it.",
    "report": "Where the round's report is.",
    "auditor": "The auditor who took it or ruled on it.",
    "due": "Until when it has to be taken or ruled on, UTC.",
    "overdue": "Whether that has passed.",
    "take_by": "Until when it has to be taken, UTC.",
    "rule_by": "Until when it has to be ruled on, UTC.",
    "rule_within": "Within how many seconds of `take_by` it has to be ruled on.",
    "Deadlines.take": "Within how many seconds of its opening it has to be taken.",
    "Deadlines.rule": "Within how many seconds of that it has to be ruled on.",
    "deadlines": "How long it may wait.",
    "awaited": "What was due: that it is taken, or ruled on.",
    "questions": "What the auditor asked, in order.",
    "question": "The question's number, from 1.",
    "answered": "Whether it has been answered.",
    "ruling": "How it was ruled, null before.",
    "corrections": "The corrections, each from one party to another.",
    "moved": "What the corrections come to for each party.",
    "party": "A player's id, or `house`.",
    "history": "A page of what happened in it.",
    "disputes": "The disputes of this page.",
    "root": "The root of the last checkpoint at the opening, in hex; null before the first.",
    "records": "How many entries of its table's stream the round has.",
    "players": "Who sat where in the round.",
    "bet": "The bet in question.",
    **{
        f"{kind}.{field}": words
        for kind in ("DisputeView", "ListedDispute")
        for field, words in _VIEW.items()
    },
    "DisputeAnswer.view": "The dispute as it stands.",
    "DisputeReading.view": "The dispute as it stands.",
    "DisputeOpened.round": "The round's id: its table's, a full stop, its number.",
    "DisputeOpened.by": "Who opened it.",
    "DisputeRequest.round": "The round's id: its table's, a full stop, its number.",
    "Commented.by": "As what he spoke.",
    "QuestionAnswered.by": "Who answered.",
    "PartyAsked.of": "Who is asked.",
    "AskParty.of": "Who is asked.",
    "Question.of": "Who was asked.",
    "Evidence.decks": "The decks that the round was dealt from.",
    "Evidence.size": "How many entries the last checkpoint covered at the opening; null before the first.",
    "Moved.amount": "What they gain, in whole units (negative: lose).",
    "Corrected.amount": "What was put into the wallet (negative: taken out), in whole units.",
    "HouseCorrected.amount": "What was put into the house account (negative: taken out), in whole units.",
}
