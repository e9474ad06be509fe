import Type, { type Static } from "typebox";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import {
  type ApiRequest,
  accountIn,
  bodyOf,
  causeOf,
  principalOf,
  type RequestBody,
  type Route,
  writeRoute,
} from "../../http/route.ts";
import { inWords, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankSimulator } from "../../rails/bank-simulator.ts";
import type { BankReason, BankWork } from "../../rails/bank-work.ts";
import { reasonText } from "../../rails/iso20022/reason-codes.ts";
import { returnCodeOf } from "../../rails/nacha/return-codes.ts";
import { type BankRail, paymentSystemOf, systemOf } from "../../rails/rail.ts";
import { lookAround, type ReadTransfersDeps, requireTransfer } from "../read-transfers.ts";
import { transferExample } from "../transfer-examples.ts";
import { presentTransfer, TransferSchema } from "../transfer-response.ts";
import { type ClockRouteDeps, clockRoutes } from "./clock-routes.ts";
import { type PaymentSimulationDeps, paymentSimulationRoute } from "./payment-simulation.ts";
import { conflict, requireEntry, requireSystem, type TransferEntry } from "./simulated-entry.ts";

export type BankSimulationDeps = ClockRouteDeps & PaymentSimulationDeps & TransferSimulationDeps;

/** Endpoints that control the sandbox bank. They exist only with a sandbox bank. */
export function bankSimulationRoutes(deps: BankSimulationDeps): readonly Route[] {
  return [paymentSimulationRoute(deps), ...transferSimulationRoutes(deps), ...clockRoutes(deps)];
}

interface TransferSimulationDeps extends AuditDeps, Omit<ReadTransfersDeps, "database"> {
  readonly bankWork: Pick<BankWork, "progress">;
  readonly simulator: BankSimulator;
}

const AchReturnSchema = strictObject({
  code: Type.String({
    pattern: "^R[0-9]{2}$",
    ...inWords("a return code such as R01"),
    description: "Nacha return code.",
    examples: ["R01"],
  }),
});

const maxReasonLength = 105;
const WireReturnSchema = strictObject({
  code: Type.Optional(
    Type.String({
      pattern: "^[A-Z0-9]{4}$",
      ...inWords("an ISO 20022 return reason such as AC04"),
      description: "ISO 20022 return reason. Defaults to `AC04` (closed account).",
      examples: ["AC04"],
    }),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: maxReasonLength })),
});

const ReturnSchema = strictObject({
  code: Type.Optional(
    Type.String({
      pattern: "^(?:R[0-9]{2}|[A-Z]{2}(?:[0-9]{2}|[A-Z]{2}))$",
      ...inWords("a return code such as R03 or AC04"),
      description:
        "ACH: a Nacha return code, by default `R03`. Other rails: an ISO 20022 return reason, by default `AC04`.",
      examples: ["AC03"],
    }),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: maxReasonLength })),
});

/** Applies the simulation to a bank entry; returns false if it is too late. */
type Simulate = (tx: Transaction, entry: TransferEntry, request: ApiRequest) => Promise<boolean>;

