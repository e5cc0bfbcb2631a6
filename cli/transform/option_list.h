/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll transform`.
 * OPTION(id, letter or 0, long name, argument or NULL, with --job too, help); those from POINTS to HALTON say where points
 * come from. */
OPTION(POINTS, 0, "points", "@FILE.npy", false,
       "the points of a file, .csv and .txt too; two coordinates a point as shape (n, 2), in either order of memory, "
       "or (2 n,), x y x y ...; one as any shape, which the output has")
OPTION(GRID, 0, "grid", "N", false,
       "a grid of N points, rounded up to a square where a point has two coordinates; the upper end of the interval is "
       "a coordinate, the lower is not")
OPTION(RANDOM, 0, "random", "N", false, "N uniform random points")
OPTION(DISC, 0, "disc", "N", false, "N random points of the unit disc, by rejection")
OPTION(DISC_MAP, 0, "disc-map", "N", false, "the same by the map sqrt(U), 2 pi V")
OPTION(SOBOL, 0, "sobol", "N", false, "N Sobol points, (k + 1/2) 2^-30 with SciPy's integers k")
OPTION(HALTON, 0, "halton", "N", false, "N Halton points, in the middle of their cells")
OPTION(DIMS, 0, "dims", "D", false,
       "coordinates of a point that is made, 1 to 64: the method takes them one by one, or in pairs (default what it "
       "takes; without a method 2)")
OPTION(SCRAMBLE, 0, "scramble", "HOW:S", false,
       "scramble Sobol or Halton points: owen:S (nested) or shift:S (digital shift), with the seed S")
OPTION(FIRST, 0, "first", "I", false, "the number of the first point (default 0)")
OPTION(MEAN, 0, "mean", "M", false, "the mean of the normals (default 0)")
OPTION(SD, 0, "sd", "S", false, "their standard deviation (default 1)")
OPTION(DROP, 0, "drop", NULL, false, "leave out the points that would become NaN")
OPTION(SEED, 0, "seed", "S", false, "the seed of random points, 0 to 2^64 - 1 (default 0), or random, as in reroll sample")
OPTION(STREAM, 0, "stream", "T", false,
       "the stream of that seed: a number in plain digits, or a path of names and numbers, chains/3 (default 0)")
OPTION(JOB, 0, "job", "FILE", true, "remake what a job file tells of")
OPTION(DTYPE, 0, "dtype", "TYPE", false,
       "f32 or f64, or as NumPy calls it, f4 or float32: of points and normals (default that of the file, else f64)")
OPTION(OUTPUT, 'o', "output", "FILE", true,
       "write FILE: .npy for NumPy, .raw for bare little-endian numbers, .txt for one point or row a line (default, and "
       "for -: text to standard output)")
OPTION(FORMAT, 0, "format", "F", true, "npy, raw or text, where the name of the file does not say (default text)")
OPTION(DEVICE, 'd', "device", "D", true, "where to compute; reroll devices lists them (default cpu: the best one here)")
OPTION(THREADS, 't', "threads", "T", true, "threads, 1 to 1024 (default: all processors that this process may use)")
OPTION(FORCE, 'f', "force", NULL, true, "replace FILE")
OPTION(NO_JOB, 0, "no-job", NULL, true, "write no FILE.job.json")
OPTION(QUIET, 'q', "quiet", NULL, true, "show no progress, and no count of points that became NaN")
OPTION(LIST, 0, "list", NULL, true, "list the methods")
OPTION(NAMES, 0, "names", NULL, true, "list the names of the methods only")
OPTION(HELP, 'h', "help", NULL, true, "print this")
