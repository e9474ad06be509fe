import Type from "typebox";
import {
  offsetClaim,
  reauthorizeAddress,
  repayClaim,
  type SettleRequest,
  showClaim,
  writeOffClaim,
} from "../../admin/index.ts";
import { type Claim, claimList, listClaimAges } from "../../claims/index.ts";
import { pageQuery } from "../../http/paging.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { dualApprovalAbove } from "../held/decision-body.ts";
import { confirmRelease, withdrawRequest } from "../held/dual-approval.ts";
import { claimSubject } from "../held/held-subject.ts";
import {
  ageingOf,
  ClaimListSchema,
  type ClaimReader,
  oldestDays,
  presentClaims,
  presentWholeClaim,
  WholeClaimSchema,
} from "./claim-response.ts";

const claimsPath = `${consolePath}/claims`;

const reason = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: "\\S",
  description: "Reason, for the audit log.",
});

const settling = {
  id: IdSchema,
  amount: Type.Optional(
    Type.String({ minLength: 1, maxLength: 30, description: "In dollars; by default all that remains." }),
  ),
  reason,
};

const decision = {
  access: { permission: "claims.decide", confirmation: "always" },
  // A settlement that is sent again changes nothing.
  effect: "perhaps",
  response: { description: "The updated claim.", schema: WholeClaimSchema },
  refusals: ["not_found", "conflict", "unprocessable", "insufficient_balance"],
} as const;

/** What accounts owe after returned debits, and how it is settled. */
export const claimRoutes = endpoints<ConsoleDeps>([
  (deps) =>
    consoleList(`GET ${claimsPath}`, {
      operationId: "listClaims",
      summary: "List open claims",
      description: "Open claims of all tenants, oldest first, with their ageing.",
      access: { permission: "claims.read" },
      query: strictObject({
        account_id: Type.Optional(IdSchema),
        network: Type.Optional(Type.Enum([...networks])),
        ...pageQuery,
      }),
      response: { description: "A page of open claims.", schema: ClaimListSchema },
      list: {
        session: deps.database,
        rows: claimList,
        filters: ({ query }) =>
          ({ status: "open", accountId: query.account_id, network: query.network }) as const,
        name: "claims",
        present: (claims) => presentClaims(deps, claims),
        around: async ({ query }) => {
          const filter = { accountId: query.account_id, network: query.network };
          const ages = await listClaimAges(deps.database, filter, { now: deps.clock.now(), oldestDays });
          return { ageing: ageingOf(ages), dual_approval_above: dualApprovalAbove(deps) };
        },
      },
    }),
  readEndpoint(`GET ${claimsPath}/{claim_id}`, {
    operationId: "getClaim",
    summary: "Get a claim",
    access: { permission: "claims.read" },
    response: { description: "The claim and its settlements.", schema: WholeClaimSchema },
    refusals: ["not_found"],
    handle: (request, deps) => response(deps, request),
  }),
  commandEndpoint(`POST ${claimsPath}/{claim_id}/repay`, {
    ...decision,
    operationId: "repayClaim",
    summary: "Repay a claim",
    description:
      "Books a credit that the bank has reported and that is no payment here: an open item `unknown_credit`, used " +
      "once. A payment in suspense is matched to `claims/<id>` instead. Above the dual approval threshold, another user must approve it.",
    body: {
      schema: strictObject({
        ...settling,
        reference: Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: "\\S",
          description: "Bank reference of the open item.",
        }),
      }),
    },
    handle: async (request, deps) => {
      const { reference, ...body } = request.body;
      const confirm = confirmed(deps, request, { reason: body.reason, target: `repay/${reference}` });
      await repayClaim(adminFor(deps, request), { ...body, claimId: claimIn(request), reference, confirm });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${claimsPath}/{claim_id}/offset`, {
    ...decision,
    operationId: "offsetClaim",
    summary: "Offset a claim",
    description: "Burns tokens of the account. The claim is settled when the burn is final.",
    body: {
      schema: strictObject({
        ...settling,
        address_id: IdSchema,
        chain: Type.String({ minLength: 1, maxLength: 30 }),
        value_type: Type.String({ minLength: 1, maxLength: 30 }),
      }),
    },
    handle: async (request, deps) => {
      const { address_id: addressId, value_type: valueType, ...body } = request.body;
      const claimId = claimIn(request);
      await offsetClaim(adminFor(deps, request), { ...body, claimId, addressId, valueType });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${claimsPath}/{claim_id}/write-off`, {
    ...decision,
    operationId: "writeOffClaim",
    summary: "Write off a claim",
    description:
      "Treasury dollars or earned fees pay for the loss. Above the dual approval threshold, the first request is " +
      "stored, and another user must approve it.",
    body: { schema: strictObject({ ...settling, from: Type.Enum(["treasury", "fees"]) }) },
    handle: async (request, deps) => {
      const { from, ...body } = request.body;
      const confirm = confirmed(deps, request, { reason: body.reason, target: `write_off/${from}` });
      await writeOffClaim(adminFor(deps, request), { ...body, claimId: claimIn(request), from, confirm });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${claimsPath}/{claim_id}/withdraw-request`, {
    ...decision,
    // Settles nothing: the claim stays open.
    access: { permission: "claims.decide", isSensitive: true },
    operationId: "withdrawClaimRequest",
    summary: "Withdraw a pending settlement",
    description: "Allowed for the requester and for every user who could approve it.",
    body: { schema: strictObject({ reason }) },
    handle: async (request, deps) => {
      await withdrawRequest(deps, request, {
        type: "claim",
        id: claimIn(request),
        reason: request.body.reason,
      });
      return response(deps, request);
    },
  }),
  commandEndpoint(`POST ${claimsPath}/addresses/{address_id}/reauthorize`, {
    access: { permission: "claims.decide", confirmation: "always" },
    operationId: "reauthorizeAddress",
    summary: "Allow debits of a bank account again",
    description: "After its owner gave a new authorization outside of Florin.",
    body: { schema: strictObject({ reason }) },
    response: { description: "Debits are allowed again.", schema: Type.Object({ address_id: IdSchema }) },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const addressId = request.params["address_id"] ?? "";
      await reauthorizeAddress(adminFor(deps, request), { addressId, reason: request.body.reason });
      return { address_id: addressId };
    },
  }),
]);

function confirmed(
  deps: ConsoleDeps,
  request: ApiRequest,
  { reason, target }: { readonly reason: string; readonly target: string },
): NonNullable<SettleRequest["confirm"]> {
  return (tx, claim: Claim, cents) =>
    confirmRelease(deps, tx, claimSubject(claim, cents, target), { request, reason });
}

function claimIn(request: ApiRequest): string {
  return request.params["claim_id"] ?? "";
}

async function response(deps: ConsoleDeps, request: ApiRequest) {
  const reader: ClaimReader = {
    database: deps.database,
    clock: deps.clock,
    newId: deps.newId,
    userId: sessionUserOf(request).userId,
  };
  return presentWholeClaim(reader, await showClaim(deps, claimIn(request)));
}
