/** The versions in which the golden files and our writers have a message, by message type. */
const writtenVersions: Readonly<Record<string, number>> = {
  "camt.052": 8,
  "camt.053": 8,
  "camt.054": 8,
  "pacs.002": 10,
  "pacs.004": 10,
  "pacs.008": 8,
  "pacs.009": 8,
  "pain.002": 10,
};

/** Changes that turn a message of ours into a version before the given one. The first that applies is made first. */
const changes: readonly {
  readonly types: RegExp;
  readonly before: number;
  readonly from?: number;
  readonly change: (text: string) => string;
}[] = [
  { types: /^(?:camt|pacs\.00[89])/, before: 8, change: without("UETR") },
  { types: /^(?:pacs|pain)\.002/, before: 10, change: without("OrgnlUETR") },
  { types: /^pacs\.004/, before: 9, change: without("OrgnlUETR") },
  { types: /^pacs\.009/, before: 4, change: (text) => text.replaceAll("FICdtTrf>", "FinInstnCdtTrf>") },
  // The original message was referenced once, for the whole report.
  {
    types: /^pacs\.002/,
    before: 6,
    change: (text) =>
      text.replace(
        /(<TxInfAndSts>\s*)<OrgnlGrpInf>([\s\S]*?)<\/OrgnlGrpInf>/,
        "<OrgnlGrpInfAndSts>$2</OrgnlGrpInfAndSts>$1",
      ),
  },
  {
    types: /^camt/,
    before: 7,
    change: (text) =>
      text
        .replaceAll(/<Sts>\s*<Cd>(\w+)<\/Cd>\s*<\/Sts>/g, "<Sts>$1</Sts>")
        .replaceAll(/<(Dbtr|Cdtr)>\s*<Pty>([\s\S]*?)<\/Pty>\s*<\/\1>/g, "<$1>$2</$1>"),
  },
  // A detail had its own direction, which is that of the entry, and before that no amount of its own.
  { types: /^camt/, before: 7, from: 3, change: withDirections },
  {
    types: /^camt/,
    before: 3,
    change: (text) =>
      text.replaceAll(
        /(<TxDtls>(?:(?!<Amt )[\s\S])*)(<Amt [^<]*<\/Amt>)/g,
        "$1<AmtDtls><TxAmt>$2</TxAmt></AmtDtls>",
      ),
  },
];

/** A file that we wrote, as a bank with another version of the standard writes it: for example `camt.054.001.02`. */
export function inVersion(file: string, name: string): string {
  const type = typeOf(name);
  const version = Number(name.slice(-2));
  const written = writtenName(type);
  if (!file.includes(`xsd:${written}"`)) throw new Error(`not a ${written}`);
  return changes
    .filter(({ types, before, from = 0 }) => types.test(type) && from <= version && version < before)
    .reduce((text, { change }) => change(text), file)
    .replace(`xsd:${written}"`, `xsd:${name}"`);
}

/** One of these files in each of the given versions, where there is one of the type that we write. */
export function versionsOf(files: readonly string[], names: Iterable<string>): readonly string[] {
  const documents = files.filter((file) => file.includes("<Document"));
  return [...names].flatMap((name) => {
    const sample = documents.find((file) => file.includes(`xsd:${writtenName(typeOf(name))}"`));
    return sample === undefined ? [] : [inVersion(sample, name)];
  });
}

function typeOf(name: string): string {
  return name.slice(0, "camt.054".length);
}

function writtenName(type: string): string {
  return `${type}.001.${String(writtenVersions[type]).padStart(2, "0")}`;
}

function without(name: string): (text: string) => string {
  return (text) => text.replaceAll(new RegExp(`\\s*<${name}>[^<]*</${name}>`, "g"), "");
}

function withDirections(text: string): string {
  return text.replaceAll(/<Ntry>[\s\S]*?<\/Ntry>/g, (entry) => {
    const [direction = ""] = /<CdtDbtInd>\w+<\/CdtDbtInd>/.exec(entry) ?? [];
    return entry.replaceAll(/(<TxDtls>(?:(?!<Amt )[\s\S])*<Amt [^<]*<\/Amt>)/g, `$1${direction}`);
  });
}
