import type { OtherMessage } from "./iso-message.ts";
import { valueAt, type XmlElement } from "./xml-element.ts";

// Where the kinds that there are keep their id: a group header, an assignment of a case, a header, or the message.
const idPaths = ["GrpHdr/MsgId", "Assgnmt/Id", "MsgHdr/MsgId", "MsgId/Id", "MsgId/MsgId", "MsgId"];

/** A message that is shown to a person, and not acted upon. */
export function readOtherMessage(name: string): (element: XmlElement) => OtherMessage {
  return (element) => ({ type: "other", name, messageId: idOf(element) });
}

function idOf(element: XmlElement): string {
  return idPaths.map((path) => valueAt(element, path)).find((id) => id !== undefined) ?? "";
}
