import type { ChainTraits } from "./chain-environment.ts";
import type { Stage } from "./stage.ts";

/** A promise of every chain, or of every chain with one trait. */
export interface ChainPromise {
  readonly name: string;
  readonly needs?: keyof ChainTraits;
  keep(stage: Stage): Promise<void>;
}
