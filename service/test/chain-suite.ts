import { afterAll, assert, beforeAll, describe, test } from "vitest";
import type { ChainEnvironment, ChainTraits } from "./chain-suite/chain-environment.ts";
import { depositPromises } from "./chain-suite/deposits.ts";
import { faultPromises } from "./chain-suite/faults.ts";
import { finalityPromises } from "./chain-suite/finality.ts";
import { openStage, type Stage } from "./chain-suite/stage.ts";
import { tokenPromises } from "./chain-suite/tokens.ts";

const chapters = {
  "a token": tokenPromises,
  "a transaction": finalityPromises,
  deposits: depositPromises,
  "nodes with faults": faultPromises,
};

/** The same contract on a node that is not ours, whose URL is in an environment variable. */
export function describeExternalChain(
  variable: string,
  traits: ChainTraits,
  openEnvironment: (url: string) => Promise<ChainEnvironment>,
): void {
  const url = process.env[variable];
  if (url !== undefined) {
    describeChain(`the node of ${variable}`, traits, () => openEnvironment(url));
    return;
  }
  test.skipIf(true)(`an external node: set ${variable} to its URL to test against it`, () => undefined);
}

/** The contract that each chain family fulfills, on a local chain. */
export function describeChain(
  name: string,
  traits: ChainTraits,
  openEnvironment: () => Promise<ChainEnvironment>,
): void {
  describe(name, () => {
    let stage: Stage | undefined;
    let env: ChainEnvironment | undefined;

    beforeAll(async () => {
      env = await openEnvironment();
      stage = await openStage(env);
    });
    afterAll(async () => {
      await env?.close();
    });

    for (const [chapter, promises] of Object.entries(chapters)) {
      describe(chapter, () => {
        for (const { name: promise, keep } of promises.filter(
          ({ needs }) => needs === undefined || traits[needs],
        )) {
          test(promise, async () => {
            assert(stage !== undefined);
            await keep(stage);
          });
        }
      });
    }
  });
}
