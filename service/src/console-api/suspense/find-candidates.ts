import { type Automation, automationsOwnerName, findAutomations } from "../../automations/index.ts";
import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import type { StoredPayment } from "../../payments/index.ts";
import { centsOf, findAnyTransfers, type Transfer } from "../../transfers/index.ts";
import { type AccountNames, nameAccounts } from "../accounts/account-names.ts";
import { findLeads, findLeadsById, type Lead, transfersOwnerName, treasuryOwnerName } from "./find-leads.ts";
import type { Candidate } from "./rank-candidates.ts";

/** A candidate with its details for display. */
export interface FoundCandidate extends Candidate, CandidateFacts {}

interface CandidateFacts {
  /** The only accepted amount; undefined for any. */
  readonly requestedCents: bigint | undefined;
  readonly closedBecause: string | undefined;
  readonly createdAt: Instant | undefined;
  readonly status: string;
  /** Name of an automation. */
  readonly name: string | undefined;
  /** Where the funds would be sent next. */
  readonly destination: { readonly transferType: string; readonly valueType: string } | undefined;
  readonly expiresAt: Instant | undefined;
}

export interface Candidates {
  readonly candidates: readonly FoundCandidate[];
  readonly names: AccountNames;
}

/** Suggested matches of a held payment; with an id, the match that the user has in mind. */
export async function findCandidates(
  session: Session,
  payment: StoredPayment,
  id: string | undefined,
): Promise<Candidates> {
  const leads =
    id === undefined ? await findLeads(session, payment) : await findLeadsById(session, payment, id);
  const names = await nameAccounts(session, leads);
  const facts = new Map([
    ...(await factsOfTransfers(session, leads)),
    ...(await factsOfAutomations(session, leads)),
  ]);
  const candidates = leads.flatMap((lead) => {
    const known = lead.owner.name === treasuryOwnerName ? treasuryFacts : facts.get(lead.owner.subject);
    const accountNames = names.get(lead.accountId)?.names ?? [];
    return known === undefined ? [] : [{ ...lead, accountNames, ...known }];
  });
  return { candidates, names };
}

type FactsById = readonly (readonly [string, CandidateFacts])[];

async function factsOfTransfers(session: Session, leads: readonly Lead[]): Promise<FactsById> {
  const ofTransfers = leads.filter(({ owner }) => owner.name === transfersOwnerName);
  const ids = ofTransfers.map(({ owner }) => owner.subject);
  const tenantIds = ofTransfers.map(({ tenantId }) => tenantId);
  const found = await findAnyTransfers(session, tenantIds, ids);
  return found.map((transfer) => [transfer.id, transferFacts(transfer)]);
}

function transferFacts({ units, state, destination, createdAt, expiresAt }: Transfer): CandidateFacts {
  const waits = state.status === "pending" && state.step === "awaiting_funds";
  return {
    requestedCents: centsOf(units),
    closedBecause: waits ? undefined : `Does not accept payments (status: ${state.status}).`,
    createdAt,
    status: state.status,
    name: undefined,
    destination:
      destination.medium === "bank"
        ? { transferType: destination.rail, valueType: usd.code }
        : { transferType: destination.chain, valueType: destination.token.valueType },
    expiresAt,
  };
}

async function factsOfAutomations(session: Session, leads: readonly Lead[]): Promise<FactsById> {
  const facts: [string, CandidateFacts][] = [];
  for (const lead of leads.filter(({ owner }) => owner.name === automationsOwnerName)) {
    const [automation] = await findAutomations(session, lead, [lead.owner.subject]);
    if (automation !== undefined) facts.push([automation.id, automationFacts(automation)]);
  }
  return facts;
}

function automationFacts({ status, name, destination, createdAt }: Automation): CandidateFacts {
  return {
    requestedCents: undefined,
    closedBecause: status === "active" ? undefined : `Does not accept payments (status: ${status}).`,
    createdAt,
    status,
    name,
    destination:
      destination.medium === "bank"
        ? { transferType: destination.rail, valueType: usd.code }
        : { transferType: destination.chain, valueType: destination.valueType },
    expiresAt: undefined,
  };
}

/** Accepts every payment. */
const treasuryFacts: CandidateFacts = {
  requestedCents: undefined,
  closedBecause: undefined,
  createdAt: undefined,
  status: "active",
  name: undefined,
  destination: undefined,
  expiresAt: undefined,
};
