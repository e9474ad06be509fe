import { Compile } from "typebox/compile";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Report, ReportRequest } from "./report.ts";

/** Parameters of a report from another source than the query of its endpoint; refused at the name of the first bad one. */
export function readParameters(
  { name, parameters }: Report,
  given: ReportRequest["parameters"],
  pointer = "",
): void {
  const refused = (key: string, detail: string): RefusalError =>
    new RefusalError(
      refuse("validation_failed", `${key} ${detail}`, { errors: [{ pointer: `${pointer}/${key}`, detail }] }),
    );
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(parameters.properties, key));
  if (unknown !== undefined) throw refused(unknown, `is not a parameter of ${name}`);
  const missing = (parameters.required ?? []).find((key) => given[key] === undefined);
  if (missing !== undefined) throw refused(missing, `is required by ${name}`);
  const [error] = Compile(parameters).Errors(given);
  if (error !== undefined) throw refused(error.instancePath.slice(1), error.message);
}
