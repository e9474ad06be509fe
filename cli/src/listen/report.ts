import type { CommandContext } from "../command-context.ts";
import { plainText } from "../output.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { concernOf } from "./feed-event.ts";
import type { ForwardOutcome } from "./forwarder.ts";
import type { SigningSecret } from "./signing-secret.ts";

/** Output for the user, or for a program, on standard output. */
export interface Report {
  begin(session: ListenSession): void;
  arrived(streamed: StreamedEvent): void;
  done(streamed: StreamedEvent, outcome: ForwardOutcome | undefined): void;
}

export interface ListenSession {
  readonly apiUrl: string;
  readonly accountId: string;
  readonly forwardTo: string | undefined;
  readonly secret: SigningSecret | undefined;
}

/** One line per event as it arrives, and one for the result of forwarding it. */
export function createTextReport({ stdout }: Pick<CommandContext, "stdout">): Report {
  const gap = stdout.terminalWidth === undefined ? "\t" : "  ";
  return {
    begin: ({ secret }) => {
      if (secret !== undefined && !secret.isGiven) stdout.write(`Signing secret: ${secret.text}\n`);
    },
    arrived: ({ event }) => {
      const fields = [event.created, event.type, event.id, concernOf(event)];
      stdout.write(`${fields.map(plainText).join(gap)}\n`);
    },
    done: (_, outcome) => {
      if (outcome !== undefined) stdout.write(`${gap}-> ${plainText(outcomeText(outcome))}\n`);
    },
  };
}

/** One line of JSON at the start, and one per event after it is handled. */
export function createJsonReport({ stdout }: Pick<CommandContext, "stdout">): Report {
  const line = (value: unknown): void => stdout.write(`${JSON.stringify(value)}\n`);
  return {
    begin: ({ apiUrl, accountId, forwardTo, secret }) =>
      line({
        listening: {
          api: apiUrl,
          account_id: accountId,
          forward_to: forwardTo ?? null,
          signing_secret: secret === undefined || secret.isGiven ? null : secret.text,
        },
      }),
    arrived: () => {},
    done: ({ cursor, event }, outcome) =>
      line({ event, cursor, forwarded: outcome === undefined ? null : presentOutcome(outcome) }),
  };
}

function outcomeText(outcome: ForwardOutcome): string {
  const result = outcome.type === "responded" ? String(outcome.status) : outcome.message;
  return `${result} after ${outcome.durationMs} ms`;
}

function presentOutcome(outcome: ForwardOutcome) {
  return outcome.type === "responded"
    ? { status_code: outcome.status, failure_message: null, duration_ms: outcome.durationMs }
    : { status_code: null, failure_message: outcome.message, duration_ms: outcome.durationMs };
}
