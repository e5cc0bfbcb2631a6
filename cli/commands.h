/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of subcommands. */
#ifndef COMMANDS_H
#define COMMANDS_H

/* The list of subcommands, here and nowhere else: a new one is a line here and a file cli/NAME.c with
 * int cmd_NAME(int argc, char **argv); argv[0] is the subcommand's name. */
#define COMMANDS(X)                                                                     \
    X(sample, "draw variates to a file or to standard output, or remake a file")        \
    X(transform, "turn points into normals: your own, grids, random or low-discrepancy ones") \
    X(samplers, "list the samplers: laws, methods, parameters and their ranges")        \
    X(strategies, "list the strategies: what lanes do that have no sample yet")         \
    X(devices, "list the devices and say which are usable here")                        \
    X(verify, "check this build on this machine against known answers")                 \
    X(model, "predict the iterations of a warp under a strategy")                       \
    X(bench, "measure the time of a sample")                                            \
    X(report, "write a page: the model, and this machine's lanes beside it")            \
    X(plan, "predict what each strategy takes for a job, and say which is fastest")

#define COMMAND_PROTOTYPE(name, help) int cmd_##name(int argc, char **argv);
COMMANDS(COMMAND_PROTOTYPE)
#undef COMMAND_PROTOTYPE

#endif
