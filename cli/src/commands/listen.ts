import { type Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import type { ListenInput } from "../listen/listen.ts";
import { type JsonChoice, jsonOption } from "../output.ts";
import { profileOption } from "../profiles/profile-option.ts";

interface ListenOptions extends JsonChoice {
  readonly forwardTo?: string;
  readonly account?: string;
  readonly events: readonly string[];
  readonly fromBeginning: boolean;
  readonly sinceCursor?: string;
  readonly api?: string;
  readonly profile?: string;
  readonly skipVerify: boolean;
}

export function addListenCommand(program: Command, context: CommandContext): void {
  program
    .command("listen")
    .description("Stream events, and optionally forward them to a local webhook endpoint, until ^C")
    .option("--forward-to <url>", "Send each event as a webhook to this URL, such as localhost:4000/webhooks")
    .option("--account <id>", "Account to listen to (default: the application's account)")
    .addOption(
      new Option("--events <types>", "Event types, such as transfer.*,payment.completed")
        .argParser(readPatterns)
        .default([]),
    )
    .addOption(
      new Option("--from-beginning", "Start with the first event").default(false).conflicts("sinceCursor"),
    )
    .option("--since-cursor <cursor>", "Start after this cursor, as printed by an earlier listen")
    .option("--api <url>", "API URL (default: FLORIN_API, or http://127.0.0.1:8080)")
    .addOption(profileOption())
    .option("--skip-verify", "Skip TLS certificate verification when forwarding", false)
    .addOption(jsonOption())
    .action((options: ListenOptions) => listen(context, options));
}

/** Loaded on demand, so that other commands start faster. */
async function listen(context: CommandContext, options: ListenOptions): Promise<void> {
  const { listen: listenUntilInterrupted } = await import("../listen/listen.ts");
  await listenUntilInterrupted(context, inputOf(options));
}

function inputOf(options: ListenOptions): ListenInput {
  const { sinceCursor, fromBeginning } = options;
  return {
    apiUrl: options.api,
    profile: options.profile,
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
      "Use comma-separated event types or families, such as transfer.*,payment.completed.",
    );
  }
  return patterns;
}
