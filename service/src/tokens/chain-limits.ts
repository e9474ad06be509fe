import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import { formatAmount, type Money } from "../kernel/money.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/**
 * The most units of one token that may be on a chain, whose own numbers end somewhere: a mint counts in 64 bits on Solana;
 * Stellar has 63 bits for seven decimals, one more than ours; a contract on an EVM has room for all, and this is a
 * thousandth of what its minter may make in its life.
 */
const mostUnits: Readonly<Record<ChainFamily, bigint>> = {
  evm: 10n ** 15n * 10n ** 6n,
  solana: 2n ** 64n - 1n,
  stellar: (2n ** 63n - 1n) / 10n,
};

/** Refuses an amount that this chain could not hold even if there were nothing else of the token. */
export function refuseTooLarge(chain: ChainName, { units, asset }: Money): Refusal | undefined {
  const most = mostUnits[familyOf(chain)];
  if (units <= most) return undefined;
  const largest = `${formatAmount({ units: most, asset })} ${asset.code}`;
  return refuseAmount(`is more than ${chain} can hold; the largest amount is ${largest}`);
}

/** Refuses an amount for which what is on the chain already leaves no room. */
export function refuseNoRoom(
  chain: ChainName,
  { units, asset }: Money,
  presentUnits: bigint,
): Refusal | undefined {
  const room = mostUnits[familyOf(chain)] - presentUnits;
  if (units <= room) return undefined;
  const largest = `${formatAmount({ units: room < 0n ? 0n : room, asset })} ${asset.code}`;
  return refuseAmount(
    `is more than ${chain} can hold beside what is there; the largest amount is ${largest}`,
  );
}

function refuseAmount(detail: string): Refusal {
  const pointer = "/amount";
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
