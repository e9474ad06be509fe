import { join } from "node:path";
import { expect } from "vitest";
import { statement } from "../src/db/statement.ts";
import { type ApiResponse, type RequestOptions, startTestApi, type TestApi, type TestClient } from "./api.ts";
import { makeDataFolder } from "./data-folder.ts";
import { formType, pathsBelow } from "./documents.ts";

/** The whole service, with an application on mainnet that uploads documents, and access to what is stored. */
export interface DocumentApi {
  readonly api: TestApi;
  readonly client: TestClient;
  /** Folder of the documents. */
  readonly folder: string;
  send(rawBody: string | Uint8Array<ArrayBuffer>, options?: SendOptions): Promise<ApiResponse>;
  /** Text is sent unchanged. */
  sendJson(body: unknown): Promise<ApiResponse>;
  rows(): Promise<readonly DocumentRow[]>;
  paths(): Promise<readonly string[]>;
  /** Expects that each row has its file, each file has its row, and nothing else is stored. */
  expectNothingLost(): Promise<void>;
  stop(): Promise<void>;
}

export interface SendOptions extends Pick<RequestOptions, "token" | "idempotencyKey"> {
  readonly type?: string;
}

export interface DocumentRow {
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly sizeBytes: bigint;
}

export async function openDocumentApi(
  environment: Readonly<Record<string, string>> = {},
): Promise<DocumentApi> {
  const dataFolder = await makeDataFolder();
  const folder = join(dataFolder.path, "documents");
  const api = await startTestApi({ environment: { DATA_DIR: dataFolder.path, ...environment } });
  const client = await api.createClient({ network: "mainnet" });
  const send: DocumentApi["send"] = (rawBody, { type = formType, ...options } = {}) =>
    api.request("POST", "/documents", {
      token: client.token,
      rawBody,
      headers: { "content-type": type },
      ...options,
    });
  const rows = (): Promise<readonly DocumentRow[]> => api.database.rows(selectDocuments);
  const paths = (): Promise<readonly string[]> => pathsBelow(folder);
  return {
    api,
    client,
    folder,
    send,
    sendJson: (body) =>
      send(typeof body === "string" ? body : JSON.stringify(body), { type: "application/json" }),
    rows,
    paths,
    expectNothingLost: async () =>
      expect(await paths()).toEqual((await rows()).map(({ storageKey }) => storageKey).sort()),
    stop: async () => {
      await api.stop();
      await dataFolder[Symbol.asyncDispose]();
    },
  };
}

const selectDocuments = statement<DocumentRow>(
  "SELECT storage_key, sha256, size_bytes FROM documents ORDER BY id",
);
