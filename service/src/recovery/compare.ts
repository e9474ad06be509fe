import type { EffectPlace, NewEffect } from "../db/restores/effect-store.ts";
import { entryEffects, interruptedText, unknownArchived, unknownDelivered } from "./compare-bank.ts";
import { chainsNotCompared, compareChain } from "./compare-chain.ts";
import type { ComparisonDeps } from "./recovery-deps.ts";

export type FoundEffect = NewEffect & EffectPlace;

export interface Comparison {
  readonly effects: readonly FoundEffect[];
  /** Files of banks that a recovery would read again. */
  readonly files: number;
}

/** What a recovery would find, as far as blocks are final now. Changes nothing. */
export async function compare(deps: ComparisonDeps): Promise<Comparison> {
  const effects: FoundEffect[] = [];
  for (const name of await chainsNotCompared(deps))
    deps.report(`${name}: not compared, its RPC nodes are off or local`);
  for (const chain of deps.chains) {
    const at = { network: chain.key.network, place: chain.key.chain };
    const keep = async (found: readonly NewEffect[]): Promise<void> => {
      effects.push(...found.map((effect) => ({ ...at, ...effect })));
    };
    await compareChain(deps, chain, { waits: false, keep });
  }
  let files = 0;
  for (const bank of deps.banks) {
    for await (const file of unknownDelivered(deps, bank)) {
      if (file.isInterrupted) deps.report(interruptedText(file.name));
      effects.push(
        ...entryEffects(bank, file).map((effect) => ({ network: bank.network, place: "bank", ...effect })),
      );
    }
    for await (const _ of unknownArchived(deps, bank)) files += 1;
  }
  return { effects, files };
}
