import { shortId } from "../../kit/short-id.ts";
import { statusWords } from "../../kit/status-tone.ts";
import type { TransferTimeline } from "./transfer.ts";

type State = Extract<TransferTimeline["entries"][number], { readonly type: "state" }>;

const steps: Readonly<Record<string, string>> = {
  held: "Waits for a person: an end is on the sanctions list",
  awaiting: "Waits for a wire",
  collecting: "The bank collects the money",
  taking: "The source's chain takes the tokens",
  moving: "The chain moves the tokens",
  giving: "The destination's chain gives the tokens",
  paying: "The bank pays out",
  restoring: "Tokens go back to the source",
  stranded: "Tokens cannot go back yet",
};

/** What a transfer did when it came to this state. */
export function stepWords(status: State["status"], step: string | null): string {
  switch (status) {
    case "pending":
      return steps[step ?? ""] ?? "Accepted";
    case "complete":
      return "Complete";
    case "canceled":
      return "Canceled";
    case "failed":
      return steps[step ?? ""] ?? "Failed";
  }
}

const actions: Readonly<Record<string, string>> = {
  "transfer.release": "Released",
  "transfer.reject": "Rejected",
  "transfer.request_release": "Release asked for: a second person is needed",
  "transfer.approve_release": "Release approved by a second person",
  "transfer.withdraw_release": "Release withdrawn",
  "transfer.restore": "Told to give the tokens back again",
};

export function actionWords(action: string): string {
  return actions[action] ?? statusWords(action);
}

/** Who did it, as far as it is told. */
export function actorWords({ type, id, name }: State["by"]): string {
  switch (type) {
    case "application":
      return `application ${shortId(id ?? "")}`;
    case "person":
      return name ?? `person ${shortId(id ?? "")}`;
    case "operator":
      return name === null ? "an operator" : `${name}, at the command line`;
    case "system":
      return "the service";
  }
}

const sendingMs = 10_000;

/** For how long an event may still be without deliveries, though somebody wants it. */
export function freshMsOf(at: string, now: number): number {
  return Math.max(0, Date.parse(at) + sendingMs - now);
}

export function noDeliveriesWords(at: string, now: number): string {
  return freshMsOf(at, now) > 0 ? "Not sent yet" : "No webhook was subscribed to it.";
}
