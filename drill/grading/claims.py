"""Cut an answer into sentences and clauses and find what each negation governs."""

from __future__ import annotations

from drill.grading.numbering import counting_numbers, numbers_a_line
from drill.grading.scanner import Raw, scan
from drill.grading.stem import stem
from drill.grading.text import Text, words_of
from drill.grading.withdrawn import last_word
from drill.grading.words import NEGATORS, PRONOUNS, WEAK_NEGATORS
from drill.grading.wordset import words

_BREAKS = words("""
but while whereas although though because since then however when whenever if unless otherwise
else until till whilst yet hence therefore thus so which instead rather
""")
_CONDITIONS = frozenset({"if", "unless", "otherwise", "else"})
_STOPS = frozenset({"and", "or", "/", "+", "&"})
_HEDGING = frozenset({"sort", "kind"})
"""`sort of`: as good as nothing said."""
_BETWEEN = _BREAKS | {"and"}
"""Function words that part two clauses and so belong to neither."""
_OR_GOES_ON = frozenset({"neither", "nor"})
_SCOPE = 9
"""Content words a negation reaches at most."""
_WHOLE = words("""
reason cause problem issue case culprit true needed need necessary required relevant matter
important useful enough
""")
"""`X is not the reason`: the negation reaches back to X."""
_PARTICIPLES = words("""
enabled applied used present active done performed finished exist exists existing happen happens
occur occurs
""")
"""`X was not used`: the same, but it never contradicts, for X may be what was left out."""
_TRAILING = frozenset({"not", "never", "nope"})
"""Negate what stands before them where nothing follows: `overfit not at all`."""
_WHATSOEVER = words("at all ever anymore either whatsoever really")
_CHOOSES = words("or why if whether and but of certainly definitely no course")
"""Before a trailing `not`: `if not`, `or not`, `of course not`."""
_OBJECTS = frozenset({"nothing", "none", "nowhere"})
"""Negate the verb right before them: `revert nothing`."""
_EXEMPT = {
    "not": words("only just merely to sure necessarily least more above"),
    "no": words("""
matter doubt wonder idea problem clue worries surprise brainer more
"""),
    "nothing": frozenset({"but", "else", "more"}),
    "without": frozenset({"doubt"}),
    "dont": frozenset({"know"}),
    "don't": frozenset({"know"}),
    "can't": frozenset({"say", "tell", "remember", "recall"}),
    "never": frozenset({"mind", "ever"}),
}
_TO_VERBS = words("fail fails failed failing refuse refuses")
_WHOLE_SENTENCE = "whole sentence"
"""Form of a negation that only a full stop ends."""
_TRUE = words("true case think believe correct right say mean expect")
_VERDICTS = _TRUE | {"false", "wrong", "untrue", "incorrect", "myth", "lie", "nonsense"}
_THATS = frozenset({"that", "to"})
_AMOUNTS = words("""
almost practically nearly close next basically go goes drop drops fall falls virtually
""")
_BEFORE_ONE = words("to at of is than most above below over norm be exceed exceeds by about l2 =")
"""Behind them `one` is a number."""
_DISMISS = words(
    "help helps work works suffice need needs needed necessary required matter matters check"
)
"""`X does not help`: denies X, a list of things as well."""
_ITEM = 3
"""Words of a list's item."""
_BACK = 16
"""Words that a denial reaches back."""
_PLAIN = frozenset({"anything", "everything", "opposite", "contrary", "far"})
"""Of the pairs those that deny plainly."""
_SCORN = frozenset({"myth", "nonsense", "untrue", "rubbish", "bogus"})
"""Judge the whole sentence up to them."""
_AFTER_OF = {
    "anything": "but",
    "everything": "but",
    "opposite": "of",
    "contrary": "of",
    "far": "from",
    "instead": "of",
    "rather": "than",
    "other": "than",
}


