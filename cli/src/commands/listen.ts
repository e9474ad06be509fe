import { type Command, InvalidArgumentError, Option } from "commander";
import type { ListenWish } from "../listen/listen.ts";
import { type JsonChoice, jsonOption } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface ListenOptions extends JsonChoice {
  readonly forwardTo?: string;
  readonly account?: string;
  readonly events: readonly string[];
  readonly fromBeginning: boolean;
  readonly sinceCursor?: string;
  readonly api?: string;
  readonly skipVerify: boolean;
}

export function addListenCommand(program: Command, surroundings: Surroundings): void {
  program
    .command("listen")
    .description("show events as they happen, and forward them to a program on this machine, until ^C")
    .option("--forward-to <url>", "post each event there as a webhook, such as localhost:4000/webhooks")
    .option("--account <id>", "the events of this account; else those of the application's own")
    .addOption(
      new Option("--events <types>", "only these, such as transfer.*,payment.completed")
        .argParser(readPatterns)
        .default([]),
    )
    .addOption(
      new Option("--from-beginning", "all events that there are, and then those that come")
        .default(false)
        .conflicts("sinceCursor"),
    )
    .option("--since-cursor <cursor>", "what came after this place, as a listener told it at its end")
    .option("--api <url>", "where the API is; else FLORIN_API, or http://127.0.0.1:8080")
    .option("--skip-verify", "forward to https whatever its certificate is", false)
    .addOption(jsonOption())
    .action((options: ListenOptions) => listen(surroundings, options));
}

/** What it needs is loaded only here, so that no other command waits for it. */
async function listen(surroundings: Surroundings, options: ListenOptions): Promise<void> {
  const { listen: listenUntilInterrupted } = await import("../listen/listen.ts");
  await listenUntilInterrupted(surroundings, wishOf(options));
}

function wishOf(options: ListenOptions): ListenWish {
  const { sinceCursor, fromBeginning } = options;
  return {
    apiUrl: options.api,
    accountId: options.account,
    patterns: options.events,
    start:
      sinceCursor === undefined
        ? { from: fromBeginning ? "beginning" : "now" }
        : { from: "cursor", cursor: sinceCursor },
    forwardTo: options.forwardTo,
    isVerified: !options.skipVerify,
    asJson: options.json,
  };
}

const pattern = /^[a-z_]+(?:\.[a-z_]+)*(?:\.\*)?$/;

function readPatterns(text: string): readonly string[] {
  const patterns = text.split(",").map((part) => part.trim());
  if (!patterns.every((part) => pattern.test(part))) {
    throw new InvalidArgumentError(
      "Write types and families with commas between them: transfer.*,payment.completed",
    );
  }
  return patterns;
}
