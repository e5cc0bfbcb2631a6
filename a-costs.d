costs.o: tests/exact/planner/costs.c host/call/call.h targets/target.h \
 include/reroll_gpu.h include/reroll_core.h include/reroll_shape.h \
 include/reroll_points.h targets/base/base.h targets/base/call.h \
 laws/sampler.h include/reroll_core.h include/reroll_law.h \
 include/reroll_sampler.h engine/abi/tally.h engine/abi/words.h \
 engine/abi/tile.h engine/abi/key.h engine/abi/batch.h \
 engine/strategies/kinds.h engine/strategies/list.h transforms/list.h \
 host/lists/lists.h include/reroll_model.h targets/user/user.h \
 include/reroll_user.h include/reroll_sha256.h host/plan/planner.h \
 host/plan/costs.h include/reroll_plan.h tests/exact/planner/costs.h \
 tests/support/support.h include/reroll.h include/reroll_gpu.h \
 include/reroll_order.h include/reroll_points.h include/reroll_prepared.h \
 build/gen/reroll_fill.h
host/call/call.h:
targets/target.h:
include/reroll_gpu.h:
include/reroll_core.h:
include/reroll_shape.h:
include/reroll_points.h:
targets/base/base.h:
targets/base/call.h:
laws/sampler.h:
include/reroll_core.h:
include/reroll_law.h:
include/reroll_sampler.h:
engine/abi/tally.h:
engine/abi/words.h:
engine/abi/tile.h:
engine/abi/key.h:
engine/abi/batch.h:
engine/strategies/kinds.h:
engine/strategies/list.h:
transforms/list.h:
host/lists/lists.h:
include/reroll_model.h:
targets/user/user.h:
include/reroll_user.h:
include/reroll_sha256.h:
host/plan/planner.h:
host/plan/costs.h:
include/reroll_plan.h:
tests/exact/planner/costs.h:
tests/support/support.h:
include/reroll.h:
include/reroll_gpu.h:
include/reroll_order.h:
include/reroll_points.h:
include/reroll_prepared.h:
build/gen/reroll_fill.h:
