tails.o: tests/law/quantiles/tails.c tests/law/lanes.h \
 engine/lanes/host.h engine/lanes/fma_soft.h engine/lanes/lane.h \
 engine/lanes/scalar.h engine/lanes/host.h engine/lanes/fma_soft.h \
 engine/lanes/each.h engine/lanes/scale.h laws/gamma/draw/draw.h \
 engine/math/gamma_ratio.h engine/math/log1p.h engine/math/log_kernel.h \
 engine/math/poly.h engine/draws/pairs.h engine/draws/boxmuller.h \
 engine/math/sincos.h engine/bits/uniform.h engine/bits/bits.h \
 engine/abi/key.h engine/abi/words.h engine/lanes/even.h \
 engine/lanes/lane.h engine/math/tables/neglog_table.h \
 engine/math/log_kernel.h engine/passes/tile.h engine/bits/bits.h \
 engine/abi/tile.h engine/abi/key.h laws/gamma/draw/boost.h \
 engine/math/exp.h laws/gamma/draw/scaled.h laws/normal/normal_icdf.h \
 engine/math/normal_quantile.h engine/math/log.h engine/draws/sides.h \
 engine/draws/icdf.h engine/draws/one_word.h engine/draws/pieces.h \
 engine/abi/pieces.h engine/draws/sides.h \
 laws/normal/draw/location_scale.h laws/normal/normal_icdf_fast.h \
 engine/math/normal_fast.h engine/math/neglog.h \
 laws/normal/normal_icdf_giles.h engine/math/normal_giles.h \
 engine/math/normal_fast.h
tests/law/lanes.h:
engine/lanes/host.h:
engine/lanes/fma_soft.h:
engine/lanes/lane.h:
engine/lanes/scalar.h:
engine/lanes/host.h:
engine/lanes/fma_soft.h:
engine/lanes/each.h:
engine/lanes/scale.h:
laws/gamma/draw/draw.h:
engine/math/gamma_ratio.h:
engine/math/log1p.h:
engine/math/log_kernel.h:
engine/math/poly.h:
engine/draws/pairs.h:
engine/draws/boxmuller.h:
engine/math/sincos.h:
engine/bits/uniform.h:
engine/bits/bits.h:
engine/abi/key.h:
engine/abi/words.h:
engine/lanes/even.h:
engine/lanes/lane.h:
engine/math/tables/neglog_table.h:
engine/math/log_kernel.h:
engine/passes/tile.h:
engine/bits/bits.h:
engine/abi/tile.h:
engine/abi/key.h:
laws/gamma/draw/boost.h:
engine/math/exp.h:
laws/gamma/draw/scaled.h:
laws/normal/normal_icdf.h:
engine/math/normal_quantile.h:
engine/math/log.h:
engine/draws/sides.h:
engine/draws/icdf.h:
engine/draws/one_word.h:
engine/draws/pieces.h:
engine/abi/pieces.h:
engine/draws/sides.h:
laws/normal/draw/location_scale.h:
laws/normal/normal_icdf_fast.h:
engine/math/normal_fast.h:
engine/math/neglog.h:
laws/normal/normal_icdf_giles.h:
engine/math/normal_giles.h:
engine/math/normal_fast.h:
