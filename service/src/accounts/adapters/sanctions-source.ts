import type { SanctionsSource } from "../screening/sanctions-list.ts";
import { createDemoSanctionsSource } from "./demo-sanctions-list.ts";
import { createListFilesSource } from "./list-files.ts";

/** The operator's list; otherwise fictional names. Production does not start without a list. */
export function createSanctionsSource({
  listFolder,
}: {
  readonly listFolder: string | undefined;
}): SanctionsSource {
  return listFolder === undefined ? createDemoSanctionsSource() : createListFilesSource(listFolder);
}
