import Type from "typebox";
import { releaseHeldDeposit } from "../../admin/index.ts";
import { type ApiRequest, bodyOf, type Route, visitorOf } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findDeposit, listHeldDeposits } from "../../tokens/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { DecisionBody, maxHeldListed, SecondPersonAboveSchema, secondPersonAbove } from "./decision-body.ts";
import { type HeldDepositReader, HeldDepositSchema, presentHeldDeposits } from "./held-answer.ts";
import { depositSubject } from "./held-subject.ts";
import { confirmRelease, withdrawRequest } from "./second-person.ts";

const heldPath = `${consolePath}/held/deposits`;

/** A deposit is not rejected: its tokens are on the chain and in custody, and stay held until they are released. */
export function heldDepositRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), releaseRoute(deps), withdrawRoute(deps)];
}

const ListSchema = named(
  "HeldDepositList",
  Type.Object({
    deposits: Type.Array(HeldDepositSchema),
    second_person_above: SecondPersonAboveSchema,
    is_complete: Type.Boolean(),
  }),
);

function listRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: heldPath,
    operationId: "listHeldDeposits",
    tag: consoleTag,
    summary: "List held deposits",
    description:
      "Of every tenant: tokens that came from an address on the sanctions list, the longest first.",
    access: { permission: "held.read" },
    answers: { 200: { description: "What waits for a person.", schema: ListSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const found = await listHeldDeposits(deps.database, { afterId: "", limit: maxHeldListed + 1 });
        const shown = found.slice(0, maxHeldListed);
        const body = {
          deposits: await presentHeldDeposits(readerOf(deps, request), shown),
          second_person_above: secondPersonAbove(deps),
          is_complete: found.length <= maxHeldListed,
        };
        return { status: 200, body };
      },
    },
  };
}

function releaseRoute(deps: ConsoleDeps): Route {
  return {
    ...decision("releaseHeldDeposit", "release"),
    summary: "Release a held deposit",
    description:
      "Posts the tokens to their address. Above the amount that one person may decide on, the first release is kept as a " +
      "request, and the deposit stays `held` until another person releases it, too.",
    work: {
      kind: "command",
      handle: async (request) => {
        const { reason } = bodyOf(DecisionBody, request);
        await releaseHeldDeposit(adminFor(deps, request), {
          id: depositIn(request),
          reason: reason.trim(),
          confirm: (tx, deposit) => confirmRelease(deps, tx, depositSubject(deposit), { request, reason }),
        });
        return answer(deps, request);
      },
    },
  };
}

function withdrawRoute(deps: ConsoleDeps): Route {
  return {
    ...decision("withdrawDepositRelease", "withdraw-release"),
    summary: "Withdraw a release that waits for a second person",
    description: "Whoever asked for it may, and everybody else who could have let it go.",
    work: {
      kind: "command",
      handle: async (request) => {
        const { reason } = bodyOf(DecisionBody, request);
        await withdrawRequest(deps, request, { type: "deposit", id: depositIn(request), reason });
        return answer(deps, request);
      },
    },
  };
}

function decision(operationId: string, verb: string) {
  return {
    method: "POST",
    path: `${heldPath}/{deposit_id}/${verb}`,
    operationId,
    tag: consoleTag,
    access: { permission: "held.decide", isSensitive: true },
    body: { schema: DecisionBody },
    answers: { 200: { description: "The deposit as it is now.", schema: HeldDepositSchema } },
    refusals: ["not_found", "conflict"],
  } as const;
}

function depositIn(request: ApiRequest): string {
  return request.params["deposit_id"] ?? "";
}

async function answer(deps: ConsoleDeps, request: ApiRequest) {
  const deposit = await findDeposit(deps.database, depositIn(request));
  if (deposit === undefined) throw new RefusalError(refuse("not_found", "there is no such deposit"));
  const [body] = await presentHeldDeposits(readerOf(deps, request), [deposit]);
  return { status: 200, body };
}

function readerOf({ database, screener, config }: ConsoleDeps, request: ApiRequest): HeldDepositReader {
  const { personId } = visitorOf(request);
  return { database, screener, personId, secondPersonAboveCents: config.secondPersonAboveCents };
}
