import { setTimeout as sleep } from "node:timers/promises";
import type { ChainKey } from "../chains/chain-name.ts";
import type { Database } from "../db/database.ts";
import type { ReadinessCheck } from "../http/health.ts";
import { networks } from "../kernel/id.ts";
import type { Progress } from "../startup/open-database.ts";
import { StartupError } from "../startup/startup-error.ts";
import { unfinishedPlatformTokens } from "../tokens/index.ts";

/** On local chains the service is usable once its tokens are active on each of them. */
export interface DemoTokens {
  readonly checks: readonly ReadinessCheck[];
  /** Resolves when they are active, or on the signal; throws with the cause when a deployment has failed. */
  whenActive(onProgress: Progress, signal: AbortSignal): Promise<void>;
}

const lookEveryMs = 50;

interface LocalPlaces {
  all(): readonly { readonly key: ChainKey }[];
  isLocal(key: ChainKey): boolean;
}

export function createDemoTokens(database: Database, chains: LocalPlaces): DemoTokens {
  const local = chains.all().filter(({ key }) => chains.isLocal(key));
  if (local.length === 0) return { checks: [], whenActive: () => Promise.resolve() };
  let isActive = false;

  const look = async (): Promise<readonly Unfinished[]> => {
    if (isActive) return [];
    const found: Unfinished[] = [];
    for (const network of networks) {
      const places = local.filter(({ key }) => key.network === network).map(({ key }) => key.chain);
      for (const { valueType, deployment } of await unfinishedPlatformTokens(database, {
        network,
        chains: places,
      })) {
        const failure = deployment.status === "failed" ? deployment.failure.detail : undefined;
        found.push({ name: `${valueType} on ${network} ${deployment.chain}`, failure });
      }
    }
    isActive = found.length === 0;
    return found;
  };

  return {
    checks: [
      {
        name: "demo_tokens",
        check: async () => {
          const [first, ...others] = await look();
          if (first === undefined) return;
          const more = others.length === 0 ? "" : `, and ${others.length} more`;
          throw new Error(first.failure === undefined ? `deploying ${first.name}${more}` : explain(first));
        },
      },
    ],
    whenActive: async (onProgress, signal) => {
      let isShown = false;
      while (!isActive) {
        // Undefined while a busy database does not respond in time.
        const left = await look().catch(() => undefined);
        const failed = left?.find(({ failure }) => failure !== undefined);
        if (failed !== undefined)
          throw new StartupError(`${explain(failed)}. The next start deploys it again.`);
        if (isActive || signal.aborted) return;
        if (!isShown) onProgress("deploying the demo tokens on the local chains");
        isShown = true;
        await sleep(lookEveryMs);
      }
    },
  };
}

interface Unfinished {
  readonly name: string;
  readonly failure: string | undefined;
}

function explain({ name, failure }: Unfinished): string {
  return `the deployment of ${name} failed: ${failure}`;
}
