/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The number of lanes per sample: RR_GROUP(lanes, group, accept). In a warp of `lanes` lanes, groups of 2 * group are better
 * than groups of `group` below this acceptance: Table 1 of Ridley and Forget, Stat. Comput. 31 (2021) 30, for every width,
 * as the smallest float not below the crossing of rr_model_grouped_rate of the two (model/grouped.c). tests/model/groups
 * recomputes them to within one float. The lines of a width are sorted by group. */
RR_GROUP(2, 1, 0.5f)
RR_GROUP(4, 1, 0.627974093f)
RR_GROUP(4, 2, 0.292893231f)
RR_GROUP(8, 1, 0.73575902f)
RR_GROUP(8, 2, 0.390060723f)
RR_GROUP(8, 4, 0.159103587f)
RR_GROUP(16, 1, 0.817558467f)
RR_GROUP(16, 2, 0.485956252f)
RR_GROUP(16, 4, 0.219013914f)
RR_GROUP(16, 8, 0.0829959586f)
RR_GROUP(32, 1, 0.871240079f)
RR_GROUP(32, 2, 0.572868228f)
RR_GROUP(32, 4, 0.283031553f)
RR_GROUP(32, 8, 0.116265826f)
RR_GROUP(32, 16, 0.0423967205f)
RR_GROUP(64, 1, 0.711789191f)
RR_GROUP(64, 2, 0.641168654f)
RR_GROUP(64, 4, 0.346446812f)
RR_GROUP(64, 8, 0.153260112f)
RR_GROUP(64, 16, 0.0599286333f)
RR_GROUP(64, 32, 0.0214279387f)
