import Type from "typebox";
import { findAccount } from "../../accounts/index.ts";
import { type ApiRequest, principalOf, type Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findAnyTransfer, type Transfer } from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import type { TimelineView } from "./audit-entries.ts";
import { loadTimeline } from "./load-timeline.ts";
import { mergeTimeline } from "./timeline.ts";
import { TimelineEntrySchema } from "./timeline-entry.ts";
import { namePartiesOf, TransferPartiesSchema } from "./transfer-parties.ts";
import { findReversals, presentRow, WorkspaceTransferSchema } from "./transfer-row-response.ts";

export type TimelineDeps = Pick<ConsoleDeps, "database" | "keyRing" | "config">;

export const TimelineSchema = named(
  "TransferTimeline",
  Type.Object({
    transfer: WorkspaceTransferSchema,
    parties: TransferPartiesSchema,
    entries: Type.Array(TimelineEntrySchema, { description: "Oldest first." }),
  }),
);

export function timelineRoute(deps: TimelineDeps): Route {
  return consoleRead(`GET ${workspacePath}/transfers/{transfer_id}/timeline`, {
    operationId: "getTransferTimeline",
    summary: "Get the timeline of a transfer",
    description: "States, postings, transactions, payments, events and decisions in one list.",
    access: { permission: "transfers:read" },
    response: { description: "The transfer and its timeline.", schema: TimelineSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const { tenantId, network } = principalOf(request);
      const transfer = await requireTransfer(deps, request);
      if (transfer.tenantId !== tenantId || transfer.network !== network) throw noSuchTransfer();
      return buildTimeline(deps, transfer, "client");
    },
  });
}

/** The transfer in the path, of any tenant. */
export async function requireTransfer(
  { database }: Pick<ConsoleDeps, "database">,
  request: ApiRequest,
): Promise<Transfer> {
  const id = parseId<"transfer">(request.params["transfer_id"] ?? "");
  const transfer = id === undefined ? undefined : await findAnyTransfer(database, id);
  if (transfer === undefined) throw noSuchTransfer();
  return transfer;
}

function noSuchTransfer(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no transfer with this id"));
}

export async function buildTimeline(deps: TimelineDeps, transfer: Transfer, view: TimelineView) {
  const { explorerUrls } = deps.config;
  const { tenantId, accountId } = transfer;
  const account = await findAccount(deps.database, { tenantId, accountId });
  const facts = await loadTimeline(deps, transfer);
  const reversals = await findReversals(deps.database, tenantId, [transfer]);
  return {
    transfer: presentRow(transfer, account, reversals.get(transfer.id)),
    parties: await namePartiesOf(deps, transfer, facts.payments),
    entries: mergeTimeline(facts, { view, explorerUrls }),
  };
}
