"""Words that often stand for each other, for a second, softer reading."""

from __future__ import annotations

from drill.grading.text import words_of

_CLASSES = """
begin start commence|big large huge great massive enormous giant high
small tiny little minuscule low negligible
look inspect check examine view print eyeball see watch glance verify review peek show display
sample example row record point instance item observation entry case datum
user customer client person patient people subject individual member household
network model net estimator|weight parameter coefficient|loss cost objective criterion
test validation holdout evaluation|production live deployment serving deployed
feature column input variable covariate attribute field predictor
same identical equal similar like|different differ distinct mismatch differently inconsistent
fall drop decrease decline sink collapse reduce lower crash plummet shrink
rise increase grow climb raise|use apply employ utilize
bug fault defect mistake broken wrong error flaw|all whole entire full complete every everything
shift drift move change alter|prediction output score forecast response answer
old previous earlier last prior former|new recent fresh current latest
fast quick cheap easy simple|slow expensive costly dear hard|label target outcome truth
explode diverge blow skyrocket|split divide partition separate|fit learn
compare contrast versus difference gap|distribution histogram spread density
part fraction share portion slice percentage subset few|time date chronological temporal
group segment cohort subgroup category bucket|revert rollback restore undo
memorize overfit recall heart rote|zero nothing nil none|prevent avoid stop|wrong incorrect bad
detect find discover spot notice reveal identify expose|hide mask conceal
measure metric quantify|random shuffle arbitrary|limit cap bound clip restrict
huge extreme outlier abnormal|investigate audit debug trace|mean average|need require must
cause reason source origin culprit|number value figure|leak cheat peek
future later afterwards subsequent|before prior ahead|step update iteration|batch minibatch
missing absent lacking|correct right|confirm prove validate show|range span magnitude
overflow inf infinity|round rounding precision|approximately about|together joint combined
accuracy performance quality|get receive obtain|return go back|collect gather acquire
"""


def _table() -> dict[str, str]:
    out: dict[str, str] = {}
    for line in _CLASSES.replace("\n", "|").split("|"):
        words = line.split()
        if not words:
            continue
        head = words_of(words[0])
        for word in words:
            stems = words_of(word)
            if stems and head:
                out.setdefault(stems[0][1], head[0][1])
    return out


CLASS = _table()
"""Stem to the stem that stands for its class."""
