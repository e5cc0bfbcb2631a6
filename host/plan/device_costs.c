/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Loads the costs of a device when they are first needed, since few programs plan. One atomic exchange installs them:
 * threads never wait for each other, and a child after fork() finds no lock taken. If two threads load them at once, one
 * frees its copy. */
#include <stdatomic.h>
#include <stdlib.h>

#include "planner.h"

rr_costs *rr_planner_costs(const rr_device *device)
{
    _Atomic(rr_costs *) *const place = &device->planner->costs;
    rr_costs *costs = atomic_load_explicit(place, memory_order_acquire), *none = NULL;
    if (costs || !(costs = malloc(2 * sizeof *costs))) return costs;
    rr_costs_load_device(device, costs);
    if (atomic_compare_exchange_strong(place, &none, costs)) return costs;
    free(costs);
    return none;
}

void rr_planner_close(struct rr_planner *planner)
{
    free(atomic_load(&planner->costs));
}
