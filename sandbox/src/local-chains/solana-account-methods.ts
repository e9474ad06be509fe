import type { MaybeEncodedAccount } from "@solana/kit";
import { RpcFailure } from "./rpc-server.ts";
import { inContext, slotFor } from "./solana-context.ts";
import {
  invalidParams,
  type Params,
  readAddress,
  readParams,
  readTexts,
  readWhole,
  type SolanaMethod,
  toAddress,
} from "./solana-params.ts";
import type { SolanaRuntime } from "./solana-runtime.ts";
import { readMint, readTokenAccount, tokenAmount } from "./solana-token-balances.ts";

const maxAccounts = 100;

/** RPC methods about accounts, at the slot of the requested commitment. */
export function accountMethods({ bank }: SolanaRuntime): Readonly<Record<string, SolanaMethod>> {
  const accountOf = (params: Params, slot: bigint): MaybeEncodedAccount =>
    bank.accountAt(slot, readAddress(params, 0));

  return {
    getAccountInfo: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      return inContext(slot, renderAccount(accountOf(read, slot), read));
    },
    getMultipleAccounts: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      const accounts = readTexts(read, 0, maxAccounts).map((text) => bank.accountAt(slot, toAddress(text)));
      return inContext(
        slot,
        accounts.map((account) => renderAccount(account, read)),
      );
    },
    getBalance: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      const account = accountOf(read, slot);
      return inContext(slot, account.exists ? Number(account.lamports) : 0);
    },
    getTokenAccountBalance: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      const account = readTokenAccount(accountOf(read, slot));
      if (account === undefined) throw new RpcFailure(-32602, "Invalid param: not a Token account");
      const decimals = readMint(bank.accountAt(slot, account.mint))?.decimals ?? 0;
      return inContext(slot, tokenAmount(account.units, decimals));
    },
    getTokenSupply: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      const mint = readMint(accountOf(read, slot));
      if (mint === undefined) throw new RpcFailure(-32602, "Invalid param: not a Token mint");
      return inContext(slot, tokenAmount(mint.supply, mint.decimals));
    },
    getMinimumBalanceForRentExemption: (params) => Number(bank.rentFor(readWhole(readParams(params, 1), 0))),
  };
}

function renderAccount(account: MaybeEncodedAccount, { config }: Params): unknown {
  if (config["encoding"] !== "base64") throw invalidParams("this local node supports only base64 encoding");
  if (!account.exists) return null;
  return {
    data: [Buffer.from(account.data).toString("base64"), "base64"],
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.programAddress,
    rentEpoch: Number.MAX_SAFE_INTEGER,
    space: account.data.length,
  };
}
