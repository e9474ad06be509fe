import type { DepositOwner } from "../../chains/deposits/deposit.ts";
import type { ChainWorkOwner, SettledWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { usd } from "../../kernel/money.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { type LedgerAccount, type Operation, type Posting, recordOperations } from "../../ledger/index.ts";
import { assetOf, contractOn, type Token, tokenScale } from "../token.ts";
import type { DepositDeps } from "./credit-deposits.ts";
import { selectTokensByContract } from "./store.ts";

export const simulationOwnerName = "tokens.simulation";

export interface SimulationOwnerDeps extends Pick<DepositDeps, "clock" | "newId"> {
  readonly depositOwner: Pick<DepositOwner, "credit">;
}

/**
 * Third-party tokens that were minted are found on the chain like any other deposit. Tokens of our own issuers are not,
 * because other owners post their mints: here they are issued to an external holder and credited as its deposit.
 */
export function simulationOwner(deps: SimulationOwnerDeps): ChainWorkOwner {
  return {
    name: simulationOwnerName,
    settle: async (tx, { tenantId, network }, settled) => {
      const issued = settled.flatMap(issuedIn);
      const [first] = issued;
      if (first === undefined) return;
      assert(tenantId !== undefined, "a simulated deposit belongs to a tenant");
      const scope = { tenantId, network };
      const { chain } = first.deposit;
      await deps.depositOwner.credit(
        tx,
        scope,
        issued.map(({ deposit }) => deposit),
      );
      const tokens = await tokensOf(tx, { network, chain }, issued);
      const operations = issued.map(({ workId, deposit }) => {
        const token = tokens.get(deposit.contract);
        assert(token !== undefined, "a minted token is in the catalog");
        return issuance(token, workId, deposit);
      });
      for (const outcome of await recordOperations(deps, tx, scope, operations)) orThrow(outcome);
    },
  };
}

type Deposited = Parameters<DepositOwner["credit"]>[2][number];

interface Issued {
  readonly workId: string;
  readonly deposit: Deposited;
}

function issuedIn({ id, chain, subject, operation, outcome }: SettledWork): readonly Issued[] {
  if (!outcome.ok || operation.kind !== "mint" || operation.authority === "external_issuer") return [];
  const { contract, to, units, simulatedSender: from } = operation;
  const { transactionId } = outcome;
  const sender = { from, otherSenders: [] };
  return [
    {
      workId: id,
      deposit: { chain, transactionId, index: 0, contract, ...sender, to, addressId: subject, units },
    },
  ];
}

async function tokensOf(
  tx: Transaction,
  place: Parameters<typeof selectTokensByContract>[1],
  issued: readonly Issued[],
): Promise<ReadonlyMap<string | undefined, Token>> {
  const contracts = issued.map(({ deposit }) => deposit.contract);
  const tokens = await selectTokensByContract(tx, place, contracts);
  return new Map(tokens.map((token) => [contractOn(token, place.chain), token]));
}

const unitsPerCent = 10n ** BigInt(tokenScale - usd.scale);

/** Issued to an external holder; of a fiat-backed token, against dollars that the bank has received. */
function issuance(token: Token, workId: string, { chain, units }: Deposited): Operation {
  const asset = assetOf(token);
  const backing =
    token.kind === "fiat_backed"
      ? move(
          { kind: "external", asset: usd },
          { kind: "reserve", owner: token.id, asset: usd },
          units / unitsPerCent,
        )
      : [];
  const issued = move(
    { kind: "supply", owner: token.id, chain, asset },
    { kind: "external", chain, asset },
    units,
  );
  return { type: "post", key: `simulation/${workId}`, postings: [...issued, ...backing] };
}

function move(from: LedgerAccount, to: LedgerAccount, units: bigint): readonly Posting[] {
  return [
    { account: from, units: -units },
    { account: to, units },
  ];
}
