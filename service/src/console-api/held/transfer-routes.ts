import Type from "typebox";
import { rejectHeldTransfer, releaseHeldTransfer } from "../../admin/index.ts";
import { type ApiRequest, bodyOf, type Route, visitorOf } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { listTransfersForPeople } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { requireTransfer, TimelineSchema, tellTimeline } from "../transfers/timeline-routes.ts";
import { DecisionBody, maxHeldListed, SecondPersonAboveSchema, secondPersonAbove } from "./decision-body.ts";
import { type HeldTransferReader, HeldTransferSchema, presentHeldTransfers } from "./held-answer.ts";
import { transferSubject } from "./held-subject.ts";
import { confirmRelease, forgetRequest, withdrawRequest } from "./second-person.ts";

const heldPath = `${consolePath}/held/transfers`;

export function heldTransferRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), timelineRoute(deps), releaseRoute(deps), rejectRoute(deps), withdrawRoute(deps)];
}

const ListSchema = named(
  "HeldTransferList",
  Type.Object({
    transfers: Type.Array(HeldTransferSchema),
    second_person_above: SecondPersonAboveSchema,
    is_complete: Type.Boolean(),
  }),
);

function listRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: heldPath,
    operationId: "listHeldTransfers",
    tag: consoleTag,
    summary: "List held transfers",
    description: "Of every tenant: those with an end on the sanctions list, the longest first.",
    access: { permission: "held.read" },
    answers: { 200: { description: "What waits for a person.", schema: ListSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const slice = { step: "held", afterId: "", limit: maxHeldListed + 1 } as const;
        const found = await listTransfersForPeople(deps.database, slice);
        const shown = found.slice(0, maxHeldListed);
        const body = {
          transfers: await presentHeldTransfers(readerOf(deps, request), shown),
          second_person_above: secondPersonAbove(deps),
          is_complete: found.length <= maxHeldListed,
        };
        return { status: 200, body };
      },
    },
  };
}

function timelineRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${heldPath}/{transfer_id}/timeline`,
    operationId: "getHeldTransferTimeline",
    tag: consoleTag,
    summary: "Get what happened to a transfer, for operators",
    description: "As clients see it, with what they are not told: that it is held, who decided and why.",
    access: { permission: "held.read" },
    answers: { 200: { description: "The transfer and its timeline.", schema: TimelineSchema } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const transfer = await requireTransfer(deps, request);
        return { status: 200, body: await tellTimeline(deps, transfer, "operator") };
      },
    },
  };
}

function releaseRoute(deps: ConsoleDeps): Route {
  return {
    ...decision("releaseHeldTransfer", "release"),
    summary: "Release a held transfer",
    description:
      "Lets it go on. Above the amount that one person may decide on, the first release is kept as a request, and the " +
      "transfer stays `held` until another person releases it, too.",
    work: {
      kind: "command",
      handle: async (request) => {
        const { reason } = bodyOf(DecisionBody, request);
        await releaseHeldTransfer(adminFor(deps, request), {
          id: transferIn(request),
          reason,
          confirm: (tx, transfer) => confirmRelease(deps, tx, transferSubject(transfer), { request, reason }),
        });
        return answer(deps, request);
      },
    },
  };
}

function rejectRoute(deps: ConsoleDeps): Route {
  return {
    ...decision("rejectHeldTransfer", "reject"),
    summary: "Reject a held transfer",
    description: "Ends it: it has failed, and what was set aside for it is free. One person is enough.",
    work: {
      kind: "command",
      handle: async (request) => {
        await rejectHeldTransfer(adminFor(deps, request), {
          id: transferIn(request),
          reason: bodyOf(DecisionBody, request).reason,
          confirm: (tx, transfer) => forgetRequest(tx, transferSubject(transfer)),
        });
        return answer(deps, request);
      },
    },
  };
}

function withdrawRoute(deps: ConsoleDeps): Route {
  return {
    ...decision("withdrawTransferRelease", "withdraw-release"),
    summary: "Withdraw a release that waits for a second person",
    description: "Whoever asked for it may, and everybody else who could have let it go.",
    work: {
      kind: "command",
      handle: async (request) => {
        const { reason } = bodyOf(DecisionBody, request);
        await withdrawRequest(deps, request, { type: "transfer", id: transferIn(request), reason });
        return answer(deps, request);
      },
    },
  };
}

function decision(operationId: string, verb: string) {
  return {
    method: "POST",
    path: `${heldPath}/{transfer_id}/${verb}`,
    operationId,
    tag: consoleTag,
    access: { permission: "held.decide", isSensitive: true },
    body: { schema: DecisionBody },
    answers: { 200: { description: "The transfer as it is now.", schema: HeldTransferSchema } },
    refusals: ["not_found", "conflict", "insufficient_liquidity", "insufficient_balance"],
  } as const;
}

function transferIn(request: ApiRequest): string {
  return request.params["transfer_id"] ?? "";
}

async function answer(deps: ConsoleDeps, request: ApiRequest) {
  const transfer = await requireTransfer(deps, request);
  const [body] = await presentHeldTransfers(readerOf(deps, request), [transfer]);
  return { status: 200, body };
}

function readerOf(
  { database, keyRing, screener, config }: ConsoleDeps,
  request: ApiRequest,
): HeldTransferReader {
  const { personId } = visitorOf(request);
  return { database, keyRing, screener, personId, secondPersonAboveCents: config.secondPersonAboveCents };
}
