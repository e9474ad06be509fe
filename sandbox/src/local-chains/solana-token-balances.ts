import {
  type Address,
  address,
  getAddressDecoder,
  type MaybeEncodedAccount,
  type ReadonlyUint8Array,
} from "@solana/kit";

/** Balance of a token account, as in `preTokenBalances` and `postTokenBalances`. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: TokenAmount;
}

export interface TokenAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

export type ReadAccount = (address: Address) => MaybeEncodedAccount;

const tokenPrograms: readonly Address[] = [
  address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"),
  address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"),
];
// Token program layout: an account has 165 bytes; with extensions, byte 165 is the account type.
const accountBytes = 165;
const mintBytes = 82;
const typeOffset = 165;
const mintType = 1;
const accountType = 2;

export function tokenBalancesOf(
  accounts: readonly (MaybeEncodedAccount | undefined)[],
  read: ReadAccount,
): readonly TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    const held = account === undefined ? undefined : readTokenAccount(account);
    if (held === undefined) return [];
    const decimals = readMint(read(held.mint))?.decimals ?? 0;
    const { mint, owner, programId } = held;
    return [{ accountIndex, mint, owner, programId, uiTokenAmount: tokenAmount(held.units, decimals) }];
  });
}

export function readTokenAccount(
  account: MaybeEncodedAccount,
):
  | { readonly mint: Address; readonly owner: Address; readonly programId: Address; readonly units: bigint }
  | undefined {
  if (!account.exists || !tokenPrograms.includes(account.programAddress)) return undefined;
  const { data } = account;
  const isAccount = data.length === accountBytes || data[typeOffset] === accountType;
  if (!isAccount || data[108] === 0) return undefined;
  return {
    mint: getAddressDecoder().decode(data, 0),
    owner: getAddressDecoder().decode(data, 32),
    programId: account.programAddress,
    units: littleEndianAt(data, 64),
  };
}

export function readMint(
  account: MaybeEncodedAccount,
): { readonly supply: bigint; readonly decimals: number } | undefined {
  if (!account.exists || !tokenPrograms.includes(account.programAddress)) return undefined;
  const { data } = account;
  const isMint = data.length === mintBytes || data[typeOffset] === mintType;
  return isMint ? { supply: littleEndianAt(data, 36), decimals: data[44] ?? 0 } : undefined;
}

export function tokenAmount(units: bigint, decimals: number): TokenAmount {
  const digits = units.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction === "" ? whole : `${whole}.${fraction}`;
  return { amount: units.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

function littleEndianAt(data: ReadonlyUint8Array, offset: number): bigint {
  return Uint8Array.from(data.slice(offset, offset + 8)).reduceRight(
    (value, byte) => (value << 8n) | BigInt(byte),
    0n,
  );
}
