import * as z from 'zod/mini'

/** Every fact about an attestation that a reviewer can be shown. None is a score, and none decides anything. */
export const factCodes = [
  'orderedMailIsFree',
  'linkSentAsOrdered',
  'linkSentToSameDomain',
  'linkSentElsewhere',
  'linkSentToFreeMail',
  'linkAddressFrom',
  'attestatorAtEmployersDomain',
  'attestatorElsewhere',
  'attestatorAtFreeMail',
  'applicantsContact',
  'sameContactTwice',
  'sameBrowserAsApplicant',
  'sameNetworkAsApplicant',
  'earlierAnswersFromDomain',
  'answeredWithinMinute',
  'filledWithinHalfMinute',
  'answeredOnPageToo',
  'saidToAgent',
  'titleDiffers',
  'startDiffers',
  'endDiffers',
  'employedDiffers',
  'attempts',
  'attemptsNotedLate',
] as const

/** A fact in words. */
export const Fact = z.object({ code: z.enum(factCodes), text: z.string() })
export type Fact = z.infer<typeof Fact>
