import { assert } from "../../kernel/assert.ts";
import type { Chain, LaneAddress } from "../chain.ts";
import type { ChainFamily } from "../chain-name.ts";
import { type KeyDuty, keyDuties, type Signer } from "../signer.ts";

/** What an address of each duty should have at least to pay fees with, in the chain's smallest units. */
export type GasFloors = Readonly<Partial<Record<KeyDuty, bigint>>>;

/** How full a purse is. */
export interface GasReading extends LaneAddress {
  readonly balance: bigint;
  readonly floor: bigint;
  readonly isLow: boolean;
}

/**
 * Enough for a day of work at fees that are high, and not just typical: who is warned has hours to fill it up. Wei,
 * lamports and stroops. A duty that pays no fees on a family has no floor there.
 */
export const defaultGasFloors: Readonly<Record<ChainFamily, GasFloors>> = {
  evm: {
    deployer: 20_000_000_000_000_000n,
    minter: 50_000_000_000_000_000n,
    freezer: 10_000_000_000_000_000n,
    gas: 50_000_000_000_000_000n,
  },
  solana: { gas: 500_000_000n },
  // It also stands for the reserves of channels and of new wallets, which cost more than any fee.
  stellar: { gas: 1_000_000_000n },
};

/** How much each watched address has. A duty without a floor is not watched; one without a lane is watched at its first key. */
export async function readGas(
  { chain, signer }: { readonly chain: Chain; readonly signer: Signer },
  floors: GasFloors,
): Promise<readonly GasReading[]> {
  const readings: GasReading[] = [];
  for (const { duty, floor } of watchedDuties(floors)) {
    const count = chain.lanes.find((lane) => lane.duty === duty)?.count ?? 1;
    for (let index = 0; index < count; index += 1) {
      const key = { duty, index };
      const address = chain.addressOf(await signer.publicKey(key));
      readings.push(judge({ key, address }, { balance: await chain.gasBalance(address), floor }));
    }
  }
  return readings;
}

/** Those that a person has to fill up. */
export function lowGas(readings: readonly GasReading[]): readonly GasReading[] {
  return readings.filter(({ isLow }) => isLow);
}

function watchedDuties(floors: GasFloors): readonly { readonly duty: KeyDuty; readonly floor: bigint }[] {
  return keyDuties.flatMap((duty) => {
    const floor = floors[duty];
    return floor === undefined ? [] : [{ duty, floor }];
  });
}

function judge(
  lane: LaneAddress,
  { balance, floor }: { readonly balance: bigint; readonly floor: bigint },
): GasReading {
  assert(floor >= 0n, "a floor is not negative");
  return { ...lane, balance, floor, isLow: balance < floor };
}
