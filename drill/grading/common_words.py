"""Words that are right as they stand, so that no typing error is seen in them."""

from __future__ import annotations

from drill.grading.wordset import words

COMMON = words("""
abort about abstract accent accept achieved across acting adamw adding addition adopt advance
affect again against ageing agreement alive almost alone along already alter always among ample
analogue analytic analyze animate another approach appropriate approximate argument arise around
aside asking aspect assist attract audience audio averaging avoids backed baking balance based
basis became because become before began begin behind being below bending beside besides better
between beyond bigger biggest binder bitter black bleeding block blocker blow blue boiling bools
border boring bother bound braces brain breadth bring builder built builtin bundle burning butter
cable cache called caller calling calls campaign capital captain cards carries catch causal cause
caution ceiling center certain chance change channel chant chapter character charge charming chars
charset cheap cheat check checker cheek cheetah choice choose chose chunk church citizen civil
claim clamp clang clash class classic clause clean cleaner cleanup clear clearer clever climb
clock clockwise clone close closer closest cloud coach coast codec coerce coercion coiling
collapses collect color cols comes common commute compact companion company compare compete
compiled complain complement complementary complete complexes compliance compliant component
composed compound comprehension compress compressor compromise computer concern condition
conference confidence conform connect consequence consideration consist constant constraint
contact contain content contest context contiguity continue contour contract contrary contrast
contributor control convenient convention converge convert correct could counter country counts
county course cover craft crash cream create creation creator creature cross cunning currency
current curses curtain curvature curves decay decent decide decimal decision decode defect defence
defensive delay delegated delimited deliver delivery dense deps depth derive deserialize detect
detector determine deterministic development device dilation direction directory disabling
discriminant distance distant distributing diverge dividing divisible divisor document dominant
doubling doubly downstream draft drafts drain drawn dream drive driver duplicating during earlier
earliest early earning easier easiest edits eight either element emits enabling encoding encounter
energy enough ensuring enter entry environment equality equivalent escaping estimator evaluation
evidence exact exceeded except excessive excluded executed exist expanded expansion expect
expensive experiment experimental explain explanation exponential export expose extension extent
extract faint falling farming father fault faulty feast feint fewer fiber finder first fixed fixer
fixtures flatten floats flops folder forged forget format forth fountain fraction fragment freed
freely friction fully function fusion future gather general generate getter giant glass gradscaler
gradual graft grain grant grape grasp grass grave great greater green greet ground guarantee guess
handled handy hangs harder hatch hauling healing health height hides holder holes identity
ignoring imaginary immutable impact impossible impure incident incidental including inclusion
incompatible indeed indefinite indent indeterminate index indicator inefficient inexact influence
inject inline inner inserts inside insist inspect install instance instant instantiate instead
inter internal international interval intra invokes involves isfinite isinstance isolated joiner
joint judge killed larger largest latch latent later latest latex latter launcher layer layout
leader leaning lease least leaving legion lending lesser letter letting level lies light likewise
loader logger logic login longer loose lower machinery maintain manifest manifold march marker
master match matcher material mathematica mathematics matter mature meaning meant measure medal
member memoize memory metal might minibatch minimal minus mission mixed mixture mocked modal
modern modular module modulo modulus moment mount mountain mouse multiply native nature
necessarily neither never newer newly nicer night noise noisy notification notify notion nulls
number object obtain occupancy offer often older optimal optimize orange order ordinal other ought
outer outside overlaps overlay owner packet paddle pager paint paper parabola paragraph parallel
parametric parents parse parser particles partitioner party passible passive passwd paste patch
patcher patent pathway pause pearson people percent perform perhaps permit persist person phase
phone photo phrase picture piece piling place plain plane planet plant plate pleading please
pleasure point pointer pointwise poison poisson poles polling popular populating positions
possible pound power precedes precise predicate present president pressure pretty prevent price
prime principal principle print printer prior priority probe problem procedure proceed process
processor produce produced product programs project prompts proof proper property proposition
protect protocol prove provide public quantize queried question quick quicker quiet quite quota
quote radio ragged raise raised rather reach reaction reactive reader ready really realm reason
receives recent recipe recipient reciprocal record recover recovery recursing reducing reductions
redundant reentrant refcount referenced refine reform refuse region registration registry reject
relabel relax releasing reliable reloaded remain remainder remote removal render reorder
repetition replacing replay reply report reproducing reproduction requiring rescaling resets
residence resist resort resource respect responsible restarts restores result retain return right
round routes routine safer saint samp sample scalar scale scare scarf scenario scheme science
scope score scorer screen screenshot sealing season second select selling sender sense separable
sequence series serious server serves service setter settings seven several shade shaft shallow
shame shape share sharp sheet shelf shift ships shirt shore short shorter shot should siblings
sift sight signal signature signum silence simple simpler simplest simplicity simplify since
single sinks slant slate sleep slice sliding slowly small smaller smallest smart smarty smell
smile smoke smooth sniff socket solid solve something sorry sorter sound south space spam spare
spark speak special speed speedup spend spending spoke sport spring sqlite squash stack staff
stage stale stall stalls stamp stand stare start state statement stationary status steady steam
stick still stock stone stood storages store storm story straight strange strategy strength string
strong stronger structure study stuff style subject subsequent substance substantial substitute
suffix sugar suites super suppose surface suspect swallow sweep swift system table taint taste
teach technique telling temporarily temporary tense tester thank their there thereof these thick
thing think third thorough those though thought three threw through throughout tick tight timer
title today token tolling topic torch torchrun total touch tough toward tower trace traceback
tracer track trade tradeoff traditional trail trailer train trait trance transient transmission
transpose trash traverse treasure treat treatment trial triangle triangular trick tricky tried
trivia truck truly trust truth truthy twice uint unable undeclared under undetermined undirected
unity unnecessarily unquoted unsuitable unterminated until unusable unweighted updating upper
upset urban usable usage usual utils valid value valve variable variadic variants variation
vertices video viewer virus visible vision visit visual vital voice waiter wake wang warning warns
warps waste watch watchers water weather weigh wheel where whether which while white whole whose
winner within without woman women wonder worker workers world worry worse worst worth would
writable write writers wrong wrote yearning yield young
""")
"""Frequent words of documentation and prose that lie near a term of some rubric."""

