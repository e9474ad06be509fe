import Type, { type Static } from "typebox";
import { type Account, findAccount } from "../../accounts/index.ts";
import { chainNames } from "../../chains/chain-name.ts";
import type { Session } from "../../db/database.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { type PersonId, parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import type { StoredPayment } from "../../payments/index.ts";
import { findPerson } from "../../people/index.ts";
import { type TokenDeposit, tokenScale } from "../../tokens/index.ts";
import { flows, type Transfer } from "../../transfers/index.ts";
import { HeldEndSchema, tellEnds } from "./held-end.ts";
import {
  depositSubject,
  type HeldSubject,
  isHeldForSender,
  type OwnedSubject,
  paymentSubject,
  transferSubject,
} from "./held-subject.ts";
import { ListedHitSchema, type ListReader, presentHits } from "./listed-hit.ts";
import { isOf, needsSecondPerson, type ReleaseRequest } from "./release-request.ts";
import { selectRequests } from "./request-store.ts";

export const ReleaseRequestSchema = named(
  "ReleaseRequest",
  Type.Object(
    {
      requested_by: IdSchema,
      requested_by_name: nullableString(),
      is_yours: Type.Boolean({ description: "Whether whoever reads this has asked for it." }),
      reason: Type.String(),
      requested_at: DateTimeSchema,
      target: nullableString({ description: "Whom a held payment would go to, such as `transfers/01J8…`." }),
    },
    { description: "A person has released it; it goes when another person does, too." },
  ),
);

const heldProperties = {
  id: IdSchema,
  tenant_id: IdSchema,
  tenant_name: nullableString(),
  network: Type.Enum(["testnet", "mainnet"]),
  account_id: IdSchema,
  account_name: nullableString(),
  amount: Type.String(),
  currency: Type.String(),
  dollars: Type.String({ description: "What it counts for: tokens as dollars, one to one." }),
  list_version: nullableString({ description: "Of the sanctions list that holds it." }),
  hits: Type.Array(ListedHitSchema),
  needs_second_person: Type.Boolean(),
  release_request: Type.Union([Type.Null(), ReleaseRequestSchema]),
  created_at: DateTimeSchema,
};

export const HeldTransferSchema = named(
  "HeldTransfer",
  Type.Object({
    ...heldProperties,
    flow: Type.Enum([...flows]),
    step: Type.String({ description: "`held` until it is decided." }),
    held_end: Type.Union([Type.Null(), Type.Enum(["source", "destination"])], {
      description: "Which end is on the list.",
    }),
    source: HeldEndSchema,
    destination: HeldEndSchema,
  }),
);

export const HeldDepositSchema = named(
  "HeldDeposit",
  Type.Object({
    ...heldProperties,
    status: Type.Enum(["complete", "held", "released"]),
    chain: Type.Enum([...chainNames]),
    address_id: IdSchema,
    sender: nullableString({ description: "The address on the list, where the chain tells one sender." }),
    transaction_id: Type.String(),
  }),
);

/** Who reads, and above which amount two people decide. */
export interface HeldReader {
  readonly database: Session;
  readonly personId: PersonId;
  readonly secondPersonAboveCents: bigint | undefined;
}

export interface HeldDepositReader extends HeldReader, ListReader {}

/** Whoever reads of transfers reads of banks, too, and those are sealed. */
export interface HeldTransferReader extends HeldDepositReader {
  readonly keyRing: KeyRing;
}

export async function presentHeldTransfers(
  reader: HeldTransferReader,
  transfers: readonly Transfer[],
): Promise<readonly Static<typeof HeldTransferSchema>[]> {
  const subjects = transfers.map(transferSubject);
  const told = await tellSubjects(reader, "transfer", subjects);
  const endOf = await tellEnds(reader, transfers);
  return transfers.map((transfer) => {
    const { id, units, currency, hold, createdAt } = transfer;
    return {
      ...told(transferSubject(transfer)),
      id,
      amount: formatAmount({ units, asset: { code: currency, scale: tokenScale } }),
      currency,
      list_version: hold?.listVersion ?? null,
      hits: presentHits(reader, hold?.hitUids),
      created_at: formatInstant(createdAt),
      flow: transfer.flow,
      step: transfer.state.step,
      held_end: hold?.end ?? null,
      source: endOf(transfer.source),
      destination: endOf(transfer.destination),
    };
  });
}

