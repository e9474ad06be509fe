import { assert } from "../../kernel/assert.ts";
import type { Chain, SenderQueueAddress } from "../chain.ts";
import { type ChainFamily, type ChainName, familyOf } from "../chain-name.ts";
import { knownChain } from "../known-chains.ts";
import { type KeyRole, keyRoles, type Signer } from "../signer.ts";

/** Minimum fee balance of each key role's addresses, in the chain's smallest unit. */
export type GasFloors = Readonly<Partial<Record<KeyRole, bigint>>>;

/** Fee balance of an address. */
export interface GasReading extends SenderQueueAddress {
  readonly balance: bigint;
  readonly floor: bigint;
  readonly isLow: boolean;
}

/**
 * Enough for a day of operations at high, not typical, fees, so that an operator has hours to top up. In wei, lamports
 * and stroops. A key role that pays no fees on a family has no minimum there.
 */
export const defaultGasFloors: Readonly<Record<ChainFamily, GasFloors>> = {
  evm: {
    deployer: 20_000_000_000_000_000n,
    minter: 50_000_000_000_000_000n,
    freezer: 10_000_000_000_000_000n,
    gas: 50_000_000_000_000_000n,
  },
  solana: { gas: 500_000_000n },
  // Also covers the reserves of channels and new custodial addresses, which cost more than any fee.
  stellar: { gas: 1_000_000_000n },
};

/** The minimum balances of a chain. */
export function gasFloorsOf(chain: ChainName): GasFloors {
  const factor = knownChain(chain)?.gasFloorFactor ?? 1n;
  const floors = Object.entries(defaultGasFloors[familyOf(chain)]);
  return Object.fromEntries(floors.map(([role, floor]) => [role, floor * factor]));
}

/**
 * Reads the balance of each address with a minimum. For a key role without sender queues, only its first key is read.
 */
export async function readGas(
  { chain, signer }: { readonly chain: Chain; readonly signer: Signer },
  floors: GasFloors,
): Promise<readonly GasReading[]> {
  const readings: GasReading[] = [];
  for (const { role, floor } of watchedRoles(floors)) {
    const count = chain.senderQueues.find((senderQueue) => senderQueue.role === role)?.count ?? 1;
    for (let index = 0; index < count; index += 1) {
      const key = { role, index };
      const address = chain.addressOf(await signer.publicKey(key));
      readings.push(compareWithFloor({ key, address }, { balance: await chain.gasBalance(address), floor }));
    }
  }
  return readings;
}

/** Balances that an operator has to top up. */
export function lowGas(readings: readonly GasReading[]): readonly GasReading[] {
  return readings.filter(({ isLow }) => isLow);
}

function watchedRoles(floors: GasFloors): readonly { readonly role: KeyRole; readonly floor: bigint }[] {
  return keyRoles.flatMap((role) => {
    const floor = floors[role];
    return floor === undefined ? [] : [{ role, floor }];
  });
}

function compareWithFloor(
  senderQueue: SenderQueueAddress,
  { balance, floor }: { readonly balance: bigint; readonly floor: bigint },
): GasReading {
  assert(floor >= 0n, "a minimum balance is not negative");
  return { ...senderQueue, balance, floor, isLow: balance < floor };
}
