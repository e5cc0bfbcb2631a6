/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define RR_DTYPE 64
#include "windows.h"
