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
import { depositPosting, eventsOf, type TokenDeposit } from "./token-deposit.ts";

export interface DepositDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly eventLog: Pick<EventLog, "append">;
  readonly screener: Pick<Screener, "screenChainAddress">;
  /** Called in the transaction that credits deposits. */
  readonly onCredited?: CreditHook;
  /** Called for each deposit that is held because of a sanctions match. */
  readonly onHeld?: (deposit: TokenDeposit) => void;
}

/** Follow-up work for credited deposits, in the same transaction, before its events and ledger operations. */
export type CreditHook = (
  tx: Transaction,
  scope: { readonly tenantId: TenantId; readonly network: Network },
  deposits: readonly TokenDeposit[],
) => Promise<void>;

const cause = systemCause("tokens.deposits");

/** Credits deposits to their address or the treasury; deposits from sanctioned addresses are held in suspense. */
export function createDepositOwner(deps: DepositDeps): DepositOwner {
  return {
    contracts: selectContracts,
    credit: async (tx, scope, deposits) => {
      const received = await describe(deps, tx, scope, deposits);
      for (const deposit of received) await insertDeposit(tx, deposit);
      const credited = received.filter(({ status }) => status !== "held");
      if (credited.length > 0) await deps.onCredited?.(tx, scope, credited);
      await deps.eventLog.append(tx, scope, eventsOf(received));
      await recordAudit(deps, tx, scope, received.map(auditOf));
      const held = received.filter(({ status }) => status === "held");
      tx.afterCommit(() => {
        for (const deposit of held) deps.onHeld?.(deposit);
      });
      const outcomes = await recordOperations(deps, tx, scope, received.map(depositPosting));
      assert(!outcomes.some(isRefusal), "the ledger must accept a deposit that is on chain");
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
  assert(token !== undefined, "deposits are scanned by the contracts of the catalog");
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
        : { listVersion: hit.list.version, hitUids: hits.flatMap((each) => each.hits.map(({ uid }) => uid)) },
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
