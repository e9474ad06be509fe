import type { NachaBatch } from "./nacha-file.ts";

/** An IAT batch, or the corrections of one: their entries have a different layout. */
export function isInternational(batch: Pick<NachaBatch, "sec" | "companyName">): boolean {
  return batch.sec === "IAT" || (batch.sec === "COR" && batch.companyName === "IATCOR");
}
