/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lane efficiency of every strategy as a function of p: measured on this machine, and by the model. */
#include "measure.h"
#include "cli/base/interrupt.h"
#include "reroll_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct strategy_row {
    rr_model_strategy strategy;
    unsigned tile;             /* of the measured points. Strategies that draw rows are measured in their stationary state */
} strategy_row;

static const strategy_row rows[EFFICIENCY_STRATEGIES] = {
    {RR_MODEL_LOOP, 65536},          {RR_MODEL_CACHED, 65536}, {RR_MODEL_GROUPED, 65536}, {RR_MODEL_REGROUP, 65536},
    {RR_MODEL_REGROUP_AHEAD, 65536}, {RR_MODEL_REFILL, 4096},  {RR_MODEL_COMPACT, 4096}};

static const double chances[EFFICIENCY_CHANCES] = {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 0.95};

/* On a CPU compact processes its queues one register at a time, for any width of warps. */
unsigned register_lanes(void)
{
    rr_device *device = NULL;
    rr_device_info info;
    unsigned lanes = 1;
    if (rr_device_open("cpu", &device)) return lanes;
    for (size_t i = 0; rr_device_list(i, &info) && strcmp(info.name, "cpu:warp32"); ++i)   /* the last CPU of the list */
        if (!strcmp(info.name, rr_device_name(device, NULL, NULL, NULL))) lanes = info.lanes;
    rr_device_close(&device);
    return lanes;
}

const char *efficiency_strategy(int k)
{
    return rr_model_strategy_name(rows[k].strategy);
}

double efficiency_model(int k, unsigned lanes, double p)
{
    const strategy_row *s = &rows[k];
    rr_model_query q = RR_MODEL_QUERY_INIT;
    rr_model_law law;
    if (interrupted()) return NAN;   /* as in thomas.c */
    q.strategy = s->strategy;
    q.lanes = s->strategy == RR_MODEL_COMPACT ? register_lanes() : lanes;
    q.chance = rr_chance_accept(p);
    if (s->strategy == RR_MODEL_GROUPED) q.group = rr_model_grouped_best(q.chance, lanes);
    q.tile = s->tile;
    return rr_model_ask(&q, &law, NULL, 0) ? NAN : law.efficiency;
}

void efficiency_measure(report *r, report_efficiency *e, unsigned lanes)
{
    e->lanes = lanes;
    for (int i = 0; i < EFFICIENCY_CHANCES; ++i)
        e->grouped[i] = get_text("grouped:%u", rr_model_grouped_best(rr_chance_accept((float)chances[i]), lanes));
    for (int i = 0; i < EFFICIENCY_POINTS; ++i) {
        const strategy_row *s = &rows[i / EFFICIENCY_CHANCES];
        const int chance = i % EFFICIENCY_CHANCES;
        e->point[i] = (report_point){.warp = lanes,
                                     .tile = s->tile,
                                     .accept = (float)chances[chance],
                                     .attempts = measure_effort(r),
                                     .strategy = s->strategy == RR_MODEL_GROUPED
                                                     ? e->grouped[chance]
                                                     : efficiency_strategy(i / EFFICIENCY_CHANCES)};
    }
    measure(r, "strategies", e->point, EFFICIENCY_POINTS);
}

void efficiency_free(report_efficiency *e)
{
    for (int i = 0; i < EFFICIENCY_CHANCES; ++i) free(e->grouped[i]);
}
