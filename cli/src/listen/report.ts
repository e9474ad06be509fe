import { plainText } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { concernOf } from "./feed-event.ts";
import type { ForwardOutcome } from "./forwarder.ts";
import type { SigningSecret } from "./signing-secret.ts";

/** What the person, or a program, is told on standard output. */
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

/** A line for each event as soon as it is there, and one for what came of forwarding it. */
export function createTextReport({ stdout }: Pick<Surroundings, "stdout">): Report {
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

/** A line of JSON at the beginning, and one for each event when everything was done with it. */
export function createJsonReport({ stdout }: Pick<Surroundings, "stdout">): Report {
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
  const what = outcome.type === "answered" ? String(outcome.status) : outcome.message;
  return `${what} after ${outcome.durationMs} ms`;
}

function presentOutcome(outcome: ForwardOutcome) {
  return outcome.type === "answered"
    ? { status_code: outcome.status, failure_message: null, duration_ms: outcome.durationMs }
    : { status_code: null, failure_message: outcome.message, duration_ms: outcome.durationMs };
}
