import type { BankIdentity } from "./bank.ts";
import { type IsoProfile, type IsoProfileName, type IsoSender, isoProfiles } from "./iso20022/iso-profile.ts";
import type { EnvelopeName } from "./iso20022/write-envelope.ts";
import { paymentSystemOf, type RailSystem } from "./rail.ts";

/** How ISO 20022 messages to the bank are written. */
export interface MessageSettings {
  /** Networks whose own profile the bank expects; the rails of all others are written as plain ISO 20022. */
  readonly profiles: readonly IsoProfileName[];
  readonly sender: IsoSender;
  readonly envelope: EnvelopeName;
  /** BICs of the sender and the receiver, for the envelope of SWIFT. */
  readonly swift: { readonly sender: string; readonly receiver: string } | undefined;
}

export function plainMessages({ routingNumber }: Pick<BankIdentity, "routingNumber">): MessageSettings {
  const sender = senderOf({ routingNumber });
  return { profiles: ["generic"], sender, envelope: "none", swift: undefined };
}

/** Ids of the sender; the RTP participant is by default the bank's routing number with the suffix of its connection. */
export function senderOf({
  routingNumber,
  fedwireSource = "",
  rtpParticipant = `${routingNumber}T1`,
}: Pick<IsoSender, "routingNumber"> & {
  readonly [Id in keyof IsoSender]?: IsoSender[Id] | undefined;
}): IsoSender {
  return { routingNumber, fedwireSource, rtpParticipant };
}

/** The profile in which payments of a system are written, with its clearing system. */
export function profileOf(
  { profiles }: Pick<MessageSettings, "profiles">,
  system: RailSystem,
): IsoProfile & { readonly clearingSystem: string } {
  const { isoProfile, clearingSystems } = paymentSystemOf(system);
  const isExpected = isoProfile !== undefined && profiles.includes(isoProfile);
  const profile = isoProfiles[isExpected ? isoProfile : "generic"];
  return { ...profile, clearingSystem: profile.clearingSystem ?? clearingSystems[0] ?? "" };
}