function transferSimulationRoutes(deps: TransferSimulationDeps): readonly Route[] {
  const { simulator } = deps;
  return [
    route(deps, {
      name: "ach-return",
      operationId: "simulateAchReturn",
      summary: "Simulate an ACH return",
      description: "The receiving bank returns the ACH entry of the transfer, before or after settlement.",
      body: { schema: AchReturnSchema, example: { code: "R01" } },
      effect: (tx, entry, request) => {
        requireSystem(entry, "ach");
        return simulator.returnEntry(tx, entry.entry, readReturnCode(bodyOf(AchReturnSchema, request)));
      },
    }),
    route(deps, {
      name: "wire-return",
      operationId: "simulateWireReturn",
      summary: "Simulate a wire return",
      description: "The receiving bank returns the wire of the transfer, before or after settlement.",
      body: { schema: WireReturnSchema, example: { code: "AC04" } },
      effect: (tx, entry, request) => {
        requireSystem(entry, "wire");
        return simulator.returnEntry(tx, entry.entry, readWireReason(bodyOf(WireReturnSchema, request)));
      },
    }),
    route(deps, {
      name: "return",
      operationId: "simulateReturn",
      summary: "Simulate a return",
      description:
        "The receiving bank returns the payment of the transfer on any rail, before or after settlement.",
      body: { schema: ReturnSchema, example: { code: "AC03" } },
      effect: (tx, { entry, rail }, request) =>
        simulator.returnEntry(tx, entry, readReason(rail, bodyOf(ReturnSchema, request))),
    }),
    route(deps, {
      name: "reject",
      operationId: "simulateReject",
      summary: "Simulate a rejection",
      description: "The bank rejects the payment of the transfer.",
      effect: (tx, entry) => simulator.rejectEntry(tx, entry.entry, rejected),
    }),
    route(deps, {
      name: "settle",
      operationId: "simulateSettlement",
      summary: "Simulate settlement",
      description: "Settles the payment of the transfer immediately. The bank must already have its entry.",
      effect: (tx, entry) => simulator.settleEntry(tx, entry.entry),
    }),
  ];
}

interface Simulation {
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Undefined if the request has no body. */
  readonly body?: RequestBody;
  readonly effect: Simulate;
}

function route(deps: TransferSimulationDeps, simulation: Simulation): Route {
  const { name, operationId, summary, description, body, effect } = simulation;
  return writeRoute(`POST /accounts/{account_id}/simulations/transfers/{transfer_id}/${name}`, {
    operationId,
    tag: simulationTag,
    summary,
    description: `Testnet only. ${description} The result arrives in the sandbox bank's next file. If the entry is not in a file yet, the response is 409 with \`Retry-After\`.`,
    network: "testnet",
    access: { scope: "simulations:write" },
    ...(body === undefined ? {} : { body }),
    response: {
      status: 202,
      description: "The transfer, not changed yet.",
      schema: TransferSchema,
      example: transferExample,
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const transfer = await requireTransfer(tx, {
        principal: principalOf(request),
        accountId: accountIn(request),
        id: request.params["transfer_id"] ?? "",
      });
      const isDone = await effect(tx, await requireEntry(deps, tx, transfer), request);
      if (!isDone) throw conflict("too late: the bank entry is already final");
      const action = `simulation.${name.replace("-", "_")}`;
      await auditChange(deps, tx, { cause: causeOf(request), action, type: "transfer", of: transfer });
      const related = await lookAround({ ...deps, database: tx }, transfer, [transfer]);
      return { status: 202, body: presentTransfer(transfer, related) };
    },
  });
}

function readReason(rail: BankRail, body: Static<typeof ReturnSchema>): BankReason {
  const { code } = body;
  if (paymentSystemOf(systemOf(rail)).format === "nacha") return readReturnCode({ code: code ?? "R03" });
  if (code?.startsWith("R") === true && code.length < isoCodeLength)
    throw unprocessable(`is a Nacha return code; ${rail} has ISO 20022 return reasons`);
  return readWireReason(body);
}

const isoCodeLength = 4;

function readReturnCode({ code }: Static<typeof AchReturnSchema>): BankReason {
  const known = returnCodeOf(code);
  if (known !== undefined) return { code, text: known.reason };
  throw unprocessable("is not a known Nacha return code");
}

function unprocessable(detail: string): RefusalError {
  return new RefusalError(
    refuse("unprocessable", `/code ${detail}`, { errors: [{ pointer: "/code", detail }] }),
  );
}

function readWireReason({ code = "AC04", reason }: Static<typeof WireReturnSchema>): BankReason {
  return { code, text: reason ?? reasonText(code) ?? code };
}

const rejected: BankReason = { code: "AC03", text: reasonText("AC03") ?? "AC03" };
