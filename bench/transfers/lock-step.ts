import type { BenchServer } from "../http/server.ts";
import type { BenchEnvironment } from "./environment.ts";
import { serviceVariant } from "./service-variant.ts";
import type { OpenedVariant } from "./variant.ts";

/**
 * Callers of one tenant that send their next requests when all have their responses. The service is paused meanwhile,
 * so that it receives all requests in one turn of its event loop, whose requests share a batch. Counts as one caller
 * that makes many requests.
 */
export async function openLockStep(
  server: BenchServer,
  env: BenchEnvironment,
  size: number,
): Promise<OpenedVariant> {
  const opened = await serviceVariant(server, env, [size]).open("spread", size);
  const sendTogether = async (): Promise<number> => {
    server.pause();
    const responses = opened.callers.map((send) => send());
    server.resume();
    const counts = await Promise.all(responses);
    return counts.reduce((total, count) => total + count, 0);
  };
  return { ...opened, callers: [sendTogether] };
}
