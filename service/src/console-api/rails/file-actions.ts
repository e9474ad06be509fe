import Type from "typebox";
import {
  BankFileSchema,
  presentBankFile,
  readBankFile,
  requeueBankFile,
  rereadBankFile,
} from "../../admin/index.ts";
import type { ApiRequest } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { showFile, totalsOfFiles } from "../../rails/engine/bank-operations.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, endpoints } from "../console-route.ts";
import { filesPath } from "./file-routes.ts";

const TextSchema = named("BankFileText", Type.Object({ name: Type.String(), text: Type.String() }));

/** Operations on a file: read its text, parse it again, send it again. */
export const fileActionRoutes = endpoints<ConsoleDeps>([
  commandEndpoint(`POST ${filesPath}/{file_id}/text`, {
    operationId: "readBankFile",
    summary: "Get the text of a bank file",
    description: "Includes names and account numbers; access is recorded in the audit log.",
    access: { permission: "rails.decide", isSensitive: true },
    response: { description: "The text.", schema: TextSchema },
    refusals: ["not_found", "unprocessable"],
    handle: (request, deps) => readBankFile(adminFor(deps, request), fileIdOf(request)),
  }),
  commandEndpoint(`POST ${filesPath}/{file_id}/reread`, {
    operationId: "rereadBankFile",
    summary: "Reprocess a quarantined file",
    access: { permission: "rails.decide" },
    response: { description: "The file, queued for processing.", schema: BankFileSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      await rereadBankFile(adminFor(deps, request), fileIdOf(request));
      return respondWith(deps, request);
    },
  }),
  commandEndpoint(`POST ${filesPath}/{file_id}/requeue`, {
    operationId: "requeueBankFile",
    summary: "Send a file to the bank again",
    description: "For a file that the bank never received: same name, same content.",
    access: { permission: "rails.decide", confirmation: "always" },
    response: { description: "The file, queued for sending.", schema: BankFileSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      await requeueBankFile(adminFor(deps, request), fileIdOf(request));
      return respondWith(deps, request);
    },
  }),
]);

async function respondWith({ database }: ConsoleDeps, request: ApiRequest) {
  const { file } = await showFile(database, fileIdOf(request));
  const [total] = await totalsOfFiles(database, [file.id]);
  return presentBankFile(file, total);
}

function fileIdOf({ params }: ApiRequest): string {
  return params["file_id"] ?? "";
}
