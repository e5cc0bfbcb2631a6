/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define RR_DTYPE 32
#include "windows.h"
