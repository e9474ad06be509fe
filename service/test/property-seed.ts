import fc from "fast-check";
import { seedOf } from "./scale.ts";

// Properties try the same values in every run; a failed random run prints its seed.
fc.configureGlobal({ seed: seedOf("PROPERTY_SEED") });
