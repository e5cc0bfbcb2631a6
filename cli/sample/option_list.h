/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll sample`, without its parameters and the options of a density.
 * OPTION(id, letter or 0, long name or NULL, argument or NULL, with --job too, help) */
OPTION(NUMBER, 'n', NULL, "N", true, "the number of samples: 1000000, 1e6, 1M (k, M, G, T: powers of 1000), 2^20 or 0xff; "
                                     "optional where a parameter is an array")
OPTION(OUTPUT, 'o', "output", "FILE", true, "write FILE: .npy for NumPy, .raw for little-endian numbers without a header, "
                                            ".txt for one value or row per line, .csv with a header line (default, and "
                                            "for -: text to standard output); if FILE is a link, its target and the "
                                            "target's job file are written")
OPTION(SEED, 0, "seed", "S", false, "the seed, 0 to 2^64 - 1 (default 0), or random: a seed from the system, printed and "
                                    "stored in the job file")
OPTION(STREAM, 0, "stream", "T", false, "the stream; use one per independent variable: a name, a path such as chains/3, "
                                        "or a number (default 0). Names begin with a letter or _; a/b is the child b of "
                                        "the stream a")
OPTION(FIRST, 0, "first", "I", true, "the index of the first sample, in the notation of -n (default 0)")
OPTION(DTYPE, 0, "dtype", "TYPE", false,
       "the dtype of the samples: f32, f64, i32, i64, u32, u64, f16 or bf16, or NumPy's name, such as f4 or float32 "
       "(default f64, i64 for counts); reroll sample LAW --help lists those of a distribution")
OPTION(COMPONENTS, 0, "components", "K", false, "the length of a row, or the number of rows of a matrix, if no parameter "
                                                "determines it")
OPTION(BAD, 0, "bad", "nan", false, "set samples with parameters outside their range, and counts that do not fit, to NaN "
                                    "(0 for integers) instead of refusing them")
OPTION(ANTITHETIC, 0, "antithetic", NULL, false, "draw from 1 - U instead of U (samplers by inverse CDF only; reroll "
                                                 "samplers --antithetic lists them)")
OPTION(TOWARD_ZERO, 0, "toward-zero", NULL, false, "with --dtype f16 or bf16: round toward zero, so that a uniform "
                                                   "is below 1")
OPTION(JOB, 0, "job", "FILE", true, "remake the file that a job file describes; --first and -n select a slice of it")
OPTION(FORMAT, 0, "format", "F", true, "npy, raw, text or csv (default: by the end of FILE's name; without -o text)")
OPTION(SHARD, 0, "shard", "k/K", true, "draw only shard k of K, k from 0 to K - 1, into FILE.shard-k-of-K; reroll join "
                                       "joins them to FILE")
OPTION(DEVICE, 'd', "device", "D", true, "the device; reroll devices lists them; cuda:all and cpu+cuda:0 are several "
                                         "devices (default cpu: the best instruction set)")
OPTION(THREADS, 't', "threads", "T", true, "the number of threads, 1 to 1024 (default: all processors of this process)")
OPTION(STRATEGY, 's', "strategy", "S", true, "how lanes retry after a rejection; reroll strategies lists them (default "
                                             "auto)")
OPTION(RESUME, 0, "resume", NULL, true, "resume an interrupted FILE; do nothing if FILE is complete")
OPTION(FORCE, 'f', "force", NULL, true, "replace FILE, and partial files with its name; do not check for free disk space")
OPTION(NO_JOB, 0, "no-job", NULL, true, "do not write FILE.job.json; then FILE cannot be resumed")
OPTION(COUNTS, 0, "counts", NULL, true, "print the strategy and its counts to standard error")
OPTION(JSON, 0, "json", NULL, true, "print the counts as JSON")
OPTION(QUIET, 'q', "quiet", NULL, true, "show no progress")
OPTION(HELP, 'h', "help", NULL, true, "print this help")
