import Type, { type Static } from "typebox";
import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import {
  type ApiRequest,
  bodyOf,
  causeOf,
  principalOf,
  type RequestBody,
  type Route,
} from "../../http/route.ts";
import { inWords, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/simulation-tag.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankSimulator } from "../../rails/bank-simulator.ts";
import type { BankReason, BankWork } from "../../rails/bank-work.ts";
import { reasonText } from "../../rails/iso20022/reason-codes.ts";
import { returnCodeOf } from "../../rails/nacha/return-codes.ts";
import { lookAround, type ReadTransfersDeps, requireTransfer } from "../read-transfers.ts";
import { presentTransfer, TransferSchema } from "../transfer-answer.ts";
import { transferExample } from "../transfer-examples.ts";
import { conflict, requireEntry, requireSystem, type TransferEntry } from "./simulated-entry.ts";

export interface TransferSimulationDeps extends AuditDeps, Omit<ReadTransfersDeps, "database"> {
  readonly bankWork: Pick<BankWork, "progress">;
  readonly simulator: BankSimulator;
}

const AchReturnSchema = strictObject({
  code: Type.String({
    pattern: "^R[0-9]{2}$",
    ...inWords("a return code such as R01"),
    description: "The Nacha return code.",
    examples: ["R01"],
  }),
});

const maxReasonLength = 105;
const WireReturnSchema = strictObject({
  code: Type.Optional(
    Type.String({
      pattern: "^[A-Z0-9]{4}$",
      ...inWords("an ISO 20022 return reason such as AC04"),
      description: "The return reason; `AC04`, a closed account, when left out.",
      examples: ["AC04"],
    }),
  ),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: maxReasonLength })),
});

/** What happens to the entry of a transfer; false where it is too late. */
type Deed = (tx: Transaction, entry: TransferEntry, request: ApiRequest) => Promise<boolean>;

export function transferSimulationRoutes(deps: TransferSimulationDeps): readonly Route[] {
  const { simulator } = deps;
  return [
    route(deps, {
      name: "ach-return",
      operationId: "simulateAchReturn",
      summary: "Simulate an ACH return",
      description: "The other bank returns the ACH entry of the transfer, also after it has settled.",
      body: { schema: AchReturnSchema, example: { code: "R01" } },
      deed: (tx, entry, request) => {
        requireSystem(entry, "ach");
        return simulator.returnEntry(tx, entry.entry, readReturnCode(bodyOf(AchReturnSchema, request)));
      },
    }),
    route(deps, {
      name: "wire-return",
      operationId: "simulateWireReturn",
      summary: "Simulate a wire return",
      description: "The other bank returns the wire of the transfer, also after it has settled.",
      body: { schema: WireReturnSchema, example: { code: "AC04" } },
      deed: (tx, entry, request) => {
        requireSystem(entry, "wire");
        return simulator.returnEntry(tx, entry.entry, readWireReason(bodyOf(WireReturnSchema, request)));
      },
    }),
    route(deps, {
      name: "reject",
      operationId: "simulateReject",
      summary: "Simulate a rejection",
      description: "The bank does not take the payment of the transfer.",
      deed: (tx, entry) => simulator.rejectEntry(tx, entry.entry, rejected),
    }),
    route(deps, {
      name: "settle",
      operationId: "simulateSettlement",
      summary: "Simulate the settlement",
      description:
        "The payment of the transfer settles now, without waiting for its time; the bank must have its entry.",
      deed: (tx, entry) => simulator.settleEntry(tx, entry.entry),
    }),
  ];
}

interface Simulation {
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Undefined where there is nothing to say. */
  readonly body?: RequestBody;
  readonly deed: Deed;
}

function route(deps: TransferSimulationDeps, simulation: Simulation): Route {
  const { name, operationId, summary, description, body, deed } = simulation;
  return {
    method: "POST",
    path: `/accounts/{account_id}/simulations/transfers/{transfer_id}/${name}`,
    operationId,
    tag: simulationTag,
    summary,
    description: `Testnet only. ${description} The sandbox bank says so in its next file, which is read a moment later.`,
    network: "testnet",
    access: { scope: "simulations:write" },
    ...(body === undefined ? {} : { body }),
    answers: {
      202: { description: "The transfer, as it still is.", schema: TransferSchema, example: transferExample },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const transfer = await requireTransfer(tx, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          id: request.params["transfer_id"] ?? "",
        });
        const isDone = await deed(tx, await requireEntry(deps, tx, transfer), request);
        if (!isDone) throw conflict("it is too late for that: the bank has ended the entry in another way");
        const subject = { type: "transfer", id: transfer.id };
        const action = `simulation.${name.replace("-", "_")}`;
        const { accountId } = transfer;
        await recordAudit(deps, tx, transfer, [{ cause: causeOf(request), action, subject, accountId }]);
        const around = await lookAround({ ...deps, database: tx }, transfer, [transfer]);
        return { status: 202, body: presentTransfer(transfer, around) };
      },
    },
  };
}

function readReturnCode({ code }: Static<typeof AchReturnSchema>): BankReason {
  const known = returnCodeOf(code);
  if (known !== undefined) return { code, text: known.reason };
  const detail = "is no return code that there is";
  throw new RefusalError(
    refuse("unprocessable", `/code ${detail}`, { errors: [{ pointer: "/code", detail }] }),
  );
}

function readWireReason({ code = "AC04", reason }: Static<typeof WireReturnSchema>): BankReason {
  return { code, text: reason ?? reasonText(code) ?? code };
}

const rejected: BankReason = { code: "AC03", text: reasonText("AC03") ?? "AC03" };
