import { expect } from "vitest";
import { turns, untilSo } from "./chain-environment.ts";
import { KilledError } from "./chain-work.ts";

/** A worker that stops at the given visit of a kill point, as if its process had been killed. */
export interface KillPoint {
  isDead(): boolean;
  readonly checkpoint: (reached: string) => Promise<void>;
}

export function killPoint(point: string, visit: number): KillPoint {
  let visits = 0;
  return {
    isDead: () => visits >= visit,
    checkpoint: (reached) => {
      if (reached === point) visits += 1;
      return visits >= visit ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  };
}

/** Runs turns until it is killed, which must happen. `feed` is called whenever it is idle. */
export async function workToDeath(
  worker: Parameters<typeof turns>[0],
  { isDead }: KillPoint,
  feed: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await untilSo(async () => {
    await turns(worker).catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
    if (!isDead()) await feed();
    expect(isDead()).toBe(true);
  });
}