class _Builder:
    def __init__(self, text: Text) -> None:
        self.text = text
        self.clause = 0
        self.sentence = 0
        self.open: list[tuple[int, str]] = []
        """Negators in force: word index and form."""
        self.fresh = True
        """No word yet in this clause."""
        self.part = 0
        """First word of the part of the clause since the last `and`, `or`."""
        self.brackets: list[bool] = []
        """Open brackets: does it break the claim (False for a call)?"""

    def break_clause(self, *, sentence: bool = False) -> None:
        text = self.text
        self.open = [] if sentence else [(at, by) for at, by in self.open if self._goes_on(at, by)]
        start = text.clause_range[-1][1] if text.clause_range else 0
        if len(text.forms) > start:
            text.clause_range.append((start, len(text.forms)))
            text.clause_sentence.append(self.sentence)
            self.clause += 1
        if sentence:
            first = text.sentence_range[-1][1] if text.sentence_range else 0
            if len(text.clause_range) > first:
                text.sentence_range.append((first, len(text.clause_range)))
                self.sentence += 1
        self.fresh = True
        self.part = len(text.forms)

    def _goes_on(self, at: int, form: str) -> bool:
        """Keep what covers a sentence or has reached nothing yet: `should not, you know, fall`.

        `If not, …` stands for a whole condition and denies nothing of what follows.
        """
        begin = self.text.clause_range[-1][1] if self.text.clause_range else 0
        if at == begin and self.clause in self.text.conditional:
            return False
        return form == _WHOLE_SENTENCE or (form != "no" and at == len(self.text.forms) - 1)

    def add(self, form: str, word_stem: str, span: tuple[int, int]) -> int:
        text = self.text
        index = len(text.forms)
        text.forms.append(form)
        text.stems.append(word_stem)
        text.spans.append(span)
        text.clause.append(self.clause)
        text.sentence.append(self.sentence)
        self.open = [
            (at, by) for at, by in self.open if index - at <= _SCOPE or by == _WHOLE_SENTENCE
        ]
        text.negators.append(tuple(at for at, _ in self.open))
        self.fresh = False
        return index

    def negate(self, index: int, form: str, *, weak: bool) -> None:
        if form == "nor":
            self.open = [(at, by) for at, by in self.open if by not in _OR_GOES_ON]
        self.open.append((index, form))
        if weak:
            self.text.weak.add(index)

    def judge_sentence(self, form: str, span: tuple[int, int]) -> None:
        """Read `it is not true that …`: the judgement reaches to the end of the sentence."""
        true = form in _TRUE
        denied = bool(self.open)
        index = self.add(form, form, span)
        self.open.clear()
        if true == denied:
            self.open.append((index, _WHOLE_SENTENCE))
            self.text.sweeping.add(index)

    def scorn(self, form: str, span: tuple[int, int]) -> None:
        """Deny what the sentence has said so far: `X, that is a myth`."""
        text = self.text
        index = self.add(form, form, span)
        for at in range(max(0, index - _BACK), index):
            if text.sentence[at] == self.sentence:
                text.negators[at] = (*text.negators[at], index)

    def close_scope(self) -> None:
        self.open = [(at, by) for at, by in self.open if by in _OR_GOES_ON or by == _WHOLE_SENTENCE]
        self.part = len(self.text.forms)


def _is_negator(form: str, following: str) -> bool:
    if form.endswith("n't") and form not in NEGATORS:
        return True
    if form == "not" and following == "that":
        return False
    return form in NEGATORS and following not in _EXEMPT.get(form, frozenset())


def read(answer: str) -> Text:
    """Return the answer as claims."""
    folded, offsets, scanned = scan(answer)
    raw, corrected = last_word(scanned)
    text = Text(answer, folded, raw, offsets, corrected=corrected)
    builder = _Builder(text)
    counting = counting_numbers(raw)
    for at, piece in enumerate(raw):
        span = _original(piece, offsets)
        if piece.form == "→" and _amount_follows(raw, at):
            text.breaks += 1
        elif piece.kind == "punct":
            _punctuation(builder, piece.form, glued=bool(at) and raw[at - 1].end == piece.start)
        elif piece.kind == "num":
            if at in counting:
                _punctuation(builder, ",", glued=False)
            elif not numbers_a_line(raw, at):
                _number(builder, raw, at, span)
        elif folded[piece.start] == ">" and not _compares(raw, at):
            _punctuation(builder, "→", glued=False)
        else:
            following = _following(raw, at)
            before = len(text.forms)
            _word(builder, piece.form, following, span)
            _negate_back(builder, raw, at, before)
    builder.break_clause(sentence=True)
    return text


def _following(raw: list[Raw], at: int) -> str:
    """Return the next word; the `to` of `not to 1.0` belongs to the number."""
    if at + 1 >= len(raw):
        return ""
    amount = at + 2 < len(raw) and raw[at + 1].form == "to" and raw[at + 2].kind == "num"
    return "" if amount else raw[at + 1].form


def _number(builder: _Builder, raw: list[Raw], at: int, span: tuple[int, int]) -> None:
    text, piece = builder.text, raw[at]
    index = builder.add("#", "#", span)
    text.values[index] = (piece.value, piece.percent)
    if piece.form in {"one", "1"}:
        text.counts.add(index)
    if piece.form == "one" and _pronoun(raw, at):
        text.pronouns.add(index)
    if piece.percent:
        builder.add("percent", "percent", span)


def _negate_back(builder: _Builder, raw: list[Raw], at: int, index: int) -> None:
    """Put what stands before a negation under it where nothing follows that it could deny."""
    text, form = builder.text, raw[at].form
    if len(text.forms) != index + 1 or index == 0 or raw[at - 1].kind != "word":
        return
    if form in _TRAILING and raw[at - 1].form not in _CHOOSES and _trails(raw, at):
        for word in range(max(builder.part, index - _BACK), index):
            text.negators[word] = (*text.negators[word], index)
    elif form in _OBJECTS and index in text.weak and words_of(raw[at - 1].form):
        text.negators[index - 1] = (*text.negators[index - 1], index)


def _trails(raw: list[Raw], at: int) -> bool:
    """Tell whether a claim ends with this word: `… not`, `… not at all`."""
    at += 1
    while at < len(raw) and raw[at].form in _WHATSOEVER:
        at += 1
    return at >= len(raw) or (raw[at].kind == "punct" and raw[at].form not in {"(", "/", ":"})


