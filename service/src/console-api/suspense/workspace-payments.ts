import Type, { type Static } from "typebox";
import { TransferTypeSchema } from "../../addresses/index.ts";
import { findAutomations } from "../../automations/index.ts";
import { present } from "../../http/present.ts";
import { type ApiRequest, principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { getPaymentOfTenant, type StoredPayment } from "../../payments/index.ts";
import { createBankWork } from "../../rails/engine/create-bank-work.ts";
import { selectEntryHistories } from "../../rails/engine/entry-store.ts";
import { findAnyTransfers, viewTransfer } from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { listPaymentsRoute, presentPayments, WorkspacePaymentSchema } from "./payment-list.ts";
import { AmountSchema } from "./suspense-response.ts";

/** Payments of all accounts of a workspace, and the details of each. */
export function workspacePaymentRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listPaymentsRoute(deps), showRoute(deps)];
}

const PlaceSchema = Type.Object({ transfer_type: TransferTypeSchema, value_type: Type.String() });

const TransferSchema = Type.Object({
  id: IdSchema,
  account_id: IdSchema,
  status: Type.String(),
  amount: AmountSchema,
  source: PlaceSchema,
  destination: PlaceSchema,
});

const AutomationSchema = Type.Object({
  id: IdSchema,
  account_id: IdSchema,
  name: Type.String(),
  status: Type.String(),
});

const OrderSchema = Type.Object({
  state: Type.String(),
  leaves_at: DateTimeSchema,
  settles_at: DateTimeSchema,
  file: Type.Union([Type.Null(), Type.Object({ id: IdSchema, name: Type.String() })]),
});

const ShownSchema = named(
  "ShownWorkspacePayment",
  Type.Object({
    ...WorkspacePaymentSchema.properties,
    address_id: nullableString({ description: "The bank account that is paid or debited." }),
    transfer: Type.Union([Type.Null(), TransferSchema]),
    automation: Type.Union([Type.Null(), AutomationSchema]),
    bank: Type.Union([Type.Null(), OrderSchema], {
      description: "State of our order at the bank; null for payments sent by others.",
    }),
    return_id: nullableString({ description: "The payment that returns it to its sender." }),
    returns: nullableString({ description: "The payment that this one returns." }),
  }),
);

function showRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/payments/{payment_id}`, {
    operationId: "getWorkspacePayment",
    summary: "Get a payment",
    access: { permission: "payments:read" },
    response: { description: "The payment with related objects.", schema: ShownSchema },
    refusals: ["not_found"],
    handle: (request) => show(deps, request),
  });
}

async function show(deps: ConsoleDeps, request: ApiRequest) {
  const principal = principalOf(request);
  const id = request.params["payment_id"] ?? "";
  const payment = await getPaymentOfTenant(deps, { principal, id });
  const [presented] = await presentPayments(deps.database, principal, [payment]);
  assert(presented !== undefined, "one payment is presented");
  const { owner, addressId, returnId } = payment;
  return {
    ...presented,
    address_id: addressId ?? null,
    transfer: await transferOf(deps, payment),
    automation: await automationOf(deps, payment),
    bank: await bankOf(deps, payment),
    return_id: returnId ?? null,
    returns: owner?.name === "returns" ? owner.subject : null,
  } satisfies Static<typeof ShownSchema>;
}

async function transferOf({ database }: ConsoleDeps, { tenantId, links }: StoredPayment) {
  const ids = links.transferId === undefined ? [] : [links.transferId];
  const [transfer] = await findAnyTransfers(database, [tenantId], ids);
  if (transfer === undefined) return null;
  const view = viewTransfer(transfer);
  return present(TransferSchema, { ...view, amount: { value: view.amount, currency: view.currency } });
}

async function automationOf({ database }: ConsoleDeps, payment: StoredPayment) {
  const { automationId } = payment.links;
  const ids = automationId === undefined ? [] : [automationId];
  const [automation] = await findAutomations(database, payment, ids);
  return automation === undefined ? null : present(AutomationSchema, automation);
}

async function bankOf(deps: ConsoleDeps, { tenantId, id }: StoredPayment) {
  const entry = (await createBankWork(deps).progress(deps.database, tenantId, [id])).get(id);
  if (entry === undefined) return null;
  const file = (await selectEntryHistories(deps.database, tenantId, [id])).get(id)?.file;
  return present(OrderSchema, { ...entry, file });
}