export async function presentHeldDeposits(
  reader: HeldDepositReader,
  deposits: readonly TokenDeposit[],
): Promise<readonly Static<typeof HeldDepositSchema>[]> {
  const told = await tellSubjects(reader, "deposit", deposits.map(depositSubject));
  return deposits.map((deposit) => {
    const { id, units, asset, screening, status, chain, addressId, from, transactionId } = deposit;
    return {
      ...told(depositSubject(deposit)),
      id,
      amount: formatAmount({ units, asset }),
      currency: asset.code,
      list_version: screening?.listVersion ?? null,
      hits: presentHits(reader, screening?.hitUids),
      created_at: formatInstant(deposit.createdAt),
      status,
      chain,
      address_id: addressId,
      sender: from ?? null,
      transaction_id: transactionId,
    };
  });
}

async function tellSubjects(
  { database, personId, secondPersonAboveCents }: HeldReader,
  type: HeldSubject["type"],
  subjects: readonly OwnedSubject[],
) {
  const ids = subjects.map(({ id }) => id);
  const requests = await selectRequests(database, type, ids);
  const askers = await namesOf(database, [...requests.values()]);
  const accounts = await accountsOf(database, subjects);
  return (subject: OwnedSubject) => {
    const { tenantId, network, accountId, cents } = subject;
    const request = requests.get(subject.id);
    return {
      tenant_id: tenantId,
      tenant_name: accounts.get(tenantId)?.name ?? null,
      network,
      account_id: accountId,
      account_name: accounts.get(accountId)?.name ?? null,
      dollars: formatAmount({ units: cents, asset: usd }),
      needs_second_person: needsSecondPerson(subject, secondPersonAboveCents),
      release_request:
        request === undefined || !isOf(subject, request) ? null : presentRequest(request, askers, personId),
    };
  };
}

/** Of payments, by their ids: whether two people decide on one, and what the first of them has asked for. */
export async function tellPayments(
  { database, personId, secondPersonAboveCents }: HeldReader,
  payments: readonly StoredPayment[],
) {
  const held = payments.filter(isHeldForSender);
  const requests = await selectRequests(
    database,
    "payment",
    held.map(({ id }) => id),
  );
  const askers = await namesOf(database, [...requests.values()]);
  return (payment: StoredPayment) => {
    const request = isHeldForSender(payment) ? requests.get(payment.id) : undefined;
    const subject = paymentSubject(payment, request?.target);
    return {
      needs_second_person: isHeldForSender(payment) && needsSecondPerson(subject, secondPersonAboveCents),
      release_request:
        request === undefined || !isOf(subject, request) ? null : presentRequest(request, askers, personId),
    };
  };
}

function presentRequest(
  { requestedBy, reason, requestedAt, target }: ReleaseRequest,
  askers: ReadonlyMap<string, string>,
  personId: PersonId,
): Static<typeof ReleaseRequestSchema> {
  return {
    requested_by: requestedBy,
    requested_by_name: askers.get(requestedBy) ?? null,
    is_yours: requestedBy === personId,
    reason,
    requested_at: formatInstant(requestedAt),
    target: target ?? null,
  };
}

async function namesOf(
  database: Session,
  requests: readonly ReleaseRequest[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(requests.map(({ requestedBy }) => requestedBy))) {
    const person = await findPerson(database, id);
    if (person !== undefined) names.set(id, person.name);
  }
  return names;
}

/** The accounts and those that manage them. A list is short: it waits for people. */
async function accountsOf(
  database: Session,
  subjects: readonly OwnedSubject[],
): Promise<ReadonlyMap<string, Account>> {
  const accounts = new Map<string, Account>();
  for (const { tenantId, accountId } of subjects) {
    for (const id of [accountId, parseId<"account">(tenantId)]) {
      if (id === undefined || accounts.has(id)) continue;
      const account = await findAccount(database, { tenantId, accountId: id });
      if (account !== undefined) accounts.set(id, account);
    }
  }
  return accounts;
}
