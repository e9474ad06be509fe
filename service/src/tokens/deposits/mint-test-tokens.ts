import type { ChainName } from "../../chains/chain-name.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { Network, NewId, TenantId } from "../../kernel/id.ts";
import { findToken } from "../find-token.ts";
import { contractOn, mintingKeyOf, type Token } from "../token.ts";
import { simulationOwnerName } from "./simulation-owner.ts";

export interface MintTestTokensDeps {
  readonly newId: NewId;
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

interface TestMintPlace {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly chain: ChainName;
}

interface TestMint {
  readonly units: bigint;
  /** A custodial address. */
  readonly to: { readonly addressId: string; readonly onChainAddress: string; readonly keyIndex: number };
}

export interface MintTestTokens extends TestMintPlace, TestMint {
  readonly valueType: string;
}

/** Mints tokens as the external issuer of a local chain; undefined if there is no such token (yet). */
export async function mintTestTokens(
  deps: MintTestTokensDeps,
  tx: Transaction,
  { tenantId, network, chain, valueType, units, to }: MintTestTokens,
): Promise<{ readonly workId: string } | undefined> {
  const token = await findToken(tx, { network, tenantId }, valueType);
  if (token?.minting.authority !== "external_issuer") return undefined;
  const contract = contractOn(token, chain);
  if (contract === undefined) return undefined;
  const place = { tenantId, network, chain };
  return { workId: await enqueueTestMint(deps, tx, { place, token, contract, units, to }) };
}

export interface EnqueueTestMint extends TestMint {
  /** The external holder that counts as the sender. */
  readonly sender?: string | undefined;
  readonly place: TestMintPlace;
  readonly token: Token;
  readonly contract: string;
}

export async function enqueueTestMint(
  { newId, chainWork }: MintTestTokensDeps,
  tx: Transaction,
  { place, token, contract, units, to, sender }: EnqueueTestMint,
): Promise<string> {
  const id = newId<"chain-work">();
  const operation = {
    kind: "mint",
    reference: id,
    contract,
    ...mintingKeyOf(token),
    to: to.onChainAddress,
    toKey: { role: "custody", index: to.keyIndex },
    units,
    ...(sender === undefined ? {} : { simulatedSender: sender }),
  } as const;
  await chainWork.enqueue(tx, [
    { ...place, id, owner: simulationOwnerName, subject: to.addressId, operation },
  ]);
  return id;
}