def _amount_follows(raw: list[Raw], at: int) -> bool:
    """`loss → 0`: the arrow says where a value goes, it starts no new claim."""
    if at + 1 >= len(raw):
        return False
    after = raw[at + 1]
    return after.kind == "num" or after.form in {"zero", "inf", "infinity", "nan", "about"}


def _pronoun(raw: list[Raw], at: int) -> bool:
    """Tell whether `one` stands for a thing (`the usual one`, `one batch`), not for 1."""
    if at == 0:
        return len(raw) > 1 and raw[1].kind == "word"
    return raw[at - 1].form not in _BEFORE_ONE


def _compares(raw: list[Raw], at: int) -> bool:
    """Tell whether this `>` compares: beside a number, or the only one; else it is an arrow."""
    beside = [raw[i].kind == "num" for i in (at - 1, at + 1) if 0 <= i < len(raw)]
    return any(beside) or sum(piece.form == "above" for piece in raw) == 1


def _original(piece: Raw, offsets: list[int] | None) -> tuple[int, int]:
    if offsets is None:
        return piece.start, piece.end
    return offsets[piece.start], offsets[piece.end - 1] + 1


def _punctuation(builder: _Builder, form: str, *, glued: bool) -> None:
    text = builder.text
    if form in "([{":
        builder.brackets.append(not glued)
        if glued:
            return
    elif form in ")]}" and builder.brackets and not builder.brackets.pop():
        return
    text.breaks += 1
    if form == "," and False in builder.brackets:
        return
    if form in {".", "!", "?"}:
        builder.break_clause(sentence=True)
    elif form in {"/", "+", "&", ":"}:
        builder.close_scope()
    elif form != "%":
        builder.break_clause()


def _word(builder: _Builder, form: str, following: str, span: tuple[int, int]) -> None:
    text = builder.text
    if form in _STOPS:
        builder.close_scope()
    if form == "but" and text.forms and text.forms[-1] in _PLAIN:
        return
    if form in _BREAKS and not builder.fresh:
        builder.break_clause()
    supposes = form in _CONDITIONS or (form in _PLAIN and following == "but")
    if supposes and builder.fresh:
        text.conditional.add(builder.clause)
    if following and _AFTER_OF.get(form) == following:
        builder.negate(builder.add(form, form, span), form, weak=form not in _PLAIN)
    elif _is_negator(form, following):
        own = form if form in PRONOUNS else "not"
        builder.negate(builder.add(own, own, span), form, weak=False)
    elif not words_of(form) or (form in _HEDGING and following == "of"):
        text.function_words += 1
        if form not in _BETWEEN:
            text.particles.setdefault(form, set()).add(builder.clause)
    elif form in _VERDICTS and following in _THATS:
        builder.judge_sentence(form, span)
    else:
        _content(builder, form, following, span)


def _content(builder: _Builder, form: str, following: str, span: tuple[int, int]) -> None:
    text = builder.text
    index = -1
    if form in _SCORN and not builder.open:
        builder.scorn(form, span)
        return
    for word, word_stem in words_of(form):
        index = builder.add(word, word_stem, span)
        if form in _DISMISS and text.negators[index]:
            _dismiss(text, index)
        elif (word in _WHOLE or form in _PARTICIPLES) and text.negators[index]:
            _reach_back(text, index, builder.part)
            if form in _PARTICIPLES:
                text.weak.add(text.negators[index][-1])
    if (
        form in WEAK_NEGATORS
        and (form not in _TO_VERBS or following == "to")
        and not _as_zero(builder, form)
    ):
        builder.negate(index, form, weak=True)


def _as_zero(builder: _Builder, form: str) -> bool:
    """`goes to nothing`: an amount, no negation."""
    before = builder.text.forms[-2] if len(builder.text.forms) > 1 else ""
    return form in PRONOUNS and before in _AMOUNTS


def _dismiss(text: Text, index: int) -> None:
    """Reach back over a whole list: `A, B and C do not help`."""
    negator = text.negators[index][-1]
    clause = text.clause[negator]
    first = negator
    while first > 0 and text.clause[first - 1] == clause:
        first -= 1
    if first == negator or clause in text.conditional:
        return
    while first > 0 and text.sentence[first - 1] == text.sentence[index]:
        low, high = text.clause_range[text.clause[first - 1]]
        if high - low > _ITEM:
            break
        first = low
    for at in range(max(first, negator - _BACK), negator):
        if not text.negators[at]:
            text.negators[at] = (negator,)


def _reach_back(text: Text, index: int, first: int) -> None:
    """`X is not the cause`: put X under the negation too."""
    negator = text.negators[index][-1]
    if negator in text.weak:
        return
    for at in range(max(first, negator - _BACK), negator):
        text.negators[at] = (*text.negators[at], negator)


def content_stems(text: str) -> tuple[str, ...]:
    """Stems of the content words of a text of ours."""
    return tuple(
        stem_
        for piece in scan(text)[2]
        if piece.kind == "word"
        for _, stem_ in words_of(piece.form)
    )


__all__ = ["content_stems", "read", "stem"]
