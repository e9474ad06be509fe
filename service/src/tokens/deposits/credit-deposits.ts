import type { Screener } from "../../accounts/index.ts";
import { type AddressHolder, findAddressHolders } from "../../addresses/index.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { Deposit, DepositOwner } from "../../chains/deposits/deposit.ts";
import type { Transaction } from "../../db/database.ts";
import type { EventLog } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { Network, NewId, TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { recordOperations } from "../../ledger/index.ts";
import { assetOf, contractOn, type Token } from "../token.ts";
import { insertDeposit, selectContracts, selectTokensByContract } from "./store.ts";
import { arrivalPosting, eventsOf, type TokenDeposit } from "./token-deposit.ts";

export interface DepositDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: Pick<EventLog, "append">;
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Tokens are at their address from this transaction on. */
  readonly onCredited?: CreditHook;
  /** Tokens came from an address on the sanctions list and are held. */
  readonly onHeld?: (deposit: TokenDeposit) => void;
}

/** What follows from deposits that are credited, in the same transaction; before its events and its ledger. */
export type CreditHook = (
  tx: Transaction,
  scope: { readonly tenantId: TenantId; readonly network: Network },
  deposits: readonly TokenDeposit[],
) => Promise<void>;

const cause = systemCause("tokens.deposits");

/** Posts what came from outside to the address that it came to, or to the treasury that has it; what came from a listed address waits for a person. */
export function createDepositOwner(deps: DepositDeps): DepositOwner {
  return {
    contracts: selectContracts,
    credit: async (tx, scope, deposits) => {
      const arrived = await describe(deps, tx, scope, deposits);
      for (const deposit of arrived) await insertDeposit(tx, deposit);
      const credited = arrived.filter(({ status }) => status !== "held");
      if (credited.length > 0) await deps.onCredited?.(tx, scope, credited);
      await deps.eventLog.append(tx, scope, eventsOf(arrived));
      await recordAudit(deps, tx, scope, arrived.map(auditOf));
      const held = arrived.filter(({ status }) => status === "held");
      tx.afterCommit(() => {
        for (const deposit of held) deps.onHeld?.(deposit);
      });
      const outcomes = await recordOperations(deps, tx, scope, arrived.map(arrivalPosting));
      assert(!outcomes.some(isRefusal), "the ledger takes what has come from outside");
    },
  };
}

interface Scope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

async function describe(
  deps: DepositDeps,
  tx: Transaction,
  scope: Scope,
  deposits: readonly Deposit[],
): Promise<readonly TokenDeposit[]> {
  const [first] = deposits;
  if (first === undefined) return [];
  const place: ChainKey = { network: scope.network, chain: first.chain };
  const contracts = deposits.map(({ contract }) => contract);
  const tokens = byContract(place, await selectTokensByContract(tx, place, contracts));
  const ids = deposits.map(({ addressId }) => addressId);
  const addresses = new Map(
    (await findAddressHolders(tx, scope, ids)).map((address) => [address.id as string, address]),
  );
  return deposits.map((deposit) =>
    describeOne(deps, scope, deposit, {
      token: tokens.get(deposit.contract),
      address: addresses.get(deposit.addressId),
    }),
  );
}

function byContract({ chain }: ChainKey, tokens: readonly Token[]): ReadonlyMap<string | undefined, Token> {
  return new Map(tokens.map((token) => [contractOn(token, chain), token]));
}

function describeOne(
  { clock, newId, screener }: DepositDeps,
  scope: Scope,
  deposit: Deposit,
  { token, address }: { readonly token: Token | undefined; readonly address: AddressHolder | undefined },
): TokenDeposit {
  assert(token !== undefined, "deposits are looked for by the contracts of the catalogue");
  assert(address !== undefined, "a wallet belongs to an address");
  const { chain, units, from, transactionId, index } = deposit;
  const senders = from === undefined ? deposit.otherSenders : [from];
  const hits = senders
    .map((sender) => screener.screenChainAddress(sender))
    .filter(({ outcome }) => outcome === "hit");
  const [hit] = hits;
  return {
    ...scope,
    id: newId(),
    accountId: address.accountId,
    addressId: address.id,
    purpose: address.purpose,
    chain,
    tokenId: token.id,
    asset: assetOf(token),
    units,
    from,
    transactionId,
    index,
    status: hit === undefined ? "complete" : "held",
    screening:
      hit === undefined
        ? undefined
        : { listVersion: hit.list.version, hitUids: hits.flatMap((one) => one.hits.map(({ uid }) => uid)) },
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
}

function auditOf(deposit: TokenDeposit) {
  const { id, accountId, units, asset } = deposit;
  return {
    subject: { type: "deposit", id },
    accountId,
    cause,
    action: deposit.status === "held" ? "deposit.hold" : "deposit.credit",
    after: {
      status: deposit.status,
      amount: formatAmount({ units, asset }),
      value_type: asset.code,
      transfer_type: deposit.chain,
      address_id: deposit.addressId,
      transaction_id: deposit.transactionId,
    },
  };
}
