/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The list of subcommands, here and nowhere else: a new one is a line here, and a wing with int cmd_NAME(int argc, char
 * **argv), argv[0] being the subcommand's name, and its manual. mk/install.mk reads this list too. */
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
