import type { ChainTraits } from "./chain-environment.ts";
import type { Stage } from "./stage.ts";

/** Something that every chain keeps, or every chain with one trait. */
export interface ChainPromise {
  readonly name: string;
  readonly needs?: keyof ChainTraits;
  keep(stage: Stage): Promise<void>;
}
