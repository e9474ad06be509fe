import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Received, type Script, sendError, startLoopback } from "./loopback.ts";
import { vectors } from "./vectors.ts";

const run = promisify(execFile);
const sdk = join(import.meta.dirname, "..");
const compiler = join(sdk, "../node_modules/typescript/bin/tsc");
const [{ body, headers, secrets, timestamp }] = vectors;

let folder = "";
let installed = "";

// The compiler is slow to start on a busy machine.
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "florin-sdk-")));
  installed = join(folder, "node_modules/@florin/sdk");
  await mkdir(installed, { recursive: true });
  await cp(join(sdk, "package.json"), join(installed, "package.json"));
  const settings = join(sdk, "tsconfig.build.json");
  await run(process.execPath, [compiler, "-p", settings, "--outDir", join(installed, "dist")]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("the built package verifies with nothing but Node", async () => {
  const program = join(folder, "receiver.mjs");
  const given = JSON.stringify({ body, headers, secrets, timestamp });
  await writeFile(
    program,
    `import { verifyWebhook } from "@florin/sdk";
    const { body, headers, secrets, timestamp } = ${given};
    const clock = { now: () => timestamp * 1000 };
    process.stdout.write(JSON.stringify(verifyWebhook(body, headers, secrets, { clock })));`,
  );
  const { stdout } = await run(process.execPath, [program], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
});

const strict = [
  "--noEmit",
  "--strict",
  "--exactOptionalPropertyTypes",
  "--target",
  "es2022",
  "--module",
  "nodenext",
];
/** Of an edge runtime: the types of Node are not installed. */
const platform = ["--lib", "es2023,dom,dom.iterable,dom.asynciterable"];

test("its types need no other package, and reject what would fail", async () => {
  /** The lines with errors of each program, all compiled at once. */
  const compile = async (programs: Readonly<Record<string, readonly string[]>>): Promise<string[]> => {
    const head = `import { type Api, createFlorin, type Florin } from "@florin/sdk";
      declare const testnet: Florin<"testnet">; declare const mainnet: Florin<"mainnet">;`;
    const files = Object.entries(programs).map(async ([name, lines]) => {
      const file = join(folder, `${name}.mts`);
      await writeFile(file, [head, ...lines].join("\n"));
      return file;
    });
    const settings = [compiler, ...strict, ...platform, ...(await Promise.all(files))];
    const errors = await run(process.execPath, settings, { cwd: folder }).then(
      () => "",
      (error: { readonly stdout: string }) => error.stdout,
    );
    return [...errors.matchAll(/^(?!\s)(.+?)(?:,\d+\))?: error TS/gm)].map(([, place = ""]) => place);
  };
  const account = `account_id: "01A"`;
  const good = [
    `const florin: Florin<"testnet"> = createFlorin({ network: "testnet", baseUrl: "https://florin.example.com",
      credentials: { clientId: "", clientSecret: "" }, hooks: { onRetry: ({ delayMs }) => delayMs.toFixed() } });`,
    `for await (const { status } of florin.transfers.list({ ${account}, page: { size: 2 } })) status satisfies string;`,
    `const transfer: Api.Transfer = await florin.transfers.waitUntilFinal({ ${account}, transfer_id: "01T" });`,
    `for await (const { cursor } of florin.events.stream({ ${account} })) cursor satisfies string;`,
    `await florin.simulations.setClock({ mode: "calendar" }, { idempotencyKey: transfer.id });`,
  ];
  const bad = [
    "await mainnet.simulations.getClock();",
    `const mixed: Florin<"mainnet"> = testnet;`,
    `await testnet.transfers.get({ ${account} });`,
    `await testnet.transfers.list({ ${account}, status: "unknown" });`,
    `await testnet.accounts.get({ ${account} }, { idempotencyKey: "k" });`,
  ];
  expect(await compile({ good, bad })).toEqual([3, 4, 5, 6, 7].map((line) => `bad.mts(${line}`));
});

const maxBytes = 20_000;

const bundle = (settings: BuildOptions) =>
  build({
    entryPoints: [join(installed, "dist/index.js")],
    bundle: true,
    minify: true,
    platform: "browser",
    ...settings,
    metafile: true,
    write: false,
  });

test("minified and compressed it is under 20 kB, and it imports no module of any runtime", async () => {
  const { outputFiles, metafile } = await bundle({ format: "esm" });
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(maxBytes);
});

/** Of the Minimum Common Web API, which edge runtimes have, as far as a client needs any. */
const { fetch, crypto, URL, URLSearchParams, Headers, FormData, Blob, AbortController, AbortSignal } =
  globalThis;
const { TextEncoder, TextDecoder, TextDecoderStream, atob, btoa, setTimeout, clearTimeout } = globalThis;
const edgeGlobals = {
  fetch,
  crypto,
  URL,
  URLSearchParams,
  Headers,
  FormData,
  Blob,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  TextDecoderStream,
  atob,
  btoa,
  setTimeout,
  clearTimeout,
};

test("it works with the globals of an edge runtime alone", async () => {
  await using server = await startLoopback(scriptOf());
  const { outputFiles } = await bundle({ format: "iife", globalName: "sdk" });
  const given = JSON.stringify({ body, headers, secrets, timestamp });
  const program = `${outputFiles[0]?.text}
    (async () => {
      const curve = { name: "ECDSA", namedCurve: "P-256" };
      const dpopKey = await crypto.subtle.generateKey(curve, false, ["sign", "verify"]);
      const credentials = { clientId: "app", clientSecret: "secret" };
      const florin = sdk.createFlorin({ network: "testnet", baseUrl: "${server.baseUrl}", credentials, dpopKey });
      const ids = [];
      for await (const { id } of florin.transfers.list({ account_id: "01ACCOUNT" })) ids.push(id);
      const { body, headers, secrets, timestamp } = ${given};
      const clock = { now: () => timestamp * 1000 };
      const event = await sdk.verifyWebhookAsync(body, headers, secrets, { clock });
      return JSON.stringify({ ids, event });
    })()`;
  const result: string = await runInNewContext(program, { ...edgeGlobals });
  expect(JSON.parse(result)).toEqual({ ids: ["3", "2", "1"], event: JSON.parse(body) });
  expect(server.tokenProofs).toHaveLength(1);
});

interface Runtime {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Found on the PATH, or by a variable. */
const runtimes: readonly Runtime[] = [
  { name: "Node", program: process.execPath, args: [] },
  { name: "Bun", program: process.env["FLORIN_BUN"] ?? "bun", args: ["run"] },
  {
    name: "Deno",
    program: process.env["FLORIN_DENO"] ?? "deno",
    args: ["run", "--allow-net", "--allow-read"],
  },
];

describe.each(runtimes)("on $name", ({ program, args }) => {
  const isInstalled = spawnSync(program, ["--version"]).status === 0;

  test.skipIf(!isInstalled)("all flows work (where it is installed)", async () => {
    await using server = await startLoopback(scriptOf());
    const module = pathToFileURL(join(installed, "dist/index.js")).href;
    const given = JSON.stringify({ body, headers, secrets, timestamp });
    const flows = join(sdk, "test/flows.mjs");
    const { stdout } = await run(program, [...args, flows, module, server.baseUrl, given], { cwd: folder });
    const event = JSON.parse(body);
    expect(JSON.parse(stdout)).toEqual({
      created: { id: "01TRANSFER", status: "canceled" },
      ids: ["3", "2", "1"],
      staged: { id: "01DOCUMENT" },
      rejection: [true, "01REQUEST"],
      sequences: [1, 2, 3],
      final: "complete",
      aborted: "no longer needed",
      events: [event, event],
    });
    const cancels = server.requests.filter(({ path }) => path.endsWith("/cancel"));
    expect(cancels.map((request) => request.headers["idempotency-key"])).toEqual(["order-7", "order-7"]);
    expect(server.tokenRequests).toHaveLength(1);
  });
});

/** One failure of each kind, then success. */
function scriptOf(): Script {
  let cancels = 0;
  let reads = 0;
  return (request, response) => {
    const { path } = request;
    if (path.endsWith("/cancel")) {
      cancels += 1;
      return cancels === 1 ? void response.destroy() : { id: "01TRANSFER", status: "canceled" };
    }
    if (path === "/documents") return { id: request.body.includes("%PDF-1.4") ? "01DOCUMENT" : "" };
    if (path.startsWith("/accounts/missing")) return sendError(response, 404, "not_found");
    if (path.endsWith("/transfers")) return pageOf([{ id: "3" }, { id: "2" }], "n1");
    if (path.includes("/transfers?")) return pageOf([{ id: "1" }], null);
    if (path.includes("/events")) return stream(request, response);
    reads += 1;
    return { status: reads < 3 ? "pending" : "complete" };
  };
}

function pageOf(transfers: readonly object[], next: string | null): object {
  return { transfers, pagination: { page_size: 25, next, prev: null } };
}

/** One event for each connection, which then breaks. */
function stream({ headers: sent }: Received, response: Parameters<Script>[1]): undefined {
  const sequence = Number(sent["last-event-id"] ?? 0) + 1;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`retry: 1\nid: ${sequence - 1}\n\nid: ${sequence}\ndata: {"sequence":${sequence}}\n\n`, () =>
    response.end(),
  );
}
