import { setTimeout as sleep } from "node:timers/promises";
import type { BenchService } from "./service.ts";
import { countOpenWork } from "./work-store.ts";

const lookMs = 10;
/** A run that takes longer is stuck. */
const patienceMs = 180_000;

/** Waits until no chain operation is open; throws on timeout. */
export async function waitUntilDone(service: BenchService): Promise<void> {
  const { database, chain, problems } = service;
  const startMs = performance.now();
  for (;;) {
    const open = await countOpenWork(database, chain.key);
    if (open === 0) return;
    if (performance.now() - startMs > patienceMs) {
      throw new Error(
        `${open} chain operations are not finished; the engine reported: ${problems.slice(-5).join("; ")}`,
      );
    }
    await sleep(lookMs);
  }
}
