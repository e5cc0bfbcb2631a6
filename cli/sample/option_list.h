/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll sample` but for its parameters and for those of a density.
 * OPTION(id, letter or 0, long name or NULL, argument or NULL, with --job too, help); %s of --antithetic: its samplers */
OPTION(NUMBER, 'n', NULL, "N", true, "how many samples: 1000000, 1e6, 1M (k, M, G, T: powers of 1000), 2^20 or 0xff; may be "
                                     "left out where a parameter is an array")
OPTION(OUTPUT, 'o', "output", "FILE", true, "write FILE: .npy for NumPy, .raw for bare little-endian numbers, .txt for one "
                                            "value or row a line (default, and for -: text to standard output)")
OPTION(SEED, 0, "seed", "S", false, "the seed, 0 to 2^64 - 1 (default 0); random: one that the system draws, which is "
                                    "printed and stands in the job file")
OPTION(STREAM, 0, "stream", "T", false, "the stream of that seed, one for each independent part of the work: a path of "
                                        "names, which begin with a letter or _, and numbers in plain digits, such as noise "
                                        "or chains/3, each derived from the one before, or a number (default 0)")
OPTION(FIRST, 0, "first", "I", true, "the index of the first sample; S and I are written as N is (default 0)")
OPTION(DTYPE, 0, "dtype", "TYPE", false,
       "the type of the samples, f32, f64, i32, i64, u32, u64, f16 or bf16, or as NumPy calls it, f4 or float32 (default "
       "f64 where the sampler has it, i64 of counts); the --help of LAW lists its types")
OPTION(COMPONENTS, 0, "components", "K", false, "components of a row, of laws of rows where no parameter is a list of "
                                                "them; of a matrix its rows")
OPTION(BAD, 0, "bad", "nan", false, "let samples with parameters outside their range become NaN (0 for integers) "
                                    "instead of refusing them")
OPTION(ANTITHETIC, 0, "antithetic", NULL, false, "draw from 1 - U instead of U; for inverse CDFs, which reroll samplers --antithetic lists")
OPTION(JOB, 0, "job", "FILE", true, "remake what a job file tells of; --first and -n cut a slice out of it")
OPTION(FORMAT, 0, "format", "F", true, "npy, raw or text, where the name of the file does not say (default text)")
OPTION(SHARD, 0, "shard", "k/K", true, "draw shard k of K only, k from 0 to K - 1: those rows into FILE.shard-k-of-K, "
                                       "which reroll join makes one FILE of")
OPTION(DEVICE, 'd', "device", "D", true, "where to draw; reroll devices lists them, cuda:all or cpu+cuda:0 are several "
                                        "(default cpu: the best one here)")
OPTION(THREADS, 't', "threads", "T", true, "threads, 1 to 1024 (default: all processors that this process may use)")
OPTION(STRATEGY, 's', "strategy", "S", true, "how rejected lanes go on; reroll strategies lists them (default auto)")
OPTION(RESUME, 0, "resume", NULL, true, "go on with an interrupted FILE; a complete FILE of the same job is success")
OPTION(FORCE, 'f', "force", NULL, true, "replace FILE, and what is left of another job under its name; do not ask for room")
OPTION(NO_JOB, 0, "no-job", NULL, true, "write no FILE.job.json; such a file can't be resumed")
OPTION(COUNTS, 0, "counts", NULL, true, "print to standard error what the strategy did, and which it was")
OPTION(JSON, 0, "json", NULL, true, "print the counts as JSON")
OPTION(QUIET, 'q', "quiet", NULL, true, "show no progress")
OPTION(HELP, 'h', "help", NULL, true, "print this")
