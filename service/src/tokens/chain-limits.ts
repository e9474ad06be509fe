import { type ChainFamily, type ChainName, familyOf } from "../chains/chain-name.ts";
import { formatAmount, type Money } from "../kernel/money.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/**
 * Maximum supply of a token on a chain: Solana mints use 64 bits; Stellar has 63 bits and seven decimals, one more than
 * ours; an EVM contract has no practical maximum, so this is a thousandth of the lifetime allowance of its
 * minter.
 */
const mostUnits: Readonly<Record<ChainFamily, bigint>> = {
  evm: 10n ** 15n * 10n ** 6n,
  solana: 2n ** 64n - 1n,
  stellar: (2n ** 63n - 1n) / 10n,
};

/** Refuses an amount above the maximum supply of the chain. */
export function refuseTooLarge(chain: ChainName, { units, asset }: Money): Refusal | undefined {
  const most = mostUnits[familyOf(chain)];
  if (units <= most) return undefined;
  const largest = `${formatAmount({ units: most, asset })} ${asset.code}`;
  return refuseAmount(`exceeds the maximum supply on ${chain}; the largest amount is ${largest}`);
}

/** Refuses an amount that would exceed the maximum together with the existing supply. */
export function refuseOverCapacity(
  chain: ChainName,
  { units, asset }: Money,
  presentUnits: bigint,
): Refusal | undefined {
  const remaining = mostUnits[familyOf(chain)] - presentUnits;
  if (units <= remaining) return undefined;
  const largest = `${formatAmount({ units: remaining < 0n ? 0n : remaining, asset })} ${asset.code}`;
  return refuseAmount(`exceeds the remaining supply on ${chain}; the largest amount is ${largest}`);
}

function refuseAmount(detail: string): Refusal {
  const pointer = "/amount";
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
