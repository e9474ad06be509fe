/** Columns of a field: 1-based, inclusive. A Nacha record has 94 columns. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

export const recordWidth = 94;
/** Records per block. */
export const blockSize = 10;

export const fileHeaderColumns = {
  priority: columns(2, 3),
  destination: columns(4, 13),
  origin: columns(14, 23),
  createdOn: columns(24, 29),
  createdAt: columns(30, 33),
  modifier: columns(34, 34),
  recordSize: columns(35, 37),
  blockingFactor: columns(38, 39),
  format: columns(40, 40),
  destinationName: columns(41, 63),
  originName: columns(64, 86),
  referenceCode: columns(87, 94),
} as const;

/** Fields of the file header that have the same value in every file. */
export const fileHeaderConstants = [
  { columns: fileHeaderColumns.priority, value: "01" },
  { columns: fileHeaderColumns.recordSize, value: "094" },
  { columns: fileHeaderColumns.blockingFactor, value: "10" },
  { columns: fileHeaderColumns.format, value: "1" },
] as const;

export const batchHeaderColumns = {
  serviceClass: columns(2, 4),
  companyName: columns(5, 20),
  discretionaryData: columns(21, 40),
  companyId: columns(41, 50),
  sec: columns(51, 53),
  description: columns(54, 63),
  descriptiveDate: columns(64, 69),
  effectiveDate: columns(70, 75),
  settlementDay: columns(76, 78),
  originatorStatus: columns(79, 79),
  odfi: columns(80, 87),
  number: columns(88, 94),
} as const;

export const entryColumns = {
  transactionCode: columns(2, 3),
  rdfi: columns(4, 12),
  accountNumber: columns(13, 29),
  amount: columns(30, 39),
  individualId: columns(40, 54),
  individualName: columns(55, 76),
  discretionaryData: columns(77, 78),
  addendaIndicator: columns(79, 79),
  traceNumber: columns(80, 94),
} as const;

/** In CTX, ATX and TRX entries the name field begins with the number of addenda records. */
export const nameCountColumns = columns(55, 58);

/** An IAT entry has the foreign receiver's account number where other entries have the individual. */
export const internationalEntryColumns = {
  addendaCount: columns(13, 16),
  reserved: columns(17, 29),
  accountNumber: columns(40, 74),
  reservedToo: columns(75, 76),
} as const;

export const addendaTypeColumns = columns(2, 3);

export const paymentAddendaColumns = {
  text: columns(4, 83),
  sequence: columns(84, 87),
  entrySequence: columns(88, 94),
} as const;

export const terminalAddendaColumns = {
  text: columns(4, 79),
  traceNumber: columns(80, 94),
} as const;

/** Types 10 to 16. Types 17 and 18 have the columns of a payment addenda record. */
export const internationalAddendaColumns = {
  text: columns(4, 87),
  entrySequence: columns(88, 94),
} as const;

/** Fields shared by the types 98 and 99. */
export const aboutEntryColumns = {
  code: columns(4, 6),
  originalTrace: columns(7, 21),
  originalRdfi: columns(28, 35),
  traceNumber: columns(80, 94),
} as const;

export const correctionColumns = {
  reserved: columns(22, 27),
  correctedData: columns(36, 64),
  reservedToo: columns(65, 79),
} as const;

export const refusedCorrectionColumns = {
  reserved: columns(22, 27),
  correctedData: columns(36, 64),
  changeCode: columns(65, 67),
  changeTraceSequence: columns(68, 74),
  reservedToo: columns(75, 79),
} as const;

export const returnColumns = {
  dateOfDeath: columns(22, 27),
  text: columns(36, 79),
} as const;

export const dishonoredColumns = {
  reserved: columns(22, 27),
  reservedToo: columns(36, 38),
  returnTrace: columns(39, 53),
  returnSettlementDay: columns(54, 56),
  returnCode: columns(57, 58),
  text: columns(59, 79),
} as const;

export const contestedColumns = {
  returnedOn: columns(22, 27),
  originalSettlementDay: columns(36, 38),
  returnTrace: columns(39, 53),
  returnSettlementDay: columns(54, 56),
  returnCode: columns(57, 58),
  dishonoredTrace: columns(59, 73),
  dishonoredSettlementDay: columns(74, 76),
  dishonoredCode: columns(77, 78),
  reserved: columns(79, 79),
} as const;

/** Columns 55 to 73 hold a message authentication code, which banks may agree on. We don't use it. */
export const batchControlColumns = {
  serviceClass: columns(2, 4),
  count: columns(5, 10),
  hash: columns(11, 20),
  debitTotal: columns(21, 32),
  creditTotal: columns(33, 44),
  companyId: columns(45, 54),
  reserved: columns(74, 79),
  odfi: columns(80, 87),
  number: columns(88, 94),
} as const;

export const fileControlColumns = {
  batchCount: columns(2, 7),
  blockCount: columns(8, 13),
  count: columns(14, 21),
  hash: columns(22, 31),
  debitTotal: columns(32, 43),
  creditTotal: columns(44, 55),
  reserved: columns(56, 94),
} as const;

export function widthOf({ from, to }: Columns): number {
  return to - from + 1;
}

function columns(from: number, to: number): Columns {
  return { from, to };
}
