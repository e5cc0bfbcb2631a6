% SPDX-License-Identifier: MIT OR Apache-2.0
% Times GNU Octave's randg with one shape per draw as timing.c times Reroll, and appends rows to FOLDER/peers.csv.
% usage: octave-cli -qfH peers.m FOLDER [--quick]
1;

function t = call_time (shape, type, calls)
  start = cputime ();
  for i = 1:calls
    x = randg (shape, type);
  end
  t = (cputime () - start) / calls;
end

words = argv ();
quick = numel (words) > 1;
if (quick)
  exponents = 4:2:18;
  loop = 2e-3;
else
  exponents = 4:24;
  loop = 1e-2;
end
randg ("state", 4);
shapes = 0.1 * 100 .^ rand (2 ^ exponents(end), 1);
types = {"single", "double"};
names = {"f32", "f64"};
csv = fopen ([words{1} "/peers.csv"], "a");
for k = 1:2
  for e = exponents
    n = 2 ^ e;
    shape = cast (shapes(1:n), types{k});
    first = call_time (shape, types{k}, 1);
    calls = 1;
    while (calls * first < loop)
      calls *= 2;
      first = call_time (shape, types{k}, calls);
    end
    if (first > 0.3)
      rounds = 1;
    elseif (quick || first > 0.02)
      rounds = 3;
    else
      rounds = 7;
    end
    times = zeros (1, rounds);
    for r = 1:rounds
      times(r) = 1e9 * call_time (shape, types{k}, calls);
    end
    q = quantile (times, [0.25 0.5 0.75], 2, 7);
    fprintf (csv, "octave,cpu,%s,%s,%d,%.6g,%.6g,%.6g\n", version (), names{k}, n, q(2), q(1), q(3));
  end
end
fclose (csv);
