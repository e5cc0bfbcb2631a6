typed_calls.o: tests/exact/calls/typed_calls.c tests/exact/calls/calls.h \
 tests/support/support.h laws/sampler.h include/reroll_core.h \
 include/reroll_shape.h include/reroll_law.h include/reroll_sampler.h \
 include/reroll_core.h include/reroll.h include/reroll_gpu.h \
 include/reroll_order.h include/reroll_points.h include/reroll_prepared.h \
 build/gen/reroll_fill.h
tests/exact/calls/calls.h:
tests/support/support.h:
laws/sampler.h:
include/reroll_core.h:
include/reroll_shape.h:
include/reroll_law.h:
include/reroll_sampler.h:
include/reroll_core.h:
include/reroll.h:
include/reroll_gpu.h:
include/reroll_order.h:
include/reroll_points.h:
include/reroll_prepared.h:
build/gen/reroll_fill.h:
