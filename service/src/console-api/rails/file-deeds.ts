import Type from "typebox";
import { readBankFile, requeueBankFile, rereadBankFile } from "../../admin/index.ts";
import type { ApiRequest, Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { showFile, totalsOfFiles } from "../../rails/work/bank-desk.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleTag } from "../console-tag.ts";
import { BankFileSchema, presentFile } from "./file-answer.ts";
import { filesPath } from "./file-routes.ts";

/** What a person does with a file: look at its text, have it read again, have it handed over again. */
export function fileDeedRoutes(deps: ConsoleDeps): readonly Route[] {
  return [textRoute(deps), rereadRoute(deps), requeueRoute(deps)];
}

const TextSchema = named("BankFileText", Type.Object({ name: Type.String(), text: Type.String() }));

function textRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${filesPath}/{file_id}/text`,
    operationId: "readBankFile",
    tag: consoleTag,
    summary: "Show a file as the bank has it",
    description: "With names and account numbers, so it is kept who has looked.",
    access: { permission: "rails.decide", isSensitive: true },
    answers: { 200: { description: "The text.", schema: TextSchema } },
    refusals: ["not_found", "unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { name, text } = await readBankFile(adminFor(deps, request), fileIdOf(request));
        return { status: 200, body: { name, text } };
      },
    },
  };
}

function rereadRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${filesPath}/{file_id}/reread`,
    operationId: "rereadBankFile",
    tag: consoleTag,
    summary: "Have a file in quarantine read again",
    access: { permission: "rails.decide" },
    answers: { 200: { description: "The file, which waits to be read.", schema: BankFileSchema } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        await rereadBankFile(adminFor(deps, request), fileIdOf(request));
        return answerWith(deps, request);
      },
    },
  };
}

function requeueRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${filesPath}/{file_id}/requeue`,
    operationId: "requeueBankFile",
    tag: consoleTag,
    summary: "Have a sent file handed to the bank again",
    description: "For a file that the bank never got: the same name and the same bytes.",
    access: { permission: "rails.decide", isSensitive: true },
    answers: { 200: { description: "The file, which waits to be sent.", schema: BankFileSchema } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        await requeueBankFile(adminFor(deps, request), fileIdOf(request));
        return answerWith(deps, request);
      },
    },
  };
}

async function answerWith({ database }: ConsoleDeps, request: ApiRequest) {
  const { file } = await showFile(database, fileIdOf(request));
  const [total] = await totalsOfFiles(database, [file.id]);
  return { status: 200, body: presentFile(file, total) };
}

function fileIdOf({ params }: ApiRequest): string {
  return params["file_id"] ?? "";
}
