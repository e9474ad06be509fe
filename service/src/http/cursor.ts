import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../kernel/constant-time.ts";

/** Signs and reads opaque positions in a list. A cursor works only for the list and the filters it was made for. */
export interface CursorSigner {
  sign(scope: string, position: string): string;
  /** Undefined when the cursor was not issued here, was changed, or belongs to another list. */
  read(scope: string, cursor: string): string | undefined;
}

const tagBytes = 16;

export function createCursorSigner(key: Buffer): CursorSigner {
  const tagOf = (scope: string, position: string): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([scope, position]))
      .digest()
      .subarray(0, tagBytes);
  return {
    sign: (scope, position) =>
      Buffer.concat([tagOf(scope, position), Buffer.from(position)]).toString("base64url"),
    read: (scope, cursor) => {
      const bytes = Buffer.from(cursor, "base64url");
      if (bytes.length <= tagBytes || bytes.toString("base64url") !== cursor) return undefined;
      const position = bytes.subarray(tagBytes).toString();
      return equalInConstantTime(bytes.subarray(0, tagBytes), tagOf(scope, position)) ? position : undefined;
    },
  };
}
