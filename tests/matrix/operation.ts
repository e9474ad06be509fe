import { consolePath, workspacePath } from "../../service/src/console-api/console-route.ts";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { Network } from "../../service/src/kernel/id.ts";

/** A console API operation. */
export interface Operation {
  readonly method: string;
  /** With parameters in braces. */
  readonly template: string;
  readonly permission: string;
  readonly isSensitive: boolean;
  /** Where the user confirms the request itself. */
  readonly confirmation: "always" | "mainnet" | undefined;
  /** Its network, if it does not exist in both. */
  readonly network: Network | undefined;
  readonly isInWorkspace: boolean;
  /** A read that needs a body. */
  readonly changesNothing: boolean;
}

/** Every operation in the document. */
export function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const operation = described as Readonly<Record<string, unknown>>;
      return {
        method: method.toUpperCase(),
        template,
        permission: String(operation["x-permission"]),
        isSensitive: operation["x-sensitive"] === true,
        confirmation: operation["x-confirmation"] as Operation["confirmation"],
        network: operation["x-network"] as Network | undefined,
        isInWorkspace: template.startsWith(workspacePath),
        changesNothing: method === "get" || operation["x-effect"] === "none",
      };
    }),
  );
}

/** As written in the table: `POST /freezes`. */
export function nameOf({ method, template }: Operation): string {
  return `${method} ${template.slice(consolePath.length)}`;
}
