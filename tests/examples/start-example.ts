import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createFlorin, type Florin } from "@florin/sdk";
import { eventually } from "../../service/test/eventually.ts";
import { freePort } from "../../service/test/free-port.ts";
import { demoAccountOf } from "../guides/demo-account.ts";
import { startService } from "../guides/start-service.ts";

/** A service, and examples that use its demo account. */
export interface ExampleService {
  readonly dataFolder: string;
  readonly florin: Florin<"testnet">;
  readonly account_id: string;
  /** An example as its README starts it, with further settings. */
  startExample(argv: readonly string[], settings?: Settings): Promise<Example>;
  stop(): Promise<void>;
}

type Settings = (port: string) => Readonly<Record<string, string>>;

interface Example {
  readonly url: string;
  /** Everything printed so far. */
  output(): string;
  untilPrinted(text: string): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const checkout = join(import.meta.dirname, "../..");

export async function startExampleService(): Promise<ExampleService> {
  const service = await startService();
  const running = new Set<ChildProcess>();
  const { account_id, ...credentials } = await demoAccountOf(service);
  const environment = {
    FLORIN_API: service.baseUrl,
    FLORIN_CLIENT_ID: credentials.clientId,
    FLORIN_CLIENT_SECRET: credentials.clientSecret,
    FLORIN_ACCOUNT_ID: account_id,
  };
  return {
    dataFolder: service.dataFolder,
    florin: createFlorin({ network: "testnet", baseUrl: service.baseUrl, credentials }),
    account_id,
    startExample: async (argv, settings = () => ({})) => {
      const port = String(await freePort());
      const child = spawn(process.execPath, ["--import", "tsx", ...argv], {
        cwd: checkout,
        env: { PATH: process.env["PATH"], ...environment, PORT: port, ...settings(port) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      running.add(child);
      return exampleOf(child, port);
    },
    stop: async () => {
      for (const child of running) child.kill("SIGKILL");
      await service.stop();
    },
  };
}

function exampleOf(child: ChildProcess, port: string): Example {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  // Once its output is complete, too.
  const ended = once(child, "close").then(([exitCode]: (number | null)[]) => exitCode ?? null);
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => printed,
    untilPrinted: (text) =>
      eventually(() => {
        if (!printed.includes(text))
          throw new Error(`the example has not printed "${text}" yet:\n${printed}`);
      }),
    ended,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
