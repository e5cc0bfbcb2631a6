/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The only list of subcommands. A new one needs a line here and a directory with its manual and int cmd_NAME(int argc,
 * char **argv), where argv[0] is the subcommand's name. mk/install.mk reads this list too. */
COMMAND(sample)
COMMAND(join)
COMMAND(transform)
COMMAND(permutation)
COMMAND(bijection)
COMMAND(choose)
COMMAND(resample)
COMMAND(samplers)
COMMAND(strategies)
COMMAND(devices)
COMMAND(verify)
COMMAND(model)
COMMAND(bench)
COMMAND(report)
COMMAND(plan)
COMMAND(law)
