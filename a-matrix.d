matrix.o: tests/exact/bits/matrix.c tests/support/strategies.h \
 include/reroll.h include/reroll_core.h include/reroll_shape.h \
 include/reroll_gpu.h include/reroll_order.h include/reroll_points.h \
 include/reroll_prepared.h include/reroll_sampler.h \
 build/gen/reroll_fill.h include/reroll_core.h tests/support/support.h \
 laws/sampler.h include/reroll_law.h tests/support/derived.h laws/list.h
tests/support/strategies.h:
include/reroll.h:
include/reroll_core.h:
include/reroll_shape.h:
include/reroll_gpu.h:
include/reroll_order.h:
include/reroll_points.h:
include/reroll_prepared.h:
include/reroll_sampler.h:
build/gen/reroll_fill.h:
include/reroll_core.h:
tests/support/support.h:
laws/sampler.h:
include/reroll_law.h:
tests/support/derived.h:
laws/list.h:
