"""Forms of words: abbreviations and compounds in full, irregular inflections."""

from __future__ import annotations

from drill.grading.wordset import table

EXPAND = table("""
lr:learning_rate lrs:learning_rate stepsize:step_size eta:learning_rate η:learning_rate
val:validation valid:validation vld:validation prod:production prd:production prd.:production
trn:train tr:train tst:test ckpt:checkpoint ckpts:checkpoint chkpt:checkpoint chk:check
dist:distribution dists:distribution distr:distribution distrib:distribution distro:distribution
distros:distribution feat:feature feats:feature ftr:feature ftrs:feature acc:accuracy
accs:accuracy params:parameter param:parameter wts:weight wt:weight wgt:weight wgts:weight
grads:gradient grad:gradient gradients:gradient fn:function func:function fns:function
funcs:function init:initialization inits:initialization initialisation:initialization
preproc:preprocessing prepro:preprocessing preprocess:preprocessing eps:epsilon ε:epsilon δ:delta
Δ:delta \u03c3:sigma μ:mu ∞:infinity infs:inf infinite:inf infinity:inf infinities:inf nans:nan
float16:fp16 f16:fp16 half-precision:fp16 bfloat16:bf16 bfloat:bf16 float32:fp32 f32:fp32
float64:fp64 doubles:fp64 f64:fp64 corr:correlation corrs:correlation corelate:correlate
info:information reg:regularization regs:regularization opt:optimizer optim:optimizer
bs:batch_size attn:attention att:attention bn:batch_norm batchnorm:batch_norm layernorm:layer_norm
ln:ln std:std stds:std stdev:std stddev:std stats:statistic stat:statistic perf:performance
eval:evaluation evals:evaluation deploy:deployment cfg:config conf:config ref:reference num:number
nb:number avg:average avgs:average min:min max:max maxima:max maximum:max minimum:min approx:about
abt:about arnd:about approximately:about roughly:about ca:about circa:about around:about
btch:batch btw:between w:with esp:especially diff:difference diffs:difference hist:histogram
hists:histogram repro:reproduce regr:regression img:image imgs:image pics:image config:config
seq:sequence vs:versus imp:importance pt:patient pts:patient usr:user usrs:user cust:customer
fwd:forward bwd:backward bkwd:backward acts:activation act:activation recon:reconstruction
ts:timestamp pos:positive neg:negative temp:temporary pred:prediction preds:prediction recs:record
mem:memory util:utilization ops:operation op:operation dept:department ds:dataset obs:observation
gt:ground_truth mins:minute min.:minute secs:second hrs:hour sec:second hr:hour wks:week
hyperparams:hyperparameter hparams:hyperparameter hparam:hyperparameter aug:augmentation
augs:augmentation augment:augmentation norms:norm sig:significant ckpted:checkpoint dl:data_loader
dataloader:data_loader dataloaders:data_loader dtypes:dtype standardscaler:standard_scaler
minmaxscaler:min_max_scaler timeseriessplit:time_series_split groupkfold:group_kfold
traintestsplit:train_test_split fittransform:fit_transform smth:something wich:which alot:many
lots:many lot:many reqgrad:requires_grad requiresgrad:requires_grad overfiting:overfitting
detectanomaly:detect_anomaly setdetectanomaly:set_detect_anomaly logit:logits indices:index
matrices:matrix criteria:criterion analyses:analysis schemata:schema data:data dataset:dataset
datasets:dataset overfits:overfit overfitting:overfit overfitted:overfit underfitting:underfit
underfitted:underfit fitted:fit fitting:fit generalisation:generalize generalization:generalize
""")
"""Abbreviations, inflections a stemmer gets wrong, and compounds, in full."""

IRREGULAR = table("""
frozen:freeze froze:freeze unfrozen:unfreeze unfroze:unfreeze went:go gone:go goes:go going:go
thrown:throw threw:throw broke:break broken:break grew:grow grown:grow fell:fall fallen:fall
rose:rise risen:rise kept:keep built:build took:take taken:take shown:show showed:show seen:see
saw:see sees:see hidden:hide became:become chosen:choose chose:choose gave:give given:give done:do
made:make learnt:learn learned:learn shrunk:shrink shrank:shrink drove:drive driven:drive
wrote:write written:write knew:know known:know sent:send came:come began:begin begun:begin ran:run
found:find held:hold got:get gotten:get said:say told:tell thought:think brought:bring
caught:catch felt:feel led:lead lost:lose met:meet paid:pay spent:spend forgot:forget
forgotten:forget drawn:draw drew:draw blew:blow blown:blow stuck:stick swapped:swap worse:worse
men:man people:person persons:person better:better best:best divergence:diverge divergent:diverge
diverging:diverge smaller:small smallest:small larger:large largest:large higher:high highest:high
bigger:big biggest:big lowest:lower tinier:tiny weaker:weak slower:slow faster:fast easier:easy
cheaper:cheap cheapest:cheap easiest:easy easily:easy correlated:correlate correlation:correlate
correlations:correlate initialized:initialize initialization:initialize initial:initial
normalization:normalize comparison:compare comparisons:compare investigation:investigate
detection:detect division:divide divided:divide subtraction:subtract reduction:reduction
unstable:instability instable:instability instabilities:instability memorization:memorize
memorise:memorize saturation:saturate explosion:explode exploding:explode saturated:saturate
values:value squared:square twice:twice halving:halve halves:halve retraining:retrain
training:train trained:train trains:train batches:batch losses:loss biases:bias biased:bias
lies:lie dying:die dead:dead died:die deployment:deploy leakage:leak leaky:leak
calculation:calculate computation:compute news:news production:production produce:produce
product:product products:product importance:importance import:import generally:generally
general:general numerical:numeric number:number organise:organize university:university
universe:universe distribution:distribution distributions:distribution distributed:distributed
evaluation:evaluation evaluate:evaluate validate:validate validation:validation
operation:operation optimizer:optimizer optimizers:optimizer optimiser:optimizer
optimisers:optimizer optimal:optimal normal:normal normally:normally norm:norm inverse:inverse
relative:relative relation:relation relationship:relation relationships:relation classes:class
processes:process accuracies:accuracy accurate:accurate precise:precise precision:precision
infinitesimally:infinitesimal mean:mean means:mean meaning:meaning scaler:scaler scalers:scaler
scale:scale scaling:scale scaled:scale later:later late:late latest:latest lately:lately
lower:lower lowered:lower lowering:lower low:low test:test tested:test testing:test users:user
use:use used:use using:use uses:use user:user
""")
"""Word to stem, where the stemmer would be wrong or would join what differs."""
