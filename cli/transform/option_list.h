/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll transform`.
 * OPTION(id, letter or 0, long name, argument or NULL, with --job too, help); POINTS to HALTON are the sources of points. */
OPTION(POINTS, 0, "points", "@FILE.npy", false,
       "the points of a file, .csv, .txt and .csv:COLUMN too: two coordinates per point as shape (n, 2) or (2 n,), "
       "x y x y ...; one coordinate per point as a shape of at most two dimensions, which the output has")
OPTION(GRID, 0, "grid", "N", false,
       "a grid of N points, rounded up to a square if a point has two coordinates; it has the upper end of the interval, "
       "not the lower one")
OPTION(RANDOM, 0, "random", "N", false, "N uniform random points")
OPTION(DISC, 0, "disc", "N", false, "N random points of the unit disc, by rejection")
OPTION(DISC_MAP, 0, "disc-map", "N", false, "N random points of the unit disc, by the map sqrt(U), 2 pi V")
OPTION(SOBOL, 0, "sobol", "N", false, "N Sobol points (k + 1/2) / 2^30, where k / 2^30 are SciPy's points")
OPTION(HALTON, 0, "halton", "N", false, "N Halton points, in the middle of their cells")
OPTION(DIMS, 0, "dims", "D", false,
       "coordinates per point, 1 to 64; a multiple of the method's 1 or 2 (default: the method's, or 2)")
OPTION(SCRAMBLE, 0, "scramble", "HOW:S", false,
       "scramble Sobol or Halton points: owen:S (nested) or shift:S (digital shift), with the seed S")
OPTION(FIRST, 0, "first", "I", false, "the number of the first point (default 0)")
OPTION(MEAN, 0, "mean", "M", false, "the mean of the normals (default 0)")
OPTION(SD, 0, "sd", "S", false, "the standard deviation of the normals (default 1)")
OPTION(DROP, 0, "drop", NULL, false, "leave out the points that would become NaN")
OPTION(SEED, 0, "seed", "S", false, "the seed of random points, 0 to 2^64 - 1 (default 0), or random, as in reroll sample")
OPTION(STREAM, 0, "stream", "T", false,
       "the stream: a number, a name, or a path of names and numbers, such as chains/3 (default 0)")
OPTION(JOB, 0, "job", "FILE", true, "remake the file that a job file describes")
OPTION(DTYPE, 0, "dtype", "TYPE", false,
       "the dtype of points and normals: f32 or f64, or NumPy's name, f4 or float32 (default: that of the file, else f64); "
       "without a method also u32, the integers of --sobol")
OPTION(OUTPUT, 'o', "output", "FILE", true,
       "write FILE: .npy for NumPy, .raw for little-endian numbers without a header, .txt for one point or row per line, "
       ".csv with a header line (default, and for -: text to standard output)")
OPTION(FORMAT, 0, "format", "F", true, "npy, raw, text or csv (default: by the end of FILE's name; without -o text)")
OPTION(DEVICE, 'd', "device", "D", true, "the device; reroll devices lists them (default cpu: the best instruction set)")
OPTION(THREADS, 't', "threads", "T", true, "the number of threads, 1 to 1024 (default: all processors of this process)")
OPTION(FORCE, 'f', "force", NULL, true, "replace FILE")
OPTION(NO_JOB, 0, "no-job", NULL, true, "do not write FILE.job.json")
OPTION(QUIET, 'q', "quiet", NULL, true, "show no progress, and no count of points that became NaN")
OPTION(LIST, 0, "list", NULL, true, "list the methods")
OPTION(NAMES, 0, "names", NULL, true, "list only the names of the methods")
OPTION(HELP, 'h', "help", NULL, true, "print this help")
