import type { OtherMessage } from "./iso-message.ts";
import { valueAt, type XmlElement } from "./xml-element.ts";

// Where message types have their id: group header, case assignment, header, or message.
const idPaths = ["GrpHdr/MsgId", "Assgnmt/Id", "MsgHdr/MsgId", "MsgId/Id", "MsgId/MsgId", "MsgId"];

/** A message that is shown for manual review and not processed. */
export function readOtherMessage(name: string): (element: XmlElement) => OtherMessage {
  return (element) => ({ type: "other", name, messageId: idOf(element) });
}

function idOf(element: XmlElement): string {
  return idPaths.map((path) => valueAt(element, path)).find((id) => id !== undefined) ?? "";
}
