import { partyShapes } from "./party-shapes.ts";
import { sequence } from "./shape.ts";
import { identifier, moment } from "./values.ts";

// Messages for manual review: checked just enough to confirm the message type.

const { anyParty, agent } = partyShapes(8);
const assignment = sequence("Id Assgnr Assgne CreDtTm", {
  Id: identifier(35),
  Assgnr: anyParty,
  Assgne: anyParty,
  CreDtTm: moment,
});

/** camt.056.001.08: request to cancel (recall) a payment. */
export const recallShape = sequence("Assgnmt Case? CtrlData? Undrlyg+ SplmtryData*", { Assgnmt: assignment });

/** camt.029.001.09: resolution of that request. */
export const recallReplyShape = sequence(
  "Assgnmt RslvdCase? Sts CxlDtls* ModDtls? ClmNonRctDtls? StmtDtls? CrrctnTx? RsltnRltdInf? SplmtryData*",
  { Assgnmt: assignment },
);

/** pacs.028.001.03: request for the status of a payment. */
export const statusRequestShape = sequence("GrpHdr OrgnlGrpInf* TxInf* SplmtryData*", {
  GrpHdr: sequence("MsgId CreDtTm InstgAgt? InstdAgt?", {
    MsgId: identifier(35),
    CreDtTm: moment,
    InstgAgt: agent,
    InstdAgt: agent,
  }),
});
