"""Typing errors: which word of the rubric was meant."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rapidfuzz import process
from rapidfuzz.distance import OSA

from drill.grading import numerals
from drill.grading.forms import EXPAND, IRREGULAR
from drill.grading.stem import stem
from drill.grading.words import DOMAIN
from drill.grading.wordset import words

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMON = words("""
principle latent patent
later latter layer lower power tower eight height weigh night light right might sight least feast
treat trail brain grain drain plain print point paint joint share shape shame scare scale score
store stare state slate modal mode medal metal match patch watch catch latch grape grasp loose
close chose cross class glass grass table cable unable value valve valid solid index older folder
border uses under wonder orange strange change chance trance serious signal simple sample ample
future nature mature creature picture mixture rather father gather whether weather other another
either neither first firm form storm forms format reform perform think thank bring string spring
during before below above about again against almost always along alone aside began begin being
bound found round sound ground around where there their these those which while whole whose would
could should since sense dense tense three threw through though thought tough enough great greet
green black block clock check cheek clear clean clever close course cause clause case cases place
plane plate place planet piece price prime print proof prove prior quick quiet quite quote raise
rises raised phase phrase phone photo short shirt shore sharp sheet small smell smile smoke smooth
solve sorry sort south space spare spark speak speed spend spoke sport staff stage stand start
steps still stock stone stood stuff style sugar table taken taste teach thick thing third times
title today total touch tough toward track trade train trial trick tried truck truly trust truth
twice types until upper upset urban usage using usual video virus visit vital voice waste water
wheel white woman women world worry worse worst worth write wrong wrote young yours yield number
member matter master letter better butter bitter center enter inner outer order offer often other
over paper party past people perhaps person place play please pretty problem process produce
product provide public question reach reason record remain report result return second seem
several simple single something special stand start story strong study subject suppose surface
system possible impossible passible really ready already steady instead inside outside beside
besides measure pleasure treasure pressure present prevent percent recent decent accept except
expect respect aspect inspect suspect select collect correct connect protect project object reject
inject detect contain obtain maintain certain curtain captain mountain fountain retain remain
explain complain contract contrast contact compact impact exact extract attract abstract content
context contest consist insist resist exist assist persist constant instant distant distance
instance substance balance advance science silence sequence consequence confidence evidence
residence president through throughout without within outside inside become became because become
behind beyond between bigger biggest larger largest smaller smallest higher highest earlier
earliest easier easiest moment element document argument statement treatment agreement environment
experiment development country county company campaign capital chapter character charge choice
choose church citizen civil claim climb cloud coach coast color comes common compare compete
computer concern condition worker workers working walking talking taking making baking asking
acting adding ending ageing
""")


SHORT_WORDS = words("""
mode cost cast case care core cure cute data date deal deep each even ever fact fail fall fast
feed feel file fill find fine fire fold foot free from full gain game gate give goal good half
hand hard have head hear heat help here high hold hope host hour idea item join jump just keep
kind know lack land last late lead left less life like line link list live load lock long look
lose loss lost main make many mark mask mass mean meet mind miss more most move much name near
need next node none note once only open over pace pack page pair part pass past path pick plan
play plot plus poll pool poor post pull pure push rank rare rate read real rest rich ride ring
rise risk road role roll root rule runs safe sale same save seat seed seek seem self sell send
shop show side sign site size skip slow soft some soon sort spot star stay step stop such sure
swap take talk task team tell term test text than that them then they thin this tied ties tile
till time tiny tool tops tree true turn type unit upon used user vary very view wait walk wall
want warm wave weak wear week well went were what when whom wide wild will wind wire wise wish
with word work worn wrap year zero zone bath both loop logs grow form firm norm worm fees feet
abov bias bits byte cell clip code copy curl curt dead done down drop dump dust dark days edge
ends exit face fair flag flat flow fuse grid gold grip hits hook hint hurt inch into jobs kept
kill kink king knob lane leak leap lens lift lime lint lite loud lows maps math menu mesh mild
mini moon must nest nice nine odds ones outs owns park peak peel plug port pots prod prop puts
raid rail rain raws reds rely rows rush said sand sans scan sees sits skew slot snap soil sole
song soup span spin stem sums tabs tags taps tear tens thus tips tons tour trap trim trip twin
vast vote ways wins wood yard your
""")
_DROPPED = 4
"""Length of a word in which a dropped letter is still forgiven."""
_ONE_FROM = 5
_TWO_FROM = 8
"""Letters from which one or two errors are forgiven."""
_STEM = 3
"""Letters that a wrongly joined ending leaves at least."""
_KEPT = 20_000
"""Forms whose meaning is remembered."""
_LONGEST = 30
_FAR = 2
"""Distance at which first and last letter have to be right."""
_TWO_LOST = 6
"""Length from which a word of eight letters may have lost two."""
_SUFFIXES = ("ings", "ing", "ers", "ed", "er", "es", "ly", "s", "d")


def _allowed(length: int) -> int:
    return 2 if length >= _TWO_FROM else 1 if length >= _ONE_FROM else 0


class Mender:
    """Finds the word of a vocabulary that a mistyped one stands for."""

    def __init__(self, forms: Iterable[str], prefixes: Iterable[str]) -> None:
        self._forms = frozenset(forms)
        self._base: dict[str, str] = {}
        """Every word of the vocabulary, and its plural, with the word itself."""
        self._by_length: dict[int, list[str]] = {}
        self._single: dict[str, str] = {}
        """Words by their spelling without doubled letters."""
        self._jumbled: dict[tuple[str, str], str] = {}
        """Short words by first letter and all letters in order."""
        for form in sorted(self._forms):
            if len(form) >= _DROPPED and form.isalpha():
                self._add(form)
        for form in self._base:
            self._by_length.setdefault(len(form), []).append(form)
        self._prefixes = tuple(sorted(p for p in prefixes if len(p) >= _ONE_FROM))
        self._cache: dict[str, tuple[str | None, str | None]] = {}

    def _add(self, form: str) -> None:
        self._base[form] = form
        self._single.setdefault(_single(form), form)
        if len(form) == _DROPPED:
            self._jumbled[form[0], "".join(sorted(form))] = form
        if not form.endswith("s"):
            self._base.setdefault(f"{form}s", form)

    def mend(self, form: str) -> tuple[str | None, str | None]:
        """(word meant, prefix meant); None where nothing is near enough."""
        known = self._cache.get(form)
        if known is None:
            known = self._mend(form)
            if len(self._cache) < _KEPT:
                self._cache[form] = known
        return known

    def _mend(self, form: str) -> tuple[str | None, str | None]:
        if len(form) > _LONGEST or not form.isalpha() or _is_known(form):
            return None, None
        if _allowed(len(form)) == 0:
            return (None if form in SHORT_WORDS else self._short(form)), None
        word = self._without_suffix(form) or self._single.get(_single(form)) or self._nearest(form)
        return word, None if word else self._prefix(form)

    def _short(self, form: str) -> str | None:
        """`los`, `tiem`, `smal`: short words mend only in these ways."""
        if len(form) < _STEM:
            return None
        word = self._single.get(_single(form))
        if word is None and len(form) == _DROPPED:
            word = self._jumbled.get((form[0], "".join(sorted(form)))) or self._dropped(form)
        return word

    def _nearest(self, form: str) -> str | None:
        limit = _allowed(len(form))
        reach = 2 if len(form) >= _TWO_LOST else limit
        best: tuple[int, str] | None = None
        for length in range(len(form) - limit, len(form) + reach + 1):
            near = process.extract(
                form, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=reach
            )
            for candidate, distance, _ in near:
                if distance > _allowed(max(len(candidate), len(form) - 1)):
                    continue
                framed = form[0] == candidate[0] and form[-1] == candidate[-1]
                if (distance < _FAR or framed) and (best is None or (distance, candidate) < best):
                    best = (int(distance), candidate)
        return self._base[best[1]] if best else None

    def _prefix(self, form: str) -> str | None:
        for prefix in self._prefixes:
            if form[0] != prefix[0]:
                continue
            starts = (form[: len(prefix) + step] for step in (-1, 0, 1))
            if any(OSA.distance(start, prefix, score_cutoff=1) <= 1 for start in starts):
                return prefix
        return None

    def _dropped(self, form: str) -> str | None:
        """`smal`: a word of five letters that lost one."""
        for candidate in self._by_length.get(len(form) + 1, ()):
            if candidate[0] == form[0] and OSA.distance(form, candidate, score_cutoff=1) <= 1:
                return self._base[candidate]
        return None

    def _without_suffix(self, form: str) -> str | None:
        """`fiting`: a known word with an ending wrongly joined."""
        for suffix in _SUFFIXES:
            base = form[: -len(suffix)]
            if form.endswith(suffix) and len(base) >= _STEM and base in self._forms:
                return base
        return None


def _single(form: str) -> str:
    """Spell a word without doubled letters."""
    return "".join(letter for letter, _ in groupby(form))


def _is_known(form: str) -> bool:
    """Tell whether it is a word, so that no other one was meant."""
    base = stem(form)
    return form in DOMAIN or form in _COMMON or base in _DOMAIN_STEMS or base in _COMMON_STEMS


_DOMAIN_STEMS = frozenset(stem(word) for word in DOMAIN)
_COMMON_STEMS = frozenset(stem(word) for word in _COMMON)


class _Few(Mender):
    """A vocabulary of a few words that every answer is read with."""

    def word(self, form: str) -> str:
        """Return the word meant, or the form itself."""
        if form in self._forms or form.endswith("ies"):
            return form
        if len(form) == _DROPPED and form not in SHORT_WORDS:
            return self._jumbled.get((form[0], "".join(sorted(form))), form)
        if _allowed(len(form)) == 0:
            return form
        meant = self._nearest(form) if form.isalpha() and not _is_known(form) else None
        return meant if meant is not None and meant[0] == form[0] else form


SPELLED = _Few(
    [*numerals.SPELLED, *numerals.FRACTIONS, "percent", "minus", "negative", "power"], ()
)
"""Number words."""
COMPARING = _Few(
    words("above greater bigger higher larger exceed beyond below under smaller lower fewer"), ()
)
"""Words that compare."""
FIELD = Mender(
    [word for word in (*DOMAIN, *EXPAND, *IRREGULAR, "divide") if len(word) >= _ONE_FROM], ()
)
"""Words of the field that a rubric may know by their beginning only."""
