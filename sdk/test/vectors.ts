import { readFileSync } from "node:fs";

/** A signed webhook that every implementation in any language must produce and accept. */
export interface Vector {
  readonly name: string;
  /** The current one and, during a rotation, the previous one. */
  readonly secrets: readonly [string, ...string[]];
  readonly id: string;
  /** In seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const vectors: readonly [Vector, ...Vector[]] = JSON.parse(
  readFileSync(new URL("vectors.json", import.meta.url), "utf8"),
);
