import { statusWords } from "../../kit/status-tone.ts";

/** How the console says what files are. */
export const directionWords = { out: "To the bank", in: "From the bank" } as const;

const formats: Readonly<Record<string, string>> = { ach: "Nacha (ACH)", xml: "ISO 20022" };

export function formatWords(format: string): string {
  return formats[format] ?? format;
}

/** What a line of a file is about. */
export function kindWords(kind: string): string {
  return statusWords(kind);
}

const unit = 1024;

export function sizeWords(bytes: number): string {
  return bytes < unit ? `${bytes} B` : `${Math.ceil(bytes / unit)} KB`;
}

/** A file in quarantine waits for a person; one that is stored waits for a node. */
export const stateTones = {
  stored: "moving",
  sent: "good",
  read: "good",
  quarantined: "bad",
  duplicate: "neutral",
} as const;
