// Kept for programs that name it; the types live in driver_types.h.
#pragma once
#include "driver_types.h"
