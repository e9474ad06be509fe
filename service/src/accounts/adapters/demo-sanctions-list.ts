import type { SanctionsSource } from "../screening/sanctions-list.ts";
import { readSdnList } from "../screening/sdn-list.ts";

/**
 * A few fictional names in OFAC's format, for the local profile: enough to produce sanctions matches. None of them
 * exists, so the list offers no protection.
 */
export function createDemoSanctionsSource(): SanctionsSource {
  return {
    fingerprint: async () => "demo",
    read: async () => ({
      list: await readSdnList(
        { "sdn.csv": Buffer.from(entries), "alt.csv": Buffer.from(aliases) },
        { name: "Demo list of invented names" },
      ),
      asOf: undefined,
    }),
  };
}

const rest = "-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ";
const entries = [
  `1,"ZARNOVSKY, Viktor Emilovich","individual","DEMO",${rest},"DOB 12 Mar 1961; alt. DOB 1962; a.k.a. 'THE HERON'."`,
  `2,"QUORVAX MARITIME LLC",-0- ,"DEMO",${rest},-0- `,
  `3,"AL-VELTHARI, Abd al-Karim Yusuf","individual","DEMO",${rest},"DOB circa 1958."`,
  `4,"BANK OF ULTHARIA",-0- ,"DEMO] [DEMO2",${rest},-0- `,
  `5,"MONTEGRAVA RUIZ, Esteban","individual","DEMO",${rest},"DOB Jul 1974."`,
  `6,"TUMBLEWASH MIXER",-0- ,"DEMO",${rest},"Digital Currency Address - ETH 0x00000000000000000000000000000000DeC0ded1."`,
  `7,"ULTHARIA PRIDE","vessel","DEMO",${rest},-0- `,
].join("\n");
const aliases = [
  '1,1,"aka","ZARNOWSKI, Wiktor",-0- ',
  '2,2,"fka","QUORVAX SHIPPING LINES",-0- ',
  '4,3,"aka","ULTHARIABANK",-0- ',
].join("\n");
