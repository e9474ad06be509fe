import { statusWords } from "../../kit/status-tone.ts";

/** Display names of bank file properties. */
export const directionWords = { out: "To bank", in: "From bank" } as const;

const formats: Readonly<Record<string, string>> = { ach: "Nacha (ACH)", xml: "ISO 20022" };

export function formatWords(format: string): string {
  return formats[format] ?? format;
}

/** Display name of a record or exception type. */
export function kindWords(kind: string): string {
  return statusWords(kind);
}

const unit = 1024;

export function sizeWords(bytes: number): string {
  return bytes < unit ? `${bytes} B` : `${Math.ceil(bytes / unit)} KB`;
}

/** A quarantined file needs manual action; a stored file waits for a worker. */
export const stateTones = {
  stored: "moving",
  sent: "good",
  read: "good",
  quarantined: "bad",
  duplicate: "neutral",
} as const;
