import Type from "typebox";
import { automationsOwnerName } from "../../automations/index.ts";
import { claimsOwnerName } from "../../claims/index.ts";
import { present } from "../../http/present.ts";
import { IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { AccountNames } from "../accounts/account-names.ts";
import type { FoundCandidate } from "./find-candidates.ts";
import { transfersOwnerName, treasuryOwnerName } from "./find-leads.ts";
import type { RankedCandidate, Sign } from "./rank-candidates.ts";
import { AmountSchema, amountOf, namedOf } from "./suspense-response.ts";

/** Owners a payment can be matched to: their console name, and the name that payments use. */
export const targetTypes = {
  transfer: transfersOwnerName,
  automation: automationsOwnerName,
  treasury: treasuryOwnerName,
  claim: claimsOwnerName,
} as const;
export type TargetType = keyof typeof targetTypes;
const targetNames: readonly TargetType[] = ["transfer", "automation", "treasury", "claim"];

export const TargetTypeSchema = Type.Enum([...targetNames]);

const signs: readonly Sign[] = [
  "written_id",
  "memo",
  "number",
  "written_number",
  "near_number",
  "near_memo",
  "amount",
  "owner",
  "sender",
  "account",
  "time",
];
const NamedSchema = Type.Object({ id: IdSchema, name: nullableString() });

export const MatchCandidateSchema = named(
  "MatchCandidate",
  Type.Object({
    type: TargetTypeSchema,
    id: IdSchema,
    tenant: NamedSchema,
    account: NamedSchema,
    status: Type.String(),
    name: nullableString({ description: "Name of an automation." }),
    amount: Type.Union([Type.Null(), AmountSchema], { description: "Expected amount; null for any." }),
    destination: Type.Union([
      Type.Null(),
      Type.Object({ transfer_type: Type.String(), value_type: Type.String() }),
    ]),
    reasons: Type.Array(Type.Object({ sign: Type.Enum([...signs]), text: Type.String() }), {
      description: "Reasons.",
    }),
    score: Type.Integer({ description: "Sum of the weights of the reasons." }),
    obstacle: nullableString({ description: "Why it would reject the payment; null if it would accept it." }),
    created_at: nullableString({ format: "date-time" }),
    expires_at: nullableString({ format: "date-time" }),
  }),
);

/** Reasons for a suggested match. They contain no names or numbers. */
const signWords: Readonly<Record<Sign, string>> = {
  number: "Sent to its account number.",
  memo: "The reference contains its memo.",
  written_number: "The reference contains its account number.",
  near_number: "Sent to an account number that differs by one typo.",
  near_memo: "The reference contains a memo that differs by one typo.",
  written_id: "The reference contains its id.",
  amount: "Expects exactly this amount.",
  owner: "The payment was first routed to it.",
  sender: "The sender's name matches its account.",
  account: "Received at its account.",
  time: "Created within two weeks before the payment.",
};

export function presentCandidate(candidate: FoundCandidate & RankedCandidate, names: AccountNames) {
  const { owner, requestedCents } = candidate;
  return present(MatchCandidateSchema, {
    ...candidate,
    type: targetNames.find((type) => targetTypes[type] === owner.name) ?? "treasury",
    id: owner.subject,
    tenant: namedOf(names, candidate.tenantId),
    account: namedOf(names, candidate.accountId),
    amount: requestedCents === undefined ? undefined : amountOf(requestedCents),
    reasons: candidate.signs.map((sign) => ({ sign, text: signWords[sign] })),
  });
}