SHORT_WORDS = words("""
abov bath bias bits both byte care case cast cell clip code copy core cost cure curl curt cute
dark data date days dead deal deep done down drop dump dust each edge ends even ever exit face
fact fail fair fall fast feed feel fees feet file fill find fine fire firm flag flat flow fold
foot form free from full fuse gain game gate give goal gold good grid grip grow half hand hard
have head hear heat help here high hint hits hold hook hope host hour hurt idea inch into item
jobs join jump just keep kept kill kind king kink knob know lack land lane last late lead leak
leap left lens less life lift like lime line link lint list lite live load lock logs long look
loop lose loss lost loud lows main make many maps mark mask mass math mean meet menu mesh mild
mind mini miss mode moon more most move much must name near need nest next nice nine node none
norm note odds once ones only open outs over owns pace pack page pair park part pass past path
peak peel pick plan play plot plug plus poll pool poor port post pots prod prop pull pure push
puts raid rail rain rank rare rate raws read real reds rely rest rich ride ring rise risk road
role roll root rows rule runs rush safe said sale same sand sans save scan seat seed seek seem
sees self sell send shop show side sign site sits size skew skip slot slow snap soft soil sole
some song soon sort soup span spin spot star stay stem step stop such sums sure swap tabs tags
take talk taps task team tear tell tens term test text than that them then they thin this thus
tied ties tile till time tiny tips tons tool tops tour trap tree trim trip true turn twin type
unit upon used user vary vast very view vote wait walk wall want warm wave ways weak wear week
well went were what when whom wide wild will wind wins wire wise wish with wood word work worm
worn wrap yard year your zero zone
""")
"""The same of four letters and fewer; their inflections are known too."""
