import { systemClock } from "../src/kernel/instant.ts";

const dayMs = 86_400_000;

/** Runs a test that counts by day (UTC). If a day ends meanwhile, the result does not count, and the test runs again. */
export async function withinOneDay(run: () => Promise<void>): Promise<void> {
  const day = today();
  try {
    await run();
  } catch (error) {
    if (today() === day) throw error;
    await run();
  }
}

function today(): number {
  return Math.floor(systemClock.now() / dayMs);
}
