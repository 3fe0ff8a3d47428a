"""The words the engine knows: function words, abbreviations, irregular forms, negators."""

from __future__ import annotations

from drill.grading.wordset import words

FUNCTION = words("""
a an the is are was were be been being am 's 're 'm 've 'll 'd to of in on at or and it its this
that these those with for by as their there they them he she his her i we you your our us my me so
do does did has have had can could should would may might will shall must been just very quite
really also e.g. eg i.e. ie etc into onto upon than some any such thing things something via per
which who whose what how like well ok okay um uh umm uhh hmm er basically actually
simply probably maybe perhaps usually typically generally normally often mostly mainly shd shld
cld wd ur u r da teh hv bc cuz s ll re ve yes yeah please let lets here ish one's even still
already too but while whereas although though because since however thus therefore hence yet which
e.g i.e approx resp incl
""")
"""Carry no content of their own; dropped from answers and wordings alike."""

QUESTION_WORDS = words("name explain describe give question answer why where when which mean means")

NEGATORS = words("""
not never no without neither nor cannot nobody w/o n't cant wont dont doesnt didnt isnt arent
wasnt werent hasnt havent hadnt couldnt shouldnt wouldnt aint nt mustnt unable non can't won't
don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't couldn't shouldn't wouldn't
ain't mustn't needn't neednt
""")
"""Turn round what follows in their clause."""

WEAK_NEGATORS = words("""
avoid avoids avoided avoiding prevent prevents prevented preventing lack lacks lacking lacked
missing absent absence forget forgets forgot forgotten forgetting skip skips skipped skipping
hardly barely rarely seldom except excluding exclude excludes fail fails failed failing ignore
ignores ignored ignoring nothing none omit omits omitted omitting eliminate eliminates eliminating
refuse refrain stops
""")
"""Turn round too, but never contradict by themselves."""

PRONOUNS = words("nobody noone nothing none nowhere")
"""Negators that are words of their own as well."""

DOMAIN = words("""
checkpoint checkpointing clipping clip gradient gradcheck grad roc auc pr psi psnr fp16 bf16 fp32
fp64 loss model data pipeline optimizer weight layer batch epoch train test validation overflow
underflow overfit underfit leakage drift shift feature label target logits attention softmax
sigmoid relu dropout momentum adam sgd warmup schedule scheduler learning rate scaler split random
temporal group user patient forward backward central difference epsilon canary shadow rollback
retrain segment infrastructure precision recall mantissa exponent range variance mean median
deviation norm normalize standardize shuffle sampler seed covariate concept prior posterior
anomaly detect monitor histogram kernel entropy covariance correlate correlation sensor tensor
input output stable unstable frozen unfrozen freeze unfreeze static dynamic increase decrease
higher lower larger smaller former latter before after first second third last explode vanish
explicit implicit infer inference interference reference preference deference transform transfer
distribution contribution attribution production reduction prediction detection deletion selection
regression regularize accuracy accurate shape scale share shard sharp graph grid batched patched
quality quantity finite infinite definite relevant irrelevant dependent independent normal formal
convex concave linear log ratio ration numeric generic metric matrix static statistic
""")
"""Terms of the field: a typo is never mended into or out of one of them."""
