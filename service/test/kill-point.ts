import { expect } from "vitest";
import { KilledError } from "./chain-work.ts";
import { turns, untilSo } from "./chain-environment.ts";

/** A worker that goes no further when it comes to a point for the given time, as if its process had been killed. */
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

/** Turns until it is dead; that it dies is part of the promise. `feed` is called whenever it has nothing to do. */
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
